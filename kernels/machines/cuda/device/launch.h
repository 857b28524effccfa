// Functions that launch the kernels on a stream.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/spec.h"
#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/image/mip_rules.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/write/write_rules.h"

namespace texelscope::cuda {

// Returns cudaSuccess if this program contains code for the current device.
cudaError_t find_kernels();

// A plane of texels for the write kernels: part of a surface, or of linear or pitch memory.
struct SurfaceView {
  cudaSurfaceObject_t surface = 0;
  ElementFormat format;
  int width = 0, height = 0;
  Dimension dimension = Dimension::d2; // of the surface
  int plane = 0;                       // slice, layer or face of it
  std::byte* memory = nullptr;         // instead of a surface
  std::size_t pitch = 0;               // bytes from row to row of the memory
};

void launch_pattern(const SurfaceView& to, PatternKind pattern, std::int64_t phase, cudaStream_t stream);
// Paints `color`, the raw bits of each channel, into every texel that the stroke covers.
void launch_stroke(const SurfaceView& to, const BrushStroke& stroke, const rules::Texel& color,
                   BoundaryMode boundary, cudaStream_t stream);
// Computes one feedback step; `from` and `to` have the same size and format and are not the same surface.
void launch_feedback(const SurfaceView& from, const SurfaceView& to, FeedbackRule rule, BoundaryMode boundary,
                     cudaStream_t stream);
// Computes one mip level, all its planes, from the one above; the views' own planes do not count. `light`:
// bytes are sRGB codes, see mips.h.
void launch_mip(const SurfaceView& above, const SurfaceView& to, const rules::MipStep& step, bool light,
                cudaStream_t stream);
// Mixes color channels half and half with `tint`, real values, in `planes` planes.
void launch_tint(const SurfaceView& level, int planes, const std::array<double, 3>& tint,
                 cudaStream_t stream);
// Makes one fetch for each pixel of `picture`, a width x height surface of four 32-bit components.
void launch_fetch(cudaTextureObject_t texture, const ElementFormat& format, ResultType result,
                  const FetchMap& map, cudaSurfaceObject_t picture, int width, int height,
                  cudaStream_t stream);

// The same for any texture, projection and function. `result`: the type that the unit returns, before the
// view's own type reinterprets its bits.
void launch_view_fetch(cudaTextureObject_t texture, const FetchView& view, ResultType result,
                       cudaSurfaceObject_t picture, int width, int height, cudaStream_t stream);

} // namespace texelscope::cuda
