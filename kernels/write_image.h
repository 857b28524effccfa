// Writers: .png (8-bit colours), .exr and .npy (lossless values). A file appears whole or not at all.
#pragma once

#include <filesystem>
#include <span>

#include "kernels/image.h"
#include "kernels/picture.h"
#include "kernels/read_image.h"

namespace texelscope {

// Writes by the name's ending. `rgba8` holds width * height * 4 bytes.
// Throws FileError if the path cannot be written (nothing is left behind).
void write_png(const std::filesystem::path& path, int width, int height, std::span<const std::uint8_t> rgba8);
void write_exr(const std::filesystem::path& path, const Picture& picture);
void write_npy(const std::filesystem::path& path, const Picture& picture); // shape (H, W, 4), <f4, <u4 or <i4
void write_npy(const std::filesystem::path& path, const Image& image);

} // namespace texelscope
