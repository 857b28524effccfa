// A Python program that fetches with this program's own package.
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/studies/export/python.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::program {

namespace {
std::vector<std::string> remarks_of(const Facts& facts, const Texture& texture) {
  const Effective& e = facts.e;
  std::vector<std::string> remarks;
  const auto remark = [&](bool when, Text what) {
    if (when) remarks.emplace_back(text(what));
  };
  remark(e.memory.has_value(), Text::export_seen);
  remark(e.channel_kind == ChannelKind::blocks, Text::export_decoded);
  remark(texture.packed, Text::export_numpy_packed);
  remark(texture.first_level > 0 || (texture.mipmapped && texture.level_count == 1), Text::export_numpy_view);
  return remarks;
}

std::string dimension_name(const Effective& e) {
  return e.storage == Storage::linear ? "linear" : std::string(identifier(e.dimension));
}

std::string in_quotes(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

struct PythonValue {
  template <class E>
  requires std::is_enum_v<E> std::string operator()(E value) const { return in_quotes(identifier(value)); }
  std::string operator()(bool on) const { return python_bool(on); }
  std::string operator()(float number) const { return python_number(number); }
  std::string operator()(int anisotropy) const { return std::to_string(std::max(anisotropy, 1)); }
  template <class T, std::size_t n>
  std::string operator()(const std::array<T, n>& values) const {
    std::vector<std::string> texts;
    for (const T value : values)
      texts.push_back((*this)(value));
    return python_tuple(texts);
  }
};

// Calls line(argument, value) for each argument of texelscope.Texture that is a member of the sampler.
template <class Line>
void sampler_arguments(const Sampler& sampler, const Line& line) {
  static constexpr std::string_view inverted = "not ";
  for_each_sampler_member([&](const SamplerNames& names, auto, auto member) {
    if constexpr (std::is_same_v<decltype(member), bool Sampler::*>)
      if (names.python.starts_with(inverted))
        return line(std::string(names.python.substr(inverted.size())), python_bool(!(sampler.*member)));
    line(std::string(names.python), PythonValue()(sampler.*member));
  });
}

void texture_object(Code& code, const Facts& facts, const Sampler& s) {
  const auto line = [&](const std::string& argument, const std::string& value) {
    code.line(argument + "=" + value + ",");
  };
  code.open("texture = texelscope.Texture(");
  code.line(python_level(facts, 0) + ",");
  line("dim", in_quotes(dimension_name(facts.e)));
  sampler_arguments(s, line);
  if (facts.data.levels.size() > 1) {
    code.open("mips=[");
    for (std::size_t level = 1; level < facts.data.levels.size(); ++level)
      code.line(python_level(facts, level) + ",");
    code.close("],");
  }
  if (facts.e.gather_array) line("gather_flag", python_bool(true));
  code.close(")");
}

std::string fetch_call(const FetchView& v) {
  const std::string layer = is_layered(v.dimension) ? ", layer=c[\"layer\"]" : "";
  switch (v.function) {
  case FetchKind::plain:
    break;
  case FetchKind::lod:
    return "texture.lod(at, c[\"lod\"]" + layer + ")";
  case FetchKind::grad:
    return "texture.grad(at, c[\"dx\"], c[\"dy\"]" + layer + ")";
  case FetchKind::gather:
    return "texture.gather(at, " + std::to_string(v.component) + ")";
  case FetchKind::texel:
    return "texture.element(at)";
  }
  return "texture(at" + layer + ")";
}
} // namespace

ExportedProgram numpy_program(const ExportRequest& request) {
  Facts facts(request, true);
  const Texture texture = texture_of(nullptr, facts.e);
  const Sampler& sampler = texture.sampler;
  if (sampler.filter == FilterMode::linear && texture.result_type() != ResultType::floating)
    throw UserError(text(Text::export_numpy_integers));
  const std::vector<std::string> remarks = remarks_of(facts, texture);
  PythonProgram python(facts, Text::export_numpy, {"import texelscope"}, remarks);
  Code& code = python.code;
  python.texels();
  texture_object(code, facts, sampler);
  python.coordinates();
  code.open("def fetch(c, at):");
  if (facts.view.function == FetchKind::grad) {
    code.comment(text(Text::export_numpy_quads));
    code.line("for step in (\"dx\", \"dy\"):");
    code.line("    c[step] = np.where(c[\"empty\"][..., None], f32(\"inf\"), c[step])");
  }
  code.line("return " + fetch_call(facts.view));
  code.end();
  code.lines("\n\n");
  const bool gathers = facts.view.function == FetchKind::gather;
  python.picture(gathers ? 4 : facts.e.format.channels);
  python.main();
  return finished(facts, code.text(), remarks);
}

} // namespace texelscope::program
