#include "kernels/cuda/dispatch.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/runtime.h"
#include "kernels/cuda/texel_fetch.cuh"

namespace texelscope::cuda {

namespace {
using rules::Texel;

// One texel's bits as surf2Dread and surf2Dwrite move them; kind does not matter to them. Surface x counts
// bytes.
template <class Word, int Channels>
struct Raw {
  using Packed = typename Vector<Word, Channels>::type;
  static constexpr int bytes = int(sizeof(Packed));

  __device__ static Texel read(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode boundary) {
    const Packed packed = surf2Dread<Packed>(surface, x * bytes, y, boundary);
    Texel texel = {{packed.x, 0, 0, 0}};
    if constexpr (Channels > 1) texel.word[1] = packed.y;
    if constexpr (Channels > 2) {
      texel.word[2] = packed.z;
      texel.word[3] = packed.w;
    }
    return texel;
  }

  __device__ static void write(cudaSurfaceObject_t surface, int x, int y, const Texel& texel,
                               cudaSurfaceBoundaryMode boundary) {
    Packed packed;
    packed.x = Word(texel.word[0]);
    if constexpr (Channels > 1) packed.y = Word(texel.word[1]);
    if constexpr (Channels > 2) {
      packed.z = Word(texel.word[2]);
      packed.w = Word(texel.word[3]);
    }
    surf2Dwrite(packed, surface, x * bytes, y, boundary);
  }
};

__device__ cudaSurfaceBoundaryMode device_mode(BoundaryMode boundary) {
  return boundary == BoundaryMode::clamp ? cudaBoundaryModeClamp : cudaBoundaryModeZero;
}

__device__ int column() {
  return int(blockIdx.x * blockDim.x + threadIdx.x);
}
__device__ int row() {
  return int(blockIdx.y * blockDim.y + threadIdx.y);
}

template <class Word, int Channels>
__global__ void pattern_kernel(SurfaceView to, PatternKind pattern, std::int64_t phase) {
  const int x = column(), y = row();
  if (x >= to.width || y >= to.height) return;
  const Texel texel = rules::pattern_texel(pattern, to.format, x, y, to.width, to.height, phase);
  Raw<Word, Channels>::write(to.surface, x, y, texel, cudaBoundaryModeZero);
}

// Under clamp, texels of the box that lie outside write the edge: several threads then store the same colour.
template <class Word, int Channels>
__global__ void stroke_kernel(SurfaceView to, BrushStroke stroke, rules::StrokeBox box, Texel color,
                              BoundaryMode boundary) {
  const int x = box.first_x + column(), y = box.first_y + row();
  if (x >= box.last_x || y >= box.last_y || !rules::stroke_covers(stroke, x, y)) return;
  Raw<Word, Channels>::write(to.surface, x, y, color, device_mode(boundary));
}

template <class Word, int Channels>
__global__ void feedback_kernel(SurfaceView from, SurfaceView to, FeedbackRule rule, BoundaryMode boundary) {
  const int x = column(), y = row();
  if (x >= to.width || y >= to.height) return;
  const cudaSurfaceBoundaryMode mode = device_mode(boundary);
  const auto read = [&](int from_x, int from_y) {
    return Raw<Word, Channels>::read(from.surface, from_x, from_y, mode);
  };
  Raw<Word, Channels>::write(to.surface, x, y, rules::feedback_texel(rule, to.format, x, y, read), mode);
}

// Calls function(Type<Word>{}, integral_constant<Channels>{}) for unsigned words of the format's bits.
template <class Function>
void dispatch_raw(const ElementFormat& format, Function&& function) {
  ElementFormat raw = format;
  raw.kind = ElementKind::unsigned_int;
  const auto with = [&](auto word) {
    dispatch<1, 2, 4>(raw.channels, [&](auto channels) { function(word, channels); });
  };
  if (raw.bits == 8)
    with(Type<std::uint8_t>{});
  else if (raw.bits == 16)
    with(Type<std::uint16_t>{});
  else
    with(Type<std::uint32_t>{});
}

constexpr dim3 block(32, 8);
dim3 grid(int width, int height) {
  return {unsigned(width + 31) / 32, unsigned(height + 7) / 8};
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
