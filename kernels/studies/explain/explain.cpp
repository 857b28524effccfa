#include "kernels/studies/explain/explain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/ground/base/float_steps.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/slab_rules.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/image/srgb.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/ideal.h"
#include "kernels/unit/texture_unit/lod.h"
#include "kernels/unit/texture_unit/lod_trace.h"

namespace texelscope {

namespace {
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

// The ratio before any limit, where the unit stretches footprints. There is no shorter axis if both gradients
// have one direction, or none.
std::optional<double> true_ratio(const Texture& texture, const unit::GradientTrace& gradients) {
  const bool has_area = gradients.log_minor > unit::log_of_nothing / 2;
  if (texture.dimension == Dimension::d3 || texture.dimension == Dimension::d1_layered) return std::nullopt;
  if (is_cube(texture.dimension) && !has_area) return std::nullopt; // across an edge
  if (gradients.log_major <= unit::log_of_nothing / 2) return 1.0;
  if (!has_area) return std::numeric_limits<double>::infinity();
  return std::exp2(std::max(0, gradients.log_major - gradients.log_minor) / 256.0);
}

ExplainedLod explain_lod(const Texture& texture, FetchKind kind, const FetchAt& at) {
  ExplainedLod lod;
  const unit::FetchCoordinate place = unit::fetch_coordinate(texture, at);
  const unit::LodRule rule = unit::lod_rule(texture);
  if (kind == FetchKind::grad) {
    const unit::GradientTrace gradients = unit::trace_gradients(texture, at);
    lod.length = {unit::ideal_length(texture, at, place, at.dx),
                  unit::ideal_length(texture, at, place, at.dy)};
    lod.major = std::exp2(gradients.log_major / 256.0);
    lod.anisotropy = std::exp2(gradients.log_ratio / 256.0);
    lod.ratio = true_ratio(texture, gradients);
  }
  lod.taken_bias = rule.bias;
  lod.slope = rule.slope;
  const unit::LodTrace steps = unit::trace_lod(texture, kind, at);
  lod.exact = steps.given;
  lod.biased = steps.biased;
  lod.lod = steps.limited;
  lod.bias = texture.sampler.mip_bias;
  lod.lowest = rule.lowest;
  lod.highest = rule.highest;
  lod.ideal = unit::ideal_lod(texture, kind, at, place);
  return lod;
}

void explain_parts(const Texture& texture, Explanation& e) {
  const auto add = [&](const LevelTrace& trace) {
    ExplainedPart part = {trace, {}};
    const bool weighed =
        e.function != FetchKind::gather && e.function != FetchKind::texel && !e.anisotropic();
    if (weighed)
      part.exact_weight =
          unit::ideal_weights(texture, e.function, e.at, unit::fetch_coordinate(texture, e.at), trace);
    else
      part.exact_weight.fill(e.function == FetchKind::texel ? 1 : nan_value);
    e.parts.push_back(part);
  };
  for (int i = 0; i < e.trace.level_count; ++i)
    add(e.trace.level[std::size_t(i)]);
  for (const LevelTrace& probe : e.trace.probes)
    add(probe);
}

bool reads_same(const TapTrace& a, const TapTrace& b) {
  if (!a.exists || !b.exists) return false;
  return a.border || b.border ? a.border == b.border : a.x == b.x && a.y == b.y && a.z == b.z;
}

void merge_texels(Explanation& e) {
  for (ExplainedPart& part : e.parts)
    for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i) {
      const TapTrace& tap = part.trace.tap[i];
      const auto same = [&](const ExplainedTexel& texel) {
        return e.function != FetchKind::gather && reads_same(part.trace.tap[texel.tap], tap);
      };
      auto texel = std::find_if(part.texels.begin(), part.texels.end(), same);
      if (texel == part.texels.end()) texel = part.texels.insert(texel, {i, 0, 0});
      texel->weight += tap.weight;
      texel->exact_weight += part.exact_weight[i];
      part.texel_of[i] = int(texel - part.texels.begin());
    }
}

// Finds where each texel lies in memory, and in which block.
void find_texels(const CompressedTexels* blocks, Explanation& e) {
  const MemoryShape memory = e.effective.memory_shape();
  for (ExplainedPart& part : e.parts)
    for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i) {
      const TapTrace& tap = part.trace.tap[i];
      if (tap.border || !tap.exists) continue;
      part.memory[i] = memory_texel(e.effective, tap.x, tap.y);
      if (blocks != nullptr)
        part.block[i] =
            block_texel(*blocks, memory,
                        {part.trace.level + memory.first_level, tap.z + memory.first_layer, tap.x, tap.y});
    }
}

double meaning(ResultType type, std::uint32_t bits) {
  if (type == ResultType::floating) return bits_float(bits);
  return type == ResultType::signed_int ? double(std::int32_t(bits)) : double(bits);
}

// The texels weighted with the hardware's weights, without any other rounding.
double weighed(const Explanation& e, std::size_t word) {
  if (e.function == FetchKind::gather) return e.trace.ideal[word];
  double sum = 0;
  for (const ExplainedPart& part : e.parts)
    for (int i = 0; i < part.trace.tap_count; ++i) {
      const TapTrace& tap = part.trace.tap[std::size_t(i)];
      if (tap.exists && tap.weight != 0)
        sum += std::ldexp(tap.weight, -part.trace.weight_bits) * tap.value[word];
    }
  return sum;
}

std::optional<double> specified(const Texture& texture, const Explanation& e, std::size_t word) {
  bool known = false;
  double value = e.trace.ideal[word];
  const bool gathers = e.function == FetchKind::gather;
  const std::size_t channel = gathers ? std::size_t(e.at.component) : word;
  for (const ExplainedPart& part : e.parts)
    for (std::size_t i = 0; i < std::size_t(part.trace.tap_count); ++i) {
      if (!part.block[i]) continue;
      known = true;
      const TapTrace& tap = part.trace.tap[i];
      const double given = part.block[i]->specified[channel];
      const bool srgb = unit::channel_kind(texture, int(channel)) == unit::Channel::srgb8;
      const double weight = gathers ? i == gather_order[word]
                            : std::isnan(part.exact_weight[i])
                                ? std::ldexp(tap.weight, -part.trace.weight_bits)
                                : part.exact_weight[i];
      value += weight * ((srgb ? decoded_srgb(given) : given) - tap.value[channel]);
    }
  return known ? std::optional(value) : std::nullopt;
}

void explain_components(const Texture& texture, Explanation& e) {
  const ResultType type = texture.result_type();
  e.word_count = e.function == FetchKind::gather ? 4 : texture.format.channels;
  for (std::size_t i = 0; i < std::size_t(e.word_count); ++i) {
    ExplainedComponent& word = e.components[i];
    word.bits = e.trace.result[i];
    word.type = type;
    word.value = meaning(type, word.bits);
    word.ideal = e.trace.ideal[i];
    word.specified = specified(texture, e, i);
    word.weights_error = weighed(e, i) - word.ideal;
    word.sum_error = word.value - weighed(e, i);
    if (type == ResultType::floating) word.steps = float_steps(float(word.value), float(word.ideal));
    word.sum = e.trace.sum[i];
  }
}

std::size_t first_shown(const Explanation& e, const ViewSpec& view) {
  if (e.function == FetchKind::gather) return 0;
  for (std::size_t i = 0; i < std::size_t(e.word_count); ++i)
    if (view.show_channel[i]) return i;
  return 0;
}
} // namespace

namespace {
// Takes the unit's result as the T of tex*<T>.
TexelBits as_type(const FetchView& view, TexelBits components) {
  if (view.fills_alpha && view.component_count == 4 && view.function != FetchKind::gather)
    components[3] = float_bits(1);
  TexelBits taken = {};
  for (std::size_t i = 0; i < std::size_t(view.component_count); ++i)
    taken[i] = rules::read_as(view.type, components[i]);
  return taken;
}

template <class Element>
TexelBits fold_slab(const Texture& texture, const FetchView& view, FetchAt at) {
  std::array<rules::SlabSum<Element>, 4> sums = {};
  for (int sample = 0; sample < view.slab_samples; ++sample) {
    rules::set_sample(at, view, sample);
    const TexelBits components = as_type(view, fetch(texture, view.function, at));
    for (std::size_t i = 0; i < 4; ++i) {
      const auto value = rules::slab_value<Element>(components[i]);
      sums[i] = sample == 0 ? value : rules::fold(view.slab, sums[i], value);
    }
  }
  TexelBits folded = {};
  for (std::size_t i = 0; i < 4; ++i)
    folded[i] = rules::folded(view.slab, sums[i], view.slab_samples);
  return folded;
}

void hand_over(const Texture& texture, const FetchView& view, Explanation& e) {
  e.handed_count = view.component_count;
  if (view.slab == Slab::off) {
    e.handed = as_type(view, e.trace.result);
    return;
  }
  e.slab_samples = view.slab_samples;
  e.handed = view.result == ResultType::floating       ? fold_slab<float>(texture, view, e.at)
             : view.result == ResultType::unsigned_int ? fold_slab<std::uint32_t>(texture, view, e.at)
                                                       : fold_slab<std::int32_t>(texture, view, e.at);
}
} // namespace

namespace {
std::string resize_step(const Session& session, int pixel, int in, int out) {
  const bool aligned = session.view.align_corners;
  if (aligned && out == 1) return "0.5";
  const double place = !aligned && session.fetch.sample_at == SampleAt::center ? 0.5 : 0;
  const double at = aligned ? double(pixel) * (in - 1) / (out - 1) + 0.5 : (pixel + place) * in / out;
  const std::string from = place > 0 ? fmt::format("({} + 0.5)", pixel) : std::to_string(pixel);
  return aligned ? fmt::format("{} * {} / {} + 0.5 = {:.9g}", from, in - 1, out - 1, at)
                 : fmt::format("{} * {} / {} = {:.9g}", from, in, out, at);
}

std::vector<std::pair<std::string, std::string>> resize_steps(const Session& session, const Pixel& pixel,
                                                              int width, int height) {
  const auto [across, along] = spanned_size(session);
  const bool volume = session.texture.dimension == Dimension::d3;
  const Axis slice = session.fetch.slice_axis;
  std::vector<std::pair<std::string, std::string>> steps;
  steps.emplace_back(volume && slice == Axis::x ? "z" : "x",
                     resize_step(session, pixel.x, int(across), width));
  if (!is_1d(session.texture.dimension))
    steps.emplace_back(volume && slice == Axis::y ? "z" : "y",
                       resize_step(session, pixel.y, int(along), height));
  return steps;
}
} // namespace

namespace {
Explanation explain_found(const Session& session, const Effective& effective, const std::byte* texels,
                          int width, int height, const FetchTarget& target, const TargetFetch& found,
                          bool has_values, const CompressedTexels* blocks) {
  Explanation e;
  e.target = target;
  e.pixel = found.pixel;
  e.place = found.place;
  e.texel = found.texel;
  e.width = width;
  e.height = height;
  e.effective = effective;
  e.has_values = has_values;
  e.view = found.in_view;
  if (is_resize(session) && e.pixel) e.resize = resize_steps(session, *e.pixel, width, height);
  e.empty = found.fetch.empty;
  e.at = found.fetch.at;
  e.function = found.view.function;
  if (e.empty) return e;
  Image reinterpreted;
  const Texture texture = make_texture_view(texels, effective, reinterpreted);
  e.trace = fetch_traced(texture, e.function, e.at);
  if (texture.level_count > 1 || e.function == FetchKind::grad)
    e.lod = explain_lod(texture, e.function, e.at);
  explain_parts(texture, e);
  merge_texels(e);
  find_texels(blocks, e);
  explain_components(texture, e);
  e.shown = first_shown(e, session.view);
  hand_over(texture, found.view, e);
  return e;
}
} // namespace

Explanation explain(const Session& session, const Effective& effective, const std::byte* texels, int width,
                    int height, const FetchTarget& target, bool has_values, const CompressedTexels* blocks) {
  return explain_found(session, effective, texels, width, height, target,
                       fetch_of(session, effective, width, height, target), has_values, blocks);
}

Explanation explain_fetch(const Session& session, const Effective& effective, const std::byte* texels,
                          const FetchAt& at, const CompressedTexels* blocks, bool has_values) {
  TargetFetch given;
  given.view = make_fetch_view(session, effective, 1, 1);
  given.fetch = {at, false};
  const SamplePosition position = {{at.x, at.y, at.z}, counts_texels(session, effective), at.layer, {}, 0};
  return explain_found(session, effective, texels, 0, 0, position, given, has_values, blocks);
}

FetchExplanation explained(Explanation fetch, std::span<const Note> notes, const ViewSpec& view) {
  FetchExplanation all;
  all.reasons = reasons(fetch, notes);
  all.picture = fetch_picture(fetch, view);
  all.fetch = std::move(fetch);
  return all;
}

bool Explanation::hands_over_others() const {
  return slab_samples > 0 || handed != trace.result || handed_count != word_count ||
         (word_count > 0 && components[0].type != effective.result);
}

int Explanation::texel_number(int tap) const {
  int first = 0;
  for (const ExplainedPart& part : parts) {
    if (tap < part.trace.tap_count) return first + part.texel_of[std::size_t(tap)];
    tap -= part.trace.tap_count;
    first += int(part.texels.size());
  }
  return first;
}

const char* axis_name(const Explanation& e, std::size_t axis) {
  static constexpr const char* normalized[] = {"u", "v", "w"};
  static constexpr const char* texels[] = {"x", "y", "z"};
  static constexpr const char* face[] = {"s", "t"};
  if (is_cube(e.effective.dimension)) return face[axis];
  return e.effective.sampler.normalized_coords ? normalized[axis] : texels[axis];
}

AddressMode acting_mode(const Explanation& e, std::size_t axis) {
  return unit::axis_rule(texture_of(nullptr, e.effective), 0, axis).mode;
}

std::string function_name(FetchKind function, Dimension dimension) {
  static constexpr const char* dimensions[] = {
      "1D", "2D", "3D", "1DLayered", "2DLayered", "Cubemap", "CubemapLayered"};
  static constexpr const char* endings[] = {"", "Lod", "Grad", "gather", "fetch"};
  const std::string base = std::string("tex") + dimensions[std::size_t(dimension)];
  return base + endings[std::size_t(function)];
}

std::string texel_place(const Effective& effective, const TapTrace& tap) {
  std::string place = std::to_string(tap.x);
  if (!is_1d(effective.dimension)) place += "," + std::to_string(tap.y);
  if (effective.dimension == Dimension::d3) place += "," + std::to_string(tap.z);
  if (is_cube(effective.dimension)) place = std::string(label(CubeFace(tap.z % 6))) + " " + place;
  return place;
}

} // namespace texelscope
