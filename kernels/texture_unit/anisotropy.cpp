#include "kernels/texture_unit/anisotropy.h"

#include <algorithm>
#include <cmath>

namespace texelscope::unit {

namespace {
using Axis = std::array<int, 2>;

int falling(int i) {
  return falling_powers()[std::size_t(i)];
}

// `scale` over 64. Measured: cut downward, like all offsets.
Axis scaled(const Axis& axis, int scale) {
  return {axis[0] * scale >> 6, axis[1] * scale >> 6};
}

void add_pair(std::vector<Probe>& probes, const Probe& like, const Axis& offset,
              const std::array<int, 2>& shares) {
  for (const int sign : {-1, 1}) {
    Probe probe = like;
    probe.share = shares[sign > 0];
    probe.offset = {2 * sign * offset[0], 2 * sign * offset[1]};
    probes.push_back(probe);
  }
}

// Two probes that part as the ratio grows from 1 to 2.
void add_parting(std::vector<Probe>& probes, Probe like, const Axis& axis, int scale, int ratio, int share) {
  const int grown = 256 - falling(ratio);
  const auto part = [&](int a) { return (grown * a + 64) >> 7; };
  like.share_bits = 9;
  add_pair(probes, like, scaled({part(axis[0]), part(axis[1])}, scale), {share, share});
}

// Probes a texel apart, with equal shares except for the outermost, which take what is left of each half; the
// outermost are summed first (fitted; with three pairs and more floats still differ by a last bit at times).
void add_row(std::vector<Probe>& probes, Probe like, const Axis& axis, int scale, int ratio, int share) {
  const Axis step = scaled(axis, scale);
  const int doublings = ratio >> 8;
  like.share_bits = doublings == 1 ? 9 : 10;
  const int half = 1 << (like.share_bits - 1),
            each = (falling(ratio & 255) << (like.share_bits - 8)) >> doublings;
  const auto first = probes.size();
  std::array<int, 2> before = {0, 0};
  for (int k = 0, done = 0; done < half; ++k) {
    done = std::min(done + each, half);
    const std::array<int, 2> until = {(done * share + 127) >> 8,
                                      (done * share + 128) >> 8}; // rounded as running sums
    add_pair(probes, like, {(2 * k + 1) * step[0], (2 * k + 1) * step[1]},
             {until[0] - before[0], until[1] - before[1]});
    before = until;
  }
  std::reverse(probes.begin() + std::ptrdiff_t(first), probes.end());
}

// `scale` over 64 stretches the axis.
void add_level(std::vector<Probe>& probes, int level, const Axis& axis, int scale, int ratio, int share) {
  Probe like;
  like.level = level;
  like.share = share;
  if ((ratio & 255) == 255) ++ratio; // its share rounds to a half
  if (ratio == 0)
    probes.push_back(like);
  else if (ratio < 256)
    add_parting(probes, like, axis, scale, ratio, share);
  else
    add_row(probes, like, axis, scale, ratio, share);
}
} // namespace

const std::array<int, 257>& falling_powers() {
  static const std::array<int, 257> table = [] {
    std::array<int, 257> made;
    for (int i = 0; i <= 256; ++i)
      made[std::size_t(i)] = int(std::floor(256 * std::exp2(-i / 256.0) + 0.5));
    return made;
  }();
  return table;
}

// Measured: the finer level is probed in steps of its own size of the footprint, the coarser one by texels.
std::vector<Probe> anisotropic_probes(const Texture& texture, const GradientFootprint& footprint, int lod) {
  std::vector<Probe> probes;
  const int ratio = std::min(footprint.ratio, std::max(0, footprint.log_major));
  if (texture.sampler.mip_filter == FilterMode::point) {
    add_level(probes, std::min((lod + 128) >> 8, texture.level_count - 1), footprint.axis, 64, ratio, 256);
    return probes;
  }
  const int level = lod >> 8, fraction = lod & 255;
  add_level(probes, level, footprint.axis, fraction != 0 ? falling(256 - fraction) >> 1 : 64, ratio,
            256 - fraction);
  if (fraction != 0)
    add_level(probes, level + 1, footprint.axis, 64, std::max(0, ratio + fraction - 256), fraction);
  return probes;
}

} // namespace texelscope::unit
