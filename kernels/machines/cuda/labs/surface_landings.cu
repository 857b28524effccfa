#include "kernels/reports/coherence/write_lab.h"

#include <algorithm>
#include <span>

#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/machines/cuda/unit/lab_array.h"

namespace texelscope::write_lab {

using namespace cuda;

namespace {
template <class T, cudaSurfaceBoundaryMode mode>
__global__ void mark_kernel(cudaSurfaceObject_t surface, int x_bytes, int y) {
  union {
    unsigned bits[4];
    T texel;
  } mark = {{~0u, ~0u, ~0u, ~0u}};
  surf2Dwrite(mark.texel, surface, x_bytes, y, mode);
}

void mark(const LabArray& array, int texel_bytes, Boundary boundary, int x_bytes, int y) {
  dispatch<1, 2, 4, 8, 16>(texel_bytes, [&](auto size) {
    using T = typename RawTexel<size.value>::type;
    if (boundary == Boundary::zero)
      mark_kernel<T, cudaBoundaryModeZero><<<1, 1>>>(array.surface(), x_bytes, y);
    else if (boundary == Boundary::clamp)
      mark_kernel<T, cudaBoundaryModeClamp><<<1, 1>>>(array.surface(), x_bytes, y);
    else
      mark_kernel<T, cudaBoundaryModeTrap><<<1, 1>>>(array.surface(), x_bytes, y);
  });
  check(cudaGetLastError(), "mark_kernel");
}

void find_marks(const std::vector<std::byte>& texels, const BoundaryTest& boundary_test,
                WriteDestination& destination) {
  const auto size = std::size_t(boundary_test.format.texel_bytes());
  for (int y = 0; y < boundary_test.height; ++y)
    for (int x = 0; x < boundary_test.width; ++x) {
      const std::size_t at = (std::size_t(y) * std::size_t(boundary_test.width) + std::size_t(x)) * size;
      const auto marked =
          std::size_t(std::ranges::count(std::span(texels).subspan(at, size), std::byte(0xff)));
      if (marked > 0) destination.landed.push_back({x, y});
      if (marked > 0 && marked < size) destination.whole = false;
    }
}
} // namespace

std::vector<WriteDestination> landings_on_device(const BoundaryTest& boundary_test) {
  LabArray array(boundary_test.format, boundary_test.width, boundary_test.height);
  std::vector<WriteDestination> destinations = requested_destinations(boundary_test);
  for (WriteDestination& destination : destinations) {
    if (destination.misaligned) continue;
    array.clear();
    mark(array, boundary_test.format.texel_bytes(), boundary_test.boundary, destination.x_bytes,
         destination.requested.y);
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
    find_marks(array.texels(), boundary_test, destination);
  }
  return destinations;
}

FaultReport surface_fault(Fault fault) {
  constexpr int width = 8, texel_bytes = 4;
  const LabArray array({ElementKind::unsigned_int, 8, 4}, width, 4);
  const auto answer = [&](Boundary boundary, int x_bytes) {
    mark(array, texel_bytes, boundary, x_bytes, 0);
    return std::string(cudaGetErrorName(cudaDeviceSynchronize()));
  };
  FaultReport report;
  const Boundary boundary = fault == Fault::trap ? Boundary::trap : Boundary::zero;
  report.right = answer(boundary, texel_bytes);
  report.faulty = answer(boundary, fault == Fault::trap ? width * texel_bytes : 1);
  DeviceMemory memory;
  report.after = cudaGetErrorName(cudaMalloc(memory.put(), 4));
  cudaGetLastError();
  return report;
}

} // namespace texelscope::write_lab
