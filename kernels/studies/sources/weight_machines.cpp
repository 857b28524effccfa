#include "kernels/studies/sources/weight_machines.h"

#include "kernels/machines/gl/gl_sampler.h"
#include "kernels/studies/explain/software_machine.h"

namespace texelscope {

namespace {
// The border color is replaced, so that another one makes no difference.
Effective without_border(Effective effective) {
  effective.sampler.border_color = {};
  return effective;
}
} // namespace

std::string no_machine_weights(WeighedMachine machine, const Effective& effective) {
  if (std::string why = no_weights(effective); !why.empty()) return why;
  return machine == WeighedMachine::opengl ? no_gl_fetch(effective) : std::string();
}

GlWeights& WeightMachines::opengl() {
  if (!opengl_) opengl_ = std::make_unique<GlWeights>();
  return *opengl_;
}

weights::Machine& WeightMachines::machine_of(WeighedMachine machine, const Effective& effective,
                                             FetchKind kind) {
  if (machine == WeighedMachine::opengl) {
    opengl().use(weights::probed_texture(effective), kind);
    return opengl();
  }
  Kept& kept = machine == WeighedMachine::cuda ? cuda_ : model_;
  if (!kept.machine || !(kept.effective == effective)) {
    kept.machine.reset(); // its memory is free for the next
    if (machine == WeighedMachine::cuda)
      kept.machine = weights::make_cuda_machine(effective);
    else
      kept.machine = std::make_unique<weights::SoftwareMachine>(weights::probed_texture(effective));
    kept.effective = effective;
  }
  return *kept.machine;
}

std::optional<MachineWeights> WeightMachines::measure(WeighedMachine machine, const Effective& effective,
                                                      FetchKind kind, const FetchAt& at,
                                                      const std::string& cuda_device,
                                                      const std::stop_token& stop) {
  const Effective wanted = without_border(effective);
  weights::Machine& on = machine_of(machine, wanted, kind);
  auto found = measure_weights(weights::probed_texture(wanted), kind, at, on, stop);
  if (!found) return std::nullopt;
  return MachineWeights{machine == WeighedMachine::opengl ? opengl().renderer() : cuda_device,
                        std::move(*found)};
}

std::vector<std::vector<double>> WeightMachines::measure_levels(WeighedMachine machine,
                                                                const Effective& effective,
                                                                std::span<const float> lods,
                                                                const std::stop_token& stop) {
  const Effective wanted = without_border(effective);
  return texelscope::measure_levels(weights::probed_texture(wanted), lods,
                                    machine_of(machine, wanted, FetchKind::lod), stop);
}

} // namespace texelscope
