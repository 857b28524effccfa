// The functions of a build without the CUDA Toolkit; kernels/machines/cuda/ defines them in other builds.
#include "kernels/machines/backend/cuda_support.h"

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/device_batch.h"
#include "kernels/machines/backend/weight_probes.h"
#include "kernels/reports/advise/choice_machine.h"
#include "kernels/reports/cases/device.h"
#include "kernels/reports/coherence/staleness.h"
#include "kernels/reports/coherence/write_lab.h"
#include "kernels/reports/profile/live/live.h"
#include "kernels/reports/profile/live/warp_footprint.h"
#include "kernels/reports/profile/measure/profiler.h"
#include "kernels/reports/profile/report/counters.h"
#include "kernels/reports/support_matrix/legality_probe.h"

namespace texelscope {

std::unique_ptr<Backend> make_cuda_backend(const CudaOptions&) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}

CudaReport cuda_report() {
  CudaReport report;
  report.problem = text(Text::cuda_not_built);
  report.cure = text(Text::cuda_not_built_cure);
  return report;
}

int thread_cuda_device() {
  return 0;
}

void set_thread_cuda_device(int) {}

GlSharingReport gl_sharing_report() {
  GlSharingReport report;
  report.problem = text(Text::cuda_not_built);
  return report;
}

std::unique_ptr<DeviceBatch> make_device_batch(const Texture&) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}

namespace weights {
std::unique_ptr<Machine> make_cuda_machine(const Effective&) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
} // namespace weights

namespace verify {
std::unique_ptr<Device> make_cuda_device(bool) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
} // namespace verify

namespace advise {
std::unique_ptr<ChoiceMachine> make_cuda_choices(const Scene&) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
} // namespace advise

namespace legality {
std::vector<Outcome> probe(std::span<const Configuration>) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
double object_us() {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
} // namespace legality

namespace staleness {
std::unique_ptr<Lab> make_cuda_lab(int, int) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
} // namespace staleness

namespace write_lab {
Comparison compare_write_paths(const ElementFormat&, int, int) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
std::vector<WriteDestination> landings_on_device(const BoundaryTest&) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
FaultReport surface_fault(Fault) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
} // namespace write_lab

namespace profile {
std::unique_ptr<CounterReader> make_counter_reader(const std::vector<Counter>&) {
  throw MachineError(text(Text::counters_not_built));
}
std::vector<CounterGroup> counter_groups(const std::string&) {
  throw MachineError(text(Text::counters_not_built));
}
std::unique_ptr<LiveFetch> make_cuda_live() {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
WarpCounts count_warp(const Session&, const Effective&, const Image&, int, int, const Pixel&) {
  throw MachineError(text(Text::counters_not_built));
}
std::unique_ptr<Profiler> make_cuda_profiler(int) {
  throw MachineError(std::string(text(Text::cuda_not_built)) + " " + text(Text::cuda_not_built_cure));
}
} // namespace profile

} // namespace texelscope
