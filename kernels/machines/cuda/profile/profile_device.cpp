// The profiler on a CUDA device.
#include "kernels/reports/profile/measure/profiler.h"

#include <chrono>
#include <new>

#include <unistd.h>

#include <fmt/format.h>

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/machines/cuda/device/device.h"
#include "kernels/machines/cuda/profile/profile_prepared.h"
#include "kernels/reports/profile/measure/nvml.h"

namespace texelscope::cuda {

using namespace profile;

namespace {
constexpr double launch_ms = 6, brief_launch_ms = 3; // of warm cells

std::string version_text(int number) {
  return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

class CudaProfiler : public Profiler {
public:
  explicit CudaProfiler(int ordinal)
      : properties(properties_of(ordinal)), nvml(uuid_string(properties)),
        neighbors(nvml.process_query(), unsigned(::getpid())) {
    choose_device({GlBinding::none, false, ordinal});
    neighbors.context_is_made();
    facts = {ordinal, properties.multiProcessorCount, 0, std::size_t(properties.l2CacheSize)};
    int khz = 0;
    if (cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, ordinal) != cudaSuccess) cudaGetLastError();
    facts.top_clock_mhz = nvml.top_clock_mhz().value_or(khz * 1e-3);
  }

  Machine machine() override {
    const CudaReport cuda = cuda_report();
    Machine m;
    m.backend = "cuda";
    m.device = properties.name;
    m.uuid = uuid_string(properties);
    m.compute_capability = fmt::format("{}.{}", properties.major, properties.minor);
    m.driver = cuda.driver_name;
    m.runtime = version_text(cuda.runtime_version);
    m.multiprocessors = facts.multiprocessors;
    m.memory_bytes = std::int64_t(properties.totalGlobalMem);
    m.l2_bytes = std::int64_t(facts.l2_bytes);
    if (facts.top_clock_mhz > 0) m.top_clock_mhz = facts.top_clock_mhz;
    m.top_memory_clock_mhz = nvml.top_memory_clock_mhz();
    m.condition = condition();
    return m;
  }

  std::optional<Obstacle> obstacle_here(const BenchmarkCase& cell) const override { return obstacle(cell); }

  void use_counters() override {
    set_thread_cuda_device(facts.ordinal);
    counters = make_counter_reader();
  }

  std::unique_ptr<Prepared> prepare(const BenchmarkCase& cell, WordMask texels) override {
    set_thread_cuda_device(facts.ordinal);
    try {
      return std::make_unique<CudaPrepared>(cell, texels, facts, is_brief ? brief_launch_ms : launch_ms,
                                            fixed_steps);
    } catch (const CudaError& error) {
      if (error.code == cudaErrorMemoryAllocation) throw std::bad_alloc();
      throw;
    }
  }

protected:
  SamplingPolicy policy() const override { return {.top_clock_mhz = facts.top_clock_mhz}; }
  int multiprocessors() const override { return facts.multiprocessors; }
  std::int64_t l2_bytes() const override { return std::int64_t(facts.l2_bytes); }
  Condition condition() override {
    Condition found = nvml.condition();
    found.others = neighbors.work();
    return found;
  }
  // NVML samples five times a second, so it is not queried more often.
  bool others_work() override {
    const auto now = std::chrono::steady_clock::now();
    if (now - requested > std::chrono::milliseconds(20)) {
      requested = now;
      others = neighbors.work().value_or(false);
    }
    return others;
  }

private:
  static cudaDeviceProp properties_of(int ordinal) {
    cudaDeviceProp found = {};
    TEXELSCOPE_CUDA(cudaGetDeviceProperties, &found, ordinal);
    return found;
  }

  cudaDeviceProp properties;
  Nvml nvml;
  DeviceNeighbors neighbors;
  std::chrono::steady_clock::time_point requested = {};
  bool others = false; // at the last query
  DeviceFacts facts;
};
} // namespace
} // namespace texelscope::cuda

namespace texelscope::profile {

std::unique_ptr<Profiler> make_cuda_profiler(int device) {
  return std::make_unique<cuda::CudaProfiler>(device);
}

} // namespace texelscope::profile
