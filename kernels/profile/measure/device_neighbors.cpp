#include "kernels/profile/measure/device_neighbors.h"

#include <algorithm>
#include <utility>

namespace texelscope {

namespace {
constexpr unsigned busy_percent =
    10; // more than a display that is redrawn takes of a GPU on which nobody computes

bool has(const std::vector<unsigned>& list, unsigned process) {
  return std::ranges::find(list, process) != list.end();
}
} // namespace

DeviceNeighbors::DeviceNeighbors(ProcessTeller teller, unsigned own) : teller_(std::move(teller)), own_(own) {
  if (teller_.utilization) utilization_before_ = teller_.utilization();
  const auto listed = teller_.processes ? teller_.processes() : std::nullopt;
  before_ = listed.value_or(std::vector<unsigned>());
  own_is_known_ = has(before_, own_);
}

void DeviceNeighbors::context_is_made() {
  if (own_is_known_) return;
  const auto listed = teller_.processes ? teller_.processes() : std::nullopt;
  if (!listed) return;
  if (has(*listed, own_)) {
    own_is_known_ = true;
    return;
  }
  std::vector<unsigned> appeared;
  for (const unsigned process : *listed)
    if (!has(before_, process) && !has(appeared, process)) appeared.push_back(process);
  if (appeared.size() != 1) return;
  own_ = appeared.front();
  own_is_known_ = true;
}

std::optional<bool> DeviceNeighbors::work() const {
  if (!own_is_known_) return by_utilization();
  const auto listed = teller_.processes();
  if (!listed) return by_utilization();
  if (std::ranges::all_of(*listed, [&](unsigned process) { return process == own_; })) return false;
  const auto worked = teller_.worked ? teller_.worked() : std::nullopt;
  if (!worked) return std::nullopt;
  return std::ranges::any_of(*worked,
                             [&](const ProcessWork& w) { return w.process != own_ && w.percent > 0; });
}

// Low utilization before this program began does not say that nobody works now.
std::optional<bool> DeviceNeighbors::by_utilization() const {
  if (utilization_before_ && *utilization_before_ >= busy_percent) return true;
  return std::nullopt;
}

} // namespace texelscope
