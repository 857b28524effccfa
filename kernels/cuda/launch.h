// The kernels, as functions that launch them on a stream. Surfaces and textures are 2-D arrays.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/backend.h"
#include "kernels/resolve.h"
#include "kernels/spec.h"
#include "kernels/write_rules.h"

namespace texelscope::cuda {

// cudaSuccess where this program holds code that the current device runs.
cudaError_t find_kernels();

// A surface of texels for the write kernels.
struct SurfaceView {
  cudaSurfaceObject_t surface = 0;
  ElementFormat format;
  int width = 0, height = 0;
};

void launch_pattern(const SurfaceView& to, PatternKind pattern, std::int64_t phase, cudaStream_t stream);
// Paints `color`, raw channel words, into every texel that the stroke covers.
void launch_stroke(const SurfaceView& to, const BrushStroke& stroke, const rules::Texel& color,
                   BoundaryMode boundary, cudaStream_t stream);
// One feedback step; `from` and `to` have the same size and format and are not the same surface.
void launch_feedback(const SurfaceView& from, const SurfaceView& to, FeedbackRule rule, BoundaryMode boundary,
                     cudaStream_t stream);
// One fetch for each pixel of `picture`, a width x height surface of four 32-bit words.
void launch_fetch(cudaTextureObject_t texture, const ElementFormat& format, ResultType result,
                  const FetchMap& map, cudaSurfaceObject_t picture, int width, int height,
                  cudaStream_t stream);

} // namespace texelscope::cuda
