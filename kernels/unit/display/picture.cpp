#include "kernels/unit/display/picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/ground/base/half.h"
#include "kernels/ground/base/rows.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

double shown_value(ResultType type, const ElementFormat& source, std::uint32_t bits) {
  return type == ResultType::floating ? double(bits_float(bits)) : real_value(source, bits);
}

std::array<int, 3> drawn_channels(int source_channels, const ViewSpec& view) {
  int shown = 0, first = -1;
  for (int c = source_channels - 1; c >= 0; --c)
    if (view.show_channel[std::size_t(c)]) ++shown, first = c;
  if (shown <= 1 || view.false_color != FalseColor::off) return {first, first, first};
  std::array<int, 3> drawn = {-1, -1, -1};
  for (int c = 0; c < std::min(source_channels, 3); ++c)
    if (view.show_channel[std::size_t(c)]) drawn[std::size_t(c)] = c;
  return drawn;
}

namespace {

float clamped(float v) {
  return v > 0 ? (v < 1 ? v : 1.0f) : 0.0f;
}
std::uint8_t to_byte(float v) {
  return static_cast<std::uint8_t>(std::floor(v + 0.5f));
}

Rgb mix(const Rgb& from, const Rgb& to, float share) {
  Rgb color;
  for (std::size_t c = 0; c < 3; ++c)
    color[c] = to_byte(float(from[c]) + (float(to[c]) - float(from[c])) * share);
  return color;
}

Rgb viridis(float v) {
  const float t = clamped(v) * 15;
  const auto i = std::min<std::size_t>(static_cast<std::size_t>(t), 14);
  return mix(viridis_colors[i], viridis_colors[i + 1], t - float(i));
}

Rgb signed_color(float v) {
  constexpr Rgb white = {255, 255, 255};
  return mix(white, v < 0 ? negative_color : positive_color, clamped(std::abs(v)));
}

class ToneMap {
public:
  ToneMap(ResultType shown, const ElementFormat& element, const ViewSpec& spec)
      : type(shown), source(element), view(spec), drawn(drawn_channels(element.channels, spec)),
        scale(static_cast<float>(std::exp2(spec.exposure))), low(static_cast<float>(spec.range_low)),
        high(static_cast<float>(spec.range_high)) {}

  // Converts row y of a picture, from four components per pixel.
  void row(const std::uint32_t* components, int width, int y, std::uint8_t* out) const {
    if (type == ResultType::floating && view.false_color == FalseColor::off && !view.mark_out_of_range &&
        !lays_over() && drawn == std::array{0, 1, 2} && plain_row(components, width, out))
      return;
    for (int x = 0; x < width; ++x, components += 4, out += 4) {
      const Rgb mapped = color(components, x, y);
      std::copy(mapped.begin(), mapped.end(), out);
      out[3] = 255;
    }
  }

private:
  Rgb color(const std::uint32_t* pixel, int x, int y) const {
    std::array<float, 3> value = {}, v = {};
    for (std::size_t c = 0; c < 3; ++c) {
      if (drawn[c] < 0) continue;
      value[c] = laid_over(pixel, drawn[c]);
      v[c] = ranged(value[c]);
    }
    const bool second_stripe = ((x + y) >> 2) & 1;
    if (view.mark_nonfinite && any(value, [](float f) { return !std::isfinite(f); }))
      return nonfinite(value, second_stripe);
    if (view.mark_out_of_range && !second_stripe) {
      const float min_value = is_signed() ? -1.0f : 0.0f;
      if (any(v, [](float f) { return f > 1; })) return above_color;
      if (any(v, [&](float f) { return f < min_value; })) return below_color;
    }
    return in_range(v);
  }

  bool lays_over() const { return view.over != Over::off && source.channels == 4; }

  float real(const std::uint32_t* pixel, int channel) const {
    return static_cast<float>(shown_value(type, source, pixel[channel]));
  }

  float laid_over(const std::uint32_t* pixel, int channel) const {
    const float value = real(pixel, channel);
    if (!lays_over() || channel == 3) return value;
    const float alpha = real(pixel, 3), below = (1 - alpha) * view.over_color[std::size_t(channel)];
    return (view.over == Over::straight ? value * alpha : value) + below;
  }

  // The common case, finite floats as r, g, b, in a loop that becomes vector code. Returns false if a value
  // is not finite; the row must then be done again.
  bool plain_row(const std::uint32_t* pixels, int width, std::uint8_t* out) const {
    const float factor = scale, from = low, range = high - low; // copies, because bytes may alias members
    std::uint32_t largest = 0;
    for (int i = 0; i < width * 4; ++i) {
      const std::uint32_t magnitude = pixels[i] & 0x7fffffffu;
      largest = largest > magnitude ? largest : magnitude;
      const float v = (bits_float(pixels[i]) * factor - from) / range;
      const float above = v > 0 ? v : 0.0f;
      out[i] = static_cast<std::uint8_t>(static_cast<int>((above < 1 ? above : 1.0f) * 255 + 0.5f));
    }
    for (int x = 0; x < width; ++x)
      out[x * 4 + 3] = 255;
    return largest < 0x7f800000u;
  }

  template <class Test>
  static bool any(const std::array<float, 3>& values, Test&& test) {
    return std::any_of(values.begin(), values.end(), test);
  }

  bool is_signed() const { return view.false_color == FalseColor::signed_map; }

  float ranged(float value) const {
    const float v = is_signed() ? value * scale / std::max(std::abs(low), std::abs(high))
                                : (value * scale - low) / (high - low);
    return std::isnan(v) ? 0.0f : v;
  }

  static Rgb nonfinite(const std::array<float, 3>& value, bool second_stripe) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (any(value, [](float f) { return std::isnan(f); })) return nan_color;
    if (second_stripe) return {0, 0, 0};
    return any(value, [](float f) { return f == infinity; }) ? plus_infinity_color : minus_infinity_color;
  }

  Rgb in_range(const std::array<float, 3>& v) const {
    if (drawn[0] >= 0 && view.false_color == FalseColor::viridis) return viridis(v[0]);
    if (drawn[0] >= 0 && is_signed()) return signed_color(v[0]);
    Rgb color = {};
    for (std::size_t c = 0; c < 3; ++c)
      if (drawn[c] >= 0) color[c] = to_byte(clamped(v[c]) * 255);
    return color;
  }

  ResultType type;
  const ElementFormat& source;
  const ViewSpec& view;
  std::array<int, 3> drawn;
  float scale, low, high;
};

} // namespace

std::vector<std::uint8_t> tone_map(const Picture& picture, const ViewSpec& view) {
  std::vector<std::uint8_t> rgba(picture.pixels.size() * 4);
  if (!picture.pixels.empty())
    tone_map({picture.width, picture.height, picture.type, picture.source, picture.pixels.front().data()},
             view, rgba.data());
  return rgba;
}

void tone_map(const PictureView& picture, const ViewSpec& view, std::uint8_t* rgba) {
  const ToneMap map(picture.type, picture.source, view);
  const std::size_t width = std::size_t(picture.width);
  for_rows(picture.height, width * sizeof(TexelBits), {}, [&](int first, int last) {
    for (int y = first; y < last; ++y)
      map.row(picture.components + std::size_t(y) * width * 4, picture.width, picture.first_row + y,
              rgba + std::size_t(y) * width * 4);
  });
}

namespace {
// Converts channels to floats of their real values, four per texel.
void real_texel(const ElementFormat& format, const std::byte* texel, std::uint32_t* components) {
  for (int c = 0; c < format.channels; ++c) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, texel + c * format.bits / 8, std::size_t(format.bits / 8));
    components[c] = float_bits(static_cast<float>(real_value(format, bits)));
  }
}

// A table for bytes, which are the most common texels and have few values.
std::array<std::uint32_t, 256> real_bytes(const ElementFormat& format) {
  std::array<std::uint32_t, 256> real = {};
  for (std::uint32_t code = 0; format.bits == 8 && code < 256; ++code)
    real[code] = float_bits(static_cast<float>(real_value(format, code)));
  return real;
}
} // namespace

void tone_map(const StoredTexels& texture, const TexelWindow& window, const ViewSpec& view, int width,
              int height, std::uint8_t* rgba) {
  const auto texel_under = [&](double from, int pixel) {
    return std::floor(from + (pixel + 0.5) * window.step);
  };
  const auto bytes = real_bytes(texture.format);
  ViewSpec stored = view;
  stored.over = Over::off;
  const ToneMap map(ResultType::floating, texture.format, stored);
  const std::size_t texel_bytes = std::size_t(texture.format.texel_bytes());
  for_rows(height, std::size_t(width) * sizeof(TexelBits), {}, [&](int first, int last) {
    std::vector<TexelBits> texels(static_cast<std::size_t>(width));
    for (int y = first; y < last; ++y) {
      std::uint8_t* out = rgba + std::size_t(y) * std::size_t(width) * 4;
      const double row = texel_under(window.y0, y);
      const bool inside = row >= 0 && row < texture.height;
      const std::byte* from =
          texture.texels + (inside ? std::size_t(row) * std::size_t(texture.width) * texel_bytes : 0);
      int begin = width, end = 0; // the pixels that show texels
      for (int x = 0; inside && x < width; ++x) {
        const double column = texel_under(window.x0, x);
        if (column < 0 || column >= texture.width) continue;
        begin = std::min(begin, x);
        end = x + 1;
        const std::byte* texel = from + std::size_t(column) * texel_bytes;
        if (texture.format.bits != 8)
          real_texel(texture.format, texel, texels[std::size_t(x)].data());
        else
          for (std::size_t c = 0; c < texel_bytes; ++c)
            texels[std::size_t(x)][c] = bytes[std::size_t(texel[c])];
      }
      map.row(texels.front().data(), width, y, out);
      for (int x = 0; x < width; ++x)
        if (x < begin || x >= end) {
          std::fill_n(out + x * 4, 3, ground_grays[std::size_t((x / 8 + y / 8) & 1)]);
          out[x * 4 + 3] = 255;
        }
    }
  });
}

void dim_repeats(const Session& session, int width, int height, std::uint8_t* rgba) {
  const auto origin = picture_to_texture(session, width, height, 0.5, 0.5);
  const auto right = picture_to_texture(session, width, height, 1.5, 0.5);
  const auto down = picture_to_texture(session, width, height, 0.5, 1.5);
  const double step[2][2] = {{right[0] - origin[0], right[1] - origin[1]},
                             {down[0] - origin[0], down[1] - origin[1]}};
  std::array<std::uint8_t, 256> dimmed;
  for (std::size_t i = 0; i < 256; ++i)
    dimmed[i] = to_byte(float(i) * dim_factor);
  for_rows(height, std::size_t(width) * 4, {}, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      std::uint8_t* out = rgba + std::size_t(y) * std::size_t(width) * 4;
      for (int x = 0; x < width; ++x, out += 4) {
        const double u = origin[0] + x * step[0][0] + y * step[1][0],
                     v = origin[1] + x * step[0][1] + y * step[1][1];
        if (u >= 0 && u < 1 && v >= 0 && v < 1) continue;
        for (int c = 0; c < 3; ++c)
          out[c] = dimmed[out[c]];
      }
    }
  });
}

} // namespace texelscope
