// texelscope_frame_bench: frames a second of the CUDA backend offscreen, and what mapping costs; medians.
#include <glad/gl.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "kernels/machines/cuda/unit/surface2d.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Scene {
  const char* name;
  ElementFormat format;
  int side;
  WriteMode mode;
};

// Frames in flight behind which nothing waits yet: the host times are then the calls' own. In a queue that is
// full, mapping waits for the GPU, which takes a while to change between OpenGL and CUDA.
constexpr int short_burst = 64;

void drain(const CudaOptions& options) {
  cudaDeviceSynchronize();
  if (options.gl == GlBinding::current) glFinish();
}

void measure(const char* how, const CudaOptions& options, const Scene& scene, int frames) {
  const auto backend = make_cuda_backend(options);
  const auto image = noise(scene.format, scene.side, scene.side, 1);
  Session session = session_for(*image);
  session.write.mode = scene.mode;
  std::vector<StageTimes> times;
  const auto show = [&](int count) {
    for (int i = 0; i < count; ++i, ++session.write.frame)
      for (const StageTimes& t : run(*backend, session, image, 1920, 1080).times)
        times.push_back(t);
  };
  std::vector<double> rates;
  for (int batch = 0; batch < 6; ++batch) { // the first warms up
    const auto start = Clock::now();
    show(frames);
    drain(options);
    if (batch > 0) rates.push_back(frames / seconds_since(start));
  }
  times.clear();
  for (int burst = 0; burst < 30; ++burst) {
    show(short_burst);
    drain(options);
  }
  const auto middle = [&](double StageTimes::*stage) {
    std::vector<double> values;
    for (const StageTimes& t : times)
      values.push_back(t.*stage);
    return median(values) * 1e6;
  };
  std::printf("%-7s %-20s %7.0f frames/s  map %5.1f  unmap %5.1f  write %5.1f  fetch %5.1f  copy %6.1f us\n",
              how, scene.name, median(rates), middle(&StageTimes::map), middle(&StageTimes::unmap),
              middle(&StageTimes::write), middle(&StageTimes::fetch), middle(&StageTimes::copy));
}

// The result alone: what one shared 1920 x 1080 texture costs a frame.
void measure_mapping() {
  cuda::Surface2D result = cuda::Surface2D::shared({ElementKind::unsigned_int, 32, 4}, 1920, 1080);
  const std::array<cuda::Mappable*, 1> surfaces = {&result};
  std::vector<double> map, unmap, both;
  for (int i = 0; i < 100 * short_burst; ++i) {
    if (i % short_burst == 0) drain({});
    cuda::Mapping mapping(surfaces, nullptr);
    mapping.unmap();
    map.push_back(mapping.map_seconds), unmap.push_back(mapping.unmap_seconds);
    both.push_back(mapping.map_seconds + mapping.unmap_seconds);
  }
  std::printf("result alone: map %.1f us, unmap %.1f us, both %.1f us\n", median(map) * 1e6,
              median(unmap) * 1e6, median(both) * 1e6);
}
} // namespace

int bench() {
  const CudaReport report = cuda_report();
  if (!report.problem.empty()) {
    std::printf("%s %s\n", report.problem.c_str(), report.cure.c_str());
    return 1;
  }
  const EglContext gl(0);
  std::printf("%s, %s\n1920 x 1080 result; medians; map, unmap and copy are host time\n",
              report.devices[0].name.c_str(), gl.identity().renderer.c_str());
  constexpr ElementFormat u8x4{ElementKind::unsigned_int, 8, 4}, f32x4{ElementKind::floating, 32, 4};
  const Scene scenes[] = {{"u8x4 1024, pattern", u8x4, 1024, WriteMode::pattern},
                          {"u8x4 1024, feedback", u8x4, 1024, WriteMode::feedback},
                          {"f32x4 2048, pattern", f32x4, 2048, WriteMode::pattern},
                          {"f32x4 2048, no write", f32x4, 2048, WriteMode::off}};
  for (const Scene& scene : scenes) {
    measure("shared", {GlBinding::current}, scene, 1000);
    measure("arrays", {GlBinding::none}, scene, 1000);
  }
  measure("copied", {GlBinding::current, false}, scenes[0], 50);
  cudaSetDevice(0);
  measure_mapping();
  return 0;
}

} // namespace texelscope::device_tests

int main() {
  try {
    return texelscope::device_tests::bench();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
