#include "kernels/reports/profile/measure/device_neighbors.h"

#include <algorithm>
#include <utility>

namespace texelscope {

namespace {
constexpr unsigned busy_percent = 10; // above the load of a display that is redrawn on an otherwise idle GPU

bool has(const std::vector<unsigned>& list, unsigned process) {
  return std::ranges::find(list, process) != list.end();
}
} // namespace

DeviceNeighbors::DeviceNeighbors(ProcessQuery query, unsigned own) : query_(std::move(query)), own_(own) {
  if (query_.utilization) utilization_before_ = query_.utilization();
  const auto listed = query_.processes ? query_.processes() : std::nullopt;
  before_ = listed.value_or(std::vector<unsigned>());
  own_is_known_ = has(before_, own_);
}

void DeviceNeighbors::context_is_made() {
  if (own_is_known_) return;
  const auto listed = query_.processes ? query_.processes() : std::nullopt;
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
  const auto listed = query_.processes();
  if (!listed) return by_utilization();
  if (std::ranges::all_of(*listed, [&](unsigned process) { return process == own_; })) return false;
  const auto worked = query_.worked ? query_.worked() : std::nullopt;
  if (!worked) return std::nullopt;
  return std::ranges::any_of(*worked,
                             [&](const ProcessWork& w) { return w.process != own_ && w.percent > 0; });
}

// Low utilization before this program began does not prove that nobody uses the device now.
std::optional<bool> DeviceNeighbors::by_utilization() const {
  if (utilization_before_ && *utilization_before_ >= busy_percent) return true;
  return std::nullopt;
}

} // namespace texelscope
