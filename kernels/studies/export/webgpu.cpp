// A WebGPU program in JavaScript: a texture, a sampler and a compute shader in WGSL.
#include "kernels/studies/export/webgpu.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/strict_json.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::program {

WebGpu::WebGpu(const ExportRequest& request)
    : facts(request, true), e(facts.e), unit(unit_type(facts)), texels(gpu_texels(facts)) {
  if (is_integer() && is_cube(e.dimension)) throw UserError(text(Text::export_gpu_no_cube));
}

namespace {
std::vector<std::string> remarks_of(const WebGpu& gpu) {
  const Facts& facts = gpu.facts;
  const Effective& e = gpu.e;
  std::vector<std::string> remarks = shader_remarks(facts);
  const auto say_if = [&](bool when, Text what) {
    if (when) remarks.emplace_back(text(what));
  };
  const auto name_if = [&](bool when, const std::vector<std::string>& fields, Text what) {
    if (when) remarks.push_back(naming(fields, text(what)));
  };
  const FetchKind function = facts.view.function;
  const bool cube = is_cube(e.dimension), levels = e.level_count > 1,
             loads = gpu.is_integer() && !gpu.gathers();
  const auto border = border_fields(e.sampler, address_count(e.dimension));
  const auto odd = [](float value) { return !std::isfinite(value); };
  name_if(!border.empty() && gpu.takes_sampler() && !(cube && e.sampler.seamless_cube), border,
          Text::export_gpu_border);
  name_if(cube && !e.sampler.seamless_cube, {"sampler.seamless_cube"}, Text::export_gpu_seams);
  say_if(is_1d(e.dimension), Text::export_gpu_one_row);
  say_if(loads, Text::export_gpu_integers);
  name_if(loads && levels && e.sampler.mip_filter == FilterMode::linear, {"sampler.mip_filter"},
          Text::export_gpu_nearest_level);
  name_if(loads && function == FetchKind::grad && (levels || e.sampler.max_anisotropy > 1),
          {"fetch.function", "fetch.gradients", "fetch.gradient_scale", "fetch.dx", "fetch.dy",
           "sampler.mip_bias"},
          Text::export_gpu_no_gradients);
  name_if(gpu.wants_anisotropy() && !gpu.has_anisotropy(), {"sampler.max_anisotropy"},
          Text::export_gpu_anisotropy);
  say_if(e.format.bits == 16 && e.format.kind != ElementKind::floating && !gpu.is_integer(),
         Text::export_gpu_sixteen);
  name_if(e.sampler.srgb && e.format.channels < 4, {"sampler.srgb"}, Text::export_gpu_srgb);
  name_if(levels && e.sampler.mip_bias != 0 && function != FetchKind::plain, {"sampler.mip_bias"},
          Text::export_gpu_bias);
  say_if(gpu.wants_filter_feature(), Text::export_gpu_filter);
  say_if(std::any_of(facts.view.dx, facts.view.dx + 3, odd) ||
             std::any_of(facts.view.dy, facts.view.dy + 3, odd),
         Text::export_gpu_numbers);
  return remarks;
}

// A file's name as a relative URL.
std::string url_of(const std::string& name) {
  static constexpr std::string_view kept =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~";
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string url;
  for (const char c : name)
    if (kept.find(c) != std::string_view::npos)
      url += c;
    else
      url += {'%', digits[static_cast<unsigned char>(c) >> 4], digits[static_cast<unsigned char>(c) & 15]};
  return "./" + url;
}

void device_function(Code& code, const WebGpu& gpu) {
  const Effective& e = gpu.e;
  const std::string features = gpu.wants_filter_feature() ? "['float32-filterable']" : "[]";
  const TexelLevel& first = gpu.facts.data.levels.front();
  const int side = std::max({first.width, first.height, e.dimension == Dimension::d3 ? first.depth : 1});
  const bool large = side > (e.dimension == Dimension::d3 ? 2048 : 8192);
  const std::string limits = large ? ", requiredLimits: {maxTextureDimension" +
                                         std::string(e.dimension == Dimension::d3 ? "3D" : "2D") + ": " +
                                         std::to_string(side) + "}"
                                   : "";
  code.lines("export async function makeDevice() {\n"
             "  const adapter = await navigator.gpu?.requestAdapter();\n"
             "  if (!adapter) throw new Error('there is no WebGPU here');\n"
             "  return adapter.requestDevice({requiredFeatures: " +
             features + limits + "});\n}\n");
}

void picture_function(Code& code, const WebGpu& gpu) {
  code.open("export async function picture(device) {");
  webgpu_texture(code, gpu);
  if (gpu.takes_sampler()) webgpu_sampler(code, gpu);
  code.lines(R"(const size = width * height * 16;
const result = device.createBuffer({size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC});
const copy = device.createBuffer({size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST});)");
  webgpu_bindings(code, gpu);
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
}
} // namespace

ExportedProgram webgpu_program(const ExportRequest& request) {
  WebGpu gpu(request);
  std::vector<std::string> remarks = remarks_of(gpu);
  const ExportRequest& r = gpu.facts.request;
  Code code;
  header(code, gpu.facts, Text::export_webgpu,
         {"deno run --allow-read --allow-write texture.mjs [result.bin]",
          "or in a page: import { picture } from './texture.mjs'"},
         remarks);
  code.line("const width = " + std::to_string(r.width) + ", height = " + std::to_string(r.height) + ";");
  code.line();
  code.comment(text(Text::export_texels));
  if (gpu.facts.embeds())
    code.lines("const texels = new Uint8Array(new Uint32Array([\n" + hex_values(gpu.facts.data.bytes) +
               "]).buffer);");
  else
    code.line("const texels = await (await fetch(new URL(" + json_string(url_of(r.texel_file)) +
              ", import.meta.url))).arrayBuffer();");
  code.line();
  code.line("const shader = `");
  code.lines(webgpu_shader(gpu));
  code.line("`;");
  code.line();
  device_function(code, gpu);
  code.line();
  picture_function(code, gpu);
  code.line();
  code.lines(R"(if (globalThis.Deno) {
  const words = await picture(await makeDevice());
  if (Deno.args.length > 0) await Deno.writeFile(Deno.args[0], new Uint8Array(words.buffer));
  else for (let i = 0; i < words.length; i += 4) console.log([...words.subarray(i, i + 4)].map((w) => w.toString(16).padStart(8, '0')).join(' '));
})");
  return finished(gpu.facts, code.text(), std::move(remarks));
}

} // namespace texelscope::program
