#include "kernels/studies/verify/draw_summary.h"

#include <algorithm>
#include <cmath>

namespace texelscope::verify {

namespace {
struct Counts {
  std::int64_t nan = 0, huge = 0, point = 0, linear = 0;
};

void widen(std::array<std::uint32_t, 2>& range, std::uint32_t value) {
  range = {std::min(range[0], value), std::max(range[1], value)};
}

template <class Test>
bool any_number(const FetchAt& at, bool coordinate, Test test) {
  const bool steps =
      test(at.dx.x) || test(at.dx.y) || test(at.dx.z) || test(at.dy.x) || test(at.dy.y) || test(at.dy.z);
  return steps || (coordinate && (test(at.x) || test(at.y) || test(at.z)));
}

void count(const Case& c, const FetchAt& at, Counts& counts) {
  counts.nan += any_number(at, true, [](float v) { return std::isnan(v); });
  counts.huge += any_number(at, false, [](float v) { return std::fabs(v) >= 0x1p20f; });
  if (Operation(c.operation) != Operation::grad || c.anisotropy < 2) return;
  ++(FilterMode(c.filter) == FilterMode::point ? counts.point : counts.linear);
}
} // namespace

DrawSummary summarize_draw(std::uint32_t seed, int rounds, int samples) {
  DrawSummary summary;
  constexpr std::array<std::uint32_t, 2> none = {~0u, 0};
  summary.ranges.assign(std::size_t(group_count), {none, none, none, none});
  std::array<std::int64_t, std::size_t(group_count)> fetches = {};
  Counts counts;
  for (std::int64_t number = 0; number < std::int64_t(rounds) * round_length; ++number) {
    const Group group = group_of(number);
    Random random(mix(seed, std::uint32_t(number)));
    const Case c = random_case(group, random, samples);
    DrawnRange& range = summary.ranges[std::size_t(group)];
    widen(range.width, c.width);
    widen(range.height, c.height);
    widen(range.depth, c.depth);
    widen(range.levels, c.levels);
    fetches[std::size_t(group)] += samples;
    for (int i = 0; i < samples; ++i)
      count(c, random_request(c, random), counts);
  }
  const double all = double(rounds) * round_length * samples;
  for (int group = 0; group < group_count; ++group)
    summary.shares.push_back({group_name(Group(group)), double(fetches[std::size_t(group)]) / all});
  summary.shares.push_back({"NaN", double(counts.nan) / all});
  summary.shares.push_back({"huge steps", double(counts.huge) / all});
  summary.shares.push_back({"anisotropic, point", double(counts.point) / all});
  summary.shares.push_back({"anisotropic, linear", double(counts.linear) / all});
  return summary;
}

} // namespace texelscope::verify
