// The fast path of the software texture unit: the same bits as kernels/texture_unit, many pixels at a time.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/backend.h"
#include "kernels/texture_unit/decode.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::cpu {

// One axis, as the vector code wants it.
struct FetchAxis {
  int size = 1;
  int fraction_bits = 0;                 // normalized: of the coordinate; 0 where coordinates count texels
  AddressMode mode = AddressMode::clamp; // the acting one
};

// All that stays the same from pixel to pixel.
struct FetchPlan {
  const std::byte* texels = nullptr;
  ElementFormat format;
  bool linear = false;
  bool has_border = false;
  std::array<FetchAxis, 2> axis;
  std::array<unit::Channel, 4> channel = {};
  std::array<float, 4> border = {};              // as the filter takes it: codes and floats
  std::array<std::uint32_t, 4> border_word = {}; // as a point fetch returns it
  FetchMap map;
  int width = 0; // of the picture
};

// The texture must outlive the plan.
FetchPlan plan_fetch(const Texture& texture, const FetchMap& map, int width);

// Fetches rows [first_row, last_row) of the picture into `words`, which points at the picture's first row.
void fetch_rows(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* words);

// The instruction set that fetch_rows uses here: "AVX2".
const char* fetch_instructions();

} // namespace texelscope::cpu
