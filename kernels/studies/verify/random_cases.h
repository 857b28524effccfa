// Random cases and requests over the whole scope, with a preference for edges, ties and special numbers.
#pragma once

#include <span>
#include <vector>

#include "kernels/reports/cases/case.h"

namespace texelscope::verify {

// Returns 32 random bits per call; fast, because requests are drawn by the hundred million.
class Random {
public:
  explicit Random(std::uint32_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
  std::uint32_t operator()() {
    state_ = state_ * 0x5851f42d4c957f2dull + 0x14057b7ef767814full;
    const std::uint64_t mixed = (state_ ^ (state_ >> 32)) * 0xda942042e4dd58b5ull;
    return std::uint32_t(mixed >> 32);
  }

private:
  std::uint64_t state_;
};

// The groups from which cases are drawn, each with its own dimension and operation.
enum class Group : std::uint8_t {
  d1,
  d2,
  d3,
  d1_layered,
  d2_layered,
  cube,
  cube_layered, // tex*() of one level
  lod_1d,
  lod_2d,
  lod_3d,
  lod_1d_layered,
  lod_2d_layered,
  lod_cube,
  lod_cube_layered,
  plain_mips,
  gather,
  pitch,
  texel,
  surface_read,
  surface_write,
  grad,
  anisotropic,
  long_sides // of every kind of texture, from 16385 texels to the longest that CUDA allows; 3-D ones from
             // 2049
};
inline constexpr int group_count = int(Group::long_sides) + 1;
const char* group_name(Group group);
// Cases are drawn in rounds, each with these groups in this order: gradients more often than others.
inline constexpr int round_length = group_count + 6;
Group group_of(std::int64_t number_of_case);

// A case that CUDA accepts. `samples` requests will be made.
Case random_case(Group group, Random& random, int samples);
FetchAt random_request(const Case& c, Random& random);
// Gives some threads of half of the quads the gradients of another thread, so that the texture unit fetches
// them together.
void share_gradients(const Case& c, Random& random, std::span<FetchAt> at);

} // namespace texelscope::verify
