#include "kernels/texture_unit/texture_unit.h"

#include "kernels/texture_unit/address.h"
#include "kernels/texture_unit/border.h"
#include "kernels/texture_unit/coordinate.h"
#include "kernels/texture_unit/decode.h"
#include "kernels/texture_unit/filter.h"
#include "kernels/texture_unit/ideal.h"
#include "kernels/texture_unit/weights.h"

namespace texelscope {

namespace {
void find_texels(Trace& trace, const Effective& state, float x, float y) {
  const std::array<float, 2> given = {x, y};
  const std::array<int, 2> size = {state.width, state.height};
  for (std::size_t i = 0; i < 2; ++i) {
    const AddressMode mode = unit::acting_mode(state.address[i], state.normalized_coords);
    unit::locate(trace.axis[i], given[i], size[i], state.normalized_coords, mode);
    if (state.filter == FilterMode::linear)
      unit::address_linear(trace.axis[i], size[i], mode);
    else
      unit::address_point(trace.axis[i], size[i], mode);
  }
}

void read_tap(const Texture2D& texture, TapTrace& tap) {
  const Effective& state = texture.state;
  tap.stored = tap.border ? unit::border_bits(state) : unit::stored_texel(texture, tap.x, tap.y);
  for (int c = 0; c < state.format.channels; ++c)
    tap.value[std::size_t(c)] = unit::decoded_value(state, c, tap.stored[std::size_t(c)]);
}

void read_taps(const Texture2D& texture, Trace& trace) {
  const bool linear = texture.state.filter == FilterMode::linear;
  const auto& [x, y] = trace.axis;
  const std::array<int, 4> weights =
      linear ? unit::weights_2d(x.weight, y.weight) : std::array<int, 4>{256, 0, 0, 0};
  trace.tap_count = linear ? 4 : 1;
  for (std::size_t i = 0; i < std::size_t(trace.tap_count); ++i) {
    TapTrace& tap = trace.tap[i];
    tap.x = x.texel[i % 2];
    tap.y = y.texel[i / 2];
    tap.border = tap.x < 0 || tap.y < 0;
    tap.weight = weights[i];
    read_tap(texture, tap);
  }
}

TexelBits combine(const Effective& state, const Trace& trace) {
  const auto& [a, b, c, d] = trace.tap;
  TexelBits words = {};
  for (std::size_t i = 0; i < std::size_t(state.format.channels); ++i)
    words[i] = state.filter == FilterMode::point
                   ? unit::point_word(state, int(i), a.stored[i])
                   : unit::filter(unit::channel_kind(state, int(i)), {a.weight, b.weight, c.weight, d.weight},
                                  {a.stored[i], b.stored[i], c.stored[i], d.stored[i]});
  return words;
}

Trace run(const Texture2D& texture, float x, float y) {
  Trace trace;
  find_texels(trace, texture.state, x, y);
  read_taps(texture, trace);
  trace.result = combine(texture.state, trace);
  return trace;
}
} // namespace

Texture2D bind(const Image& image, const Effective& sampler) {
  Texture2D texture{image.texels.data(), sampler};
  Effective& state = texture.state;
  state.width = image.width;
  state.height = image.height;
  state.format = image.format;
  const bool integers = unit::channel_kind(state, 0) == unit::Channel::integer;
  state.result = !integers                                      ? ResultType::floating
                 : state.format.kind == ElementKind::signed_int ? ResultType::signed_int
                                                                : ResultType::unsigned_int;
  if (integers) state.filter = FilterMode::point;
  state.srgb =
      state.srgb && !integers && state.format.kind == ElementKind::unsigned_int && state.format.bits == 8;
  return texture;
}

TexelBits fetch(const Texture2D& texture, float x, float y) {
  return run(texture, x, y).result;
}

Trace fetch_traced(const Texture2D& texture, float x, float y) {
  Trace trace = run(texture, x, y);
  trace.ideal = unit::ideal_fetch(texture, trace);
  return trace;
}

} // namespace texelscope
