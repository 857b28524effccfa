// Bilinear filtering in the kernel, timed: with four loads, and from a tile in shared memory. Positions and
// weights are the texture unit's; sums are floats.
#include "kernels/machines/cuda/profile/profile_kernel.cuh"
#include "kernels/machines/cuda/profile/profile_texel.cuh"

namespace texelscope::cuda {

using profile::Path;

namespace {
// 256 times the distance from the first texel's center, rounded half up: snap_to_256ths() of
// kernels/unit/texture_unit/address.h.
__device__ inline int snapped(float coordinate) {
  return __float2int_rd(fmaf(coordinate, 256.0f, 0.5f)) - 128;
}
__device__ inline int clamped(int value, int max_value) {
  return min(max(value, 0), max_value);
}

// kernels/unit/texture_unit/split_weights.h, as floats over 256: top left, top right, bottom left, bottom
// right.
__device__ inline float4 weights(int a, int b) {
  const int left = 256 - a, right_lower = (a * b + 128) >> 8, left_lower = (left * b + 127) >> 8;
  return {float(left - left_lower), float(a - right_lower), float(left_lower), float(right_lower)};
}

template <class T>
struct Quad {
  typename T::Raw texel[4];
  int a, b;
};

__device__ inline float mixed(const float4& w, float t0, float t1, float t2, float t3) {
  return fmaf(w.w, t3, fmaf(w.z, t2, fmaf(w.y, t1, w.x * t0)));
}

template <class T>
__device__ float4 filtered(const Quad<T>& quad) {
  const float4 w = weights(quad.a, quad.b);
  float4 t[4];
  for (int i = 0; i < 4; ++i)
    t[i] = T::codes(quad.texel[i]);
  const float4 sum = {mixed(w, t[0].x, t[1].x, t[2].x, t[3].x), mixed(w, t[0].y, t[1].y, t[2].y, t[3].y),
                      mixed(w, t[0].z, t[1].z, t[2].z, t[3].z), mixed(w, t[0].w, t[1].w, t[2].w, t[3].w)};
  return T::scaled(sum, T::scale * (1.0f / 256));
}

template <class T>
struct SoftwareSource {
  static constexpr Path path = Path::software;
  static constexpr int min_blocks = 1;
  using Number = float;
  using Fetched = Quad<T>;
  using Value = float4;

  template <bool draws>
  __device__ static Fetched fetch(const ProfileArguments& a,
                                  const profile::AccessCursor<float, draws>& cursor, int chain) {
    using Raw = typename T::Raw;
    const profile::PlanePoint at = profile::point_of(a.pattern, cursor, chain);
    const int x = clamped(snapped(at.x), (a.width - 1) * 256),
              y = clamped(snapped(at.y), (a.height - 1) * 256);
    const int column = x >> 8, row = y >> 8;
    const int next_column = min(column + 1, a.width - 1), next_row = min(row + 1, a.height - 1);
    const auto* upper = reinterpret_cast<const Raw*>(a.memory + row_offset(a, row));
    const auto* lower = reinterpret_cast<const Raw*>(a.memory + row_offset(a, next_row));
    return {{upper[column], upper[next_column], lower[column], lower[next_column]}, x & 255, y & 255};
  }
  __device__ static void add_to(Value& sum, const Fetched& quad) { add(sum, filtered(quad)); }
};

constexpr int shared_chains = profile::chains_of(Path::shared);
constexpr int tile_columns = 10, tile_rows = 6, tile_texels = tile_columns * tile_rows; // 8 x 4 with a rim

template <class T>
struct SharedTiles {
  typename T::Raw texel[profile::warps_of_block][shared_chains][tile_texels];
};

// The texels around a warp's tile that its lane loads: numbers `lane` and `lane` + 32. `corner`: the tile's
// corner.
template <class T>
__device__ typename T::Raw rim_texel(const ProfileArguments& a, profile::PlaneTexel corner, int index) {
  const int x = clamped(corner.x + index % tile_columns - 1, a.width - 1);
  const int y = clamped(corner.y + index / tile_columns - 1, a.height - 1);
  return reinterpret_cast<const typename T::Raw*>(a.memory + row_offset(a, y))[unsigned(x)];
}

template <class T>
__device__ Quad<T> quad_in_tile(const typename T::Raw* tile, int x, int y) {
  const auto* corner = tile + ((y >> 8) + 1) * tile_columns + (x >> 8) + 1;
  return {{corner[0], corner[1], corner[tile_columns], corner[tile_columns + 1]}, x & 255, y & 255};
}

template <class T>
__global__ void __launch_bounds__(profile::threads_of_block)
    shared_kernel(const __grid_constant__ ProfileArguments a, int steps, uint4* sums, ClockTable* clocks) {
  __shared__ SharedTiles<T> tiles;
  const ProfileThread thread(clocks);
  auto cursor = thread.cursor<int, false>(a.pattern);
  const int lane = thread.index % 32;
  auto& tile = tiles.texel[threadIdx.x / 32];
  const profile::PlanePoint place = profile::lane_point(a.pattern.lanes, lane);
  const int x = snapped(place.x), y = snapped(place.y);
  float4 sum = {};
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    typename T::Raw loaded[shared_chains][2];
#pragma unroll
    for (int i = 0; i < shared_chains; ++i) {
      const profile::PlaneTexel at = profile::texel_of(a.pattern, cursor, i);
      const profile::PlaneTexel corner = {at.x - int(place.x), at.y - int(place.y)};
      loaded[i][0] = rim_texel<T>(a, corner, lane);
      loaded[i][1] = rim_texel<T>(a, corner, min(lane + 32, tile_texels - 1));
    }
    profile::advance(a.pattern, cursor);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < shared_chains; ++i) {
      tile[i][lane] = loaded[i][0];
      if (lane + 32 < tile_texels) tile[i][lane + 32] = loaded[i][1];
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < shared_chains; ++i)
      add(sum, filtered(quad_in_tile<T>(tile[i], x, y)));
  }
  thread.finish(a, sum, sums);
}
} // namespace

ProfileKernel filter_kernel_of(Path path, const ElementFormat& format) {
  ProfileKernel kernel = nullptr;
  with_texel<false>(format, [&](auto texel) {
    using T = decltype(texel);
    kernel = path == Path::shared ? shared_kernel<T> : profile_kernel<SoftwareSource<T>>;
  });
  return kernel;
}

} // namespace texelscope::cuda
