// OpenGL's constants in the table of texel formats are those of its header.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/state/session/texel_format.h"

namespace texelscope {
namespace {

struct Expected {
  TexelFormat format;
  GlFormat gl;
};
#define TEXELS(format, internal, layout, type)                                                               \
  {                                                                                                          \
    TexelFormat::format, {                                                                                   \
      {#internal, internal}, {#layout, layout}, {                                                            \
#type, type                                                                                          \
      }                                                                                                      \
    }                                                                                                        \
  }
// clang-format off
constexpr Expected expected[] = {
    TEXELS(u8x1, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE),
    TEXELS(u8x2, GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE),
    TEXELS(u8x4, GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE),
    TEXELS(u16x1, GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT),
    TEXELS(u16x2, GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT),
    TEXELS(u16x4, GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT),
    TEXELS(u32x1, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT),
    TEXELS(u32x2, GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT),
    TEXELS(u32x4, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT),
    TEXELS(s8x1, GL_R8I, GL_RED_INTEGER, GL_BYTE),
    TEXELS(s8x2, GL_RG8I, GL_RG_INTEGER, GL_BYTE),
    TEXELS(s8x4, GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE),
    TEXELS(s16x1, GL_R16I, GL_RED_INTEGER, GL_SHORT),
    TEXELS(s16x2, GL_RG16I, GL_RG_INTEGER, GL_SHORT),
    TEXELS(s16x4, GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT),
    TEXELS(s32x1, GL_R32I, GL_RED_INTEGER, GL_INT),
    TEXELS(s32x2, GL_RG32I, GL_RG_INTEGER, GL_INT),
    TEXELS(s32x4, GL_RGBA32I, GL_RGBA_INTEGER, GL_INT),
    TEXELS(f16x1, GL_R16F, GL_RED, GL_HALF_FLOAT),
    TEXELS(f16x2, GL_RG16F, GL_RG, GL_HALF_FLOAT),
    TEXELS(f16x4, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT),
    TEXELS(f32x1, GL_R32F, GL_RED, GL_FLOAT),
    TEXELS(f32x2, GL_RG32F, GL_RG, GL_FLOAT),
    TEXELS(f32x4, GL_RGBA32F, GL_RGBA, GL_FLOAT),
    TEXELS(unorm8x1, GL_R8, GL_RED, GL_UNSIGNED_BYTE),
    TEXELS(unorm8x2, GL_RG8, GL_RG, GL_UNSIGNED_BYTE),
    TEXELS(unorm8x4, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE),
    TEXELS(unorm16x1, GL_R16, GL_RED, GL_UNSIGNED_SHORT),
    TEXELS(unorm16x2, GL_RG16, GL_RG, GL_UNSIGNED_SHORT),
    TEXELS(unorm16x4, GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT),
    TEXELS(snorm8x1, GL_R8_SNORM, GL_RED, GL_BYTE),
    TEXELS(snorm8x2, GL_RG8_SNORM, GL_RG, GL_BYTE),
    TEXELS(snorm8x4, GL_RGBA8_SNORM, GL_RGBA, GL_BYTE),
    TEXELS(snorm16x1, GL_R16_SNORM, GL_RED, GL_SHORT),
    TEXELS(snorm16x2, GL_RG16_SNORM, GL_RG, GL_SHORT),
    TEXELS(snorm16x4, GL_RGBA16_SNORM, GL_RGBA, GL_SHORT),
    TEXELS(unorm1010102, GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV),
};
// clang-format on
#undef TEXELS

void expect_equal(const GlConstant& constant, const GlConstant& wanted) {
  EXPECT_STREQ(constant.name, wanted.name);
  EXPECT_EQ(constant.value, wanted.value) << wanted.name;
}

TEST(TexelFormatGl, ConstantsAreThoseOfTheHeader) {
  for (const Expected& one : expected) {
    const GlFormat& gl = row_of(one.format).gl;
    expect_equal(gl.internal, one.gl.internal);
    expect_equal(gl.format, one.gl.format);
    expect_equal(gl.type, one.gl.type);
  }
  expect_equal(gl_srgb8x4, {"GL_SRGB8_ALPHA8", GL_SRGB8_ALPHA8});
}

TEST(TexelFormatGl, EveryFormatButBlocksHasOne) {
  for (const TexelFormatRow& row : texel_formats)
    EXPECT_EQ(std::ranges::count(expected, row.format, &Expected::format),
              row.kind == ChannelKind::blocks ? 0 : 1)
        << row.name;
}

} // namespace
} // namespace texelscope
