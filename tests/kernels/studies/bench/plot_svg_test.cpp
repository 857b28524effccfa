// Plots as SVG: well formed, every mark there, at its place.
#include "kernels/studies/bench/plot_svg.h"

#include <gtest/gtest.h>

#include "tests/kernels/profile_reports.h"
#include "tests/xml.h"

namespace texelscope {
namespace {

using namespace profile;
using tests::count;
using tests::machine;
using tests::measured;
using tests::xml_fault;

std::string drawn(Plot plot, const std::vector<Measured>& cells) {
  return plot_svg(draw(plot, {{machine(), cells}}));
}

TEST(XmlCheck, FindsFaults) {
  EXPECT_EQ(xml_fault("<a b=\"1\"><c/>x &amp; y</a>\n"), "");
  for (const char* bad : {"<a>", "<a></b>", "<a/><a/>", "<a b=1/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>",
                          "x<a/>", "<a", "<a b=\"<\"/>", "", "<a>></a>"})
    EXPECT_NE(xml_fault(bad), "") << bad;
}

// Four sizes of one texture: the axis goes from 4 KB to 32 KB, and to 4 TB/s.
TEST(PlotSvg, StaircasePlaces) {
  std::vector<Measured> cells;
  for (const char* size : {"4K", "8K", "16K", "32K"})
    cells.push_back(
        measured("f32x4.point.2d.array.tile." + std::string(size) + ".tex", size[0] == '4' ? 0.001 : 0.002));
  const std::string svg = drawn(Plot::staircase, cells);
  EXPECT_EQ(xml_fault(svg), "") << svg;
  // Heading: 34, 53, 72; the plot lies between x 70 and 710, y 116 and 476.
  EXPECT_NE(
      svg.find(
          "<polyline points=\"70.00,116.00 283.33,296.00 496.67,296.00 710.00,296.00\" class=\"line0\"/>"),
      std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<circle cx=\"70.00\" cy=\"116.00\" r=\"3.6\" "
                     "class=\"mark0\"><title>f32x4.point.2d.array.tile.4K.tex: 4.00 TB/s</title></circle>"),
            std::string::npos)
      << svg;
  EXPECT_EQ(count(svg, "<circle "), 4) << "one series needs no legend";
  EXPECT_EQ(count(svg, "<polyline "), 1);
  EXPECT_NE(svg.find(">4 KB</text>"), std::string::npos);
  EXPECT_NE(svg.find(">delivered, TB/s</text>"), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(PlotSvg, SeriesAreDistinguishedInTheLegend) {
  std::vector<Measured> cells;
  for (const char* format : {"u8x4", "f16x4", "f32x4"})
    for (const char* size : {"4K", "8K"})
      cells.push_back(measured(std::string(format) + ".point.2d.array.tile." + size + ".tex", 1.0));
  const std::string svg = drawn(Plot::staircase, cells);
  EXPECT_EQ(xml_fault(svg), "") << svg;
  EXPECT_EQ(count(svg, "class=\"mark1\""), 2 + 1) << "squares, and one in the legend";
  EXPECT_EQ(count(svg, "class=\"line2\""), 1 + 1);
  EXPECT_EQ(count(svg, ">f16x4</text>"), 1);
}

TEST(PlotSvg, PolarPlaces) {
  const std::string svg = drawn(Plot::polar, {measured("u8x4.point.2d.array.tile.4M.tex", 0.001),
                                              measured("u8x4.point.2d.array.rotated30.4M.tex", 0.002)});
  EXPECT_EQ(xml_fault(svg), "") << svg;
  // About (40, 516), 400 to 1000 GTexel/s: half of it at 30 degrees.
  EXPECT_NE(svg.find("<polyline points=\"440.00,516.00 213.21,416.00\" class=\"line0\"/>"), std::string::npos)
      << svg;
  EXPECT_EQ(count(svg, "<path "), 5) << "200 to 1000";
  EXPECT_NE(svg.find("M440.00,516.00A400.00,400.00 0 0 0 40.00,116.00"), std::string::npos);
}

TEST(PlotSvg, MatrixHasASquareForEachResult) {
  const std::string svg =
      drawn(Plot::matrix, {measured("u8x4.point.2d.array.tile.64K.tex", 1.0),
                           measured("u8x4.bilinear.2d.array.tile.64K.tex", 2.0),
                           measured("f32x4.point.2d.array.tile.64K.tex", 4.0),
                           tests::skipped("f32x4.bilinear.2d.array.tile.64K.tex", Obstacle::no_memory)});
  EXPECT_EQ(xml_fault(svg), "") << svg;
  EXPECT_EQ(count(svg, "tex: "), 3) << "each square has a tooltip";
  EXPECT_EQ(count(svg, "class=\"heat\""), 3 + 6) << "the scale has six squares";
  EXPECT_NE(svg.find("class=\"heat\" fill-opacity=\"0.650\"><title>u8x4.point.2d.array.tile.64K.tex: 1000 "
                     "MTexel/s</title>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("fill-opacity=\"0.200\"><title>f32x4.point"), std::string::npos) << svg;
  EXPECT_NE(svg.find(">–</text>"), std::string::npos);
  EXPECT_NE(svg.find(">!: wrong result; –: not measured</text>"), std::string::npos) << svg;
}

TEST(PlotSvg, PathComparisonBarsAreAsLongAsTheirValues) {
  const std::string svg =
      drawn(Plot::path_comparison, {measured("u8x4.point.2d.array.tile.64K.tex", {0.0005, 0.001, 0.002}),
                                    measured("u8x4.point.2d.pitch.tile.64K.load", 0.0005)});
  EXPECT_EQ(xml_fault(svg), "") << svg;
  EXPECT_EQ(count(svg, "class=\"bar0\""), 1); // tex
  EXPECT_EQ(count(svg, "class=\"bar3\""), 1); // load
  EXPECT_EQ(count(svg, "class=\"whisker\""), 6);
  EXPECT_NE(svg.find("width=\"260.00\" height=\"16.00\" class=\"bar0\""), std::string::npos)
      << "1 of 2 TTexel/s: " << svg;
  EXPECT_NE(svg.find("width=\"520.00\" height=\"16.00\" class=\"bar3\""), std::string::npos) << svg;
}

TEST(PlotSvg, NamesOfMachinesAreEscaped) {
  Machine odd = machine();
  odd.device = "GPU <\"&\">\x01\xff\uffff";
  const std::string svg =
      plot_svg(draw(Plot::staircase, {{odd,
                                       {measured("f32x4.point.2d.array.tile.4K.tex", 1.0),
                                        measured("f32x4.point.2d.array.tile.8K.tex", 1.0)}}}));
  EXPECT_EQ(xml_fault(svg), "") << svg;
  EXPECT_NE(svg.find("GPU &lt;&quot;&amp;&quot;&gt;\\x01\\xff\\uffff,"), std::string::npos) << svg;
}

} // namespace
} // namespace texelscope
