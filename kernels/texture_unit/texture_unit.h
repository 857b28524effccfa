// An NVIDIA texture unit, bit for bit, one readable step a file:
//
//   resolve -> (cube face, LOD) -> coordinate -> address -> decode -> weights -> filter, with border and srgb
//   beside decode; surface for reads and writes that go past the sampler.
//
// Every rule was fitted to what hardware returned for known textures; docs/texture-unit.md explains how.
// This is the reference: scalar and plain. kernels/cpu has the fast path, which must return the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/session/texel.h"
#include "kernels/texture_unit/fetch_at.h"
#include "kernels/texture_unit/sum_trace.h"

namespace texelscope {

// A cudaTextureDesc of zeros.
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
  bool mipmapped = false; // a mipmapped array, of which a view may see one level
  // A view of 32-bit integers where CUDA looked at the array alone and took a linear filter: the unit filters
  // them.
  bool filters_integers = false;
  // Of a view that begins at a smaller level of the array: which one, and the array's texels along x, y and
  // z.
  int first_level = 0;
  std::array<int, 3> whole = {};
  Sampler sampler =
      zeroed_sampler; // as requested: what the hardware silently does differently is the model's to know
  // Each level tightly packed: texels of a row, rows of a slice (layer, face), slices; as Image::texels.
  std::array<const std::byte*, max_mip_levels> level = {};

  std::array<int, 3> array_size() const {
    return first_level > 0 ? whole : std::array{width, height, planes};
  }
  ResultType result_type() const;
  // Measured: mipmapped arrays and cubes take no other coordinates, whatever the sampler says.
  bool takes_normalized() const {
    return sampler.normalized_coords || mipmapped || level_count > 1 || is_cube(dimension);
  }
  // Whether texels go through the filter between levels, be there another level or not.
  bool filters_levels() const {
    return (mipmapped || level_count > 1) && sampler.mip_filter == FilterMode::linear;
  }
};

// One axis of a fetch, in the order in which it happens. Indices count texels; weights count 1/256.
struct AxisTrace {
  double given = 0;        // the coordinate as it arrived (a float), or that on a cube's face
  double coordinate = 0;   // NaN and denormals have become 0
  int fraction_bits = 0;   // normalized: bits kept of the coordinate; 0 where coordinates count texels
  std::int64_t fixed = 0;  // normalized: coordinate (wrap, mirror: its fraction) * 2^fraction_bits, truncated
  bool odd_period = false; // mirror: the coordinate lies in a reflected period
  double position = 0;     // in texels from the texture's edge, exact
  std::int64_t snapped = 0; // linear: 256 * (position - 0.5), rounded; clamp: limited to the texture
  int weight = 0;           // linear: of the second texel, 0 to 255
  std::array<int, 2> footprint = {0, 0}; // the texels requested
  std::array<int, 2> texel = {0, 0};     // after the address mode; -1 means the border color
};

struct TapTrace {
  int x = 0, y = 0,
      z = 0; // the texel read, within the level (z: slice, layer or face); meaningless for the border
  bool border = false;
  bool exists = true;      // false: the fourth texel at a seamless cube's corner
  int weight = 256;        // over 256; in probes over 2^weight_bits
  bool contributes = true; // its column, row and slice have a weight, even where the product is rounded to 0
  TexelBits stored = {};   // the texel's channels as stored, zero extended; border: the color encoded alike
  std::array<double, 4> value = {}; // decoded: what is filtered
};

// One mip level's part of a fetch, or one probe of an anisotropic one. Point sampling has one tap, linear two
// for each axis: x changes first, then y, then z.
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

// Which tap of its footprint each word of a gather is.
inline constexpr std::array<std::size_t, 4> gather_order = {2, 3, 1, 0};

// Every step of one fetch.
struct Trace {
  int lod = 0;         // after bias and clamps, over 256
  int face = 0;        // cubes
  int layer = 0;       // as clamped
  int level_count = 1; // 0: an anisotropic fetch, see probes
  std::array<LevelTrace, 2> level;
  std::vector<LevelTrace> probes;
  std::array<SumTrace, 4> sum; // of each word of the result; only fetch_traced() fills them
  TexelBits result = {};
  std::array<double, 4> ideal = {}; // the same fetch with exact coordinates, weights and sums; of an
                                    // anisotropic one: one trilinear fetch in its place
};

// The four components of the result: float bits or integers (signed ones extended), as the texture's
// result_type says. Any coordinate is valid, NaN and infinities too.
TexelBits fetch(const Texture& texture, FetchKind kind, const FetchAt& at);
// The same fetch, with all it did on the way.
Trace fetch_traced(const Texture& texture, FetchKind kind, const FetchAt& at);

// tex2D
inline TexelBits fetch(const Texture& texture, float x, float y) {
  return fetch(texture, FetchKind::plain, {.x = x, .y = y});
}
inline Trace fetch_traced(const Texture& texture, float x, float y) {
  return fetch_traced(texture, FetchKind::plain, {.x = x, .y = y});
}

} // namespace texelscope
