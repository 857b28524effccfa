#include "kernels/unit/image_io/dds_formats.h"

#include <algorithm>
#include <cstdio>

namespace texelscope {

namespace {
using enum TexelFormat;

constexpr DdsFormat srgb(DdsFormat format) {
  format.srgb = true;
  return format;
}
constexpr DdsFormat premultiplied(DdsFormat format) {
  format.premultiplied = true;
  return format;
}
constexpr DdsFormat of(TexelFormat format) {
  const TexelFormatRow& row = row_of(format);
  const bool integers = row.kind != ChannelKind::plain && row.element.kind != ElementKind::floating;
  if (row.kind == ChannelKind::blocks)
    return {.blocks = row.block.format, .element = {}, .normalized = integers, .srgb = row.block.srgb};
  return {.blocks = {}, .element = row.element, .normalized = integers};
}

struct Named {
  std::uint32_t number; // a DXGI_FORMAT, or a FourCC
  DdsFormat format;
  bool blue_first = false;
};

constexpr Named dxgi[] = {
    {2, of(f32x4)},
    {3, of(u32x4)},
    {4, of(s32x4)},
    {10, of(f16x4)},
    {11, of(unorm16x4)},
    {12, of(u16x4)},
    {13, of(snorm16x4)},
    {14, of(s16x4)},
    {16, of(f32x2)},
    {17, of(u32x2)},
    {18, of(s32x2)},
    {28, of(unorm8x4)},
    {29, srgb(of(unorm8x4))},
    {30, of(u8x4)},
    {31, of(snorm8x4)},
    {32, of(s8x4)},
    {34, of(f16x2)},
    {35, of(unorm16x2)},
    {36, of(u16x2)},
    {37, of(snorm16x2)},
    {38, of(s16x2)},
    {41, of(f32x1)},
    {42, of(u32x1)},
    {43, of(s32x1)},
    {49, of(unorm8x2)},
    {50, of(u8x2)},
    {51, of(snorm8x2)},
    {52, of(s8x2)},
    {54, of(f16x1)},
    {56, of(unorm16x1)},
    {57, of(u16x1)},
    {58, of(snorm16x1)},
    {59, of(s16x1)},
    {61, of(unorm8x1)},
    {62, of(u8x1)},
    {63, of(snorm8x1)},
    {64, of(s8x1)},
    {71, of(bc1)},
    {72, of(bc1_srgb)},
    {74, of(bc2)},
    {75, of(bc2_srgb)},
    {77, of(bc3)},
    {78, of(bc3_srgb)},
    {80, of(bc4)},
    {81, of(bc4_signed)},
    {83, of(bc5)},
    {84, of(bc5_signed)},
    {87, of(unorm8x4), true},
    {91, srgb(of(unorm8x4)), true},
    {95, of(bc6h)},
    {96, of(bc6h_signed)},
    {98, of(bc7)},
    {99, of(bc7_srgb)},
};

// The numbers are those of D3DFORMAT.
constexpr Named four_ccs[] = {
    {four_cc("DXT1"), of(bc1)},
    {four_cc("DXT2"), premultiplied(of(bc2))},
    {four_cc("DXT3"), of(bc2)},
    {four_cc("DXT4"), premultiplied(of(bc3))},
    {four_cc("DXT5"), of(bc3)},
    {four_cc("ATI1"), of(bc4)},
    {four_cc("BC4U"), of(bc4)},
    {four_cc("BC4S"), of(bc4_signed)},
    {four_cc("ATI2"), of(bc5)},
    {four_cc("BC5U"), of(bc5)},
    {four_cc("BC5S"), of(bc5_signed)},
    {36, of(unorm16x4)},
    {110, of(snorm16x4)},
    {111, of(f16x1)},
    {112, of(f16x2)},
    {113, of(f16x4)},
    {114, of(f32x1)},
    {115, of(f32x2)},
    {116, of(f32x4)},
};

struct Masked {
  std::uint32_t bits;
  std::array<std::uint32_t, 4> masks;
  DdsFormat format;
  bool blue_first = false;
};
constexpr Masked masked[] = {
    {8, {0xff, 0, 0, 0}, of(unorm8x1)},
    {16, {0xffff, 0, 0, 0}, of(unorm16x1)},
    {16, {0xff, 0xff00, 0, 0}, of(unorm8x2)},
    {32, {0xffff, 0xffff0000, 0, 0}, of(unorm16x2)},
    {32, {0xff, 0xff00, 0xff0000, 0xff000000}, of(unorm8x4)},
    {32, {0xff0000, 0xff00, 0xff, 0xff000000}, of(unorm8x4), true},
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

std::uint32_t dds_dxgi_number(TexelFormat format, bool srgb) {
  DdsFormat wanted = of(format);
  wanted.srgb = srgb;
  return std::ranges::find(dxgi, wanted, &Named::format)->number;
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
