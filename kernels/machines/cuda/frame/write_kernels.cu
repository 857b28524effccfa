#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/unit/raw_surface.cuh"

namespace texelscope::cuda {

namespace {
template <class Word, int Channels>
__global__ void pattern_kernel(SurfaceView to, PatternKind pattern, std::int64_t phase) {
  const int x = column(), y = row();
  if (x >= to.width || y >= to.height) return;
  const Texel texel = rules::pattern_texel(pattern, to.format, x, y, to.width, to.height, phase);
  Raw<Word, Channels>::write(to, x, y, texel, cudaBoundaryModeZero);
}

// In clamp mode, texels of the box that lie outside write the edge: several threads then store the same
// color.
template <class Word, int Channels>
__global__ void stroke_kernel(SurfaceView to, BrushStroke stroke, rules::StrokeBox box, Texel color,
                              BoundaryMode boundary) {
  const int x = box.first_x + column(), y = box.first_y + row();
  if (x >= box.last_x || y >= box.last_y || !rules::stroke_covers(stroke, x, y)) return;
  Raw<Word, Channels>::write(to, x, y, color, device_mode(boundary));
}

template <class Word, int Channels>
__global__ void feedback_kernel(SurfaceView from, SurfaceView to, FeedbackRule rule, BoundaryMode boundary) {
  const int x = column(), y = row();
  if (x >= to.width || y >= to.height) return;
  const cudaSurfaceBoundaryMode mode = device_mode(boundary);
  const auto read = [&](int from_x, int from_y) {
    return Raw<Word, Channels>::read(from, from_x, from_y, mode);
  };
  Raw<Word, Channels>::write(to, x, y, rules::feedback_texel(rule, to.format, x, y, read), mode);
}

} // namespace

void launch_pattern(const SurfaceView& to, PatternKind pattern, std::int64_t phase, cudaStream_t stream) {
  dispatch_raw(to.format, [&](auto word, auto channels) {
    using Word = typename decltype(word)::type;
    pattern_kernel<Word, channels.value><<<grid(to.width, to.height), block, 0, stream>>>(to, pattern, phase);
  });
  check(cudaGetLastError(), "pattern_kernel");
}

void launch_stroke(const SurfaceView& to, const BrushStroke& stroke, const Texel& color,
                   BoundaryMode boundary, cudaStream_t stream) {
  const rules::StrokeBox box = rules::stroke_box(stroke, boundary, to.width, to.height);
  if (box.first_x >= box.last_x || box.first_y >= box.last_y) return;
  dispatch_raw(to.format, [&](auto word, auto channels) {
    using Word = typename decltype(word)::type;
    stroke_kernel<Word, channels.value>
        <<<grid(box.last_x - box.first_x, box.last_y - box.first_y), block, 0, stream>>>(to, stroke, box,
                                                                                         color, boundary);
  });
  check(cudaGetLastError(), "stroke_kernel");
}

void launch_feedback(const SurfaceView& from, const SurfaceView& to, FeedbackRule rule, BoundaryMode boundary,
                     cudaStream_t stream) {
  dispatch_raw(to.format, [&](auto word, auto channels) {
    using Word = typename decltype(word)::type;
    feedback_kernel<Word, channels.value>
        <<<grid(to.width, to.height), block, 0, stream>>>(from, to, rule, boundary);
  });
  check(cudaGetLastError(), "feedback_kernel");
}

} // namespace texelscope::cuda
