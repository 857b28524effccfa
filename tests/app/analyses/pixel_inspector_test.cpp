// What the window explains about a pixel: the text of `texelscope explain`, renewed only when something
// changes.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/analyses/pixel_inspector.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/explain/explain_report.h"
#include "tests/program.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;
constexpr int width = 64, height = 48;

std::vector<std::pair<std::string, Session>> sessions() {
  Session point, linear, volume, cube, gather, probes, srgb;
  point.sampler.filter = FilterMode::point;
  linear.sampler.address = {AddressMode::mirror, AddressMode::clamp, AddressMode::wrap};
  volume.texture.dimension = Dimension::d3;
  volume.texture.width = volume.texture.height = volume.texture.depth = 8;
  volume.fetch.slab = Slab::mean;
  cube.texture.dimension = Dimension::cube;
  cube.view.projection = Projection::sphere;
  cube.view.span = 1;
  gather.fetch.function = FetchKind::gather;
  gather.fetch.component = 2;
  probes.texture.levels = 7;
  probes.fetch.function = FetchKind::grad;
  probes.sampler.max_anisotropy = 8;
  probes.sampler.mip_max = 15;
  probes.view.projection = Projection::tilted;
  probes.view.tilt = 75;
  srgb.sampler.srgb = true;
  return {{"point", point},   {"linear", linear}, {"volume", volume}, {"cube", cube},
          {"gather", gather}, {"probes", probes}, {"srgb", srgb}};
}

// A frame by the CPU backend, and its explanation.
struct Window {
  explicit Window(const Session& session)
      : setup(tests::setup_of(session)), resolution(resolve(session)), backend(make_cpu_backend()) {}

  void update(const ui::PixelSelection& selection) {
    FrameRequest request{setup.session, setup.effective, setup.image, width, height};
    request.probe = selection.chosen_pixel(setup.session, setup.effective, width, height);
    const FrameResult result = backend->frame(request);
    explaining.update({setup.session, setup.effective, resolution.notes, setup.image->texels.data(),
                       result.texture.version, true, width, height},
                      selection, result.probe, false);
  }
  SamplePosition at(const Pixel& pixel) const {
    return position_of(setup.session, setup.effective, width, height, pixel).value();
  }
  std::string text() const { return explain_text(*explaining.explanation(), backend->info().device); }

  tests::Setup setup;
  Resolution resolution;
  std::unique_ptr<Backend> backend;
  PixelInspector explaining;
};

TEST(PixelInspector, ShowsTheVerbsExplanation) {
  const Program program = {};
  for (const auto& [name, session] : sessions()) {
    Window window(session);
    save_session(program / (name + ".json"), session);
    for (const Pixel pixel : {Pixel{32, 24}, Pixel{27, 33}}) {
      ui::PixelSelection selection;
      selection.pins.add(window.at(pixel));
      window.update(selection);
      const Ran ran = program.run({"explain", name + ".json", "--backend", "cpu", "--size", "64x48", "--at",
                                   std::to_string(pixel.x) + "," + std::to_string(pixel.y)});
      ASSERT_EQ(ran.code, 0) << ran.err;
      ASSERT_NE(window.explaining.explanation(), nullptr);
      EXPECT_EQ(window.text(), ran.out) << name;
      EXPECT_NE(ran.out.find(text(Text::explain_same)), std::string::npos) << name << ran.out;
    }
  }
}

TEST(PixelInspector, FollowsTheMouseAndKeepsThePins) {
  Window window{Session()};
  ui::PixelSelection selection;
  window.update(selection);
  EXPECT_EQ(window.explaining.explanation(), nullptr);
  selection.hovered = Pixel{3, 4};
  window.update(selection);
  ASSERT_NE(window.explaining.explanation(), nullptr);
  EXPECT_EQ(window.explaining.explanation()->fetch.target, FetchTarget(Pixel{3, 4}));
  ASSERT_TRUE(window.explaining.explanation()->fetch.returned) << "the CPU's value is there at once";
  EXPECT_EQ(*window.explaining.explanation()->fetch.returned, window.explaining.explanation()->fetch.handed);
  const SamplePosition between{{0.3, 0.4, 0}, false, 0, {}, 0};
  selection.pins.add(between);
  selection.pins.add(window.at({20, 21}));
  selection.pins.deselect();
  window.update(selection);
  EXPECT_EQ(window.explaining.explanation()->fetch.target, FetchTarget(Pixel{3, 4}));
  ASSERT_EQ(window.explaining.pins().size(), 2u);
  EXPECT_EQ(window.explaining.pins()[0].number, 1);
  EXPECT_NE(window.explaining.pins()[1].value, "");
  selection.pins.choose(0);
  window.update(selection);
  EXPECT_EQ(window.explaining.explanation()->fetch.target, FetchTarget(between));
  EXPECT_FALSE(window.explaining.explanation()->fetch.returned) << "no pixel of the picture samples there";
  selection.pins.clear();
  selection.hovered = Pixel{width, 0};
  window.update(selection);
  EXPECT_EQ(window.explaining.explanation(), nullptr) << "outside of the picture";
}

TEST(PixelInspector, APinKeepsItsCoordinateAndIsExplainedAnewWhenTheSessionChanges) {
  Window window{Session()};
  ui::PixelSelection selection;
  selection.pins.add(window.at({32, 24}));
  window.update(selection);
  const TexelBits before = window.explaining.explanation()->fetch.handed;
  const std::string value = window.explaining.pins()[0].value;
  window.setup.session.view.center_x = 0.31;
  window.update(selection);
  EXPECT_EQ(window.explaining.explanation()->fetch.handed, before)
      << "the view moved, the coordinate did not";
  window.setup.session.texture.source = Source::ramp;
  window.setup.session.sampler.filter = FilterMode::point;
  window.setup = tests::setup_of(window.setup.session);
  window.update(selection);
  EXPECT_NE(window.explaining.explanation()->fetch.handed, before);
  EXPECT_NE(window.explaining.pins()[0].value, value);
}

TEST(ExplainVerb, FetchesATypedCoordinateExactly) {
  const Program program = {};
  const auto explained = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"explain", "--backend", "cpu", "--json"});
    const Ran ran = program.run(more);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return Json::parse(ran.out);
  };
  const Json plain = explained({"--coord", "0.3998,0.5"});
  EXPECT_TRUE(plain.at("pixel").is_null());
  EXPECT_EQ(plain.at("fetch").at("coordinate")[0].at("bits"), "3eccb296");
  EXPECT_EQ(plain.at("fetch").at("coordinate")[1].at("value"), 0.5);
  const Json texels = explained({"--coord", "1.999,2.5", "--sampler.normalized_coords", "false"});
  EXPECT_EQ(texels.at("fetch").at("coordinate")[0].at("bits"), "3fffdf3b");
  const Json level =
      explained({"--coord", "0.5,0.5", "--lod", "2.25", "--fetch.function", "lod", "--texture.levels", "5"});
  EXPECT_EQ(level.at("fetch").at("lod"), 2.25);
  const Json index = explained({"--coord", "7", "--fetch.function", "texel", "--texture.dimension", "1d",
                                "--texture.storage", "linear", "--texture.width", "9", "--sampler.filter",
                                "point", "--sampler.normalized_coords", "false"});
  EXPECT_EQ(index.at("fetch").at("index"), 7);
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--coord", "0.5"},
                                                {"--coord", "0.5,x"},
                                                {"--coord", "1,2", "--at", "3,4"},
                                                {"--coord", "1,2", "--lod", "1"},
                                                {"--lod", "1"}}) {
    std::vector<std::string> args = {"explain", "--backend", "cpu"};
    args.insert(args.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(program.run(args).code, 2) << wrong.back();
  }
}

TEST(SettingsReport, ReportsWhatWasChangedAndProvesIt) {
  Session session;
  session.sampler.normalized_coords = false;
  const tests::Setup setup = tests::setup_of(session);
  SettingsReport report;
  report.update(session, resolve(session), setup.image, BackendKind::cpu, true);
  ASSERT_TRUE(report.found().found) << report.found().failure;
  int changed = 0;
  for (const SettingReport& setting : report.found().found->settings) {
    if (setting.change != NoteKind::altered) continue;
    ++changed;
    EXPECT_TRUE(setting.field->path.starts_with("sampler.address_")) << setting.field->path;
    EXPECT_EQ(setting.effective, "clamp");
    ASSERT_TRUE(setting.proof);
    EXPECT_EQ(setting.proof->returned_value, setting.proof->as_effective);
    EXPECT_NE(setting.proof->returned_value, setting.proof->as_requested);
  }
  EXPECT_EQ(changed, 2);
  session.sampler.normalized_coords = true;
  report.update(session, resolve(session), setup.image, BackendKind::cpu, true);
  for (const SettingReport& setting : report.found().found->settings)
    EXPECT_NE(setting.change, NoteKind::altered) << setting.field->path;
}

// The numbers of WHY in the window are those of the verb's JSON.
TEST(WhyPanel, ShowsTheNumbersOfTheVerb) {
  const Program program = {};
  const std::vector<std::string> flags = {"--sampler.srgb", "true",      "--texture.source",
                                          "noise",          "--backend", "cpu"};
  const auto with = [&](std::vector<std::string> args) {
    args.insert(args.end(), flags.begin(), flags.end());
    return args;
  };
  ASSERT_EQ(program
                .run(with({"render", "--window", "--size", "1280x1000", "--at", "60,70", "--out", "w.png",
                           "--ui-map", "map.json"}))
                .code,
            0);
  std::map<std::string, std::string> shown;
  std::string size;
  const Json map = Json::parse(contents(program / "map.json"));
  for (const Json& item : map.at("items")) {
    shown[item.at("name")] = item.at("text");
    const Json& r = item.at("rect");
    if (item.at("name") == "result")
      size = std::to_string(int(r[2].get<double>() - r[0].get<double>())) + "x" +
             std::to_string(int(r[3].get<double>() - r[1].get<double>()));
  }
  const Ran ran = program.run(with({"explain", "--json", "--at", "60,70", "--size", size}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json json = Json::parse(ran.out);
  const Json& drawn = json.at("picture");
  const Json& texels = drawn.at("footprints").at(0).at("texels");
  ASSERT_EQ(texels.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string end = std::to_string(i);
    EXPECT_EQ(shown["why.picture.weight." + end], texels[i].at("weight_text").get<std::string>());
    EXPECT_EQ(shown["why.picture.texel." + end],
              texels[i].at("place").get<std::string>() + " " + texels[i].at("color").get<std::string>());
  }
  for (std::size_t c = 0; c < 4; ++c)
    EXPECT_EQ(shown[std::string("why.value.") + "rgba"[c]],
              drawn.at("words").at(c).at("text").get<std::string>());
  EXPECT_EQ(shown["why.picture.swatch"], drawn.at("color").get<std::string>());
  EXPECT_EQ(shown["why.picture.sum"], drawn.at("sum").get<std::string>());
  EXPECT_EQ(shown["why.picture.error"], drawn.at("error").at("sentence").get<std::string>());
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& axis = drawn.at("axes").at(i);
    EXPECT_TRUE(
        shown["why.picture.axis." + std::to_string(i)].starts_with(axis.at("name").get<std::string>()));
  }
}

} // namespace
} // namespace texelscope
