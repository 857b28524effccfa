// OpenCV's remap on one core: bilinear, with a map of floats and the edge's texel outside, beside
// batch/.../2d-linear.
#include <benchmark/benchmark.h>
#include <opencv2/imgproc.hpp>

#include "bench/batch_requests.h"

namespace texelscope::bench {
namespace {

void run(benchmark::State& state, const ElementFormat& format) {
  cv::setNumThreads(1);
  std::vector<std::byte> bytes = texels(format, request_count);
  std::vector<float> map = turned_view();
  for (float& at : map)
    at = at * side - 0.5f; // OpenCV counts from the first texel's center
  const int type = CV_MAKETYPE(format.kind == ElementKind::floating ? CV_32F : CV_8U, format.channels);
  const cv::Mat from(side, side, type, bytes.data()), at(side, side, CV_32FC2, map.data());
  cv::Mat to(side, side, type);
  for (auto _ : state)
    cv::remap(from, to, at, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  state.SetItemsProcessed(state.iterations() * std::int64_t(request_count));
}

const bool added = [] {
  for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::floating})
    for (const int channels : {1, 4}) {
      const ElementFormat format{kind, kind == ElementKind::floating ? 32 : 8, channels};
      benchmark::RegisterBenchmark(("remap/" + format_name(format)).c_str(),
                                   [format](benchmark::State& state) { run(state, format); });
    }
  return true;
}();

} // namespace
} // namespace texelscope::bench
