// Internal: what photographs state in EXIF, and pictures turned as they state it.
#pragma once

#include <span>

#include "kernels/unit/image_io/readers.h"

namespace texelscope {

struct ExifFacts {
  int orientation = 1; // 1 to 8; 1: as it is stored
  bool srgb = false;   // it states sRGB; else it states nothing that counts
};

// `tiff`: from EXIF's byte order on. What is damaged states nothing.
ExifFacts exif_facts(std::span<const unsigned char> tiff);

// Turns each plane of an image of one level by EXIF's orientation, and notes it.
Image oriented(Image image, int orientation, const InputFile& file);

} // namespace texelscope
