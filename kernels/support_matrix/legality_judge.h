// What a few fetches tell about the sampler that really acts: whether it is the one that was requested.
#pragma once

#include <string>
#include <vector>

#include "kernels/support_matrix/legality_texels.h"

namespace texelscope::legality {

inline constexpr float border_color = 0.75490195f; // 0x3f414141: not 0 in any format, as bits or as a number

// Fetches of one texture; their results belong to judge() in the same order.
struct Question {
  FetchKind kind = FetchKind::plain;
  std::vector<FetchAt> at;
};
// The first has all but mip levels in it; the second, of mipmapped arrays alone, what lies between the
// levels.
std::vector<Question> questions(const Configuration& configuration);

// float4 or, where integers are expected, uint4 and int4.
ResultType result_type(const Configuration& configuration);

// "fetch:address=clamp" for every setting that acts as another; empty where all act as requested.
std::vector<std::string> judge(const Configuration& configuration,
                               const std::vector<std::vector<TexelBits>>& results);

} // namespace texelscope::legality
