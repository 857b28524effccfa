// texelscope advise without a GPU: what it refuses, and in which order.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/studies/advise/device_figures.h"

#include "tests/kernels/studies/fetches/made_recording.h"
#include "tests/program.h"

namespace texelscope {
namespace {

using tests::MadeRecording;

TEST(AdviseVerb, ExplainsItself) {
  const Program program;
  const Ran ran = program.run({"advise", "--help"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* word :
       {"SESSION", "--error", "--size", "--json", "--predict", "--figures", "session fields"})
    EXPECT_TRUE(has(ran.out, word)) << word;
  EXPECT_TRUE(has(program.run({"--help"}).out, "advise"));
}

TEST(AdviseVerb, NeedsAGpu) {
  const Program program;
  const Ran ran = program.run({"advise"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "texelscope: error: ")) << ran.err;
  EXPECT_TRUE(
      has(ran.err, "Without a GPU, --predict h200 predicts from stored figures. There are figures of: h200."))
      << ran.err;
}

// A session that no choice can stand for is refused on every machine.
TEST(AdviseVerb, RefusesSessionsBeforeItLooksForAGpu) {
  const Program program;
  expect_refused(program.run({"advise", "--texture.dimension", "cube", "--texture.width", "16",
                              "--texture.height", "16"}),
                 "advise compares fetches from 1-D, 2-D and 3-D textures; this one is cube.");
  expect_refused(program.run({"advise", "--texture.levels", "3"}), "this texture has 3.");
  expect_refused(program.run({"advise", "--error", "-1"}), "--error");
  expect_refused(program.run({"advise", "--size", "3"}), "--size");
  expect_refused(program.run({"advise", "none.json"}), "none.json");
  expect_refused(program.run({"advise", "--plot", "plot.png"}), "the name of a plot must end in .svg.");
}

TEST(AdviseVerb, RefusesRecordingsBeforeItLooksForAGpu) {
  MadeRecording made;
  made.save_texels();
  made.save_fetches();
  const Program program;
  write(program / "trace.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "trace.json#1", "--size", "32x32"}), "--size does not go with");
  expect_refused(program.run({"advise", "trace.json#1", "--sampler.filter", "point"}),
                 "a setting of the session does not go with");
  expect_refused(program.run({"advise", "trace.json#2"}), "has no object 2; its objects are: 1.");
  expect_refused(program.run({"advise", "trace.json#0"}), "\"0\" behind # is not the number of an object.");
  expect_refused(program.run({"advise", "none.json#1"}), "none.json");
  expect_refused(program.run({"advise", "trace.json", "--size", "32x32"}), "--size does not go with");
  made.report.fetches->sites.at(0).objects.push_back({.object = 5, .recorded = 1});
  write(program / "two.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "two.json"}),
                 "Several textures are fetched; name one: two.json#1, two.json#5.");
  made.report.fetches->sites.clear();
  write(program / "none.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "none.json"}), "none.json has no recorded fetches of a texture");
  made.report.fetches->file.clear();
  write(program / "none.json", trace::write_trace_report(made.report));
  expect_refused(program.run({"advise", "none.json#1"}), "The report has no file of recorded fetches");
}

// A device that takes 4 ns for each fetch of a small picture from a texture, 3.2 ns for each load, and 3 ns
// for each of bytes.
std::string made_figures() {
  advise::Figure made;
  for (const advise::FigureScene& scene : advise::figure_scenes())
    if (name(scene) == "2d.point.4.straight.64K") made.scene = scene;
  made.footprint = {.warp_sectors = 16, .warp_squares = 16, .fetch_sectors = 0.5, .working_set = 1 << 16};
  made.coordinates_ns = 0.5;
  made.ns[advise::Way::array] = {4, 4, 4, 4};
  made.ns[advise::Way::nearest] = {3.2, 3.2, 3.2, 3};
  return advise::figures_json({{"a made-up device", 10, 48 << 10}, "1.2", "0.1.0", "2026-11-29", {made}});
}
const std::vector<std::string> small_picture = {"--texture.width",  "64",    "--texture.height", "64",
                                                "--sampler.filter", "point", "--size",           "64x64"};
std::vector<std::string> on_small_picture(std::vector<std::string> options) {
  options.insert(options.begin(), "advise");
  options.insert(options.end(), small_picture.begin(), small_picture.end());
  return options;
}

TEST(AdviseVerb, PredictsWithoutAGpu) {
  const Program program;
  write(program / "made.json", made_figures());
  const Ran text = program.run(on_small_picture({"--predict", "made.json"}));
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_TRUE(has(text.out,
                  "Take nearest.f32 instead of array.u8: a fetch is predicted to take 20 % less time, "
                  "with a worst error of "))
      << text.out;
  EXPECT_TRUE(has(text.out, "This is a prediction from figures of a made-up device that were measured on "
                            "2026-11-29; nothing was measured here."))
      << text.out;
  EXPECT_FALSE(has(text.out, "99 %"));
  const Ran json = program.run(on_small_picture({"--predict", "made.json", "--json"}));
  EXPECT_EQ(json.code, 0) << json.err;
  const auto read = nlohmann::json::parse(json.out);
  EXPECT_EQ(read["predicted"], true);
  EXPECT_EQ(read["device"], "a made-up device");
  EXPECT_EQ(read["figures"]["date"], "2026-11-29");
  EXPECT_EQ(read["choices"][0]["choice"], "array.u8");
  EXPECT_NEAR(read["choices"][0]["ns"][0].get<double>(), 4, 1e-9);
  EXPECT_EQ(read["advised"], "nearest.f32") << "bytes are faster, and less exact by the float arithmetic";
}

// The game of life leaves texels of 0 and 1, which halves hold; the noise with which it begins they do not.
TEST(AdviseVerb, ASessionsTexelsAreThoseAfterItsWrites) {
  const Program program;
  const auto error_of_halves = [&](const char* mode) {
    const Ran ran = program.run({"advise", TEXELSCOPE_SOURCE_DIR "/assets/sessions/11-feedback-life.json",
                                 "--size", "64x64", "--write.mode", mode, "--predict", "h200", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto read = nlohmann::json::parse(ran.out);
    for (const auto& choice : read["choices"])
      if (choice["choice"] == "array.f16") return choice["worst_error"].get<double>();
    return -1.0;
  };
  EXPECT_EQ(error_of_halves("feedback"), 0);
  EXPECT_GT(error_of_halves("off"), 1e-4);
  expect_refused(program.run({"advise", TEXELSCOPE_SOURCE_DIR "/assets/sessions/11-feedback-life.json",
                              "--frames-limit", "3"}),
                 "--frames-limit");
}

TEST(AdviseVerb, JsonStandsAloneBesideAPlot) {
  const Program program;
  write(program / "made.json", made_figures());
  const Ran ran = program.run(on_small_picture({"--predict", "made.json", "--json", "--plot", "plot.svg"}));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(nlohmann::json::parse(ran.out, nullptr, false).is_object()) << ran.out;
  EXPECT_TRUE(has(contents(program / "plot.svg"), "</svg>"));
}

// What was measured on an H200 for a distance field and a table of colors, beside what its figures predict.
TEST(AdviseVerb, PredictsWhatWasMeasured) {
  const std::filesystem::path root = TEXELSCOPE_SOURCE_DIR;
  const auto measured = nlohmann::json::parse(contents(root / "docs/data/worked-cases-h200.json"))["cases"];
  const Program program;
  for (const auto& [session, measured_case] :
       {std::pair{"67-distance-field.json", "sdf"}, {"68-color-table.json", "table_17_8bit"}}) {
    const Ran ran = program.run(
        {"advise", root / "assets/sessions" / session, "--size", "1920x1080", "--predict", "h200", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto read = nlohmann::json::parse(ran.out);
    EXPECT_EQ(read["device"], "NVIDIA H200");
    const double own = read["choices"][0]["ns"][0];
    int compared = 0;
    for (const auto& choice : read["choices"]) {
      const std::string named = choice["choice"];
      const auto& of_device = measured[measured_case]["choices"][named];
      if (choice.contains("refused")) continue;
      SCOPED_TRACE(std::string(session) + ": " + named);
      const double error = of_device["worst_error"];
      EXPECT_NEAR(choice["worst_error"].get<double>(), error, error * 1e-3) << "four digits are stored";
      const double factor = choice["ns"][0].get<double>() / own / of_device["time"].get<double>();
      const double allowed = named.starts_with("tile") ? 2.5 : 1.35;
      EXPECT_LT(factor, allowed);
      EXPECT_GT(factor, 1 / allowed);
      ++compared;
    }
    EXPECT_GE(compared, 12);
  }
}

TEST(AdviseVerb, PredictsNothingOfRecordingsThatNoFiguresDescribe) {
  MadeRecording made;
  made.save_texels();
  made.save_fetches();
  const Program program;
  write(program / "trace.json", trace::write_trace_report(made.report));
  write(program / "made.json", made_figures());
  const Ran ran = program.run({"advise", "trace.json#1", "--predict", "made.json"});
  expect_refused(ran,
                 "The figures of a made-up device describe no fetches like these, so nothing is predicted: ");
}

TEST(AdviseVerb, RefusesWhatCannotBePredicted) {
  const Program program;
  write(program / "made.json", made_figures());
  write(program / "broken.json", "{}");
  expect_refused(program.run(on_small_picture({"--predict", "h999"})),
                 "\"h999\" is neither a file nor a device whose figures are stored. There are figures of: ");
  expect_refused(program.run(on_small_picture({"--predict", "none.json"})), "none.json");
  expect_refused(program.run(on_small_picture({"--predict", "broken.json"})), "texelscope_figures");
  expect_refused(program.run(on_small_picture({"--predict", "made.json", "--code", "fetch.cu"})),
                 "The program of --code holds what the device returned, so it does not go with --predict.");
  expect_refused(
      program.run({"advise", "--predict", "made.json", "--sampler.filter", "linear"}),
      "describe no fetches like these, so nothing is predicted: 2d.linear.4, computed coordinates, ");
}

TEST(AdviseVerb, FiguresStandAlone) {
  const Program program;
  const std::vector<std::string> others[] = {{"session.json"},
                                             {"--error", "1"},
                                             {"--size", "8x8"},
                                             {"--json"},
                                             {"--predict", "h200"},
                                             {"--code", "a.cu"},
                                             {"--choice", "array.f32"},
                                             {"--times", "times.json"},
                                             {"--sampler.filter", "point"}};
  for (std::vector<std::string> arguments : others) {
    arguments.insert(arguments.begin(), {"advise", "--figures", "out.json"});
    expect_refused(program.run(arguments), "--figures measures standard scenes: ");
  }
  expect_refused(program.run({"advise", "--figures", "none/out.json"}), "none");
  EXPECT_EQ(program.run({"advise", "--figures", "out.json"}).code, 1) << "there is no GPU";
  EXPECT_FALSE(std::filesystem::exists(program / "out.json"));
}

} // namespace
} // namespace texelscope
