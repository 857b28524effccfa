// Internal: reads the header of a DDS file (Microsoft, "Programming Guide for DDS").
#pragma once

#include <cstdint>

#include "kernels/unit/image_io/read_dds.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

// Sizes as stated in the file, checked against the limits of textures.
struct DdsHeader {
  DdsTexture texture; // without its levels
  int levels = 1;
  bool blue_first = false; // for 8 bits
};

// Reads the header of a file that is at its start; the texels follow. Throws FileError.
DdsHeader read_dds_header(const InputFile& file);

} // namespace texelscope
