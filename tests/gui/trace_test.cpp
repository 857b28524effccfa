// The trace lab: a report of a traced program in the window, by the mouse.
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"
#include "tests/kernels/studies/fetches/made_recording.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class TraceWindow : public GuiTest {
protected:
  TraceWindow() {
    Json report = Json::parse(std::ifstream(TEXELSCOPE_SOURCE_DIR "/tests/trace/recorded.json"));
    Json& objects = report["objects"];
    Json surface = objects[0], clean = objects[0];
    surface["number"] = 2, surface["kind"] = "surface";
    surface["findings"] = Json::array({finding("leaked", "The object was never destroyed.")});
    clean["number"] = 3, clean["findings"] = Json::array();
    clean["requested"]["sampler"]["address_mode"] = {1, 1, 1};
    objects.push_back(surface);
    objects.push_back(clean);
    file_ = folder_.path("trace.json");
    std::ofstream(file_) << report;
  }
  static Json finding(const char* kind, const char* sentence) {
    return {{"kind", kind}, {"field", ""}, {"sentence", sentence}, {"rule", ""}, {"error", ""}, {"cure", ""}};
  }

  fs::path file_;
};

TEST_F(TraceWindow, AReportIsOpenedReadAndItsTextureBecomesTheSession) {
  start();
  choose_from_menu("labs", "command.lab_trace");
  ASSERT_TRUE(says("trace.empty", "texelscope trace --out trace.json -- ./app"));
  w().click("trace.open");
  choose_file(file_);
  ASSERT_TRUE(says("trace.counts", "2 of 3 textures"));
  EXPECT_EQ(w().text("trace.object.1"), text(Text::trace_kind_altered));
  EXPECT_TRUE(says("trace.finding.0", text(Text::trace_kind_altered)));
  EXPECT_TRUE(says("trace.setting.sampler.address_x", "clamp"));
  EXPECT_TRUE(is_drawn("trace."));

  w().click("trace.object.2");
  EXPECT_TRUE(says("trace.finding.0", "never destroyed"));
  EXPECT_TRUE(comes("trace.no_session"));
  w().click("trace.session"); // it does nothing
  EXPECT_TRUE(w().shows("trace.chosen"));

  w().click("trace.object.3");
  EXPECT_TRUE(says("trace.clean", text(Text::trace_clean_object)));

  w().click("trace.object.1");
  w().settle();
  w().click("trace.session");
  EXPECT_TRUE(becomes("sampler.address_x", "wrap"));
  EXPECT_TRUE(becomes("texture.width", 64));
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  EXPECT_TRUE(goes("trace.chosen"));
  EXPECT_TRUE(toasts("not what the program fetches of it"));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.normalized_coords", true));
}

TEST_F(TraceWindow, AFetchOpensItsTextureWithAPinWhereItSampled) {
  tests::MadeRecording made;
  made.save_texels();
  made.save_fetches();
  std::ofstream(file_) << trace::write_trace_report(made.report);
  start({file_});
  EXPECT_TRUE(says_anywhere("trace.site.0", "sample"));
  EXPECT_TRUE(says_anywhere("trace.site.0.facts", "tex.2d.v4.f32.f32: 3 recorded, x 1.5 to 2, y 0.5 to 1"));
  EXPECT_EQ(w().text("trace.fetch.2"), "2, 1");
  EXPECT_FALSE(w().shows("trace.fetches.problem"));
  EXPECT_TRUE(is_drawn("trace."));
  const Box lab = w().box("panel.lab");
  for (int turn = 0; turn < 20 && !w().shows("trace.fetch.2"); ++turn)
    w().wheel(lab.x(), lab.y1 - 60, -1);
  w().click("trace.fetch.2");
  EXPECT_TRUE(becomes("texture.width", 4));
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  EXPECT_TRUE(goes("trace.chosen"));
  EXPECT_TRUE(says("why.value.r", "6.5"));

  EXPECT_EQ(w().close(), 0);
  fs::remove(made.report.fetches->file);
  start({file_});
  EXPECT_TRUE(says("trace.fetches.problem", "fetched.npy"));
  EXPECT_TRUE(says_anywhere("trace.site.0", "sample"));
}

TEST_F(TraceWindow, APixelOfTheLaunchOpensTheFetchOfItsThread) {
  start({TEXELSCOPE_SOURCE_DIR "/assets/recordings/half_texel.json"});
  ASSERT_TRUE(comes("trace.launch"));
  EXPECT_TRUE(is_drawn("trace."));
  const Shot shot = take_shot(w().display().name());
  const Box within = w().box("trace.within"), launch = w().box("trace.launch");
  const auto lit = [&](double x, double y) { // a place of the texel, from its left and upper edge on
    const auto& pixel = shot.at(int(within.x0 + x * (within.x1 - within.x0) + 2),
                                int(within.y0 + y * (within.y1 - within.y0) + 2));
    return pixel[0] > 200 && pixel[1] > 200;
  };
  EXPECT_TRUE(lit(0, 0.25) && lit(0.5, 0.75)) << "the edge and the center along x, the quarters along y";
  EXPECT_FALSE(lit(0.25, 0.25) || lit(0, 0.5));
  w().click_at(launch.x0 + 10.5 / 16 * (launch.x1 - launch.x0),
               launch.y0 + 3.5 / 16 * (launch.y1 - launch.y0));
  EXPECT_TRUE(becomes("texture.width", 8));
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  EXPECT_TRUE(goes("trace.chosen"));
  EXPECT_TRUE(says("why.value.r", "0.642857")) << "texels hold x/7; thread 10, 3 fetched at 5, 1.75";
}

// Beside the lab WHY explains what is hovered, before anything is opened.
TEST_F(TraceWindow, WhyExplainsTheThreadThatIsHovered) {
  start();
  choose_from_menu("labs", "command.lab_trace");
  ASSERT_TRUE(comes("trace.sample"));
  w().click("trace.sample");
  ASSERT_TRUE(comes("trace.launch"));
  EXPECT_TRUE(says("why.recorded.site", "half_texel.cu:6")) << "the first, until one is hovered";
  EXPECT_TRUE(says("trace.launch.verdict", "256"));
  const Box launch = w().box("trace.launch");
  const double cell = (launch.x1 - launch.x0) / 16;
  w().move(launch.x0 + 10.5 * cell, launch.y0 + 3.5 * cell);
  EXPECT_TRUE(says("why.recorded", "10, 3, 0"));
  EXPECT_TRUE(says("why.value.r", "0.642857"));
  EXPECT_TRUE(says("why.picture.axis.0", "x 5"));
  EXPECT_TRUE(says("why.picture.axis.1", "1.75"));
  w().click("trace.launch.value.difference");
  w().move(launch.x0 - 40, launch.y1);
  w().settle(5);
  const Shot shot = take_shot(w().display().name());
  for (const double at : {0.5, 7.5, 15.5}) { // no bit differs anywhere
    const auto& pixel = shot.at(int(launch.x0 + at * cell), int(launch.y0 + at * cell));
    EXPECT_NEAR(pixel[0], 68, 2) << at;
    EXPECT_NEAR(pixel[1], 1, 2) << at;
  }
  EXPECT_TRUE(says("why.recorded", "10, 3, 0")) << "the last one stays";
}

TEST_F(TraceWindow, WhatIsNotTheModelsIsSaid) {
  tests::MadeRecording made;
  made.save_texels();
  made.save_fetches();
  std::ofstream(file_) << trace::write_trace_report(made.report);
  start({file_});
  ASSERT_TRUE(says_anywhere("trace.launch.verdict", "1 of these 1"));
  EXPECT_TRUE(says("why.differs", text(Text::why_the_program)));
  EXPECT_TRUE(says("why.differs", "The model gives 1."));
}

TEST_F(TraceWindow, OpensByItsNameAndByTheNumberOfAnObject) {
  start({file_});
  EXPECT_TRUE(says("trace.counts", "2 of 3 textures"));
  EXPECT_TRUE(says("trace.setting.sampler.address_x", "clamp"));
  EXPECT_EQ(w().close(), 0);
  start({"--trace", file_.string() + "#3"});
  EXPECT_TRUE(says("trace.clean", text(Text::trace_clean_object)));
}

TEST_F(TraceWindow, FilesThatAreNoReportsAreRefusedWithASentence) {
  start();
  const Box result = w().box("result");
  ASSERT_TRUE(drop_files(display_->name(), "Texelscope", int(result.x()), int(result.y()), {file_}));
  ASSERT_TRUE(says("trace.counts", "2 of 3 textures"));
  const fs::path broken = folder_.path("broken.json");
  Json report = Json::parse(std::ifstream(file_));
  report["objects"][1]["number"] = "two";
  std::ofstream(broken) << report;
  w().click("trace.open");
  type_path(broken);
  EXPECT_TRUE(says("prompt.note", "number"));
  w().key("Escape");
  ASSERT_TRUE(goes("prompt.path"));
  EXPECT_TRUE(says("trace.counts", "2 of 3 textures")) << "the open report stays";
}

} // namespace texelscope::gui
