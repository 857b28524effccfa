#include "kernels/studies/fetches/fetch_findings.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/trace/trace_findings.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope::fetches {

namespace {
using record::Site;
using trace::Finding;
using trace::FindingKind;

constexpr std::uint64_t min_fetches = 32; // fewer show no pattern
constexpr std::size_t min_values = 8;
constexpr double nearly_all = 0.99;

std::string number(double value) {
  return fmt::format("{:.6g}", value);
}
std::string percent(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{:.3g}", 100.0 * double(part) / double(all));
}
std::string axis_name(std::size_t axis) {
  return {"xyz"[axis]};
}

class Rules {
public:
  Rules(const FetchedTexture& texture, std::span<const SiteFetches> sites) : texture(texture), sites(sites) {}

  std::vector<Finding> all() {
    for (const SiteFetches& each : sites) {
      type_rules(each);
      if (each.statistics.recorded == 0) continue;
      place_rules(each);
      layer_rule(each);
      handle_rule(each);
      value_rule(each);
    }
    level_rule();
    trace::sort_findings(findings);
    return std::move(findings);
  }

private:
  using Values = std::vector<Sentence>;
  void find(FindingKind kind, const SiteFetches& at, Text sentence, Values values, Text rule, Text cure,
            Values cure_values = {}) {
    Finding found = {kind, at.place, {sentence, std::move(values)}, rule, {}, {cure, std::move(cure_values)}};
    if (std::ranges::find(findings, found) != findings.end()) return; // of an unrolled loop
    findings.push_back(std::move(found));
  }

  void type_rules(const SiteFetches& each) {
    const Site& site = *each.site;
    if (texture.linear_memory != (site.coordinate_type == record::CoordinateType::s32) ||
        (!texture.linear_memory && dimension_of(site) != texture.dimension)) {
      const std::string has =
          texture.linear_memory ? "linear memory" : std::string(identifier(texture.dimension));
      find(FindingKind::misread, each, Text::fetch_dimension, {site.instruction, has},
           Text::fetch_dimension_rule, Text::fetch_dimension_cure);
      return;
    }
    const bool floats = is_float(site.result_type);
    if (floats != texture.returns_floats) {
      find(FindingKind::misread, each, floats ? Text::fetch_float_of_integers : Text::fetch_integer_of_floats,
           {site.instruction}, Text::fetch_type_rule,
           floats ? Text::fetch_float_cure : Text::fetch_integer_cure);
    } else if (!floats && texture.is_signed != (site.result_type == record::ResultType::s32)) {
      find(FindingKind::suspicious, each, texture.is_signed ? Text::fetch_signed : Text::fetch_unsigned,
           {site.instruction}, Text::fetch_type_rule, Text::fetch_sign_cure);
    }
  }

  void place_rules(const SiteFetches& each) {
    const FetchStatistics& s = each.statistics;
    if (s.not_finite > 0)
      find(FindingKind::misread, each, Text::fetch_not_finite,
           {std::to_string(s.not_finite), std::to_string(s.recorded)}, Text::fetch_not_finite_rule,
           Text::fetch_not_finite_cure);
    if (is_cube(texture.dimension) || s.recorded < min_fetches) return;
    if (texture.linear_memory) return index_rule(each);
    bool mixed_up = within_one(each);
    for (std::size_t axis = 0; axis < axes(each); ++axis)
      mixed_up |= up_to_size(each, axis);
    if (mixed_up) return;
    for (std::size_t axis = 0; axis < axes(each); ++axis)
      if (!half_texel(each, axis)) outside(each, axis);
  }

  static std::size_t axes(const SiteFetches& each) { return std::size_t(each.site->coordinates.count); }
  double size(std::size_t axis) const { return double(texture.size[axis]); }
  bool normalized() const { return texture.sampler.normalized_coords; }
  double texels(double coordinate, std::size_t axis) const {
    return normalized() ? coordinate * size(axis) : coordinate;
  }

  // Coordinates of 0 to 1 where texels are counted.
  bool within_one(const SiteFetches& each) {
    if (normalized()) return false;
    bool varies = false;
    std::string names;
    double least = 0, greatest = 1;
    for (std::size_t axis = 0; axis < axes(each); ++axis) {
      const AxisStatistics& a = each.statistics.axis[axis];
      if (size(axis) < 4) continue;
      // A picture that is turned or zoomed reaches a little beyond.
      const double beyond = size(axis) < 16 ? 0.01 : 0.75;
      if (a.least < -beyond || a.greatest > 1 + beyond) return false;
      varies |= a.values.size() >= min_values && a.greatest - a.least > 0.4;
      least = std::min(least, a.least), greatest = std::max(greatest, a.greatest);
      names += (names.empty() ? "" : ", ") + axis_name(axis);
    }
    if (!varies) return false;
    find(FindingKind::misread, each, Text::fetch_within_one, {names, number(least), number(greatest)},
         Text::fetch_within_one_rule, Text::fetch_within_one_cure);
    return true;
  }

  // Coordinates that count texels where the texture ends at 1.
  bool up_to_size(const SiteFetches& each, std::size_t axis) {
    const AxisStatistics& a = each.statistics.axis[axis];
    if (!normalized() || size(axis) < 8 || a.values.size() < min_values) return false;
    const bool reaches =
        a.greatest >= size(axis) / 2 && a.greatest <= 2 * size(axis) && a.least > -size(axis);
    const AddressMode mode = texture.sampler.address[axis];
    const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
    // A picture that is repeated often has coordinates as large, but takes more than one step through each.
    const double min_step = size(axis) / 2; // texels
    bool jumps = false;
    for (const LineFit& line : a.over)
      jumps |= std::abs(line.slope()) >= min_step;
    const bool mostly_outside = a.outside * 2 > each.statistics.recorded;
    if (!reaches || !mostly_outside || (repeats && !jumps)) return false;
    find(FindingKind::misread, each, Text::fetch_up_to_size,
         {axis_name(axis), number(a.least), number(a.greatest), std::to_string(texture.size[axis]),
          percent(a.outside, each.statistics.recorded)},
         Text::fetch_up_to_size_rule, Text::fetch_up_to_size_cure);
    return true;
  }

  // A step of two texels from edge to edge is that of a picture of half the size, which is right.
  bool goes_by_one(const AxisStatistics& a, std::size_t axis) const {
    for (auto value = a.values.begin(); value != a.values.end() && std::next(value) != a.values.end();
         ++value)
      if (std::abs(texels(*std::next(value) - *value, axis) - 1) < 1e-3) return true;
    return false;
  }

  // Where thread 0 samples, in texels, and the distance from one thread to the next, if the coordinate counts
  // threads.
  struct Steps {
    double begin = 0, step = 0, threads = 0;
  };
  std::optional<Steps> steps(const SiteFetches& each, std::size_t axis) const {
    for (const LineFit& line : each.statistics.axis[axis].over) {
      const double slope = line.slope(), threads = line.greatest_x + 1;
      const double begin = line.value_at_0();
      if (slope != 0 && line.least_x == 0 && threads >= double(min_values)) // floats are not exact
        return Steps{std::abs(begin) < 1e-4 * std::abs(slope) ? 0 : begin, slope, threads};
    }
    return std::nullopt;
  }

  // Instructions of one function that sample to both sides of the pixel's center, such as the taps of a
  // filter: in the mean they are right.
  bool is_right_in_the_mean(const SiteFetches& of, std::size_t axis) const {
    double begins = 0, step = 0;
    int count = 0;
    for (const SiteFetches& each : sites) {
      if (each.site->function != of.site->function) continue;
      const auto line = steps(each, axis);
      if (!line) return false;
      begins += line->begin, step += line->step;
      ++count;
    }
    return count > 1 && std::abs(begins - step / 2) < std::abs(step) / 16 * count;
  }

  bool half_texel(const SiteFetches& each, std::size_t axis) {
    const AxisStatistics& a = each.statistics.axis[axis];
    const double texels_of_it = size(axis), least = texels(a.least, axis),
                 greatest = texels(a.greatest, axis);
    if (texture.sampler.filter != FilterMode::linear || each.site->kind == record::FetchKind::gather ||
        texels_of_it < 4 || a.values.size() < min_values)
      return false;
    if (const auto line = steps(each, axis); line && line->step > 0) {
      const double covered = line->step * line->threads;
      const bool whole = std::abs(covered - texels_of_it) <= std::max(0.02 * texels_of_it, line->step);
      if (whole && std::abs(line->begin) < line->step / 16 && !is_right_in_the_mean(each, axis)) {
        find(FindingKind::misread, each, Text::fetch_half_step,
             {axis_name(axis), number(line->begin), number(line->step), number(line->step / 2 - line->begin)},
             Text::fetch_half_rule, Text::fetch_half_cure, {number(line->step / 2 - line->begin)});
        return true;
      }
    }
    const auto near = [](double x, double y) { return std::abs(x - y) < 1e-3; };
    const bool edges = double(a.on_edges) >= nearly_all * double(each.statistics.recorded);
    // The first texel to the last, by their numbers: those of the edges would be one more.
    const bool as_numbered = near(least + greatest, texels_of_it - 1);
    if (edges && as_numbered && goes_by_one(a, axis) && !is_right_in_the_mean(each, axis)) {
      find(FindingKind::misread, each, Text::fetch_edges, {axis_name(axis), number(least), number(greatest)},
           Text::fetch_half_rule, Text::fetch_half_cure, {"0.5"});
      return true;
    }
    if (near(least, 0) && near(greatest, texels_of_it - 1) && !is_right_in_the_mean(each, axis)) {
      find(FindingKind::misread, each, Text::fetch_table,
           {axis_name(axis), number(greatest), number(texels_of_it - 0.5)}, Text::fetch_half_rule,
           Text::fetch_half_cure, {"0.5"});
      return true;
    }
    return false;
  }

  void index_rule(const SiteFetches& each) {
    const AxisStatistics& a = each.statistics.axis[0];
    if (a.outside == 0) return;
    find(FindingKind::suspicious, each, Text::fetch_index,
         {std::to_string(a.outside), std::to_string(each.statistics.recorded), number(a.least),
          number(a.greatest), number(size(0) - 1)},
         Text::fetch_index_rule, Text::fetch_index_cure);
  }

  void outside(const SiteFetches& each, std::size_t axis) {
    const AxisStatistics& a = each.statistics.axis[axis];
    const AddressMode mode = texture.sampler.address[axis];
    const bool clamps = mode == AddressMode::clamp;
    if (!clamps && mode != AddressMode::border) return;
    // A picture that is shown smaller has as much of the border on both sides.
    const double last = normalized() ? 1 : size(axis);
    const bool one_sided = a.least >= -0.05 * last || a.greatest <= 1.05 * last;
    const double share = double(a.outside) / double(each.statistics.recorded);
    if (share < (clamps || one_sided ? 0.2 : 0.9)) return;
    find(FindingKind::suspicious, each, clamps ? Text::fetch_clamped : Text::fetch_bordered,
         {percent(a.outside, each.statistics.recorded), axis_name(axis), number(a.least), number(a.greatest),
          number(last)},
         Text::fetch_outside_rule, Text::fetch_outside_cure);
  }

  void layer_rule(const SiteFetches& each) {
    const FetchStatistics& s = each.statistics;
    if (s.layers_outside == 0) return;
    find(FindingKind::misread, each, Text::fetch_layers,
         {std::to_string(s.layers_outside), std::to_string(s.recorded), std::to_string(s.least_layer),
          std::to_string(s.greatest_layer), std::to_string(texture.layers - 1)},
         Text::fetch_layers_rule, Text::fetch_layers_cure, {std::to_string(texture.layers - 1)});
  }

  void handle_rule(const SiteFetches& each) {
    const FetchStatistics& s = each.statistics;
    if (s.split_warps == 0) return;
    find(FindingKind::suspicious, each, Text::fetch_split,
         {std::to_string(s.split_warps), std::to_string(s.warps)}, Text::fetch_split_rule,
         Text::fetch_split_cure);
  }

  void value_rule(const SiteFetches& each) {
    const FetchStatistics& s = each.statistics;
    if (s.model.different == 0) return;
    find(FindingKind::suspicious, each, Text::fetch_values,
         {std::to_string(s.model.different), std::to_string(s.model.compared)}, Text::fetch_values_rule,
         Text::fetch_values_cure);
  }

  void level_rule() {
    if (texture.levels < 2 || sites.empty()) return;
    std::uint64_t above = 0, recorded = 0;
    for (const SiteFetches& each : sites)
      above += each.statistics.above_level_0, recorded += each.statistics.recorded;
    if (above > 0 || recorded == 0) return;
    find(FindingKind::suspicious, sites.front(), Text::fetch_level_0, {std::to_string(texture.levels)},
         Text::fetch_level_0_rule, Text::fetch_level_0_cure);
  }

  const FetchedTexture& texture;
  std::span<const SiteFetches> sites;
  std::vector<Finding> findings;
};
} // namespace

std::optional<FetchedTexture> fetched_texture(const trace::TracedObject& object) {
  const auto session = request_session(object.request);
  if (object.kind != trace::ObjectKind::texture || !session || !object.effective) return std::nullopt;
  const TextureSpec& spec = session->texture;
  FetchedTexture texture;
  texture.dimension = spec.dimension;
  texture.size[0] = spec.width;
  if (!is_1d(spec.dimension)) texture.size[1] = spec.height;
  if (spec.dimension == Dimension::d3) texture.size[2] = spec.depth;
  if (is_layered(spec.dimension)) texture.layers = spec.depth;
  texture.levels = spec.levels;
  texture.channels = spec.format.channels;
  texture.linear_memory = object.request.resource == ResourceKind::linear;
  texture.sampler = *object.effective;
  if (texture.levels > 1) texture.sampler.normalized_coords = true; // measured: whatever the sampler says
  texture.returns_floats =
      spec.format.kind == ElementKind::floating || texture.sampler.read_mode == ReadMode::normalized_float;
  texture.is_signed = spec.format.kind == ElementKind::signed_int;
  return texture;
}

TextureScale scale_of(const FetchedTexture& texture, const record::Site& site) {
  TextureScale scale;
  scale.axes = std::size_t(site.coordinates.count);
  scale.layers = texture.layers;
  for (std::size_t i = 0; i < 3 && !is_cube(texture.dimension); ++i) {
    const AddressMode mode = texture.sampler.address[i];
    scale.axis[i] = {double(texture.size[i]), !texture.linear_memory && texture.sampler.normalized_coords,
                     texture.linear_memory,
                     !texture.linear_memory && (mode == AddressMode::wrap || mode == AddressMode::mirror)};
  }
  return scale;
}

std::vector<Finding> findings_of(const FetchedTexture& texture, std::span<const SiteFetches> sites) {
  return Rules(texture, sites).all();
}

} // namespace texelscope::fetches
