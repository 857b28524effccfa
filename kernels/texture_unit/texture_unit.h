// An NVIDIA texture unit's 2-D fetch, bit for bit, one readable step a file:
//
//   coordinate -> address -> decode -> weights -> filter, with border and srgb beside decode.
//
// Every rule was fitted to what hardware returned for known textures; docs/texture-unit.md tells how.
// This is the reference: scalar and plain. kernels/cpu has the fast path, which must return the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/image.h"
#include "kernels/picture.h"
#include "kernels/resolve.h"

namespace texelscope {

// A texture with its sampler. `texels` lies as Image::texels and must outlive this; `state` is what resolve()
// gave: its size and format are those of the texels.
struct Texture2D {
  const std::byte* texels = nullptr;
  Effective state;
};

// The image's size and format with the sampler of `sampler`; sets `result` to what such a fetch returns.
Texture2D bind(const Image& image, const Effective& sampler);

// One axis of a fetch, in the order in which it happens. Indices count texels; weights count 1/256.
struct AxisTrace {
  float given = 0;         // the coordinate as it arrived
  float coordinate = 0;    // NaN and denormals have become 0
  int fraction_bits = 0;   // normalized: bits kept of the coordinate; 0 where coordinates count texels
  std::int64_t fixed = 0;  // normalized: coordinate (wrap, mirror: its fraction) * 2^fraction_bits, truncated
  bool odd_period = false; // mirror: the coordinate lies in a reflected period
  double position = 0;     // in texels from the texture's edge, exact
  std::int64_t snapped = 0; // linear: 256 * (position - 0.5), rounded; clamp: limited to the texture
  int weight = 0;           // linear: of the second texel, 0 to 255
  std::array<int, 2> footprint = {0, 0}; // the texels asked for
  std::array<int, 2> texel = {0, 0};     // after the address mode; -1 means the border colour
};

struct TapTrace {
  int x = 0, y = 0; // the texel read, within the texture; meaningless for the border
  bool border = false;
  int weight = 256;      // over 256
  TexelBits stored = {}; // the texel's channels as stored, zero extended; border: the colour encoded alike
  std::array<double, 4> value = {}; // decoded: what is filtered
};

// Every step of one fetch. Point sampling has one tap; linear has four: left top, right top, left bottom,
// right bottom.
struct Trace {
  std::array<AxisTrace, 2> axis;
  int tap_count = 1;
  std::array<TapTrace, 4> tap;
  TexelBits result = {};
  std::array<double, 4> ideal = {}; // the same fetch with exact coordinates, weights and sums
};

// tex2D at (x, y): four words, float bits or integers (signed ones extended) as `state.result` says. Any x
// and y are valid, NaN and infinities too. Channels that the texture has not are 0.
TexelBits fetch(const Texture2D& texture, float x, float y);

// The same fetch, with all it did on the way.
Trace fetch_traced(const Texture2D& texture, float x, float y);

} // namespace texelscope
