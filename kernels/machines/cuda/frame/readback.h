// Small reads from the device that arrive some frames later: the probed pixel and rectangle of texels.
#pragma once

#include <array>
#include <optional>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cuda/unit/surface2d.h"

namespace texelscope::cuda {

inline constexpr int max_probe_texels = 4096;

class Readback {
public:
  Readback();

  // Starts copies of what is requested; skips requests while all slots are in flight, and those outside.
  void request(const std::optional<Pixel>& pixel, const Surface2D& picture, ResultType type,
               const std::optional<TexelRect>& rect, const ArrayPlane& texture, cudaStream_t stream);
  // Adds the newest results that have arrived since the last call.
  void collect(FrameResult& result);

private:
  struct Slot {
    PinnedMemory memory; // the pixel's four components, then the texels as they are stored
    Event done;
    bool has_pixel = false, has_texels = false;
    PixelProbe pixel;
    TexelProbe texels;
  };
  void deliver(Slot& slot, FrameResult& result);

  std::array<Slot, 8> ring;
  std::size_t first = 0, count = 0;
};

} // namespace texelscope::cuda
