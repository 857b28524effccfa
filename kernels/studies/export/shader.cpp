#include "kernels/studies/export/shader.h"

#include <algorithm>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/border.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::program {

ResultType unit_type(const Facts& facts) {
  return texture_of(nullptr, facts.e).result_type();
}

bool filters_linearly(const Facts& facts) {
  return facts.e.sampler.filter == FilterMode::linear && unit_type(facts) == ResultType::floating;
}

int address_count(Dimension dimension) {
  return is_cube(dimension) ? 2 : axis_count(dimension);
}

std::vector<std::string> shader_remarks(const Facts& facts) {
  const Effective& e = facts.e;
  std::vector<std::string> remarks = {text(Text::export_other_unit)};
  if (!reads_row(facts) && !e.sampler.normalized_coords) remarks.emplace_back(text(Text::export_divided));
  if (mixes_second_axis(e)) remarks.push_back(naming({"sampler.address_y"}, text(Text::export_second_axis)));
  if (asks_for_full_trilinear(e))
    remarks.push_back(
        naming({"sampler.disable_trilinear_optimization"}, text(Text::export_no_full_trilinear)));
  if (facts.view.slab == Slab::mean && e.result != ResultType::floating)
    remarks.push_back(naming({"fetch.slab"}, text(Text::export_slab_32)));
  if (e.memory) remarks.emplace_back(text(Text::export_seen));
  if (e.channel_kind == ChannelKind::blocks) remarks.emplace_back(text(Text::export_decoded));
  return remarks;
}

std::string integer_border(const Facts& facts) {
  const int spare = 32 - facts.e.format.bits;
  const bool is_signed = unit_type(facts) == ResultType::signed_int;
  std::vector<std::string> values;
  for (const std::uint32_t word : unit::border_bits(texture_of(nullptr, facts.e)))
    values.push_back(is_signed ? std::to_string(std::int32_t(word << spare) >> spare)
                               : std::to_string(word) + "u");
  return joined(values);
}

std::string read_layer(const Facts& facts, const FetchCode& fetch) {
  return fetch.layer.starts_with('-') ? std::to_string(facts.e.depth() - 1) : fetch.layer;
}

float held_bias(const Facts& facts) {
  return std::clamp(facts.e.sampler.mip_bias, -15.0f, 15.0f);
}

FetchCode along_slab(const Facts& facts, FetchCode fetch) {
  fetch.at[std::size_t(facts.view.slab_axis)] = Term("along");
  return fetch;
}

std::array<Term, 3> normalized_at(const Facts& facts, const FetchCode& fetch, Language language) {
  const Formula f(language);
  std::array<Term, 3> at = fetch.at;
  if (facts.e.sampler.normalized_coords || is_cube(facts.e.dimension)) return at;
  const int sizes[3] = {facts.e.width, facts.e.height, facts.e.depth()};
  for (std::size_t i = 0; i < std::size_t(axis_count(facts.e.dimension)); ++i)
    at[i] = f.div(at[i], float(sizes[i]));
  return at;
}

namespace {
// One channel's bits, taken as the T of tex*<T>.
std::string word(const Facts& facts, Language language, int c) {
  const bool wgsl = language == Language::wgsl;
  if (c >= facts.view.component_count) return "0u";
  const bool has = facts.view.function == FetchKind::gather || c < facts.e.format.channels;
  if (!has) return c == 3 && facts.view.fills_alpha ? "0x3f800000u" : "0u";
  const std::string value = std::string("value.") + "xyzw"[c];
  const ResultType unit = unit_type(facts);
  std::string bits = unit == ResultType::unsigned_int ? value
                     : wgsl                           ? "bitcast<u32>(" + value + ")"
                     : unit == ResultType::floating   ? "floatBitsToUint(" + value + ")"
                                                      : "uint(" + value + ")";
  const auto extended = [&](const char* count) {
    return wgsl ? "bitcast<u32>(extractBits(bitcast<i32>(" + bits + "), 0u, " + count + "u))"
                : "uint(bitfieldExtract(int(" + bits + "), 0, " + count + "))";
  };
  switch (facts.e.type) {
  case FetchType::u16:
    return bits + " & 0xffffu";
  case FetchType::u8:
    return bits + " & 0xffu";
  case FetchType::s16:
    return extended("16");
  case FetchType::s8:
    return extended("8");
  default:
    return bits;
  }
}

std::string components_text(const Facts& facts, Language language) {
  std::string list = language == Language::wgsl ? "vec4u(" : "uvec4(";
  for (int c = 0; c < 4; ++c)
    list += (c ? ", " : "") + word(facts, language, c);
  return list + ")";
}
} // namespace

void components_statement(Code& code, const Facts& facts, Language language) {
  code.line((language == Language::wgsl ? "let words = " : "uvec4 words = ") +
            components_text(facts, language) + ";");
}

void slab_text(Code& code, const Facts& facts, Language language, const std::string& statement) {
  const bool wgsl = language == Language::wgsl, floats = facts.e.result == ResultType::floating;
  const bool is_signed = facts.e.result == ResultType::signed_int, mean = facts.view.slab == Slab::mean;
  const Formula f(language);
  const char* kind = floats ? "f" : is_signed ? "i" : "u";
  const std::string vector = wgsl ? std::string("vec4") + kind : (floats ? "" : kind) + std::string("vec4");
  const std::string count = std::to_string(facts.view.slab_samples);
  code.comment(say(Text::export_slab, {count}));
  code.line(wgsl ? "var sum = " + vector + "();" : vector + " sum = " + vector + "(0);");
  code.open(wgsl ? "for (var i = 0; i < " + count + "; i += 1) {"
                 : "for (int i = 0; i < " + count + "; ++i) {");
  const Term along =
      f.let(code, "along", f.fma(Term(f.real("i")), facts.view.slab_step, facts.view.slab_first));
  if (along.value) code.line((wgsl ? "let along = " : "const float along = ") + f.expression(along) + ";");
  code.lines(statement);
  const std::string components = components_text(facts, language);
  const std::string sample = wgsl     ? "bitcast<" + vector + ">(" + components + ")"
                             : floats ? "uintBitsToFloat(" + components + ")"
                                      : vector + "(" + components + ")";
  code.line((wgsl ? "let one = " : vector + " one = ") + sample + ";");
  const std::string one = "one";
  const std::string next = mean                               ? "sum + " + one
                           : facts.view.slab == Slab::minimum ? "min(sum, " + one + ")"
                                                              : "max(sum, " + one + ")";
  code.line(wgsl ? "sum = select(" + next + ", " + one + ", i == 0);"
                 : "sum = i == 0 ? " + one + " : " + next + ";");
  code.close();
  if (mean) code.line("sum /= " + (floats ? count + ".0" : vector + "(" + count + ")") + ";");
  code.line((wgsl     ? "let words = bitcast<vec4u>(sum);"
             : floats ? "uvec4 words = floatBitsToUint(sum);"
                      : "uvec4 words = uvec4(sum);"));
}

} // namespace texelscope::program
