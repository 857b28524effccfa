// Internal: what a DDS file's header says (Microsoft, "Programming Guide for DDS").
#pragma once

#include <cstdint>

#include "kernels/image_io/read_dds.h"
#include "kernels/image_io/readers.h"

namespace texelscope {

// Sizes as the file states them, checked to lie in the limits of textures.
struct DdsHeader {
  DdsTexture texture; // without its levels
  int levels = 1;
  bool blue_first = false; // of 8 bits
};

// Of a file that stands at its start; the texels follow. Throws FileError.
DdsHeader read_dds_header(const InputFile& file);

} // namespace texelscope
