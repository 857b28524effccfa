// Internal to import_desc: what code states of textures beside their descriptors.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/state/session/spec.h"

namespace texelscope::desc {

// Members are empty where the code does not state them, where a value is only known while the program runs,
// or where several textures differ in them.
struct StatedTexture {
  // By cudaCreateChannelDesc<T>(), cudaCreateChannelDesc(x, y, z, w, kind) or CUDA_ARRAY_DESCRIPTOR's Format
  // and NumChannels, and HIP's.
  std::optional<ElementFormat> format;
  // By cudaMallocArray and its like, the driver API's array descriptors, and the resource descriptor's
  // members of pitch and linear memory.
  std::optional<Dimension> dimension;
  std::optional<Storage> storage;
  std::optional<int> width, height, depth, levels;
  bool gather = false;
  bool several = false; // textures that differ in these
  std::vector<std::pair<std::size_t, int>>
      bad_pitches; // where pitchInBytes is no multiple of 32, and its value
};
StatedTexture stated_texture(std::string_view code);

} // namespace texelscope::desc
