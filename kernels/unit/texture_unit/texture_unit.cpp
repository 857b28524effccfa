#include "kernels/unit/texture_unit/texture_unit.h"

#include <optional>

#include "kernels/unit/texture_unit/anisotropy.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/filter.h"
#include "kernels/unit/texture_unit/footprint.h"
#include "kernels/unit/texture_unit/ideal.h"
#include "kernels/unit/texture_unit/lod.h"

namespace texelscope {

namespace {
void add_level(unit::Taps& taps, const LevelTrace& level, std::size_t channel) {
  for (int i = 0; i < level.tap_count; ++i) {
    const TapTrace& tap = level.tap[std::size_t(i)];
    taps.add({tap.weight, tap.stored[channel], tap.contributes && tap.exists && level.weight != 0});
    if (i % 4 == 3 || level.tap_count == 1) taps.end_quad(level.weight_bits);
  }
  if (level.ends_pass) taps.end_pass();
}

using Sums = std::array<SumTrace, 4>;
SumTrace* sum_of(Sums* sums, std::size_t word) {
  return sums ? &(*sums)[word] : nullptr;
}

TexelBits combine(const Texture& texture, FetchKind kind, const Trace& trace, Sums* sums) {
  TexelBits components = {};
  // Measured: with a linear mip filter or anisotropy everything passes through the filter, even a single
  // texel.
  const bool filters = texture.filters_levels() || unit::always_filters(texture, kind);
  const bool one_texel = trace.probes.empty() && trace.level[0].tap_count == 1 && !filters;
  for (int c = 0; c < texture.format.channels; ++c) {
    const std::size_t channel = std::size_t(c);
    if (one_texel) {
      components[channel] = unit::point_word(texture, c, trace.level[0].tap[0].stored[channel]);
      continue;
    }
    unit::Taps taps;
    for (int l = 0; l < trace.level_count; ++l)
      add_level(taps, trace.level[std::size_t(l)], channel);
    for (const LevelTrace& probe : trace.probes)
      add_level(taps, probe, channel);
    const unit::Channel stored_as = unit::channel_kind(texture, c);
    SumTrace* sum = sum_of(sums, channel);
    components[channel] = stored_as == unit::Channel::integer
                              ? unit::blend_integers(texture.format, taps, sum)
                              : unit::filter(stored_as, taps, sum);
  }
  return components;
}

// Measured: with a linear sampler each texel passes through the filter separately, which is visible in signed
// bytes and NaN.
TexelBits gathered(const Texture& texture, const Trace& trace, int component, Sums* sums) {
  const unit::Channel kind = unit::channel_kind(texture, component);
  TexelBits components = {};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t stored = trace.level[0].tap[gather_order[i]].stored[std::size_t(component)];
    unit::Taps taps;
    taps.add({256, stored, true});
    taps.end_quad();
    taps.end_pass();
    components[i] = kind == unit::Channel::integer ? unit::point_word(texture, component, stored)
                                                   : unit::filter(kind, taps, sum_of(sums, i));
  }
  return components;
}

TexelBits element(const Texture& texture, int index) {
  TexelBits components = {};
  if (index < 0 || index >= texture.width) return components;
  const TexelBits stored = unit::stored_texel(texture, 0, index, 0, 0);
  for (int c = 0; c < texture.format.channels; ++c)
    components[std::size_t(c)] = unit::point_word(texture, c, stored[std::size_t(c)]);
  return components;
}

struct Run {
  Trace trace;
  unit::FetchCoordinate place;
  unit::Footprint footprint = unit::Footprint::point;
};

// Measured: a gather reads the first level, whatever the bias and the limits are.
int lod_of(const Texture& texture, FetchKind kind, const FetchAt& at,
           const unit::GradientFootprint& gradients) {
  if (kind == FetchKind::gather) return 0;
  if (kind == FetchKind::grad) return unit::level_of_detail(texture, gradients);
  return unit::level_of_detail(texture, kind == FetchKind::lod ? std::optional(at.lod) : std::nullopt);
}

void trace_probes(const Texture& texture, const unit::FetchCoordinate& place, unit::Footprint footprint,
                  const unit::GradientFootprint& gradients, int quad_lane, Trace& trace) {
  trace.level_count = 0;
  for (const unit::Probe& probe : unit::anisotropic_probes(texture, gradients, trace.lod, quad_lane)) {
    LevelTrace& level = trace.probes.emplace_back();
    level.level = probe.level;
    level.weight = probe.share;
    level.weight_bits = probe.share_bits;
    level.offset = probe.offset;
    level.ends_pass = probe.ends_pass;
    unit::trace_footprint(texture, place, footprint, level);
  }
}

void trace_levels(const Texture& texture, const unit::FetchCoordinate& place, unit::Footprint footprint,
                  Trace& trace) {
  unit::choose_levels(texture, trace);
  for (int i = 0; i < trace.level_count; ++i)
    unit::trace_footprint(texture, place, footprint, trace.level[std::size_t(i)]);
}

// Coordinate -> level of detail -> levels or probes, each with its footprint -> filter.
Run run(const Texture& texture, FetchKind kind, const FetchAt& at, bool record) {
  Run r;
  Trace& trace = r.trace;
  if (kind == FetchKind::texel) {
    trace.result = element(texture, at.texel);
    return r;
  }
  r.footprint = unit::footprint_of(texture, kind);
  r.place = unit::fetch_coordinate(texture, at);
  trace.face = r.place.face;
  trace.layer = r.place.layer;
  const unit::GradientFootprint gradients =
      kind == FetchKind::grad ? unit::gradient_footprint(texture, at) : unit::GradientFootprint{};
  trace.lod = lod_of(texture, kind, at, gradients);
  if (gradients.ratio > 0)
    trace_probes(texture, r.place, r.footprint, gradients, at.quad_lane, trace);
  else
    trace_levels(texture, r.place, r.footprint, trace);
  Sums* sums = record ? &trace.sum : nullptr;
  trace.result = kind == FetchKind::gather ? gathered(texture, trace, at.component, sums)
                                           : combine(texture, kind, trace, sums);
  return r;
}

// These values are only for people to read. Of the 16 bits of a 10-bit channel, which the filter takes, only
// a border color has some of its own.
void decode_taps(const Texture& texture, LevelTrace& level) {
  const auto value = [&](const TapTrace& tap, int channel) {
    const std::uint32_t stored = tap.stored[std::size_t(channel)];
    const bool wide =
        tap.border && level.tap_count > 1 && unit::channel_kind(texture, channel) == unit::Channel::unorm10;
    return wide ? stored / 65535.0 : unit::decoded_value(texture, channel, stored);
  };
  for (int i = 0; i < level.tap_count; ++i) {
    TapTrace& tap = level.tap[std::size_t(i)];
    if (!tap.exists) continue;
    for (int c = 0; c < texture.format.channels; ++c)
      tap.value[std::size_t(c)] = value(tap, c);
  }
}

// For tex1Dfetch: one texel by its index, or none.
void trace_element(const Texture& texture, int index, LevelTrace& level) {
  TapTrace& tap = level.tap[0];
  level.axis_count = 0;
  tap.x = index;
  tap.exists = index >= 0 && index < texture.width;
  if (tap.exists) tap.stored = unit::stored_texel(texture, 0, index, 0, 0);
}
} // namespace

TexelBits fetch(const Texture& texture, FetchKind kind, const FetchAt& at) {
  return run(texture, kind, at, false).trace.result;
}

Trace fetch_traced(const Texture& texture, FetchKind kind, const FetchAt& at) {
  Run r = run(texture, kind, at, true);
  Trace& trace = r.trace;
  LevelTrace& first = trace.level[0];
  if (kind == FetchKind::texel) trace_element(texture, at.texel, first);
  for (int l = 0; l < trace.level_count; ++l)
    decode_taps(texture, trace.level[std::size_t(l)]);
  for (LevelTrace& probe : trace.probes)
    decode_taps(texture, probe);
  if (kind == FetchKind::texel)
    trace.ideal = first.tap[0].value;
  else if (kind == FetchKind::gather)
    for (std::size_t i = 0; i < 4; ++i)
      trace.ideal[i] = first.tap[gather_order[i]].value[std::size_t(at.component)];
  else
    trace.ideal = unit::ideal_fetch(texture, kind, at, r.place, r.footprint);
  return trace;
}

} // namespace texelscope
