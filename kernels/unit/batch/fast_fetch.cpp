#include "kernels/unit/batch/fast_fetch.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <hwy/cache_control.h>

#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/batch/fast_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unit/batch/fast_fetch.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include <hwy/highway.h>
#if TEXELSCOPE_HAS_VECTORS
#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_fused-inl.h"
#include "kernels/unit/batch/fast_places-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

#if TEXELSCOPE_HAS_VECTORS
constexpr std::size_t step = 64; // fetches whose texels are found at a time

bool filters_like_floats(unit::Channel kind) {
  return kind == unit::Channel::srgb8 || kind == unit::Channel::half || kind == unit::Channel::single;
}

// The taps of fetches that are not a plane's, from their only quad.
void take_quad(const FetchPlan& plan, Block& block, int count) {
  const QuadTaps& quad = block.quad[0];
  PlaneTaps& taps = block.taps;
  const bool points = plan.quads == 0, floats = filters_like_floats(plan.channel[0]);
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    for (int tap = 0; tap < (points ? 1 : 4); ++tap) {
      Ints index = hn::Load(i32, quad.index[tap] + i);
      if (plan.has_border)
        index = hn::IfThenElse(has_flag(hn::Load(i32, quad.flags + i), tap), hn::Set(i32, -1), index);
      hn::Store(index, i32, taps.index[tap] + i);
      if (floats) hn::Store(hn::Load(f, quad.weight[tap] + i), f, taps.weight[tap] + i);
    }
    if (floats) hn::Store(hn::Load(i32, quad.flags + i), i32, taps.flags + i);
    const auto weight = [&](int tap)
                            HWY_ATTR { return hn::ConvertTo(i32, hn::Load(f, quad.weight[tap] + i)); };
    for (int row = 0; row < 2 && !floats && !points; ++row)
      hn::Store(hn::Or(weight(2 * row), hn::ShiftLeft<16>(weight(2 * row + 1))), i32, taps.pair[row] + i);
  }
  taps.pairs = !points && block.pairs && !plan.has_border;
}

void find_any(const FetchPlan& plan, Block& block, int count) {
  if (plan.kind != FetchKind::texel) find_taps(plan, block, count);
  if (plan.quads <= 1 && plan.footprint != unit::Footprint::gather) take_quad(plan, block, count);
}

BlockFunctions block_functions(const FetchPlan& plan) {
  BlockFunctions functions;
  const unit::Channel kind = filtered_kind(plan);
  const bool gathers = plan.footprint == unit::Footprint::gather;
  if (plan.quads <= 1 && !gathers)
    functions = plane_functions(plan);
  else
    functions.filter = kind == unit::Channel::integer ? integer_function(plan)
                       : filters_like_floats(kind)    ? float_function(plan)
                                                      : code_function(plan);
  functions.channels = gathers ? 4 : plan.format.channels;
  if (!functions.find) functions.find = find_any;
  return functions;
}

ProbesFunction probes_function(const FetchPlan& plan) {
  return filters_like_floats(plan.channel[0]) ? float_probes(plan) : code_probes(plan);
}

// Pixels from `column` on.
void map_pixels(const FetchMap& map, int column, int row, int count, Block& block) {
  const Floats py = hn::Set(f, float(row) + map.offset);
  const Floats x0 = fused(py, map.xy, hn::Set(f, map.x0)), y0 = fused(py, map.yy, hn::Set(f, map.y0));
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    const Floats px = hn::Add(hn::Iota(f, float(column + i)), hn::Set(f, map.offset));
    hn::Store(fused(px, map.xx, x0), f, block.at[0] + i);
    hn::Store(fused(px, map.yx, y0), f, block.at[1] + i);
  }
}

// One vector of interleaved coordinates.
HWY_INLINE void part_coordinates(const float* from, int parts_of_one, Block& block, int i) {
  Floats x = hn::Zero(f), y = x, z = x;
  if (parts_of_one == 1) {
    x = hn::LoadU(f, from);
  } else if (parts_of_one == 2) {
    hn::LoadInterleaved2(f, from, x, y);
  } else {
    hn::LoadInterleaved3(f, from, x, y, z);
    hn::Store(z, f, block.at[2] + i);
  }
  hn::Store(x, f, block.at[0] + i);
  hn::Store(y, f, block.at[1] + i);
}

void read_coordinates(const FetchPlan& plan, const float* from, int count, Block& block) {
  const int n = coordinate_count(plan.dimension), lanes = int(hn::Lanes(f));
  int i = 0;
  for (; i + lanes <= count; i += lanes)
    part_coordinates(from + i * n, n, block, i);
  if (i == count) return;
  HWY_ALIGN float last[3 * hn::MaxLanes(f)] = {};
  std::copy_n(from + i * n, (count - i) * n, last);
  part_coordinates(last, n, block, i);
}

// Measured: layers count as unsigned numbers, so that negative ones select the last.
void read_layers(const FetchPlan& plan, const int* from, int count, Block& block) {
  const bool cubes = plan.dimension == Dimension::cube || plan.dimension == Dimension::cube_layered;
  const int last = (cubes ? plan.level[0].planes / 6 : plan.level[0].planes) - 1;
  if (!from) count = 0;
  for (int i = 0; i < count; ++i)
    block.plane[i] = int(std::min(unsigned(from[i]), unsigned(last)));
  std::fill(block.plane + count, block.plane + block_size, 0);
}

// The level in 1/256, truncated toward zero; NaN becomes 0.
HWY_INLINE Ints lods_of(const FetchPlan& plan, Floats given) {
  const Floats number = hn::IfThenElseZero(hn::Eq(given, given), given);
  const Floats near = hn::Min(hn::Max(number, hn::Set(f, -1024.0f)), hn::Set(f, 1024.0f));
  const Ints exact = hn::ConvertTo(i32, hn::Mul(near, hn::Set(f, 256.0f)));
  return limited_lod(hn::Add(exact, hn::Set(i32, plan.lod.bias)), plan.lod);
}

void read_lods(const FetchPlan& plan, const float* from, int count, Block& block) {
  const int lanes = int(hn::Lanes(f));
  int i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::Store(lods_of(plan, hn::LoadU(f, from + i)), i32, block.lod + i);
  if (i == count) return;
  HWY_ALIGN float last[hn::MaxLanes(f)] = {};
  std::copy_n(from + i, count - i, last);
  hn::Store(lods_of(plan, hn::Load(f, last)), i32, block.lod + i);
}

// For tex1Dfetch: indices outside return zeros.
void read_indices(const FetchPlan& plan, const int* from, int count, Block& block) {
  const unsigned size = unsigned(plan.level[0].axis[0].size);
  for (int i = 0; i < count; ++i) {
    const bool outside = unsigned(from[i]) >= size;
    block.quad[0].index[0][i] = outside ? 0 : from[i];
    block.quad[0].flags[i] = outside;
  }
}

// Reads everything except coordinates. `layers` may be null; `lods` is used if the fetch takes one.
void read_choices(const FetchPlan& plan, const int* layers, const float* lods, int count, Block& block) {
  const bool layered = is_layered(plan.dimension);
  if (layered || plan.dimension == Dimension::cube)
    read_layers(plan, layered ? layers : nullptr, count, block);
  if (plan.level_count == 1 || plan.kind == FetchKind::grad) return; // already found from the gradients
  if (plan.kind == FetchKind::lod)
    read_lods(plan, lods, count, block);
  else
    std::fill_n(block.lod, block_size, std::max(plan.lod.lowest, std::min(0, plan.lod.highest)));
}

void read_requests(const FetchPlan& plan, const BatchRequests& requests, std::size_t first, int count,
                   Block& block) {
  if (plan.kind == FetchKind::texel) return read_indices(plan, requests.texels + first, count, block);
  read_coordinates(plan, requests.coordinates + first * std::size_t(coordinate_count(plan.dimension)), count,
                   block);
  const int* layers = requests.layers ? requests.layers + first : nullptr;
  read_choices(plan, layers, requests.lods ? requests.lods + first : nullptr, count, block);
}

// Copies `count` words past the caches, except for those of cache lines that do not lie within `to`.
HWY_NOINLINE void stream_words(const std::uint32_t* from, std::size_t count, std::uint32_t* to) {
  const hn::RebindToUnsigned<IntTag> u;
  constexpr std::size_t line = 64;
  const std::size_t past = reinterpret_cast<std::uintptr_t>(to) % line, lanes = hn::Lanes(u);
  const std::size_t head = std::min(count, (line - past) % line / sizeof(*to));
  std::copy_n(from, head, to);
  std::size_t i = head;
  for (; i + line / sizeof(*to) <= count; i += line / sizeof(*to))
    for (std::size_t part = 0; part < line / sizeof(*to); part += lanes)
      hn::Stream(hn::LoadU(u, from + i + part), u, to + i + part);
  std::copy_n(from + i, count - i, to + i);
}

// The components of a block, whose last vector need not be whole.
void filter_block(const FetchPlan& plan, const BlockFunctions& functions, const Block& block, int count,
                  std::uint32_t* to) {
  const int channels = functions.channels, numbers = count * channels, lanes = int(hn::Lanes(f));
  const bool aligned = reinterpret_cast<std::uintptr_t>(to) % (std::size_t(lanes) * sizeof(*to)) == 0;
  const bool direct = plan.component_count == channels && numbers % lanes == 0 &&
                      (!plan.streams || (aligned && functions.can_stream));
  if (direct) return functions.filter(plan, block, count, plan.streams, to);
  alignas(64) std::uint32_t near[block_size * 4];
  functions.filter(plan, block, count, false, near);
  if (plan.component_count != channels)
    spread_channels(near, count, channels, plan.component_count, to);
  else if (plan.streams)
    stream_words(near, std::size_t(numbers), to);
  else
    std::copy_n(near, numbers, to);
}

// The coordinates of the next block become texels before those of this one are filtered, so that the texels
// are on their way to the caches.
void fetch_requests_here(const FetchPlan& plan, const BatchRequests& requests, std::size_t first,
                         std::size_t last, std::uint32_t* components) {
  const BlockFunctions functions = block_functions(plan);
  const auto count_at = [&](std::size_t i) { return int(std::min(last - i, step)); };
  Block blocks[2];
  const auto find = [&](std::size_t i, int which) {
    read_requests(plan, requests, i, count_at(i), blocks[which]);
    functions.find(plan, blocks[which], count_at(i));
  };
  if (first < last) find(first, 0);
  for (int which = 0; first < last; first += step, which ^= 1) {
    if (first + step < last) find(first + step, which ^ 1);
    filter_block(plan, functions, blocks[which], count_at(first),
                 components + first * std::size_t(plan.component_count));
  }
  if (plan.streams) hwy::FlushStream();
}

// Works in tiles, which stay close in the texture whatever the view's rotation.
void fetch_rows_here(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* components) {
  constexpr int tile = int(step);
  const BlockFunctions functions = block_functions(plan);
  Block block;
  for (int column = 0; column < plan.width; column += tile)
    for (int row = first_row; row < last_row; ++row) {
      const int count = std::min(tile, plan.width - column);
      map_pixels(plan.map, column, row, count, block);
      functions.find(plan, block, count);
      const std::size_t place = std::size_t(row - first_row) * std::size_t(plan.width) + std::size_t(column);
      filter_block(plan, functions, block, count, components + place * 4);
    }
}

void fetch_pixels_here(const FetchPlan& plan, const Pixels& pixels, int count, Block& block,
                       std::uint32_t* components) {
  if (plan.kind == FetchKind::texel)
    read_indices(plan, pixels.texel, count, block);
  else
    read_choices(plan, pixels.layer, pixels.lod, count, block);
  const BlockFunctions functions = block_functions(plan);
  functions.find(plan, block, count);
  filter_block(plan, functions, block, count, components);
}

void fetch_probes_here(const FetchPlan& plan, const Pixels& pixels, const Footprints& footprints, int count,
                       Block& block, std::uint32_t* components) {
  read_choices(plan, pixels.layer, nullptr, count, block);
  probes_function(plan)(plan, footprints, block, count, components);
}

#else
void fetch_rows_here(const FetchPlan&, int, int, std::uint32_t*) {}
void fetch_requests_here(const FetchPlan&, const BatchRequests&, std::size_t, std::size_t, std::uint32_t*) {}
void fetch_pixels_here(const FetchPlan&, const Pixels&, int, Block&, std::uint32_t*) {}
void fetch_probes_here(const FetchPlan&, const Pixels&, const Footprints&, int, Block&, std::uint32_t*) {}
#endif

bool has_vectors_here() {
  return TEXELSCOPE_HAS_VECTORS;
}

const char* instructions_here() {
  return hwy::TargetName(HWY_TARGET);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texelscope::cpu {
HWY_EXPORT(fetch_rows_here);
HWY_EXPORT(fetch_requests_here);
HWY_EXPORT(fetch_pixels_here);
HWY_EXPORT(fetch_probes_here);
HWY_EXPORT(has_vectors_here);
HWY_EXPORT(instructions_here);

std::optional<FetchPlan> plan_picture(const Texture& texture, const FetchMap& map, int width) {
  std::optional<FetchPlan> plan = plan_batch(texture, FetchKind::plain, 4);
  if (plan) plan->map = map, plan->width = width;
  return plan;
}

void fetch_rows(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* components) {
  HWY_DYNAMIC_DISPATCH(fetch_rows_here)(plan, first_row, last_row, components);
}

void fetch_requests(const FetchPlan& plan, const BatchRequests& requests, std::size_t first, std::size_t last,
                    std::uint32_t* components) {
  HWY_DYNAMIC_DISPATCH(fetch_requests_here)(plan, requests, first, last, components);
}

void fetch_pixels(const FetchPlan& plan, const Pixels& pixels, int count, Block& block,
                  std::uint32_t* components) {
  HWY_DYNAMIC_DISPATCH(fetch_pixels_here)(plan, pixels, count, block, components);
}

void fetch_probes(const FetchPlan& plan, const Pixels& pixels, const Footprints& footprints, int count,
                  Block& block, std::uint32_t* components) {
  HWY_DYNAMIC_DISPATCH(fetch_probes_here)(plan, pixels, footprints, count, block, components);
}

bool has_vectors() {
  return HWY_DYNAMIC_DISPATCH(has_vectors_here)();
}

const char* fetch_instructions() {
  const char* name = HWY_DYNAMIC_DISPATCH(instructions_here)();
  return std::string_view(name) == "AVX3" ? "AVX-512" : name; // Highway's own name for it
}
} // namespace texelscope::cpu
#endif
