// A cell's fetches as arrays for fetch_batch, in the order of its access pattern.
#pragma once

#include <stop_token>
#include <vector>

#include "kernels/reports/profile/cell/access_pattern_of.h"
#include "kernels/unit/batch/batch_fetch.h"

namespace texelscope::cpu {

class ProfileRequests {
public:
  // Makes at least `least` and at most about `most` requests; exactly one pass over the texture if that lies
  // between. Throws profile::Stopped soon after a stop request.
  ProfileRequests(const Texture& texture, FetchKind kind, const profile::AccessPattern& pattern,
                  std::int64_t min_fetches, std::int64_t max_fetches, const std::stop_token& stop);

  BatchRequests from(std::size_t first) const;
  std::size_t count() const { return number; }

private:
  template <class Number>
  void add_all(const profile::AccessPattern& pattern, int steps, const std::stop_token& stop);
  template <class Number>
  void add_step(const profile::AccessPattern& pattern, std::vector<profile::AccessCursor<Number>>& threads);
  void add(const FetchAt& at);

  Dimension dimension;
  FetchKind kind;
  std::size_t number = 0;
  std::vector<float> coordinates, lods, gradients;
  std::vector<int> layers, texels;
};

} // namespace texelscope::cpu
