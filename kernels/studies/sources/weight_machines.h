// The machines whose weights are measured for the verb and for the window.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "kernels/machines/gl/gl_weights.h"
#include "kernels/studies/explain/measured_weights.h"

namespace texelscope {

// A sentence that says why that machine cannot be measured with these settings; empty if it can.
std::string no_machine_weights(WeighedMachine machine, const Effective& effective);

// Keeps each machine with its texture, so that a further fetch with the same settings takes a moment. Used by
// one thread at a time, which has no OpenGL context.
class WeightMachines {
public:
  // `cuda_device`: its name. Empty if it was stopped. Throws MachineError.
  std::optional<MachineWeights> measure(WeighedMachine machine, const Effective& effective, FetchKind kind,
                                        const FetchAt& at, const std::string& cuda_device,
                                        const std::stop_token& stop = {});
  // The shares of the levels: see measure_levels().
  std::vector<std::vector<double>> measure_levels(WeighedMachine machine, const Effective& effective,
                                                  std::span<const float> lods,
                                                  const std::stop_token& stop = {});
  GlWeights& opengl();

private:
  // A machine in software or on CUDA, with its settings.
  struct Kept {
    std::unique_ptr<weights::Machine> machine;
    Effective effective;
  };
  weights::Machine& machine_of(WeighedMachine machine, const Effective& effective, FetchKind kind);

  Kept model_, cuda_;
  std::unique_ptr<GlWeights> opengl_;
};

} // namespace texelscope
