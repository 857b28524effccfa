#include <algorithm>
#include <cstring>

#include "kernels/studies/verify/batch_arrays.h"
#include "kernels/studies/verify/verify.h"

namespace texelscope::verify {

namespace {
// The result of a surface write: 1 + the first texel that changed, 0 if none did; and the texel's first 32
// bits.
void write_and_look(const Case& c, const Texture& texture, std::byte* texels, const FetchAt& at,
                    std::size_t index, std::uint32_t* components) {
  const auto [width, height, depth] = texture.size_of(0);
  const std::size_t count = std::size_t(width) * std::size_t(height) * std::size_t(depth),
                    bytes = std::size_t(texture.format.texel_bytes());
  const std::vector<std::byte> before(texels, texels + count * bytes);
  surface_write(texture, texels, written_value(c, index), BoundaryMode(c.boundary), at.texel, at.row,
                at.layer);
  components[0] = components[1] = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::memcmp(before.data() + i * bytes, texels + i * bytes, bytes) == 0) continue;
    components[0] = std::uint32_t(i + 1);
    std::memcpy(&components[1], texels + i * bytes, std::min<std::size_t>(4, bytes));
    return;
  }
}
} // namespace

std::vector<std::uint32_t> fast_results(const Case& c, const Texture& texture, std::span<const FetchAt> at) {
  const BatchArrays arrays(texture, at);
  std::vector<std::uint32_t> results(at.size() * result_component_count(c));
  cpu::fetch_batch(texture, FetchKind(c.operation), arrays.requests, at.size(), results.data(), 1);
  return results;
}

std::vector<std::uint32_t> model_results(const Case& c, const Texture& texture, std::span<const FetchAt> at,
                                         std::byte* texels) {
  const std::size_t component_count = result_component_count(c);
  std::vector<std::uint32_t> results(at.size() * component_count);
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::uint32_t* to = results.data() + i * component_count;
    TexelBits bits = {};
    switch (Operation(c.operation)) {
    case Operation::surface_read:
      bits = surface_read(texture, BoundaryMode(c.boundary), at[i].texel, at[i].row, at[i].layer);
      break;
    case Operation::surface_write:
      write_and_look(c, texture, texels, at[i], i, to);
      continue;
    default:
      bits = fetch(texture, FetchKind(c.operation), at[i]);
      break;
    }
    std::memcpy(to, bits.data(), component_count * 4);
  }
  return results;
}

} // namespace texelscope::verify
