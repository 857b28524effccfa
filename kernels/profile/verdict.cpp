#include "kernels/profile/verdict.h"

#include <algorithm>
#include <cmath>

#include "kernels/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry verdicts[] = {
    {0, "same", Text::profile_same, Text::profile_same_help},
    {1, "faster", Text::profile_faster, Text::profile_faster_help},
    {2, "slower", Text::profile_slower, Text::profile_slower_help},
    {3, "unclear", Text::profile_unclear, Text::profile_unclear_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Verdict>() {
  return verdicts;
}

namespace profile {

std::optional<Judged> judge(const Measured& before, const Measured& after) {
  constexpr double least_noise = 0.01, telling_noise = 0.05;
  if (before.skipped || after.skipped) return std::nullopt;
  Judged judged;
  judged.change = before.texels_per_second / after.texels_per_second - 1;
  judged.noise = std::max(least_noise, before.spread + after.spread);
  if (std::abs(judged.change) > judged.noise)
    judged.verdict = judged.change < 0 ? Verdict::faster : Verdict::slower;
  else if (judged.noise <= telling_noise)
    judged.verdict = Verdict::same;
  return judged;
}

} // namespace profile

} // namespace texelscope
