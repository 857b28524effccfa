// One frame of the CPU backend for each shipped session, at the size that the result has in a window of 1280
// x 720 and of 1920 x 1080. Animated ones show a new frame each time. 60 frames a second leave 16.7 ms for it
// and for drawing.
#include <algorithm>
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/core_time.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/texture/texture_source.h"

namespace texelscope::bench {
namespace {

void run(benchmark::State& state, const std::filesystem::path& file, int width, int height) {
  LoadedSession loaded = load_session(file);
  const auto backend = make_cpu_backend();
  const Study study = open_study(loaded, backend->info().limits);
  const CoreTime core_time(state);
  for (auto _ : state) {
    ++loaded.session.write.frame;
    backend->frame({loaded.session, study.resolution.effective, study.image, width, height});
  }
}

const bool added = [] {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(TEXELSCOPE_SOURCE_DIR "/assets/sessions"))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files)
    for (const auto& [width, height] : {std::pair(632, 393), std::pair(1272, 656)})
      benchmark::RegisterBenchmark(("session/" + file.stem().string() + "/" + std::to_string(width)).c_str(),
                                   [file, width = width, height = height](benchmark::State& state) {
                                     run(state, file, width, height);
                                   })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
  return true;
}();

} // namespace
} // namespace texelscope::bench
