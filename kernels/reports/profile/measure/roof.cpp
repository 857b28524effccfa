#include "kernels/reports/profile/measure/roof.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/cell/access_pattern_of.h"
#include "kernels/reports/profile/cell/sectors.h"

namespace texelscope {

namespace {
constexpr EnumEntry stages[] = {
    {0, "texture", Text::stage_texture, Text::stage_texture_help},
    {1, "filter", Text::stage_filter, Text::stage_filter_help},
    {2, "l1", Text::stage_l1, Text::stage_l1_help},
    {3, "l2", Text::stage_l2, Text::stage_l2_help},
    {4, "memory", Text::stage_memory, Text::stage_memory_help},
    {5, "latency", Text::stage_latency, Text::stage_latency_help},
    {6, "issue", Text::stage_issue, Text::stage_issue_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Stage>() {
  return stages;
}

namespace profile {

namespace {
constexpr std::int64_t kilo = 1024, mega = 1024 * kilo;
constexpr std::int64_t small = 16 * kilo, in_memory = 900 * mega;
// Samples are dense where rates change: around the sizes of the L1 and the L2.
constexpr std::int64_t warm_samples[] = {small,      56 * kilo,  in_l1,      256 * kilo, 512 * kilo,
                                         mega,       2 * mega,   4 * mega,   10 * mega,  24 * mega,
                                         36 * mega,  48 * mega,  64 * mega,  96 * mega,  128 * mega,
                                         160 * mega, 224 * mega, 320 * mega, in_memory};
constexpr std::int64_t cold_working_sets[] = {
    5 * kilo,   10 * kilo,  16 * kilo,  28 * kilo,   48 * kilo,   80 * kilo,   128 * kilo, 208 * kilo,
    320 * kilo, 512 * kilo, 800 * kilo, 1152 * kilo, 1600 * kilo, 2304 * kilo, 3 * mega,   5 * mega,
    8 * mega,   13 * mega,  24 * mega,  48 * mega,   96 * mega,   240 * mega,  in_memory};
constexpr double enough_share =
    0.8; // of the pipeline's rate: above it the pipeline is the limit, and not the L2
constexpr double issue_share = 0.82; // of the cycles: where warps only issue, they do so in this share
constexpr double mostly_hit = 0.4;   // up to this share of misses, the L2 is still the limit
constexpr int largest_in_l1 = 64;    // a window's side

bool is_plain(Pattern pattern) {
  return pattern == Pattern::tile || pattern == Pattern::row;
}

// The format that represents all formats with the same rates.
ElementFormat format_of_kind(const BenchmarkCase& cell) {
  using enum ElementKind;
  ElementFormat f = cell.format;
  if (cell.path != Path::tex) return f; // converting signed integers takes more instructions
  if (cell.pattern == Pattern::gather) {
    if (f.kind == signed_int) f.kind = unsigned_int;
    return f;
  }
  switch (f.texel_bytes()) {
  case 1:
    return {unsigned_int, 8, 1};
  case 2:
    return {unsigned_int, 8, 2};
  case 4:
    return {unsigned_int, 8, 4};
  case 8:
    return {floating, 16, 4};
  default:
    return {floating, 32, 4};
  }
}

BenchmarkCase kind_of_cell(BenchmarkCase cell) {
  cell.format = format_of_kind(cell);
  cell.srgb = false;
  return cell;
}

BenchmarkCase at(BenchmarkCase kind, std::int64_t bytes) {
  kind.bytes = bytes;
  return kind;
}

std::vector<BenchmarkCase> sweep_of(const BenchmarkCase& cell) {
  const BenchmarkCase kind = kind_of_cell(cell);
  std::vector<BenchmarkCase> roof_samples;
  const auto add = [&](std::int64_t bytes) {
    if (!obstacle(at(kind, bytes))) roof_samples.push_back(at(kind, bytes));
  };
  if (kind.cold)
    std::ranges::for_each(cold_working_sets, add);
  else
    std::ranges::for_each(warm_samples, add);
  return roof_samples;
}

double texels_of(const BenchmarkCase& cell) {
  return double(shape_of(cell).texels());
}

// The roof samples on both sides of the cell; only one if the cell lies outside the sweep.
std::vector<BenchmarkCase> neighbors(const BenchmarkCase& cell) {
  const std::vector<BenchmarkCase> working_set_sweep = sweep_of(cell);
  const double texels = texels_of(cell);
  const auto above = std::ranges::find_if(
      working_set_sweep, [&](const BenchmarkCase& roof_sample) { return texels_of(roof_sample) >= texels; });
  if (working_set_sweep.empty() || above == working_set_sweep.begin())
    return {working_set_sweep.begin(), working_set_sweep.begin() + (working_set_sweep.empty() ? 0 : 1)};
  if (above == working_set_sweep.end()) return {working_set_sweep.back()};
  return {above[-1], above[0]};
}

// Fetches without work for the filter or for several lines, in a texture that fits the L1.
BenchmarkCase plain_point(const BenchmarkCase& cell) {
  BenchmarkCase c = at(kind_of_cell(cell), in_l1);
  c.format = {ElementKind::unsigned_int, 8, 1};
  c.path = Path::tex;
  c.filter = Filter::point;
  c.pattern = is_1d(c.dimension) ? Pattern::row : Pattern::tile;
  c.amount = 0;
  c.cold = false;
  return obstacle(c) ? at(c, small) : c; // 1-D textures cannot be wider
}

// Measures the pipeline alone: the same kind in a texture that fits the L1, as far as the pattern permits
// that. Lanes that diverge among small texels would share its lines.
BenchmarkCase of_pipeline(BenchmarkCase cell) {
  cell.cold = false;
  BenchmarkCase kind = at(kind_of_cell(cell), in_l1);
  if (kind.pattern == Pattern::window) kind.amount = std::min(kind.amount, largest_in_l1);
  if (kind.pattern == Pattern::divergent && kind.format.texel_bytes() < 4)
    kind.format = {ElementKind::unsigned_int, 8, 4};
  if (!obstacle(kind)) return kind;
  const std::vector<BenchmarkCase> working_set_sweep = sweep_of(cell);
  return working_set_sweep.empty() ? kind : working_set_sweep.front();
}

// The largest roof sample that certainly lies in the L2 and not in the L1.
std::int64_t in_l2(std::int64_t l2_bytes) {
  std::int64_t largest = mega;
  for (const std::int64_t roof_sample : warm_samples)
    if (roof_sample > mega && roof_sample <= l2_bytes / 6) largest = roof_sample;
  return largest;
}

// Loads and point fetches of 16 bytes reach the peak rate of each cache.
BenchmarkCase of_l2(std::int64_t l2_bytes) {
  BenchmarkCase c;
  c.format = {ElementKind::floating, 32, 4};
  c.filter = Filter::point;
  c.storage = Storage::pitch;
  c.path = Path::load;
  c.bytes = in_l2(l2_bytes);
  return c;
}
BenchmarkCase of_memory() {
  BenchmarkCase c;
  c.format = {ElementKind::floating, 32, 4};
  c.filter = Filter::point;
  c.bytes = in_memory;
  return c;
}

// The work of a launch that makes one pass over the texture.
double work_of(const BenchmarkCase& cell) {
  return double(regions_of(access_pattern_of(cell)));
}

// The narrowest part of the pipeline. Kernels that convert integers wait for their own instructions.
Stage pipeline_stage(const BenchmarkCase& cell, double pipeline, double plain) {
  const bool integers = cell.format.kind != ElementKind::floating && cell.format.bits < 32;
  const bool through_l1 = (cell.path == Path::surface || cell.path == Path::shared) && !integers;
  if (cell.path != Path::tex) return through_l1 ? Stage::l1 : Stage::issue;
  if (pipeline > 0.95 * plain) return Stage::texture;
  return is_plain(cell.pattern) && cell.filter != Filter::point ? Stage::filter : Stage::l1;
}

bool has_own_clock(Stage stage) {
  return stage == Stage::l2 || stage == Stage::memory;
}

// Texels per clock of these multiprocessors at another clock, if their rate is limited by something with its
// own clock.
double at_clock(const Rate& rate, double clock_mhz) {
  return rate.clock_mhz > 0 && clock_mhz > 0 ? rate.per_clock * rate.clock_mhz / clock_mhz : rate.per_clock;
}

// The rates that identify the stages.
struct Known {
  Rate pipeline, plain, l2, memory;
};

std::optional<Known> known_of(const BenchmarkCase& cell, const RateOf& rate_of, std::int64_t l2_bytes) {
  const auto pipeline = rate_of(of_pipeline(cell)), plain = rate_of(plain_point(cell)),
             l2 = rate_of(of_l2(l2_bytes)), memory = rate_of(of_memory());
  if (!pipeline || !plain || !l2 || !memory) return std::nullopt;
  return Known{*pipeline, *plain, *l2, *memory};
}

// Loads request each row of a warp's tile separately, and the L2 spends as long on one sector as on two.
// Found on an H200.
double requested_sectors(const BenchmarkCase& cell) {
  const double sectors = touched_by_step(cell).sectors;
  if (cell.path != Path::load && cell.path != Path::ldg) return sectors;
  const int side_by_side = cell.pattern == Pattern::row ? 32 : cell.pattern == Pattern::tile ? 8 : 1;
  return sectors * std::clamp(64.0 / (side_by_side * cell.format.texel_bytes()), 1.0, 2.0);
}

// The share of sectors that a cache misses: none up to `held` bytes, all from `lost` bytes.
double missing(std::int64_t bytes, double held, double lost) {
  return std::clamp((double(bytes) - held) / (lost - held), 0.0, 1.0);
}

// The stage that uses the largest share of its capacity.
Stage stage_of(const BenchmarkCase& cell, const Rate& rate, const Known& known, std::int64_t l2_bytes) {
  const double pipeline = known.pipeline.per_clock, l2_rate = at_clock(known.l2, rate.clock_mhz),
               memory_rate = at_clock(known.memory, rate.clock_mhz);
  const Stage inner = pipeline_stage(cell, pipeline, known.plain.per_clock);
  const double share = rate.per_clock / pipeline * (inner == Stage::issue ? issue_share : 1);
  if (!cell.cold && cell.bytes <= in_l1) return inner;
  const double sectors = touched_by_step(cell).sectors;
  // As counted on an H200, whose L2 may keep a copy in each half.
  const double of_l1 = cell.cold ? 1 : missing(cell.bytes, in_l1, 4 * in_l1);
  const double of_l2 = cell.cold ? 1 : missing(cell.bytes, 0.5 * double(l2_bytes), 1.05 * double(l2_bytes));
  const double l2 = of_l1 * 2 * requested_sectors(cell) * rate.per_clock /
                    l2_rate; // known rates are for 16 bytes, half a sector
  // The L2 passes memory's data on, and the load of both grows less than in proportion to the bytes. Found on
  // an H200.
  const double memory = std::pow(std::min(1.0, of_l2 * 2 * sectors * rate.per_clock / memory_rate), 0.55);
  if (!cell.cold && cell.bytes <= l2_bytes) {
    if (rate.per_clock / pipeline >= enough_share && share >= std::max(l2, memory)) return inner;
    return of_l2 < mostly_hit ? Stage::l2 : Stage::memory;
  }
  if (share > std::max(memory, 0.6)) return inner;
  return memory < 0.5 ? Stage::latency : Stage::memory;
}

// Interpolates logarithms, at the pipeline's clock. Cold launches are short, and consist of a few blocks that
// all make a whole step, so that their time grows with the texture.
std::optional<Rate> interpolated(const BenchmarkCase& cell, const RateOf& rate_of, const Known& known,
                                 std::int64_t l2_bytes) {
  const std::vector<BenchmarkCase> roof_samples = neighbors(cell);
  if (roof_samples.empty()) return std::nullopt;
  const double clock_mhz = known.pipeline.clock_mhz;
  const auto unit = [](const BenchmarkCase& c) { return c.cold ? work_of(c) : 1.0; };
  const auto logarithm = [&](const BenchmarkCase& roof_sample) -> std::optional<double> {
    const auto rate = rate_of(roof_sample);
    if (!rate) return std::nullopt;
    const bool own_clock = has_own_clock(stage_of(roof_sample, *rate, known, l2_bytes));
    return std::log((own_clock ? at_clock(*rate, clock_mhz) : rate->per_clock) / unit(roof_sample));
  };
  const auto low = logarithm(roof_samples.front()), high = logarithm(roof_samples.back());
  if (!low || !high) return std::nullopt;
  const double from = std::log(texels_of(roof_samples.front())),
               to = std::log(texels_of(roof_samples.back()));
  const double share = to > from ? (std::log(texels_of(cell)) - from) / (to - from) : 0;
  return Rate{std::exp(std::lerp(*low, *high, share)) * unit(cell), clock_mhz};
}
} // namespace

double per_second(const Bound& bound, double clock_mhz) {
  const bool own_clock = has_own_clock(bound.stage) && bound.rate.clock_mhz > 0;
  return bound.rate.per_clock * (own_clock ? bound.rate.clock_mhz : clock_mhz) * 1e6;
}

Roof roof_of(const Bound& bound, double clock_mhz, int multiprocessors) {
  return {bound.stage, per_second(bound, clock_mhz) * multiprocessors};
}

Roof effective_roof(double texels_per_second, std::vector<Roof> roofs) {
  constexpr double model_error = 1.1;
  std::ranges::sort(roofs, {}, &Roof::texels_per_second);
  const auto holds = [&](const Roof& roof) {
    return texels_per_second <= model_error * roof.texels_per_second;
  };
  const auto found = std::ranges::find_if(roofs, holds);
  return found == roofs.end() ? roofs.back() : *found;
}

std::vector<BenchmarkCase> required_samples(const BenchmarkCase& cell, std::int64_t l2_bytes) {
  std::vector<BenchmarkCase> roof_samples = neighbors(cell);
  for (const BenchmarkCase& more : {of_pipeline(cell), plain_point(cell), of_l2(l2_bytes), of_memory()})
    if (std::ranges::find(roof_samples, more) == roof_samples.end()) roof_samples.push_back(more);
  return roof_samples;
}

std::optional<Bound> bound_of(const BenchmarkCase& cell, const RateOf& rate_of, std::int64_t l2_bytes) {
  const auto known = known_of(cell, rate_of, l2_bytes);
  if (!known) return std::nullopt;
  const auto rate = interpolated(cell, rate_of, *known, l2_bytes);
  if (!rate) return std::nullopt;
  return Bound{*rate, stage_of(cell, *rate, *known, l2_bytes)};
}

std::vector<Bound> all_bounds(const BenchmarkCase& cell, const RateOf& rate_of, std::int64_t l2_bytes) {
  std::vector<Bound> bounds;
  const auto pipeline = rate_of(of_pipeline(cell)), plain = rate_of(plain_point(cell));
  if (pipeline && plain)
    bounds.push_back({*pipeline, pipeline_stage(cell, pipeline->per_clock, plain->per_clock)});
  const auto known = known_of(cell, rate_of, l2_bytes);
  const auto add = [&](const BenchmarkCase& roof_sample, Stage stage) {
    auto rate = rate_of(roof_sample);
    if (!rate) return;
    if (known && !has_own_clock(stage_of(roof_sample, *rate, *known, l2_bytes)))
      rate->clock_mhz = 0; // the pipeline limits it
    bounds.push_back({*rate, stage});
  };
  add(at(kind_of_cell(cell), in_l2(l2_bytes)), Stage::l2);
  add(at(kind_of_cell(cell), in_memory), Stage::memory);
  return bounds;
}

} // namespace profile
} // namespace texelscope
