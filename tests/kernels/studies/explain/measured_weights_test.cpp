// Measured weights: of the model itself, which must be equal, and of machines that differ from it on purpose.
#include "kernels/studies/explain/measured_weights.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/studies/explain/software_machine.h"
#include "kernels/unit/fetch/sample_position.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

using weights::SoftwareMachine;
using weights::TexelRange;

// Texels along x; in texels, without repeats.
Texture texture_of(ElementFormat format, int width = 16, int height = 8) {
  Texture texture;
  texture.width = width, texture.height = height;
  texture.format = format;
  texture.sampler.filter = FilterMode::linear;
  texture.sampler.read_mode = ReadMode::normalized_float;
  texture.sampler.address.fill(AddressMode::clamp);
  return texture;
}
constexpr ElementFormat bytes = {ElementKind::unsigned_int, 8, 4}, singles = {ElementKind::floating, 32, 1};

template <class Machine = SoftwareMachine>
MeasuredWeights measured(const Texture& texture, const FetchAt& at, FetchKind kind = FetchKind::plain) {
  Machine machine(texture);
  return measure_weights(texture, kind, at, machine).value();
}

const MeasuredTexel& texel_at(const MeasuredWeights& found, std::optional<TexelPlace> place) {
  static const MeasuredTexel none;
  const auto texel = std::ranges::find(found.texels, place, &MeasuredTexel::place);
  EXPECT_NE(texel, found.texels.end());
  return texel != found.texels.end() ? *texel : none;
}

TEST(WeightProbes, BlocksCoverARangeOnce) {
  TextureShape shape;
  shape.width = 5, shape.height = 3, shape.planes = 4;
  shape.dimension = Dimension::d2_layered;
  shape.level_count = 2; // 60 texels and 2 x 1 x 4
  EXPECT_EQ(weights::all_texels(shape), (TexelRange{0, 68}));
  EXPECT_EQ(weights::texels_of_level(shape, 1), (TexelRange{60, 68}));
  EXPECT_EQ(weights::one_texel(shape, 1, {1, 0, 2}), (TexelRange{65, 66}));
  for (std::int64_t first = 0; first < 68; ++first)
    for (std::int64_t last = first; last <= 68; ++last) {
      std::set<std::int64_t> covered;
      std::int64_t count = 0;
      for (const weights::TexelBox& box : weights::boxes_of(shape, {first, last}))
        for (int z = 0; z < box.size[2]; ++z)
          for (int y = 0; y < box.size[1]; ++y)
            for (int x = 0; x < box.size[0]; ++x, ++count)
              covered.insert(
                  weights::one_texel(shape, box.level, {box.at[0] + x, box.at[1] + y, box.at[2] + z}).first);
      ASSERT_EQ(count, last - first);
      ASSERT_EQ(std::int64_t(covered.size()), count);
      if (count > 0) {
        ASSERT_EQ(*covered.begin(), first);
        ASSERT_EQ(*covered.rbegin(), last - 1);
      }
    }
  EXPECT_EQ(weights::boxes_of(shape, {0, 68}).size(), 2u) << "a block for each level";
}

TEST(MeasuredWeights, OfTheModelAreItsOwn) {
  const MeasuredWeights found = measured(texture_of(bytes), {.x = 10.75f, .y = 4.625f});
  ASSERT_EQ(found.texels.size(), 4u);
  EXPECT_EQ(found.weight_bits, 8);
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 10, 4}).model_weight, 168); // 3/4 * 7/8
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 11, 4}).model_weight, 56);
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 10, 5}).model_weight, 24);
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 11, 5}).model_weight, 8);
  for (const MeasuredTexel& texel : found.texels)
    EXPECT_NEAR(texel.weight * 256, texel.model_weight, 0.002) << "16 bits of the sum";
  EXPECT_NEAR(found.sum, 1, 1e-4);
  EXPECT_EQ(found.total, 1);
  EXPECT_TRUE(found.equal());
  EXPECT_FALSE(found.searched);
  EXPECT_EQ(found.fetches, 7) << "zeros, four texels, ones, all others";
}

TEST(MeasuredWeights, OneIsTheFormatsOwn) {
  struct Format {
    ElementFormat format;
    ReadMode read_mode;
    bool srgb;
  };
  for (const Format& f : {Format{bytes, ReadMode::normalized_float, false},
                          {bytes, ReadMode::normalized_float, true},
                          {{ElementKind::signed_int, 8, 2}, ReadMode::normalized_float, false},
                          {{ElementKind::unsigned_int, 16, 1}, ReadMode::normalized_float, false},
                          {{ElementKind::signed_int, 16, 4}, ReadMode::normalized_float, false},
                          {{ElementKind::floating, 16, 4}, ReadMode::element, false},
                          {singles, ReadMode::element, false},
                          {{ElementKind::unsigned_int, 8, 1}, ReadMode::element, false},
                          {{ElementKind::signed_int, 16, 2}, ReadMode::element, false},
                          {{ElementKind::unsigned_int, 32, 4}, ReadMode::element, false},
                          {{ElementKind::signed_int, 32, 1}, ReadMode::element, false}})
    for (const AddressMode mode : {AddressMode::clamp, AddressMode::border}) {
      Texture texture = texture_of(f.format);
      texture.sampler.read_mode = f.read_mode;
      texture.sampler.srgb = f.srgb;
      texture.sampler.address.fill(mode);
      texture.sampler.border_color = {-5, 7, 0.25f, 1}; // is replaced
      const bool points = f.read_mode == ReadMode::element && f.format.is_integer();
      const MeasuredWeights found = measured(texture, {.x = points ? -0.5f : 0.25f, .y = 2.5f});
      const std::string name = std::to_string(int(f.format.kind)) + " " + std::to_string(f.format.bits);
      EXPECT_EQ(found.total, 1) << name;
      EXPECT_TRUE(found.equal()) << name;
      const auto edge = mode == AddressMode::border ? std::nullopt : std::optional(TexelPlace{0, 0, 0, 2});
      const double weight = points || mode == AddressMode::clamp ? 1 : 0.25;
      EXPECT_NEAR(texel_at(found, edge).weight, weight, 1e-4) << name << " " << int(mode);
    }
}

TEST(MeasuredWeights, OfTheModelInAnySession) {
  std::mt19937 random(5);
  int compared = 0, gathers = 0, borders = 0, probes = 0, levels = 0;
  for (int round = 0; round < 1500; ++round) {
    const tests::Setup setup = tests::random_anisotropic_setup(random);
    if (!no_weights(setup.effective).empty()) continue;
    const Pixel pixel = {int(random() % 64), int(random() % 48)};
    const TargetFetch target = fetch_of(setup.session, setup.effective, 64, 48, pixel);
    if (target.fetch.empty) continue;
    const Texture like = weights::probed_texture(setup.effective);
    SoftwareMachine machine(like);
    const auto found = measure_weights(like, target.view.function, target.fetch.at, machine);
    ASSERT_TRUE(found);
    ASSERT_TRUE(found->equal()) << tests::describe(setup.session);
    for (const MeasuredTexel& texel : found->texels) {
      borders += !texel.place;
      const double unit = std::ldexp(1, -found->weight_bits);
      // The coarsest results are integers of 8 bits that two levels are mixed from.
      ASSERT_NEAR(texel.weight, texel.model_weight * unit, std::max(unit, 1.0 / 127))
          << tests::describe(setup.session);
    }
    ++compared;
    gathers += target.view.function == FetchKind::gather;
    probes += found->weight_bits > 8;
    levels += found->texels.size() > 4;
  }
  EXPECT_GT(compared, 700);
  EXPECT_GT(gathers, 5);
  EXPECT_GT(borders, 50);
  EXPECT_GT(probes, 5);
  EXPECT_GT(levels, 50);
}

TEST(MeasuredWeights, AGathersFourTexelsAreWhole) {
  Texture texture = texture_of(bytes);
  const MeasuredWeights found =
      measured(texture, {.x = 3.25f, .y = 0.25f, .component = 2}, FetchKind::gather);
  ASSERT_EQ(found.texels.size(), 2u) << "clamp reads the upper row twice";
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 2, 0}).weight, 2);
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 3, 0}).model_weight, 512);
  EXPECT_EQ(found.total, 4);
  EXPECT_TRUE(found.equal());
}

// A unit that rounds the coordinate to 1/16 of a texel.
class Coarse : public SoftwareMachine {
public:
  using SoftwareMachine::SoftwareMachine;
  TexelBits fetch_one(FetchKind kind, const FetchAt& at) const override {
    FetchAt rounded = at;
    rounded.x = std::round(at.x * 16) / 16;
    return SoftwareMachine::fetch_one(kind, rounded);
  }
};

TEST(MeasuredWeights, OtherWeightsAreMeasured) {
  const MeasuredWeights found = measured<Coarse>(texture_of(singles), {.x = 10.77f, .y = 4.5f});
  EXPECT_FALSE(found.equal());
  EXPECT_FALSE(found.searched) << "it reads the same texels";
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 11, 4}).model_weight, 69); // 0.27 * 256 = 69.12
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 11, 4}).weight, 0.25);
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 10, 4}).weight, 0.75);
  EXPECT_TRUE(texel_at(found, TexelPlace{0, 0, 10, 5}).equal()) << "both have the weight 0";
  EXPECT_EQ(found.sum, 1);
  EXPECT_TRUE(measured<Coarse>(texture_of(singles), {.x = 10.75f, .y = 4.5f}).equal());
}

// A unit with three more texels in its footprint, of levels 0 and 1, and some of the border color.
class Wide : public SoftwareMachine {
public:
  using SoftwareMachine::SoftwareMachine;
  TexelBits fetch_one(FetchKind kind, const FetchAt& at) const override {
    const auto texel = [&](int level, int x, int y) {
      FetchAt there = {.x = (float(x) + 0.5f) / float(texture().width >> level),
                       .y = (float(y) + 0.5f) / float(texture().height >> level),
                       .lod = float(level)};
      return bits_float(SoftwareMachine::fetch_one(FetchKind::lod, there)[0]);
    };
    const float own = bits_float(SoftwareMachine::fetch_one(kind, at)[0]);
    return {float_bits(own * 0.5f + texel(0, 15, 0) * 0.25f + texel(0, 0, 7) * 0.125f +
                       texel(1, 3, 3) * 0.0625f + texture().sampler.border_color[0] * 0.0625f)};
  }
};

TEST(MeasuredWeights, TexelsOutsideTheFootprintAreFound) {
  Texture texture = texture_of(singles);
  texture.level_count = 2;
  texture.mipmapped = texture.sampler.normalized_coords = true;
  texture.sampler.mip_max = 1;
  const MeasuredWeights found = measured<Wide>(texture, {.x = 0.5f, .y = 0.5f}, FetchKind::lod);
  EXPECT_TRUE(found.searched);
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(found.equal());
  EXPECT_EQ(std::ranges::count(found.texels, false, &MeasuredTexel::of_model), 4);
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 15, 0}).weight, 0.25);
  EXPECT_EQ(texel_at(found, TexelPlace{0, 0, 0, 7}).weight, 0.125);
  EXPECT_EQ(texel_at(found, TexelPlace{1, 0, 3, 3}).weight, 0.0625);
  EXPECT_EQ(texel_at(found, std::nullopt).weight, 0.0625);
  EXPECT_EQ(found.sum, 1);
  EXPECT_EQ(found.total, 1);
}

// A unit that returns the mean of all texels.
class Mean : public SoftwareMachine {
public:
  using SoftwareMachine::SoftwareMachine;
  TexelBits fetch_one(FetchKind, const FetchAt&) const override {
    float sum = 0;
    for (int y = 0; y < texture().height; ++y)
      for (int x = 0; x < texture().width; ++x)
        sum += bits_float(
            SoftwareMachine::fetch_one(FetchKind::plain, {.x = float(x) + 0.5f, .y = float(y) + 0.5f})[0]);
    return {float_bits(sum / float(texture().width * texture().height))};
  }
};

TEST(MeasuredWeights, TheSearchEndsWhereEveryTexelContributes) {
  const MeasuredWeights found = measured<Mean>(texture_of(singles, 32, 32), {.x = 3, .y = 3});
  EXPECT_EQ(found.texels.size(), 4 + max_found_texels);
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.total, 1);
  for (const MeasuredTexel& texel : found.texels)
    EXPECT_EQ(texel.weight, 1.0 / 1024);
}

TEST(MeasuredWeights, AMeasurementCanBeStopped) {
  const Texture texture = texture_of(bytes);
  SoftwareMachine machine(texture);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(measure_weights(texture, FetchKind::plain, {.x = 1, .y = 1}, machine, stop.get_token()));
  EXPECT_TRUE(measure_levels(texture, std::vector{0.0f}, machine, stop.get_token()).empty());
  EXPECT_TRUE(measure_weights(texture, FetchKind::plain, {.x = 1, .y = 1}, machine)->equal());
}

TEST(MeasuredWeights, TheSharesOfTwoLevels) {
  Texture texture = texture_of(singles);
  texture.level_count = 4;
  texture.mipmapped = texture.sampler.normalized_coords = true;
  texture.sampler.mip_filter = FilterMode::linear;
  texture.sampler.mip_max = 2.5f;
  SoftwareMachine machine(texture);
  const auto shares = measure_levels(texture, std::vector{-1.0f, 1.25f, 1.001f, 9.0f}, machine);
  ASSERT_EQ(shares.size(), 4u);
  EXPECT_EQ(shares[0], (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(shares[1], (std::vector<double>{0, 0.75, 1, 0})) << "steps of 1/256";
  EXPECT_EQ(shares[2], (std::vector<double>{0, 0.25, 0, 0.5}));
  EXPECT_EQ(shares[3], (std::vector<double>{0, 0, 0, 0.5})) << "at most 2.5";
}

TEST(MeasuredWeights, SomeTexturesHaveNone) {
  Session session;
  EXPECT_EQ(no_weights(resolve(session).effective), "");
  session.texture.width = session.texture.height = 8192; // of 4 bytes
  EXPECT_EQ(no_weights(resolve(session).effective), "");
  session.texture.width = 16384;
  EXPECT_NE(no_weights(resolve(session).effective), "");
}

} // namespace
} // namespace texelscope
