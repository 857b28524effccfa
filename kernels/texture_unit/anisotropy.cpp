#include "kernels/texture_unit/anisotropy.h"

#include <algorithm>
#include <cmath>

namespace texelscope::unit {

namespace {
using Axis = std::array<int, 2>;

// 256 * 2^(-i / 256), for i from 0 to 256.
int falling(int i) { return int(std::floor(256 * std::exp2(-i / 256.0) + 0.5)); }

Axis scaled(const Axis& axis, int factor) {
  const auto part = [&](int a) { return a < 0 ? -(-a * factor >> 7) : a * factor >> 7; };
  return {part(axis[0]), part(axis[1])};
}

void add_pair(std::vector<Probe>& probes, const Probe& like, const Axis& offset, int share) {
  for (const int sign : {-1, 1}) {
    Probe probe = like;
    probe.share = share;
    probe.offset = {sign * offset[0], sign * offset[1]};
    probes.push_back(probe);
  }
}

// Two probes that part as the ratio grows from 1 to 2.
void add_parting(std::vector<Probe>& probes, Probe like, const Axis& axis, int ratio, int share) {
  const int grown = 256 - falling(ratio);
  const auto part = [&](int a) {
    const int offset = 2 * ((grown * std::abs(a) + 64) >> 7);
    return a < 0 ? -offset : offset;
  };
  like.share_bits = 9;
  add_pair(probes, like, {part(axis[0]), part(axis[1])}, share);
}

// Probes a texel apart, with equal shares but for the outermost, which take what is left of each half.
void add_row(std::vector<Probe>& probes, Probe like, const Axis& axis, int ratio, int share) {
  const int doublings = ratio >> 8;
  like.share_bits = doublings == 1 ? 9 : 10;
  const int half = 1 << (like.share_bits - 1), each = (falling(ratio & 255) << (like.share_bits - 8)) >> doublings;
  for (int k = 0, done = 0, before = 0; done < half; ++k) {
    done = std::min(done + each, half);
    const int until = (done * share + 128) >> 8; // rounded as a running sum
    add_pair(probes, like, {2 * (2 * k + 1) * axis[0], 2 * (2 * k + 1) * axis[1]}, until - before);
    before = until;
  }
}

void add_level(std::vector<Probe>& probes, int level, const Axis& axis, int ratio, int share) {
  Probe like;
  like.level = level;
  like.share = share;
  if (ratio == 0) probes.push_back(like);
  else if (ratio < 256) add_parting(probes, like, axis, ratio, share);
  else add_row(probes, like, axis, ratio, share);
}
} // namespace

// Measured: the finer level is probed in steps of its own size of the footprint, the coarser one by texels.
std::vector<Probe> anisotropic_probes(const Texture& texture, const GradientFootprint& footprint, int lod) {
  std::vector<Probe> probes;
  const int ratio = std::min(footprint.ratio, std::max(0, footprint.log_major));
  if (texture.sampler.mip_filter == FilterMode::point) {
    add_level(probes, std::min((lod + 128) >> 8, texture.level_count - 1), footprint.axis, ratio, 256);
    return probes;
  }
  const int level = lod >> 8, fraction = lod & 255;
  add_level(probes, level, fraction != 0 ? scaled(footprint.axis, falling(256 - fraction)) : footprint.axis, ratio, 256 - fraction);
  if (fraction != 0) add_level(probes, level + 1, footprint.axis, std::max(0, ratio + fraction - 256), fraction);
  return probes;
}

} // namespace texelscope::unit
