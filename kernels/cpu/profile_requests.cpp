#include "kernels/cpu/profile_requests.h"

#include <algorithm>
#include <type_traits>

namespace texelscope::cpu {

using namespace profile;

// One warp a plane, which goes over it tile by tile.
ProfileRequests::ProfileRequests(const Texture& texture, FetchKind of, const Walk& walk, std::int64_t least,
                                 std::int64_t most)
    : dimension(texture.dimension), kind(of) {
  const std::int64_t wanted = std::clamp(tiles_of(walk) * 32, least, most), in_step = std::int64_t(walk.planes) * 32;
  const int steps = int((wanted + in_step - 1) / in_step);
  number = std::size_t(in_step * steps);
  if (kind == FetchKind::texel)
    add_all<int>(walk, steps);
  else
    add_all<float>(walk, steps);
}

template <class Number>
void ProfileRequests::add_all(const Walk& walk, int steps) {
  for (int warp = 0; warp < walk.planes; ++warp) {
    std::array<Walker<Number>, 32> lanes;
    for (int lane = 0; lane < 32; ++lane)
      lanes[std::size_t(lane)] = start_walk<Number>(walk, warp, walk.planes, lane);
    for (int step = 0; step < steps; ++step)
      for (Walker<Number>& lane : lanes) {
        if constexpr (std::is_same_v<Number, int>)
          texels.push_back(at_texel(walk, lane).texel);
        else
          add(at_point(walk, lane, dimension));
        go_on(walk, lane);
      }
  }
}

void ProfileRequests::add(const FetchAt& at) {
  const auto axes = std::ptrdiff_t(coordinate_count(dimension));
  const auto add_vector = [axes](std::vector<float>& to, std::array<float, 3> vector) {
    to.insert(to.end(), vector.begin(), vector.begin() + axes);
  };
  add_vector(coordinates, {at.x, at.y, at.z});
  if (is_layered(dimension)) layers.push_back(at.layer);
  if (kind == FetchKind::lod) lods.push_back(at.lod);
  if (kind != FetchKind::grad) return;
  add_vector(gradients, {at.dx.x, at.dx.y, at.dx.z});
  add_vector(gradients, {at.dy.x, at.dy.y, at.dy.z});
}

BatchRequests ProfileRequests::from(std::size_t first) const {
  const auto axes = std::size_t(coordinate_count(dimension));
  const auto of = [](const auto& array, std::size_t at) { return array.empty() ? nullptr : array.data() + at; };
  return {of(coordinates, first * axes), of(layers, first), of(lods, first), of(gradients, 2 * first * axes),
          of(texels, first), 0};
}

} // namespace texelscope::cpu
