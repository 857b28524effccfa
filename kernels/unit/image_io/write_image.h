// Writes .png (8-bit colors), .exr and .npy (lossless values). A file appears whole or not at all.
#pragma once

#include <filesystem>
#include <span>

#include "kernels/unit/display/picture.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

// Each writes its own kind, whatever the name. `rgba8` holds width * height * 4 bytes. Throws FileError if
// the path cannot be written, MachineError (backend.h) if the machine fails, as on a full disk; nothing is
// left behind. EXR holds float or unsigned results; signed ones are rejected with a FileError.
void write_png(const std::filesystem::path& path, int width, int height, std::span<const std::uint8_t> rgba8);
void write_exr(const std::filesystem::path& path, const Picture& picture);
void write_npy(const std::filesystem::path& path, const Picture& picture); // shape (H, W, 4), <f4, <u4 or <i4
void write_npy(const std::filesystem::path& path, const Image& image); // one level; axes as read_image() says

} // namespace texelscope
