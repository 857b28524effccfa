// Figures of a device that is made up: measured, stored, looked up, and what follows from them.
#include "kernels/studies/advise/device_figures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/files/errors.h"
#include "kernels/studies/advise/advice_report.h"
#include "kernels/studies/advise/predicted_advice.h"
#include "tests/kernels/reports/advise/made_scene.h"
#include "tests/source_root.h"

namespace texelscope::advise {

namespace {
using tests::MadeScene;
using tests::SceneSetup;

constexpr ElementFormat floats = {ElementKind::floating, 32, 1}, halves = {ElementKind::floating, 16, 1},
                        bytes = {ElementKind::unsigned_int, 8, 1},
                        signed_shorts = {ElementKind::signed_int, 16, 1};
constexpr std::int64_t kilo = 1024;

FigureScene standard(const std::string& named) {
  for (const FigureScene& scene : figure_scenes())
    if (name(scene) == named) return scene;
  throw std::runtime_error(named);
}

// Warps with four sectors and squares each, in a working set of so many KiB.
Figure figure(const std::string& scene, int kib, double array_f32, double tile_f32 = 0) {
  Figure made;
  made.scene = standard(scene);
  made.footprint = {.whole_steps = true,
                    .warp_sectors = 4,
                    .warp_squares = 4,
                    .fetch_sectors = 0.125,
                    .working_set = kib * kilo};
  made.coordinates_ns = 0.5;
  made.ns[Way::array] = {array_f32, array_f32 / 2, array_f32 / 4, array_f32 / 8};
  made.ns[Way::tile] = {tile_f32, 0, 0, 0};
  return made;
}

DeviceFigures figures_of(std::vector<Figure> list) {
  return {{"a made-up device", 10, 48 << 10}, "1.2", "0.1.0", "2026-11-29", std::move(list)};
}

// A picture of floats in blocks of 16 x 16, each texel once.
Scene picture(int width, int height, FilterMode filter = FilterMode::point, int thread_fetches = 1) {
  Scene scene;
  scene.size = {width, height, 1};
  scene.own = floats;
  scene.sampler = zeroed_sampler;
  scene.sampler.filter = filter;
  scene.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  scene.values.assign(scene.texel_count(), 0.5f);
  scene.set_range();
  scene.fetches = FetchList(2, 16);
  scene.fetches.set_fetches_of_thread(thread_fetches);
  for (int y = 0; y < height; y += 16)
    for (int x = 0; x < width; x += 16)
      for (int row = 0; row < 16; row += 2) {
        float at[lanes][3] = {};
        for (int lane = 0; lane < lanes; ++lane)
          at[lane][0] = float(x + lane % 16) + 0.5f, at[lane][1] = float(y + row + lane / 16) + 0.5f;
        scene.fetches.add(at, ~std::uint32_t(0));
      }
  return scene;
}

// --- looking up ---

TEST(FigureLookup, LiesOnTheLineBetweenWorkingSets) {
  const DeviceFigures figures =
      figures_of({figure("2d.point.1.straight.64K", 16, 1, 8), figure("2d.point.1.straight.8M", 1024, 4, 0)});
  const auto ns = [&](int width, int height, const ElementFormat& texels = floats, Way way = Way::array) {
    return FigureLookup(figures, picture(width, height)).ns({way, texels}).value_or(-1);
  };
  EXPECT_NEAR(ns(64, 64), 1, 1e-12) << "16 KiB";
  EXPECT_NEAR(ns(512, 512), 4, 1e-12) << "1 MiB";
  EXPECT_NEAR(ns(256, 128), 2, 1e-12) << "128 KiB is half way between 16 and 1024, and 2 between 1 and 4";
  EXPECT_NEAR(ns(128, 64), std::pow(4, 1 / 6.0), 1e-12) << "one of six doublings";
  EXPECT_NEAR(ns(32, 32), 1, 1e-12) << "below the smallest it stays";
  EXPECT_NEAR(ns(1024, 1024), 4, 1e-12) << "four times the largest";
  EXPECT_EQ(ns(2048, 2048), -1) << "sixteen times the largest is not known";
  EXPECT_NEAR(ns(256, 128, halves), 1, 1e-12);
  EXPECT_NEAR(ns(256, 128, signed_shorts), 0.5, 1e-12) << "as codes without sign";
  EXPECT_NEAR(ns(256, 128, bytes), 0.25, 1e-12);
  EXPECT_NEAR(ns(256, 128, floats, Way::tile), 8, 1e-12) << "the one scene that has it";
  EXPECT_EQ(ns(256, 128, halves, Way::tile), -1);
  EXPECT_EQ(ns(256, 128, floats, Way::pitch), -1);
  EXPECT_NEAR(FigureLookup(figures, picture(64, 64)).coordinates_ns().value_or(-1), 0.5, 1e-12);
}

TEST(FigureLookup, TakesTheOrderThatIsMostAlike) {
  Figure turned = figure("2d.point.1.turned.64K", 16, 3);
  turned.footprint.warp_sectors = 16;
  Figure stencil = figure("2d.point.1.stencil.1M", 16, 1, 5);
  stencil.footprint.fetch_sectors = 0.125 / 32;
  const DeviceFigures figures = figures_of({turned, figure("2d.point.1.straight.64K", 16, 1, 2), stencil});
  EXPECT_NEAR(FigureLookup(figures, picture(64, 64)).ns({Way::array, floats}).value_or(-1), 1, 1e-12);
  EXPECT_NEAR(FigureLookup(figures, picture(64, 64)).ns({Way::tile, floats}).value_or(-1), 2, 1e-12);
  Scene again = picture(64, 64);
  FetchList repeated(2, 16);
  for (std::size_t entry = 0; entry < again.fetches.entries(); ++entry)
    for (int i = 0; i < 64; ++i) {
      float at[lanes][3] = {};
      for (int lane = 0; lane < lanes; ++lane)
        for (int axis = 0; axis < 2; ++axis)
          at[lane][axis] = again.fetches.at(entry, lane, axis);
      repeated.add(at, ~std::uint32_t(0));
    }
  again.fetches = std::move(repeated);
  EXPECT_NEAR(FigureLookup(figures, again).ns({Way::tile, floats}).value_or(-1), 5, 1e-12);
}

TEST(FigureLookup, KnowsWhatATileHoldsTogether) {
  Figure together = figure("2d.point.1.stencil.1M", 16, 1, 2);
  together.footprint.thread_fetches = 16;
  const DeviceFigures figures = figures_of({together, figure("2d.point.1.straight.64K", 16, 1, 6)});
  const Choice tile = {Way::tile, floats};
  EXPECT_NEAR(FigureLookup(figures, picture(64, 64)).ns(tile).value_or(-1), 6, 1e-12);
  EXPECT_NEAR(FigureLookup(figures, picture(64, 64, FilterMode::point, 16)).ns(tile).value_or(-1), 2, 1e-12);
}

// Neighbors that lie whole texels apart are found by an index, without a coordinate for each.
TEST(FigureLookup, LoadsByStepsAreNotThoseByCoordinates) {
  Figure by_steps = figure("2d.point.1.straight.64K", 16, 4, 2),
         by_coordinates = figure("2d.point.1.turned.64K", 16, 5, 7);
  by_coordinates.footprint.whole_steps = false;
  by_coordinates.footprint.warp_sectors = 8;
  const DeviceFigures figures = figures_of({by_steps, by_coordinates});
  Scene scene = picture(64, 64);
  EXPECT_NEAR(FigureLookup(figures, scene).ns({Way::tile, floats}).value_or(-1), 2, 1e-12);
  EXPECT_NEAR(FigureLookup(figures, scene).ns({Way::array, floats}).value_or(-1), 4, 1e-12);
  FetchList wider(2, 16); // by a hundredth of a texel
  for (std::size_t entry = 0; entry < scene.fetches.entries(); ++entry) {
    float at[lanes][3] = {};
    for (int lane = 0; lane < lanes; ++lane)
      at[lane][0] = scene.fetches.at(entry, lane, 0) * 0.99f, at[lane][1] = scene.fetches.at(entry, lane, 1);
    wider.add(at, ~std::uint32_t(0));
  }
  scene.fetches = std::move(wider);
  EXPECT_NEAR(FigureLookup(figures, scene).ns({Way::tile, floats}).value_or(-1), 7, 1e-12);
  EXPECT_NEAR(FigureLookup(figures, scene).ns({Way::array, floats}).value_or(-1), 4, 1e-12)
      << "the unit takes the coordinate in any case";
}

TEST(FigureLookup, RefusesWhatIsNotAlike) {
  const Choice array = {Way::array, floats};
  const Scene scene = picture(64, 64);
  for (const char* other : {"2d.linear.1.straight.64K", "2d.point.2.straight.64K", "3d.point.1.straight.8M",
                            "1d.point.1.straight.64K", "index.point.1.straight.8M"})
    EXPECT_FALSE(FigureLookup(figures_of({figure(other, 16, 1)}), scene).ns(array)) << other;
  Figure read = figure("2d.point.1.warped.8M", 16, 1);
  read.footprint.computed = false;
  EXPECT_FALSE(FigureLookup(figures_of({read}), scene).ns(array));
  Figure far = figure("2d.point.1.turned.64K", 16, 1);
  far.footprint.warp_sectors = 0.5;
  EXPECT_FALSE(FigureLookup(figures_of({far}), scene).ns(array))
      << "the scene touches 8 times as many sectors";
  far.footprint.warp_sectors = 1;
  EXPECT_TRUE(FigureLookup(figures_of({far}), scene).ns(array)) << "4 times as many";
  far.footprint.warp_sectors = 64;
  EXPECT_TRUE(FigureLookup(figures_of({far}), scene).ns(array)) << "a sixteenth";
  far.footprint.warp_sectors = 256;
  EXPECT_FALSE(FigureLookup(figures_of({far}), scene).ns(array)) << "a 64th";
  EXPECT_FALSE(FigureLookup(figures_of({}), scene).ns(array));
}

// --- measuring ---

// A device on which each choice takes as long as its bytes.
class CountingMachine final : public ChoiceMachine {
public:
  explicit CountingMachine(const Scene& of) : scene(of) {}
  ChoiceDevice device() const override { return {"a counting device", 7, 1 << 16}; }
  bool coordinates_are_planes() const override { return true; }
  void compile(const std::vector<Choice>&, const std::function<bool(std::size_t)>& done) override { done(1); }
  std::unique_ptr<PreparedChoice> prepare(const Choice& choice, Sentence& refusal) override {
    if (choice.way == Way::tile) refusal = "too large";
    return choice.way == Way::tile ? nullptr
                                   : std::make_unique<Prepared>(scene, double(choice.texels.texel_bytes()));
  }
  std::unique_ptr<PreparedChoice> coordinates_alone() override {
    return std::make_unique<Prepared>(scene, 0.5);
  }

private:
  struct Prepared final : PreparedChoice {
    Prepared(const Scene& of, double each) : scene(of), ns(each) {}
    double launch_ms(int repeats, int, Part part) override {
      EXPECT_EQ(part, Part::all);
      return ns * 1e-6 * double(scene.fetches.blocks() * entries_of_block * lanes) * repeats;
    }
    std::vector<float> results(std::size_t, std::size_t) override {
      ADD_FAILURE() << "figures need no results";
      return {};
    }
    bool fits_l2() const override { return false; }
    double upload_ms() override { return 1; }
    std::size_t bytes() const override { return 1; }
    const Scene& scene;
    double ns;
  };
  const Scene& scene;
};

TEST(DeviceFigures, AreMeasuredSceneByScene) {
  const std::vector<FigureScene> scenes = {standard("1d.point.2.table.1K"),
                                           standard("2d.linear.1.turned.64K")};
  double last = -1;
  const auto make = [](const Scene& scene) { return std::make_unique<CountingMachine>(scene); };
  const auto figures = measure_figures(make, scenes, [&](const std::string& scene, double share) {
    EXPECT_GE(share, last);
    EXPECT_EQ(scene, name(scenes[share < 0.5 ? 0 : 1]));
    last = share;
    return true;
  });
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->device.name, "a counting device");
  ASSERT_EQ(figures->figures.size(), 2u);
  const Figure& table = figures->figures[0];
  EXPECT_FALSE(table.footprint.computed);
  EXPECT_EQ(table.footprint.working_set, 1024);
  EXPECT_NEAR(table.coordinates_ns, 0.5, 1e-9);
  EXPECT_EQ(table.ns.size(), 2u) << "array and nearest";
  const TypeTimes& turned = figures->figures[1].ns.at(Way::gather);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(turned[i], (std::array{4.0, 2.0, 2.0, 1.0}[i]), 1e-9);
  EXPECT_FALSE(figures->figures[1].ns.contains(Way::tile));
}

TEST(DeviceFigures, AreNotMeasuredFurtherOnceStopped) {
  const std::vector<FigureScene> scenes = {standard("1d.point.2.table.1K"), standard("1d.point.1.table.1K")};
  const auto make = [](const Scene& scene) { return std::make_unique<CountingMachine>(scene); };
  for (int step = 0; step < 20; step += 3) {
    int calls = 0;
    EXPECT_FALSE(measure_figures(make, scenes, [&](const std::string&, double) { return calls++ < step; }));
    EXPECT_EQ(calls, step + 1);
  }
}

// --- files ---

TEST(FiguresFile, ReadsWhatItWrote) {
  DeviceFigures figures = figures_of({figure("2d.point.1.straight.64K", 16, 1.2345678, 8),
                                      figure("index.point.4.scattered.8M", 1024, 0.001)});
  figures.figures[1].footprint.computed = false;
  const std::string json = figures_json(figures);
  const DeviceFigures read = parse_figures(json, "f.json");
  EXPECT_EQ(read.device.name, "a made-up device");
  EXPECT_EQ(read.device.multiprocessors, 10);
  EXPECT_EQ(read.device.shared_bytes, 48u << 10);
  EXPECT_EQ(read.driver + read.program + read.date, "1.20.1.02026-11-29");
  ASSERT_EQ(read.figures.size(), 2u);
  EXPECT_EQ(read.figures[0].ns.at(Way::array)[0], 1.235) << "four digits";
  EXPECT_EQ(read.figures[0].ns.at(Way::tile), (TypeTimes{8, 0, 0, 0}));
  EXPECT_EQ(read.figures[1].scene, figures.figures[1].scene);
  EXPECT_EQ(read.figures[1].footprint, figures.figures[1].footprint);
  EXPECT_EQ(figures_json(read), json);
  EXPECT_EQ(std::ranges::count(json, '\n'), 13) << "a line for each scene";
}

std::string refused_as(const std::string& json) {
  try {
    parse_figures(json, "f.json");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(FiguresFile, RefusesWhatIsNoSuchFile) {
  const std::string good = figures_json(
      figures_of({figure("2d.point.1.straight.64K", 16, 1, 8), figure("2d.point.1.turned.64K", 16, 2)}));
  EXPECT_EQ(refused_as(good), "");
  struct Broken {
    const char *what, *by, *sentence;
  };
  const Broken all[] = {
      {"\"texelscope_figures\": 1", "\"texelscope_figures\": 2",
       "must be 1, the version that this program reads."},
      {" \"driver\": \"1.2\",\n", "", "driver"},
      {"\"multiprocessors\": 10", "\"multiprocessors\": 0", "multiprocessors"},
      {"\"date\"", "\"dates\"", "dates"},
      {"\"coordinates\":0.5,", "", "coordinates"},
      {"\"warp_sectors\":4.0", "\"warp_sectors\":0", "must be more than 0."},
      {"\"array\":[1.0", "\"array\":[-1.0", "array"},
      {"\"array\":[1.0", "\"array\":[0.0", "must be more than 0."},
      {"\"array\":[1.0", "\"array\":[1e999", "this is not JSON"},
      {"\"array\":[1.0", "\"array\":[\"1\"", "array"},
      {"\"array\":[1.0,", "\"array\":[", "must be a list of 4 times"},
      {"\"array\":[1.0", "\"arrow\":[1.0", "\"arrow\" is not a way to fetch."},
      {"2d.point.1.straight.64K", "2d.point.1.straight.65K",
       "\"2d.point.1.straight.65K\" is not a standard scene."},
      {"2d.point.1.straight.64K", "2d.point.1.turned.64K", "is listed twice."},
      {"\"computed\":true", "\"computed\":1", "computed"},
      {"{", "[", "this is not JSON"},
  };
  for (const Broken& broken : all) {
    std::string json = good;
    const std::size_t at = json.find(broken.what);
    ASSERT_NE(at, std::string::npos) << broken.what;
    json.replace(at, std::string(broken.what).size(), broken.by);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, broken.sentence, refused_as(json)) << broken.by;
  }
}

// --- predictions ---

// Figures of a scene that is like this one, in which all choices take a nanosecond.
DeviceFigures figures_like(const Scene& scene) {
  Figure made;
  for (const FigureScene& standard : figure_scenes())
    if (name(standard).starts_with(kind_of(scene) + ".")) made.scene = standard;
  made.footprint = footprint_of(scene);
  made.coordinates_ns = 0.5;
  for (const Choice& choice : choices_of(scene))
    made.ns[choice.way] = {1, 1, 1, 1};
  return figures_of({made});
}

TEST(PredictedChoices, ReturnTheValues) {
  std::array<int, 7> of_way = {};
  for (const SceneSetup& setup : tests::scene_setups()) {
    MadeScene made(setup);
    made.add_fetches(70);
    const DeviceFigures figures = figures_like(made.scene);
    const auto machine = make_predicted_choices(made.scene, figures);
    for (const Choice& choice : choices_of(made.scene)) {
      SCOPED_TRACE(setup.describe() + ": " + name(choice));
      Sentence refusal;
      const auto prepared = machine->prepare(choice, refusal);
      ASSERT_TRUE(prepared) << refusal.str();
      const std::vector<float> found = prepared->results(0, 70);
      const auto channels = std::size_t(choice.texels.channels);
      ASSERT_EQ(found.size(), 70 * lanes * channels);
      double worst = 0;
      for (std::size_t i = 0; i < 70 * lanes; ++i) {
        const auto exact = made.exact(i / lanes, int(i % lanes), choice.way == Way::nearest);
        for (std::size_t c = 0; c < channels; ++c)
          worst = std::max(worst, std::abs(double(found[i * channels + c]) - exact[c]));
      }
      const bool by_unit = choice.way == Way::array || choice.way == Way::pitch;
      const double weights = made.scene.is_linear() && by_unit ? made.scene.axes() / 256.0 : 1e-5;
      EXPECT_LE(worst, made.coding_error(choice.texels) * 1.001 + made.contrast() * weights);
      if (made.scene.is_linear() &&
          choice == Choice{Way::array, {ElementKind::floating, 32, int(channels)}}) {
        EXPECT_GT(worst, made.contrast() * 1e-4) << "weights of 8 bits";
      }
      const std::vector<float> part = prepared->results(63, 2);
      EXPECT_EQ(part, std::vector<float>(found.begin() + 63 * lanes * int(channels),
                                         found.begin() + 65 * lanes * int(channels)));
      ++of_way[std::size_t(choice.way)];
    }
  }
  for (const int count : of_way)
    EXPECT_GT(count, 4);
}

// The unit converts each texel of a gather before the kernel weighs them: the code 77 of s8 as GPUs of
// compute capability 8.6 and 9.0 return it (docs/texture-unit.md), not 77/127.
TEST(PredictedChoices, GathersReturnTexelsAsTheUnitConvertsThem) {
  const ElementFormat s8 = {ElementKind::signed_int, 8, 1};
  MadeScene made({.size = {5, 4, 1}, .own = s8, .least = 77 / 127.0, .greatest = 77 / 127.0});
  made.scene.least = -1, made.scene.greatest = 1; // so that codes stay as they are
  made.add_fetches(8);
  const DeviceFigures figures = figures_like(made.scene);
  const auto machine = make_predicted_choices(made.scene, figures);
  Sentence refusal;
  const auto gather = machine->prepare({Way::gather, s8}, refusal),
             load = machine->prepare({Way::filter, s8}, refusal);
  ASSERT_TRUE(gather && load) << refusal.str();
  for (const float value : gather->results(0, 8))
    EXPECT_EQ(value, 0.6063112f);
  for (const float value : load->results(0, 8))
    EXPECT_EQ(value, float(77 / 127.0));
}

TEST(PredictedChoices, TilesAreRefusedThatTheDeviceCannotHold) {
  MadeScene made({.dimension = Dimension::d3, .size = {64, 64, 64}, .own = {ElementKind::floating, 32, 4}});
  made.add_fetches(64);
  const DeviceFigures figures = figures_like(made.scene);
  const auto machine = make_predicted_choices(made.scene, figures);
  Sentence refusal;
  EXPECT_FALSE(machine->prepare({Way::tile, made.scene.own}, refusal));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "KiB of shared memory, of which it has 48", refusal.str());
  EXPECT_TRUE(machine->prepare({Way::filter, made.scene.own}, refusal));
}

struct Predicted {
  explicit Predicted(double nearest_ns) : made({.size = {64, 64, 1}, .filter = FilterMode::point}) {
    made.add_fetches(64);
    studied.scene = made.scene;
    studied.texture = made.texture;
    figures = figures_like(made.scene);
    for (auto& [way, ns] : figures.figures[0].ns)
      ns = {4, 4, 4, 4};
    figures.figures[0].ns[Way::nearest][0] = nearest_ns;
    figures.figures[0].ns.erase(Way::pitch);
  }
  Advice advice() const {
    return *predict(studied, figures, {}, [](const std::string&, double) { return true; });
  }
  MadeScene made;
  StudiedScene studied;
  DeviceFigures figures;
};

TEST(Predict, AdvisesWhatTakesATenthLessTime) {
  const Predicted predicted(3);
  const Advice advice = predicted.advice();
  ASSERT_TRUE(advice.prediction);
  EXPECT_EQ(name(advice.choices.at(advice.best.value()).choice), "nearest.f32");
  EXPECT_EQ(advice.own().ns, std::vector<double>{advice.own().median_ns()});
  EXPECT_NEAR(advice.own().median_ns(), 4, 1e-9);
  EXPECT_NEAR(advice.coordinates_ns, 0.5, 1e-9);
  for (const MeasuredChoice& m : advice.choices) {
    EXPECT_EQ(m.refusal.empty(), m.choice.way != Way::pitch) << name(m.choice);
    EXPECT_FALSE(m.against_own && m.against_own->interval);
  }
  EXPECT_EQ(
      verdict_text(advice),
      "Take nearest.f32 instead of array.f32: a fetch is predicted to take 25 % less time, with a worst "
      "error of 0. This is a prediction from figures of a made-up device that were measured on "
      "2026-11-29; nothing was measured here. Predicted times are rough, those of tiles most of all.");
}

TEST(Predict, LessThanATenthIsNoReasonToChange) {
  EXPECT_EQ(
      verdict_text(Predicted(3.7).advice()),
      "Keep array.f32: of the choices whose worst error is at most 0 none is predicted to take at least "
      "10 % less time. No larger error would make another choice take at least 10 % less time. This is a "
      "prediction from figures of a made-up device that were measured on 2026-11-29; nothing was measured "
      "here. Predicted times are rough, those of tiles most of all.");
}

TEST(Predict, ItsReportsSaySo) {
  const Predicted predicted(3);
  const Advice advice = predicted.advice();
  const auto json = advice_json(predicted.studied, advice);
  EXPECT_EQ(json["predicted"], true);
  EXPECT_EQ(json["device"], "a made-up device");
  EXPECT_EQ(json["figures"]["date"], "2026-11-29");
  EXPECT_EQ(json["figures"]["driver"], "1.2");
  const auto& own = json["choices"][0];
  EXPECT_EQ(own["ns"].size(), 1u);
  EXPECT_FALSE(own.contains("interval"));
  EXPECT_FALSE(own.contains("upload_ms"));
  EXPECT_FALSE(own.contains("visits"));
  const std::string text = advice_text(predicted.studied, advice);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("99 %"), std::string::npos) << text;
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "the figures of a made-up device describe no such fetches", text);
}

TEST(Predict, RefusesScenesThatNoFiguresDescribe) {
  const Predicted predicted(3);
  DeviceFigures none = predicted.figures;
  none.figures[0].footprint.warp_sectors /= 8;
  try {
    predict(predicted.studied, none, {}, [](const std::string&, double) { return true; });
    FAIL();
  } catch (const UserError& error) {
    const std::string what = error.what();
    EXPECT_TRUE(what.starts_with("The figures of a made-up device describe no fetches like these, so nothing "
                                 "is predicted: 2d.point.1, coordinates from memory, "))
        << what;
    EXPECT_TRUE(what.ends_with(" sectors of 32 bytes for a warp's fetch, 8 KiB in all as floats.")) << what;
  }
}

// What is shipped was measured of the scenes that the program has.
TEST(ShippedFigures, TouchWhatTheirScenesTouch) {
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(tests::source_root / "assets/figures")) {
    const DeviceFigures shipped = load_figures(entry.path().string());
    EXPECT_EQ(shipped.figures.size(), figure_scenes().size()) << entry.path();
    for (const Figure& each : shipped.figures) {
      if (each.scene.bytes > std::size_t(1) << 20) continue; // for the sake of time
      SCOPED_TRACE(name(each.scene));
      const FetchFootprint found = footprint_of(made_scene(each.scene)), &stored = each.footprint;
      EXPECT_EQ(stored.computed, found.computed);
      EXPECT_EQ(stored.whole_steps, found.whole_steps);
      EXPECT_NEAR(stored.warp_sectors, found.warp_sectors, 1e-3 * found.warp_sectors); // of four digits
      EXPECT_NEAR(stored.warp_squares, found.warp_squares, 1e-3 * found.warp_squares);
      EXPECT_NEAR(stored.fetch_sectors, found.fetch_sectors, 1e-3 * found.fetch_sectors);
      EXPECT_EQ(stored.thread_fetches, found.thread_fetches);
      EXPECT_EQ(stored.working_set, found.working_set);
      ++compared;
    }
  }
  EXPECT_GT(compared, 50);
}
} // namespace
} // namespace texelscope::advise
