#include "ui/why/why_axes.h"

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
// Seven digits fit; the copied text has all of them.
Fact number(double value) {
  return {fmt::format("{:.7g}", value), {}, 0, fmt::format("{:.17g}", value)};
}
Fact exact(std::int64_t value) {
  return {std::to_string(value)};
}

std::string texel_text(const std::array<int, 2>& pair, bool two) {
  const auto one = [](int texel) {
    return texel < 0 ? std::string(text(Text::why_border)) : std::to_string(texel);
  };
  return two ? one(pair[0]) + " " + one(pair[1]) : one(pair[0]);
}

class Axes {
public:
  Axes(const Explanation& of, const LevelTrace& at, const std::string& ends)
      : e(of), level(at), place(ends) {}

  std::vector<FactLine> all() {
    const bool linear = level.tap_count > 1;
    line(Text::explain_given, Text::why_given_help, "given",
         [](const AxisTrace& a) { return number(a.given); });
    if (any([](const AxisTrace& a) { return !(a.coordinate == a.given); }))
      line(Text::explain_taken, Text::why_taken_help, "taken",
           [](const AxisTrace& a) { return number(a.coordinate); });
    if (level.axis[0].fraction_bits != 0)
      line(say(Text::why_fixed, {std::to_string(level.axis[0].fraction_bits)}), Text::why_fixed_help, "fixed",
           [](const AxisTrace& a) { return exact(a.fixed); });
    if (any([](const AxisTrace& a) { return a.odd_period; }))
      line(Text::why_repeat, Text::why_repeat_help, "repeat", [](const AxisTrace& a) {
        return Fact{a.odd_period ? text(Text::why_reflected) : text(Text::no_number)};
      });
    line(Text::why_position, Text::why_position_help, "position",
         [](const AxisTrace& a) { return number(a.position); });
    if (linear)
      line(Text::why_snapped, Text::why_snapped_help, "snapped",
           [](const AxisTrace& a) { return exact(a.snapped); });
    line(Text::why_wanted, Text::why_wanted_help, "wanted",
         [&](const AxisTrace& a) { return Fact{texel_text_of(a.footprint, linear)}; });
    line(Text::explain_mode, Text::why_mode_help, "mode", [&](const AxisTrace& a) { return Fact{mode(a)}; });
    line(Text::why_read, Text::why_read_help, "texels",
         [&](const AxisTrace& a) { return Fact{texel_text(a.texel, linear)}; });
    if (linear)
      line(Text::why_second, Text::why_second_help, "second",
           [](const AxisTrace& a) { return exact(a.weight); });
    return std::move(lines);
  }

private:
  template <class Holds>
  bool any(Holds holds) const {
    for (int i = 0; i < level.axis_count; ++i)
      if (holds(level.axis[std::size_t(i)])) return true;
    return false;
  }
  std::string mode(const AxisTrace& a) const { return mode_text(e, std::size_t(&a - level.axis.data())); }
  // Outside the texture they are negative, which does not mean the border here.
  static std::string texel_text_of(const std::array<int, 2>& pair, bool two) {
    return two ? fmt::format("{} {}", pair[0], pair[1]) : std::to_string(pair[0]);
  }
  template <class Describe>
  void line(Text label, Text help, const char* name, Describe describe) {
    line(std::string(text(label)), help, name, describe);
  }
  template <class Describe>
  void line(const std::string& label, Text help, const char* name, Describe describe) {
    FactLine made = {label, text(help), {}};
    for (int i = 0; i < level.axis_count; ++i) {
      made.facts.push_back(describe(level.axis[std::size_t(i)]));
      made.facts.back().name = fmt::format("axis.{}.{}{}", name, i, place);
    }
    lines.push_back(std::move(made));
  }

  const Explanation& e;
  const LevelTrace& level;
  const std::string& place;
  std::vector<FactLine> lines;
};
} // namespace

void why_axes(Context& ui, const Explanation& e, const LevelTrace& level, const std::string& place) {
  if (level.axis_count == 0) return;
  const ImU32 inks[] = {ui.color().axis_x, ui.color().axis_y, ui.color().text};
  std::vector<Fact> headings;
  for (int i = 0; i < level.axis_count; ++i)
    headings.push_back({axis_name(e, std::size_t(i)), {}, inks[i]});
  fact_table(ui, headings, Axes(e, level, place).all());
}

} // namespace texelscope::ui
