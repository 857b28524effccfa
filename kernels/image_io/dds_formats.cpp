#include "kernels/image_io/dds_formats.h"

#include <algorithm>
#include <cstdio>

namespace texelscope {

namespace {
using enum ElementKind;
using enum bc::Format;

constexpr DdsFormat blocks(bc::Format format) {
  return {.blocks = format, .element = {}, .normalized = !bc::is_bc6h(format)};
}
constexpr DdsFormat srgb(DdsFormat format) {
  format.srgb = true;
  return format;
}
constexpr DdsFormat premultiplied(DdsFormat format) {
  format.premultiplied = true;
  return format;
}
// Integers that represent numbers from 0 or -1 to 1.
constexpr DdsFormat normalized(ElementKind kind, int bits, int channels) {
  return {.blocks = {}, .element = {kind, bits, channels}};
}
constexpr DdsFormat plain(ElementKind kind, int bits, int channels) {
  return {.blocks = {}, .element = {kind, bits, channels}, .normalized = false};
}

struct Named {
  std::uint32_t number; // a DXGI_FORMAT, or a FourCC
  DdsFormat format;
  bool blue_first = false;
};

constexpr Named dxgi[] = {
    {2, plain(floating, 32, 4)},
    {3, plain(unsigned_int, 32, 4)},
    {4, plain(signed_int, 32, 4)},
    {10, plain(floating, 16, 4)},
    {11, normalized(unsigned_int, 16, 4)},
    {12, plain(unsigned_int, 16, 4)},
    {13, normalized(signed_int, 16, 4)},
    {14, plain(signed_int, 16, 4)},
    {16, plain(floating, 32, 2)},
    {17, plain(unsigned_int, 32, 2)},
    {18, plain(signed_int, 32, 2)},
    {28, normalized(unsigned_int, 8, 4)},
    {29, srgb(normalized(unsigned_int, 8, 4))},
    {30, plain(unsigned_int, 8, 4)},
    {31, normalized(signed_int, 8, 4)},
    {32, plain(signed_int, 8, 4)},
    {34, plain(floating, 16, 2)},
    {35, normalized(unsigned_int, 16, 2)},
    {36, plain(unsigned_int, 16, 2)},
    {37, normalized(signed_int, 16, 2)},
    {38, plain(signed_int, 16, 2)},
    {41, plain(floating, 32, 1)},
    {42, plain(unsigned_int, 32, 1)},
    {43, plain(signed_int, 32, 1)},
    {49, normalized(unsigned_int, 8, 2)},
    {50, plain(unsigned_int, 8, 2)},
    {51, normalized(signed_int, 8, 2)},
    {52, plain(signed_int, 8, 2)},
    {54, plain(floating, 16, 1)},
    {56, normalized(unsigned_int, 16, 1)},
    {57, plain(unsigned_int, 16, 1)},
    {58, normalized(signed_int, 16, 1)},
    {59, plain(signed_int, 16, 1)},
    {61, normalized(unsigned_int, 8, 1)},
    {62, plain(unsigned_int, 8, 1)},
    {63, normalized(signed_int, 8, 1)},
    {64, plain(signed_int, 8, 1)},
    {71, blocks(bc1)},
    {72, srgb(blocks(bc1))},
    {74, blocks(bc2)},
    {75, srgb(blocks(bc2))},
    {77, blocks(bc3)},
    {78, srgb(blocks(bc3))},
    {80, blocks(bc4_unorm)},
    {81, blocks(bc4_snorm)},
    {83, blocks(bc5_unorm)},
    {84, blocks(bc5_snorm)},
    {87, normalized(unsigned_int, 8, 4), true},
    {91, srgb(normalized(unsigned_int, 8, 4)), true},
    {95, blocks(bc6h_unsigned)},
    {96, blocks(bc6h_signed)},
    {98, blocks(bc7)},
    {99, srgb(blocks(bc7))},
};

// The numbers are those of D3DFORMAT.
constexpr Named four_ccs[] = {
    {four_cc("DXT1"), blocks(bc1)},       {four_cc("DXT2"), premultiplied(blocks(bc2))},
    {four_cc("DXT3"), blocks(bc2)},       {four_cc("DXT4"), premultiplied(blocks(bc3))},
    {four_cc("DXT5"), blocks(bc3)},       {four_cc("ATI1"), blocks(bc4_unorm)},
    {four_cc("BC4U"), blocks(bc4_unorm)}, {four_cc("BC4S"), blocks(bc4_snorm)},
    {four_cc("ATI2"), blocks(bc5_unorm)}, {four_cc("BC5U"), blocks(bc5_unorm)},
    {four_cc("BC5S"), blocks(bc5_snorm)}, {36, normalized(unsigned_int, 16, 4)},
    {110, normalized(signed_int, 16, 4)}, {111, plain(floating, 16, 1)},
    {112, plain(floating, 16, 2)},        {113, plain(floating, 16, 4)},
    {114, plain(floating, 32, 1)},        {115, plain(floating, 32, 2)},
    {116, plain(floating, 32, 4)},
};

struct Masked {
  std::uint32_t bits;
  std::array<std::uint32_t, 4> masks;
  DdsFormat format;
  bool blue_first = false;
};
constexpr Masked masked[] = {
    {8, {0xff, 0, 0, 0}, normalized(unsigned_int, 8, 1)},
    {16, {0xffff, 0, 0, 0}, normalized(unsigned_int, 16, 1)},
    {16, {0xff, 0xff00, 0, 0}, normalized(unsigned_int, 8, 2)},
    {32, {0xffff, 0xffff0000, 0, 0}, normalized(unsigned_int, 16, 2)},
    {32, {0xff, 0xff00, 0xff0000, 0xff000000}, normalized(unsigned_int, 8, 4)},
    {32, {0xff0000, 0xff00, 0xff, 0xff000000}, normalized(unsigned_int, 8, 4), true},
};

template <class Table>
std::optional<DdsTexelFormat> find(const Table& table, auto&& wanted) {
  const auto at = std::ranges::find_if(table, wanted);
  if (at == std::end(table)) return std::nullopt;
  return DdsTexelFormat{at->format, at->blue_first};
}
} // namespace

std::optional<DdsTexelFormat> dds_dxgi_format(std::uint32_t number) {
  return find(dxgi, [&](const Named& one) { return one.number == number; });
}

std::optional<DdsTexelFormat> dds_legacy_format(const DdsPixelFormat& pixel) {
  if (pixel.has_four_cc())
    return find(four_ccs, [&](const Named& one) { return one.number == pixel.four_cc; });
  constexpr std::uint32_t alpha_pixels = 1, rgb = 0x40, luminance = 0x20000;
  if (!(pixel.flags & (rgb | luminance))) return std::nullopt;
  std::array<std::uint32_t, 4> masks = pixel.masks;
  if (!(pixel.flags & alpha_pixels)) masks[3] = 0;
  return find(masked, [&](const Masked& one) { return one.bits == pixel.bits && one.masks == masks; });
}

std::string dds_format_text(const DdsPixelFormat& pixel) {
  std::array<char, 96> buffer = {};
  if (!pixel.has_four_cc()) {
    const auto& [red, green, blue, alpha] = pixel.masks;
    std::snprintf(buffer.data(), buffer.size(), "%u bits with masks %x, %x, %x, %x", pixel.bits, red, green,
                  blue, alpha);
    return buffer.data();
  }
  std::string name;
  for (int i = 0; i < 4; ++i)
    name += char(pixel.four_cc >> 8 * i & 255);
  const bool readable = std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
  return readable ? name : "D3DFORMAT " + std::to_string(pixel.four_cc);
}

} // namespace texelscope
