// The texels of the staleness lab in each storage: an array with a surface, pitch memory, linear memory.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/reports/coherence/staleness.h"

namespace texelscope::cuda {

struct TexelView {
  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0; // arrays
  unsigned* memory = nullptr;      // pitch and linear memory
  int stride = 0;                  // texels from row to row
  int width = 0, height = 0;
};

class TexelStorage {
public:
  TexelStorage(int width, int height);

  std::size_t texels() const { return old_values.size(); }
  // Fills the storage with the old values.
  const TexelView& prepare(staleness::WritePath path);

private:
  struct Kept {
    Array array;
    DeviceMemory memory;
    TextureObject texture;
    SurfaceObject surface;
    TexelView view;
    std::size_t pitch = 0; // bytes
  };
  void make_array(Kept& kept) const;
  void make_memory(Kept& kept, bool pitched) const;

  int width, height;
  std::vector<std::uint32_t> old_values;
  Kept kept_for[3];
};

} // namespace texelscope::cuda
