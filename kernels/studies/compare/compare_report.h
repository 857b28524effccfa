// Prints the result of `texelscope compare` as text for people and as JSON.
#pragma once

#include <array>
#include <string>

#include "kernels/studies/compare/compare.h"

namespace texelscope {

struct ComparedPicture {
  std::string name; // "opengl"
  Values values;
};

std::string compare_text(const std::array<ComparedPicture, 2>& pictures, const PictureComparison& result);
std::string compare_json(const std::array<ComparedPicture, 2>& pictures, const PictureComparison& result);

} // namespace texelscope
