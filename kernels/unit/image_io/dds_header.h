// Internal: reads the header of a DDS file (Microsoft, "Programming Guide for DDS").
#pragma once

#include <cstdint>

#include "kernels/unit/image_io/read_dds.h"
#include "kernels/unit/image_io/readers.h"
#include "kernels/unit/image_io/textures/texel_layout.h"

namespace texelscope {

// What the headers of textures state, of DDS and of KTX2.
struct StatedShape {
  DdsDimension dimension = DdsDimension::two;
  std::uint32_t width = 1, height = 1, depth = 1, layers = 1, faces = 1, levels = 1;
};
// Throws FileError if a texture cannot have this shape.
void check_stated_shape(const InputFile& file, const StatedShape& shape);
DdsTexture texture_of(const StatedShape& shape, const DdsFormat& format); // without its levels

// The bytes of one surface as a file holds it.
std::size_t stored_bytes(const DdsTexture& texture, const TexelLayout& layout, int level);

// Sizes as stated in the file, checked against the limits of textures.
struct DdsHeader {
  DdsTexture texture; // without its levels
  int levels = 1;
  TexelLayout layout = {}; // of the texels in the file
};

// Reads the header of a file that is at its start; the texels follow. Throws FileError.
DdsHeader read_dds_header(const InputFile& file);

} // namespace texelscope
