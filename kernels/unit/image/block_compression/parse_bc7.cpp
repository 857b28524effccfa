// Fields, tables and names: Khronos Data Format Specification, BPTC; Microsoft, "BC7 Format Mode Reference".
#include <bit>

#include "kernels/unit/image/block_compression/bit_reader.h"
#include "kernels/unit/image/block_compression/interpolate.h"
#include "kernels/unit/image/block_compression/parse.h"

namespace texelscope::bc {

namespace {

struct Bc7Mode {
  int subsets, partition_bits, rotation_bits, selection_bits, color_bits, alpha_bits;
  int endpoint_p_bits, shared_p_bits; // one for each endpoint, one for each subset
  int index_bits, second_index_bits;
};
constexpr std::array<Bc7Mode, 8> bc7_modes = {{
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0},
    {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
    {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
    {1, 0, 2, 1, 5, 6, 0, 0, 2, 3},
    {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0},
    {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
}};

using Endpoints = std::array<std::array<Endpoint, 2>, 3>;

void take_endpoints(BitReader& bits, const Bc7Mode& mode, Endpoints& endpoints) {
  const auto subsets = std::size_t(mode.subsets);
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t s = 0; s < subsets; ++s)
      for (Endpoint& endpoint : endpoints[s])
        endpoint.raw[c] = bits.take(c < 3 ? mode.color_bits : mode.alpha_bits);
  for (std::size_t s = 0; s < subsets; ++s) {
    const int shared = bits.take(mode.shared_p_bits);
    for (Endpoint& endpoint : endpoints[s]) {
      if (mode.endpoint_p_bits) endpoint.p_bit = bits.take(1);
      if (mode.shared_p_bits) endpoint.p_bit = shared;
    }
  }
}

void expand(const Bc7Mode& mode, Endpoint& endpoint) {
  for (std::size_t c = 0; c < 4; ++c) {
    const int bits = c < 3 ? mode.color_bits : mode.alpha_bits;
    const bool has_p_bit = endpoint.p_bit >= 0;
    const int code = has_p_bit ? endpoint.raw[c] << 1 | endpoint.p_bit : endpoint.raw[c];
    endpoint.expanded[c] = bits == 0 ? 255 : widened(code, bits + has_p_bit, 8);
  }
}

// Modes 4 and 5 interpolate alpha by separate indices.
void take_planes(BitReader& bits, const Bc7Mode& mode, BlockInfo& info, const Endpoints& endpoints) {
  std::array<Plane, 2> stored = {};
  stored[0].index_bits = mode.index_bits;
  stored[1].index_bits = mode.second_index_bits;
  info.planes = mode.second_index_bits ? 2 : 1;
  for (int p = 0; p < info.planes; ++p)
    take_indices(bits, info, stored[std::size_t(p)]);
  const auto colors = std::size_t(info.index_selection);
  info.plane = {stored[colors], stored[1 - colors]};
  info.plane[0].channels = info.planes == 2 ? 3 : 4;
  info.plane[0].endpoints = endpoints;
  if (info.planes == 1) return;
  info.plane[1].first_channel = 3;
  info.plane[1].channels = 1;
  info.plane[1].endpoints = endpoints;
}

} // namespace

BlockInfo parse_bc7(const std::byte* block) {
  BlockInfo info;
  info.format = Format::bc7;
  const auto first = std::to_integer<std::uint8_t>(block[0]);
  info.reserved = first == 0;
  if (info.reserved) return info;
  info.mode = std::countr_zero(first);
  const Bc7Mode& mode = bc7_modes[std::size_t(info.mode)];
  BitReader bits(block, 16);
  bits.take(info.mode + 1);
  info.subsets = mode.subsets;
  info.partition = bits.take(mode.partition_bits);
  info.rotation = bits.take(mode.rotation_bits);
  info.index_selection = bits.take(mode.selection_bits);
  set_subsets(info);
  Endpoints endpoints = {};
  take_endpoints(bits, mode, endpoints);
  for (std::size_t s = 0; s < std::size_t(mode.subsets); ++s)
    for (Endpoint& endpoint : endpoints[s])
      expand(mode, endpoint);
  take_planes(bits, mode, info, endpoints);
  return info;
}

} // namespace texelscope::bc
