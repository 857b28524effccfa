#include "ui/frame/ui.h"

#include <cmath>

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

Theme theme_at(float scale) {
  Theme theme;
  theme.scale = scale;
  return theme;
}

void expect_inside(const Area& area, float width, float height, const char* name) {
  EXPECT_GE(area.x0, 0) << name;
  EXPECT_GE(area.y0, 0) << name;
  EXPECT_LE(area.x1, width) << name;
  EXPECT_LE(area.y1, height) << name;
  EXPECT_LE(area.x0, area.x1) << name;
  EXPECT_LE(area.y0, area.y1) << name;
}

bool disjoint(const Area& a, const Area& b) {
  return a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0;
}

struct Case {
  float width, height, scale;
};
class LayoutAt : public testing::TestWithParam<Case> {};

TEST_P(LayoutAt, PanelsLieInsideTheWindowAndApart) {
  const auto [width, height, scale] = GetParam();
  const Layout l = layout(width, height, theme_at(scale), State());
  const std::pair<const char*, Area> panels[] = {{"menu", l.menu},
                                                 {"left", l.left},
                                                 {"result", l.result},
                                                 {"texture", l.texture},
                                                 {"right of the texture", l.bottom_right},
                                                 {"status", l.status},
                                                 {"why", l.why},
                                                 {"cost", l.cost}};
  for (const auto& [name, area] : panels)
    expect_inside(area, width, height, name);
  for (std::size_t i = 0; i < std::size(panels); ++i)
    for (std::size_t j = i + 1; j < std::size(panels); ++j) {
      if (panels[i].second.width() <= 0 || panels[j].second.width() <= 0) continue;
      EXPECT_TRUE(disjoint(panels[i].second, panels[j].second))
          << panels[i].first << " and " << panels[j].first;
    }
}

TEST_P(LayoutAt, PicturesLieInTheirPanelsOnWholePixels) {
  const auto [width, height, scale] = GetParam();
  const Layout l = layout(width, height, theme_at(scale), State());
  for (const auto& [panel, picture] :
       {std::pair{l.result, l.result_picture}, {l.texture, l.texture_picture}}) {
    EXPECT_GE(picture.x0, panel.x0);
    EXPECT_GE(picture.y0, panel.y0);
    EXPECT_LE(picture.x1, panel.x1);
    EXPECT_LE(picture.y1, panel.y1);
    EXPECT_GE(picture.width(), 1);
    EXPECT_EQ(picture.x0, std::floor(picture.x0));
    EXPECT_EQ(picture.y1, std::floor(picture.y1));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, LayoutAt,
                         testing::Values(Case{1280, 720, 1}, Case{1920, 1080, 1}, Case{2560, 1440, 2},
                                         Case{1000, 700, 1}, Case{3840, 2160, 1.5f}));

TEST(Layout, TheResultIsTheLargestPicture) {
  const Layout l = layout(1280, 720, theme_at(1), State());
  EXPECT_GT(l.result.width(), 1280 / 2);
  EXPECT_GT(l.result.height(), l.texture.height() * 2);
  State swapped;
  swapped.panels.texture_is_hero = true;
  const Layout s = layout(1280, 720, theme_at(1), swapped);
  EXPECT_GT(s.texture.height(), s.result.height() * 2);
}

TEST(Layout, UnderElevenHundredPixelsTheRightColumnBecomesTabs) {
  EXPECT_TRUE(layout(1099, 720, theme_at(1), State()).narrow);
  EXPECT_FALSE(layout(1100, 720, theme_at(1), State()).narrow);
  EXPECT_TRUE(layout(2199, 1440, theme_at(2), State()).narrow);
  EXPECT_EQ(layout(1099, 720, theme_at(1), State()).why.width(), 0);
}

TEST(Layout, ALabTakesTheMiddleAndLeavesThePicturesTheirSize) {
  State state;
  EXPECT_EQ(layout(1280, 720, theme_at(1), state).lab.width(), 0);
  const Layout without = layout(1280, 720, theme_at(1), state);
  state.panels.lab = Lab::staleness;
  const Layout l = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(l.lab.x0, l.result.x0);
  EXPECT_EQ(l.lab.x1, l.result.x1);
  EXPECT_EQ(l.lab.y0, l.result.y0);
  EXPECT_EQ(l.lab.y1, l.texture.y1);
  EXPECT_TRUE(disjoint(l.lab, l.left));
  EXPECT_TRUE(disjoint(l.lab, l.why));
  EXPECT_EQ(l.result_picture.width(), without.result_picture.width());
  EXPECT_EQ(l.result_picture.height(), without.result_picture.height());
}

TEST(Layout, TheFetchLabLeavesTheResultAboveIt) {
  State state;
  state.panels.lab = Lab::fetch;
  for (const bool hero : {false, true}) {
    state.panels.texture_is_hero = hero;
    const Layout l = layout(1280, 720, theme_at(1), state);
    EXPECT_TRUE(l.result_beside_lab);
    EXPECT_LT(l.result.y1, l.lab.y0);
    EXPECT_GT(l.result_picture.height(), 150);
    EXPECT_GT(l.lab.height(), l.result.height());
    EXPECT_EQ(l.texture.width(), 0);
    EXPECT_EQ(l.bottom_right.width(), 0);
  }
  state.panels.lab_height = 200;
  EXPECT_EQ(layout(1280, 720, theme_at(1), state).lab.height(), 200);
}

TEST(Layout, HiddenColumnsGiveTheirPlaceToTheResult) {
  State state;
  state.panels.show_left = state.panels.show_right = state.panels.show_bottom = false;
  const Layout l = layout(1280, 720, theme_at(1), state);
  EXPECT_GT(l.result.width(), 1260);
  EXPECT_GT(l.result.height(), 640);
  EXPECT_EQ(l.texture_picture.width(), 0);
}

} // namespace
} // namespace texelscope::ui
