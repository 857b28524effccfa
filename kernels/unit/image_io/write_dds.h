// Writes DDS files of uncompressed texels, with every level and plane.
#pragma once

#include <filesystem>

#include "kernels/unit/image/image.h"

namespace texelscope {

// Writes a DX10 header; 8 and 16-bit integers are UNORM or SNORM codes, four bytes that are sRGB are
// UNORM_SRGB. read_image() returns the same image. Throws FileError if the path cannot be written,
// MachineError if the machine fails (disk full).
void write_dds(const std::filesystem::path& path, const Image& image);

} // namespace texelscope
