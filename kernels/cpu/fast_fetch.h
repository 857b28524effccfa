// The fast path of the software texture unit: the same bits as kernels/texture_unit, many fetches at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernels/backend/backend.h"
#include "kernels/fetch/batch_requests.h"
#include "kernels/texture_unit/decode.h"
#include "kernels/texture_unit/footprint.h"
#include "kernels/texture_unit/lod.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::cpu {

// A mip level, as the vector code wants it.
struct FetchLevel {
  std::array<unit::AxisRule, 3> axis;
  std::int32_t first = 0;  // its first texel
  std::int32_t planes = 1; // slices, layers or faces
};

// Linear fetches, normalized and clamped, that the vector code is compiled for: of one level of a 2-D
// texture, of a seamless cube's face, of a 3-D texture. Or any other.
enum class FetchShape { any, plane, face, volume };

// All that stays the same from fetch to fetch.
struct FetchPlan {
  const std::byte* texels = nullptr; // from here texels are counted
  ElementFormat format;
  Dimension dimension = Dimension::d2;
  FetchKind kind = FetchKind::plain;
  unit::Footprint footprint = unit::Footprint::point;
  int component = 0;     // gathers
  bool seamless = false; // a cube's faces go on in each other
  bool limited = false;  // clamp limits positions, not texels
  bool mip_linear = false;
  bool has_border = false;
  FetchShape shape = FetchShape::any;
  bool prints_parts = false; // flags are requested: which texels contribute, or are the border's
  int quads = 1;             // of texels that are filtered together; 0: a texel is returned as it is
  int level_count = 1;
  unit::LodRule lod;
  std::array<FetchLevel, max_mip_levels> level;
  std::array<unit::Channel, 4> channel = {};
  std::array<float, 4> border = {};              // as the filter takes it: codes and floats
  std::array<std::uint32_t, 4> border_word = {}; // as a point fetch returns it
  int component_count = 4;                       // returned for each fetch: as many as are requested
  FetchMap map;
  int width = 0; // of the picture
};

// Nothing where only the model knows the answer: textures too large, and a few views of other
// texels. With FetchKind::grad a fetch takes the level that was found from its gradients, and probes are not
// spread: see fast_gradient.h. The texture must outlive the plan, and all its levels need Image::padding
// bytes after their end. `component_count` is that of batch_component_count().
std::optional<FetchPlan> plan_batch(const Texture& texture, FetchKind kind, int component_count,
                                    int component = 0);

// A picture of a 2-D texture, four components per pixel.
FetchPlan plan_fetch(const Texture& texture, const FetchMap& map, int width);

// Fetches rows [first_row, last_row) of the picture into `components`, which points at the picture's first
// row.
void fetch_rows(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* components);

// Fetches requests [first, last) into `components`, which points at the first request's.
void fetch_requests(const FetchPlan& plan, const BatchRequests& requests, std::size_t first, std::size_t last,
                    std::uint32_t* components);

// Fetches pixels [0, count) of a block whose coordinates are found, and with FetchKind::grad whose levels of
// detail are.
struct Block;
struct Footprints;
struct Pixels;
void fetch_pixels(const FetchPlan& plan, const Pixels& pixels, int count, Block& block,
                  std::uint32_t* components);
// With as many probes as the footprints want. Linear fetches of 2-D textures only.
void fetch_probes(const FetchPlan& plan, const Pixels& pixels, const Footprints& footprints, int count,
                  Block& block, std::uint32_t* components);

// The instruction set that these use here: "AVX2", "AVX-512".
const char* fetch_instructions();

} // namespace texelscope::cpu
