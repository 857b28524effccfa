// COMPARE: two pictures against each other in the result's place. What is chosen, and what was found.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kernels/compare/compare.h"

namespace texelscope {
namespace ui {

enum class CompareMode : std::uint8_t { off, split, side, blink, signed_difference, absolute, ulp, relative };
constexpr bool is_map(CompareMode mode) {
  return mode >= CompareMode::signed_difference;
}
constexpr Measure measure_of(CompareMode mode) {
  return is_map(mode) ? Measure(int(mode) - int(CompareMode::signed_difference)) : Measure::signed_difference;
}

enum class CompareSource : std::uint8_t { state, pinned, model, cuda, opengl, ideal, file };

struct ComparedChoice {
  CompareSource source = CompareSource::state;
  int pin = 0; // its number; 0: the newest
  bool operator==(const ComparedChoice&) const = default;
};
struct CompareChoice {
  CompareMode mode = CompareMode::off;
  std::array<ComparedChoice, 2> sides = {{{CompareSource::state, 0}, {CompareSource::ideal, 0}}};
  std::string reference; // path of the reference picture
  Region region;         // of the picture; none: the whole
  bool logarithmic = false;
  bool marks_region = false;        // the next drag does
  std::optional<Pixel> marked_from; // of the drag that goes on
  float split = 0.5f;               // where, of the picture's width
};

struct ComparedSide {
  std::string label;   // "OpenGL: llvmpipe"
  std::string remark;  // what to know about it
  std::string failure; // why there is none, a sentence
};
struct CompareFound {
  std::array<ComparedSide, 2> sides;
  std::string failure;       // why the two cannot be compared
  bool compared = false;     // the rest counts
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
  std::shared_ptr<const CompareFound> found; // the last; null: none yet
  bool computing = false;                    // what is found is of an earlier state
  std::array<unsigned, 2> pictures = {0, 0}; // GL textures of its colors, its width x height
  unsigned map = 0;                          // likewise of the differences, where the mode is one
  std::vector<ComparePin> pins;              // oldest first
  bool shows() const { return found && found->compared; }
};

} // namespace ui

template <>
EnumTable enum_table<ui::CompareMode>();
template <>
EnumTable enum_table<ui::CompareSource>();

} // namespace texelscope
