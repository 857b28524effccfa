#include "app/export/device_texture.h"

namespace texelscope::program {

void set(Code& code, const std::string& variable, const std::string& field, const std::string& value) {
  code.line(variable + "." + field + " = " + value + ";");
}

std::string flags(std::initializer_list<std::pair<bool, const char*>> list, const char* none) {
  std::string words;
  for (const auto& [on, flag] : list)
    if (on) words += (words.empty() ? "" : " | ") + std::string(flag);
  return words.empty() ? none : words;
}

void pitch_allocation(Code& code, const Facts& facts, const PitchCalls& calls) {
  const auto call = [&](const char* function, const std::string& arguments) {
    code.line("CHECK(" + std::string(function) + "(" + arguments + "));");
  };
  if (facts.e.is_reinterpreted()) {
    const std::string bytes = std::to_string(reinterpreted_bytes(facts));
    code.line("const std::size_t pitch = " + std::to_string(facts.memory.pitch) + ";");
    call(calls.allocate, "&memory, " + bytes);
    call(calls.clear, "memory, 0, " + bytes);
    return;
  }
  const TexelLevel& texels = facts.data.levels.front();
  code.line("std::size_t pitch = 0;");
  call(calls.allocate_pitch, "&memory, &pitch, " + std::to_string(texels.row_bytes) + ", " +
                                 std::to_string(texels.rows) + calls.last);
}

std::string descriptor_pitch(const Facts& facts) {
  return facts.e.is_reinterpreted() ? std::to_string(facts.memory.descriptor_pitch) : "pitch";
}

bool keeps_srgb_kind(const Facts& facts) {
  const CompressedTexels* blocks = facts.request.texels.compressed.get();
  return blocks != nullptr && blocks->srgb && facts.e.sampler.srgb;
}

void view_fields(Code& code, const Facts& facts) {
  const Effective& e = facts.e;
  const MemoryShape& m = facts.memory;
  const bool flat = e.dimension == Dimension::d1 || e.dimension == Dimension::d2;
  const auto set_number = [&](const char* field, int value) {
    set(code, "view", field, std::to_string(value));
  };
  set_number("width", m.width);
  if (!is_1d(e.dimension)) set_number("height", m.height);
  if (!flat) set_number("depth", m.planes);
  set_number("firstMipmapLevel", m.first_level);
  set_number("lastMipmapLevel", m.first_level + e.level_count - 1);
  if (!is_layered(e.dimension)) return;
  set_number("firstLayer", m.first_layer);
  set_number("lastLayer", m.first_layer + e.depth() - 1);
}

} // namespace texelscope::program
