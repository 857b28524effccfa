// The fetch in GLSL.
#include "kernels/ground/text/texts.h"
#include "kernels/studies/export/opengl.h"

namespace texelscope::program {

namespace {
std::string fetch_call(const Facts& facts, const FetchCode& fetch, const std::array<Term, 3>& at) {
  const Formula f(Language::glsl);
  const FetchView& v = facts.view;
  const auto count = std::size_t(axis_count(v.dimension));
  if (reads_row(facts)) return "texelFetch(texels, " + fetch.texel + ")";
  std::vector<std::string> place, right, down;
  for (std::size_t i = 0; i < count; ++i) {
    place.push_back(f.expression(at[i]));
    right.push_back(f.expression(fetch.dx[i]));
    down.push_back(f.expression(fetch.dy[i]));
  }
  if (is_layered(v.dimension)) place.push_back("float(" + read_layer(facts, fetch) + ")");
  const std::string p = f.vector(place);
  if (v.function == FetchKind::gather)
    return "textureGather(texels, " + p + ", " + std::to_string(v.component) + ")";
  if (v.function == FetchKind::grad)
    return "textureGrad(texels, " + p + ", " + f.vector(right) + ", " + f.vector(down) + ")";
  return "textureLod(texels, " + p + ", " + (v.function == FetchKind::lod ? fetch.lod : std::string("0.0")) +
         ")";
}

} // namespace

std::string opengl_shader(const Facts& facts) {
  const FetchCode fetch =
      fetch_code(facts.view, Language::glsl, "result[row * width + column] = uvec4(0);\nreturn;");
  static constexpr const char* samplers[] = {"1D", "2D", "3D", "1DArray", "2DArray", "Cube", "CubeArray"};
  const ResultType unit = unit_type(facts);
  const std::string prefix = unit == ResultType::floating ? "" : unit == ResultType::signed_int ? "i" : "u";
  const std::string sampler =
      prefix + "sampler" + (reads_row(facts) ? "Buffer" : samplers[std::size_t(facts.e.dimension)]);
  Code code;
  code.line("#version 450");
  code.line("layout(local_size_x = 16, local_size_y = 16) in;");
  code.line("layout(binding = 0) uniform " + sampler + " texels;");
  code.line("layout(std430, binding = 0) writeonly buffer Result { uvec4 result[]; };");
  code.line("const int width = " + std::to_string(facts.request.width) +
            ", height = " + std::to_string(facts.request.height) + ";");
  code.line();
  code.lines(fetch.functions);
  code.comment(text(Text::export_kernel));
  code.open("void main() {");
  code.line("int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);");
  code.line("if (column >= width || row >= height) return;");
  code.lines(fetch.statements);
  const auto call = [&](const FetchCode& of) {
    return fetch_call(facts, of, normalized_at(facts, of, Language::glsl));
  };
  if (facts.view.slab != Slab::off) {
    slab_text(code, facts, Language::glsl, prefix + "vec4 value = " + call(along_slab(facts, fetch)) + ";");
  } else {
    std::string value = call(fetch);
    if (reads_row(facts))
      value = "texel >= 0 && texel < " + std::to_string(facts.e.width) + " ? " + value + " : " + prefix +
              "vec4(0)";
    code.line(prefix + "vec4 value = " + value + ";");
    components_statement(code, facts, Language::glsl);
  }
  code.line("result[row * width + column] = words;");
  code.close();
  return code.text();
}

} // namespace texelscope::program
