#include "kernels/reports/coherence/write_lab.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/machines/cuda/unit/lab_array.h"

namespace texelscope::write_lab {

using namespace cuda;

namespace {
constexpr int warm_ups = 2, runs = 15;

template <class T>
__device__ T written_texel(int x, int y) {
  union {
    unsigned bits[4];
    T texel;
  } value = {};
  for (int k = 0; k < int(sizeof(T) + 3) / 4; ++k)
    value.bits[k] = written_word(x, y, k);
  return value.texel;
}

template <class T>
__global__ void surface_kernel(cudaSurfaceObject_t surface, int width, int height) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < width && y < height) surf2Dwrite(written_texel<T>(x, y), surface, x * int(sizeof(T)), y);
}

template <class T>
__global__ void memory_kernel(std::byte* memory, std::size_t pitch, int width, int height) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < width && y < height)
    reinterpret_cast<T*>(memory + std::size_t(y) * pitch)[x] = written_texel<T>(x, y);
}

// The three destinations, and the code that writes to each on a stream.
class Routes {
public:
  Routes(const ElementFormat& f, int w, int h)
      : format(f), width(w), height(h), row(std::size_t(w) * std::size_t(f.texel_bytes())), written(f, w, h),
        copied(f, w, h), linear(make_device_memory(row * std::size_t(h))) {
    TEXELSCOPE_CUDA(cudaStreamCreate, stream.put());
    TEXELSCOPE_CUDA(cudaMallocPitch, pitched.put(), &pitch, row, std::size_t(h));
  }

  RouteTime measure(Route route) {
    clear();
    std::vector<double> all, copies;
    for (int run = 0; run < warm_ups + runs; ++run) {
      const auto [whole, copy] = time(route);
      if (run < warm_ups) continue;
      all.push_back(whole);
      copies.push_back(copy);
    }
    return {route, median(all), route == Route::linear_copy ? median(copies) : 0, wrong_texels(route)};
  }

private:
  static double median(std::vector<double>& values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
  }

  void clear() {
    written.clear();
    copied.clear();
    TEXELSCOPE_CUDA(cudaMemset2D, pitched.get(), pitch, 0, row, std::size_t(height));
    TEXELSCOPE_CUDA(cudaMemset, linear.get(), 0, row * std::size_t(height));
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
  }

  std::array<double, 2> time(Route route) {
    TEXELSCOPE_CUDA(cudaEventRecord, start.get(), stream.get());
    store(route);
    TEXELSCOPE_CUDA(cudaEventRecord, stored.get(), stream.get());
    if (route == Route::linear_copy)
      TEXELSCOPE_CUDA(cudaMemcpy2DToArrayAsync, copied.array(), 0, 0, linear.get(), row, row,
                      std::size_t(height), cudaMemcpyDeviceToDevice, stream.get());
    TEXELSCOPE_CUDA(cudaEventRecord, done.get(), stream.get());
    TEXELSCOPE_CUDA(cudaEventSynchronize, done.get());
    const Event& end = route == Route::linear_copy ? done : stored;
    return {seconds(start, end), seconds(stored, done)};
  }

  static double seconds(const Event& from, const Event& to) {
    float milliseconds = 0;
    TEXELSCOPE_CUDA(cudaEventElapsedTime, &milliseconds, from.get(), to.get());
    return milliseconds * 1e-3;
  }

  void store(Route route) {
    const dim3 block(32, 8), grid(unsigned(width + 31) / 32, unsigned(height + 7) / 8);
    dispatch<1, 2, 4, 8, 16>(format.texel_bytes(), [&](auto size) {
      using T = typename RawTexel<size.value>::type;
      if (route == Route::surface)
        surface_kernel<T><<<grid, block, 0, stream.get()>>>(written.surface(), width, height);
      else if (route == Route::pitch)
        memory_kernel<T>
            <<<grid, block, 0, stream.get()>>>(static_cast<std::byte*>(pitched.get()), pitch, width, height);
      else
        memory_kernel<T>
            <<<grid, block, 0, stream.get()>>>(static_cast<std::byte*>(linear.get()), row, width, height);
    });
    check(cudaGetLastError(), "write kernel");
  }

  std::vector<std::byte> texels(Route route) const {
    if (route == Route::surface) return written.texels();
    if (route == Route::linear_copy) return copied.texels();
    std::vector<std::byte> bytes(row * std::size_t(height));
    TEXELSCOPE_CUDA(cudaMemcpy2D, bytes.data(), row, pitched.get(), pitch, row, std::size_t(height),
                    cudaMemcpyDeviceToHost);
    return bytes;
  }

  std::size_t wrong_texels(Route route) const {
    const std::vector<std::byte> bytes = texels(route);
    const auto size = std::size_t(format.texel_bytes());
    std::size_t wrong = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        std::uint32_t bits[4];
        for (int k = 0; k < 4; ++k)
          bits[k] = written_word(x, y, k);
        wrong += std::memcmp(&bytes[std::size_t(y) * row + std::size_t(x) * size], bits, size) != 0;
      }
    return wrong;
  }

  ElementFormat format;
  int width, height;
  std::size_t row, pitch = 0; // bytes
  LabArray written, copied;
  DeviceMemory pitched, linear;
  Stream stream;
  Event start = make_event(true), stored = make_event(true), done = make_event(true);
};
} // namespace

Comparison compare_write_paths(const ElementFormat& format, int width, int height) {
  Routes routes(format, width, height);
  Comparison comparison{format, width, height, runs, {}};
  for (const Route route : {Route::surface, Route::pitch, Route::linear_copy})
    comparison.routes.push_back(routes.measure(route));
  return comparison;
}

} // namespace texelscope::write_lab
