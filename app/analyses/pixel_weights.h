// Measures the weights of the fetch that WHY explains, beside the frame loop.
#pragma once

#include <chrono>
#include <memory>

#include "kernels/ground/files/latest.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/sources/weight_machines.h"

namespace texelscope {

class PixelWeights {
public:
  // Called once a frame while they are shown. `wait`: waits until they are known.
  void update(const Explanation& explanation, WeighedMachine machine, const BackendInfo& backend, bool wait);
  void forget();
  // Those of the last update's fetch alone; a failure is a sentence.
  const AsyncResult<MachineWeights>& found() const { return found_; }

private:
  // What the weights depend on: not on the texels, nor on the border color.
  struct Request {
    WeighedMachine machine = WeighedMachine::opengl;
    Effective effective;
    FetchKind function = FetchKind::plain;
    FetchAt at;
    bool operator==(const Request& other) const; // NaN is the same as itself
  };
  void start(const Request& requested, const BackendInfo& backend);

  std::shared_ptr<WeightMachines> machines_; // of the one job that runs
  std::chrono::steady_clock::time_point started_;
  AsyncResult<MachineWeights> found_;
  Latest<Request, std::optional<MachineWeights>> latest_; // last: its thread ends before the rest
};

} // namespace texelscope
