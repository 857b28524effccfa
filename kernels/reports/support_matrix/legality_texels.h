// The texels that the legality probe puts into a texture, chosen so that one fetched number shows which texel
// it came from and how it was decoded.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/reports/support_matrix/legality.h"

namespace texelscope::legality {

inline constexpr int side = 16;         // texels of level 0, along every existing axis
inline constexpr int layers = 2;        // of layered textures; of cubes, layers of six faces
inline constexpr int levels = 2;        // of mipmapped arrays
inline constexpr int level1_code = 120; // all texels of level 1

// 1 for an axis that the dimension lacks. `z`: slices, layers or faces.
struct Size {
  int x = 1, y = 1, z = 1;
};
Size size_of(const Configuration& configuration, int level = 0);

// Every channel of a texel holds this number from 16 to 241 in the format's own scale. A block has the number
// of its first texel, with the precision of the format.
int code_at(const Format& format, int x, int y, int z);

enum class Reading : std::uint8_t {
  integer, // as stored
  real,    // as a float, normalized if the format is
  decoded  // from sRGB
};
// The value that a channel with this code is read as.
double value_of(const Format& format, int code, Reading reading);

// The bytes of a texel with this code, or of a block.
std::vector<std::byte> texel_of(const Format& format, int code);
// The texels, or blocks, of a level: rows, then slices, tightly packed.
std::vector<std::byte> texels_of(const Configuration& configuration, int level);

} // namespace texelscope::legality
