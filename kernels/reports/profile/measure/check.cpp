#include "kernels/reports/profile/measure/check.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/half.h"

namespace texelscope::profile {

namespace {
void add(TexelBits& sum, const TexelBits& more, ResultType type) {
  for (std::size_t c = 0; c < 4; ++c)
    sum[c] = type == ResultType::floating ? float_bits(bits_float(sum[c]) + bits_float(more[c]))
                                          : sum[c] + more[c];
}

template <class Number>
FetchAt fetch_at(const AccessPattern& pattern, const AccessCursor<Number>& cursor, int chain,
                 Dimension dimension) {
  if constexpr (std::is_same_v<Number, int>)
    return at_texel(pattern, cursor, chain);
  else
    return at_point(pattern, cursor, chain, dimension);
}

template <class Number>
TexelBits thread_sum(const Texture& texture, FetchKind kind, const AccessPattern& pattern, Extent extent,
                     int block, int thread) {
  TexelBits sum = {};
  AccessCursor<Number> cursor = start_access<Number>(pattern, block, thread);
  const ResultType type = texture.result_type();
  for (int step = 0; step < extent.steps; ++step) {
    for (int chain = 0; chain < extent.chains; ++chain) {
      add(sum, fetch(texture, kind, fetch_at(pattern, cursor, chain, texture.dimension)), type);
      draw(pattern, cursor);
    }
    advance(pattern, cursor);
  }
  return sum;
}
} // namespace

std::vector<TexelBits> expected_sums(const Texture& texture, FetchKind kind, const AccessPattern& pattern,
                                     Extent extent, int block, int warp) {
  std::vector<TexelBits> sums;
  for (int thread = 32 * warp; thread < 32 * (warp + 1); ++thread)
    sums.push_back(kind == FetchKind::texel
                       ? thread_sum<int>(texture, kind, pattern, extent, block, thread)
                       : thread_sum<float>(texture, kind, pattern, extent, block, thread));
  return sums;
}

double largest_error(ResultType type, std::span<const TexelBits> expected, std::span<const TexelBits> found,
                     int fetches) {
  double largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (std::size_t c = 0; c < 4; ++c) {
      const std::uint32_t wanted = expected[i][c], got = found[i][c];
      if (wanted == got) continue;
      if (type != ResultType::floating) return 1;
      const double difference = std::abs(double(bits_float(got)) - bits_float(wanted)) / fetches;
      if (!std::isfinite(difference)) return std::numeric_limits<double>::infinity();
      largest = std::max(largest, difference);
    }
  return largest;
}

double tolerance(const BenchmarkCase& cell) {
  constexpr double float_rounding = 0x1p-20, half_rounding = 0x1p-11, code = 1.0 / 65535,
                   many_probes = 0x1p-13;
  if (cell.path == Path::tex) return max_anisotropy(cell.filter) > 4 ? many_probes : 0;
  const bool floats = cell.format.kind == ElementKind::floating;
  if (cell.filter == Filter::point) return floats || cell.format.bits == 32 ? 0 : float_rounding;
  if (floats) return cell.format.bits == 16 ? half_rounding : float_rounding;
  return cell.format.kind == ElementKind::signed_int ? 2 * code : code;
}

} // namespace texelscope::profile
