#include "kernels/unit/texture_unit/anisotropy.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace texelscope::unit {

namespace {
using Axis = std::array<int, 2>;

int falling(int i) {
  return falling_powers()[std::size_t(i)];
}

// `scale` is over 64. Measured: rounded down, like all offsets.
Axis scaled(const Axis& axis, int scale) {
  return {axis[0] * scale >> 6, axis[1] * scale >> 6};
}

// A probe at `offset` from the coordinate, which counts half of its unit.
Probe moved(Probe like, const Axis& offset, int share) {
  like.offset = {2 * offset[0], 2 * offset[1]};
  like.share = share;
  return like;
}

// Two probes that move apart as the ratio grows from 1 to 2.
void add_parting(std::vector<Probe>& probes, Probe like, const Axis& axis, int scale, int ratio, int share) {
  const int grown = 256 - falling(ratio);
  const auto part = [&](int a) { return (grown * a + 64) >> 7; };
  const Axis offset = scaled({part(axis[0]), part(axis[1])}, scale);
  like.share_bits = 9;
  probes.push_back(moved(like, {-offset[0], -offset[1]}, share));
  probes.push_back(moved(like, offset, share));
}

// Probes a texel apart, with equal shares except for the outermost, which get the rest of each half.
void add_row(std::vector<Probe>& probes, Probe like, const Axis& axis, int scale, int ratio, int share) {
  const Axis step = scaled(axis, scale);
  const int doublings = ratio >> 8;
  like.share_bits = doublings == 1 ? 9 : 10;
  const int half = 1 << (like.share_bits - 1),
            each = (falling(ratio & 255) << (like.share_bits - 8)) >> doublings;
  std::vector<Probe> before, after; // the coordinate, nearest first
  std::array<int, 2> until = {0, 0};
  for (int k = 0, done = 0; done < half; ++k) {
    done = std::min(done + each, half);
    const std::array<int, 2> sums = {(done * share + 127) >> 8,
                                     (done * share + 128) >> 8}; // rounded as running sums
    const Axis offset = {(2 * k + 1) * step[0], (2 * k + 1) * step[1]};
    before.push_back(moved(like, {-offset[0], -offset[1]}, sums[0] - until[0]));
    after.push_back(moved(like, offset, sums[1] - until[1]));
    until = sums;
  }
  probes.insert(probes.end(), before.rbegin(), before.rend());
  probes.insert(probes.end(), after.begin(), after.end());
}

// `filled`: the number of probes in the first pass that belong to another fetch.
void end_passes(std::span<Probe> level, std::size_t of_pass, std::size_t filled) {
  for (std::size_t i = 0; i < level.size(); ++i)
    level[i].ends_pass = (i + filled + 1) % of_pass == 0 || i + 1 == level.size();
}

// The probes of a fetch, level after level.
class Probes {
public:
  // `second`: whether it is the second of two fetches that share their passes.
  Probes(const Axis& along, int probes_a_pass, bool second)
      : axis(along), of_pass(std::size_t(probes_a_pass)), is_second(second) {}

  // `scale` over 64 stretches the axis.
  void add_level(int level, int scale, int ratio, int share) {
    const std::size_t first = probes.size();
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
    const std::span<Probe> added = std::span(probes).subspan(first);
    end_passes(added, of_pass, is_second ? added.size() % of_pass : 0);
  }

  std::vector<Probe> probes;

private:
  const Axis axis;
  const std::size_t of_pass;
  const bool is_second;
};
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

// Measured: texels of 8 and 16 bytes take twice the time.
int probes_of_pass(const Texture& texture) {
  return texture.format.texel_bytes() > 4 ? 2 : 4;
}

// Measured: the finer level is probed in steps relative to its own footprint, the coarser one by texels.
std::vector<Probe> anisotropic_probes(const Texture& texture, const GradientFootprint& footprint, int lod,
                                      int quad_lane) {
  // Measured: gradients of cubes are fetched for one thread at a time.
  const bool second = !is_cube(texture.dimension) && (quad_lane & (footprint.dx_longer ? 1 : 2)) != 0;
  Probes all(footprint.axis, probes_of_pass(texture), second);
  const int ratio = std::min(footprint.ratio, std::max(0, footprint.log_major));
  if (texture.sampler.mip_filter == FilterMode::point) {
    all.add_level(std::min((lod + 128) >> 8, texture.level_count - 1), 64, ratio, 256);
    return std::move(all.probes);
  }
  const int level = lod >> 8, fraction = lod & 255;
  all.add_level(level, fraction != 0 ? falling(256 - fraction) >> 1 : 64, ratio, 256 - fraction);
  if (fraction != 0) all.add_level(level + 1, 64, std::max(0, ratio + fraction - 256), fraction);
  return std::move(all.probes);
}

} // namespace texelscope::unit
