// Writes .png (8-bit colors), .exr and .npy (lossless values). A file appears whole or not at all.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "kernels/ground/base/write_file.h"
#include "kernels/unit/display/picture.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image_io/picture_rows.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

// Each writes its own kind, whatever the name, a band of rows as it comes. Throws FileError if the path
// cannot be written, MachineError (backend.h) if the machine fails, as on a full disk, and what the picture's
// rows throw; nothing is left behind. EXR holds float or unsigned results; signed ones are rejected with a
// FileError.
void write_png(const std::filesystem::path& path, const ColorRows& colors);
void write_png(const PartSink& put, const ColorRows& colors); // the file's bytes, a part at a time
void write_exr(const std::filesystem::path& path, const PictureRows& picture);
void write_npy(const std::filesystem::path& path,
               const PictureRows& picture); // shape (H, W, 4), <f4, <u4 or <i4

// `rgba8` holds width * height * 4 bytes.
void write_png(const std::filesystem::path& path, int width, int height, std::span<const std::uint8_t> rgba8);
void write_npy(const std::filesystem::path& path, const Image& image); // one level; axes as read_image() says

// The ending names the kind: ".exr", ".npy", or else PNG, with the colors of tone_map().
void write_picture(const std::filesystem::path& path, const std::string& ending, const PictureRows& picture,
                   const ViewSpec& view);

} // namespace texelscope
