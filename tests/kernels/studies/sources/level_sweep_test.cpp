// The mix of two mip levels over the level of detail, by the model, exact arithmetic and OpenGL.
#include "kernels/studies/sources/level_sweep.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

using scope::Series;

constexpr std::array<bool, scope::series_count> all = {true, true, true, true, true};

Session mipmapped() {
  Session session;
  session.texture.width = session.texture.height = 16;
  session.texture.levels = 5;
  session.texture.format = {ElementKind::floating, 32, 1};
  session.texture.storage = Storage::array;
  return session;
}

// 32 samples per level from -0.5 to 4.5; sample i has the LOD -0.5 + (i + 0.5) / 32.
LevelSweep swept(const Session& session) {
  WeightMachines machines;
  return sweep_levels(resolve(session).effective, -0.5, 4.5, 160, all, false, machines, {}).value();
}
double mix(const LevelSweep& sweep, Series series, int i) {
  for (const LevelShares& of : sweep.curves)
    if (of.series == series) return of.mix[std::size_t(i)];
  ADD_FAILURE() << "no such curve";
  return 0;
}

TEST(LevelSweep, SharesOfTheCoarserLevel) {
  const LevelSweep sweep = swept(mipmapped());
  EXPECT_EQ(sweep.lod(0), -0.5 + 0.5 / 32);
  for (const Series series : {Series::model, Series::ideal, Series::opengl}) {
    // 1/64 of a level is 4/256, so the model rounds nothing.
    const double near = series == Series::opengl ? 1.0 / 128 : 0;
    EXPECT_NEAR(mix(sweep, series, 0), 0, near) << "before the first level";
    EXPECT_NEAR(mix(sweep, series, 16), 0.5 / 32, near); // 1/64
    EXPECT_NEAR(mix(sweep, series, 40), 24.5 / 32, near);
    EXPECT_NEAR(mix(sweep, series, 48), 0.5 / 32, near) << "level 1";
    EXPECT_NEAR(mix(sweep, series, 159), 0, near) << "after the last level";
  }
  const auto& model = sweep.curves[0].share;
  ASSERT_EQ(model.size(), 5u);
  EXPECT_EQ(model[1][52], 1 - 4.5 / 32);
  EXPECT_EQ(model[2][52], 4.5 / 32);
  EXPECT_EQ(model[0][52] + model[3][52] + model[4][52], 0);
}

TEST(LevelSweep, TheModelHasStepsOf256ths) {
  Session session = mipmapped();
  WeightMachines machines;
  const LevelSweep sweep =
      sweep_levels(resolve(session).effective, 1, 1.0 + 1.0 / 64, 64, all, false, machines, {}).value();
  std::vector<double> steps;
  for (int i = 0; i < 64; ++i)
    if (const double value = mix(sweep, Series::model, i); steps.empty() || steps.back() != value)
      steps.push_back(value * 256);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  EXPECT_EQ(steps, (std::vector<double>{0, 1, 2, 3})) << "the level of detail is truncated";
  EXPECT_NEAR(mix(sweep, Series::ideal, 10), 10.5 / 4096, 1e-7);
}

TEST(LevelSweep, ThePointFilterAndTheClamps) {
  Session session = mipmapped();
  session.sampler.mip_filter = FilterMode::point;
  LevelSweep sweep = swept(session);
  for (const Series series : {Series::model, Series::ideal, Series::opengl}) {
    EXPECT_EQ(mix(sweep, series, 60), 0) << "1.39 is level 1";
    EXPECT_EQ(mix(sweep, series, 68), 1) << "1.64 is level 2";
  }
  session = mipmapped();
  session.sampler.mip_min = 1.25f;
  session.sampler.mip_bias = 1;
  sweep = swept(session);
  EXPECT_EQ(mix(sweep, Series::model, 0), 0.25) << "at least 1.25";
  EXPECT_EQ(mix(sweep, Series::ideal, 0), 0.25);
  EXPECT_EQ(mix(sweep, Series::model, 40), 24.5 / 32) << "0.77 and the bias";
}

TEST(LevelSweep, SaysWhatIsMissing) {
  LevelSweep sweep = swept(mipmapped());
  EXPECT_EQ(sweep.absent[std::size_t(Series::cuda)], text(Text::scope_no_cuda));
  EXPECT_EQ(sweep.absent[std::size_t(Series::pinned)], text(Text::level_mix_no_pin));
  EXPECT_EQ(sweep.absent[std::size_t(Series::opengl)], "");
  EXPECT_EQ(sweep.curves.size(), 3u);
  std::stop_source stop;
  stop.request_stop();
  WeightMachines machines;
  EXPECT_FALSE(
      sweep_levels(resolve(mipmapped()).effective, 0, 4, 10, all, false, machines, stop.get_token()));
}

} // namespace
} // namespace texelscope
