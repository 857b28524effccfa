#include "kernels/machines/cuda/profile/live_fetch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope::cuda {

using namespace profile;

namespace {
constexpr double live_launch_ms = 2; // target of a warm launch: it does not delay the next frame
constexpr double enough_ms = 1.4;    // a launch of this length is long enough, too
constexpr int waves = 4;             // of blocks in sequence: none waits long for a slower one

int attribute(cudaDeviceAttr which) {
  int device = 0, value = 0;
  TEXELSCOPE_CUDA(cudaGetDevice, &device);
  TEXELSCOPE_CUDA(cudaDeviceGetAttribute, &value, which, device);
  return value;
}

bool is_affine(const FetchView& view) {
  return view.projection == Projection::flat && view.slab == Slab::off && view.type == FetchType::native;
}

int parts(int whole, int part) {
  return (whole + part - 1) / part;
}
} // namespace

CudaLive::CudaLive()
    : multiprocessors(attribute(cudaDevAttrMultiProcessorCount)), l2_bytes(attribute(cudaDevAttrL2CacheSize)),
      counts(make_device_memory(sizeof(LiveCounts))) {
  TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream.put(), cudaStreamNonBlocking);
  for (Slot& slot : ring) {
    slot.start = make_event(true);
    slot.end = make_event(true);
    slot.copied = make_event(false);
    slot.counts = make_pinned(sizeof(LiveCounts));
  }
}

CudaLive::~CudaLive() {
  ignore(cudaStreamSynchronize(stream.get()));
}

// Prepares texels, kernel and room for its sums; what exists already is reused.
void CudaLive::prepare(const LiveScene& scene) {
  const bool fits = store && store->fits(*scene.image, scene.effective, {});
  if (!fits) {
    store.reset(); // before the new one, so that memory need not hold both
    source.reset();
    store = std::make_unique<TextureStore>(*scene.image, scene.effective, Sharing{}, stream.get());
  }
  if (source != scene.image) store->upload(*scene.image, stream.get());
  if (source != scene.image || cold != scene.request.cold) settling = 2;
  source = scene.image;
  cold = scene.request.cold;
  const auto flushed_bytes = 2 * std::size_t(l2_bytes);
  if (cold && !flushed) flushed = make_device_memory(flushed_bytes);
  if (!cold) flushed.reset();
}

void CudaLive::choose_program(const LiveArguments& arguments, const Effective& effective) {
  const FetchView& view = arguments.view;
  unit_result = texture_of(nullptr, effective).result_type();
  const LiveProgram next = is_affine(view)          ? affine_program(view, unit_result)
                           : view.slab != Slab::off ? slab_program(view, unit_result)
                                                    : general_program(unit_result);
  if (next.kernel == program.kernel) return;
  program = next;
  int in_one = 0;
  TEXELSCOPE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor, &in_one, program.kernel,
                  profile::threads_of_block, 0);
  blocks = waves * std::max(in_one, 1) * multiprocessors;
  sums = make_device_memory(std::size_t(blocks) * profile::threads_of_block * sizeof(uint4));
  steps = 1;
  settling = 2;
}

// The arguments for one pass over the picture.
LiveArguments CudaLive::arguments_of(const LiveScene& scene) {
  LiveArguments a;
  a.texture = store->texture(scene.effective);
  a.view = make_fetch_view(scene.session, scene.effective, scene.width, scene.height);
  a.width = scene.width;
  a.height = scene.height;
  choose_program(a, scene.effective);
  a.columns = parts(scene.width, program.strip_width);
  a.rows = parts(scene.height, HeatMap::tile_height);
  a.strips = std::int64_t(a.columns) * a.rows;
  return a;
}

void CudaLive::flush() {
  if (flushed) launch_profile_flush(flushed.get(), 2 * std::size_t(l2_bytes), stream.get());
}

void CudaLive::run(const LiveArguments& arguments) {
  auto* to = static_cast<uint4*>(sums.get());
  auto* counted = static_cast<LiveCounts*>(counts.get());
  LiveArguments given_arguments = arguments;
  void* given[] = {&given_arguments, &to, &counted};
  TEXELSCOPE_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(program.kernel), dim3(unsigned(blocks)),
                  dim3(profile::threads_of_block), given, 0, stream.get());
}

void CudaLive::launch_after(const LiveScene& scene, cudaEvent_t ready) {
  if (under_way == ring.size()) return; // the device is behind
  prepare(scene);
  if (ready) TEXELSCOPE_CUDA(cudaStreamWaitEvent, stream.get(), ready, 0);
  time(scene, ring[(first + under_way) % ring.size()]);
  ++under_way;
  TEXELSCOPE_CUDA(cudaEventRecord, over_.get(), stream.get());
}

void CudaLive::time(const LiveScene& scene, Slot& slot) {
  LiveArguments arguments = arguments_of(scene);
  set_length(arguments);
  slot.tag = scene.request.tag;
  slot.steps = steps;
  slot.counts_as_sample = settling == 0;
  TEXELSCOPE_CUDA(cudaMemsetAsync, counts.get(), 0, sizeof(LiveCounts), stream.get());
  flush();
  TEXELSCOPE_CUDA(cudaEventRecord, slot.start.get(), stream.get());
  run(arguments);
  TEXELSCOPE_CUDA(cudaEventRecord, slot.end.get(), stream.get());
  if (cold) {
    auto* const clocks = &static_cast<LiveCounts*>(counts.get())->clocks;
    TEXELSCOPE_CUDA(cudaMemsetAsync, clocks, 0, sizeof *clocks, stream.get());
    launch_profile_clock(clocks, stream.get());
  }
  TEXELSCOPE_CUDA(cudaMemcpyAsync, slot.counts.get(), counts.get(), sizeof(LiveCounts),
                  cudaMemcpyDeviceToHost, stream.get());
  TEXELSCOPE_CUDA(cudaEventRecord, slot.copied.get(), stream.get());
  if (scene.request.heat) heat_lens.launch(scene, arguments, unit_result, blocks, stream.get());
}

// Cold launches make one pass over the picture.
void CudaLive::set_length(LiveArguments& arguments) const {
  if (!cold) arguments.strips = steps * warps();
}

LiveCounted CudaLive::count(const LiveScene& scene) {
  const auto began = std::chrono::steady_clock::now();
  prepare(scene);
  LiveArguments arguments = arguments_of(scene);
  set_length(arguments);
  LiveCounted counted;
  counted.tag = scene.request.tag;
  const auto start_over = [&] {
    TEXELSCOPE_CUDA(cudaMemsetAsync, counts.get(), 0, sizeof(LiveCounts), stream.get());
    flush();
  };
  scene.request.counter->count(
      scene.request.group, [&] { run(arguments); }, counted.counts, start_over);
  LiveCounts read;
  TEXELSCOPE_CUDA(cudaMemcpy, &read, counts.get(), sizeof read, cudaMemcpyDeviceToHost);
  counted.texels = std::int64_t(read.fetches);
  counted.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return counted;
}

std::vector<LiveSample> CudaLive::collect() {
  std::vector<LiveSample> done;
  for (; under_way > 0; first = (first + 1) % ring.size(), --under_way) {
    const Slot& slot = ring[first];
    const cudaError_t state = cudaEventQuery(slot.copied.get());
    if (state == cudaErrorNotReady) {
      cudaGetLastError(); // clears it: cudaErrorNotReady is recorded like an error
      break;
    }
    check(state, "cudaEventQuery");
    float ms = 0;
    TEXELSCOPE_CUDA(cudaEventElapsedTime, &ms, slot.start.get(), slot.end.get());
    LiveCounts read;
    std::memcpy(&read, slot.counts.get(), sizeof read);
    if (slot.counts_as_sample)
      done.push_back({slot.tag, std::int64_t(read.fetches), ms, mean_mhz(read.clocks)});
    adapt(ms, slot.steps);
  }
  heat_lens.collect();
  return done;
}

// Adapts the launch length; a launch that is far from the target is not used as a measurement.
void CudaLive::adapt(double ms, std::int64_t of_steps) {
  if (cold) {
    settling = std::max(settling - 1, 0);
    return;
  }
  const bool fits = ms > enough_ms && ms < 2 * live_launch_ms;
  const auto wanted = std::int64_t(std::ceil(double(of_steps) * live_launch_ms / std::max(ms, 1e-3)));
  const std::int64_t next = fits ? of_steps : std::clamp<std::int64_t>(wanted, 1, 1 << 20);
  settling = next == steps ? std::max(settling - 1, 0) : 1;
  steps = next;
}

LiveSums CudaLive::pass(const LiveScene& scene) {
  prepare(scene);
  const LiveArguments arguments = arguments_of(scene);
  run(arguments);
  std::vector<uint4> all(std::size_t(blocks) * profile::threads_of_block);
  TEXELSCOPE_CUDA(cudaMemcpyAsync, all.data(), sums.get(), all.size() * sizeof(uint4), cudaMemcpyDeviceToHost,
                  stream.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  // A picture whose pixels are the threads' sums.
  Picture threads{blocks, profile::threads_of_block, scene.effective.result, {}, {}};
  for (const uint4& v : all) {
    TexelBits& bits = threads.pixels.emplace_back(TexelBits{v.x, v.y, v.z, v.w});
    std::fill(bits.begin() + arguments.view.component_count, bits.end(), 0u);
  }
  return sums_of(threads);
}

} // namespace texelscope::cuda

namespace texelscope::profile {

std::unique_ptr<LiveFetch> make_cuda_live() {
  return std::make_unique<cuda::CudaLive>();
}

} // namespace texelscope::profile
