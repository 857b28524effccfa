// The GPU's own weights, measured, against the model's.
#include <algorithm>

#include "kernels/studies/sources/weight_machines.h"
#include "kernels/unit/fetch/sample_position.h"
#include "tests/device/device_fixture.h"
#include "tests/random_session.h"

namespace texelscope::device_tests {

namespace {

class Weights : public DeviceTest {};

// Ten fetches each of random sessions: every dimension, format, function, view of memory and sampler.
TEST_F(Weights, EqualTheModelsAtTenThousandRandomFetches) {
  std::mt19937 random(23);
  constexpr int wanted = 10'000, each = 10;
  WeightMachines machines;
  int compared = 0, texels = 0, borders = 0, gathers = 0, levels = 0, probes = 0, views = 0;
  for (int round = 0; compared < wanted && round < 20 * wanted; ++round) {
    const tests::Setup setup = tests::random_anisotropic_setup(random);
    const Effective& effective = setup.effective;
    if (!no_machine_weights(WeighedMachine::cuda, effective).empty()) continue;
    for (int i = 0; i < each && compared < wanted; ++i) {
      const Pixel pixel = {int(random() % 64), int(random() % 48)};
      const TargetFetch target = fetch_of(setup.session, effective, 64, 48, pixel);
      if (target.fetch.empty) continue;
      const auto measured =
          machines.measure(WeighedMachine::cuda, effective, target.view.function, target.fetch.at, "the GPU");
      ASSERT_TRUE(measured);
      const MeasuredWeights& found = measured->found;
      ASSERT_TRUE(found.equal()) << tests::describe(setup.session) << " at pixel " << pixel.x << ","
                                 << pixel.y << ": " << weights_sentences(found).front();
      ++compared;
      texels += int(found.texels.size());
      borders += std::ranges::any_of(found.texels, [](const MeasuredTexel& texel) { return !texel.place; });
      gathers += target.view.function == FetchKind::gather;
      levels += found.texels.size() > 4;
      probes += found.weight_bits > 8;
      views += effective.memory.has_value();
    }
  }
  EXPECT_EQ(compared, wanted);
  EXPECT_GT(texels, wanted * 3 / 2);
  EXPECT_GT(borders, 500);
  EXPECT_GT(gathers, 50);
  EXPECT_GT(levels, 500);
  EXPECT_GT(probes, 50);
  EXPECT_GT(views, 500);
  RecordProperty("fetches", compared);
  RecordProperty("texels", texels);
}

// The mix of two levels, at every 1/512 of a level.
TEST_F(Weights, TheMixOfLevelsIsTheModels) {
  Session session;
  session.texture.width = session.texture.height = 64;
  session.texture.levels = 7;
  session.texture.format = {ElementKind::floating, 32, 1};
  std::vector<float> lods;
  for (int i = -512; i <= 8 * 512; ++i)
    lods.push_back(float(i) / 512);
  WeightMachines machines;
  for (const FilterMode mip : {FilterMode::point, FilterMode::linear})
    for (const float bias : {0.0f, 0.3f}) {
      session.sampler.mip_filter = mip;
      session.sampler.mip_bias = bias;
      session.sampler.mip_min = 0.4f;
      session.sampler.mip_max = 5.7f;
      const Effective effective = resolve(session).effective;
      EXPECT_EQ(machines.measure_levels(WeighedMachine::cuda, effective, lods),
                machines.measure_levels(WeighedMachine::model, effective, lods));
    }
}

} // namespace

} // namespace texelscope::device_tests
