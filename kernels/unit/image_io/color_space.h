// Internal: what files state of the curve of their colors. A texture unit decodes sRGB's alone, and of the
// colors themselves it knows nothing: a profile counts by its curve.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "kernels/unit/image_io/readers.h"

namespace texelscope {

enum class ColorCurve { srgb, linear, other };

struct ColorSpace {
  std::string name; // an identifier, see FileFacts; empty: none is stated
  ColorCurve curve = ColorCurve::other;
};

inline ColorSpace srgb_space() {
  return {"sRGB", ColorCurve::srgb};
}
// `exponent`: of code to light. A curve that stays within 1/100 of sRGB's counts as sRGB, such as 2.2.
ColorSpace gamma_space(double exponent);
// Without a name if the profile is damaged.
ColorSpace icc_space(std::span<const unsigned char> profile);

// States it in Image::file and Image::srgb, or in Image::note where the texture unit cannot decode it.
void state_color_space(Image& image, const InputFile& file, const ColorSpace& space);

} // namespace texelscope
