// The picture of a fetch as an SVG file, readable on light and on dark pages.
#pragma once

#include <string>

#include "kernels/studies/explain/fetch_picture.h"

namespace texelscope {

// `title`: the line above it, such as "Pixel 3,4 of 640 x 480".
std::string fetch_picture_svg(const FetchPicture& picture, const std::string& title);

} // namespace texelscope
