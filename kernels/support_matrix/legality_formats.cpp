#include "kernels/support_matrix/legality.h"

namespace texelscope::legality {

// Bits as in cudaCreateChannelDesc<kind>(). The last row contains formats that CUDA does not know.
std::span<const Format> formats() {
  using namespace kind;
  // clang-format off
  static constexpr Format all[] = {
      {"u8x1", unsigned_int, {8}}, {"u8x2", unsigned_int, {8, 8}},
      {"u8x3", unsigned_int, {8, 8, 8}}, {"u8x4", unsigned_int, {8, 8, 8, 8}},
      {"u16x1", unsigned_int, {16}}, {"u16x2", unsigned_int, {16, 16}},
      {"u16x3", unsigned_int, {16, 16, 16}}, {"u16x4", unsigned_int, {16, 16, 16, 16}},
      {"u32x1", unsigned_int, {32}}, {"u32x2", unsigned_int, {32, 32}},
      {"u32x3", unsigned_int, {32, 32, 32}}, {"u32x4", unsigned_int, {32, 32, 32, 32}},
      {"s8x1", signed_int, {8}}, {"s8x2", signed_int, {8, 8}},
      {"s8x3", signed_int, {8, 8, 8}}, {"s8x4", signed_int, {8, 8, 8, 8}},
      {"s16x1", signed_int, {16}}, {"s16x2", signed_int, {16, 16}},
      {"s16x3", signed_int, {16, 16, 16}}, {"s16x4", signed_int, {16, 16, 16, 16}},
      {"s32x1", signed_int, {32}}, {"s32x2", signed_int, {32, 32}},
      {"s32x3", signed_int, {32, 32, 32}}, {"s32x4", signed_int, {32, 32, 32, 32}},
      {"f8x1", floating, {8}}, {"f8x2", floating, {8, 8}},
      {"f8x3", floating, {8, 8, 8}}, {"f8x4", floating, {8, 8, 8, 8}},
      {"f16x1", floating, {16}}, {"f16x2", floating, {16, 16}},
      {"f16x3", floating, {16, 16, 16}}, {"f16x4", floating, {16, 16, 16, 16}},
      {"f32x1", floating, {32}}, {"f32x2", floating, {32, 32}},
      {"f32x3", floating, {32, 32, 32}}, {"f32x4", floating, {32, 32, 32, 32}},
      {"unorm8x1", unorm8x1, {8}}, {"unorm8x2", unorm8x1 + 1, {8, 8}},
      {"unorm8x4", unorm8x1 + 2, {8, 8, 8, 8}},
      {"unorm16x1", unorm16x1, {16}}, {"unorm16x2", unorm16x1 + 1, {16, 16}},
      {"unorm16x4", unorm16x1 + 2, {16, 16, 16, 16}},
      {"snorm8x1", snorm8x1, {8}}, {"snorm8x2", snorm8x1 + 1, {8, 8}},
      {"snorm8x4", snorm8x1 + 2, {8, 8, 8, 8}},
      {"snorm16x1", snorm16x1, {16}}, {"snorm16x2", snorm16x1 + 1, {16, 16}},
      {"snorm16x4", snorm16x1 + 2, {16, 16, 16, 16}},
      {"unorm1010102", unorm1010102, {10, 10, 10, 2}},
      {"bc1", bc1, {8, 8, 8, 8}}, {"bc1_srgb", bc1_srgb, {8, 8, 8, 8}},
      {"bc2", bc2, {8, 8, 8, 8}}, {"bc2_srgb", bc2 + 1, {8, 8, 8, 8}},
      {"bc3", bc3, {8, 8, 8, 8}}, {"bc3_srgb", bc3 + 1, {8, 8, 8, 8}},
      {"bc4", bc4, {8}}, {"bc4_signed", bc4_signed, {8}},
      {"bc5", bc5, {8, 8}}, {"bc5_signed", bc5_signed, {8, 8}},
      {"bc6h", bc6h, {16, 16, 16}}, {"bc6h_signed", bc6h_signed, {16, 16, 16}},
      {"bc7", bc7, {8, 8, 8, 8}}, {"bc7_srgb", bc7_srgb, {8, 8, 8, 8}},
      {"nv12", nv12, {8, 8, 8}},
      {"none", none, {8}}, {"u4x1", unsigned_int, {4}}, {"u64x1", unsigned_int, {64}}, {"u8+u16", unsigned_int, {8, 16}},
  };
  // clang-format on
  return all;
}

} // namespace texelscope::legality
