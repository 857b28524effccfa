// Reads captures of ways, and computes what the model and its fast path say of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "kernels/studies/verify/batch_arrays.h"
#include "kernels/unit/texture_unit/quad.h"
#include "tests/captures/packed_file.h"
#include "tests/captures/ways/way_case.h"

namespace ways {

struct WayCapture {
  WayCase setup;
  std::vector<std::uint32_t> requests, results;
};

// Throws std::runtime_error if the file is missing, of another kind or cut short.
inline std::vector<WayCapture> read_ways(const std::filesystem::path& path) {
  const std::string bytes = texelscope::captures::read_packed(path);
  if (bytes.size() < 8 || std::memcmp(bytes.data(), magic, 8) != 0)
    throw std::runtime_error(path.string() + " holds no ways");
  std::vector<WayCapture> captures;
  std::size_t at = 8;
  const auto take = [&](void* to, std::size_t count) {
    if (bytes.size() - at < count) throw std::runtime_error(path.string() + " is cut short");
    std::memcpy(to, bytes.data() + at, count);
    at += count;
  };
  while (at < bytes.size()) {
    WayCapture& c = captures.emplace_back();
    take(&c.setup, sizeof c.setup);
    c.requests.resize(std::size_t(c.setup.count) * std::size_t(c.setup.request_words()));
    c.results.resize(std::size_t(c.setup.count) * 4);
    take(c.requests.data(), c.requests.size() * 4);
    take(c.results.data(), c.results.size() * 4);
  }
  return captures;
}

// The texels of a case, level by level, as the model takes them.
class WayTexels {
public:
  explicit WayTexels(const WayCase& c) {
    for (int level = 0; level < (c.resource == mipmapped ? c.levels : 1); ++level)
      levels_.push_back(level_bytes(c, level));
  }
  const std::byte* level(int level) const { return levels_[std::size_t(level)].data(); }

private:
  static std::vector<std::byte> level_bytes(const WayCase& c, int level) {
    int size[3];
    level_size(c, level, size);
    const std::size_t count = std::size_t(size[0]) * std::size_t(size[1]) * std::size_t(size[2]);
    std::vector<std::uint32_t> words((count * std::size_t(texel_bytes(c)) + 3) / 4);
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = texel_word(c.seed, level, c.kind, c.bits, std::uint32_t(i));
    constexpr std::size_t padding = 64; // for the fast path
    const std::size_t texel = c.stored == packed_kind ? 8 : std::size_t(texel_bytes(c));
    std::vector<std::byte> bytes(count * texel + padding);
    if (c.stored != packed_kind) {
      std::memcpy(bytes.data(), words.data(), count * texel);
      return bytes;
    }
    // Ten bits are widened to 16 by repeating them, two bits likewise.
    for (std::size_t i = 0; i < count; ++i) {
      std::uint16_t wide[4];
      for (int channel = 0; channel < 3; ++channel) {
        const std::uint32_t code = words[i] >> 10 * channel & 1023;
        wide[channel] = std::uint16_t(code << 6 | code >> 4);
      }
      wide[3] = std::uint16_t((words[i] >> 30) * 0x5555);
      std::memcpy(bytes.data() + i * 8, wide, 8);
    }
    return bytes;
  }

  std::vector<std::vector<std::byte>> levels_;
};

inline bool share_texels(const WayCase& a, const WayCase& b) {
  const auto all = [](const WayCase& c) {
    return std::array<std::uint32_t, 10>{
        c.seed, c.width, c.height, c.planes,   c.levels,
        c.dim,  c.kind,  c.bits,   c.channels, std::uint32_t(c.stored << 8 | c.resource)};
  };
  return all(a) == all(b);
}

// The texture of a case as the model has it. The texels must outlive it.
inline texelscope::Texture model_texture(const WayCase& c, const WayTexels& texels) {
  using namespace texelscope;
  Texture texture;
  texture.format = {ElementKind(c.kind), c.bits, c.channels};
  texture.packed = c.stored == packed_kind;
  texture.dimension = Dimension(c.dim);
  texture.storage = c.resource == pitch ? Storage::pitch : Storage::array;
  texture.mipmapped = c.resource == mipmapped;
  texture.one_level = texture.mipmapped && c.levels == 1;
  texture.gather_array = c.gather_flag != 0;
  texture.whole = {int(c.width), int(c.height), int(c.planes)};
  texture.first_level = c.first_level;
  texture.level_count = c.resource == mipmapped ? c.view_levels : 1;
  int size[3];
  level_size(c, c.first_level, size);
  texture.width = size[0];
  texture.height = size[1];
  texture.planes = texture.dimension == Dimension::d3 ? size[2] : int(c.view_planes);
  for (int seen = 0; seen < texture.level_count; ++seen) {
    const int level = seen + c.first_level;
    level_size(c, level, size);
    const std::size_t plane =
        std::size_t(size[0]) * std::size_t(size[1]) * std::size_t(texture.format.texel_bytes());
    texture.level[std::size_t(seen)] = texels.level(level) + plane * c.first_plane;
  }
  Sampler& s = texture.sampler;
  s.normalized_coords = c.normalized;
  for (std::size_t axis = 0; axis < 3; ++axis)
    s.address[axis] = AddressMode(c.address[axis]);
  for (std::size_t channel = 0; channel < 4; ++channel)
    s.border_color[channel] = c.border[channel];
  s.filter = FilterMode(c.filter);
  // The normalized kinds and 10-10-10-2 are read as normalized floats, whatever the descriptor says.
  s.read_mode = c.stored == plain_kind ? ReadMode(c.read_mode) : ReadMode::normalized_float;
  s.srgb = c.srgb;
  s.mip_filter = FilterMode(c.mip_filter);
  s.mip_bias = c.bias, s.mip_min = c.mip_min, s.mip_max = c.mip_max;
  s.max_anisotropy = c.anisotropy;
  s.disable_trilinear_optimization = c.no_trilinear_optimization;
  s.seamless_cube = c.seamless;
  return texture;
}

inline std::vector<texelscope::FetchAt> requests_of(const WayCapture& capture) {
  const WayCase& c = capture.setup;
  std::vector<texelscope::FetchAt> all(c.count);
  const auto f = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t* q = &capture.requests[i * std::size_t(c.request_words())];
    all[i] = {.x = f(q[0]),
              .y = f(q[1]),
              .z = f(q[2]),
              .layer = int(q[3]),
              .lod = f(q[4]),
              .component = c.component};
    if (c.function == grad) all[i].dx = {f(q[5]), f(q[6]), f(q[7])}, all[i].dy = {f(q[8]), f(q[9]), f(q[10])};
  }
  if (c.function == grad) texelscope::unit::set_quad_lanes(all);
  return all;
}

inline std::vector<std::uint32_t> model_results(const texelscope::Texture& texture,
                                                const WayCapture& capture) {
  std::vector<std::uint32_t> results;
  for (const texelscope::FetchAt& at : requests_of(capture)) {
    const texelscope::TexelBits bits = fetch(texture, texelscope::FetchKind(capture.setup.function), at);
    results.insert(results.end(), bits.begin(), bits.end());
  }
  return results;
}

inline std::vector<std::uint32_t> fast_results(const texelscope::Texture& texture,
                                               const WayCapture& capture) {
  const std::vector<texelscope::FetchAt> at = requests_of(capture);
  const texelscope::verify::BatchArrays arrays(texture, at);
  const auto kind = texelscope::FetchKind(capture.setup.function);
  const auto each = std::size_t(batch_component_count(texture, kind)); // the others are 0
  std::vector<std::uint32_t> components(at.size() * each), results(at.size() * 4);
  texelscope::cpu::fetch_batch(texture, kind, arrays.requests, at.size(), components.data(), 1);
  for (std::size_t i = 0; i < at.size(); ++i)
    std::copy_n(&components[i * each], each, &results[i * 4]);
  return results;
}

} // namespace ways
