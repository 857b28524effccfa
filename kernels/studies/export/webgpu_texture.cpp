// WebGPU's texture with its format, its sampler, and how the shader gets them.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/studies/export/webgpu.h"

namespace texelscope::program {

namespace {
// Converts 16-bit values to floats.
void as_floats(Facts& facts) {
  std::vector<std::byte> floats(facts.data.bytes.size() * 2);
  for (std::size_t i = 0; i < facts.data.bytes.size() / 2; ++i) {
    std::uint16_t word = 0;
    std::memcpy(&word, facts.data.bytes.data() + i * 2, 2);
    const auto value = float(real_value(facts.e.format, word));
    std::memcpy(floats.data() + i * 4, &value, 4);
  }
  facts.data.bytes = std::move(floats);
  for (TexelLevel& level : facts.data.levels) {
    level.offset *= 2;
    level.row_bytes *= 2;
  }
}

void four_channels(Facts& facts) {
  const std::size_t has = std::size_t(facts.e.format.channels), count = facts.data.bytes.size() / has;
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
} // namespace

GpuTexels gpu_texels(Facts& facts) {
  const ElementFormat& f = facts.e.format;
  const bool floats = unit_type(facts) == ResultType::floating;
  const TexelFormatRow* texels = format_as_read(f, floats);
  if (texels->webgpu.empty()) {
    as_floats(facts);
    texels = find_texel_format({ElementKind::floating, 32, f.channels});
  } else if (facts.e.sampler.srgb && texels->kind == ChannelKind::normalized) {
    if (f.channels < 4) four_channels(facts);
    return {std::string(webgpu_srgb8x4), true};
  }
  return {std::string(texels->webgpu), floats && texels->element.bits < 32};
}

std::string WebGpu::view_dimension() const {
  static constexpr const char* names[] = {"2d", "2d", "3d", "2d-array", "2d-array", "cube", "cube-array"};
  return names[std::size_t(e.dimension)];
}

void webgpu_texture(Code& code, const WebGpu& gpu) {
  const Facts& facts = gpu.facts;
  const TexelLevel& first = facts.data.levels.front();
  const std::string dimension = gpu.e.dimension == Dimension::d3 ? "3d" : "2d";
  const std::string size = "[" + std::to_string(first.width) + ", " + std::to_string(first.height) + ", " +
                           std::to_string(first.depth) + "]";
  code.open("const texture = device.createTexture({");
  code.line("size: " + size + ", mipLevelCount: " + std::to_string(facts.data.levels.size()) +
            ", dimension: '" + dimension + "',");
  code.line("format: '" + gpu.texels.format +
            "', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,");
  code.close("});");
  int index = 0;
  for (const TexelLevel& level : facts.data.levels) {
    const auto number = [](std::size_t value) { return std::to_string(value); };
    code.line("device.queue.writeTexture({texture, mipLevel: " + std::to_string(index++) +
              "}, texels, {offset: " + number(level.offset) + ", bytesPerRow: " + number(level.row_bytes) +
              ", rowsPerImage: " + number(level.rows) + "}, [" + number(std::size_t(level.width)) + ", " +
              number(std::size_t(level.height)) + ", " + number(std::size_t(level.depth)) + "]);");
  }
}

void webgpu_sampler(Code& code, const WebGpu& gpu) {
  const Effective& e = gpu.e;
  static constexpr const char* modes[] = {"repeat", "clamp-to-edge", "mirror-repeat", "clamp-to-edge"};
  const bool linear = filters_linearly(gpu.facts),
             mip_linear = e.level_count > 1 ? gpu.mixes_levels()
                                            : linear && (e.sampler.mip_filter == FilterMode::linear ||
                                                         gpu.has_anisotropy());
  const std::string filter = linear ? "linear" : "nearest";
  const auto limited = [](float level) { return std::isnan(level) ? 0.0f : std::clamp(level, 0.0f, 32.0f); };
  code.open("const taker = device.createSampler({");
  static constexpr const char* axes[] = {"addressModeU", "addressModeV", "addressModeW"};
  for (int axis = 0; axis < address_count(e.dimension); ++axis)
    code.line(std::string(axes[axis]) + ": '" + modes[std::size_t(e.sampler.address[std::size_t(axis)])] +
              "',");
  code.line("magFilter: '" + filter + "', minFilter: '" + filter + "', mipmapFilter: '" +
            (mip_linear ? "linear" : "nearest") + "',");
  if (e.level_count > 1) {
    std::string low = literal(limited(e.sampler.mip_min), Language::glsl),
                high =
                    literal(std::max(limited(e.sampler.mip_min), limited(e.sampler.mip_max)), Language::glsl);
    low.pop_back(), high.pop_back(); // the f
    code.line("lodMinClamp: " + low + ", lodMaxClamp: " + high + ",");
  }
  if (gpu.has_anisotropy()) code.line("maxAnisotropy: " + std::to_string(e.sampler.max_anisotropy) + ",");
  code.close("});");
}

void webgpu_bindings(Code& code, const WebGpu& gpu) {
  const ResultType unit = gpu.unit;
  const std::string type = unit == ResultType::signed_int      ? "sint"
                           : unit == ResultType::unsigned_int  ? "uint"
                           : gpu.texels.filters || gpu.mixes() ? "float"
                                                               : "unfilterable-float";
  const std::string kind = type == "float" ? "filtering" : "non-filtering";
  code.open("const layout = device.createBindGroupLayout({entries: [");
  code.line("{binding: 0, visibility: GPUShaderStage.COMPUTE, texture: {sampleType: '" + type +
            "', viewDimension: '" + gpu.view_dimension() + "'}},");
  if (gpu.takes_sampler())
    code.line("{binding: 1, visibility: GPUShaderStage.COMPUTE, sampler: {type: '" + kind + "'}},");
  code.line("{binding: 2, visibility: GPUShaderStage.COMPUTE, buffer: {type: 'storage'}},");
  code.close("]});");
  code.open("const group = device.createBindGroup({layout, entries: [");
  code.line("{binding: 0, resource: texture.createView({dimension: '" + gpu.view_dimension() + "'})},");
  if (gpu.takes_sampler()) code.line("{binding: 1, resource: taker},");
  code.line("{binding: 2, resource: {buffer: result}},");
  code.close("]});");
}

} // namespace texelscope::program
