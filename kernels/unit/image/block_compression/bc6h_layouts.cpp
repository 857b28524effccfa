#include "kernels/unit/image/block_compression/bc6h_layouts.h"

namespace texelscope::bc {

namespace {
constexpr std::array<Bc6hMode, 14> modes = {{
    {0,
     true,
     2,
     10,
     {5, 5, 5},
     bc6h_layout(
         "g2[4] b2[4] b3[4] r0[9:0] g0[9:0] b0[9:0] r1[4:0] g3[4] g2[3:0] g1[4:0] b3[0] g3[3:0] b1[4:0] "
         "b3[1] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]")},
    {1,
     true,
     2,
     7,
     {6, 6, 6},
     bc6h_layout(
         "g2[5] g3[4] g3[5] r0[6:0] b3[0] b3[1] b2[4] g0[6:0] b2[5] b3[2] g2[4] b0[6:0] b3[3] b3[5] b3[4] "
         "r1[5:0] g2[3:0] g1[5:0] g3[3:0] b1[5:0] b2[3:0] r2[5:0] r3[5:0]")},
    {2,
     true,
     2,
     11,
     {5, 4, 4},
     bc6h_layout(
         "r0[9:0] g0[9:0] b0[9:0] r1[4:0] r0[10] g2[3:0] g1[3:0] g0[10] b3[0] g3[3:0] b1[3:0] b0[10] b3[1] "
         "b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]")},
    {6,
     true,
     2,
     11,
     {4, 5, 4},
     bc6h_layout(
         "r0[9:0] g0[9:0] b0[9:0] r1[3:0] r0[10] g3[4] g2[3:0] g1[4:0] g0[10] g3[3:0] b1[3:0] b0[10] b3[1] "
         "b2[3:0] r2[3:0] b3[0] b3[2] r3[3:0] g2[4] b3[3]")},
    {10,
     true,
     2,
     11,
     {4, 4, 5},
     bc6h_layout(
         "r0[9:0] g0[9:0] b0[9:0] r1[3:0] r0[10] b2[4] g2[3:0] g1[3:0] g0[10] b3[0] g3[3:0] b1[4:0] b0[10] "
         "b2[3:0] r2[3:0] b3[1] b3[2] r3[3:0] b3[4] b3[3]")},
    {14,
     true,
     2,
     9,
     {5, 5, 5},
     bc6h_layout(
         "r0[8:0] b2[4] g0[8:0] g2[4] b0[8:0] b3[4] r1[4:0] g3[4] g2[3:0] g1[4:0] b3[0] g3[3:0] b1[4:0] "
         "b3[1] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]")},
    {18,
     true,
     2,
     8,
     {6, 5, 5},
     bc6h_layout(
         "r0[7:0] g3[4] b2[4] g0[7:0] b3[2] g2[4] b0[7:0] b3[3] b3[4] r1[5:0] g2[3:0] g1[4:0] b3[0] g3[3:0] "
         "b1[4:0] b3[1] b2[3:0] r2[5:0] r3[5:0]")},
    {22,
     true,
     2,
     8,
     {5, 6, 5},
     bc6h_layout(
         "r0[7:0] b3[0] b2[4] g0[7:0] g2[5] g2[4] b0[7:0] g3[5] b3[4] r1[4:0] g3[4] g2[3:0] g1[5:0] g3[3:0] "
         "b1[4:0] b3[1] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]")},
    {26,
     true,
     2,
     8,
     {5, 5, 6},
     bc6h_layout(
         "r0[7:0] b3[1] b2[4] g0[7:0] b2[5] g2[4] b0[7:0] b3[5] b3[4] r1[4:0] g3[4] g2[3:0] g1[4:0] b3[0] "
         "g3[3:0] b1[5:0] b2[3:0] r2[4:0] b3[2] r3[4:0] b3[3]")},
    {30,
     false,
     2,
     6,
     {6, 6, 6},
     bc6h_layout(
         "r0[5:0] g3[4] b3[0] b3[1] b2[4] g0[5:0] g2[5] b2[5] b3[2] g2[4] b0[5:0] g3[5] b3[3] b3[5] b3[4] "
         "r1[5:0] g2[3:0] g1[5:0] g3[3:0] b1[5:0] b2[3:0] r2[5:0] r3[5:0]")},
    {3, false, 1, 10, {10, 10, 10}, bc6h_layout("r0[9:0] g0[9:0] b0[9:0] r1[9:0] g1[9:0] b1[9:0]")},
    {7,
     true,
     1,
     11,
     {9, 9, 9},
     bc6h_layout("r0[9:0] g0[9:0] b0[9:0] r1[8:0] r0[10] g1[8:0] g0[10] b1[8:0] b0[10]")},
    {11,
     true,
     1,
     12,
     {8, 8, 8},
     bc6h_layout("r0[9:0] g0[9:0] b0[9:0] r1[7:0] r0[10:11] g1[7:0] g0[10:11] b1[7:0] b0[10:11]")},
    {15,
     true,
     1,
     16,
     {4, 4, 4},
     bc6h_layout("r0[9:0] g0[9:0] b0[9:0] r1[3:0] r0[10:15] g1[3:0] g0[10:15] b1[3:0] b0[10:15]")},
}};

// Each layout fills the bits between the mode and the partition, or the indices.
consteval bool all_filled() {
  for (const Bc6hMode& mode : modes)
    if (mode.layout.count != (mode.subsets == 1 ? 60u : mode.number < 2 ? 75u : 72u)) return false;
  return true;
}
static_assert(all_filled());
} // namespace

const Bc6hMode* bc6h_mode(int number) {
  for (const Bc6hMode& mode : modes)
    if (mode.number == number) return &mode;
  return nullptr;
}

} // namespace texelscope::bc
