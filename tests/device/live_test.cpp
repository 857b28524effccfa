// The live measurement on a GPU: a pass returns the picture's own values, its rate is the profiler's, frames
// do not change it.
#include "kernels/reports/profile/live/live.h"

#include <chrono>
#include <cmath>
#include <thread>

#include "kernels/ground/base/half.h"
#include "kernels/reports/profile/live/live_reading.h"
#include "kernels/reports/profile/measure/profiler.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

using namespace profile;

namespace {
using std::chrono::milliseconds;

// The sum of the picture's absolute values, to which the error of a sum of floats is proportional.
LiveSums magnitudes(const Picture& picture) {
  LiveSums sums = {};
  for (const TexelBits& pixel : picture.pixels)
    for (std::size_t c = 0; c < 4; ++c)
      sums[c] += std::abs(double(bits_float(pixel[c])));
  return sums;
}

// Integers exactly, modulo 2^32; floats as their sums are rounded.
void expect_same(const LiveSums& found, const Picture& picture, const std::string& what) {
  const LiveSums expected = sums_of(picture), magnitude = magnitudes(picture);
  for (std::size_t c = 0; c < 4; ++c) {
    if (!std::isfinite(expected[c])) continue;
    const bool floats = picture.type == ResultType::floating;
    EXPECT_NEAR(found[c], expected[c], floats ? 1e-5 * magnitude[c] + 1e-6 : 0) << what << " component " << c;
  }
}

// A second's launches, one every few milliseconds.
std::vector<LiveSample> launches_of(LiveFetch& live, const LiveScene& scene, int count) {
  std::vector<LiveSample> all;
  for (int i = 0; i < 20 * count && int(all.size()) < count; ++i) {
    live.launch(scene);
    std::this_thread::sleep_for(milliseconds(4));
    for (const LiveSample& sample : live.collect())
      all.push_back(sample);
  }
  return all;
}

struct AffineScene {
  Session session;
  Effective effective;
  std::shared_ptr<const Image> image;
  LiveScene scene(int width, int height, const LiveRequest& request = {}) const {
    return {session, effective, image, width, height, request};
  }
};

// Pixels are texels of the texture, which repeats.
AffineScene one_to_one(FilterMode filter, int side, int height) {
  AffineScene s;
  s.image = noise({ElementKind::unsigned_int, 8, 4}, side, side, 1);
  s.session = Session();
  s.session.texture.width = s.session.texture.height = side;
  s.session.texture.format = s.image->format;
  s.session.texture.storage = Storage::array;
  s.session.sampler.filter = filter;
  s.session.view.span = double(height) / side;
  s.effective = resolve(s.session).effective;
  return s;
}

double per_second(const std::vector<LiveSample>& launches) {
  const auto reading = read_launches(launches, {}, 4, 0);
  return reading ? reading->texels_per_second : 0;
}
} // namespace

class LiveOnDevice : public DeviceTest {};

TEST_F(LiveOnDevice, APassReturnsThePicturesOwnValues) {
  const auto backend = make_cuda_backend({GlBinding::none});
  const auto live = make_cuda_live();
  const auto files = session_files();
  ASSERT_GE(files.size(), 40u);
  for (const auto& file : files) {
    auto [session, effective, image] = shipped_session(file);
    session.write.mode = WriteMode::off;
    for (const auto& [width, height] : {std::pair{320, 240}, {161, 91}, {7, 3}}) {
      backend->frame({session, effective, image, width, height});
      expect_same(live->pass({session, effective, image, width, height, {}}), backend->read_result(),
                  file.filename().string());
    }
  }
}

TEST_F(LiveOnDevice, EveryFormatsPassIsItsPicture) {
  const auto backend = make_cuda_backend({GlBinding::none});
  const auto live = make_cuda_live();
  for (const ElementFormat& format : all_formats())
    for (const ReadMode mode : {ReadMode::element, ReadMode::normalized_float}) {
      const auto image = noise(format, 64, 48, 5);
      Session session = session_for(*image);
      session.sampler.read_mode = mode;
      session.texture.storage = Storage::array;
      const Effective effective = resolve(session).effective;
      backend->frame({session, effective, image, 200, 150});
      expect_same(live->pass({session, effective, image, 200, 150, {}}), backend->read_result(),
                  format_name(format));
    }
}

TEST_F(LiveOnDevice, ReachesTheProfilersRate) {
  const auto profiler = make_cuda_profiler();
  for (const auto& [cell_name, filter, side] :
       {std::tuple{"u8x4.point.2d.array.tile.64K.tex", FilterMode::point, 128},
        {"u8x4.bilinear.2d.array.tile.64K.tex", FilterMode::linear, 128},
        {"u8x4.bilinear.2d.array.tile.256K.tex", FilterMode::linear, 256}}) {
    const Measured measured = profiler->measure(parse_cell(cell_name).value());
    ASSERT_FALSE(measured.skipped) << measured.message;
    const auto live = make_cuda_live();
    const AffineScene affine = one_to_one(filter, side, 1024);
    const double rate = per_second(launches_of(*live, affine.scene(1024, 1024), 100));
    std::printf("%s: %.1f GTexel/s live, %.1f by the profiler, %.4f\n", cell_name, rate * 1e-9,
                measured.texels_per_second * 1e-9, rate / measured.texels_per_second);
    EXPECT_GE(rate, 0.98 * measured.texels_per_second) << cell_name;
  }
}

TEST_F(LiveOnDevice, LaunchesTakeTwoMillisecondsAndCountTheirFetches) {
  const auto live = make_cuda_live();
  const AffineScene affine = one_to_one(FilterMode::linear, 64, 480);
  const auto warm = launches_of(*live, affine.scene(640, 480, {.tag = 5}), 20);
  ASSERT_GE(warm.size(), 20u);
  for (const LiveSample& sample : warm) {
    EXPECT_EQ(sample.tag, 5u);
    EXPECT_GT(sample.ms, 0.7);
    EXPECT_LT(sample.ms, 6);
    EXPECT_EQ(sample.texels % (64 * 4), 0) << "strips of 64 x 4 pixels";
    EXPECT_GT(sample.clock_mhz, 100);
    EXPECT_LT(sample.clock_mhz, 5000);
  }
  const auto cold = launches_of(*live, affine.scene(640, 480, {.cold = true, .tag = 6}), 20);
  ASSERT_GE(cold.size(), 20u);
  for (const LiveSample& sample : cold) {
    EXPECT_EQ(sample.tag, 6u);
    EXPECT_EQ(sample.texels, 640 * 480) << "one pass";
  }
}

TEST_F(LiveOnDevice, FramesDoNotChangeTheMeasuredKernel) {
  const AffineScene affine = one_to_one(FilterMode::linear, 256, 1024);
  const auto alone = launches_of(*make_cuda_live(), affine.scene(1024, 1024), 100);
  const auto backend = make_cuda_backend({GlBinding::none});
  std::vector<LiveSample> beside;
  std::vector<double> fetch_with, fetch_without;
  for (int frame = 0; frame < 300; ++frame) {
    FrameRequest request{affine.session, affine.effective, affine.image, 1024, 1024};
    if (frame >= 100) request.live = LiveRequest{};
    const FrameResult result = backend->frame(request);
    for (const LiveSample& sample : result.launches)
      beside.push_back(sample);
    for (const StageTimes& t : result.times)
      (frame < 100 ? fetch_without : fetch_with).push_back(t.fetch);
    std::this_thread::sleep_for(milliseconds(4));
  }
  ASSERT_GE(beside.size(), 100u);
  const auto per_clock = [](const std::vector<LiveSample>& launches) {
    return *read_launches(launches, {}, 4, 1)->texels_per_clock_sm;
  };
  std::printf("beside frames %.4f of alone; the frames' own fetch %.1f us with, %.1f us without\n",
              per_clock(beside) / per_clock(alone), median(fetch_with) * 1e6, median(fetch_without) * 1e6);
  EXPECT_NEAR(per_clock(beside) / per_clock(alone), 1, 0.01);
}

// A counted launch fetches as many texels as its threads request; point fetches of an array that fits in the
// L1 hit it.
TEST_F(LiveOnDevice, CountsWhatALaunchMoves) {
  need_counters();
  if (IsSkipped()) return;
  const auto live = make_cuda_live();
  const AffineScene affine = one_to_one(FilterMode::point, 64, 1024);
  launches_of(*live, affine.scene(1024, 1024), 5);
  for (std::size_t group = 0; group < counters->groups().size(); ++group) {
    const auto scene = affine.scene(1024, 1024, {.tag = 3, .counter = counters, .group = group});
    for (int again = 0; again < 3; ++again) {
      const LiveCounted counted = live->count(scene);
      EXPECT_EQ(counted.tag, 3u);
      std::printf("group %zu: %.1f ms\n", group, counted.seconds * 1e3);
      EXPECT_GT(counted.texels, 1024 * 1024);
      if (group > 0) continue;
      EXPECT_NEAR(counted.counts.texels() / double(counted.texels), 1, 1e-3);
      EXPECT_GT(counted.counts.texture_hit_rate(), 0.99);
      EXPECT_LT(counted.counts[Counter::memory_bytes] / double(counted.texels), 0.1);
    }
  }
  EXPECT_TRUE(counters->is_free());
  EXPECT_GE(launches_of(*live, affine.scene(1024, 1024), 5).size(), 5u)
      << "launches are timed again after counting";
}

TEST_F(LiveOnDevice, TheHeatMapHasCyclesForEachTile) {
  const auto live = make_cuda_live();
  const AffineScene affine = one_to_one(FilterMode::linear, 64, 478);
  launches_of(*live, affine.scene(639, 478, {.heat = true, .tag = 9}), 20);
  const auto map = live->heat();
  ASSERT_TRUE(map);
  EXPECT_EQ(map->tag, 9u);
  EXPECT_EQ(map->columns, 80);
  EXPECT_EQ(map->rows, 120);
  EXPECT_GE(map->launches, 1);
  ASSERT_EQ(map->cycles.size(), 80u * 120u);
  for (const float cycles : map->cycles) {
    EXPECT_GT(cycles, 20);
    EXPECT_LT(cycles, 100000);
  }
}

} // namespace texelscope::device_tests
