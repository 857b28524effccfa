// What a kernel fetches: the texels, the sampler, and each fetch.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "kernels/reports/advise/fetch_list.h"
#include "kernels/state/session/texel.h"

namespace texelscope::advise {

struct Scene {
  std::string title;                   // of the session or the recording, for the report
  Dimension dimension = Dimension::d2; // d1, d2 or d3
  std::array<int, 3> size = {1, 1, 1}; // texels; 1 along axes that the texture lacks
  ElementFormat own;                   // in which the texels are stored now
  Storage storage = Storage::array;    // in which they lie now
  Sampler sampler;                     // in effect; no fetch needs more than one level
  bool by_index = false;               // coordinates are indices of linear memory
  bool texels_are_known = true;   // false: `values` is a pattern, and no error is that of the program's data
  std::vector<float> values;      // what texels are worth as floats, channels interleaved
  double least = 0, greatest = 0; // of the finite ones
  FetchList fetches;

  void set_range(); // from the values
  int axes() const { return dimension == Dimension::d1 ? 1 : dimension == Dimension::d2 ? 2 : 3; }
  std::size_t texel_count() const {
    return std::size_t(size[0]) * std::size_t(size[1]) * std::size_t(size[2]);
  }
  bool is_linear() const { return sampler.filter == FilterMode::linear && !by_index; }
  bool is_normalized() const { return sampler.normalized_coords && !by_index; }
  // tex1Dfetch returns 0 beyond the texels, as if the border were 0.
  AddressMode address(int axis) const {
    return by_index ? AddressMode::border : sampler.address[std::size_t(axis)];
  }
};

} // namespace texelscope::advise
