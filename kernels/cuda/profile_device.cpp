// The profiler on a CUDA device.
#include "kernels/profile/profiler.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "kernels/cuda/device.h"
#include "kernels/cuda/profile_texture.h"
#include "kernels/cuda_support.h"
#include "kernels/nvml.h"
#include "kernels/profile/check.h"
#include "kernels/profile/repeated_texels.h"

namespace texelscope::cuda {

using namespace profile;

namespace {
constexpr int warps_in_block = profile_threads / 32;
constexpr double launch_ms = 8;        // of a warm launch, about
constexpr double telling_ms = 1;       // launches shorter than this do not tell the clock themselves
constexpr int clock_nanoseconds = 100000;

struct DeviceFacts {
  int ordinal = 0, multiprocessors = 0;
  double top_clock_mhz = 0;
  std::size_t l2_bytes = 0;
};

class CudaPrepared : public Prepared {
public:
  CudaPrepared(const Cell& of, WordMask mask, const DeviceFacts& on, int fixed_steps)
      : cell(of), texels_mask(mask), stream(new_stream()), texture(of, mask, stream.get()), arguments(texture.arguments()),
        kernel(texture.kernel()), clock(make_device_memory(sizeof(ProfileClock))) {
    choose_blocks(on);
    sums = make_device_memory(std::size_t(blocks) * profile_threads * sizeof(uint4));
    if (cell.cold) flushed = make_device_memory(flushed_bytes = 2 * on.l2_bytes);
    if (!cell.cold && fixed_steps == 0) calibrate();
    if (!cell.cold && fixed_steps > 0) steps = fixed_steps;
  }

  std::int64_t texels() const override { return extent(steps).texels(); }
  Sample launch(int times) override { return run(steps * times); }

  // Of the first and the last warp in a launch of few steps.
  double largest_error() override {
    const int few = std::min(steps, 4);
    run(few);
    Texture model = texture.shape();
    const RepeatedTexels memory(texels_mask, level_bytes(model));
    std::fill_n(model.level.begin(), model.level_count, memory.data());
    double largest = 0;
    for (const int warp : {0, blocks * warps_in_block - 1}) {
      const auto expected = expected_sums(model, kind_of(cell), arguments.walk, extent(few), warp);
      std::vector<TexelBits> found(32);
      const auto* const from = static_cast<const uint4*>(sums.get()) + 32 * warp;
      TEXELSCOPE_CUDA(cudaMemcpy, found.data(), from, 32 * sizeof(uint4), cudaMemcpyDeviceToHost);
      largest = std::max(largest, profile::largest_error(model.result_type(), expected, found, few * chains));
    }
    return largest;
  }

  void count(CounterReader& reader, Counts& counts) override {
    for (std::size_t group = 0; group < reader.groups().size(); ++group)
      reader.count(group, [this] { start_kernel(steps); }, counts, [this] { flush(); });
  }

  std::int64_t counted() override {
    std::vector<uint4> all(std::size_t(blocks) * profile_threads);
    TEXELSCOPE_CUDA(cudaMemcpy, all.data(), sums.get(), all.size() * sizeof(uint4), cudaMemcpyDeviceToHost);
    const bool floats = texture.shape().result_type() == ResultType::floating;
    double sum = 0;
    for (const uint4& words : all)
      sum += floats ? double(bits_float(words.x)) : double(words.x);
    return std::int64_t(sum);
  }

private:
  static Stream new_stream() {
    Stream made;
    TEXELSCOPE_CUDA(cudaStreamCreate, made.put());
    return made;
  }
  static std::size_t level_bytes(const Texture& t) {
    return std::size_t(t.width) * std::size_t(t.height) * std::size_t(t.depth) * std::size_t(t.format.texel_bytes());
  }

  Extent extent(int of_steps) const { return {blocks * warps_in_block, of_steps, chains}; }

  // As many as run at once; for one pass no more than it takes, but a warp for each plane.
  void choose_blocks(const DeviceFacts& on) {
    int in_one = 0;
    TEXELSCOPE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &in_one, kernel, profile_threads, 0);
    blocks = std::max(in_one, 1) * on.multiprocessors;
    const Walk& walk = arguments.walk;
    const int for_planes = (walk.planes + warps_in_block - 1) / warps_in_block;
    if (!cell.cold) {
      blocks = std::max(blocks, for_planes);
      return;
    }
    const std::int64_t in_block = std::int64_t(warps_in_block) * chains;
    blocks = int(std::clamp<std::int64_t>((tiles_of(walk) + in_block - 1) / in_block, for_planes, blocks));
    const int warps_of_plane = std::max(1, blocks * warps_in_block / walk.planes);
    const std::int64_t in_step = std::int64_t(warps_of_plane) * chains;
    steps = int((std::int64_t(walk.columns) * walk.rows + in_step - 1) / in_step);
  }

  void calibrate() {
    run(4);
    steps = 16;
    lengthen(launch_ms / 8);
    while (halve_blocks()) {
    }
    lengthen(launch_ms);
  }

  // So many steps that a launch takes about so long.
  void lengthen(double wanted_ms) {
    for (double ms = 0; ms < wanted_ms / 2 && steps < 1 << 24;) {
      ms = std::max(run(steps).ms, 1e-3);
      steps = int(std::clamp(double(steps) * wanted_ms / ms, double(steps), double(steps) * 64));
    }
  }

  // Where that is faster: with fewer warps each finds more of its texels in the L1.
  bool halve_blocks() {
    const int all = blocks, all_steps = steps;
    if (blocks % 2 != 0 || blocks / 2 * warps_in_block < arguments.walk.planes || steps > 1 << 23) return false;
    const double before = std::min(run(steps).ms, run(steps).ms);
    blocks /= 2;
    steps *= 2;
    if (std::min(run(steps).ms, run(steps).ms) < 0.98 * before) return true;
    blocks = all;
    steps = all_steps;
    return false;
  }

  void flush() {
    if (flushed) TEXELSCOPE_CUDA(cudaMemsetAsync, flushed.get(), 0, flushed_bytes, stream.get());
  }

  void start_kernel(int of_steps) {
    auto* to = static_cast<uint4*>(sums.get());
    auto* ticks = static_cast<ProfileClock*>(clock.get());
    void* given[] = {&arguments, &of_steps, &to, &ticks};
    TEXELSCOPE_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(kernel), dim3(unsigned(blocks)), dim3(profile_threads),
                    given, 0, stream.get());
  }

  Sample run(int of_steps) {
    flush();
    TEXELSCOPE_CUDA(cudaEventRecord, start.get(), stream.get());
    start_kernel(of_steps);
    TEXELSCOPE_CUDA(cudaEventRecord, end.get(), stream.get());
    TEXELSCOPE_CUDA(cudaEventSynchronize, end.get());
    float ms = 0;
    TEXELSCOPE_CUDA(cudaEventElapsedTime, &ms, start.get(), end.get());
    auto* ticks = static_cast<ProfileClock*>(clock.get());
    if (ms < telling_ms) launch_profile_clock(ticks, clock_nanoseconds, stream.get());
    ProfileClock read;
    TEXELSCOPE_CUDA(cudaMemcpyAsync, &read, ticks, sizeof read, cudaMemcpyDeviceToHost, stream.get());
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
    return {ms, read.nanoseconds > 0 ? double(read.cycles) * 1e3 / double(read.nanoseconds) : 0};
  }

  Cell cell;
  int chains = chains_of(cell.path);
  WordMask texels_mask;
  Stream stream;
  ProfileTexture texture;
  ProfileArguments arguments;
  ProfileKernel kernel;
  DeviceMemory clock, sums, flushed;
  std::size_t flushed_bytes = 0;
  Event start = make_event(true), end = make_event(true);
  int blocks = 1, steps = 1;
};

std::string uuid_words(const cudaUUID_t& uuid) {
  std::string words = "GPU";
  for (std::size_t i = 0; i < sizeof uuid.bytes; ++i)
    words += fmt::format("{}{:02x}", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                         static_cast<unsigned char>(uuid.bytes[i]));
  return words;
}

std::string version_words(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

class CudaProfiler : public Profiler {
public:
  explicit CudaProfiler(int ordinal) : properties(properties_of(ordinal)), nvml(uuid_words(properties.uuid)) {
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
    m.uuid = uuid_words(properties.uuid);
    m.compute_capability = fmt::format("{}.{}", properties.major, properties.minor);
    m.driver = cuda.driver_name;
    m.runtime = version_words(cuda.runtime_version);
    m.multiprocessors = facts.multiprocessors;
    m.memory_bytes = std::int64_t(properties.totalGlobalMem);
    m.l2_bytes = std::int64_t(facts.l2_bytes);
    if (facts.top_clock_mhz > 0) m.top_clock_mhz = facts.top_clock_mhz;
    m.top_memory_clock_mhz = nvml.top_memory_clock_mhz();
    m.condition = condition();
    return m;
  }

  std::optional<Obstacle> obstacle_here(const Cell& cell) const override { return obstacle(cell); }

  void use_counters() override {
    set_thread_cuda_device(facts.ordinal);
    counters = make_counter_reader();
  }

  std::unique_ptr<Prepared> prepare(const Cell& cell, WordMask texels) override {
    set_thread_cuda_device(facts.ordinal);
    try {
      return std::make_unique<CudaPrepared>(cell, texels, facts, fixed_steps);
    } catch (const CudaError& error) {
      if (error.code == cudaErrorMemoryAllocation) throw std::bad_alloc();
      throw;
    }
  }

protected:
  Rule rule() const override { return {.top_clock_mhz = facts.top_clock_mhz}; }
  int multiprocessors() const override { return facts.multiprocessors; }
  Condition condition() override { return nvml.condition(); }

private:
  static cudaDeviceProp properties_of(int ordinal) {
    choose_device({GlBinding::none, false, ordinal});
    cudaDeviceProp found = {};
    TEXELSCOPE_CUDA(cudaGetDeviceProperties, &found, ordinal);
    return found;
  }

  cudaDeviceProp properties;
  Nvml nvml;
  DeviceFacts facts;
};
} // namespace
} // namespace texelscope::cuda

namespace texelscope::profile {

std::unique_ptr<Profiler> make_cuda_profiler(int device) {
  return std::make_unique<cuda::CudaProfiler>(device);
}

} // namespace texelscope::profile
