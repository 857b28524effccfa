// A WebGPU program in JavaScript: a texture, a sampler and a compute shader in WGSL.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/errors.h"
#include "app/export/shader.h"
#include "kernels/texts.h"
#include "kernels/texture_unit/border.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::program {

namespace {
// Texels as WebGPU's formats hold them.
struct GpuTexels {
  std::string format;
  int bytes = 0; // of a texel
  bool filters = true; // without a feature
};

class Writer {
public:
  explicit Writer(const ExportRequest& request) : facts(request, true), e(facts.e), unit(unit_type(facts)) {
    if (is_integer() && is_cube(e.dimension)) throw UserError(text(Text::export_gpu_no_cube));
    choose_format();
    remark();
  }

  ExportedProgram run();

private:
  bool is_integer() const { return unit != ResultType::floating; }
  bool loads() const { return is_integer() || facts.view.function == FetchKind::texel; }
  bool gathers() const { return facts.view.function == FetchKind::gather; }
  void choose_format();
  void as_floats();
  void four_channels();
  void remark();
  std::string view_dimension() const;
  std::string texture_type() const;
  std::string fetch_call(const FetchCode& fetch, const std::array<Term, 3>& at) const;
  std::string load_call(const FetchCode& fetch, const std::array<Term, 3>& at) const;
  std::string place_function() const;
  std::string shader() const;
  void texture(Code& code) const;
  void sampler(Code& code) const;
  void bindings(Code& code) const;

  Facts facts;
  const Effective& e;
  const ResultType unit;
  GpuTexels texels;
  std::vector<std::string> remarks;
};

void Writer::choose_format() {
  const ElementFormat& f = e.format;
  static constexpr const char* channels[] = {"", "r", "rg", "", "rgba"};
  const bool is_signed = f.kind == ElementKind::signed_int;
  std::string sized = channels[f.channels] + std::to_string(f.bits);
  texels.bytes = f.texel_bytes();
  if (f.kind == ElementKind::floating) {
    texels = {sized + "float", f.texel_bytes(), f.bits == 16};
  } else if (is_integer()) {
    texels = {sized + (is_signed ? "sint" : "uint"), f.texel_bytes(), false};
  } else if (f.bits == 16) {
    as_floats();
    texels = {std::string(channels[f.channels]) + "32float", 4 * f.channels, false};
  } else if (e.srgb) {
    if (f.channels < 4) four_channels();
    texels = {"rgba8unorm-srgb", 4, true};
  } else {
    texels = {sized + (is_signed ? "snorm" : "unorm"), f.texel_bytes(), true};
  }
}

void Writer::as_floats() {
  std::vector<std::byte> floats(facts.data.bytes.size() * 2);
  for (std::size_t i = 0; i < facts.data.bytes.size() / 2; ++i) {
    std::uint16_t word = 0;
    std::memcpy(&word, facts.data.bytes.data() + i * 2, 2);
    const auto value = float(real_value(e.format, word));
    std::memcpy(floats.data() + i * 4, &value, 4);
  }
  facts.data.bytes = std::move(floats);
  for (TexelLevel& level : facts.data.levels) {
    level.offset *= 2;
    level.row_bytes *= 2;
  }
}

void Writer::four_channels() {
  const std::size_t has = std::size_t(e.format.channels), count = facts.data.bytes.size() / has;
  std::vector<std::byte> wide(count * 4, std::byte(0));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < has; ++c)
      wide[i * 4 + c] = facts.data.bytes[i * has + c];
    wide[i * 4 + 3] = std::byte(255);
  }
  facts.data.bytes = std::move(wide);
  for (TexelLevel& level : facts.data.levels) {
    level.offset = level.offset / has * 4;
    level.row_bytes = level.row_bytes / has * 4;
  }
}

void Writer::remark() {
  const auto say_if = [&](bool when, Text what) {
    if (when) remarks.emplace_back(text(what));
  };
  const int used = is_cube(e.dimension) ? 0 : axis_count(e.dimension);
  const bool sampled = facts.view.function != FetchKind::texel;
  const bool border = sampled && !loads() && std::find(e.address.begin(), e.address.begin() + used, AddressMode::border) != e.address.begin() + used;
  const auto odd = [](float value) { return !std::isfinite(value); };
  say_if(true, Text::export_other_unit);
  say_if(sampled && !e.normalized_coords, Text::export_divided);
  say_if(e.memory.width != 0, Text::export_seen);
  say_if(e.channel_kind == ChannelKind::blocks, Text::export_decoded);
  say_if(border, Text::export_gpu_border);
  say_if(is_1d(e.dimension), Text::export_gpu_one_row);
  say_if(is_integer() && !gathers(), Text::export_gpu_integers);
  say_if(e.format.bits == 16 && e.format.kind != ElementKind::floating && !is_integer(), Text::export_gpu_sixteen);
  say_if(e.srgb && e.format.channels < 4, Text::export_gpu_srgb);
  say_if(e.level_count > 1 && e.mip_bias != 0 && facts.view.function != FetchKind::plain, Text::export_gpu_bias);
  say_if(!texels.filters && !loads() && e.filter == FilterMode::linear, Text::export_gpu_filter);
  say_if(facts.view.slab == Slab::mean && e.result != ResultType::floating, Text::export_slab_32);
  say_if(std::any_of(facts.view.dx, facts.view.dx + 3, odd) || std::any_of(facts.view.dy, facts.view.dy + 3, odd), Text::export_gpu_numbers);
}

std::string Writer::view_dimension() const {
  static constexpr const char* names[] = {"2d", "2d", "3d", "2d-array", "2d-array", "cube", "cube-array"};
  return names[std::size_t(e.dimension)];
}

std::string Writer::texture_type() const {
  std::string name = view_dimension();
  std::replace(name.begin(), name.end(), '-', '_');
  return "texture_" + name + "<" + (unit == ResultType::floating ? "f32" : unit == ResultType::signed_int ? "i32" : "u32") + ">";
}

std::string Writer::fetch_call(const FetchCode& fetch, const std::array<Term, 3>& at) const {
  const Formula f(Language::wgsl);
  const FetchView& v = facts.view;
  const auto vector = [&](const std::array<Term, 3>& parts, const char* second) {
    if (is_1d(v.dimension)) return "vec2f(" + f.words(parts[0]) + ", " + second + ")";
    const int count = axis_count(v.dimension);
    std::string list = "vec" + std::to_string(count) + "f(";
    for (int i = 0; i < count; ++i)
      list += (i ? ", " : "") + f.words(parts[std::size_t(i)]);
    return list + ")";
  };
  std::string place = "texels, taker, " + vector(at, "0.5");
  if (is_layered(v.dimension)) {
    const std::string last = std::to_string(e.depth - 1);
    place += ", clamp(" + fetch.layer + ", 0, " + last + ")";
  }
  if (gathers()) return "textureGather(" + std::to_string(v.component) + ", " + place + ")";
  if (v.function == FetchKind::grad)
    return "textureSampleGrad(" + place + ", " + vector(fetch.dx, "0.0") + ", " + vector(fetch.dy, "0.0") + ")";
  std::string level = v.function == FetchKind::lod ? fetch.lod : "0.0";
  if (v.function == FetchKind::lod && e.level_count > 1 && e.mip_bias != 0) level += " + " + literal(e.mip_bias, Language::wgsl);
  return "textureSampleLevel(" + place + ", " + level + ")";
}

// One texel of integers, or of a row without a sampler.
std::string Writer::load_call(const FetchCode& fetch, const std::array<Term, 3>& at) const {
  const Formula f(Language::wgsl);
  if (facts.view.function == FetchKind::texel) return "textureLoad(texels, vec2i(texel, 0), 0)";
  std::string level = "0";
  if (facts.view.function == FetchKind::lod && e.level_count > 1)
    level = "clamp(i32(floor(clamp(" + fetch.lod + " + " + literal(e.mip_bias, Language::wgsl) + ", " + literal(e.mip_min, Language::wgsl) +
            ", " + literal(std::max(e.mip_min, e.mip_max), Language::wgsl) + ") + 0.5)), 0, " + std::to_string(e.level_count - 1) + ")";
  const bool space = e.dimension == Dimension::d3;
  const std::string x = f.words(at[0]), y = is_1d(e.dimension) ? "0.5" : f.words(at[1]);
  std::string call = "load(" + level + ", " + x + ", " + y;
  if (space) call += ", " + f.words(at[2]);
  if (is_layered(e.dimension)) call += ", clamp(" + fetch.layer + ", 0, " + std::to_string(e.depth - 1) + ")";
  return call + ")";
}

std::string Writer::place_function() const {
  const bool space = e.dimension == Dimension::d3, layered = is_layered(e.dimension);
  const auto place = [&](std::size_t axis, const char* coordinate, const char* size) {
    const std::string i = std::string("texel_") + "xyz"[axis], n = size;
    const AddressMode mode = axis == 1 && is_1d(e.dimension) ? AddressMode::clamp : e.address[axis];
    const std::string c = coordinate;
    if (mode == AddressMode::wrap) return "let " + i + " = min(i32(floor(fract(" + c + ") * f32(" + n + "))), i32(" + n + ") - 1);";
    if (mode == AddressMode::mirror)
      return "let " + i + " = min(i32(floor((1.0 - abs(1.0 - fract(" + c + " * 0.5) * 2.0)) * f32(" + n + "))), i32(" + n + ") - 1);";
    if (mode == AddressMode::clamp) return "let " + i + " = clamp(i32(floor(" + c + " * f32(" + n + "))), 0, i32(" + n + ") - 1);";
    return "let " + i + " = i32(floor(" + c + " * f32(" + n + ")));";
  };
  const char* four = unit == ResultType::signed_int ? "vec4i" : "vec4u";
  Code code;
  code.open(std::string("fn load(level: i32, x: f32, y: f32") + (space ? ", z: f32" : "") + (layered ? ", layer: i32" : "") + ") -> " + four + " {");
  code.line("let size = textureDimensions(texels, level);");
  code.line(place(0, "x", "size.x"));
  code.line(place(1, "y", "size.y"));
  if (space) code.line(place(2, "z", "size.z"));
  const TexelBits bits = unit::border_bits(texture_of(nullptr, e));
  const int spare = 32 - e.format.bits;
  std::string border;
  for (const std::uint32_t word : bits)
    border += (border.empty() ? "" : ", ") + (unit == ResultType::signed_int ? std::to_string(std::int32_t(word << spare) >> spare) : std::to_string(word) + "u");
  for (std::size_t axis = 0; axis < (space ? 3u : 2u); ++axis)
    if (e.address[axis] == AddressMode::border && !(axis == 1 && is_1d(e.dimension))) {
      const std::string name = std::string("texel_") + "xyz"[axis], size = std::string("size.") + "xyz"[axis];
      code.line("if (" + name + " < 0 || " + name + " >= i32(" + size + ")) { return " + four + "(" + border + "); }");
    }
  code.line(space ? "return textureLoad(texels, vec3i(texel_x, texel_y, texel_z), level);"
                  : layered ? "return textureLoad(texels, vec2i(texel_x, texel_y), layer, level);"
                            : "return textureLoad(texels, vec2i(texel_x, texel_y), level);");
  code.close();
  return code.text();
}

std::string Writer::shader() const {
  const FetchCode fetch = fetch_code(facts.view, Language::wgsl, "result[row * width + column] = vec4u();\nreturn;");
  Code code;
  code.line("@group(0) @binding(0) var texels: " + texture_type() + ";");
  const bool takes = !loads() || gathers();
  if (takes) code.line("@group(0) @binding(1) var taker: sampler;");
  code.line("@group(0) @binding(2) var<storage, read_write> result: array<vec4u>;");
  code.line("const width = " + std::to_string(facts.request.width) + ";");
  code.line("const height = " + std::to_string(facts.request.height) + ";");
  code.line();
  code.lines(fetch.functions);
  if (is_integer() && !gathers() && facts.view.function != FetchKind::texel) code.lines(place_function());
  code.comment(text(Text::export_kernel));
  code.line("@compute @workgroup_size(16, 16)");
  code.open("fn fetch(@builtin(global_invocation_id) pixel: vec3u) {");
  code.line("let column = i32(pixel.x);");
  code.line("let row = i32(pixel.y);");
  code.line("if (column >= width || row >= height) { return; }");
  code.lines(fetch.statements);
  const auto value = [&](const FetchCode& of) {
    const std::array<Term, 3> at = normalized_at(facts, of, Language::wgsl);
    return takes ? fetch_call(of, at) : load_call(of, at);
  };
  if (facts.view.slab != Slab::off) {
    FetchCode sample = fetch;
    sample.at[std::size_t(facts.view.slab_axis)] = Term("along");
    slab_words(code, facts, Language::wgsl, "let value = " + value(sample) + ";");
  } else if (facts.view.function == FetchKind::texel) {
    code.open("if (texel < 0 || texel >= " + std::to_string(e.width) + ") {");
    code.line("result[row * width + column] = vec4u();");
    code.line("return;");
    code.close();
    code.line("let value = " + value(fetch) + ";");
    result_words(code, facts, Language::wgsl);
  } else {
    code.line("let value = " + value(fetch) + ";");
    result_words(code, facts, Language::wgsl);
  }
  code.line("result[row * width + column] = words;");
  code.close();
  return code.text();
}

void Writer::texture(Code& code) const {
  const TexelLevel& first = facts.data.levels.front();
  const std::string dimension = e.dimension == Dimension::d3 ? "3d" : "2d";
  const std::string size = "[" + std::to_string(first.width) + ", " + std::to_string(first.height) + ", " + std::to_string(first.depth) + "]";
  code.open("const texture = device.createTexture({");
  code.line("size: " + size + ", mipLevelCount: " + std::to_string(facts.data.levels.size()) + ", dimension: '" + dimension + "',");
  code.line("format: '" + texels.format + "', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,");
  code.close("});");
  int index = 0;
  for (const TexelLevel& level : facts.data.levels) {
    const auto number = [](std::size_t value) { return std::to_string(value); };
    code.line("device.queue.writeTexture({texture, mipLevel: " + std::to_string(index++) + "}, texels, {offset: " + number(level.offset) +
              ", bytesPerRow: " + number(level.row_bytes) + ", rowsPerImage: " + number(level.rows) + "}, [" +
              number(std::size_t(level.width)) + ", " + number(std::size_t(level.height)) + ", " + number(std::size_t(level.depth)) + "]);");
  }
}

void Writer::sampler(Code& code) const {
  static constexpr const char* modes[] = {"repeat", "clamp-to-edge", "mirror-repeat", "clamp-to-edge"};
  const bool linear = e.filter == FilterMode::linear && !is_integer(), mip_linear = linear && e.mip_filter == FilterMode::linear && e.level_count > 1;
  const std::string filter = linear ? "linear" : "nearest";
  const int used = is_cube(e.dimension) ? 2 : axis_count(e.dimension);
  const auto limited = [](float level) { return std::isnan(level) ? 0.0f : std::clamp(level, 0.0f, 32.0f); };
  code.open("const taker = device.createSampler({");
  static constexpr const char* axes[] = {"addressModeU", "addressModeV", "addressModeW"};
  for (int axis = 0; axis < used; ++axis)
    code.line(std::string(axes[axis]) + ": '" + modes[std::size_t(e.address[std::size_t(axis)])] + "',");
  code.line("magFilter: '" + filter + "', minFilter: '" + filter + "', mipmapFilter: '" + (mip_linear ? "linear" : "nearest") + "',");
  if (e.level_count > 1) {
    std::string low = literal(limited(e.mip_min), Language::glsl), high = literal(std::max(limited(e.mip_min), limited(e.mip_max)), Language::glsl);
    low.pop_back(), high.pop_back(); // the f
    code.line("lodMinClamp: " + low + ", lodMaxClamp: " + high + ",");
  }
  if (facts.view.function == FetchKind::grad && e.max_anisotropy > 1 && mip_linear)
    code.line("maxAnisotropy: " + std::to_string(e.max_anisotropy) + ",");
  code.close("});");
}

void Writer::bindings(Code& code) const {
  const bool takes = !loads() || gathers(), filters = e.filter == FilterMode::linear && !is_integer();
  const std::string type = unit == ResultType::signed_int     ? "sint"
                           : unit == ResultType::unsigned_int ? "uint"
                           : texels.filters || filters        ? "float"
                                                              : "unfilterable-float";
  const std::string kind = type == "float" ? "filtering" : "non-filtering";
  code.open("const layout = device.createBindGroupLayout({entries: [");
  code.line("{binding: 0, visibility: GPUShaderStage.COMPUTE, texture: {sampleType: '" + type + "', viewDimension: '" + view_dimension() + "'}},");
  if (takes) code.line("{binding: 1, visibility: GPUShaderStage.COMPUTE, sampler: {type: '" + kind + "'}},");
  code.line("{binding: 2, visibility: GPUShaderStage.COMPUTE, buffer: {type: 'storage'}},");
  code.close("]});");
  code.open("const group = device.createBindGroup({layout, entries: [");
  code.line("{binding: 0, resource: texture.createView({dimension: '" + view_dimension() + "'})},");
  if (takes) code.line("{binding: 1, resource: taker},");
  code.line("{binding: 2, resource: {buffer: result}},");
  code.close("]});");
}

ExportedProgram Writer::run() {
  const ExportRequest& r = facts.request;
  Code code;
  header(code, facts, Text::export_webgpu, "//   deno run --allow-read --allow-write texture.mjs [result.bin]\n//   or in a page: import { picture } from './texture.mjs'", remarks);
  code.line("const width = " + std::to_string(r.width) + ", height = " + std::to_string(r.height) + ";");
  code.line();
  code.comment(text(Text::export_texels));
  if (facts.embeds())
    code.lines("const texels = new Uint8Array(new Uint32Array([\n" + hex_words(facts.data.bytes) + "]).buffer);");
  else
    code.line("const texels = await (await fetch(new URL('" + r.texel_file + "', import.meta.url))).arrayBuffer();");
  code.line();
  code.line("const shader = `");
  code.lines(shader());
  code.line("`;");
  code.line();
  const bool feature = !texels.filters && !loads() && e.filter == FilterMode::linear;
  const std::string features = feature ? "['float32-filterable']" : "[]";
  const TexelLevel& first = facts.data.levels.front();
  const int side = std::max({first.width, first.height, e.dimension == Dimension::d3 ? first.depth : 1});
  const bool large = side > (e.dimension == Dimension::d3 ? 2048 : 8192);
  const std::string limits = large ? ", requiredLimits: {maxTextureDimension" + std::string(e.dimension == Dimension::d3 ? "3D" : "2D") + ": " + std::to_string(side) + "}" : "";
  code.lines("export async function makeDevice() {\n  const adapter = await navigator.gpu?.requestAdapter();\n"
             "  if (!adapter) throw new Error('there is no WebGPU here');\n  return adapter.requestDevice({requiredFeatures: " +
             features + limits + "});\n}\n");
  code.line();
  code.open("export async function picture(device) {");
  texture(code);
  if (!loads() || gathers()) sampler(code);
  code.lines(R"(const size = width * height * 16;
const result = device.createBuffer({size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC});
const copy = device.createBuffer({size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST});)");
  bindings(code);
  code.lines(R"(const pipeline = device.createComputePipeline({
  layout: device.createPipelineLayout({bindGroupLayouts: [layout]}),
  compute: {module: device.createShaderModule({code: shader}), entryPoint: 'fetch'},
});
const commands = device.createCommandEncoder();
const pass = commands.beginComputePass();
pass.setPipeline(pipeline);
pass.setBindGroup(0, group);
pass.dispatchWorkgroups(Math.ceil(width / 16), Math.ceil(height / 16));
pass.end();
commands.copyBufferToBuffer(result, 0, copy, 0, size);
device.queue.submit([commands.finish()]);
await copy.mapAsync(GPUMapMode.READ);
const words = new Uint32Array(copy.getMappedRange().slice(0));
for (const resource of [texture, result, copy]) resource.destroy();
return words;)");
  code.close();
  code.line();
  code.lines(R"(if (globalThis.Deno) {
  const words = await picture(await makeDevice());
  if (Deno.args.length > 0) await Deno.writeFile(Deno.args[0], new Uint8Array(words.buffer));
  else for (let i = 0; i < words.length; i += 4) console.log([...words.subarray(i, i + 4)].map((w) => w.toString(16).padStart(8, '0')).join(' '));
})");
  ExportedProgram program{code.text(), {}, std::move(remarks)};
  if (!facts.embeds()) program.texels = std::move(facts.data.bytes);
  return program;
}
} // namespace

ExportedProgram webgpu_program(const ExportRequest& request) {
  return Writer(request).run();
}

} // namespace texelscope::program
