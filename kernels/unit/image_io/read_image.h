// Readers of picture and array files. The kind of a file is detected from its first bytes, then from its
// name.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "kernels/ground/base/errors.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image/patterns.h"

namespace texelscope {

// The limit for each side of a picture: the longest row of a CUDA array.
inline constexpr int max_image_side = 131072;
inline constexpr int max_volume_side = 65536;    // so that 32-bit numbers count the rows of all slices
inline constexpr int max_linear_width = 1 << 28; // of the one row of a 1-D texture in linear memory

// What files do not say of themselves.
struct ReadShape {
  RawShape raw = {};
  // Of the texture that an array or raw bytes become; the other files have their own.
  Dimension dimension = Dimension::d2;
  int planes = 0; // of raw bytes; 0: as many as the file holds
  bool operator==(const ReadShape&) const = default;
};

// Reads PNG of 1 to 16 bits (palette expanded), JPEG, TIFF, OpenEXR (half, float, uint; levels), Radiance
// HDR, PNM, PFM, BMP, TGA, NumPy .npy and .npz, NRRD, MetaImage, .cube tables, raw bytes in the stated shape,
// and DDS and KTX2 with their dimension, layers, faces and mip levels, block-compressed texels decoded.
// Pictures are turned as EXIF or TIFF states. Three channels become four (alpha 1). The image has the file's
// own kind and bits; elements of 64 bits become those of 32, which its note says. Throws FileError for
// anything missing, empty, truncated, too large, of another kind or of a shape that does not fit; never
// returns half a picture. Throws MachineError if there is not enough memory. Returns an empty image (width 0)
// if progress requested a stop.
//
// An array's axes are those of its dimension, and one more for 1 to 4 channels: (W,), (H, W), (D, H, W),
// (layers, W), (layers, H, W), (6, H, W) or (6 * cubes, H, W). Axes of length 1 in front may be there or
// missing. Faces may also lie below each other: (6 * H, W).
Image read_image(const std::filesystem::path& path, const ReadShape& shape = {},
                 const Progress& progress = {});

// The extensions of the files that read_image() reads, in lower case: ".png".
std::span<const std::string_view> image_endings();

} // namespace texelscope
