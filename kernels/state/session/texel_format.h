// The texels that CUDA samples: a row a format, with what it is and how each API names it. A new format is an
// enumerator and a row; what fetches make of it is in kernels/unit/texture_unit, and what files hold in
// kernels/unit/image_io.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/state/session/spec.h"

namespace texelscope {

namespace bc {
// The formats of blocks of 4 x 4 texels, whichever curve their colors have.
enum class Format : std::uint8_t {
  bc1,
  bc2,
  bc3,
  bc4_unorm,
  bc4_snorm,
  bc5_unorm,
  bc5_snorm,
  bc6h_unsigned,
  bc6h_signed,
  bc7
};
} // namespace bc

// clang-format off
enum class TexelFormat : std::uint8_t {
  u8x1, u8x2, u8x4, u16x1, u16x2, u16x4, u32x1, u32x2, u32x4,
  s8x1, s8x2, s8x4, s16x1, s16x2, s16x4, s32x1, s32x2, s32x4,
  f16x1, f16x2, f16x4, f32x1, f32x2, f32x4,
  unorm8x1, unorm8x2, unorm8x4, unorm16x1, unorm16x2, unorm16x4,
  snorm8x1, snorm8x2, snorm8x4, snorm16x1, snorm16x2, snorm16x4,
  unorm1010102,
  bc1, bc1_srgb, bc2, bc2_srgb, bc3, bc3_srgb, bc4, bc4_signed, bc5, bc5_signed, bc6h, bc6h_signed, bc7, bc7_srgb
};
// clang-format on

// An enumerator of a C header, as a number and by the part of its name that differs.
struct ApiConstant {
  int value = 0;
  std::string_view name = {};
};
struct ViewConstant {
  int value = 0;                              // 0: no view of such texels
  std::string_view runtime = {}, driver = {}; // empty for blocks, which no session views
};
struct GlConstant {
  const char* name = "";
  unsigned value = 0;
};

inline constexpr GlConstant gl_r = {"GL_RED", 0x1903}, gl_rg = {"GL_RG", 0x8227},
                            gl_rgba = {"GL_RGBA", 0x1908}, gl_r_integer = {"GL_RED_INTEGER", 0x8d94},
                            gl_rg_integer = {"GL_RG_INTEGER", 0x8228},
                            gl_rgba_integer = {"GL_RGBA_INTEGER", 0x8d99};
inline constexpr GlConstant gl_unsigned_byte = {"GL_UNSIGNED_BYTE", 0x1401},
                            gl_unsigned_short = {"GL_UNSIGNED_SHORT", 0x1403},
                            gl_unsigned_int = {"GL_UNSIGNED_INT", 0x1405},
                            gl_signed_byte = {"GL_BYTE", 0x1400}, gl_signed_short = {"GL_SHORT", 0x1402},
                            gl_signed_int = {"GL_INT", 0x1404}, gl_half_float = {"GL_HALF_FLOAT", 0x140b},
                            gl_single_float = {"GL_FLOAT", 0x1406},
                            gl_unsigned_int_2_10_10_10_rev = {"GL_UNSIGNED_INT_2_10_10_10_REV", 0x8368};

struct GlFormat {
  GlConstant internal = {}, format = {}, type = {};
};

struct BlockFormat {
  int bytes = 0; // 0: no blocks
  bc::Format format = bc::Format::bc1;
  std::string_view label = {}; // "BC4 snorm"
  bool srgb = false;           // a kind that must be read with sRGB
};

struct TexelFormatRow {
  TexelFormat format;
  std::string_view name; // in files, on the command line and on screen
  // Of a texel; of packed bits and blocks what the texture unit decodes them to, after which a fetch is that
  // of a texture with these elements (measured on an NVIDIA H200, point and linear, sRGB by point).
  ElementFormat element;
  ChannelKind kind;
  std::array<int, 4> bits; // as cudaChannelFormatDesc states them
  ApiConstant runtime;     // cudaChannelFormatKind...
  ApiConstant driver;      // CU_AD_FORMAT_...; of plain texels it says nothing of the channels
  ViewConstant view;       // cudaResViewFormat..., CU_RES_VIEW_FORMAT_...
  GlFormat gl;             // empty of blocks
  std::string_view webgpu; // empty: no format that every device has
  std::string_view numpy;  // of an element, without the byte order
  BlockFormat block = {};

  // Of a texel in memory, or of a block.
  constexpr int bytes() const {
    return block.bytes > 0 ? block.bytes : (bits[0] + bits[1] + bits[2] + bits[3]) / 8;
  }
  constexpr int channels() const { return int(4 - std::ranges::count(bits, 0)); }
};

inline constexpr auto texel_formats = [] {
  using enum TexelFormat;
  using enum ChannelKind;
  constexpr ElementKind U = ElementKind::unsigned_int, S = ElementKind::signed_int, F = ElementKind::floating;
  // clang-format off
  constexpr TexelFormatRow rows[] = {
    {u8x1, "u8x1", {U, 8, 1}, plain, {8}, {1, "Unsigned"}, {0x01, "UNSIGNED_INT8"},
     {0x01, "UnsignedChar1", "UINT_1X8"}, {{"GL_R8UI", 0x8232}, gl_r_integer, gl_unsigned_byte}, "r8uint", "u1"},
    {u8x2, "u8x2", {U, 8, 2}, plain, {8, 8}, {1, "Unsigned"}, {0x01, "UNSIGNED_INT8"},
     {0x02, "UnsignedChar2", "UINT_2X8"}, {{"GL_RG8UI", 0x8238}, gl_rg_integer, gl_unsigned_byte}, "rg8uint", "u1"},
    {u8x4, "u8x4", {U, 8, 4}, plain, {8, 8, 8, 8}, {1, "Unsigned"}, {0x01, "UNSIGNED_INT8"},
     {0x03, "UnsignedChar4", "UINT_4X8"}, {{"GL_RGBA8UI", 0x8d7c}, gl_rgba_integer, gl_unsigned_byte}, "rgba8uint", "u1"},
    {u16x1, "u16x1", {U, 16, 1}, plain, {16}, {1, "Unsigned"}, {0x02, "UNSIGNED_INT16"},
     {0x07, "UnsignedShort1", "UINT_1X16"}, {{"GL_R16UI", 0x8234}, gl_r_integer, gl_unsigned_short}, "r16uint", "u2"},
    {u16x2, "u16x2", {U, 16, 2}, plain, {16, 16}, {1, "Unsigned"}, {0x02, "UNSIGNED_INT16"},
     {0x08, "UnsignedShort2", "UINT_2X16"}, {{"GL_RG16UI", 0x823a}, gl_rg_integer, gl_unsigned_short}, "rg16uint", "u2"},
    {u16x4, "u16x4", {U, 16, 4}, plain, {16, 16, 16, 16}, {1, "Unsigned"}, {0x02, "UNSIGNED_INT16"},
     {0x09, "UnsignedShort4", "UINT_4X16"}, {{"GL_RGBA16UI", 0x8d76}, gl_rgba_integer, gl_unsigned_short}, "rgba16uint", "u2"},
    {u32x1, "u32x1", {U, 32, 1}, plain, {32}, {1, "Unsigned"}, {0x03, "UNSIGNED_INT32"},
     {0x0d, "UnsignedInt1", "UINT_1X32"}, {{"GL_R32UI", 0x8236}, gl_r_integer, gl_unsigned_int}, "r32uint", "u4"},
    {u32x2, "u32x2", {U, 32, 2}, plain, {32, 32}, {1, "Unsigned"}, {0x03, "UNSIGNED_INT32"},
     {0x0e, "UnsignedInt2", "UINT_2X32"}, {{"GL_RG32UI", 0x823c}, gl_rg_integer, gl_unsigned_int}, "rg32uint", "u4"},
    {u32x4, "u32x4", {U, 32, 4}, plain, {32, 32, 32, 32}, {1, "Unsigned"}, {0x03, "UNSIGNED_INT32"},
     {0x0f, "UnsignedInt4", "UINT_4X32"}, {{"GL_RGBA32UI", 0x8d70}, gl_rgba_integer, gl_unsigned_int}, "rgba32uint", "u4"},
    {s8x1, "s8x1", {S, 8, 1}, plain, {8}, {0, "Signed"}, {0x08, "SIGNED_INT8"},
     {0x04, "SignedChar1", "SINT_1X8"}, {{"GL_R8I", 0x8231}, gl_r_integer, gl_signed_byte}, "r8sint", "i1"},
    {s8x2, "s8x2", {S, 8, 2}, plain, {8, 8}, {0, "Signed"}, {0x08, "SIGNED_INT8"},
     {0x05, "SignedChar2", "SINT_2X8"}, {{"GL_RG8I", 0x8237}, gl_rg_integer, gl_signed_byte}, "rg8sint", "i1"},
    {s8x4, "s8x4", {S, 8, 4}, plain, {8, 8, 8, 8}, {0, "Signed"}, {0x08, "SIGNED_INT8"},
     {0x06, "SignedChar4", "SINT_4X8"}, {{"GL_RGBA8I", 0x8d8e}, gl_rgba_integer, gl_signed_byte}, "rgba8sint", "i1"},
    {s16x1, "s16x1", {S, 16, 1}, plain, {16}, {0, "Signed"}, {0x09, "SIGNED_INT16"},
     {0x0a, "SignedShort1", "SINT_1X16"}, {{"GL_R16I", 0x8233}, gl_r_integer, gl_signed_short}, "r16sint", "i2"},
    {s16x2, "s16x2", {S, 16, 2}, plain, {16, 16}, {0, "Signed"}, {0x09, "SIGNED_INT16"},
     {0x0b, "SignedShort2", "SINT_2X16"}, {{"GL_RG16I", 0x8239}, gl_rg_integer, gl_signed_short}, "rg16sint", "i2"},
    {s16x4, "s16x4", {S, 16, 4}, plain, {16, 16, 16, 16}, {0, "Signed"}, {0x09, "SIGNED_INT16"},
     {0x0c, "SignedShort4", "SINT_4X16"}, {{"GL_RGBA16I", 0x8d88}, gl_rgba_integer, gl_signed_short}, "rgba16sint", "i2"},
    {s32x1, "s32x1", {S, 32, 1}, plain, {32}, {0, "Signed"}, {0x0a, "SIGNED_INT32"},
     {0x10, "SignedInt1", "SINT_1X32"}, {{"GL_R32I", 0x8235}, gl_r_integer, gl_signed_int}, "r32sint", "i4"},
    {s32x2, "s32x2", {S, 32, 2}, plain, {32, 32}, {0, "Signed"}, {0x0a, "SIGNED_INT32"},
     {0x11, "SignedInt2", "SINT_2X32"}, {{"GL_RG32I", 0x823b}, gl_rg_integer, gl_signed_int}, "rg32sint", "i4"},
    {s32x4, "s32x4", {S, 32, 4}, plain, {32, 32, 32, 32}, {0, "Signed"}, {0x0a, "SIGNED_INT32"},
     {0x12, "SignedInt4", "SINT_4X32"}, {{"GL_RGBA32I", 0x8d82}, gl_rgba_integer, gl_signed_int}, "rgba32sint", "i4"},
    {f16x1, "f16x1", {F, 16, 1}, plain, {16}, {2, "Float"}, {0x10, "HALF"},
     {0x13, "Half1", "FLOAT_1X16"}, {{"GL_R16F", 0x822d}, gl_r, gl_half_float}, "r16float", "f2"},
    {f16x2, "f16x2", {F, 16, 2}, plain, {16, 16}, {2, "Float"}, {0x10, "HALF"},
     {0x14, "Half2", "FLOAT_2X16"}, {{"GL_RG16F", 0x822f}, gl_rg, gl_half_float}, "rg16float", "f2"},
    {f16x4, "f16x4", {F, 16, 4}, plain, {16, 16, 16, 16}, {2, "Float"}, {0x10, "HALF"},
     {0x15, "Half4", "FLOAT_4X16"}, {{"GL_RGBA16F", 0x881a}, gl_rgba, gl_half_float}, "rgba16float", "f2"},
    {f32x1, "f32x1", {F, 32, 1}, plain, {32}, {2, "Float"}, {0x20, "FLOAT"},
     {0x16, "Float1", "FLOAT_1X32"}, {{"GL_R32F", 0x822e}, gl_r, gl_single_float}, "r32float", "f4"},
    {f32x2, "f32x2", {F, 32, 2}, plain, {32, 32}, {2, "Float"}, {0x20, "FLOAT"},
     {0x17, "Float2", "FLOAT_2X32"}, {{"GL_RG32F", 0x8230}, gl_rg, gl_single_float}, "rg32float", "f4"},
    {f32x4, "f32x4", {F, 32, 4}, plain, {32, 32, 32, 32}, {2, "Float"}, {0x20, "FLOAT"},
     {0x18, "Float4", "FLOAT_4X32"}, {{"GL_RGBA32F", 0x8814}, gl_rgba, gl_single_float}, "rgba32float", "f4"},
    {unorm8x1, "unorm8x1", {U, 8, 1}, normalized, {8}, {5, "UnsignedNormalized8X1"}, {0xc0, "UNORM_INT8X1"},
     {}, {{"GL_R8", 0x8229}, gl_r, gl_unsigned_byte}, "r8unorm", "u1"},
    {unorm8x2, "unorm8x2", {U, 8, 2}, normalized, {8, 8}, {6, "UnsignedNormalized8X2"}, {0xc1, "UNORM_INT8X2"},
     {}, {{"GL_RG8", 0x822b}, gl_rg, gl_unsigned_byte}, "rg8unorm", "u1"},
    {unorm8x4, "unorm8x4", {U, 8, 4}, normalized, {8, 8, 8, 8}, {7, "UnsignedNormalized8X4"}, {0xc2, "UNORM_INT8X4"},
     {}, {{"GL_RGBA8", 0x8058}, gl_rgba, gl_unsigned_byte}, "rgba8unorm", "u1"},
    {unorm16x1, "unorm16x1", {U, 16, 1}, normalized, {16}, {8, "UnsignedNormalized16X1"}, {0xc3, "UNORM_INT16X1"},
     {}, {{"GL_R16", 0x822a}, gl_r, gl_unsigned_short}, "", "u2"},
    {unorm16x2, "unorm16x2", {U, 16, 2}, normalized, {16, 16}, {9, "UnsignedNormalized16X2"}, {0xc4, "UNORM_INT16X2"},
     {}, {{"GL_RG16", 0x822c}, gl_rg, gl_unsigned_short}, "", "u2"},
    {unorm16x4, "unorm16x4", {U, 16, 4}, normalized, {16, 16, 16, 16}, {10, "UnsignedNormalized16X4"}, {0xc5, "UNORM_INT16X4"},
     {}, {{"GL_RGBA16", 0x805b}, gl_rgba, gl_unsigned_short}, "", "u2"},
    {snorm8x1, "snorm8x1", {S, 8, 1}, normalized, {8}, {11, "SignedNormalized8X1"}, {0xc6, "SNORM_INT8X1"},
     {}, {{"GL_R8_SNORM", 0x8f94}, gl_r, gl_signed_byte}, "r8snorm", "i1"},
    {snorm8x2, "snorm8x2", {S, 8, 2}, normalized, {8, 8}, {12, "SignedNormalized8X2"}, {0xc7, "SNORM_INT8X2"},
     {}, {{"GL_RG8_SNORM", 0x8f95}, gl_rg, gl_signed_byte}, "rg8snorm", "i1"},
    {snorm8x4, "snorm8x4", {S, 8, 4}, normalized, {8, 8, 8, 8}, {13, "SignedNormalized8X4"}, {0xc8, "SNORM_INT8X4"},
     {}, {{"GL_RGBA8_SNORM", 0x8f97}, gl_rgba, gl_signed_byte}, "rgba8snorm", "i1"},
    {snorm16x1, "snorm16x1", {S, 16, 1}, normalized, {16}, {14, "SignedNormalized16X1"}, {0xc9, "SNORM_INT16X1"},
     {}, {{"GL_R16_SNORM", 0x8f98}, gl_r, gl_signed_short}, "", "i2"},
    {snorm16x2, "snorm16x2", {S, 16, 2}, normalized, {16, 16}, {15, "SignedNormalized16X2"}, {0xca, "SNORM_INT16X2"},
     {}, {{"GL_RG16_SNORM", 0x8f99}, gl_rg, gl_signed_short}, "", "i2"},
    {snorm16x4, "snorm16x4", {S, 16, 4}, normalized, {16, 16, 16, 16}, {16, "SignedNormalized16X4"}, {0xcb, "SNORM_INT16X4"},
     {}, {{"GL_RGBA16_SNORM", 0x8f9b}, gl_rgba, gl_signed_short}, "", "i2"},
    {unorm1010102, "unorm1010102", {U, 16, 4}, packed, {10, 10, 10, 2}, {31, "UnsignedNormalized1010102"}, {0x50, "UNORM_INT_101010_2"},
     {}, {{"GL_RGB10_A2", 0x8059}, gl_rgba, gl_unsigned_int_2_10_10_10_rev}, "", ""},
    {bc1, "bc1", {U, 8, 4}, blocks, {8, 8, 8, 8}, {17, "UnsignedBlockCompressed1"}, {0x91, "BC1_UNORM"},
     {0x19}, {}, "", "", {8, bc::Format::bc1, "BC1"}},
    {bc1_srgb, "bc1_srgb", {U, 8, 4}, blocks, {8, 8, 8, 8}, {18, "UnsignedBlockCompressed1SRGB"}, {0x92, "BC1_UNORM_SRGB"},
     {}, {}, "", "", {8, bc::Format::bc1, "BC1", true}},
    {bc2, "bc2", {U, 8, 4}, blocks, {8, 8, 8, 8}, {19, "UnsignedBlockCompressed2"}, {0x93, "BC2_UNORM"},
     {0x1a}, {}, "", "", {16, bc::Format::bc2, "BC2"}},
    {bc2_srgb, "bc2_srgb", {U, 8, 4}, blocks, {8, 8, 8, 8}, {20, "UnsignedBlockCompressed2SRGB"}, {0x94, "BC2_UNORM_SRGB"},
     {}, {}, "", "", {16, bc::Format::bc2, "BC2", true}},
    {bc3, "bc3", {U, 8, 4}, blocks, {8, 8, 8, 8}, {21, "UnsignedBlockCompressed3"}, {0x95, "BC3_UNORM"},
     {0x1b}, {}, "", "", {16, bc::Format::bc3, "BC3"}},
    {bc3_srgb, "bc3_srgb", {U, 8, 4}, blocks, {8, 8, 8, 8}, {22, "UnsignedBlockCompressed3SRGB"}, {0x96, "BC3_UNORM_SRGB"},
     {}, {}, "", "", {16, bc::Format::bc3, "BC3", true}},
    {bc4, "bc4", {U, 16, 1}, blocks, {8}, {23, "UnsignedBlockCompressed4"}, {0x97, "BC4_UNORM"},
     {0x1c}, {}, "", "", {8, bc::Format::bc4_unorm, "BC4 unorm"}},
    {bc4_signed, "bc4_signed", {S, 16, 1}, blocks, {8}, {24, "SignedBlockCompressed4"}, {0x98, "BC4_SNORM"},
     {0x1d}, {}, "", "", {8, bc::Format::bc4_snorm, "BC4 snorm"}},
    {bc5, "bc5", {U, 16, 2}, blocks, {8, 8}, {25, "UnsignedBlockCompressed5"}, {0x99, "BC5_UNORM"},
     {0x1e}, {}, "", "", {16, bc::Format::bc5_unorm, "BC5 unorm"}},
    {bc5_signed, "bc5_signed", {S, 16, 2}, blocks, {8, 8}, {26, "SignedBlockCompressed5"}, {0x9a, "BC5_SNORM"},
     {0x1f}, {}, "", "", {16, bc::Format::bc5_snorm, "BC5 snorm"}},
    {bc6h, "bc6h", {F, 16, 4}, blocks, {16, 16, 16}, {27, "UnsignedBlockCompressed6H"}, {0x9b, "BC6H_UF16"},
     {0x20}, {}, "", "", {16, bc::Format::bc6h_unsigned, "BC6H ufloat"}},
    {bc6h_signed, "bc6h_signed", {F, 16, 4}, blocks, {16, 16, 16}, {28, "SignedBlockCompressed6H"}, {0x9c, "BC6H_SF16"},
     {0x21}, {}, "", "", {16, bc::Format::bc6h_signed, "BC6H sfloat"}},
    {bc7, "bc7", {U, 8, 4}, blocks, {8, 8, 8, 8}, {29, "UnsignedBlockCompressed7"}, {0x9d, "BC7_UNORM"},
     {0x22}, {}, "", "", {16, bc::Format::bc7, "BC7"}},
    {bc7_srgb, "bc7_srgb", {U, 8, 4}, blocks, {8, 8, 8, 8}, {30, "UnsignedBlockCompressed7SRGB"}, {0x9e, "BC7_UNORM_SRGB"},
     {}, {}, "", "", {16, bc::Format::bc7, "BC7", true}},
  };
  // clang-format on
  return std::to_array(rows); // the compiler of CUDA 12.4 takes no braces here
}();

constexpr const TexelFormatRow& row_of(TexelFormat format) {
  return texel_formats[std::size_t(format)];
}
static_assert([] {
  for (std::size_t i = 0; i < texel_formats.size(); ++i)
    if (texel_formats[i].format != TexelFormat(i)) return false;
  return true;
}());

// Null: CUDA has no such texels. Blocks are found by their own format.
constexpr const TexelFormatRow* find_texel_format(const ElementFormat& element,
                                                  ChannelKind kind = ChannelKind::plain) {
  if (kind == ChannelKind::blocks) return nullptr;
  const auto* found = std::ranges::find_if(
      texel_formats, [&](const TexelFormatRow& row) { return row.kind == kind && row.element == element; });
  return found == texel_formats.end() ? nullptr : found;
}
// Of a requested texture. Packed bits have one layout, whatever element is requested beside them.
constexpr const TexelFormatRow* texel_format(const TextureSpec& texture) {
  if (texture.channel_kind == ChannelKind::packed) return &row_of(TexelFormat::unorm1010102);
  return find_texel_format(texture.format, texture.channel_kind);
}
// `srgb`: the kind that decodes sRGB, if there is one.
constexpr const TexelFormatRow& texel_format(bc::Format blocks, bool srgb = false) {
  const TexelFormatRow* found = nullptr;
  for (const TexelFormatRow& row : texel_formats)
    if (row.block.bytes > 0 && row.block.format == blocks && (!found || row.block.srgb == srgb)) found = &row;
  return *found;
}

// NumPy's name of an element, without the byte order.
constexpr std::string_view numpy_name(const ElementFormat& element) {
  return find_texel_format({element.kind, element.bits, 1})->numpy;
}

// The format by which APIs without read modes know plain texels: normalized where a fetch makes floats of
// integers.
constexpr const TexelFormatRow* format_as_read(const ElementFormat& element, bool returns_floats) {
  const bool normalized = returns_floats && element.kind != ElementKind::floating;
  return find_texel_format(element, normalized ? ChannelKind::normalized : ChannelKind::plain);
}

// Four unsigned channels of 8 bits that the sampler decodes as sRGB, which are a format of their own there.
inline constexpr GlConstant gl_srgb8x4 = {"GL_SRGB8_ALPHA8", 0x8c43};
inline constexpr std::string_view webgpu_srgb8x4 = "rgba8unorm-srgb";

} // namespace texelscope
