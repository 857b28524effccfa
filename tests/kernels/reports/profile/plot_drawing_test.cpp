// Plots on a canvas that records its texts: labels without room, and the places of cells.
#include "kernels/reports/profile/plot/plot_drawing.h"

#include <gtest/gtest.h>

namespace texelscope::profile {
namespace {

class TextCanvas final : public Canvas {
public:
  struct Written {
    std::string content;
    Position at;
    Align align;
  };
  std::vector<Written> texts;

  TextCanvas() : Canvas(file_spacing) {}
  double px(double pixels) const override { return pixels; }
  double text_width(std::string_view content) const override { return 10 * double(content.size()); }
  void text(Position at, std::string_view content, TextRole, Align align) override {
    texts.push_back({std::string(content), at, align});
  }
  void line(Position, Position, LineRole) override {}
  void arc(Position, double, LineRole) override {}
  void ring(Position, double, LineRole) override {}
  void polyline(const std::vector<Position>&, std::size_t) override {}
  void mark(Position, std::size_t, std::string_view) override {}
  void bar(const Rect&, std::size_t, std::string_view) override {}
  void heat(const Rect&, double, std::string_view) override {}
};

Lines lines_to(double bytes) {
  Lines plot;
  plot.x = bytes_axis("", 4096, bytes);
  plot.y = axis_from_zero("delivered", 1);
  return plot;
}

std::vector<std::string> sizes_on(double width) {
  TextCanvas canvas;
  draw_lines(canvas, lines_to(8 << 20), {100, 0, width, 100});
  std::vector<std::string> sizes;
  for (const TextCanvas::Written& text : canvas.texts)
    if (text.content.ends_with("B")) sizes.push_back(text.content);
  return sizes;
}

TEST(PlotDrawing, SizesThatWouldLieOverAnotherAreLeftOut) {
  EXPECT_EQ(sizes_on(640), (std::vector<std::string>{"4 KB", "16 KB", "64 KB", "256 KB", "1 MB", "4 MB"}));
  EXPECT_EQ(sizes_on(100), (std::vector<std::string>{"4 KB", "1 MB"}));
}

TEST(PlotDrawing, AGuideLabelIsBesideItsLineWhereTheTitleIsInTheWay) {
  for (const bool clear : {true, false}) {
    Lines plot = lines_to(1 << 20); // 80 pixels from size to size
    plot.guides = {{clear ? 65536.0 : 4096.0, "L2"}};
    TextCanvas canvas;
    draw_lines(canvas, plot, {100, 50, 640, 100}); // the title ends at 140
    const TextCanvas::Written& text = canvas.texts.back();
    EXPECT_EQ(text.content, "L2");
    EXPECT_EQ(text.align, clear ? Align::center : Align::left);
    EXPECT_DOUBLE_EQ(text.at.x, clear ? 420 : 106);
    EXPECT_DOUBLE_EQ(text.at.y, clear ? 22 : 36);
  }
}

TEST(PlotDrawing, ASquareWithoutACellIsNoneToPointAt) {
  Matrix plot;
  plot.columns = {"point", "linear"};
  plot.rows = {"u8x4"};
  plot.squares = {{}, {true, 1, "2", "", BenchmarkCase{}}};
  TextCanvas canvas;
  const DrawnCells cells = draw_squares(canvas, plot, {100, 50}, 72);
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells[0].rect.x, 172);
  EXPECT_EQ(cells[0].rect.y, 50);
  EXPECT_EQ(cells[0].rect.width, 70);
  EXPECT_EQ(cells[0].rect.height, 22);
}

TEST(PlotDrawing, ALegendDistinguishesSeries) {
  const Heading heading{"", "", "u8x4"};
  EXPECT_TRUE(legend_names({{"u8x4", {}}}, heading).empty()) << "the heading names it";
  EXPECT_EQ(legend_names({{"f32x4", {}}}, heading), std::vector<std::string>{"f32x4"});
  EXPECT_EQ(legend_names({{"u8x4", {}}, {"f32x4", {}}}, heading).size(), 2u);
}

} // namespace
} // namespace texelscope::profile
