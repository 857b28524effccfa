// Reads DDS files (DirectDraw surfaces): block-compressed or plain texels of any dimension, with layers,
// faces and mip levels.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/state/session/spec.h"
#include "kernels/unit/image/block_compression/block_format.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image/patterns.h"

namespace texelscope {

enum class DdsDimension : std::uint8_t { one, two, three, cube };

// The format of a texel, or of a block of 4 x 4 texels.
struct DdsFormat {
  std::optional<bc::Format> blocks;
  ElementFormat element;  // if there are no blocks
  bool normalized = true; // integer codes represent 0 to 1 or -1 to 1; false: they are integers, or floats
  bool srgb = false;
  bool premultiplied = false; // DXT2 and DXT4: colors were multiplied by alpha
  bool operator==(const DdsFormat&) const = default;
};

struct DdsTexture {
  DdsDimension dimension = DdsDimension::two;
  int width = 0; // texels of level 0
  int height = 1;
  int depth = 1;
  int layers = 1; // a cube counts once
  int faces = 1;  // 6 of a cube: +x, -x, +y, -y, +z, -z
  DdsFormat format;
  // For each mip level all surfaces, tightly packed: layer after layer, in each face after face, in each
  // slice after slice.
  std::vector<std::vector<std::byte>> levels;
  bool is_dx10 = false; // names a format that may have an sRGB variant; headers before DX10 cannot say

  std::string note = {};   // what the file's texels became, sentences; empty: they are unchanged
  std::string texels = {}; // the file's name of a format that became another one

  std::optional<bool> says_srgb() const; // empty: neither
};

// The number of bytes of one surface as it is read: rows of texels or of blocks, slice after slice.
std::size_t dds_surface_bytes(const DdsTexture& texture, int level);

// Reads FourCC DXT1 to DXT5, ATI1, ATI2, BC4U, BC4S, BC5U, BC5S; plain formats of 8, 16 and 32 bits with 1, 2
// or 4 channels; and the DX10 header with those and BC1 to BC7. Blue-first texels are reordered to red first;
// other layouts of integers (B5G6R5, B8G8R8, R10G10B10A2), R9G9B9E5 and R11G11B10 become what CUDA has.
// Throws FileError (read_image.h) for anything missing, truncated or of another format, before memory is
// allocated for it. Throws MachineError (backend.h) if there is not enough memory. Returns no levels if
// progress requested a stop.
DdsTexture read_dds(const std::filesystem::path& path, const Progress& progress = {});

// The texture as an image: blocks are decoded into the elements that the texture unit filters. Without levels
// the image is empty (width 0).
Image image_of(const DdsTexture& texture);

} // namespace texelscope
