#include "app/analyses/pixel_weights.h"

#include <cstring>
#include <type_traits>

#include "kernels/machines/backend/cuda_support.h"

namespace texelscope {

namespace {
// A fetch usually takes a moment; one that searches a large texture gives way to another pixel's after this.
constexpr auto patience = std::chrono::milliseconds(300);
} // namespace

bool PixelWeights::Request::operator==(const Request& other) const {
  static_assert(std::is_trivially_copyable_v<FetchAt> && sizeof(FetchAt) % sizeof(float) == 0);
  return machine == other.machine && effective == other.effective && function == other.function &&
         std::memcmp(&at, &other.at, sizeof at) == 0;
}

void PixelWeights::start(const Request& requested, const BackendInfo& backend) {
  if (!machines_) machines_ = std::make_shared<WeightMachines>();
  const int ordinal = backend.kind == BackendKind::cuda ? thread_cuda_device() : 0;
  started_ = std::chrono::steady_clock::now();
  latest_.start(requested, [machines = machines_, requested, device = backend.device, ordinal,
                            cuda = backend.kind == BackendKind::cuda](const std::stop_token& stop) {
    if (cuda) set_thread_cuda_device(ordinal);
    return machines->measure(requested.machine, requested.effective, requested.function, requested.at, device,
                             stop);
  });
}

void PixelWeights::update(const Explanation& e, WeighedMachine machine, const BackendInfo& backend,
                          bool wait) {
  latest_.poll(wait);
  found_ = {};
  if (e.empty) return;
  found_.failure = no_machine_weights(machine, e.effective);
  if (!found_.failure.empty()) return;
  Request requested{machine, e.effective, e.function, e.at};
  requested.effective.sampler.border_color = {};
  if (latest_.wants(requested)) {
    start(requested, backend);
    latest_.poll(wait);
  }
  const bool other = latest_.running() && !(latest_.running() == requested);
  if (other && std::chrono::steady_clock::now() - started_ > patience) latest_.cancel();
  const auto current = latest_.current(requested);
  found_.busy = !current.found && current.failure.empty();
  found_.failure = current.failure;
  if (current.found) found_.found = *current.found;
}

void PixelWeights::forget() {
  latest_.cancel();
  found_ = {};
}

} // namespace texelscope
