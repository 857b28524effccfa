// One pixel's fetch, explained from the picture to the result in the order of its steps, as plain values for
// text, JSON and the window. All values are those of the exact model (kernels/unit/texture_unit), including
// its partial sums.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/studies/explain/block_lens.h"
#include "kernels/studies/explain/explained_body.h"
#include "kernels/studies/explain/fetch_picture.h"
#include "kernels/unit/fetch/sample_position.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// A texel, or the border color, that a part reads, once: clamped and repeated footprints read one several
// times. Of a gather each tap by itself, since each is a component.
struct ExplainedTexel {
  std::size_t tap = 0;     // the first that reads it
  int weight = 0;          // of all its taps, over 2^weight_bits
  double exact_weight = 0; // by exact arithmetic; NaN: not defined
};

// The part of the fetch from one mip level, or from one anisotropic probe.
struct ExplainedPart {
  LevelTrace trace;
  std::array<double, 8> exact_weight = {}; // of each texel, by exact arithmetic; NaN: not defined
  std::array<std::optional<MemoryTexel>, 8> memory =
      {}; // of each texel, where memory's rows are taken for others
  std::array<std::optional<BlockTexel>, 8> block = {}; // of each texel of a block-compressed texture
  std::vector<ExplainedTexel> texels = {};
  std::array<int, 8> texel_of = {}; // the number in `texels` of each tap
};

// The level of detail, if the function takes one or gradients. Integers count 1/256 of a level.
struct ExplainedLod {
  int exact = 0;                         // the level requested, or that of the footprint
  float bias = 0;                        // the sampler's
  int taken_bias = 0;                    // the bias that is added; a steeper fraction lowers it
  int slope = 4;                         // quarters: how steep the fraction between two levels is
  int biased = 0;                        // with both
  int lowest = 0, highest = 0;           // the clamps, within the texture's levels
  int lod = 0;                           // the final level
  double ideal = 0;                      // levels, by exact arithmetic
  std::array<double, 2> length = {0, 0}; // gradients: texels of level 0, exact
  double major = 0;                      // gradients: the footprint's longer axis as the hardware measures it
  std::optional<double>
      ratio;             // gradients in two dimensions: its length over the shorter one's; may be infinite
  double anisotropy = 1; // gradients: the ratio that probes cover
};

// One component of the result: a channel, or one of a gather's four texels.
struct ExplainedComponent {
  std::uint32_t bits = 0;
  ResultType type = ResultType::floating; // of the bits, before tex*<T> takes them as another
  double value = 0;                       // what the bits represent
  double ideal = 0;                       // by exact arithmetic
  // The ideal with block-compressed texels as their format's specification has them, in place of NVIDIA's
  // decoder; empty: the texture is not block-compressed.
  std::optional<double> specified = {};
  double weights_error = 0; // of the hardware's weights over exact texels and sums, against the ideal
  double sum_error = 0;     // the rest: what rounding the sum adds
  std::optional<std::int64_t> steps; // floats between the result and the float next to the ideal
  SumTrace sum;
};

struct Explanation {
  FetchTarget target;
  int width = 0, height = 0;  // of the picture; 0: there is none
  std::optional<Pixel> pixel; // TargetFetch's
  std::optional<std::array<double, 2>> place;
  std::array<double, 2> texel = {1, 1};
  Effective effective;
  bool empty = false;     // the view has nothing there; the following members do not count
  bool has_values = true; // false: only the device has the texels; stored bits and results do not count
  std::array<double, 2> view = {
      0, 0}; // flat views: the normalized texture coordinate; others: the position in the picture
  // Resizes: the picture's two axes, with the pixel's mapping in texels by exact arithmetic, "x" and "(3 +
  // 0.5)
  // * 64 / 96 = 2.33333333". Empty for other views and at positions that no pixel samples.
  std::vector<std::pair<std::string, std::string>> resize;
  FetchKind function = FetchKind::plain;
  FetchAt at; // as passed to it
  std::optional<ExplainedLod> lod;
  Trace trace;
  std::vector<ExplainedPart> parts;
  int word_count = 0;    // number of components that count
  std::size_t shown = 0; // the first of them that the view shows, which all sentences are about
  std::array<ExplainedComponent, 4> components;
  // The value that tex*<T> hands over, by the model: the components as type T, and for a slab all its fetches
  // as one.
  int handed_count = 0;
  TexelBits handed = {};
  int slab_samples = 0;              // 0: no slab; else all but `handed` belongs to the middle one
  std::optional<TexelBits> returned; // by the backend, if it was requested; to compare with `handed`
  unsigned returned_mask = 15;       // bit i: component i was

  bool anisotropic() const { return trace.level_count == 0; }
  // Whether the picture gets something else than the unit's components: a slab combines several results, or
  // tex*<T> takes them as another type.
  bool hands_over_others() const;
  // The number of the texel that a tap reads, both counted through all parts.
  int texel_number(int tap) const;
};

// `texels` are laid out in memory like an Image (effective.memory_shape()); `has_values` false: they are not
// those of the fetch. `blocks`: the blocks that they were decoded from; null: none.
Explanation explain(const Session& session, const Effective& effective, const std::byte* texels, int width,
                    int height, const FetchTarget& target, bool has_values = true,
                    const CompressedTexels* blocks = nullptr);

// The fetch with these arguments by effective.function, which need not be of any picture.
Explanation explain_fetch(const Session& session, const Effective& effective, const std::byte* texels,
                          const FetchAt& at, const CompressedTexels* blocks = nullptr,
                          bool has_values = true);

// The name of the coordinate that axis `i` of the function takes, normalized or in texels: "u", "x", "z".
const char* axis_name(const Explanation& explanation, std::size_t axis);
// The address mode that acts on it.
AddressMode acting_mode(const Explanation& explanation, std::size_t axis);
// CUDA's name of the texture function: "tex2DLod".
std::string function_name(FetchKind function, Dimension dimension);
// "12,7", "12,7,3", "face +x 12,7"; the border color has no position.
std::string texel_place(const Effective& effective, const TapTrace& tap);

// The reasons for the value in plain sentences, the most important first. `notes`: those of resolve().
std::vector<std::string> reasons(const Explanation& explanation, std::span<const Note> notes);

struct FetchExplanation {
  Explanation fetch;
  std::vector<std::string> reasons;
  FetchPicture picture = {};
  std::optional<ExplainedBody> body = {}; // it made the pixel; the rest is the plain fetch in its place
};
// The fetch with its reasons and its picture.
FetchExplanation explained(Explanation fetch, std::span<const Note> notes, const ViewSpec& view);
// Adds the body that made the pixel, if one did, and says so first.
void add_body(FetchExplanation& explanation, std::optional<ExplainedBody> body);

} // namespace texelscope
