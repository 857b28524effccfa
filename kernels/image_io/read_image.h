// Readers of picture and array files. The kind of a file is detected from its first bytes, then from its
// name.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "kernels/base/errors.h"
#include "kernels/image/image.h"
#include "kernels/image/patterns.h"

namespace texelscope {

// The limit for each side of a picture: the longest row of a CUDA array.
inline constexpr int max_image_side = 131072;

// Reads PNG of 1 to 16 bits (palette expanded), JPEG, OpenEXR (half, float, uint), NumPy .npy ((H,W) or
// (H,W,C)), raw bytes in the stated shape, and DDS with its dimension, layers, faces and mip levels,
// block-compressed texels decoded. Three channels become four (alpha 1). The image has the file's own kind
// and bits. Throws FileError for anything missing, empty, truncated, too large or of another kind; never
// returns half a picture. Throws MachineError if there is not enough memory. Returns an empty image (width 0)
// if progress requested a stop.
Image read_image(const std::filesystem::path& path, const RawShape& raw = {}, const Progress& progress = {});

// The extensions of the files that read_image() reads, in lower case: ".png".
std::span<const std::string_view> image_endings();

} // namespace texelscope
