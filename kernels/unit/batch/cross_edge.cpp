#include <array>

#include "kernels/unit/batch/fast_fetch.h"
#include "kernels/unit/batch/fast_targets.h"
#include "kernels/unit/texture_unit/cube.h"

namespace texelscope::cpu {

namespace {
// The neighbor's texel beside a face's edge, by the position `along` the edge.
struct Edge {
  int face;
  bool far_x, far_y;    // counted from the last texel on
  int along_x, along_y; // 1, 0 or -1
};

// The edges left, right, top and bottom of each face, found with the model.
std::array<Edge, 24> ask_model() {
  constexpr int size = 2;
  std::array<Edge, 24> edges;
  for (int i = 0; i < 24; ++i) {
    const int side = i & 1 ? size : -1;
    const auto beside = [&](int along) {
      const bool left_or_right = (i & 2) == 0;
      return *unit::across_edge({i / 4, left_or_right ? side : along, left_or_right ? along : side}, size);
    };
    const unit::CubeTexel start = beside(0), next = beside(1);
    edges[std::size_t(i)] = {start.face, start.x != 0, start.y != 0, next.x - start.x, next.y - start.y};
  }
  return edges;
}

int texel_across(const Edge& edge, int along, int size) {
  const int x = (edge.far_x ? size - 1 : 0) + edge.along_x * along;
  const int y = (edge.far_y ? size - 1 : 0) + edge.along_y * along;
  return (edge.face * size + y) * size + x;
}
} // namespace

// See cross_edges() in texture_unit/footprint.cpp.
void cross_edge(const FetchLevel& level, QuadTaps& quad, int i, int plane, int x, int y) {
  static const std::array<Edge, 24> edges = ask_model();
  const int size = level.axis[0].size, layer = plane / 6, face = plane % 6;
  for (int tap = 0; tap < 4; ++tap) {
    const int column = x + (tap & 1), row = y + (tap >> 1);
    const bool beside = unsigned(column) >= unsigned(size), above = unsigned(row) >= unsigned(size);
    if (!beside && !above) continue; // its index is already right
    if (beside != above) {
      const int side = beside ? int(column >= 0) : 2 + int(row >= 0);
      quad.index[tap][i] = level.first + layer * 6 * size * size +
                           texel_across(edges[std::size_t(face * 4 + side)], beside ? row : column, size);
      continue;
    }
    const int weight = int(quad.weight[tap][i]), third = weight / 3, rest = weight % 3;
    quad.weight[tap ^ 3][i] += float(third + (rest == 1));
    quad.weight[tap ^ 1][i] += float(third + (rest == 2));
    quad.weight[tap ^ 2][i] += float(third + (rest == 2));
    quad.weight[tap][i] = 0;
    if (quad.flags[i] & 0x10) quad.flags[i] = 0xf0 & ~(0x10 << tap); // otherwise the level has no share
  }
}

} // namespace texelscope::cpu
