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
                                                 {"columns", l.columns}};
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
    if (panel.width() <= 0) continue;
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
                                         Case{1000, 700, 1}, Case{3840, 2160, 1.5f}, Case{1280, 720, 2}));

TEST(Layout, TheResultIsTheLargestPicture) {
  const Layout l = layout(1280, 720, theme_at(1), State());
  EXPECT_GT(l.result.width(), 1280 / 2);
  EXPECT_GT(l.result.height(), l.texture.height() * 2);
  State swapped;
  swapped.panels.texture_is_hero = true;
  const Layout s = layout(1280, 720, theme_at(1), swapped);
  EXPECT_GT(s.texture.height(), s.result.height() * 2);
}

// The part of the window that the result's picture fills.
double hero_share(float width, float height, float scale, const State& state) {
  const Area picture = layout(width, height, theme_at(scale), state).result_picture;
  return double(picture.width()) * double(picture.height()) / (double(width) * double(height));
}

TEST(Hero, HasAThirdOfASmallWindowWithEverythingOpen) {
  EXPECT_GE(hero_share(1280, 720, 1, State()), 0.34);
}

TEST(Hero, HasMoreWhereTheLowerRowIsFolded) {
  State state;
  state.panels.show_bottom = false;
  EXPECT_GE(hero_share(1280, 720, 1, state), 0.44);
}

TEST(Hero, HasTwoFifthsInALesson) {
  State state;
  state.lesson.lesson = 0;
  for (const bool hides : {true, false}) {
    state.lesson.hides = hides;
    EXPECT_GE(hero_share(1280, 720, 1, state), 0.40);
  }
}

TEST(Hero, HasHalfOfALargeWindow) {
  EXPECT_GE(hero_share(1920, 1080, 1, State()), 0.50);
  EXPECT_GE(hero_share(2560, 1440, 1, State()), 0.50);
}

TEST(Hero, HasTwoFifthsWhereOnlyOneColumnFits) {
  for (const auto& [width, height, scale] :
       {Case{1280, 720, 2}, {1280, 720, 1.5f}, {960, 539, 1}, {800, 600, 1}})
    EXPECT_GE(hero_share(width, height, scale, State()), 0.40) << width << " at " << scale;
}

TEST(Layout, ASmallWindowShowsOneColumnAtATime) {
  EXPECT_TRUE(layout(959, 720, theme_at(1), State()).one_column);
  EXPECT_TRUE(layout(1280, 539, theme_at(1), State()).one_column);
  EXPECT_FALSE(layout(960, 540, theme_at(1), State()).one_column);
  EXPECT_TRUE(layout(1280, 720, theme_at(2), State()).one_column);
  State state;
  const Layout picture = layout(1280, 720, theme_at(2), state);
  EXPECT_EQ(picture.left.width(), 0);
  EXPECT_EQ(picture.why.width(), 0);
  EXPECT_EQ(picture.bottom_right.width(), 0) << "folded to its tabs";
  EXPECT_GT(picture.tabs.width(), 1000);
  EXPECT_EQ(picture.columns.y1 - picture.columns.y0, 50);
  for (const auto& [column, area] :
       {std::pair{ShownColumn::settings, &Layout::left}, {ShownColumn::why, &Layout::why}}) {
    state.panels.column = column;
    const Layout l = layout(1280, 720, theme_at(2), state);
    EXPECT_GT((l.*area).width(), 1200);
    EXPECT_EQ(l.result.width(), 0);
    EXPECT_EQ(l.tabs.width(), 0);
    EXPECT_EQ(l.result_picture.width(), picture.result_picture.width()) << "the fetches stay the same";
    EXPECT_EQ(l.result_picture.height(), picture.result_picture.height());
  }
  state.panels.column = ShownColumn::picture;
  state.panels.bottom_in_small = true;
  EXPECT_GT(layout(1280, 720, theme_at(2), state).bottom_right.height(), 200);
}

TEST(Layout, ALessonsCardIsInTheRightColumnAboveWhy) {
  State state;
  const Layout without = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(without.lesson.width(), 0);
  state.lesson.lesson = 0;
  const Layout asks = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(asks.why.width(), 0) << "it tells nothing yet";
  EXPECT_EQ(asks.lesson.height(), asks.left.height());
  EXPECT_GE(asks.lesson.width(), 340);
  EXPECT_LT(asks.left.width(), without.left.width());
  EXPECT_EQ(asks.bottom_right.width(), 0) << "folded to its tabs";
  EXPECT_GT(asks.tabs.width(), 500);
  state.lesson.hides = false;
  const Layout tells = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(tells.why.x0, tells.lesson.x0);
  EXPECT_GT(tells.why.y0, tells.lesson.y1);
  EXPECT_GT(tells.why.height(), 250);
  EXPECT_EQ(tells.result_picture.width(), asks.result_picture.width());
  state.panels.show_right = false;
  EXPECT_EQ(layout(1280, 720, theme_at(1), state).lesson.height(), asks.lesson.height())
      << "hiding WHY keeps the lesson";
}

TEST(Layout, TheLowerRowFoldsToItsTabs) {
  State state;
  const Layout open = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(open.bottom_right.y0, open.tabs.y0);
  EXPECT_NEAR(open.bottom_right.height() / 720, 0.2, 0.03);
  state.panels.show_bottom = false;
  const Layout folded = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(folded.texture.width(), 0);
  EXPECT_EQ(folded.bottom_right.width(), 0);
  EXPECT_EQ(folded.tabs.height(), open.tabs.height());
  EXPECT_EQ(folded.tabs.y1, open.bottom_right.y1);
  EXPECT_GT(folded.result.height(), open.result.height() + 100);
  // A lesson and a small window fold it by themselves, and leave what is requested of a large one.
  EXPECT_FALSE(bottom_is_open(state, open));
  state.lesson.lesson = 0;
  open_bottom(state, open, true);
  EXPECT_GT(layout(1280, 720, theme_at(1), state).bottom_right.width(), 0);
  EXPECT_FALSE(state.panels.show_bottom);
}

TEST(Layout, FoldedSettingsLeaveARail) {
  State state;
  const Layout open = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(open.rail.width(), 0);
  state.panels.show_left = false;
  const Layout folded = layout(1280, 720, theme_at(1), state);
  EXPECT_EQ(folded.left.width(), 0);
  EXPECT_EQ(folded.rail.x0, open.left.x0);
  EXPECT_LT(folded.rail.width(), 30);
  EXPECT_GT(folded.result.width(), open.result.width() + 200);
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
  EXPECT_GT(l.result.width(), 1230);
  EXPECT_GT(l.result.height(), 620);
  EXPECT_EQ(l.texture_picture.width(), 0);
}

} // namespace
} // namespace texelscope::ui
