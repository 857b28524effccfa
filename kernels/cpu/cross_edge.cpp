#include "kernels/cpu/fast_fetch.h"
#include "kernels/cpu/fast_targets.h"
#include "kernels/texture_unit/cube.h"

namespace texelscope::cpu {

// See cross_edges() in texture_unit/footprint.cpp.
void cross_edge(const FetchLevel& level, QuadTaps& quad, int i, int plane, int x, int y) {
  const int size = level.axis[0].size, layer = plane / 6, face = plane % 6;
  for (int tap = 0; tap < 4; ++tap) {
    const int column = x + (tap & 1), row = y + (tap >> 1);
    if (unsigned(column) < unsigned(size) && unsigned(row) < unsigned(size)) continue; // its index holds
    if (const auto texel = unit::across_edge({face, column, row}, size)) {
      quad.index[tap][i] = level.first + ((layer * 6 + texel->face) * size + texel->y) * size + texel->x;
      continue;
    }
    const int weight = int(quad.weight[tap][i]), third = weight / 3, rest = weight % 3;
    quad.weight[tap ^ 3][i] += float(third + (rest == 1));
    quad.weight[tap ^ 1][i] += float(third + (rest == 2));
    quad.weight[tap ^ 2][i] += float(third + (rest == 2));
    quad.weight[tap][i] = 0;
    if (quad.flags[i] & 0x10) quad.flags[i] = 0xf0 & ~(0x10 << tap); // else the level has no share
  }
}

} // namespace texelscope::cpu
