#include "kernels/machines/cpu_profile/profile_requests.h"

#include <algorithm>
#include <type_traits>

#include "kernels/machines/cpu/in_slices.h"

namespace texelscope::cpu {

using namespace profile;

// Each plane is one block, which visits it region by region.
ProfileRequests::ProfileRequests(const Texture& texture, FetchKind of, const AccessPattern& pattern,
                                 std::int64_t min_fetches, std::int64_t max_fetches,
                                 const std::stop_token& stop)
    : dimension(texture.dimension), kind(of) {
  constexpr std::int64_t in_region = std::int64_t(threads_of_block) * max_chains;
  const std::int64_t wanted = std::clamp(regions_of(pattern) * in_region, min_fetches, max_fetches),
                     in_step = pattern.planes * in_region;
  const int steps = int((wanted + in_step - 1) / in_step);
  number = std::size_t(in_step * steps);
  if (kind == FetchKind::texel)
    add_all<int>(pattern, steps, stop);
  else
    add_all<float>(pattern, steps, stop);
}

template <class Number>
void ProfileRequests::add_all(const AccessPattern& pattern, int steps, const std::stop_token& stop) {
  std::vector<AccessCursor<Number>> threads(threads_of_block);
  for (int block = 0; block < pattern.planes; ++block) {
    for (int thread = 0; thread < threads_of_block; ++thread)
      threads[std::size_t(thread)] = start_access<Number>(pattern, block, thread);
    in_slices(std::size_t(steps), 1, stop, [&](std::size_t, std::size_t) { add_step(pattern, threads); });
  }
}

// Writes a warp's fetches, one chain after the other, then the next warp's.
template <class Number>
void ProfileRequests::add_step(const AccessPattern& pattern,
                               std::vector<profile::AccessCursor<Number>>& threads) {
  for (std::size_t warp = 0; warp < threads.size(); warp += 32)
    for (int chain = 0; chain < max_chains; ++chain)
      for (std::size_t thread = warp; thread < warp + 32; ++thread) {
        if constexpr (std::is_same_v<Number, int>)
          texels.push_back(at_texel(pattern, threads[thread], chain).texel);
        else
          add(at_point(pattern, threads[thread], chain, dimension));
        draw(pattern, threads[thread]);
      }
  for (AccessCursor<Number>& thread : threads)
    advance(pattern, thread);
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
