// The labs in the window's middle: opened from menu, palette and tabs, and operated by the mouse.
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"

namespace texelscope::gui {

class LabsWindow : public GuiTest {
protected:
  void open_lab(const std::string& lab) {
    choose_from_menu("labs", "command.lab_" + lab);
    ASSERT_TRUE(comes("panel.lab"));
    ASSERT_TRUE(goes("command.lab_" + lab));
    w().settle();
  }
  // A click on a control of a lab makes the item contain `part`.
  ::testing::AssertionResult click_says(const std::string& control, const std::string& item,
                                        const std::string& part) {
    w().click(control);
    return says(item, part);
  }
  std::size_t lines(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::size_t count = 0;
    for (std::string line; std::getline(in, line);)
      ++count;
    return count;
  }
};

TEST_F(LabsWindow, OneTakesTheMiddleAndTheColumnsStayLive) {
  start();
  ASSERT_TRUE(comes("result"));
  open_lab("legality");
  EXPECT_FALSE(w().shows("result"));
  EXPECT_FALSE(w().shows("texture"));
  EXPECT_TRUE(w().shows("panel.why"));
  EXPECT_TRUE(says("legality.session", "u8x4/normalized_float/linear/wrap/normalized/array/2d: accepted"));
  EXPECT_TRUE(click_sets("sampler.normalized_coords.false", "sampler.normalized_coords", false));
  EXPECT_TRUE(says("legality.session", "unnormalized/array/2d: altered: fetches show address: clamp"));
  w().key("n");
  EXPECT_TRUE(says("legality.session", "/normalized/array/2d: accepted"));
  w().click("lab.tabs.writes");
  EXPECT_TRUE(comes("writes.words"));
  w().key("Escape");
  EXPECT_TRUE(comes("result"));
  EXPECT_TRUE(goes("panel.lab"));
}

TEST_F(LabsWindow, ThePaletteOpensOneAndTheButtonCloses) {
  start();
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("staleness");
  w().key("Return");
  ASSERT_TRUE(comes("staleness.texels"));
  w().click("lab.close");
  EXPECT_TRUE(goes("panel.lab"));
  EXPECT_TRUE(comes("result"));
}

TEST_F(LabsWindow, LegalityShowsWhoAnsweredAndWhat) {
  start({"--backend", "cpu"});
  open_lab("legality");
  EXPECT_TRUE(says("legality.source", "From a capture of NVIDIA H200"));
  EXPECT_TRUE(says("legality.count", "3268 of 3268 attempts"));
  EXPECT_FALSE(w().shows("legality.ask")); // there is no GPU to ask
  EXPECT_TRUE(says("legality.row.u8x4", text(Text::legality_row_of_session)));
  EXPECT_TRUE(says("legality.cell.u8x1.2", "×")); // element, linear: integers are not filtered
  w().click("legality.cell.u8x1.2");
  EXPECT_TRUE(says("legality.words", "u8x1; element, linear, no sRGB: 0 accepted, 0 altered, 1 refused"));
  EXPECT_TRUE(says("legality.attempt.0", "u8x1/element/linear/clamp/normalized/array/2d"));
  EXPECT_TRUE(says("legality.attempt.0.reason", "cudaCreateTextureObject: cudaErrorInvalidFilterSetting"));
  w().key("Escape"); // deselects the cell first
  EXPECT_TRUE(w().shows("panel.lab"));
  w().move(w().box("legality.count").x(), w().box("legality.count").y());
  EXPECT_TRUE(says("legality.words", "Hover a cell"));
  const Box cell = w().box("legality.cell.u8x4.0");
  w().move(cell.x(), cell.y());
  EXPECT_TRUE(says("legality.words", "u8x4; element, point, no sRGB: "));
}

TEST_F(LabsWindow, LegalityIsFilteredAndSaved) {
  start({"--backend", "cpu"});
  open_lab("legality");
  ASSERT_TRUE(says("legality.count", "3268 of 3268"));
  EXPECT_TRUE(click_says("legality.verdict.altered", "legality.count", "639 of 3268"));
  EXPECT_TRUE(click_says("legality.storage.linear_memory", "legality.count", " of 3268"));
  EXPECT_TRUE(click_says("legality.verdict.all", "legality.count", "205 of 3268"));
  EXPECT_TRUE(click_says("legality.columns.places", "legality.cell.u8x4.0", "/"));
  EXPECT_TRUE(click_says("legality.formats.blocks", "legality.cell.bc1.0", "×"));
  EXPECT_TRUE(goes("legality.row.u8x4"));
  w().click("legality.search");
  w().type("bc7 srgb");
  EXPECT_TRUE(comes("legality.row.bc7_srgb"));
  EXPECT_TRUE(goes("legality.row.bc1"));
  w().click("legality.save");
  ASSERT_TRUE(comes("prompt.path"));
  EXPECT_TRUE(says("prompt.path", "legality.csv"));
  w().key("Return");
  EXPECT_TRUE(toasts("legality.csv"));
  const std::string count = w().text("legality.count");
  EXPECT_EQ(lines(w().folder() / "legality.csv"), std::stoul(count) + 1);
  w().click("legality.search");
  w().type(" nothing_like_this");
  EXPECT_TRUE(says("legality.nothing", text(Text::legality_nothing_shown)));
}

TEST_F(LabsWindow, StalenessFollowsEachChoice) {
  start({"--backend", "cpu"});
  open_lab("staleness");
  EXPECT_TRUE(says("staleness.texels", "4096 stale, 0 fresh, 0 neither"));
  EXPECT_TRUE(click_says("staleness.warmed.false", "staleness.texels", "0 stale, 4096 fresh"));
  EXPECT_TRUE(click_says("staleness.warmed.true", "staleness.texels", "4096 stale, 0 fresh"));
  EXPECT_TRUE(says("staleness.rule", text(Text::stale_rule_texture)));
  EXPECT_TRUE(says("staleness.source", "Simulation"));
  EXPECT_TRUE(click_says("staleness.fenced.true", "staleness.texels", "4096 stale, 0 fresh"));
  EXPECT_TRUE(click_says("staleness.relaunched.true", "staleness.texels", "0 stale, 4096 fresh"));
  EXPECT_TRUE(says("staleness.rule", text(Text::stale_rule_relaunched)));
  w().click("staleness.relaunched.false");
  EXPECT_TRUE(click_says("staleness.read.load", "staleness.obstacle", text(Text::stale_no_address)));
  EXPECT_TRUE(click_says("staleness.write.pitch", "staleness.texels", "0 stale, 4096 fresh"));
  w().click("staleness.fenced.false");
  EXPECT_TRUE(click_says("staleness.reader.other_block", "staleness.texels", "4096 stale, 0 fresh"));
}

TEST_F(LabsWindow, WritesShowTheClassicMistake) {
  start({"--backend", "cpu"});
  open_lab("writes");
  EXPECT_TRUE(says("writes.counts", "32 of 96 writes land where intended, 64 are dropped"));
  EXPECT_TRUE(says("writes.place.4.0", "4, 0"));
  EXPECT_TRUE(says("writes.place.-1.0", "·"));
  EXPECT_TRUE(click_says("writes.x.texels", "writes.place.4.0", "1, 0"));
  EXPECT_TRUE(says("writes.place.1.0", "×"));
  const Box moved = w().box("writes.place.4.0");
  w().move(moved.x(), moved.y());
  EXPECT_TRUE(says("writes.words",
                   "surf2Dwrite(value, surface, 4, 0) for texel 4, 0: texel 1, 0 is written instead."));
  w().click("writes.x.bytes");
  EXPECT_TRUE(click_says("writes.boundary.clamp", "writes.place.-1.0", "0, 0"));
  EXPECT_TRUE(click_says("writes.boundary.trap", "writes.place.-1.0", "×"));
  EXPECT_TRUE(says("writes.counts", "64 end the kernel"));
  EXPECT_TRUE(says("writes.source", text(Text::lab_by_rule)));
  w().reach("writes.trap.outcome");
  EXPECT_TRUE(says("writes.trap.outcome", text(Text::lab_trap_by_rule)));
  EXPECT_TRUE(says("writes.routes.skipped", text(Text::lab_paths_skipped)));
}

TEST_F(LabsWindow, WhatNeedsAGpuSaysSo) {
  start({"--backend", "cpu"});
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("ask this gpu");
  w().key("Return");
  EXPECT_TRUE(toasts(text(Text::lab_needs_gpu)));
  EXPECT_TRUE(says("legality.source", "From a capture"));
}

TEST_F(LabsWindow, OnAGpuTheButtonsAskIt) {
  const CudaReport cuda = cuda_report();
  if (cuda.devices.empty()) GTEST_SKIP() << cuda.problem;
  start({"--backend", "cuda"});
  open_lab("legality");
  ASSERT_TRUE(says("legality.source", "From a capture"));
  w().click("legality.ask");
  ASSERT_TRUE(w().until([&] { return w().text("legality.source").starts_with("Answered by "); }, 60));
  EXPECT_TRUE(says("legality.source", cuda.devices.front().name));
  EXPECT_TRUE(says("legality.count", "3268 of 3268"));
  w().click("lab.tabs.staleness");
  EXPECT_TRUE(says("staleness.source", "Measured on "));
  w().click("lab.tabs.writes");
  EXPECT_TRUE(says("writes.source", "written on "));
  for (const char* fault : {"writes.trap", "writes.misaligned"}) {
    w().reach(fault);
    w().click(fault);
    ASSERT_TRUE(w().until([&] { return w().shows(std::string(fault) + ".outcome"); }, 60));
    EXPECT_TRUE(says(std::string(fault) + ".outcome", "in a subprocess"));
  }
  w().reach("writes.time");
  w().click("writes.time");
  ASSERT_TRUE(w().until([&] { return w().shows("writes.route.u8x1.surface"); }, 60));
  w().key("Escape"); // and the GPU still draws
  EXPECT_TRUE(comes("result"));
  EXPECT_TRUE(says("badge", "CUDA"));
}

TEST_F(LabsWindow, ASmallWindowHasRoomForThem) {
  start({"--backend", "cpu"}, 900, 600);
  open_lab("legality");
  ASSERT_TRUE(comes("legality.cell.u8x1.0"));
  const Box cell = w().box("legality.cell.u8x1.0"), panel = w().box("panel.lab");
  EXPECT_GE(cell.x1 - cell.x0, 16);
  EXPECT_LE(w().box("legality.words").y1, panel.y1);
  w().click("lab.tabs.staleness");
  ASSERT_TRUE(comes("staleness.texels"));
  EXPECT_LE(w().box("staleness.texels").y1, panel.y1);
  w().click("lab.tabs.writes");
  EXPECT_TRUE(comes("writes.place.9.5"));
  EXPECT_LE(w().box("writes.place.9.5").x1, panel.x1);
}

} // namespace texelscope::gui
