#include "ui/frame/compare.h"

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace ui {

ResultView view_of(const CompareChoice& choice) {
  if (choice.mode == CompareMode::off) return ResultView::result;
  if (is_map(choice.mode)) return ResultView::difference;
  return choice.sides[1].source == ValueSource::ideal ? ResultView::ideal : ResultView::before;
}

void set_mode(CompareChoice& choice, CompareMode mode) {
  choice.mode = mode;
  if (is_map(mode))
    choice.map = mode;
  else if (mode != CompareMode::off && mode != CompareMode::alone)
    choice.pair = mode;
}

// A difference is of the two that are shown; from the result on, of it and the ideal.
void show_view(CompareChoice& choice, ResultView view) {
  const ComparedChoice state = {ValueSource::state, 0}, ideal = {ValueSource::ideal, 0};
  const bool off = choice.mode == CompareMode::off;
  switch (view) {
  case ResultView::result:
    return set_mode(choice, CompareMode::off);
  case ResultView::ideal:
    choice.sides = {state, ideal};
    return set_mode(choice, CompareMode::alone);
  case ResultView::difference:
    if (off) choice.sides = {state, ideal};
    return set_mode(choice, choice.map);
  case ResultView::before:
    choice.sides = {ComparedChoice{choice.kept ? ValueSource::pinned : ValueSource::before, 0}, state};
    return set_mode(choice, choice.pair);
  }
}

} // namespace ui

namespace {
constexpr EnumEntry modes[] = {
    {0, "off", Text::compare_off, Text::compare_off_help},
    {1, "split", Text::compare_split, Text::compare_split_help},
    {2, "side", Text::compare_side, Text::compare_side_help},
    {3, "blink", Text::compare_blink, Text::compare_blink_help},
    {4, "alone", Text::compare_alone, Text::compare_alone_help},
    {5, "signed", Text::measure_signed, Text::measure_signed_help},
    {6, "absolute", Text::measure_absolute, Text::measure_absolute_help},
    {7, "ulp", Text::measure_ulp, Text::measure_ulp_help},
    {8, "relative", Text::measure_relative, Text::measure_relative_help},
};
} // namespace

template <>
EnumTable enum_table<ui::CompareMode>() {
  return modes;
}

} // namespace texelscope
