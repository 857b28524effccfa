// The window in Chinese, chosen by the mouse, remembered, and by flag and environment.
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class LanguageChoice : public GuiTest {
protected:
  std::string chinese(Text id) { return translation(id, Language::chinese); }
  void choose_language(const std::string& command) {
    choose_from_menu("view", "menu.appearance");
    ASSERT_TRUE(comes(command));
    w().click(command);
    EXPECT_TRUE(goes(command));
  }

  tests::TempFolder own_home_;
};

TEST_F(LanguageChoice, SwitchesThereAndBack) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(says("panel.result", "RESULT"));
  show_tab("cost");
  const Box result = w().box("panel.result");
  choose_language("command.speak_chinese");
  EXPECT_TRUE(says("panel.result", "结果"));
  EXPECT_TRUE(says("sampler.filter.linear", "线性"));
  EXPECT_TRUE(says("status.note", chinese(Text::status_as_asked)));
  EXPECT_TRUE(says("menu.view", "视图"));
  EXPECT_TRUE(says("cost.sharing", chinese(Text::cpu_sharing)));
  EXPECT_EQ(w().box("panel.result").x0, result.x0) << "panels stay where they are";
  // Controls work, and the session's values are the same in every language.
  EXPECT_TRUE(click_sets("sampler.normalized_coords.false", "sampler.normalized_coords", false));
  EXPECT_TRUE(says("note.sampler.address_x", "需要归一化坐标"));
  choose_language("command.speak_english");
  EXPECT_TRUE(says("panel.result", "RESULT"));
  EXPECT_TRUE(says("note.sampler.address_x", "needs normalized coordinates"));
}

// What was found when the program was traced, and what WHY has explained already.
TEST_F(LanguageChoice, WhatARecordingShows) {
  start({TEXELSCOPE_SOURCE_DIR "/assets/recordings/half_texel.json"});
  ASSERT_TRUE(says("trace.finding.0", "misread: Thread 0 samples x at 0 texels"));
  ASSERT_TRUE(says("why.picture.error", "One texel"));
  choose_language("command.speak_chinese");
  EXPECT_TRUE(says("trace.finding.0", "误读：线程 0 的 x 位于 0 个纹素处，其后每个线程再远 0.5 个纹素"));
  EXPECT_TRUE(says("trace.finding.0.rule", "纹素 i 的中心在 i + 0.5"));
  EXPECT_TRUE(says("trace.finding.0.cure", "坐标再加 0.25 个纹素"));
  EXPECT_TRUE(says("why.recorded.finding.0", "图像偏移了 0.25 个纹素。"));
  EXPECT_TRUE(says("why.recorded.cure.0", "坐标再加 0.25 个纹素"));
  EXPECT_TRUE(says("why.picture.error", "一个纹素占有全部权重"));
  choose_language("command.speak_english");
  EXPECT_TRUE(says("trace.finding.0.cure", "coordinates that lie 0.25 texels further"));
}

// Each change rebuilds the fonts, and with them ImGui's font texture.
TEST_F(LanguageChoice, TenChangesOfScaleAndLanguageAreDrawn) {
  start();
  double scale = 1;
  for (int turn = 0; turn < 5; ++turn) {
    const bool to_chinese = turn % 2 == 0;
    choose_language(to_chinese ? "command.speak_chinese" : "command.speak_english");
    ASSERT_TRUE(says("panel.result", to_chinese ? "结果" : "RESULT"));
    ASSERT_TRUE(is_drawn()) << "after change " << 2 * turn + 1;
    const bool larger = turn < 3;
    scale *= larger ? 1.1 : 1 / 1.1;
    w().key(larger ? "ctrl+plus" : "ctrl+minus");
    ASSERT_TRUE(w().until([&] { return std::abs(w().map().at("scale").get<double>() - scale) < 1e-6; }));
    ASSERT_TRUE(is_drawn()) << "after change " << 2 * turn + 2;
  }
}

TEST_F(LanguageChoice, IsRemembered) {
  home_ = own_home_.root();
  start();
  choose_language("command.speak_chinese");
  EXPECT_TRUE(says("panel.result", "结果"));
  EXPECT_EQ(w().close(), 0);
  start();
  EXPECT_TRUE(says("panel.result", "结果"));
  show_tab("history");
  EXPECT_TRUE(says("journal.0", chinese(Text::history_start)));
  EXPECT_EQ(w().close(), 0);
  start({"--language", "en"}); // for this start only
  EXPECT_TRUE(says("panel.result", "RESULT"));
  EXPECT_EQ(w().close(), 0);
  start();
  EXPECT_TRUE(says("panel.result", "结果"));
}

// The palette finds commands by their English names too.
TEST_F(LanguageChoice, FlagAndPalette) {
  start({"--language", "zh-Hans"});
  ASSERT_TRUE(says("panel.result", "结果"));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("zoom in");
  EXPECT_TRUE(says("palette.choice", chinese(Text::command_zoom_in)));
}

} // namespace texelscope::gui
