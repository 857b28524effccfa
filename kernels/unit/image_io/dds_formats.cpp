#include "kernels/unit/image_io/dds_formats.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string_view>

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
};

constexpr Named dxgi[] = {
    {2, of(f32x4)},           {3, of(u32x4)},      {4, of(s32x4)},       {10, of(f16x4)},
    {11, of(unorm16x4)},      {12, of(u16x4)},     {13, of(snorm16x4)},  {14, of(s16x4)},
    {16, of(f32x2)},          {17, of(u32x2)},     {18, of(s32x2)},      {28, of(unorm8x4)},
    {29, srgb(of(unorm8x4))}, {30, of(u8x4)},      {31, of(snorm8x4)},   {32, of(s8x4)},
    {34, of(f16x2)},          {35, of(unorm16x2)}, {36, of(u16x2)},      {37, of(snorm16x2)},
    {38, of(s16x2)},          {41, of(f32x1)},     {42, of(u32x1)},      {43, of(s32x1)},
    {49, of(unorm8x2)},       {50, of(u8x2)},      {51, of(snorm8x2)},   {52, of(s8x2)},
    {54, of(f16x1)},          {56, of(unorm16x1)}, {57, of(u16x1)},      {58, of(snorm16x1)},
    {59, of(s16x1)},          {61, of(unorm8x1)},  {62, of(u8x1)},       {63, of(snorm8x1)},
    {64, of(s8x1)},           {71, of(bc1)},       {72, of(bc1_srgb)},   {74, of(bc2)},
    {75, of(bc2_srgb)},       {77, of(bc3)},       {78, of(bc3_srgb)},   {80, of(bc4)},
    {81, of(bc4_signed)},     {83, of(bc5)},       {84, of(bc5_signed)}, {95, of(bc6h)},
    {96, of(bc6h_signed)},    {98, of(bc7)},       {99, of(bc7_srgb)},
};

// Of other bits than CUDA's, and typeless ones, which are read as what their bits most often are.
struct Converted {
  std::uint32_t number;
  DdsFormat format;
  TexelLayout layout = {};
  std::string_view name = {}; // empty: nothing to be said of
  bool is_typeless = false;
};

constexpr TexelLayout words_of(int bits, const std::array<std::uint32_t, 4>& masks, TexelFormat becomes) {
  return {TexelLayout::Kind::masks, bits / 8, masks, row_of(becomes).element};
}
constexpr std::array<std::uint32_t, 4> bgra8 = {0xff0000, 0xff00, 0xff, 0xff000000},
                                       bgrx8 = {0xff0000, 0xff00, 0xff, 0},
                                       rgb10a2 = {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000};
constexpr Converted converted[] = {
    {1, of(f32x4), {}, {}, true},
    {6, of(f32x4), three_channels(row_of(f32x4).element), "R32G32B32_FLOAT"},
    {7, of(u32x4), three_channels(row_of(u32x4).element), "R32G32B32_UINT"},
    {8, of(s32x4), three_channels(row_of(s32x4).element), "R32G32B32_SINT"},
    {9, of(f16x4), {}, {}, true},
    {24, of(unorm16x4), words_of(32, rgb10a2, unorm16x4), "R10G10B10A2_UNORM"},
    {25, of(u16x4), {TexelLayout::Kind::integers, 4, rgb10a2, row_of(u16x4).element}, "R10G10B10A2_UINT"},
    {26, of(f16x4), small_floats_layout, "R11G11B10_FLOAT"},
    {27, of(unorm8x4), {}, {}, true},
    {40, of(f32x1)}, // depths
    {55, of(unorm16x1)},
    {65, of(unorm8x4), words_of(8, {0, 0, 0, 0xff}, unorm8x4), "A8_UNORM"},
    {67, of(f16x4), shared_exponent_layout, "R9G9B9E5_SHAREDEXP"},
    {70, of(bc1), {}, {}, true},
    {73, of(bc2), {}, {}, true},
    {76, of(bc3), {}, {}, true},
    {79, of(bc4), {}, {}, true},
    {82, of(bc5), {}, {}, true},
    {85, of(unorm8x4), words_of(16, {0xf800, 0x7e0, 0x1f, 0}, unorm8x4), "B5G6R5_UNORM"},
    {86, of(unorm8x4), words_of(16, {0x7c00, 0x3e0, 0x1f, 0x8000}, unorm8x4), "B5G5R5A1_UNORM"},
    {87, of(unorm8x4), words_of(32, bgra8, unorm8x4)},
    {88, of(unorm8x4), words_of(32, bgrx8, unorm8x4), "B8G8R8X8_UNORM"},
    {90, of(unorm8x4), words_of(32, bgra8, unorm8x4), {}, true},
    {91, srgb(of(unorm8x4)), words_of(32, bgra8, unorm8x4)},
    {92, of(unorm8x4), words_of(32, bgrx8, unorm8x4), "B8G8R8X8_TYPELESS", true},
    {93, srgb(of(unorm8x4)), words_of(32, bgrx8, unorm8x4), "B8G8R8X8_UNORM_SRGB"},
    {94, of(bc6h), {}, {}, true},
    {97, of(bc7), {}, {}, true},
    {115, of(unorm8x4), words_of(16, {0xf00, 0xf0, 0xf, 0xf000}, unorm8x4), "B4G4R4A4_UNORM"},
    {191, of(unorm8x4), words_of(16, {0xf000, 0xf00, 0xf0, 0xf}, unorm8x4), "A4B4G4R4_UNORM"},
};

// Those that are not read.
struct NamedNumber {
  std::uint32_t number;
  std::string_view name;
};
constexpr NamedNumber dxgi_names[] = {
    {0, "UNKNOWN"},
    {5, "R32G32B32_TYPELESS"},
    {15, "R32G32_TYPELESS"},
    {19, "R32G8X24_TYPELESS"},
    {20, "D32_FLOAT_S8X24_UINT"},
    {21, "R32_FLOAT_X8X24_TYPELESS"},
    {22, "X32_TYPELESS_G8X24_UINT"},
    {23, "R10G10B10A2_TYPELESS"},
    {33, "R16G16_TYPELESS"},
    {39, "R32_TYPELESS"},
    {44, "R24G8_TYPELESS"},
    {45, "D24_UNORM_S8_UINT"},
    {46, "R24_UNORM_X8_TYPELESS"},
    {47, "X24_TYPELESS_G8_UINT"},
    {48, "R8G8_TYPELESS"},
    {53, "R16_TYPELESS"},
    {60, "R8_TYPELESS"},
    {66, "R1_UNORM"},
    {68, "R8G8_B8G8_UNORM"},
    {69, "G8R8_G8B8_UNORM"},
    {89, "R10G10B10_XR_BIAS_A2_UNORM"},
    {100, "AYUV"},
    {101, "Y410"},
    {102, "Y416"},
    {103, "NV12"},
    {104, "P010"},
    {105, "P016"},
    {106, "420_OPAQUE"},
    {107, "YUY2"},
    {108, "Y210"},
    {109, "Y216"},
    {110, "NV11"},
    {111, "AI44"},
    {112, "IA44"},
    {113, "P8"},
    {114, "A8P8"},
    {130, "P208"},
    {131, "V208"},
    {132, "V408"},
    {189, "SAMPLER_FEEDBACK_MIN_MIP_OPAQUE"},
    {190, "SAMPLER_FEEDBACK_MIP_REGION_USED_OPAQUE"},
};
// Of D3DFORMAT, in place of a FourCC.
constexpr NamedNumber d3d_names[] = {
    {41, "P8"}, {63, "L6V5U5"}, {67, "A2W10V10U10"}, {117, "CxV8U8"}, {118, "A1"},
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
};
constexpr Masked masked[] = {
    {8, {0xff, 0, 0, 0}, of(unorm8x1)},
    {16, {0xffff, 0, 0, 0}, of(unorm16x1)},
    {16, {0xff, 0xff00, 0, 0}, of(unorm8x2)},
    {32, {0xffff, 0xffff0000, 0, 0}, of(unorm16x2)},
    {32, {0xff, 0xff00, 0xff0000, 0xff000000}, of(unorm8x4)},
};
// Signed channels of bump maps.
constexpr Masked masked_signed[] = {
    {16, {0xff, 0xff00, 0, 0}, of(snorm8x2)},
    {32, {0xff, 0xff00, 0xff0000, 0xff000000}, of(snorm8x4)},
    {32, {0xffff, 0xffff0000, 0, 0}, of(snorm16x2)},
};

constexpr std::uint32_t alpha_pixels = 1, alpha_only = 2, palette = 0x20, rgb = 0x40, yuv = 0x200,
                        luminance = 0x20000, bump = 0x80000; // DdsPixelFormat::flags

template <class Table>
std::optional<DdsTexelFormat> find(const Table& table, auto&& wanted) {
  const auto at = std::ranges::find_if(table, wanted);
  if (at == std::end(table)) return std::nullopt;
  return DdsTexelFormat{.format = at->format};
}

template <std::size_t N>
std::string_view name_in(const NamedNumber (&names)[N], std::uint32_t number) {
  const auto* at = std::ranges::find(names, number, &NamedNumber::number);
  return at == std::end(names) ? std::string_view() : at->name;
}

// Masks without gaps that do not overlap, of channels that 16 bits hold.
bool are_plain(const DdsPixelFormat& pixel, const std::array<std::uint32_t, 4>& masks) {
  if (pixel.bits != 8 && pixel.bits != 16 && pixel.bits != 24 && pixel.bits != 32) return false;
  std::uint32_t all = 0;
  for (const std::uint32_t mask : masks) {
    if (mask == 0) continue;
    if ((all & mask) != 0 || std::popcount(mask) > 16) return false;
    if (!std::has_single_bit(std::uint64_t(mask >> std::countr_zero(mask)) + 1)) return false;
    all |= mask;
  }
  return all != 0 && (pixel.bits == 32 || all >> pixel.bits == 0);
}

std::optional<DdsTexelFormat> any_masks(const DdsPixelFormat& pixel,
                                        const std::array<std::uint32_t, 4>& masks) {
  if (!are_plain(pixel, masks)) return std::nullopt;
  const bool gray = pixel.flags & luminance && masks[1] == 0 && masks[2] == 0;
  const TexelLayout layout = masked_layout(int(pixel.bits), masks, gray);
  const TexelFormatRow* becomes = find_texel_format(layout.becomes, ChannelKind::normalized);
  DdsTexelFormat found = {.format = of(becomes->format), .layout = layout};
  const bool reordered =
      masks[3] != 0 && !layout.is_rounded() && int(pixel.bits) == layout.becomes.texel_bytes() * 8;
  if (!reordered) found.name = masks_name(int(pixel.bits), masks, gray);
  return found;
}
} // namespace

std::optional<DdsTexelFormat> dds_dxgi_format(std::uint32_t number) {
  if (const auto plain = find(dxgi, [&](const Named& one) { return one.number == number; })) return plain;
  const auto* at = std::ranges::find(converted, number, &Converted::number);
  if (at == std::end(converted)) return std::nullopt;
  return DdsTexelFormat{at->format, at->layout, std::string(at->name), at->is_typeless};
}

std::string dds_dxgi_name(std::uint32_t number) {
  constexpr std::uint32_t first_astc = 133;
  constexpr std::string_view astc[] = {"4x4", "5x4",  "5x5",  "6x5",  "6x6",   "8x5",   "8x6",
                                       "8x8", "10x5", "10x6", "10x8", "10x10", "12x10", "12x12"};
  if (number >= first_astc && number < first_astc + 4 * std::size(astc))
    return "ASTC " + std::string(astc[(number - first_astc) / 4]);
  const std::string_view name = name_in(dxgi_names, number);
  return name.empty() ? "DXGI_FORMAT " + std::to_string(number) : std::string(name);
}

std::uint32_t dds_dxgi_number(TexelFormat format, bool srgb) {
  DdsFormat wanted = of(format);
  wanted.srgb = srgb;
  return std::ranges::find(dxgi, wanted, &Named::format)->number;
}

std::optional<DdsTexelFormat> dds_legacy_format(const DdsPixelFormat& pixel) {
  if (pixel.has_four_cc()) {
    auto found = find(four_ccs, [&](const Named& one) { return one.number == pixel.four_cc; });
    if (found && found->format.premultiplied) found->name = dds_format_text(pixel);
    return found;
  }
  const auto is_pixel = [&](const Masked& one) { return one.bits == pixel.bits && one.masks == pixel.masks; };
  if (pixel.flags & bump) return find(masked_signed, is_pixel);
  if (pixel.flags & (palette | yuv) || !(pixel.flags & (rgb | luminance | alpha_only))) return std::nullopt;
  std::array<std::uint32_t, 4> masks = pixel.masks;
  if (!(pixel.flags & (alpha_pixels | alpha_only))) masks[3] = 0;
  if (!(pixel.flags & (rgb | luminance))) masks[0] = masks[1] = masks[2] = 0;
  // One gray channel fills the texel, whatever the masks are.
  const bool one_gray = pixel.flags & luminance && masks[3] == 0 && (pixel.bits == 8 || pixel.bits == 16);
  if (one_gray) masks = {pixel.bits == 8 ? 0xffu : 0xffffu, 0, 0, 0};
  const auto plain =
      find(masked, [&](const Masked& one) { return one.bits == pixel.bits && one.masks == masks; });
  return plain ? plain : any_masks(pixel, masks);
}

std::string dds_format_text(const DdsPixelFormat& pixel) {
  if (!pixel.has_four_cc()) {
    if (pixel.flags & palette) return std::to_string(pixel.bits) + "-bit palette";
    std::array<char, 96> buffer = {};
    const auto& [red, green, blue, alpha] = pixel.masks;
    std::snprintf(buffer.data(), buffer.size(), "%u bits with masks %x, %x, %x, %x", pixel.bits, red, green,
                  blue, alpha);
    return buffer.data();
  }
  std::string name;
  for (int i = 0; i < 4; ++i)
    name += char(pixel.four_cc >> 8 * i & 255);
  if (std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; })) return name;
  const std::string_view known = name_in(d3d_names, pixel.four_cc);
  return known.empty() ? "D3DFORMAT " + std::to_string(pixel.four_cc) : std::string(known);
}

} // namespace texelscope
