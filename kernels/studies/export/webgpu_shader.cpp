// The fetch in WGSL.
#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/export/webgpu.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/lod.h"

namespace texelscope::program {

namespace {
std::string texture_type(const WebGpu& gpu) {
  std::string name = gpu.view_dimension();
  std::replace(name.begin(), name.end(), '-', '_');
  return "texture_" + name + "<" +
         (gpu.unit == ResultType::floating     ? "f32"
          : gpu.unit == ResultType::signed_int ? "i32"
                                               : "u32") +
         ">";
}

std::string sample_call(const WebGpu& gpu, const FetchCode& fetch, const std::array<Term, 3>& at) {
  const Formula f(Language::wgsl);
  const Effective& e = gpu.e;
  const FetchView& v = gpu.facts.view;
  const auto vector = [&](const std::array<Term, 3>& parts, const char* second) {
    std::vector<std::string> list;
    for (int i = 0; i < axis_count(v.dimension); ++i)
      list.push_back(f.expression(parts[std::size_t(i)]));
    if (is_1d(v.dimension)) list.emplace_back(second);
    return f.vector(list);
  };
  std::string place = "texels, taker, " + vector(at, "0.5");
  if (is_layered(v.dimension)) {
    const std::string last = std::to_string(e.depth() - 1);
    place += ", clamp(" + read_layer(gpu.facts, fetch) + ", 0, " + last + ")";
  }
  if (gpu.gathers()) return "textureGather(" + std::to_string(v.component) + ", " + place + ")";
  if (v.function == FetchKind::grad)
    return "textureSampleGrad(" + place + ", " + vector(fetch.dx, "0.0") + ", " + vector(fetch.dy, "0.0") +
           ")";
  std::string level = v.function == FetchKind::lod ? fetch.lod : "0.0";
  if (v.function == FetchKind::lod && e.level_count > 1 && e.sampler.mip_bias != 0)
    level += " + " + literal(held_bias(gpu.facts), Language::wgsl);
  return "textureSampleLevel(" + place + ", " + level + ")";
}

// The level nearest to 0 that the clamps allow.
int level_of_plain_fetch(const WebGpu& gpu) {
  const int lod = unit::level_of_detail(texture_of(nullptr, gpu.e), std::nullopt);
  return std::min((lod + 128) >> 8, gpu.e.level_count - 1);
}

// Loads one texel of integers, or of a row without a sampler.
std::string load_call(const WebGpu& gpu, const FetchCode& fetch, const std::array<Term, 3>& at) {
  const Formula f(Language::wgsl);
  const Effective& e = gpu.e;
  if (reads_row(gpu.facts)) return "textureLoad(texels, vec2i(texel, 0), 0)";
  std::string level = std::to_string(level_of_plain_fetch(gpu));
  if (gpu.facts.view.function == FetchKind::lod && e.level_count > 1)
    level = "clamp(i32(floor(clamp(" + fetch.lod + " + " + literal(held_bias(gpu.facts), Language::wgsl) +
            ", " + literal(e.sampler.mip_min, Language::wgsl) + ", " +
            literal(std::max(e.sampler.mip_min, e.sampler.mip_max), Language::wgsl) + ") + 0.5)), 0, " +
            std::to_string(e.level_count - 1) + ")";
  const bool space = e.dimension == Dimension::d3;
  const std::string x = f.expression(at[0]), y = is_1d(e.dimension) ? "0.5" : f.expression(at[1]);
  std::string call = "load(" + level + ", " + x + ", " + y;
  if (space) call += ", " + f.expression(at[2]);
  if (is_layered(e.dimension))
    call += ", clamp(" + read_layer(gpu.facts, fetch) + ", 0, " + std::to_string(e.depth() - 1) + ")";
  return call + ")";
}

// The texel at a coordinate on an axis of `size` texels.
std::string place(AddressMode mode, const std::string& texel, const std::string& at,
                  const std::string& size) {
  const std::string last = "i32(" + size + ") - 1", scaled = " * f32(" + size + ")";
  const auto let = [&](const std::string& value) { return "let " + texel + " = " + value + ";"; };
  switch (mode) {
  case AddressMode::wrap:
    return let("min(i32(floor(fract(" + at + ")" + scaled + ")), " + last + ")");
  case AddressMode::mirror:
    return let("min(i32(floor((1.0 - abs(1.0 - fract(" + at + " * 0.5) * 2.0))" + scaled + ")), " + last +
               ")");
  case AddressMode::clamp:
    return let("clamp(i32(floor(" + at + scaled + ")), 0, " + last + ")");
  case AddressMode::border:
    break;
  }
  return let("i32(floor(" + at + scaled + "))");
}

// The function load(), which does a sampler's work for one texel of integers.
std::string load_function(const WebGpu& gpu) {
  const Effective& e = gpu.e;
  const bool space = e.dimension == Dimension::d3, layered = is_layered(e.dimension);
  const std::string four = gpu.unit == ResultType::signed_int ? "vec4i" : "vec4u";
  Code code;
  code.open(std::string("fn load(level: i32, x: f32, y: f32") + (space ? ", z: f32" : "") +
            (layered ? ", layer: i32" : "") + ") -> " + four + " {");
  code.line("let size = textureDimensions(texels, level);");
  const std::size_t axes = space ? 3 : 2;
  const auto name = [](const char* prefix, std::size_t axis) { return std::string(prefix) + "xyz"[axis]; };
  const auto mode = [&](std::size_t axis) {
    return axis == 1 && is_1d(e.dimension) ? AddressMode::clamp : e.sampler.address[axis];
  };
  for (std::size_t axis = 0; axis < axes; ++axis)
    code.line(place(mode(axis), name("texel_", axis), name("", axis), name("size.", axis)));
  for (std::size_t axis = 0; axis < axes; ++axis)
    if (mode(axis) == AddressMode::border)
      code.line("if (" + name("texel_", axis) + " < 0 || " + name("texel_", axis) + " >= i32(" +
                name("size.", axis) + ")) { return " + four + "(" + integer_border(gpu.facts) + "); }");
  code.line(space     ? "return textureLoad(texels, vec3i(texel_x, texel_y, texel_z), level);"
            : layered ? "return textureLoad(texels, vec2i(texel_x, texel_y), layer, level);"
                      : "return textureLoad(texels, vec2i(texel_x, texel_y), level);");
  code.close();
  return code.text();
}
} // namespace

std::string webgpu_shader(const WebGpu& gpu) {
  const Facts& facts = gpu.facts;
  const FetchCode fetch =
      fetch_code(facts.view, Language::wgsl, "result[row * width + column] = vec4u();\nreturn;");
  Code code;
  code.line("@group(0) @binding(0) var texels: " + texture_type(gpu) + ";");
  if (gpu.takes_sampler()) code.line("@group(0) @binding(1) var taker: sampler;");
  code.line("@group(0) @binding(2) var<storage, read_write> result: array<vec4u>;");
  code.line("const width = " + std::to_string(facts.request.width) + ";");
  code.line("const height = " + std::to_string(facts.request.height) + ";");
  code.line();
  code.lines(fetch.functions);
  if (gpu.is_integer() && !gpu.gathers() && !reads_row(facts)) code.lines(load_function(gpu));
  code.comment(text(Text::export_kernel));
  code.line("@compute @workgroup_size(16, 16)");
  code.open("fn fetch(@builtin(global_invocation_id) pixel: vec3u) {");
  code.line("let column = i32(pixel.x);");
  code.line("let row = i32(pixel.y);");
  code.line("if (column >= width || row >= height) { return; }");
  code.lines(fetch.statements);
  const auto value = [&](const FetchCode& of) {
    const std::array<Term, 3> at = normalized_at(facts, of, Language::wgsl);
    return "let value = " + (gpu.takes_sampler() ? sample_call(gpu, of, at) : load_call(gpu, of, at)) + ";";
  };
  if (facts.view.slab != Slab::off) {
    slab_text(code, facts, Language::wgsl, value(along_slab(facts, fetch)));
  } else {
    if (reads_row(facts)) {
      code.open("if (texel < 0 || texel >= " + std::to_string(gpu.e.width) + ") {");
      code.line("result[row * width + column] = vec4u();");
      code.line("return;");
      code.close();
    }
    code.line(value(fetch));
    components_statement(code, facts, Language::wgsl);
  }
  code.line("result[row * width + column] = words;");
  code.close();
  return code.text();
}

} // namespace texelscope::program
