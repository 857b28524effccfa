#include <algorithm>

#include "kernels/unit/image/block_compression/bit_reader.h"
#include "kernels/unit/image/block_compression/interpolate.h"
#include "kernels/unit/image/block_compression/parse.h"

namespace texelscope::bc {

namespace {
constexpr std::size_t half_block = 8;

void take_indices(BitReader& bits, Plane& plane) {
  for (std::uint8_t& index : plane.indices)
    index = std::uint8_t(bits.take(plane.index_bits));
}
} // namespace

Plane parse_colors(const std::byte* block, bool may_punch_through) {
  BitReader bits(block, half_block);
  Plane plane{0, 3, Palette::four_colors, 2, {}, {}};
  std::array<int, 2> code = {};
  for (std::size_t e = 0; e < 2; ++e) {
    code[e] = bits.take(16);
    Endpoint& endpoint = plane.endpoints[0][e];
    endpoint.raw = {code[e] >> 11, code[e] >> 5 & 63, code[e] & 31, 0};
    for (std::size_t c = 0; c < 3; ++c)
      endpoint.expanded[c] = widened(endpoint.raw[c], c == 1 ? 6 : 5, 8);
  }
  if (may_punch_through && code[0] <= code[1]) plane.palette = Palette::three_colors;
  take_indices(bits, plane);
  return plane;
}

Plane parse_values(const std::byte* block, int channel, bool is_signed) {
  BitReader bits(block, half_block);
  Plane plane{channel, 1, Palette::eight_values, 3, {}, {}};
  auto& [first, second] = plane.endpoints[0];
  const auto c = std::size_t(channel);
  for (Endpoint* endpoint : {&first, &second}) {
    const int byte = bits.take(8), code = is_signed ? std::int8_t(byte) : byte;
    endpoint->raw[c] = code;
    endpoint->expanded[c] = std::max(code, -127);
  }
  if (first.expanded[c] <= second.expanded[c])
    plane.palette = Palette::six_values; // measured: -128 equals -127
  take_indices(bits, plane);
  return plane;
}

Plane parse_stated(const std::byte* block) {
  BitReader bits(block, half_block);
  Plane plane{3, 1, Palette::stated, 4, {}, {}};
  take_indices(bits, plane);
  return plane;
}

} // namespace texelscope::bc
