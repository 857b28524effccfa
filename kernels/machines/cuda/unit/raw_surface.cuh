// Texels as raw bits in surfaces of any dimension and in memory, for kernels that write them: one thread per
// texel.
#pragma once

#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/machines/cuda/device/launch.h"
#include "kernels/machines/cuda/unit/texel_fetch.cuh"

namespace texelscope::cuda {

using rules::Texel;

template <class Packed>
__device__ Packed surface_read(const SurfaceView& from, int x, int y, cudaSurfaceBoundaryMode mode) {
  switch (from.dimension) {
  case Dimension::d1:
    return surf1Dread<Packed>(from.surface, x, mode);
  case Dimension::d2:
    return surf2Dread<Packed>(from.surface, x, y, mode);
  case Dimension::d3:
    return surf3Dread<Packed>(from.surface, x, y, from.plane, mode);
  case Dimension::d1_layered:
    return surf1DLayeredread<Packed>(from.surface, x, from.plane, mode);
  case Dimension::d2_layered:
    return surf2DLayeredread<Packed>(from.surface, x, y, from.plane, mode);
  case Dimension::cube:
    return surfCubemapread<Packed>(from.surface, x, y, from.plane, mode);
  case Dimension::cube_layered:
    break;
  }
  return surfCubemapLayeredread<Packed>(from.surface, x, y, from.plane, mode);
}

template <class Packed>
__device__ void surface_write(const SurfaceView& to, int x, int y, Packed packed,
                              cudaSurfaceBoundaryMode mode) {
  switch (to.dimension) {
  case Dimension::d1:
    return surf1Dwrite(packed, to.surface, x, mode);
  case Dimension::d2:
    return surf2Dwrite(packed, to.surface, x, y, mode);
  case Dimension::d3:
    return surf3Dwrite(packed, to.surface, x, y, to.plane, mode);
  case Dimension::d1_layered:
    return surf1DLayeredwrite(packed, to.surface, x, to.plane, mode);
  case Dimension::d2_layered:
    return surf2DLayeredwrite(packed, to.surface, x, y, to.plane, mode);
  case Dimension::cube:
    return surfCubemapwrite(packed, to.surface, x, y, to.plane, mode);
  case Dimension::cube_layered:
    break;
  }
  surfCubemapLayeredwrite(packed, to.surface, x, y, to.plane, mode);
}

// Applies the boundary mode to coordinates: they move to the edge, or the write is dropped. Surfaces do this
// themselves, except for the rows that 1-D ones lack; memory does not.
__device__ inline bool enter(const SurfaceView& view, int& x, int& y, cudaSurfaceBoundaryMode mode) {
  const int near_x = min(max(x, 0), view.width - 1), near_y = min(max(y, 0), view.height - 1);
  const bool inside = near_x == x && near_y == y;
  x = near_x;
  y = near_y;
  return inside || mode == cudaBoundaryModeClamp;
}
__device__ inline bool places_itself(const SurfaceView& view) {
  return view.memory == nullptr && view.dimension != Dimension::d1 && view.dimension != Dimension::d1_layered;
}

// One texel's bits as surf2Dread and surf2Dwrite move them; the element kind does not matter to them. The x
// of surfaces counts bytes.
template <class Word, int Channels>
struct Raw {
  using Packed = typename Vector<Word, Channels>::type;
  static constexpr int bytes = int(sizeof(Packed));

  __device__ static Packed* memory(const SurfaceView& view, int x, int y) {
    return reinterpret_cast<Packed*>(view.memory + std::size_t(y) * view.pitch) + x;
  }

  __device__ static Texel read(const SurfaceView& from, int x, int y, cudaSurfaceBoundaryMode boundary) {
    if (!places_itself(from) && !enter(from, x, y, boundary)) return {};
    const Packed packed =
        from.memory ? *memory(from, x, y) : surface_read<Packed>(from, x * bytes, y, boundary);
    Texel texel = {{packed.x, 0, 0, 0}};
    if constexpr (Channels > 1) texel.word[1] = packed.y;
    if constexpr (Channels > 2) {
      texel.word[2] = packed.z;
      texel.word[3] = packed.w;
    }
    return texel;
  }

  __device__ static void write(const SurfaceView& to, int x, int y, const Texel& texel,
                               cudaSurfaceBoundaryMode boundary) {
    Packed packed;
    packed.x = Word(texel.word[0]);
    if constexpr (Channels > 1) packed.y = Word(texel.word[1]);
    if constexpr (Channels > 2) {
      packed.z = Word(texel.word[2]);
      packed.w = Word(texel.word[3]);
    }
    if (!places_itself(to) && !enter(to, x, y, boundary)) return;
    if (to.memory)
      *memory(to, x, y) = packed;
    else
      surface_write(to, x * bytes, y, packed, boundary);
  }
};

__device__ inline cudaSurfaceBoundaryMode device_mode(BoundaryMode boundary) {
  return boundary == BoundaryMode::clamp ? cudaBoundaryModeClamp : cudaBoundaryModeZero;
}

__device__ inline int column() {
  return int(blockIdx.x * blockDim.x + threadIdx.x);
}
__device__ inline int row() {
  return int(blockIdx.y * blockDim.y + threadIdx.y);
}

// Calls function(Type<Word>{}, integral_constant<Channels>{}) for unsigned integers with the format's bits.
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

inline constexpr dim3 block(32, 8);
inline dim3 grid(int width, int height, int planes = 1) {
  return {unsigned(width + 31) / 32, unsigned(height + 7) / 8, unsigned(planes)};
}

} // namespace texelscope::cuda
