#include "kernels/check/texel_format.h"

#include <algorithm>
#include <array>

#include "kernels/image/block_compression/block_format.h"

namespace texelscope::checking {

namespace {
using Bits = std::array<int, 4>;

constexpr ElementKind plain_kinds[] = {ElementKind::signed_int, ElementKind::unsigned_int,
                                       ElementKind::floating}; // cudaChannelFormatKind 0 to 2

struct SpecialKind {
  int kind; // cudaChannelFormatKind
  Bits bits;
  TexelFormat format;
};

constexpr TexelFormat normalized(ElementKind kind, int bits, int channels) {
  return {{kind, bits, channels}, ChannelKind::normalized};
}
constexpr TexelFormat blocks(ElementKind kind, int bits, int channels, bool is_srgb = false) {
  return {{kind, bits, channels}, ChannelKind::blocks, is_srgb};
}

constexpr auto U = ElementKind::unsigned_int, S = ElementKind::signed_int, F = ElementKind::floating;
constexpr SpecialKind special_kinds[] = {
    {5, {8}, normalized(U, 8, 1)},
    {6, {8, 8}, normalized(U, 8, 2)},
    {7, {8, 8, 8, 8}, normalized(U, 8, 4)},
    {8, {16}, normalized(U, 16, 1)},
    {9, {16, 16}, normalized(U, 16, 2)},
    {10, {16, 16, 16, 16}, normalized(U, 16, 4)},
    {11, {8}, normalized(S, 8, 1)},
    {12, {8, 8}, normalized(S, 8, 2)},
    {13, {8, 8, 8, 8}, normalized(S, 8, 4)},
    {14, {16}, normalized(S, 16, 1)},
    {15, {16, 16}, normalized(S, 16, 2)},
    {16, {16, 16, 16, 16}, normalized(S, 16, 4)},
    {17, {8, 8, 8, 8}, blocks(U, 8, 4)}, // BC1, 2 and 3, each also as sRGB
    {18, {8, 8, 8, 8}, blocks(U, 8, 4, true)},
    {19, {8, 8, 8, 8}, blocks(U, 8, 4)},
    {20, {8, 8, 8, 8}, blocks(U, 8, 4, true)},
    {21, {8, 8, 8, 8}, blocks(U, 8, 4)},
    {22, {8, 8, 8, 8}, blocks(U, 8, 4, true)},
    {23, {8}, blocks(U, 16, 1)}, // BC4 and 5, each unsigned and signed
    {24, {8}, blocks(S, 16, 1)},
    {25, {8, 8}, blocks(U, 16, 2)},
    {26, {8, 8}, blocks(S, 16, 2)},
    {27, {16, 16, 16}, blocks(F, 16, 4)}, // BC6H, unsigned and signed
    {28, {16, 16, 16}, blocks(F, 16, 4)},
    {29, {8, 8, 8, 8}, blocks(U, 8, 4)}, // BC7, also as sRGB
    {30, {8, 8, 8, 8}, blocks(U, 8, 4, true)},
    {31, {10, 10, 10, 2}, {{U, 16, 4}, ChannelKind::packed}},
};

std::optional<TexelFormat> plain_format(ElementKind kind, const Bits& bits) {
  const int smallest = kind == ElementKind::floating ? 16 : 8;
  if (bits[0] < smallest || (bits[0] != 8 && bits[0] != 16 && bits[0] != 32)) return std::nullopt;
  for (const int channels : {1, 2, 4}) {
    Bits equal = {};
    std::fill_n(equal.begin(), channels, bits[0]);
    if (bits == equal) return TexelFormat{{kind, bits[0], channels}};
  }
  return std::nullopt;
}
} // namespace

std::optional<TexelFormat> texel_format(const ChannelRequest& channels) {
  const Bits bits = {channels.x, channels.y, channels.z, channels.w};
  if (channels.kind >= 0 && channels.kind < int(std::size(plain_kinds)))
    return plain_format(plain_kinds[channels.kind], bits);
  const auto* found = std::ranges::find(special_kinds, channels.kind, &SpecialKind::kind);
  if (found == std::end(special_kinds) || found->bits != bits) return std::nullopt;
  return found->format;
}

std::optional<ViewFormat> view_format(int format) {
  // One, two and four channels of each, in the order of cudaResourceViewFormat from 1 on; then the blocks in
  // that of bc::Format.
  constexpr ElementFormat elements[] = {{U, 8, 1},  {S, 8, 1},  {U, 16, 1}, {S, 16, 1},
                                        {U, 32, 1}, {S, 32, 1}, {F, 16, 1}, {F, 32, 1}};
  constexpr int first_block = 1 + 3 * int(std::size(elements));
  if (format < 1 || format >= first_block + bc::format_count) return std::nullopt;
  if (format >= first_block) return ViewFormat{{}, bc::block_bytes(bc::Format(format - first_block))};
  ElementFormat element = elements[(format - 1) / 3];
  element.channels = 1 << ((format - 1) % 3);
  return ViewFormat{element};
}

} // namespace texelscope::checking
