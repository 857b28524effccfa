// texelscope_sharing_bench: which OpenGL textures CUDA shares, by dimension, levels and format, as CSV:
// whether the driver registers and maps them, which call refused if it does not, whether fetches and writes
// have the bits of arrays, and the host time of the map and the unmap call, medians in microseconds.
#include <glad/gl.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "tests/device/shared_session.h"

namespace texelscope::device_tests {

namespace {
double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Times {
  double map = 0, unmap = 0; // seconds
};

// In bursts behind which nothing waits: the times are then the calls' own. The first burst warms up.
Times time_mapping(const Session& session) {
  constexpr int bursts = 17, in_a_burst = 64;
  const tests::Setup setup = tests::setup_of(session);
  const Texture texture = texture_of(nullptr, setup.effective);
  cuda::UnitTexture shared(texture, nullptr, cuda::unit_memory(setup.effective, setup.image.get()),
                           std::make_unique<cuda::SharedArrays>(setup.image->shape()));
  const std::array<cuda::Mappable*, 1> one = {&shared};
  std::vector<double> map, unmap;
  for (int i = 0; i < bursts * in_a_burst; ++i) {
    if (i % in_a_burst == 0) {
      cudaDeviceSynchronize();
      glFinish();
    }
    cuda::Mapping mapping(one, nullptr);
    mapping.unmap();
    if (i < in_a_burst) continue;
    map.push_back(mapping.map_seconds);
    unmap.push_back(mapping.unmap_seconds);
  }
  return {median(map), median(unmap)};
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text)
    out.append(c == '"' ? "\"" : "") += c;
  return out + "\"";
}

void row(Backend& shared, Backend& arrays, const Session& session) {
  const TextureSpec& t = session.texture;
  const auto image = tests::setup_of(session).image;
  run(shared, session, image, small_width, small_height);
  const std::optional<Unshared> refused = refusal_of(shared, *image);
  const std::string refusal = refused ? refused->call + ": " + refused->error : std::string();
  std::vector<Session> all = fetches_of(session);
  for (Session& written : writes_of(session))
    all.push_back(std::move(written));
  const std::string difference = difference_from_arrays(shared, arrays, all);
  std::printf("%s,%d,%dx%dx%d,%s,%s,%s,%zu", std::string(identifier(t.dimension)).c_str(), t.levels,
              image->width, image->height, image->planes, format_name(t.format).c_str(),
              refused ? "no" : "yes", difference.empty() ? "yes" : "no", all.size());
  if (refused) {
    std::printf(",,");
  } else {
    const Times times = time_mapping(session);
    std::printf(",%.2f,%.2f", times.map * 1e6, times.unmap * 1e6);
  }
  std::printf(",%s\n", quoted(refused ? refusal : difference).c_str());
  std::fflush(stdout);
}
} // namespace

int bench() {
  const CudaReport report = cuda_report();
  if (!report.problem.empty()) {
    std::fprintf(stderr, "%s %s\n", report.problem.c_str(), report.cure.c_str());
    return 1;
  }
  const EglContext gl(0);
  const auto shared = make_cuda_backend({}), arrays = make_cuda_backend({GlBinding::none});
  std::printf("# %s, driver %s, CUDA %d, %s\n", shared->info().device.c_str(), report.driver_name.c_str(),
              report.runtime_version, gl.identity().version.c_str());
  if (!shared->info().sharing_note.empty()) {
    std::fprintf(stderr, "%s\n", shared->info().sharing_note.c_str());
    return 1;
  }
  std::puts("dimension,levels,texels,format,registered,bits_equal,sessions_compared,map_us,unmap_us,refusal");
  for (const EnumEntry& dimension : enum_table<Dimension>())
    for (const int levels : {1, 2, 5})
      for (const ElementFormat& format : all_formats())
        row(*shared, *arrays, shared_session(Dimension(dimension.value), levels, format));
  return 0;
}

} // namespace texelscope::device_tests

int main() {
  try {
    return texelscope::device_tests::bench();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
