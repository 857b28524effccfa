// The values of a picture's pixels from any source: the model, exact arithmetic, OpenGL, a device, a file.
//
// A picture is any view of width x height pixels; one row of it is width x 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/unit/display/picture.h"
#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

// The number that a component's bits represent: a float, or an integer.
double number_of(ResultType type, std::uint32_t bits);

struct Values {
  Picture picture;                          // the components; width 0: the work was stopped
  int channels = 4;                         // components of a pixel that count
  std::vector<std::array<double, 4>> exact; // the values before rounding; empty: the components are exact
  std::string maker;                        // the source: "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string remark;                       // a remark about them, a sentence or empty

  bool empty() const { return picture.width == 0; }
  std::size_t size() const { return picture.pixels.size(); }
  // Floats and integers unchanged.
  double number(std::size_t pixel, std::size_t channel) const;
  // Integers as the real values of their codes, defined in image.h, for comparison with files and floats.
  double real(std::size_t pixel, std::size_t channel) const;
};

// A picture of zeros with the format of the session's fetches, to be filled by the caller.
Values values_like(const Effective& effective, const FetchView& view, int width, int height);

} // namespace texelscope
