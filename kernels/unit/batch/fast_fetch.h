// The fast path of the software texture unit: many fetches at a time, with the same bits as
// kernels/unit/texture_unit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/footprint.h"
#include "kernels/unit/texture_unit/lod.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::cpu {

// A mip level in the form that the vector code uses.
struct FetchLevel {
  std::array<unit::AxisRule, 3> axis;
  std::int32_t first = 0;  // its first texel
  std::int32_t planes = 1; // slices, layers or faces
};

// The shapes of linear fetches, normalized and clamped, that the vector code is compiled for: a seamless
// cube's face, a 3-D texture; or any other.
enum class FetchShape { any, face, volume };

// The properties that stay the same from fetch to fetch.
struct FetchPlan {
  const std::byte* texels = nullptr; // the origin of texel indices
  ElementFormat format;
  Dimension dimension = Dimension::d2;
  FetchKind kind = FetchKind::plain;
  unit::Footprint footprint = unit::Footprint::point;
  int component = 0;     // gathers
  bool seamless = false; // a cube's faces continue in each other
  bool limited = false;  // clamp limits positions rather than texels
  bool mip_linear = false;
  bool has_border = false;
  FetchShape shape = FetchShape::any;
  bool plane = false;       // from one level of a 2-D texture: see fast_plane_taps-inl.h
  bool needs_flags = false; // whether flags are written: which texels contribute or are the border's
  int quads = 1;            // of texels that are filtered together; 0: a texel is returned unchanged
  int level_count = 1;
  unit::LodRule lod;
  std::array<FetchLevel, max_mip_levels> level;
  std::array<unit::Channel, 4> channel = {};
  std::array<float, 4> border = {};              // in the filter's form: codes and floats
  std::array<std::uint32_t, 4> border_word = {}; // as returned by a point fetch
  std::array<std::byte, 16> border_texel = {};   // as the texture stores it
  bool streams = false;                          // results of fetch_requests() are written past the caches
  int component_count = 4;                       // returned for each fetch
  FetchMap map;
  int width = 0; // of the picture
};

// The kind of the channel that a gather returns, or else of the color channels.
inline unit::Channel filtered_kind(const FetchPlan& plan) {
  return plan.channel[plan.footprint == unit::Footprint::gather ? std::size_t(plan.component) : 0];
}

// Returns nothing if only the model supports the fetch: CPUs without vectors, textures that are too large, a
// few views of other texels, and gathers of a channel that they do not have. With FetchKind::grad a fetch
// uses the level that was found from its gradients, without several probes: see fast_gradient.h. The texture
// must outlive the plan, and all its levels need Image::padding bytes after their end. `component_count` is
// that of batch_component_count().
std::optional<FetchPlan> plan_batch(const Texture& texture, FetchKind kind, int component_count,
                                    int component = 0);

// A plan for a picture of a 2-D texture with four components per pixel; nothing where plan_batch() has none.
std::optional<FetchPlan> plan_picture(const Texture& texture, const FetchMap& map, int width);

// Fetches rows [first_row, last_row) of the picture into `components`, which points at the first of them.
void fetch_rows(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* components);

// Fetches requests [first, last) into `components`, which points at the first request's.
void fetch_requests(const FetchPlan& plan, const BatchRequests& requests, std::size_t first, std::size_t last,
                    std::uint32_t* components);

// Fetches pixels [0, count) of a block whose coordinates are already known, and with FetchKind::grad also
// their levels of detail.
struct Block;
struct Footprints;
struct Pixels;
void fetch_pixels(const FetchPlan& plan, const Pixels& pixels, int count, Block& block,
                  std::uint32_t* components);
// Fetches with the number of probes that the footprints require. Linear fetches of 2-D textures only.
void fetch_probes(const FetchPlan& plan, const Pixels& pixels, const Footprints& footprints, int count,
                  Block& block, std::uint32_t* components);

// Whether this machine has an instruction set that these use. Without one there are no plans.
bool has_vectors();
// Its name: "AVX2", "AVX-512".
const char* fetch_instructions();

} // namespace texelscope::cpu
