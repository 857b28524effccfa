// The standard scenes, whose rates on a device are its figures.
#pragma once

#include <string>
#include <vector>

#include "kernels/reports/advise/scene.h"

namespace texelscope::advise {

// How coordinates follow from a thread's place in the picture.
// straight: neighbors lie a texel apart along the axes. turned: a texel apart, along slanted lines.
// close: as turned, a quarter of a texel apart. wide: three texels apart. stencil: a thread fetches 16 texels
// around its own. warped: as turned, moved by up to half a texel, so that they are read from memory.
// scattered: anywhere, read from memory. table: the same, and a thread makes 16 fetches.
enum class FetchOrder : std::uint8_t { straight, turned, close, wide, stencil, warped, scattered, table };

struct FigureScene {
  Dimension dimension = Dimension::d2;
  bool by_index = false; // tex1Dfetch
  FilterMode filter = FilterMode::point;
  int channels = 1;
  FetchOrder order = FetchOrder::straight;
  std::size_t bytes = 0; // of the texture, as floats
  bool operator==(const FigureScene&) const = default;
};

std::string name(const FigureScene& scene); // "2d.linear.4.turned.8M"
std::string kind_of(const Scene& scene);    // "2d.linear.4": of such scenes
bool are_alike(const FigureScene& a,
               const FigureScene& b); // but for their sizes and the order of their fetches

const std::vector<FigureScene>& figure_scenes();

// With texels of floats from 0 to 1.
Scene made_scene(const FigureScene& figure);

} // namespace texelscope::advise
