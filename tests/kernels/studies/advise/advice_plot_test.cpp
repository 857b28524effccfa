// The plot of an advice: as values, on a canvas that records, and as a file.
#include "kernels/studies/advise/advice_plot.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "tests/kernels/studies/advise/made_advice.h"
#include "tests/xml.h"

namespace texelscope::advise {
namespace {

using profile::Align, profile::Canvas, profile::LineRole, profile::Position, profile::Rect, profile::TextRole;
using tests::decided, tests::measured, tests::refused, tests::infinity;
using tests::f16, tests::f32, tests::u8;

// Of these the front has tile.f32, array.f16 and array.u8, and array.f16 is advised.
Advice some_advice(double allowed = 2e-3) {
  return decided({measured(Way::array, f32, 0.04, 1e-3), measured(Way::array, u8, 0.01, 5e-2),
                  measured(Way::array, f16, 0.02, 2e-3), measured(Way::tile, f32, 0.03, 0),
                  measured(Way::filter, f32, 0.08, 0), refused(Way::gather, f32)},
                 allowed);
}
AdvicePlot plotted(const Advice& advice) {
  StudiedScene studied;
  studied.scene.title = "made";
  return plot_of(studied, advice);
}

class RecordingCanvas final : public Canvas {
public:
  struct Line {
    Position from, to;
    LineRole role;
  };
  struct Written {
    Position at; // where it begins
    TextRole role;
  };
  std::vector<Line> lines;
  std::map<std::string, Written> texts;
  std::vector<Position> marks, rings;

  RecordingCanvas() : Canvas(profile::file_spacing) {}
  double px(double pixels) const override { return pixels; }
  double text_width(std::string_view content) const override { return 7 * double(content.size()); }
  void text(Position at, std::string_view content, TextRole role, Align align) override {
    texts[std::string(content)] = {{at.x - 0.5 * double(align) * text_width(content), at.y}, role};
  }
  void line(Position from, Position to, LineRole role) override { lines.push_back({from, to, role}); }
  void arc(Position, double, LineRole) override {}
  void ring(Position center, double, LineRole) override { rings.push_back(center); }
  void polyline(const std::vector<Position>&, std::size_t) override {}
  void mark(Position center, std::size_t, std::string_view) override { marks.push_back(center); }
  void bar(const Rect&, std::size_t, std::string_view) override {}
  void heat(const Rect&, double, std::string_view) override {}

  std::vector<Line> with(LineRole role) const {
    std::vector<Line> some;
    std::ranges::copy_if(lines, std::back_inserter(some),
                         [&](const Line& line) { return line.role == role; });
    return some;
  }
};

TEST(AdvicePlot, HasWhatTheDeviceRan) {
  const AdvicePlot plot = plotted(some_advice());
  ASSERT_EQ(plot.choices.size(), 5u) << "one is refused";
  EXPECT_EQ(plot.choices[0].label, "array.f32, now");
  EXPECT_EQ(plot.choices[1].label, "array.f16, advised");
  EXPECT_NEAR(plot.choices[1].rate, 50, 1e-6) << "0.02 ns a fetch";
  EXPECT_EQ(plot.choices[1].error, 2e-3);
  EXPECT_EQ(plot.choices[1].help, "array.f16: 50.0 Gfetch/s, worst error 0.002");
  EXPECT_EQ(plot.ways, (std::vector<Way>{Way::array, Way::filter, Way::tile}));
  std::vector<std::string> front;
  for (const std::size_t i : plot.front)
    front.push_back(plot.choices[i].label);
  EXPECT_EQ(front, (std::vector<std::string>{"tile.f32", "array.f16, advised", "array.u8"}));
  EXPECT_EQ(plot.x.low, 1e-3);
  EXPECT_EQ(plot.x.high, 1e-1);
  EXPECT_GE(plot.y.high, 100);
  EXPECT_EQ(plot.heading.machine, "a device");
}

TEST(AdvicePlot, OneLabelSaysBoth) {
  EXPECT_EQ(plotted(some_advice(0.99e-3)).choices[0].label, "array.f32, now") << "tile.f32 is advised";
  Advice kept = some_advice();
  kept.choices.resize(1);
  kept.allowed_error = 1;
  decide(kept);
  EXPECT_EQ(plotted(kept).choices[0].label, "array.f32, now, advised");
}

TEST(AdvicePlot, TheAllowedErrorIsMarkedWhereItLiesOnTheAxis) {
  for (const double allowed : {0.0, 1e-3, 0.03})
    EXPECT_EQ(plotted(some_advice(allowed)).allowed.size(), 1u) << allowed;
  for (const double allowed : {1e-6, 1.0, infinity, double(NAN)})
    EXPECT_TRUE(plotted(some_advice(allowed)).allowed.empty()) << allowed;
}

TEST(AdvicePlot, IsEmptyIfAllAreRefused) {
  const Advice advice = decided({refused(Way::array, f32)}, 0);
  const AdvicePlot plot = plotted(advice);
  EXPECT_TRUE(plot.choices.empty());
  EXPECT_EQ(tests::xml_fault(advice_svg(plot)), "");
}

TEST(AdvicePlot, TheFrontRisesInSteps) {
  RecordingCanvas canvas;
  const Rect axes = {100, 50, 600, 300};
  const auto marks = draw_advice(canvas, plotted(some_advice()), axes);
  ASSERT_EQ(marks.size(), 5u);
  const auto steps = canvas.with(LineRole::front);
  ASSERT_EQ(steps.size(), 5u) << "across and up to each of the three but the first, and to the right edge";
  EXPECT_EQ(steps.front().from.x, axes.x) << "no error lies at the left edge";
  EXPECT_EQ(steps.back().to.x, axes.x + axes.width);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& [from, to, role] = steps[i];
    EXPECT_EQ(i % 2 == 0 ? from.y : from.x, i % 2 == 0 ? to.y : to.x) << "step " << i << " is straight";
    EXPECT_LE(to.y, from.y) << "upwards";
    EXPECT_GE(to.x, from.x);
    if (i > 0) {
      EXPECT_EQ(from.x, steps[i - 1].to.x);
      EXPECT_EQ(from.y, steps[i - 1].to.y);
    }
  }
  EXPECT_EQ(canvas.with(LineRole::guide).size(), 1u);
  EXPECT_EQ(canvas.rings.size(), 2u) << "the present choice and the advised one";
}

// What is no number lies at the right edge, what has no error at the left one.
TEST(AdvicePlot, ErrorsWithoutBoundHaveAPlace) {
  Advice advice = some_advice();
  advice.choices[4].worst_error = infinity;
  decide(advice);
  RecordingCanvas canvas;
  const Rect axes = {100, 50, 600, 300};
  for (const DrawnChoice& drawn : draw_advice(canvas, plotted(advice), axes)) {
    const double x = drawn.rect.x + drawn.rect.width / 2;
    if (drawn.choice == 4) EXPECT_EQ(x, axes.x + axes.width);
    if (drawn.choice == 3) EXPECT_EQ(x, axes.x);
    if (drawn.choice < 3) {
      EXPECT_GT(x, axes.x + 0.07 * axes.width);
      EXPECT_LT(x, axes.x + 0.93 * axes.width);
    }
  }
  EXPECT_TRUE(canvas.texts.contains("∞"));
  EXPECT_TRUE(canvas.texts.contains("0"));
}

TEST(AdvicePlot, LabelsCoverNoMarksAndNoOtherLabels) {
  for (const double width : {600.0, 300.0}) {
    RecordingCanvas canvas;
    const auto marks = draw_advice(canvas, plotted(some_advice()), {100, 50, width, 300});
    ASSERT_TRUE(canvas.texts.contains("array.f32, now")) << width;
    ASSERT_TRUE(canvas.texts.contains("array.f16, advised")) << width;
    EXPECT_EQ(canvas.texts["array.f16, advised"].role, TextRole::text);
    if (canvas.texts.contains("array.u8")) EXPECT_EQ(canvas.texts["array.u8"].role, TextRole::dim);
    EXPECT_FALSE(canvas.texts.contains("filter.f32")) << "it is neither";
    for (const auto& [label, written] : canvas.texts) {
      if (label.find('.') == std::string::npos || label.find('f') == std::string::npos) continue;
      const double right = written.at.x + canvas.text_width(label), bottom = written.at.y + 16;
      for (const DrawnChoice& mark : marks)
        EXPECT_FALSE(mark.rect.x < right && written.at.x < mark.rect.x + mark.rect.width &&
                     mark.rect.y < bottom && written.at.y < mark.rect.y + mark.rect.height)
            << label << " covers the mark of choice " << mark.choice << " in " << width;
      for (const auto& [from, to, role] : canvas.with(LineRole::front))
        EXPECT_FALSE(from.x < right && written.at.x < to.x && to.y < bottom && written.at.y < from.y)
            << label << " covers the line in " << width;
    }
  }
}

TEST(AdvicePlot, TheLegendBreaksIntoRows) {
  RecordingCanvas canvas;
  const AdvicePlot plot = plotted(some_advice());
  const double one = draw_ways(canvas, plot, {0, 0}, 1000), several = draw_ways(canvas, plot, {0, 0}, 150);
  EXPECT_GT(several, one);
  EXPECT_TRUE(canvas.texts.contains(text(Text::advise_mark_front)));
}

TEST(AdvicePlot, IsAFile) {
  const std::string svg = advice_svg(plotted(some_advice()));
  EXPECT_EQ(tests::xml_fault(svg), "");
  for (const char* part : {"array.f32, now", "array.f16, advised", "worst error", "Gfetch/s", "a device",
                           "class=\"front\"", "<title>array.u8: 100.0 Gfetch/s, worst error 0.05</title>"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
}

} // namespace
} // namespace texelscope::advise
