// What is advised: by measurements that are made up, and by a device that is.
#include "kernels/studies/advise/advice.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/text/language.h"
#include "kernels/studies/advise/advice_report.h"
#include "tests/kernels/reports/advise/made_scene.h"
#include "tests/kernels/reports/advise/model_choices.h"
#include "tests/kernels/studies/advise/made_advice.h"

namespace texelscope::advise {

namespace {
using tests::MadeScene;
using tests::SceneSetup;

using tests::decided, tests::measured, tests::refused, tests::infinity;
using tests::f16, tests::f32, tests::u8;

std::string best_of(const Advice& advice) {
  return advice.best ? name(advice.choices[*advice.best].choice) : "none";
}

TEST(Decide, TheFastestWithinTheAllowedErrorIsBest) {
  const std::vector<MeasuredChoice> choices = {
      measured(Way::array, f32, 4, 1e-3), measured(Way::array, f16, 2, 2e-3),
      measured(Way::array, u8, 1, 5e-2), measured(Way::tile, f32, 3, 1e-6)};
  EXPECT_EQ(best_of(decided(choices, 1e-3)), "tile.f32");
  EXPECT_EQ(best_of(decided(choices, 2e-3)), "array.f16");
  EXPECT_EQ(best_of(decided(choices, 1)), "array.u8");
  EXPECT_EQ(best_of(decided(choices, 1e-7)), "none");
  EXPECT_EQ(best_of(decided(choices, infinity)), "array.u8");
}

TEST(Decide, ThePresentChoiceStaysWhereAnotherIsNotCertainlyFaster) {
  EXPECT_EQ(best_of(decided({measured(Way::array, f32, 4, 0), measured(Way::tile, f32, 3.99, 0)}, 0)),
            "array.f32")
      << "0.3 % are less than the 1 % of a verdict";
  EXPECT_EQ(best_of(decided({measured(Way::array, f32, 4, 0), measured(Way::tile, f32, 3.8, 0, 0.2)}, 0)),
            "array.f32")
      << "5 % within noise of 20 %";
  EXPECT_EQ(best_of(decided({measured(Way::array, f32, 4, 0), measured(Way::tile, f32, 3.8, 0)}, 0)),
            "tile.f32");
  EXPECT_EQ(best_of(decided({measured(Way::array, f32, 4, 1), measured(Way::tile, f32, 4.5, 0)}, 0)),
            "tile.f32")
      << "the present one's error is too large, however fast it is";
}

TEST(Decide, APresentChoiceThatIsRefusedIsNoMeasure) {
  const Advice advice =
      decided({refused(Way::array, f32), measured(Way::tile, f32, 3, 0), measured(Way::tile, f16, 2, 1)}, 0);
  EXPECT_EQ(best_of(advice), "tile.f32");
  EXPECT_FALSE(advice.choices[1].against_own);
  EXPECT_FALSE(advice.choices[0].on_front);
}

TEST(Decide, ErrorsWithoutBoundAreNeverAllowed) {
  const Advice advice =
      decided({measured(Way::array, f32, 4, 1e-3), measured(Way::gather, f32, 1, infinity)}, 1e-3);
  EXPECT_EQ(best_of(advice), "array.f32");
  EXPECT_EQ(best_of(decided({measured(Way::array, f32, 4, 1e-3), measured(Way::gather, f32, 1, NAN)}, 10)),
            "array.f32");
  EXPECT_EQ(best_of(decided({refused(Way::array, f32), measured(Way::gather, f32, 1, infinity),
                             measured(Way::tile, f32, 2, 0.5)},
                            infinity)),
            "tile.f32")
      << "what is no number is no result, whatever is allowed";
  EXPECT_EQ(best_of(decided({measured(Way::array, f32, 4, infinity)}, infinity)), "none");
}

TEST(Decide, WhatLosesMoreNaNsThanThePresentChoiceIsNotAdvised) {
  std::vector<MeasuredChoice> choices = {measured(Way::array, f32, 4, 0), measured(Way::array, f16, 2, 0),
                                         measured(Way::array, u8, 1, 0)};
  choices[2].lost = 1;
  Advice advice = decided(choices, 0);
  EXPECT_EQ(best_of(advice), "array.f16");
  EXPECT_TRUE(advice.choices[1].on_front) << "what is faster loses one";
  EXPECT_FALSE(advice.choices[2].on_front);
  EXPECT_EQ(advice_rows(advice).front().marks, "loses NaN or inf");
  choices[0].lost = 1;
  EXPECT_EQ(best_of(decided(choices, 0)), "array.u8");
  choices[0] = refused(Way::array, f32);
  EXPECT_EQ(best_of(decided(choices, 0)), "array.f16") << "nothing says that one may be lost";
}

TEST(Decide, TheFrontHoldsWhatNothingBeats) {
  const Advice advice = decided({measured(Way::array, f32, 4, 1e-3), measured(Way::array, f16, 2, 2e-3),
                                 measured(Way::pitch, f32, 5, 1e-3), measured(Way::tile, f32, 6, 1e-6),
                                 measured(Way::tile, f16, 2, 1e-2), refused(Way::filter, f32)},
                                1e-3);
  const bool expected[] = {true, true, false, true, true, false};
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(advice.choices[i].on_front, expected[i]) << i;
}

TEST(Decide, MediansAreThoseOfTheLaunches) {
  MeasuredChoice m = measured(Way::array, f32, 1, 0);
  m.ns = {9, 1, 3, 100};
  EXPECT_EQ(m.median_ns(), 6);
  m.ns = {9, 1, 3};
  EXPECT_EQ(m.median_ns(), 3);
  EXPECT_NEAR(m.fetches_per_second(), 1e9 / 3, 1);
  m.ns.clear();
  EXPECT_TRUE(std::isnan(m.median_ns()));
}

// --- sentences ---

TEST(Verdict, KeepsWhatNothingBeats) {
  const Advice advice = decided({measured(Way::array, f32, 2, 1e-3), measured(Way::tile, f32, 3, 0)}, 1e-3);
  EXPECT_EQ(
      verdict_text(advice),
      "Keep array.f32: of the choices whose worst error is at most 0.001 none is faster. No larger error "
      "would make another choice take at least 5.0 % less time.");
}

TEST(Verdict, SaysWhatMoreMemoryTheTexelsTake) {
  std::vector<MeasuredChoice> choices = {measured(Way::array, u8, 4, 1e-3),
                                         measured(Way::array, f32, 2, 1e-3)};
  choices[0].bytes = 300 << 10, choices[1].bytes = 1200 << 10;
  const std::string take = "Its texels take 1200 KiB in place of 300 KiB.";
  EXPECT_PRED_FORMAT2(testing::IsSubstring, take, verdict_text(decided(choices, 1e-3)));
  choices[1].bytes = 400 << 10;
  EXPECT_PRED_FORMAT2(testing::IsNotSubstring, "Its texels", verdict_text(decided(choices, 1e-3)));
}

// Whoever types the error that a sentence names gets what it promises, and two errors that differ look so.
TEST(Verdict, ItsErrorsCanBeTyped) {
  const std::vector<MeasuredChoice> choices = {measured(Way::array, u8, 2, 0.0030522),
                                               measured(Way::array, f16, 4, 0.0030517)};
  EXPECT_EQ(verdict_text(decided(choices, 0.00305)),
            "No choice has a worst error of at most 0.00305; the least is 0.00306, of array.f16.");
  EXPECT_EQ(
      verdict_text(decided(choices, 0.003052)),
      "Take array.f16 instead of array.u8, whose worst error of 0.0030522 is too large: a fetch takes "
      "200 % of its time, with a worst error of 0.0030517. Were a worst error of 0.00306 enough, array.u8 "
      "would take 50 % less time than array.f16.");
  EXPECT_EQ(best_of(decided(choices, 0.00306)), "array.u8");
  EXPECT_PRED_FORMAT2(
      testing::IsSubstring, "Were a worst error of 1e-09 enough",
      verdict_text(decided({measured(Way::array, f32, 2, 0), measured(Way::tile, f32, 1, 9.996e-10)}, 0)));
}

TEST(Verdict, OffersTheNearestTexelAsAnotherPicture) {
  const Advice advice =
      decided({measured(Way::array, f32, 4, 1e-3), measured(Way::nearest, f32, 2, 0.5)}, 1e-3);
  EXPECT_EQ(verdict_text(advice),
            "Keep array.f32: of the choices whose worst error is at most 0.001 none is faster. Without the "
            "filter nearest.f32 would take 50 % less time than array.f32, with a worst error of 0.5.");
}

TEST(Verdict, CountsWhatIsNoNumber) {
  std::vector<MeasuredChoice> choices = {measured(Way::array, f32, 4, 0), measured(Way::array, u8, 1, 0.25)};
  choices[1].lost = 7;
  Advice advice = decided(choices, 1);
  advice.compared = 100, advice.not_finite = 7;
  EXPECT_EQ(
      verdict_text(advice),
      "Keep array.f32: of the choices whose worst error is at most 1 none is faster. No larger error would "
      "make another choice take at least 5.0 % less time. 7 of 100 compared fetches are NaN or infinite; "
      "choices that return something else there more often than array.f32 are not advised.");
}

TEST(Verdict, NamesARivalThatIsNotCertainlyFaster) {
  const Advice advice =
      decided({measured(Way::array, f32, 4, 1e-3), measured(Way::tile, f32, 3.99, 0)}, 1e-3);
  const std::string text = verdict_text(advice);
  EXPECT_TRUE(text.starts_with("Keep array.f32: of the choices whose worst error is at most 0.001 the "
                               "fastest, tile.f32, is not certainly faster ("))
      << text;
  EXPECT_PRED_FORMAT2(testing::IsSubstring, ", 99 % confidence).", text);
}

TEST(Verdict, TakesWhatIsFaster) {
  Advice advice = decided({measured(Way::array, f32, 4, 1e-3), measured(Way::tile, f32, 3, 1e-6)}, 1e-3);
  const std::string text = verdict_text(advice);
  EXPECT_TRUE(text.starts_with("Take tile.f32 instead of array.f32: a fetch takes 25 % less time (2"))
      << text;
  EXPECT_TRUE(text.ends_with("99 % confidence), with a worst error of 1e-06.")) << text;
  advice.choices[1].upload_ms = 3;
  EXPECT_PRED_FORMAT2(testing::IsSubstring,
                      "Creating and filling tile.f32 takes 2 ms more; 2e+06 fetches pay for it.",
                      verdict_text(advice))
      << "2 ms are two million fetches of 1 ns less";
}

TEST(Verdict, SaysWhereThePresentErrorIsTooLarge) {
  const Advice advice =
      decided({measured(Way::array, f32, 2, 1e-3), measured(Way::tile, f32, 3, 1e-6)}, 1e-5);
  EXPECT_EQ(verdict_text(advice),
            "Take tile.f32 instead of array.f32, whose worst error of 0.001 is too "
            "large: a fetch takes 150 % of its time, with a worst error of 1e-06. Were "
            "a worst error of 0.001 enough, array.f32 would take 33 % less time than tile.f32.");
}

TEST(Verdict, SaysWhatNoChoiceReaches) {
  const Advice advice = decided(
      {measured(Way::array, f32, 2, 1e-3), refused(Way::tile, f32), measured(Way::filter, f32, 3, 1e-6)},
      1e-9);
  EXPECT_EQ(verdict_text(advice),
            "No choice has a worst error of at most 1e-09; the least is 1e-06, of filter.f32.");
}

// The nearest texel instead of a filter is another picture, whatever error is enough.
TEST(Verdict, OffersMoreErrorForLessTime) {
  const Advice advice = decided({measured(Way::array, f32, 4, 1e-3), measured(Way::array, f16, 2, 2e-3),
                                 measured(Way::array, u8, 1, 5e-2), measured(Way::nearest, f32, 2.5, 1.5e-3)},
                                1e-3);
  EXPECT_EQ(verdict_text(advice),
            "Keep array.f32: of the choices whose worst error is at most 0.001 none is faster. Were a worst "
            "error of 0.002 enough, array.f16 would take 50 % less time than array.f32.");
}

TEST(Verdict, SaysThatThePresentChoiceIsRefused) {
  EXPECT_EQ(
      verdict_text(decided({refused(Way::array, f32), measured(Way::tile, f32, 3, 1e-6)}, infinity)),
      "The present choice, array.f32, is refused: too large. Take tile.f32, with a worst error of 1e-06.");
  EXPECT_EQ(verdict_text(decided({refused(Way::array, f32)}, infinity)),
            "The present choice, array.f32, is refused: too large.");
}

class ChineseAdvice : public testing::Test {
protected:
  void SetUp() override { set_language(Language::chinese); }
  void TearDown() override { set_language(Language::english); }
};

TEST_F(ChineseAdvice, HasItsSentences) {
  EXPECT_EQ(verdict_text(decided({measured(Way::array, f32, 2, 1e-3), measured(Way::tile, f32, 3, 0)}, 1e-3)),
            "保留 array.f32：最大误差不超过 0.001 "
            "的方案中没有更快的。 即使允许更大的误差，也没有其他方案能使时间减少 5.0 % 以上。");
  EXPECT_EQ(verdict_text(decided({measured(Way::array, f32, 2, 1e-3)}, 1e-9)),
            "没有最大误差不超过 1e-09 的方案；最小的是 array.f32 的 0.001。");
  const std::string text =
      verdict_text(decided({measured(Way::array, f32, 4, 1e-3), measured(Way::tile, f32, 3, 1e-6)}, 1e-3));
  EXPECT_TRUE(text.starts_with("用 tile.f32 代替 array.f32：每次拾取的时间减少 25 %（")) << text;
}

// --- a made-up device ---

// Returns exact results, each choice with an error of its own, and times by the clock of its own.
class FakeMachine final : public ChoiceMachine {
public:
  explicit FakeMachine(const MadeScene& of) : made(of) {}

  // Of "array.f32": what is added to the results of a lane, and the time of a fetch.
  std::map<std::string, std::function<float(std::size_t entry, int lane, int channel)>> errors;
  std::map<std::string, double> ns;
  std::map<std::string, std::array<double, 2>> nearer; // share of that time from the L2 and from the L1
  std::map<std::string, std::string> refusals;
  double coordinates_ns = 0.25;
  int launches = 0, prepared = 0, alive = 0, most_alive = 0;
  std::size_t bytes_of_each = 1000;
  bool fits_l2 = true;

  ChoiceDevice device() const override { return {"a made-up device", 1, 48 << 10}; }
  bool coordinates_are_planes() const override { return true; }
  void compile(const std::vector<Choice>& choices, const std::function<bool(std::size_t)>& done) override {
    for (std::size_t i = 1; i <= choices.size(); ++i)
      if (!done(i)) return;
  }
  std::unique_ptr<PreparedChoice> prepare(const Choice& choice, Sentence& refusal) override {
    if (const auto found = refusals.find(name(choice)); found != refusals.end()) {
      refusal = found->second;
      return nullptr;
    }
    ++prepared;
    return std::make_unique<Prepared>(*this, name(choice));
  }
  std::unique_ptr<PreparedChoice> coordinates_alone() override {
    return std::make_unique<Prepared>(*this, "");
  }

private:
  class Prepared final : public PreparedChoice {
  public:
    Prepared(FakeMachine& of, std::string named) : machine(of), choice(std::move(named)) {
      machine.most_alive = std::max(machine.most_alive, ++machine.alive);
    }
    ~Prepared() override { --machine.alive; }
    double launch_ms(int repeats, int rounds, Part part) override {
      EXPECT_GE(rounds, 1);
      EXPECT_EQ(repeats % rounds, 0);
      ++machine.launches;
      const double fetches = double(machine.made.scene.fetches.blocks() * entries_of_block * lanes) * repeats;
      const auto found = machine.ns.find(choice);
      const double each = choice.empty()              ? machine.coordinates_ns
                          : found != machine.ns.end() ? found->second
                                                      : 4;
      const auto share = machine.nearer.find(choice);
      const double nearer =
          part == Part::all || share == machine.nearer.end() ? 1 : share->second[part == Part::in_l1];
      // More rounds of a block are slower here.
      return fetches * each * nearer * (rounds == 1 ? 1 : 1.5) * 1e-6;
    }
    std::vector<float> results(std::size_t first, std::size_t count) override {
      const FetchList& list = machine.made.scene.fetches;
      EXPECT_LE(first + count, list.entries());
      const int channels = machine.made.scene.own.channels;
      std::vector<float> all;
      for (std::size_t i = 0; i < count; ++i)
        for (int lane = 0; lane < lanes; ++lane) {
          const auto exact = machine.made.exact(first + i, lane);
          for (int c = 0; c < channels; ++c) {
            const auto found = machine.errors.find(choice);
            const float error = found == machine.errors.end() ? 0 : found->second(first + i, lane, c);
            all.push_back(float(exact[std::size_t(c)]) + error);
          }
        }
      return all;
    }
    double upload_ms() override { return 1; }
    std::size_t bytes() const override { return machine.bytes_of_each; }
    bool fits_l2() const override { return machine.fits_l2; }

  private:
    FakeMachine& machine;
    std::string choice;
  };

  const MadeScene& made;
};

const AdviceProgress go_on = [](const std::string&, double) { return true; };

struct Advised {
  explicit Advised(const SceneSetup& setup = {}) : made(setup) {
    made.add_fetches(70);
    machine.emplace(made);
  }
  StudiedScene studied() const {
    StudiedScene studied;
    studied.scene = made.scene;
    studied.texture = made.texture;
    studied.function = made.scene.by_index ? FetchKind::texel : FetchKind::plain;
    return studied;
  }
  std::optional<Advice> advise(std::optional<double> allowed = {}, const AdviceProgress& progress = go_on) {
    return advise::advise(studied(), *machine, allowed, progress);
  }
  static const MeasuredChoice& find(const Advice& advice, const std::string& named) {
    return *std::ranges::find(advice.choices, named, [](const MeasuredChoice& m) { return name(m.choice); });
  }

  MadeScene made;
  std::optional<FakeMachine> machine;
};

TEST(Advise, MeasuresEveryChoice) {
  Advised advised({.own = {ElementKind::floating, 32, 2}});
  FakeMachine& machine = *advised.machine;
  machine.ns["array.f32"] = 4, machine.ns["tile.f16"] = 2, machine.ns["array.u8"] = 1;
  machine.errors["array.f32"] = [](std::size_t, int, int) { return 0.01f; };
  machine.errors["array.u8"] = [](std::size_t, int, int) { return -0.02f; };
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->device.name, "a made-up device");
  EXPECT_TRUE(advice->planes);
  EXPECT_TRUE(advice->filters);
  EXPECT_EQ(advice->fetches, 70u * lanes);
  EXPECT_EQ(advice->compared, 70u * lanes);
  EXPECT_EQ(advice->choices.size(), choices_of(advised.made.scene).size());
  EXPECT_NEAR(advice->allowed_error, 0.01, 1e-6) << "that of the present choice";
  EXPECT_EQ(best_of(*advice), "tile.f16") << "array.u8 is faster, with a larger error";
  EXPECT_NEAR(advice->coordinates_ns, 0.25, 1e-9);
  for (const MeasuredChoice& m : advice->choices) {
    const auto found = machine.ns.find(name(m.choice));
    EXPECT_NEAR(m.median_ns(), found == machine.ns.end() ? 4 : found->second, 1e-9)
        << name(m.choice) << " with one round, which is faster here";
    EXPECT_EQ(m.ns.size(), 9u);
    EXPECT_EQ(m.visit, (std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2}));
    EXPECT_EQ(m.bytes, 1000u);
    EXPECT_EQ(m.share_of_peak(), 1);
    EXPECT_EQ(m.limit, fetches_from_texture(m.choice.way) ? Limit::texture : Limit::loads) << name(m.choice);
  }
  EXPECT_EQ(machine.alive, 0);
  EXPECT_EQ(best_of(*advised.advise(0.05)), "array.u8");
}

TEST(Advise, ComparesEachComponentOfEachFetch) {
  Advised advised({.own = {ElementKind::floating, 32, 2}});
  FakeMachine& machine = *advised.machine;
  const float of_double = 1e-6f; // floats of exact results
  machine.errors["array.f16"] = [](std::size_t entry, int lane, int channel) {
    return entry == 69 && lane == 31 && channel == 1 ? 0.5f : 0.0f;
  };
  machine.errors["array.u8"] = [](std::size_t entry, int lane, int) {
    return entry == 3 && lane == 7 ? std::numeric_limits<float>::quiet_NaN() : 0.0f;
  };
  machine.errors["tile.u8"] = [](std::size_t, int, int channel) { return channel == 0 ? 0.25f : -0.125f; };
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  EXPECT_NEAR(Advised::find(*advice, "array.f32").worst_error, 0, of_double);
  EXPECT_NEAR(Advised::find(*advice, "array.f16").worst_error, 0.5, of_double);
  EXPECT_NEAR(Advised::find(*advice, "array.f16").mean_error, 0.5 / (70 * lanes), of_double);
  EXPECT_EQ(Advised::find(*advice, "array.u8").worst_error, infinity);
  EXPECT_NEAR(Advised::find(*advice, "tile.u8").worst_error, 0.25, of_double);
  EXPECT_NEAR(Advised::find(*advice, "tile.u8").mean_error, 0.25, of_double) << "of the worst components";
}

TEST(Advise, LanesThatDoNotFetchHaveNoError) {
  Advised advised;
  float at[lanes][3] = {};
  advised.made.scene.fetches = FetchList(2);
  for (int entry = 0; entry < 8; ++entry)
    advised.made.scene.fetches.add(at, 0b1100);
  advised.machine->errors["array.f32"] = [](std::size_t, int lane, int) {
    return lane == 2 || lane == 3 ? 0.125f : 100.0f;
  };
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->compared, 16u);
  EXPECT_NEAR(advice->own().worst_error, 0.125, 1e-6);
}

// What is no number by exact arithmetic has no error, but can be lost.
TEST(Advise, ExactResultsThatAreNoNumbersAreLostOrNot) {
  Advised advised({.filter = FilterMode::point});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < advised.made.scene.texel_count(); i += 2)
    std::memcpy(advised.made.texels.data() + 4 * i, &nan, 4);
  advised.machine->errors["tile.f32"] = [](std::size_t, int, int) { return 0.5f; };
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  EXPECT_LT(advice->own().worst_error, 1e-6);
  EXPECT_NEAR(Advised::find(*advice, "tile.f32").worst_error, 0.5, 1e-6) << "the other texels";
  for (const MeasuredChoice& m : advice->choices)
    EXPECT_EQ(m.lost, 0u) << name(m.choice);
}

// The model in place of the device encodes the texels: of integers each is a number.
TEST(Advise, IntegersLoseWhatIsNoNumber) {
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -INFINITY}) {
    MadeScene made({.size = {4, 1, 1}, .filter = FilterMode::point});
    std::memcpy(made.texels.data() + 4, &value, 4);
    made.scene.values[1] = value;
    float at[lanes][3] = {};
    for (int lane = 0; lane < lanes; ++lane)
      at[lane][0] = (float(lane % 4) + 0.5f) / 4, at[lane][1] = 0.5f;
    for (int entry = 0; entry < entries_of_block; ++entry)
      made.scene.fetches.add(at, ~std::uint32_t(0));
    StudiedScene studied;
    studied.scene = made.scene;
    studied.texture = made.texture;
    tests::ModelChoices machine(studied.scene);
    const auto advice = advise::advise(studied, machine, {}, go_on);
    ASSERT_TRUE(advice);
    const std::size_t fetches = entries_of_block * lanes;
    EXPECT_EQ(advice->compared, fetches);
    EXPECT_EQ(advice->not_finite, fetches / 4);
    for (const MeasuredChoice& m : advice->choices) {
      if (m.refusal.empty()) {
        EXPECT_EQ(m.lost, m.choice.texels.is_integer() ? fetches / 4 : 0) << name(m.choice) << " " << value;
      }
    }
    ASSERT_TRUE(advice->best);
    EXPECT_FALSE(advice->choices[*advice->best].choice.texels.is_integer()) << best_of(*advice);
  }
}

// The weights of a filter add up to 1 in doubles only nearly.
TEST(Advise, TheRoundingOfDoublesIsNoError) {
  MadeScene made({.size = {13, 7, 1}, .least = 7.25, .greatest = 7.25});
  made.add_fetches(70);
  StudiedScene studied;
  studied.scene = made.scene;
  studied.texture = made.texture;
  tests::ModelChoices machine(studied.scene);
  const auto advice = advise::advise(studied, machine, 0.0, go_on);
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->own().worst_error, 0);
  EXPECT_TRUE(advice->best);
}

TEST(Advise, LongListsAreComparedInParts) {
  Advised advised({.dimension = Dimension::d1, .size = {5, 1, 1}, .filter = FilterMode::point});
  MadeScene& made = advised.made;
  made.scene.fetches = FetchList(1);
  made.add_same(0.3f, 0, (1 << 17) + 100);
  std::set<std::size_t> compared;
  advised.machine->errors["array.f32"] = [&](std::size_t entry, int lane, int) {
    if (lane == 0) compared.insert(entry);
    return 0.0f;
  };
  // The others are refused, for the sake of time.
  for (const Choice& choice : choices_of(made.scene))
    if (name(choice) != "array.f32") advised.machine->refusals[name(choice)] = "not now";
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->fetches, ((1u << 17) + 100) * lanes);
  EXPECT_EQ(advice->compared, std::size_t(1) << 22);
  EXPECT_EQ(compared.size(), std::size_t(1) << 17) << "none twice";
  EXPECT_TRUE(compared.contains(0));
  EXPECT_GT(*compared.rbegin(), (std::size_t(1) << 17) + 80) << "the last part lies at the end";
}

TEST(Advise, RefusedChoicesAreListedWithTheReason) {
  Advised advised;
  advised.machine->refusals["tile.f32"] = "too large a tile";
  advised.machine->refusals["array.f32"] = "no such array";
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  EXPECT_EQ(Advised::find(*advice, "tile.f32").refusal, "too large a tile");
  EXPECT_TRUE(Advised::find(*advice, "tile.f32").ns.empty());
  EXPECT_EQ(advice->own().refusal, "no such array");
  EXPECT_EQ(advice->allowed_error, infinity) << "no present error is a measure";
  EXPECT_TRUE(advice->best);
}

TEST(Advise, SaysWhatAChoiceWaitsFor) {
  Advised advised;
  FakeMachine& machine = *advised.machine;
  machine.coordinates_ns = 0.9;
  machine.ns["tile.f32"] = 1;
  machine.nearer["array.f16"] = {1, 0.9};
  machine.nearer["filter.f32"] = {1, 0.9};
  machine.nearer["array.u16"] = {0.9, 0.5};
  machine.nearer["filter.f16"] = {0.8, 0.25};
  machine.nearer["array.u8"] = {0.5, 2};
  for (const bool fits_l2 : {false, true}) {
    machine.fits_l2 = fits_l2;
    const auto advice = advised.advise();
    ASSERT_TRUE(advice);
    const auto limit = [&](const char* choice) { return Advised::find(*advice, choice).limit; };
    const auto share = [&](const char* choice) { return Advised::find(*advice, choice).share_of_peak(); };
    EXPECT_EQ(limit("tile.f32"), Limit::coordinates);
    EXPECT_EQ(limit("array.f32"), Limit::texture) << "its coordinates take 0.9 of 4 ns";
    EXPECT_EQ(limit("array.f16"), Limit::texture);
    EXPECT_EQ(limit("filter.f32"), Limit::loads);
    EXPECT_EQ(limit("array.u16"), Limit::l2);
    EXPECT_EQ(limit("filter.f16"), fits_l2 ? Limit::l2 : Limit::memory) << "whose texels the L2 holds";
    EXPECT_NEAR(share("array.f32"), 1, 1e-9);
    EXPECT_NEAR(share("array.f16"), 0.9, 1e-9);
    EXPECT_NEAR(share("filter.f16"), 0.25, 1e-9);
    EXPECT_EQ(share("array.u8"), 1) << "never more";
    const std::string table = advice_text(advised.studied(), *advice);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "25 %  " + std::string(fits_l2 ? "L2" : "memory"), table);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "90 %  texture unit", table);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "90 %  loads", table);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "100 %  coordinates", table);
  }
}

TEST(Advise, ShowsItsProgressAndStopsAtEachStep) {
  std::vector<double> shares;
  {
    Advised advised;
    ASSERT_TRUE(advised.advise({}, [&](const std::string&, double share) {
      shares.push_back(share);
      return true;
    }));
  }
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GE(shares.front(), 0);
  EXPECT_LE(shares.back(), 1);
  for (std::size_t step = 0; step < shares.size(); step += 7) {
    Advised advised;
    std::size_t calls = 0;
    EXPECT_FALSE(advised.advise({}, [&](const std::string&, double) { return calls++ < step; })) << step;
    EXPECT_EQ(calls, step + 1) << "and calls no more";
    EXPECT_EQ(advised.machine->alive, 0);
  }
}

// Choices whose texels do not fit side by side are timed group by group.
TEST(Advise, HoldsSomeGibibytesOfTexelsAtATime) {
  Advised advised;
  advised.machine->bytes_of_each = std::size_t(3) << 30;
  ASSERT_TRUE(advised.advise());
  EXPECT_EQ(advised.machine->most_alive, 2);
  EXPECT_EQ(advised.machine->prepared, 24);
}

// --- reports ---

TEST(AdviceReport, IsATableAndAVerdict) {
  Advised advised;
  advised.machine->refusals["tile.u8"] = "too large";
  advised.machine->ns["tile.f32"] = 1;
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  const std::string text = advice_text(advised.studied(), *advice);
  EXPECT_TRUE(text.starts_with("made: 13 x 7 f32x1, linear, clamp clamp; 2240 fetches. Each warp computes "
                               "their coordinates.\na made-up device\n\nchoice"))
      << text;
  const std::size_t tile = text.find("tile.f32 "), own = text.find("array.f32 ");
  ASSERT_NE(tile, std::string::npos);
  ASSERT_NE(own, std::string::npos);
  EXPECT_LT(tile, own) << "the fastest comes first";
  const std::string line = text.substr(tile, text.find('\n', tile) - tile);
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "0.250", line);
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "advised, nothing is both faster and more exact", line);
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "  now", text.substr(own, text.find('\n', own) - own));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "tile.u8        refused: too large\n", text);
  EXPECT_TRUE(text.ends_with("\n" + verdict_text(*advice) + "\n"));
}

TEST(AdviceReport, IsJson) {
  Advised advised;
  advised.machine->refusals["tile.u8"] = "too large";
  advised.machine->ns["tile.f32"] = 1;
  advised.machine->errors["gather.f32"] = [](std::size_t, int, int) { return float(INFINITY); };
  const auto advice = advised.advise();
  ASSERT_TRUE(advice);
  const nlohmann::ordered_json json = advice_json(advised.studied(), *advice);
  EXPECT_EQ(json.at("texelscope_advice"), 1);
  EXPECT_EQ(json.at("device"), "a made-up device");
  EXPECT_EQ(json.at("scene").at("size"), (std::vector<int>{13, 7}));
  EXPECT_EQ(json.at("scene").at("texels"), "f32x1");
  EXPECT_EQ(json.at("scene").at("filter"), "linear");
  EXPECT_EQ(json.at("scene").at("coordinates"), "computed");
  EXPECT_EQ(json.at("scene").at("texels_are_known"), true);
  EXPECT_EQ(json.at("advised"), "tile.f32");
  EXPECT_EQ(json.at("verdict"), verdict_text(*advice));
  ASSERT_EQ(json.at("choices").size(), advice->choices.size());
  for (std::size_t i = 0; i < advice->choices.size(); ++i) {
    const auto& one = json.at("choices")[i];
    const MeasuredChoice& m = advice->choices[i];
    EXPECT_EQ(one.at("choice"), name(m.choice));
    if (!m.refusal.empty()) {
      EXPECT_EQ(one.at("refused"), "too large");
      EXPECT_FALSE(one.contains("ns"));
      continue;
    }
    EXPECT_EQ(one.at("ns").size(), 9u);
    EXPECT_EQ(one.at("visits").size(), 9u);
    EXPECT_TRUE(one.at("on_front").is_boolean());
    EXPECT_TRUE(one.contains("verdict"));
  }
  EXPECT_EQ(json.at("choices")[0].at("choice"), "array.f32") << "the present one first";
}
} // namespace

} // namespace texelscope::advise
