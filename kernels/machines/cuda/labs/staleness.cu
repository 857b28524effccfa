// One launch that fetches, writes and fetches again. Its steps and its coordinates are data, so that no
// compiler can merge or move the fetches: only the caches decide what they return.
#include "kernels/reports/coherence/staleness.h"

#include <initializer_list>
#include <stdexcept>

#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/machines/cuda/labs/staleness_storage.h"

namespace texelscope::staleness {

using namespace cuda;

namespace {
enum class Step : int { fetch, write, fence, block_barrier, grid_barrier };

struct Steps {
  static constexpr int max_steps = 8;
  Step step[max_steps] = {};
  int offset[max_steps] = {}; // added to every coordinate: 0, but the compiler does not know
  int count = 0;

  void add(Step next) { step[count++] = next; }
};

// Blocks from number `tiles` on only fetch: a fence of the writer must not empty the reader's caches.
struct Plan {
  Steps steps, reader_steps;
  int tiles = 0, blocks = 0;
  int warp_shift = 0; // from the rows that a warp writes to those that it fetches
};

template <ReadPath read, bool linear>
__device__ unsigned fetched(const TexelView& view, int x, int y) {
  if constexpr (read == ReadPath::texture && linear)
    return tex1Dfetch<unsigned>(view.texture, y * view.stride + x);
  else if constexpr (read == ReadPath::texture)
    return tex2D<unsigned>(view.texture, float(x) + 0.5f, float(y) + 0.5f);
  else if constexpr (read == ReadPath::surface)
    return surf2Dread<unsigned>(view.surface, x * int(sizeof(unsigned)), y);
  else if constexpr (read == ReadPath::read_only_load)
    return __ldg(view.memory + y * view.stride + x);
  else
    return view.memory[y * view.stride + x];
}

template <WritePath write>
__device__ void store(const TexelView& view, int x, int y, unsigned value) {
  if constexpr (write == WritePath::surface)
    surf2Dwrite(value, view.surface, x * int(sizeof(unsigned)), y);
  else
    view.memory[y * view.stride + x] = value;
}

// All blocks of the grid are resident, which a cooperative launch guarantees. There is no fence: the steps
// have their own.
__device__ void wait_for_grid(unsigned* arrivals, unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrivals, 1u);
    while (*static_cast<volatile unsigned*>(arrivals) < round * gridDim.x) {
    }
  }
  __syncthreads();
}

struct Corner {
  int x, y;
};
__device__ Corner tile_corner(const TexelView& view, int tile, int warp_shift) {
  const int warp = (int(threadIdx.x / 32) + warp_shift) % block_warps;
  const int columns = view.width / tile_width;
  return {tile % columns * tile_width + int(threadIdx.x % 32),
          tile / columns * tile_height + warp * warp_rows};
}

template <ReadPath read, bool linear>
__device__ void fetch_rows(const TexelView& view, Corner at, int offset, unsigned* seen) {
#pragma unroll 1
  for (int row = 0; row < warp_rows; ++row)
    seen[(at.y + row) * view.width + at.x] = fetched<read, linear>(view, at.x + offset, at.y + row);
}

template <WritePath write>
__device__ void store_rows(const TexelView& view, Corner at, int offset) {
#pragma unroll 1
  for (int row = 0; row < warp_rows; ++row)
    store<write>(view, at.x + offset, at.y + row, new_value(unsigned((at.y + row) * view.width + at.x)));
}

template <WritePath write, ReadPath read>
__global__ void steps_kernel(TexelView view, Plan plan, unsigned* arrivals, unsigned* seen) {
  const int block = int(blockIdx.x);
  const Steps& steps = block < plan.tiles ? plan.steps : plan.reader_steps;
  const Corner to = tile_corner(view, block % plan.tiles, 0);
  const Corner from = tile_corner(view, block % plan.tiles, plan.warp_shift);
  unsigned round = 0;
#pragma unroll 1
  for (int i = 0; i < steps.count; ++i) {
    switch (steps.step[i]) {
    case Step::fetch:
      fetch_rows<read, write == WritePath::linear>(view, from, steps.offset[i], seen);
      break;
    case Step::write:
      store_rows<write>(view, to, steps.offset[i]);
      break;
    case Step::fence:
      __threadfence();
      break;
    case Step::block_barrier:
      __syncthreads();
      break;
    case Step::grid_barrier:
      wait_for_grid(arrivals, ++round);
      break;
    }
  }
}

void add_all(Steps& steps, std::initializer_list<Step> more) {
  for (const Step step : more)
    steps.add(step);
}

Plan plan_of(const Combination& c, int tiles) {
  using enum Step;
  Plan plan;
  plan.tiles = plan.blocks = tiles;
  if (c.reader == Reader::other_block) {
    plan.blocks = 2 * tiles;
    add_all(plan.steps, {grid_barrier, write, fence, grid_barrier});
    if (c.warmed) plan.reader_steps.add(fetch);
    add_all(plan.reader_steps, {grid_barrier, grid_barrier});
    if (c.fenced) plan.reader_steps.add(fence);
    plan.reader_steps.add(fetch);
    return plan;
  }
  const bool other_thread = c.reader == Reader::same_block;
  if (other_thread) plan.warp_shift = block_warps / 2;
  if (c.warmed) add_all(plan.steps, {fetch, block_barrier});
  plan.steps.add(write);
  if (c.fenced) plan.steps.add(fence);
  if (other_thread) plan.steps.add(block_barrier);
  if (c.fenced && other_thread) plan.steps.add(fence);
  plan.steps.add(fetch);
  return plan;
}

Plan fetch_alone(int tiles) {
  Plan plan;
  plan.tiles = plan.blocks = tiles;
  plan.steps.add(Step::fetch);
  return plan;
}

class CudaLab : public Lab {
public:
  CudaLab(int width, int height)
      : storage(width, height), arrivals(make_device_memory(sizeof(unsigned))),
        seen(make_device_memory(storage.texels() * sizeof(unsigned))) {}

  bool simulated() const override { return false; }

  Result run(const Combination& c) override {
    if (obstacle(c.write, c.read)) throw std::invalid_argument("staleness: no such combination");
    const TexelView& view = storage.prepare(c.write);
    const int tiles = view.width / tile_width * (view.height / tile_height);
    launch(c, view, plan_of(c, tiles));
    if (c.relaunched) launch(c, view, fetch_alone(tiles));
    std::vector<std::uint32_t> values(storage.texels());
    TEXELSCOPE_CUDA(cudaMemcpy, values.data(), seen.get(), values.size() * sizeof(unsigned),
                    cudaMemcpyDeviceToHost);
    return judge(view.width, view.height, values);
  }

private:
  void launch(const Combination& c, TexelView view, Plan plan) {
    TEXELSCOPE_CUDA(cudaMemset, arrivals.get(), 0, sizeof(unsigned));
    TEXELSCOPE_CUDA(cudaMemset, seen.get(), 0, storage.texels() * sizeof(unsigned));
    auto* arrived = static_cast<unsigned*>(arrivals.get());
    auto* values = static_cast<unsigned*>(seen.get());
    void* arguments[] = {&view, &plan, &arrived, &values};
    TEXELSCOPE_CUDA(cudaLaunchCooperativeKernel, kernel_of(c), dim3(unsigned(plan.blocks)),
                    dim3(32 * block_warps), arguments, 0, nullptr);
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
  }

  static const void* kernel_of(const Combination& c) {
    using enum ReadPath;
    const void* kernel = nullptr;
    dispatch<WritePath::pitch, WritePath::linear>(c.write, [&](auto write) {
      dispatch<texture, read_only_load, load>(
          c.read, [&](auto read) { kernel = pointer(steps_kernel<write.value, read.value>); });
    });
    if (c.write == WritePath::surface)
      dispatch<texture, surface>(
          c.read, [&](auto read) { kernel = pointer(steps_kernel<WritePath::surface, read.value>); });
    return kernel;
  }
  static const void* pointer(void (*kernel)(TexelView, Plan, unsigned*, unsigned*)) {
    return reinterpret_cast<const void*>(kernel);
  }

  TexelStorage storage;
  DeviceMemory arrivals, seen;
};
} // namespace

std::unique_ptr<Lab> make_cuda_lab(int width, int height) {
  check_size(width, height);
  return std::make_unique<CudaLab>(width, height);
}

} // namespace texelscope::staleness
