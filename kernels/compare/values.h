// The values of a picture's pixels, whoever gives them: the model, exact arithmetic, OpenGL, a device, a
// file.
//
// A picture is any view of width x height pixels; one row of it is width x 1.
#pragma once

#include <array>
#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/display/picture.h"
#include "kernels/fetch/fetch_rules.h"
#include "kernels/image/image.h"
#include "kernels/resolve/resolve.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// What a word of a result means: a float, or an integer.
double number_of(ResultType type, std::uint32_t bits);

struct Values {
  Picture picture;                          // the components; width 0: nobody finished them
  int channels = 4;                         // components of a pixel that count
  std::vector<std::array<double, 4>> exact; // what the components were rounded from; empty: they are exact
  std::string maker;                        // who gave them: "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string remark;                       // what to know about them, a sentence or nothing

  bool empty() const { return picture.width == 0; }
  std::size_t size() const { return picture.pixels.size(); }
  // Floats and integers as they are.
  double number(std::size_t pixel, std::size_t channel) const;
  // Integers as the real values of their codes, as image.h has them: what files and floats are compared with.
  double real(std::size_t pixel, std::size_t channel) const;
};

// A picture of zeros as the session's fetches return it, for whoever fills it.
Values values_like(const Effective& effective, const FetchView& view, int width, int height);

// The fast path, which has the model's bits. `texture`: make_texture_view() of `effective`.
Values model_values(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                    int height);

// Why exact arithmetic says nothing of such fetches, a sentence; empty: it does.
std::string no_ideal(const Effective& effective);
// Exact coordinates, weights and sums over the decoded texels: unit::ideal_result() of each pixel; of a slab
// its samples' minimum, maximum or mean in double. By all cores, but giving way to others' work.
Values ideal_values(const Texture& texture, const Effective& effective, const FetchView& view, int width,
                    int height, const std::stop_token& stop = {});

// A picture from a file, its first level and plane: real values.
Values file_values(const Image& image);

} // namespace texelscope
