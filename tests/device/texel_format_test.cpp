// CUDA's constants in the table of texel formats are those of its headers.
#include <cuda.h>
#include <driver_types.h>
#include <gtest/gtest.h>

#include "kernels/state/session/texel_format.h"

namespace texelscope {
namespace {

struct Expected {
  TexelFormat format;
  ApiConstant runtime, driver;
  ViewConstant view;
};
#define TEXELS(format, kind, driver, view, driver_view)                                                      \
  {                                                                                                          \
    TexelFormat::format, {kind, #kind}, {driver, #driver}, {                                                 \
      view, #view, #driver_view                                                                              \
    }                                                                                                        \
  }
static_assert(int(cudaResViewFormatUnsignedBlockCompressed7) == int(CU_RES_VIEW_FORMAT_UNSIGNED_BC7));
// clang-format off
constexpr Expected expected[] = {
    TEXELS(u8x1, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT8, cudaResViewFormatUnsignedChar1, CU_RES_VIEW_FORMAT_UINT_1X8),
    TEXELS(u8x2, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT8, cudaResViewFormatUnsignedChar2, CU_RES_VIEW_FORMAT_UINT_2X8),
    TEXELS(u8x4, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT8, cudaResViewFormatUnsignedChar4, CU_RES_VIEW_FORMAT_UINT_4X8),
    TEXELS(u16x1, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT16, cudaResViewFormatUnsignedShort1, CU_RES_VIEW_FORMAT_UINT_1X16),
    TEXELS(u16x2, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT16, cudaResViewFormatUnsignedShort2, CU_RES_VIEW_FORMAT_UINT_2X16),
    TEXELS(u16x4, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT16, cudaResViewFormatUnsignedShort4, CU_RES_VIEW_FORMAT_UINT_4X16),
    TEXELS(u32x1, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT32, cudaResViewFormatUnsignedInt1, CU_RES_VIEW_FORMAT_UINT_1X32),
    TEXELS(u32x2, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT32, cudaResViewFormatUnsignedInt2, CU_RES_VIEW_FORMAT_UINT_2X32),
    TEXELS(u32x4, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT32, cudaResViewFormatUnsignedInt4, CU_RES_VIEW_FORMAT_UINT_4X32),
    TEXELS(s8x1, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT8, cudaResViewFormatSignedChar1, CU_RES_VIEW_FORMAT_SINT_1X8),
    TEXELS(s8x2, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT8, cudaResViewFormatSignedChar2, CU_RES_VIEW_FORMAT_SINT_2X8),
    TEXELS(s8x4, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT8, cudaResViewFormatSignedChar4, CU_RES_VIEW_FORMAT_SINT_4X8),
    TEXELS(s16x1, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT16, cudaResViewFormatSignedShort1, CU_RES_VIEW_FORMAT_SINT_1X16),
    TEXELS(s16x2, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT16, cudaResViewFormatSignedShort2, CU_RES_VIEW_FORMAT_SINT_2X16),
    TEXELS(s16x4, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT16, cudaResViewFormatSignedShort4, CU_RES_VIEW_FORMAT_SINT_4X16),
    TEXELS(s32x1, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT32, cudaResViewFormatSignedInt1, CU_RES_VIEW_FORMAT_SINT_1X32),
    TEXELS(s32x2, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT32, cudaResViewFormatSignedInt2, CU_RES_VIEW_FORMAT_SINT_2X32),
    TEXELS(s32x4, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT32, cudaResViewFormatSignedInt4, CU_RES_VIEW_FORMAT_SINT_4X32),
    TEXELS(f16x1, cudaChannelFormatKindFloat, CU_AD_FORMAT_HALF, cudaResViewFormatHalf1, CU_RES_VIEW_FORMAT_FLOAT_1X16),
    TEXELS(f16x2, cudaChannelFormatKindFloat, CU_AD_FORMAT_HALF, cudaResViewFormatHalf2, CU_RES_VIEW_FORMAT_FLOAT_2X16),
    TEXELS(f16x4, cudaChannelFormatKindFloat, CU_AD_FORMAT_HALF, cudaResViewFormatHalf4, CU_RES_VIEW_FORMAT_FLOAT_4X16),
    TEXELS(f32x1, cudaChannelFormatKindFloat, CU_AD_FORMAT_FLOAT, cudaResViewFormatFloat1, CU_RES_VIEW_FORMAT_FLOAT_1X32),
    TEXELS(f32x2, cudaChannelFormatKindFloat, CU_AD_FORMAT_FLOAT, cudaResViewFormatFloat2, CU_RES_VIEW_FORMAT_FLOAT_2X32),
    TEXELS(f32x4, cudaChannelFormatKindFloat, CU_AD_FORMAT_FLOAT, cudaResViewFormatFloat4, CU_RES_VIEW_FORMAT_FLOAT_4X32),
    TEXELS(unorm8x1, cudaChannelFormatKindUnsignedNormalized8X1, CU_AD_FORMAT_UNORM_INT8X1, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(unorm8x2, cudaChannelFormatKindUnsignedNormalized8X2, CU_AD_FORMAT_UNORM_INT8X2, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(unorm8x4, cudaChannelFormatKindUnsignedNormalized8X4, CU_AD_FORMAT_UNORM_INT8X4, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(unorm16x1, cudaChannelFormatKindUnsignedNormalized16X1, CU_AD_FORMAT_UNORM_INT16X1, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(unorm16x2, cudaChannelFormatKindUnsignedNormalized16X2, CU_AD_FORMAT_UNORM_INT16X2, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(unorm16x4, cudaChannelFormatKindUnsignedNormalized16X4, CU_AD_FORMAT_UNORM_INT16X4, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(snorm8x1, cudaChannelFormatKindSignedNormalized8X1, CU_AD_FORMAT_SNORM_INT8X1, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(snorm8x2, cudaChannelFormatKindSignedNormalized8X2, CU_AD_FORMAT_SNORM_INT8X2, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(snorm8x4, cudaChannelFormatKindSignedNormalized8X4, CU_AD_FORMAT_SNORM_INT8X4, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(snorm16x1, cudaChannelFormatKindSignedNormalized16X1, CU_AD_FORMAT_SNORM_INT16X1, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(snorm16x2, cudaChannelFormatKindSignedNormalized16X2, CU_AD_FORMAT_SNORM_INT16X2, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(snorm16x4, cudaChannelFormatKindSignedNormalized16X4, CU_AD_FORMAT_SNORM_INT16X4, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
#if CUDA_VERSION >= 13000 // older headers do not know it
    TEXELS(unorm1010102, cudaChannelFormatKindUnsignedNormalized1010102, CU_AD_FORMAT_UNORM_INT_101010_2, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
#else
    {TexelFormat::unorm1010102, {31, "cudaChannelFormatKindUnsignedNormalized1010102"}, {0x50, "CU_AD_FORMAT_UNORM_INT_101010_2"}, {}},
#endif
    TEXELS(bc1, cudaChannelFormatKindUnsignedBlockCompressed1, CU_AD_FORMAT_BC1_UNORM, cudaResViewFormatUnsignedBlockCompressed1, CU_RES_VIEW_FORMAT_UNSIGNED_BC1),
    TEXELS(bc1_srgb, cudaChannelFormatKindUnsignedBlockCompressed1SRGB, CU_AD_FORMAT_BC1_UNORM_SRGB, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(bc2, cudaChannelFormatKindUnsignedBlockCompressed2, CU_AD_FORMAT_BC2_UNORM, cudaResViewFormatUnsignedBlockCompressed2, CU_RES_VIEW_FORMAT_UNSIGNED_BC2),
    TEXELS(bc2_srgb, cudaChannelFormatKindUnsignedBlockCompressed2SRGB, CU_AD_FORMAT_BC2_UNORM_SRGB, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(bc3, cudaChannelFormatKindUnsignedBlockCompressed3, CU_AD_FORMAT_BC3_UNORM, cudaResViewFormatUnsignedBlockCompressed3, CU_RES_VIEW_FORMAT_UNSIGNED_BC3),
    TEXELS(bc3_srgb, cudaChannelFormatKindUnsignedBlockCompressed3SRGB, CU_AD_FORMAT_BC3_UNORM_SRGB, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
    TEXELS(bc4, cudaChannelFormatKindUnsignedBlockCompressed4, CU_AD_FORMAT_BC4_UNORM, cudaResViewFormatUnsignedBlockCompressed4, CU_RES_VIEW_FORMAT_UNSIGNED_BC4),
    TEXELS(bc4_signed, cudaChannelFormatKindSignedBlockCompressed4, CU_AD_FORMAT_BC4_SNORM, cudaResViewFormatSignedBlockCompressed4, CU_RES_VIEW_FORMAT_SIGNED_BC4),
    TEXELS(bc5, cudaChannelFormatKindUnsignedBlockCompressed5, CU_AD_FORMAT_BC5_UNORM, cudaResViewFormatUnsignedBlockCompressed5, CU_RES_VIEW_FORMAT_UNSIGNED_BC5),
    TEXELS(bc5_signed, cudaChannelFormatKindSignedBlockCompressed5, CU_AD_FORMAT_BC5_SNORM, cudaResViewFormatSignedBlockCompressed5, CU_RES_VIEW_FORMAT_SIGNED_BC5),
    TEXELS(bc6h, cudaChannelFormatKindUnsignedBlockCompressed6H, CU_AD_FORMAT_BC6H_UF16, cudaResViewFormatUnsignedBlockCompressed6H, CU_RES_VIEW_FORMAT_UNSIGNED_BC6H),
    TEXELS(bc6h_signed, cudaChannelFormatKindSignedBlockCompressed6H, CU_AD_FORMAT_BC6H_SF16, cudaResViewFormatSignedBlockCompressed6H, CU_RES_VIEW_FORMAT_SIGNED_BC6H),
    TEXELS(bc7, cudaChannelFormatKindUnsignedBlockCompressed7, CU_AD_FORMAT_BC7_UNORM, cudaResViewFormatUnsignedBlockCompressed7, CU_RES_VIEW_FORMAT_UNSIGNED_BC7),
    TEXELS(bc7_srgb, cudaChannelFormatKindUnsignedBlockCompressed7SRGB, CU_AD_FORMAT_BC7_UNORM_SRGB, cudaResViewFormatNone, CU_RES_VIEW_FORMAT_NONE),
};
// clang-format on
#undef TEXELS

std::string with(std::string_view prefix, std::string_view name) {
  return std::string(prefix) + std::string(name);
}

TEST(TexelFormatCuda, ConstantsAreThoseOfTheHeaders) {
  ASSERT_EQ(std::size(expected), texel_formats.size());
  for (const Expected& one : expected) {
    const TexelFormatRow& row = row_of(one.format);
    EXPECT_EQ(row.runtime.value, one.runtime.value) << row.name;
    EXPECT_EQ(with("cudaChannelFormatKind", row.runtime.name), one.runtime.name);
    EXPECT_EQ(row.driver.value, one.driver.value) << row.name;
    EXPECT_EQ(with("CU_AD_FORMAT_", row.driver.name), one.driver.name);
    EXPECT_EQ(row.view.value, one.view.value) << row.name;
    if (row.kind != ChannelKind::plain) continue;
    EXPECT_EQ(with("cudaResViewFormat", row.view.runtime), one.view.runtime);
    EXPECT_EQ(with("CU_RES_VIEW_FORMAT_", row.view.driver), one.view.driver);
  }
}

} // namespace
} // namespace texelscope
