// One block of a block-compressed texture, as the window explains it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "kernels/unit/display/picture.h"
#include "kernels/unit/image/block_compression/block_info.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// A texel of one level and plane (slice, layer or face).
struct TexelPlace {
  int level = 0, plane = 0, x = 0, y = 0;
  bool operator==(const TexelPlace&) const = default;
};

// The first texel that a fetch reads; empty if it reads only the border.
std::optional<TexelPlace> first_texel(const Trace& trace);

// "BC1", "BC4 snorm"
const char* block_format_name(bc::Format format);

// How a block encodes one texel.
struct BlockTexel {
  struct Plane {
    int first_channel = 0, channels = 0;
    bc::Palette palette = bc::Palette::weights;
    int index_bits = 0, index = 0;
    std::array<bc::Endpoint, 2> endpoints = {}; // of the texel's subset
  };
  bc::Format format = bc::Format::bc1;
  int column = 0, row = 0; // of the block, in blocks of its level
  int mode = -1;           // see BlockInfo
  bool reserved = false;   // the mode is undefined: no planes
  int rotation = 0;
  std::array<Plane, 2> plane = {};
  int planes = 0;
  std::array<double, 4> specified = {}; // by the format's specification, before sRGB is decoded
};
// `shape`: of the texture in memory. Empty if the file has no such texel.
std::optional<BlockTexel> block_texel(const CompressedTexels& texels, const TextureShape& shape,
                                      const TexelPlace& place);

struct BlockLens {
  TexelPlace place;             // the texel that was pointed at
  int column = 0, row = 0;      // of the block, in blocks of its level
  int width = 4, height = 4;    // texels of the block that the level has
  std::vector<std::byte> bytes; // as stored in the file
  bc::BlockInfo info;
  // The color of each index of a plane in a subset; planes of one channel are gray.
  std::array<std::array<std::vector<Rgb>, 3>, 2> palette;

  int texel() const { return place.y % 4 * 4 + place.x % 4; } // which of the 16 was pointed at
};

// `shape`: of the texture in memory. The view's exposure and range determine the colors. Empty if the file
// has no such texel.
std::optional<BlockLens> block_lens(const CompressedTexels& texels, const TextureShape& shape,
                                    const TexelPlace& place, const ViewSpec& view);

} // namespace texelscope
