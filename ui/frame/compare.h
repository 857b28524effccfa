// COMPARE: two pictures compared in the result's place. Its settings and results.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kernels/studies/compare/compare.h"
#include "kernels/studies/compare/value_source.h"

namespace texelscope {
namespace ui {

// Alone: the second one in the result's place.
enum class CompareMode : std::uint8_t {
  off,
  split,
  side,
  blink,
  alone,
  signed_difference,
  absolute,
  ulp,
  relative
};
constexpr bool is_map(CompareMode mode) {
  return mode >= CompareMode::signed_difference;
}
constexpr Measure measure_of(CompareMode mode) {
  return is_map(mode) ? Measure(int(mode) - int(CompareMode::signed_difference)) : Measure::signed_difference;
}

struct ComparedChoice {
  ValueSource source = ValueSource::state;
  int pin = 0; // its number; 0: the newest
  bool operator==(const ComparedChoice&) const = default;
};
struct CompareChoice {
  CompareMode mode = CompareMode::off;
  std::array<ComparedChoice, 2> sides = {{{ValueSource::state, 0}, {ValueSource::ideal, 0}}};
  std::string reference; // path of the reference picture
  Region region;         // of the picture; empty: all of it
  bool logarithmic = false;
  bool marks_region = false;        // the next drag does
  std::optional<Pixel> marked_from; // of the current drag
  float split = 0.5f;               // position, as a share of the picture's width
  CompareMode map = CompareMode::signed_difference, pair = CompareMode::split; // chosen last
  bool kept = false; // a state was kept to compare with, instead of the one before the last change
};

// What the header of the result chooses.
enum class ResultView : std::uint8_t { result, ideal, difference, before };
ResultView view_of(const CompareChoice&);
void show_view(CompareChoice&, ResultView);
void set_mode(CompareChoice&, CompareMode); // which the header shows again later

struct ComparedSide {
  std::string label;   // "OpenGL: llvmpipe"
  std::string remark;  // a remark about it
  std::string failure; // why there is none, a sentence
};
struct CompareFound {
  std::array<ComparedSide, 2> sides;
  std::string failure;       // why the two cannot be compared
  bool compared = false;     // the following members are valid
  int width = 0, height = 0; // of the pictures
  PictureComparison metrics;
  Histogram linear, powers;
  CompareMode mode = CompareMode::off; // of the map
  double reach = 0;                    // of the map's colors: from -reach (signed ones) or 0 to reach
};

struct ComparePin {
  int number = 0;
  std::string label;
};
struct CompareFindings {
  std::shared_ptr<const CompareFound> found; // the last one; null: none yet
  bool computing = false;                    // what is found belongs to an earlier state
  std::array<unsigned, 2> pictures = {0, 0}; // GL textures of its colors, its width x height
  unsigned map = 0;                          // the same for the differences, if the mode is one
  std::vector<ComparePin> pins;              // oldest first
  bool shows() const { return found && found->compared; }
};

} // namespace ui

template <>
EnumTable enum_table<ui::CompareMode>();

} // namespace texelscope
