#include "ui/widgets/widgets.h"

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

// Breaks shown as strokes.
std::string breaks(std::string_view content, bool chinese = true) {
  Theme theme;
  theme.fonts.chinese = chinese;
  std::string shown = breakable(theme, content);
  for (std::size_t at; (at = shown.find("\u3000")) != std::string::npos;)
    shown.replace(at, 3, "|");
  return shown;
}

TEST(Breakable, LeavesOtherTextAlone) {
  EXPECT_EQ(breaks("Texels outside have the border color, 1/256 · 4 × 4…"),
            "Texels outside have the border color, 1/256 · 4 × 4…");
  EXPECT_EQ(breaks(""), "");
}

TEST(Breakable, BetweenAnyTwoCharacters) {
  EXPECT_EQ(breaks("读取纹素"), "读|取|纹|素");
  EXPECT_EQ(breaks("第 2 级，共 7 级"), "第 2 级，|共 7 级");
  EXPECT_EQ(breaks("用tex1Dfetch读"), "用|tex1Dfetch|读");
}

TEST(Breakable, NotBeforeClosingNorAfterOpeningPunctuation) {
  EXPECT_EQ(breaks("钳位（clamp）。"), "钳|位|（clamp）。");
  EXPECT_EQ(breaks("循环“是”，对；"), "循|环|“是”，|对；");
}

TEST(Breakable, NothingWhereTheFontsHaveNoChinese) {
  EXPECT_EQ(breaks("读取纹素", false), "读取纹素");
}

TEST(Breakable, BytesThatAreNoUtf8StayAsTheyAre) {
  EXPECT_EQ(breaks("\xe8\xaf"), "\xe8\xaf");
  EXPECT_EQ(breaks("\xff读\x80"), "\xff|读|\x80");
}

// Wraps to lines of `letters` of ImGui's own letters, which are 7 pixels wide.
std::string numbers(std::string content, int letters) {
  ImGui::CreateContext();
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const ImFont& font = *atlas.AddFontDefault();
  atlas.Build();
  std::string shown = whole_numbers(font, std::move(content), 7.0f * float(letters) + 1);
  ImGui::DestroyContext();
  return shown;
}

TEST(WholeNumbers, GoToTheNextLineWhole) {
  EXPECT_EQ(numbers("from 0.34902", 8), "from\n0.34902");
  EXPECT_EQ(numbers("1 texel, from 0.34902 to 0.34902.", 19), "1 texel, from\n0.34902 to 0.34902.");
  EXPECT_EQ(numbers("at 0.25 and 0.125", 6), "at\n0.25 and\n0.125");
}

TEST(WholeNumbers, NothingElseIsTouched) {
  EXPECT_EQ(numbers("from 0.34902", 12), "from 0.34902");
  EXPECT_EQ(numbers("It ends. Another", 9), "It ends. Another");
  EXPECT_EQ(numbers("0.123456789", 4), "0.123456789"); // wider than the line
  EXPECT_EQ(numbers("", 4), "");
}

} // namespace
} // namespace texelscope::ui
