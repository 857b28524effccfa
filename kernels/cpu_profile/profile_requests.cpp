#include "kernels/cpu_profile/profile_requests.h"

#include <algorithm>
#include <type_traits>

#include "kernels/cpu/in_slices.h"

namespace texelscope::cpu {

using namespace profile;

// One block a plane, which goes over it region by region.
ProfileRequests::ProfileRequests(const Texture& texture, FetchKind of, const AccessPattern& walk,
                                 std::int64_t least, std::int64_t most, const std::stop_token& stop)
    : dimension(texture.dimension), kind(of) {
  constexpr std::int64_t in_region = std::int64_t(threads_of_block) * max_chains;
  const std::int64_t wanted = std::clamp(regions_of(walk) * in_region, least, most),
                     in_step = walk.planes * in_region;
  const int steps = int((wanted + in_step - 1) / in_step);
  number = std::size_t(in_step * steps);
  if (kind == FetchKind::texel)
    add_all<int>(walk, steps, stop);
  else
    add_all<float>(walk, steps, stop);
}

template <class Number>
void ProfileRequests::add_all(const AccessPattern& walk, int steps, const std::stop_token& stop) {
  std::vector<AccessCursor<Number>> threads(threads_of_block);
  for (int block = 0; block < walk.planes; ++block) {
    for (int thread = 0; thread < threads_of_block; ++thread)
      threads[std::size_t(thread)] = start_access<Number>(walk, block, thread);
    in_slices(std::size_t(steps), 1, stop, [&](std::size_t, std::size_t) { add_step(walk, threads); });
  }
}

// A warp's fetches, one chain after the other, and then the next warp's.
template <class Number>
void ProfileRequests::add_step(const AccessPattern& walk,
                               std::vector<profile::AccessCursor<Number>>& threads) {
  for (std::size_t warp = 0; warp < threads.size(); warp += 32)
    for (int chain = 0; chain < max_chains; ++chain)
      for (std::size_t thread = warp; thread < warp + 32; ++thread) {
        if constexpr (std::is_same_v<Number, int>)
          texels.push_back(at_texel(walk, threads[thread], chain).texel);
        else
          add(at_point(walk, threads[thread], chain, dimension));
        draw(walk, threads[thread]);
      }
  for (AccessCursor<Number>& thread : threads)
    go_on(walk, thread);
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
  const auto of = [](const auto& array, std::size_t at) {
    return array.empty() ? nullptr : array.data() + at;
  };
  return {of(coordinates, first * axes),   of(layers, first), of(lods, first),
          of(gradients, 2 * first * axes), of(texels, first), 0};
}

} // namespace texelscope::cpu
