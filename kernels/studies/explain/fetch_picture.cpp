#include "kernels/studies/explain/fetch_picture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/error_cause.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/footprint.h"

namespace texelscope {

namespace {
Rgb color_of(ResultType type, const ElementFormat& source, const TexelBits& components,
             const ViewSpec& view) {
  std::array<std::uint8_t, 4> rgba = {};
  tone_map(PictureView{1, 1, type, source, components.data()}, view, rgba.data());
  return {rgba[0], rgba[1], rgba[2]};
}

double in_256ths(double weight, int bits) {
  return std::ldexp(weight, 8 - bits);
}

class Maker {
public:
  Maker(const Explanation& of, const ViewSpec& seen)
      : e(of), view(seen), texture(texture_of(nullptr, of.effective)) {}

  FetchPicture all() {
    picture.shown = e.shown;
    picture.function = function_name(e.function, e.effective.dimension);
    if (!e.empty) {
      picture.component = word_name(e, e.shown);
      words();
      facts();
      axes();
      levels();
      if (e.anisotropic())
        of_probes();
      else
        for (const ExplainedPart& part : e.parts)
          grid(part);
      mark_largest();
      write_cells();
      if (e.has_values) sum();
    }
    picture.error = error_cause(e, e.shown);
    return std::move(picture);
  }

private:
  bool gathers() const { return e.function == FetchKind::gather; }

  void words() {
    if (!e.has_values) return;
    for (std::size_t i = 0; i < std::size_t(e.handed_count); ++i) {
      const std::uint32_t bits = e.handed[i];
      const bool floating = e.effective.result == ResultType::floating;
      const double value = floating                                       ? double(bits_float(bits))
                           : e.effective.result == ResultType::signed_int ? double(std::int32_t(bits))
                                                                          : double(bits);
      picture.words.push_back(
          {word_name(e, i), value, floating ? texelscope::number_text(value) : value_text(e, bits)});
    }
    picture.color = color_of(e.effective.result, e.effective.result_format(), e.handed, view);
  }

  void facts() {
    if (e.function == FetchKind::texel)
      picture.facts.push_back({text(Text::explain_index), std::to_string(e.at.texel)});
    if (is_cube(e.effective.dimension))
      picture.facts.push_back({text(Text::explain_face), label(CubeFace(e.trace.face))});
    if (!is_layered(e.effective.dimension)) return;
    const std::string read = std::to_string(e.trace.layer);
    picture.facts.push_back({text(Text::explain_layer),
                             e.trace.layer == e.at.layer ? read : fmt::format("{} → {}", e.at.layer, read)});
  }

  void axes() {
    static constexpr const char* texel_names[] = {"x", "y", "z"};
    if (e.function == FetchKind::texel) return;
    const LevelTrace& first = e.parts.front().trace;
    const std::size_t count = is_1d(e.effective.dimension) ? 1 : std::size_t(first.axis_count);
    for (std::size_t i = 0; i < count; ++i) {
      PictureAxis made = axis(first, i);
      made.texel_name = texel_names[i];
      picture.axes.push_back(std::move(made));
    }
  }

  PictureAxis axis(const LevelTrace& level, std::size_t i) const {
    const AxisTrace& a = level.axis[i];
    const unit::AxisRule rule = unit::axis_rule(texture, level.level, i);
    const double whole = rule.fraction_bits == 0 ? rule.size : 1;
    PictureAxis made;
    made.name = axis_name(e, i);
    made.given = a.given;
    made.position = a.position; // a probe's offset is not in it
    if (!(a.coordinate == a.given)) made.landed = a.coordinate;
    const bool repeats = rule.mode == AddressMode::wrap || rule.mode == AddressMode::mirror;
    const bool within = a.coordinate >= 0 && (repeats ? a.coordinate < whole : a.coordinate <= whole);
    if (rule.from_center || within) return made;
    made.action = label(rule.mode);
    if (rule.mode == AddressMode::border) return made;
    made.position =
        a.odd_period ? rule.size - made.position : std::clamp(made.position, 0.0, double(rule.size));
    made.landed = made.position / rule.size * whole;
    return made;
  }

  void levels() {
    if (e.effective.level_count == 1) return;
    picture.lod = e.lod ? e.lod->lod / 256.0 : 0;
    for (const ExplainedPart& part : e.parts) {
      const auto same = [&](const PictureLevel& one) { return one.level == part.trace.level; };
      const double weight = in_256ths(part.trace.weight, part.trace.weight_bits);
      const auto known = std::find_if(picture.levels.begin(), picture.levels.end(), same);
      if (known == picture.levels.end())
        picture.levels.push_back({part.trace.level, weight, 1});
      else
        known->weight += weight, ++known->probes;
    }
  }

  // The texel that a tap reads, without weight.
  PictureTexel texel(const ExplainedPart& part, std::size_t tap_index, int first_number) const {
    const TapTrace& tap = part.trace.tap[tap_index];
    PictureTexel made;
    made.number = first_number + part.texel_of[tap_index];
    made.level = part.trace.level, made.plane = tap.z, made.x = tap.x, made.y = tap.y;
    made.border = tap.border, made.exists = tap.exists;
    made.place = tap_text(e, tap);
    if (!tap.exists || !e.has_values) return made;
    TexelBits components = {};
    const auto channels = std::size_t(e.effective.format.channels);
    const ResultType type = texture.result_type();
    for (std::size_t c = 0; c < channels; ++c)
      components[c] = type == ResultType::floating ? float_bits(float(tap.value[c]))
                                                   : std::uint32_t(std::int64_t(tap.value[c]));
    made.value.assign(tap.value.begin(), tap.value.begin() + std::ptrdiff_t(channels));
    made.color = color_of(type, e.effective.format, components, view);
    return made;
  }

  static void add_weight(PictureTexel& to, const ExplainedPart& part, std::size_t tap) {
    to.weight += in_256ths(part.trace.tap[tap].weight, part.trace.weight_bits);
    to.exact += part.exact_weight[tap] * 256;
  }

  // Whether all pairs of taps that differ in this bit of their number alone read the same texel, as at a
  // clamped edge: the grid then has one column, row or slice for both.
  bool collapses(const LevelTrace& level, int bit) const {
    if (gathers() || level.tap_count <= bit) return !gathers();
    for (int i = 0; i < level.tap_count; ++i) {
      const TapTrace &a = level.tap[std::size_t(i & ~bit)], &b = level.tap[std::size_t(i | bit)];
      if (!a.exists || !b.exists) return false;
      const bool same = a.border || b.border ? a.border == b.border : a.x == b.x && a.y == b.y && a.z == b.z;
      if (!same) return false;
    }
    return true;
  }

  void grid(const ExplainedPart& part) {
    const LevelTrace& level = part.trace;
    const bool one_column = collapses(level, 1), one_row = collapses(level, 2),
               one_slice = collapses(level, 4);
    PictureFootprint made{level.level};
    made.columns = one_column ? 1 : 2, made.rows = one_row ? 1 : 2;
    made.slices = one_slice || level.tap_count <= 4 ? 1 : 2;
    for (std::size_t i = 0; i < std::size_t(level.tap_count); ++i) {
      PictureTexel next = texel(part, i, number);
      next.column = one_column ? 0 : i & 1, next.row = one_row ? 0 : i >> 1 & 1,
      next.slice = one_slice ? 0 : i >> 2;
      const auto here = [&](const PictureTexel& t) {
        return t.column == next.column && t.row == next.row && t.slice == next.slice;
      };
      auto known = std::find_if(made.texels.begin(), made.texels.end(), here);
      if (known == made.texels.end()) known = made.texels.insert(known, std::move(next));
      add_weight(*known, part, i);
      if (gathers())
        known->component =
            std::size_t(std::find(gather_order.begin(), gather_order.end(), i) - gather_order.begin());
    }
    picture.footprints.push_back(std::move(made));
    number += int(part.texels.size());
  }

  void of_probes() {
    for (const ExplainedPart& part : e.parts) {
      const auto same_level = [&](const PictureFootprint& one) { return one.level == part.trace.level; };
      auto found = std::find_if(picture.footprints.begin(), picture.footprints.end(), same_level);
      if (found == picture.footprints.end())
        found = picture.footprints.insert(found, PictureFootprint{part.trace.level});
      for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i)
        if (part.trace.tap[i].exists && part.trace.tap[i].weight != 0) probe_texel(*found, part, i);
      number += int(part.texels.size());
    }
    for (PictureFootprint& footprint : picture.footprints)
      keep_heaviest(footprint);
  }

  void probe_texel(PictureFootprint& footprint, const ExplainedPart& part, std::size_t tap) const {
    PictureTexel next = texel(part, tap, number);
    const auto same = [&](const PictureTexel& one) {
      return next.border || one.border ? next.border == one.border
                                       : one.is(next.level, next.plane, next.x, next.y);
    };
    auto known = std::find_if(footprint.texels.begin(), footprint.texels.end(), same);
    if (known == footprint.texels.end()) known = footprint.texels.insert(known, std::move(next));
    add_weight(*known, part, tap);
  }

  static void keep_heaviest(PictureFootprint& footprint) {
    std::stable_sort(footprint.texels.begin(), footprint.texels.end(),
                     [](const PictureTexel& a, const PictureTexel& b) { return a.weight > b.weight; });
    if (footprint.texels.size() <= named_probe_texels) return;
    for (std::size_t i = named_probe_texels; i < footprint.texels.size(); ++i)
      footprint.more_weight += footprint.texels[i].weight;
    footprint.more = footprint.texels.size() - named_probe_texels;
    footprint.texels.resize(named_probe_texels);
  }

  void mark_largest() {
    PictureTexel* largest = nullptr;
    std::size_t count = 0;
    for (PictureFootprint& footprint : picture.footprints)
      for (PictureTexel& one : footprint.texels) {
        ++count;
        if (one.exists && (largest == nullptr || one.weight > largest->weight)) largest = &one;
      }
    if (largest != nullptr && count > 1 && !gathers()) largest->largest = true;
  }

  // The weight of a texel that stands alone is 256, and would be taken for its value.
  void write_cells() {
    const bool alone = picture.footprints.size() == 1 && picture.footprints[0].texels.size() == 1;
    for (PictureFootprint& footprint : picture.footprints)
      for (PictureTexel& one : footprint.texels)
        if (one.exists && one.component)
          one.shown = std::to_string(*one.component);
        else if (one.exists && !alone)
          one.shown = weight_256ths(one.weight);
  }

  void sum() {
    const ExplainedComponent& w = e.components[e.shown];
    picture.sum.value = w.value;
    picture.sum.added = !w.sum.steps.empty();
    if (picture.sum.added) {
      picture.sum.code = w.sum.wide, picture.sum.largest = w.sum.largest_wide;
      picture.sum.digits = w.sum.largest_wide != 0 ? 0 : w.sum.digits;
      return;
    }
    if (gathers() || e.parts.empty()) return;
    const unit::Channel kind = unit::channel_kind(texture, int(e.shown));
    if (kind != unit::Channel::unorm8 && kind != unit::Channel::unorm16) return;
    const TapTrace& tap = e.parts.front().trace.tap[0];
    if (!tap.exists || tap.border) return;
    picture.sum.code = tap.stored[e.shown];
    picture.sum.largest = kind == unit::Channel::unorm8 ? 255 : 65535;
  }

  const Explanation& e;
  const ViewSpec& view;
  const Texture texture; // only its shape and sampler
  int number = 0;        // of the next part's first texel
  FetchPicture picture;
};
} // namespace

double PictureFootprint::column_weight(std::size_t column) const {
  double sum = 0;
  for (const PictureTexel& texel : texels)
    if (texel.column == column) sum += texel.weight;
  return sum;
}

double PictureFootprint::row_weight(std::size_t row) const {
  double sum = 0;
  for (const PictureTexel& texel : texels)
    if (texel.row == row) sum += texel.weight;
  return sum;
}

FetchPicture fetch_picture(const Explanation& explanation, const ViewSpec& view) {
  return Maker(explanation, view).all();
}

std::string weight_256ths(double weight) {
  return brief_number(weight, weight < 10 ? 2 : 3);
}

std::string sum_line(const FetchPicture& picture) {
  if (picture.shown >= picture.words.size()) return {};
  const std::string value = brief_number(picture.sum.value, 6);
  if (picture.sum.largest == 0) return fmt::format("{} = {}", picture.component, value);
  return fmt::format("{} = {} / {} = {}", picture.component, picture.sum.code, picture.sum.largest, value);
}

std::string levels_title(const FetchPicture& picture) {
  return say(Text::picture_levels, {brief_number(picture.lod, 4)});
}

std::string texels_title(const FetchPicture& picture) {
  std::size_t count = 0;
  int probes = 0;
  for (const PictureFootprint& footprint : picture.footprints)
    count += footprint.texels.size() + footprint.more;
  for (const PictureLevel& level : picture.levels)
    probes += level.probes;
  const bool of_probes = !picture.footprints.empty() && picture.footprints.front().columns == 0;
  if (of_probes && probes > 1)
    return say(Text::picture_probe_texels, {std::to_string(count), std::to_string(probes)});
  if (count == 1)
    return text(picture.footprints.front().texels.front().border ? Text::picture_border_alone
                                                                 : Text::picture_one_texel);
  return say(Text::picture_texels, {std::to_string(count)});
}

std::string sum_title(const FetchPicture& picture) {
  if (picture.error.cause == ErrorCause::gathered) return text(Text::picture_gathered);
  if (!picture.sum.added && picture.sum.largest != 0) return text(Text::picture_code);
  if (!picture.sum.added) return text(Text::picture_unchanged);
  if (picture.sum.largest == 0 && picture.sum.digits == 0) return text(Text::picture_plain_sum);
  return say(Text::picture_sum, {std::to_string(picture.sum.digits != 0 ? picture.sum.digits : 16)});
}

} // namespace texelscope
