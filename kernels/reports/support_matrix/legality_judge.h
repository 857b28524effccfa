// Finds from a few fetches which sampler is effective, and whether it is the requested one.
#pragma once

#include <string>
#include <vector>

#include "kernels/reports/support_matrix/legality_texels.h"

namespace texelscope::legality {

inline constexpr float border_color = 0.75490195f; // 0x3f414141: not 0 in any format, as bits or as a number

// The fetches of one texture; judge() takes their results in the same order.
struct Question {
  FetchKind kind = FetchKind::plain;
  std::vector<FetchAt> at;
};
// The first question covers everything except mip levels; the second, for mipmapped arrays only, covers the
// range between the levels.
std::vector<Question> questions(const Configuration& configuration);

// float4 or, if integers are expected, uint4 and int4.
ResultType result_type(const Configuration& configuration);

// "fetch:address=clamp" for every setting with another effective value; empty if all take effect as
// requested.
std::vector<std::string> judge(const Configuration& configuration,
                               const std::vector<std::vector<TexelBits>>& results);

} // namespace texelscope::legality
