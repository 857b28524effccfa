// Plots of squares and bars: the matrix, the duel.
#include <algorithm>

#include <fmt/format.h>

#include "app/profile/plot_svg.h"
#include "kernels/text/texts.h"

namespace texelscope::plot_parts {

using namespace profile;
using Anchor = Svg::Anchor;

namespace {
double widest(const std::vector<std::string>& all) {
  double width = 0;
  for (const std::string& words : all)
    width = std::max(width, text_width(words, 12));
  return width;
}

// Text stays readable on the strongest.
double strength(double share) {
  return 0.05 + 0.6 * share;
}

void draw_scale(Svg& svg, Svg::Point at) {
  constexpr int steps = 5;
  constexpr double wide = 46;
  for (int i = 0; i <= steps; ++i) {
    const double x = at.first + wide * i;
    svg.area({x, at.second}, wide - 2, 18, "heat", strength(double(i) / steps));
    svg.text({x + wide / 2 - 1, at.second + 13}, fmt::format("{} %", 100 * i / steps), "ink", Anchor::middle,
             11);
  }
}
} // namespace

std::string svg_of(const Matrix& plot) {
  constexpr double high = 24;
  Svg svg;
  double width = 0;
  const double top = heading(svg, plot.heading, width) + 40, left = margin + widest(plot.rows) + 10;
  const double wide = std::max(72.0, widest(plot.columns) + 14);
  for (std::size_t c = 0; c < plot.columns.size(); ++c)
    svg.text({left + wide * (double(c) + 0.5), top - 8}, plot.columns[c], "ink", Anchor::middle);
  for (std::size_t r = 0; r < plot.rows.size(); ++r) {
    const double y = top + high * double(r);
    svg.text({left - 10, y + 16}, plot.rows[r], "ink", Anchor::end);
    for (std::size_t c = 0; c < plot.columns.size(); ++c) {
      const Square& square = plot.squares[r * plot.columns.size() + c];
      const double x = left + wide * double(c);
      if (square.measured) svg.area({x, y}, wide - 2, high - 2, "heat", strength(square.share), square.help);
      svg.text({x + wide / 2 - 1, y + 16}, square.words, square.measured ? "ink" : "strong", Anchor::middle);
    }
  }
  const double bottom = top + high * double(plot.rows.size()) + 26;
  const std::string legend = say(Text::plot_matrix_legend, {plot.unit});
  svg.text({margin, bottom}, legend, "dim");
  const auto has_sign = [](const Square& square) { return !square.measured && !square.words.empty(); };
  if (std::ranges::any_of(plot.squares, has_sign))
    svg.text({margin + 46 * 6 + 16, bottom + 23}, text(Text::plot_matrix_signs), "dim");
  draw_scale(svg, {margin, bottom + 10});
  width = std::max({width, left + wide * double(plot.columns.size()) + margin,
                    margin * 2 + text_width(legend, 12),
                    margin * 2 + 46 * 6 + 16 + text_width(text(Text::plot_matrix_signs), 12)});
  return svg.finish(width, bottom + 28 + margin);
}

namespace {
void draw_bar(Svg& svg, const Bar& bar, const Scale& axis, double left, double across, double y) {
  const auto x = [&](double value) { return left + across * axis.place(value); };
  const double low = x(bar.low), high = x(bar.high), middle = y + 8;
  svg.text({left - 10, y + 12}, bar.name, "ink", Anchor::end);
  svg.area({left, y}, x(bar.value) - left, 16, fmt::format("bar{}", int(bar.path)), 0.7,
           bar.name + ": " + bar.words);
  svg.line({low, middle}, {high, middle}, "whisker");
  for (const double end : {low, high})
    svg.line({end, middle - 4}, {end, middle + 4}, "whisker");
  svg.text({std::max(high, x(bar.value)) + 8, y + 12}, bar.words, "ink");
}
} // namespace

std::string svg_of(const PathComparison& plot) {
  constexpr double across = 520, step = 22, group_step = 40;
  Svg svg;
  double width = 0, names = 0, down = 0;
  for (const BarGroup& group : plot.groups) {
    down += group_step + step * double(group.bars.size());
    for (const Bar& bar : group.bars)
      names = std::max(names, text_width(bar.name, 12));
  }
  const double top = heading(svg, plot.heading, width) + 12, left = margin + names + 12, bottom = top + down;
  for (const Tick& tick : plot.x.ticks) {
    const double x = left + across * plot.x.place(tick.at);
    svg.line({x, top + 14}, {x, bottom + 5}, tick.at == plot.x.low ? "axis" : "grid");
    svg.text({x, bottom + 20}, tick.words, "dim", Anchor::middle);
  }
  double y = top;
  for (const BarGroup& group : plot.groups) {
    svg.text({left + 6, y + 32}, group.name, "strong");
    y += group_step;
    for (const Bar& bar : group.bars) {
      draw_bar(svg, bar, plot.x, left, across, y);
      y += step;
    }
  }
  const std::string legend = say(Text::plot_duel_legend, {plot.x.title});
  svg.text({left, bottom + 42}, legend, "ink");
  width = std::max({width, left + across + 70 + margin, left + text_width(legend, 12) + margin});
  return svg.finish(width, bottom + 42 + margin);
}

} // namespace texelscope::plot_parts
