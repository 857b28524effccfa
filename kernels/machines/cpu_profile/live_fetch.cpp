// The live measurement on the CPU: fetches bands of the picture with the CPU's own vector code, timed by the
// thread's clock.
#include <algorithm>
#include <ctime>
#include <new>
#include <utility>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cpu/view_fetch.h"
#include "kernels/reports/profile/live/live.h"
#include "kernels/unit/batch/fast_fetch.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope::profile {

namespace {
constexpr double slice_ms = 1;

// Does not include the time that other programs take from the thread.
double thread_ms() {
  timespec now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

class CpuLive final : public LiveFetch {
public:
  void launch(const LiveScene& scene) override {
    take(scene);
    const Texture texture = seen(scene);
    const int first = next_row, end = std::min(first + rows, scene.height);
    const double start = thread_ms();
    fetch(scene, texture, first, end);
    const double ms = std::max(thread_ms() - start, 1e-3);
    next_row = end == scene.height ? 0 : end;
    const bool whole = first == 0 && end == scene.height;
    if (whole || ms > slice_ms / 4)
      done.push_back({scene.request.tag, std::int64_t(end - first) * scene.width * samples_of(scene), ms, 0});
    rows = int(std::clamp((end - first) * slice_ms / ms, 1.0, double(scene.height)));
  }

  std::vector<LiveSample> collect() override { return std::exchange(done, {}); }

  LiveCounted count(const LiveScene&) override { throw MachineError(text(Text::counters_cpu)); }

  LiveSums pass(const LiveScene& scene) override {
    take(scene);
    fetch(scene, seen(scene), 0, scene.height);
    Picture picture{scene.width, scene.height, scene.effective.result, {}, {}};
    picture.pixels.resize(std::size_t(scene.width) * std::size_t(scene.height));
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
      std::copy_n(components.begin() + std::ptrdiff_t(i * 4), 4, picture.pixels[i].begin());
    return sums_of(picture);
  }

private:
  void take(const LiveScene& scene) try {
    image = scene.image;
    components.resize(std::size_t(scene.width) * std::size_t(scene.height) * 4);
    if (next_row >= scene.height) next_row = 0;
  } catch (const std::bad_alloc&) {
    throw MachineError(say(Text::cpu_no_memory,
                           {std::to_string(std::size_t(scene.width) * std::size_t(scene.height) >> 16)}));
  }

  Texture seen(const LiveScene& scene) {
    if (!scene.effective.is_reinterpreted()) return texture_of(image->texels.data(), scene.effective);
    if (image != reinterpreted_of || !(scene.effective == reinterpreted_as))
      reinterpreted = make_image_view(image->texels.data(), scene.effective);
    reinterpreted_of = image;
    reinterpreted_as = scene.effective;
    return texture_of(reinterpreted, scene.effective);
  }

  static int samples_of(const LiveScene& scene) {
    return scene.effective.slab == Slab::off ? 1 : scene.session.fetch.slab_samples;
  }

  void fetch(const LiveScene& scene, const Texture& texture, int first, int end) {
    std::uint32_t* const to = components.data() + std::size_t(first) * std::size_t(scene.width) * 4;
    if (scene.effective.is_plain_2d()) {
      const FetchMap map = fetch_map(scene.session, scene.effective, scene.width, scene.height);
      if (const auto plan = cpu::plan_picture(texture, map, scene.width))
        return cpu::fetch_rows(*plan, first, end, to);
    }
    const FetchView view = make_fetch_view(scene.session, scene.effective, scene.width, scene.height);
    cpu::fetch_view_rows_alone(texture, view, scene.width, first, end, to);
  }

  std::shared_ptr<const Image> image, reinterpreted_of; // kept, because its address identifies it
  Image reinterpreted;                                  // memory as the texture object sees it
  Effective reinterpreted_as;
  std::vector<std::uint32_t> components; // of the picture
  std::vector<LiveSample> done;
  int next_row = 0, rows = 1; // of the next slice
};
} // namespace

std::unique_ptr<LiveFetch> make_cpu_live() {
  return std::make_unique<CpuLive>();
}

} // namespace texelscope::profile
