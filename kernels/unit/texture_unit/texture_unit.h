// An NVIDIA texture unit, bit for bit, with one readable step per file:
//
//   resolve -> (cube face, LOD) -> coordinate -> address -> decode -> weights -> filter, with border and srgb
//   beside decode; surface for reads and writes that go past the sampler.
//
// Every rule was fitted to what hardware returned for known textures; docs/texture-unit.md explains how.
// This is the reference: scalar and plain. kernels/unit/batch has the fast path, which must return the same
// bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/state/session/texel.h"
#include "kernels/unit/texture_unit/fetch_at.h"
#include "kernels/unit/texture_unit/sum_trace.h"

namespace texelscope {

// Corresponds to a cudaTextureDesc of zeros.
inline constexpr Sampler zeroed_sampler = {.normalized_coords = false,
                                           .filter = FilterMode::point,
                                           .read_mode = ReadMode::element,
                                           .mip_filter = FilterMode::point,
                                           .mip_max = 0,
                                           .max_anisotropy = 0};

// A texture with its sampler. The texels must outlive it.
struct Texture : TextureShape {
  Storage storage = Storage::array;
  // 10, 10, 10 and 2 bits: `format` is then four unsigned channels of 16 bits, to which the unit widens the
  // codes by repeating their bits.
  bool packed = false;
  bool mipmapped = false; // a mipmapped array, even if a view sees only one level
  bool one_level =
      false; // mipmapped: the array itself has one level, and takes the coordinates that the sampler says
  // A 2-D array made with cudaArrayTextureGather, whose coordinates keep other bits if it has one level.
  bool gather_array = false;
  // Set for a view of 32-bit integers with a linear filter, which CUDA accepts because it only checks the
  // array: the unit filters the integers.
  bool filters_integers = false;
  // For a view that begins at a smaller level of the array: that level, and the array's texels along x, y and
  // z.
  int first_level = 0;
  std::array<int, 3> whole = {};
  Sampler sampler =
      zeroed_sampler; // as requested; the model itself applies what the hardware silently overrides
  // Each level is tightly packed: texels of a row, rows of a slice (layer, face), slices; as in
  // Image::texels.
  std::array<const std::byte*, max_mip_levels> level = {};

  std::array<int, 3> array_size() const {
    return first_level > 0 ? whole : std::array{width, height, planes};
  }
  ResultType result_type() const;
  // Measured: mipmapped arrays of several levels and cubes only take normalized coordinates, whatever the
  // sampler says.
  bool takes_normalized() const {
    return sampler.normalized_coords || (mipmapped && !one_level) || level_count > 1 || is_cube(dimension);
  }
  // Whether texels pass through the filter between levels, even if there is only one level.
  bool filters_levels() const {
    return (mipmapped || level_count > 1) && sampler.mip_filter == FilterMode::linear;
  }
};

// One axis of a fetch, in the order of the steps. Indices count texels; weights count 1/256.
struct AxisTrace {
  double given = 0;        // the coordinate as passed (a float), or that on a cube's face
  double coordinate = 0;   // with 0 for NaN and denormals
  int fraction_bits = 0;   // normalized: bits kept of the coordinate; 0 if coordinates count texels
  std::int64_t fixed = 0;  // normalized: coordinate (wrap, mirror: its fraction) * 2^fraction_bits, truncated
  bool odd_period = false; // mirror: the coordinate lies in a reflected period
  double position = 0;     // in texels from the texture's edge, exact
  std::int64_t snapped = 0; // linear: 256 * (position - 0.5), rounded; clamp: limited to the texture
  int weight = 0;           // linear: of the second texel, 0 to 255
  std::array<int, 2> footprint = {0, 0}; // the texels requested
  std::array<int, 2> texel = {0, 0};     // after the address mode; -1: the border color
};

struct TapTrace {
  int x = 0, y = 0,
      z = 0; // the texel read, within the level (z: slice, layer or face); meaningless for the border
  bool border = false;
  bool exists = true;      // false: the fourth texel at a seamless cube's corner
  int weight = 256;        // over 256; in probes over 2^weight_bits
  bool contributes = true; // its column, row and slice have a weight, even where the product is rounded to 0
  TexelBits stored = {};   // the texel's stored channels, zero extended; border: the encoded color
  std::array<double, 4> value = {}; // decoded: what is filtered
};

// One mip level's part of a fetch, or one probe of an anisotropic fetch. Point sampling has one tap, linear
// two for each axis: x changes first, then y, then z.
struct LevelTrace {
  int level = 0;
  int weight = 256; // over 2^weight_bits, of this level or probe
  int weight_bits = 8;
  std::array<int, 2> offset = {
      0, 0};             // of an anisotropic probe, from the coordinate, in 1/256 texels of the level
  bool ends_pass = true; // the sum of its quads is added to that of the levels and probes before it, together
                         // with those since the last such
  int axis_count = 2;
  std::array<AxisTrace, 3> axis;
  int tap_count = 1;
  std::array<TapTrace, 8> tap;
};

// The tap of the footprint that each component of a gather is.
inline constexpr std::array<std::size_t, 4> gather_order = {2, 3, 1, 0};

// All steps of one fetch.
struct Trace {
  int lod = 0;         // after bias and clamps, over 256
  int face = 0;        // cubes
  int layer = 0;       // after clamping
  int level_count = 1; // 0: an anisotropic fetch, see probes
  std::array<LevelTrace, 2> level;
  std::vector<LevelTrace> probes;
  std::array<SumTrace, 4> sum; // of each component of the result; filled only by fetch_traced()
  TexelBits result = {};
  std::array<double, 4> ideal = {}; // the same fetch with exact coordinates, weights and sums; of an
                                    // anisotropic one: one trilinear fetch in its place
};

// The four components of the result: float bits or integers (signed ones extended), by the texture's
// result_type. Any coordinate is valid, also NaN and infinities.
TexelBits fetch(const Texture& texture, FetchKind kind, const FetchAt& at);
// The same fetch with all its intermediate values.
Trace fetch_traced(const Texture& texture, FetchKind kind, const FetchAt& at);

// tex2D
inline TexelBits fetch(const Texture& texture, float x, float y) {
  return fetch(texture, FetchKind::plain, {.x = x, .y = y});
}
inline Trace fetch_traced(const Texture& texture, float x, float y) {
  return fetch_traced(texture, FetchKind::plain, {.x = x, .y = y});
}

} // namespace texelscope
