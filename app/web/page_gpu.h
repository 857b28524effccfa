// What the reader's own GPU is given to sample by WebGL2: see ui/web/gpu_panel.js.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::web {

// The fetches of a picture, row after row, each number a float of its own.
struct GpuFetches {
  int coordinate_size = 0, gradient_size = 0; // numbers of each fetch
  std::vector<float> coordinates, lod, dx, dy;
  std::vector<std::uint8_t> empty; // 1: the view has nothing at that pixel
};
GpuFetches gpu_fetches(const Texture& texture, const FetchView& view, int width, int height);

// A coordinate of gpu_fetches() as the arguments of a texture function.
FetchAt fetch_at(const Texture& texture, const float* coordinate);

// WebGL2's name of the texels' format in small letters, whether it has such a format or not.
std::string gpu_format(const Texture& texture, ChannelKind channels);

// A sentence that says why no sampler of WebGL2 makes such fetches; empty if one does, as far as that can be
// known before the reader's machine is asked.
std::string no_gpu_fetch(const Effective& effective, const Texture& texture);

} // namespace texelscope::web
