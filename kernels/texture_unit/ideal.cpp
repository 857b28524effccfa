#include "kernels/texture_unit/ideal.h"

#include <algorithm>
#include <cmath>

#include "kernels/texture_unit/border.h"
#include "kernels/texture_unit/coordinate.h"
#include "kernels/texture_unit/decode.h"

namespace texelscope::unit {

namespace {
struct IdealAxis {
  std::array<int, 2> texel = {0, 0}; // -1: border
  double weight = 0;
};

double modulo(double index, double period) {
  const double rest = std::fmod(index, period);
  return rest < 0 ? rest + period : rest;
}

// `index` is whole or infinite.
int address(double index, int size, AddressMode mode) {
  const double inside = std::clamp(index, 0.0, size - 1.0);
  switch (mode) {
  case AddressMode::wrap:
    return int(modulo(index, size));
  case AddressMode::clamp:
    return int(inside);
  case AddressMode::mirror: {
    const double within = modulo(index, 2.0 * size);
    return int(within < size ? within : 2.0 * size - 1 - within);
  }
  case AddressMode::border:
    break;
  }
  return index == inside ? int(index) : -1;
}

IdealAxis ideal_axis(const AxisTrace& axis, int size, bool normalized, AddressMode mode, FilterMode filter) {
  const bool periodic = mode == AddressMode::wrap || mode == AddressMode::mirror;
  const double coordinate = periodic && std::isinf(axis.coordinate) ? 0.0 : double(axis.coordinate);
  const double position = normalized ? coordinate * size : coordinate;
  const double start = filter == FilterMode::linear ? position - 0.5 : position;
  const double first = std::floor(start);
  return {{address(first, size, mode), address(first + 1, size, mode)},
          std::isinf(start) ? 0.0 : start - first};
}

// The border colour limited to what the format could hold, not rounded to it. Integers have no ideal but what
// is read.
double border_value(const Effective& state, int channel) {
  const ElementFormat& format = state.format;
  const double color = state.border_color[std::size_t(channel)];
  if (format.kind == ElementKind::floating) return color;
  if (channel_kind(state, channel) == Channel::integer)
    return decoded_value(state, channel, border_bits(state)[std::size_t(channel)]);
  return std::isnan(color) ? 0.0
                           : std::clamp(color, format.kind == ElementKind::signed_int ? -1.0 : 0.0, 1.0);
}
} // namespace

std::array<double, 4> ideal_fetch(const Texture2D& texture, const Trace& trace) {
  const Effective& state = texture.state;
  const auto axis = [&](std::size_t i, int size) {
    return ideal_axis(trace.axis[i], size, state.normalized_coords,
                      acting_mode(state.address[i], state.normalized_coords), state.filter);
  };
  const IdealAxis x = axis(0, state.width), y = axis(1, state.height);
  std::array<double, 4> sum = {};
  for (std::size_t tap = 0; tap < 4; ++tap) {
    if (state.filter == FilterMode::point && tap > 0) break;
    const bool right = tap % 2 == 1, below = tap >= 2;
    const double weight = state.filter == FilterMode::point
                              ? 1.0
                              : (right ? x.weight : 1 - x.weight) * (below ? y.weight : 1 - y.weight);
    if (weight == 0) continue;
    const int tx = x.texel[right], ty = y.texel[below];
    const bool border = tx < 0 || ty < 0;
    const TexelBits stored = border ? TexelBits{} : stored_texel(texture, tx, ty);
    for (int c = 0; c < state.format.channels; ++c) {
      const std::size_t i = std::size_t(c);
      sum[i] += weight * (border ? border_value(state, c) : decoded_value(state, c, stored[i]));
    }
  }
  return sum;
}

} // namespace texelscope::unit
