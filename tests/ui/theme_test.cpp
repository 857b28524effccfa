// Colors that tell something stand out from what is behind them, in both themes.
#include "ui/frame/theme.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

// WCAG 2's, of opaque colors.
double luminance(const ImVec4& color) {
  const auto linear = [](float c) { return c <= 0.04045f ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
}
double contrast(const ImVec4& a, const ImVec4& b) {
  const auto [low, high] = std::minmax(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}
ImVec4 over(const ImVec4& color, const ImVec4& ground) {
  const auto mix = [&](float c, float g) { return g + (c - g) * color.w; };
  return ImVec4(mix(color.x, ground.x), mix(color.y, ground.y), mix(color.z, ground.z), 1);
}

class Colors : public testing::TestWithParam<bool> {
protected:
  Colors() {
    ImGui::CreateContext();
    theme_.dark = GetParam();
    apply_style(theme_);
  }
  ~Colors() override { ImGui::DestroyContext(); }
  Theme theme_;
};

TEST_P(Colors, TextsAreReadableOnPanelsAndControls) {
  for (const ImU32 ink : {theme_.color.text, theme_.color.dim})
    for (const ImU32 ground : {theme_.color.panel, theme_.color.control})
      EXPECT_GE(contrast(vec4(ink), vec4(ground)), 4.5);
}

// Nothing else says that a panel has more than it shows.
TEST_P(Colors, ScrollBarsAreVisibleOnPanels) {
  const ImVec4 panel = vec4(theme_.color.panel);
  for (const ImGuiCol bar :
       {ImGuiCol_ScrollbarGrab, ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive})
    EXPECT_GE(contrast(over(ImGui::GetStyle().Colors[bar], panel), panel), 3);
}

INSTANTIATE_TEST_SUITE_P(Themes, Colors, testing::Values(true, false));

} // namespace
} // namespace texelscope::ui
