// The values that the write kernels write, as pure functions of texel index and frame, compiled both for the
// CPU and for CUDA.
//
// All arithmetic is on integers; for floats only operations are used that are exact or correctly rounded on
// both sides, so that both backends write the same bits. A texel is the raw bits of four channels, as in
// Image::bits_at.
#pragma once

#include <cstdint>

#include "kernels/ground/base/half.h"
#include "kernels/state/session/spec.h"

namespace texelscope::rules {

struct Texel {
  std::uint32_t word[4];
};

// The code of a real value in [0,1], given as v / 65535, in the element format. Equals encode_real().
TEXELSCOPE_HOST_DEVICE inline std::uint32_t encode_unorm16(ElementKind kind, int bits, std::uint32_t v) {
  switch (kind) {
  case ElementKind::unsigned_int:
    return bits == 8 ? (v * 255u + 32767u) / 65535u : bits == 16 ? v : v * 65537u;
  case ElementKind::signed_int:
    return bits == 8    ? (v * 127u + 32767u) / 65535u
           : bits == 16 ? (v * 32767u + 32767u) / 65535u
                        : std::uint32_t((std::uint64_t(v) * 2147483647u + 32767u) / 65535u);
  case ElementKind::floating:
    break;
  }
  if (bits == 32) return float_bits(float(v) / 65535.0f);
  // v / 65535 is above v / 65536 by so little that only ties are affected, which then go up: rounding v + 1/4
  // gives the nearest half with one rounding. Below 2048 every v / 65536 is a half.
  return float_to_half(float(v < 2048u ? 4u * v : 4u * v + 1u) * 3.814697265625e-6f); // 2^-18
}

// A triangle wave of phase (one period is 65536): 0 at 0, 65535 at half a period.
TEXELSCOPE_HOST_DEVICE inline std::uint32_t triangle(std::uint32_t phase) {
  const std::uint32_t p = phase & 65535u;
  return p < 32768u ? 2u * p + (p == 32767u) : 2u * (65535u - p) + (p == 32768u);
}

// 3 s^2 - 2 s^3 over 65535, in integers: rounds the triangle into a wave.
TEXELSCOPE_HOST_DEVICE inline std::uint32_t smooth(std::uint32_t s) {
  const std::uint64_t square = std::uint64_t(s) * s;
  return std::uint32_t(square * (3u * 65535u - 2u * s) / (std::uint64_t(65535u) * 65535u));
}

TEXELSCOPE_HOST_DEVICE inline std::uint32_t isqrt(std::uint64_t n) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t(1) << 31; bit != 0; bit >>= 1) // from 2^32 on, squares overflow
    if ((root + bit) * (root + bit) <= n) root += bit;
  return std::uint32_t(root);
}

// The animated pattern at texel (x, y) of a width x height texture, as v / 65535. Phase counts 1/1024 of a
// period.
TEXELSCOPE_HOST_DEVICE inline std::uint32_t pattern_value(PatternKind pattern, int x, int y, int width,
                                                          int height, int channel, std::int64_t phase) {
  const std::uint32_t time = std::uint32_t(phase) * 64u;
  const std::uint32_t u =
      std::uint32_t((std::uint64_t(2 * x + 1) << 15) / std::uint32_t(width)); // (x + 0.5) / width
  const std::uint32_t v = std::uint32_t((std::uint64_t(2 * y + 1) << 15) / std::uint32_t(height));
  const std::uint32_t shift = std::uint32_t(channel) * 16384u;
  switch (pattern) {
  case PatternKind::waves: {
    const std::uint32_t a = smooth(triangle(3u * u + time + shift));
    const std::uint32_t b = smooth(triangle(2u * v + u - time + shift));
    return (a + b) / 2u;
  }
  case PatternKind::rings: {
    const std::int64_t dx = std::int64_t(u) - 32768, dy = std::int64_t(v) - 32768;
    return smooth(triangle(8u * isqrt(std::uint64_t(dx * dx + dy * dy)) - time + shift));
  }
  case PatternKind::sweep:
    break;
  }
  const std::uint32_t distance = (u - time + std::uint32_t(channel) * 2048u) & 65535u;
  return distance < 16384u ? 65535u - distance * 4u : 0u;
}

// Slices, layers and faces are a sixteenth of a period apart.
TEXELSCOPE_HOST_DEVICE inline std::int64_t plane_phase(std::int64_t phase, int plane) {
  return phase + std::int64_t(plane) * 64;
}

TEXELSCOPE_HOST_DEVICE inline Texel pattern_texel(PatternKind pattern, ElementFormat format, int x, int y,
                                                  int width, int height, std::int64_t phase) {
  Texel texel = {};
  for (int c = 0; c < format.channels; ++c)
    texel.word[c] = encode_unorm16(format.kind, format.bits,
                                   c == 3 ? 65535u : pattern_value(pattern, x, y, width, height, c, phase));
  return texel;
}

// Whether the brush's capsule covers the center of texel (x, y); in double, with every operation correctly
// rounded and in this order. Radius 0.5 paints the texel that contains the point.
TEXELSCOPE_HOST_DEVICE inline bool stroke_covers(const BrushStroke& stroke, int x, int y) {
  const double px = x + 0.5 - stroke.x0, py = y + 0.5 - stroke.y0;
  const double ax = double(stroke.x1) - stroke.x0, ay = double(stroke.y1) - stroke.y0;
  const double length2 = ax * ax + ay * ay;
  double t = length2 > 0 ? (px * ax + py * ay) / length2 : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  const double dx = px - t * ax, dy = py - t * ay;
  return dx * dx + dy * dy <= double(stroke.radius) * stroke.radius;
}

TEXELSCOPE_HOST_DEVICE inline bool stroke_reaches(const BrushStroke& stroke, int plane) {
  return stroke.plane < 0 || stroke.plane == plane;
}

// The texels of a brush kernel: the stroke's bounding box, first inclusive, last exclusive, empty if first >=
// last. In clamp mode it extends up to `brush_reach` texels past the edges; writes there land on the edge.
inline constexpr int brush_reach = 1024;
struct StrokeBox {
  int first_x, first_y, last_x, last_y;
};
TEXELSCOPE_HOST_DEVICE inline StrokeBox stroke_box(const BrushStroke& stroke, BoundaryMode boundary,
                                                   int width, int height) {
  const double radius = stroke.radius < 0 ? -double(stroke.radius) : double(stroke.radius);
  const double low_x = (stroke.x0 < stroke.x1 ? stroke.x0 : stroke.x1) - radius - 1;
  const double low_y = (stroke.y0 < stroke.y1 ? stroke.y0 : stroke.y1) - radius - 1;
  const double high_x = (stroke.x0 < stroke.x1 ? stroke.x1 : stroke.x0) + radius + 1;
  const double high_y = (stroke.y0 < stroke.y1 ? stroke.y1 : stroke.y0) + radius + 1;
  const int reach = boundary == BoundaryMode::clamp ? brush_reach : 0;
  const auto limited = [reach](double v, int size) {
    return v > -reach ? (v < size + reach ? int(v + reach) - reach : size + reach) : -reach; // rounds down
  };
  return {limited(low_x, width), limited(low_y, height), limited(high_x + 1, width),
          limited(high_y + 1, height)};
}

// The channel as a signed number for averages: integers unchanged, floats decoded.
TEXELSCOPE_HOST_DEVICE inline std::int64_t channel_integer(ElementKind kind, int bits, std::uint32_t word) {
  if (kind == ElementKind::unsigned_int) return word;
  return bits == 8 ? std::int8_t(word) : bits == 16 ? std::int16_t(word) : std::int32_t(word);
}
TEXELSCOPE_HOST_DEVICE inline std::uint32_t channel_word(int bits, std::int64_t value) {
  return std::uint32_t(value) & (bits == 32 ? 0xffffffffu : (1u << bits) - 1u);
}
TEXELSCOPE_HOST_DEVICE inline float channel_float(int bits, std::uint32_t word) {
  return bits == 16 ? half_to_float(std::uint16_t(word)) : bits_float(word);
}

// (4 middle + left + right + up + down) / 8: integers round half up; floats add in this order, and any NaN
// becomes the one with all bits set.
TEXELSCOPE_HOST_DEVICE inline std::uint32_t diffuse_word(ElementKind kind, int bits,
                                                         const std::uint32_t (&around)[5]) {
  if (kind != ElementKind::floating) {
    std::int64_t sum = 4 * channel_integer(kind, bits, around[0]) + 4;
    for (int i = 1; i < 5; ++i)
      sum += channel_integer(kind, bits, around[i]);
    return channel_word(bits, sum >> 3);
  }
  const float sides = (channel_float(bits, around[1]) + channel_float(bits, around[2])) +
                      (channel_float(bits, around[3]) + channel_float(bits, around[4]));
  const float half_middle =
      channel_float(bits, around[0]) * 0.5f; // scaling by powers of two keeps this fma-safe
  const float eighth = sides * 0.125f;
  const float mean = half_middle + eighth;
  if (mean != mean)
    return bits == 16 ? 0x7fffu : 0x7fffffffu; // it depends on the machine which NaN a sum returns
  return bits == 16 ? float_to_half(mean) : float_bits(mean);
}

TEXELSCOPE_HOST_DEVICE inline bool lives(ElementKind kind, int bits, std::uint32_t word) {
  if (kind == ElementKind::floating) return channel_float(bits, word) > 0.5f;
  const std::int64_t largest = (std::int64_t(1) << (kind == ElementKind::unsigned_int ? bits : bits - 1)) - 1;
  return channel_integer(kind, bits, word) > largest / 2;
}

// One feedback step at (x, y). read(x, y) returns the last texture's Texel by a surface read with the
// boundary mode applied.
template <class Read>
TEXELSCOPE_HOST_DEVICE inline Texel feedback_texel(FeedbackRule rule, ElementFormat format, int x, int y,
                                                   Read&& read) {
  if (rule == FeedbackRule::drift) return read(x - 1, y);
  if (rule == FeedbackRule::diffuse) {
    const Texel t[5] = {read(x, y), read(x - 1, y), read(x + 1, y), read(x, y - 1), read(x, y + 1)};
    Texel out = {};
    for (int c = 0; c < format.channels; ++c) {
      const std::uint32_t around[5] = {t[0].word[c], t[1].word[c], t[2].word[c], t[3].word[c], t[4].word[c]};
      out.word[c] = diffuse_word(format.kind, format.bits, around);
    }
    return out;
  }
  int neighbors[4] = {};
  bool alive[4] = {};
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const Texel texel = read(x + dx, y + dy);
      for (int c = 0; c < format.channels; ++c) {
        const bool here = lives(format.kind, format.bits, texel.word[c]);
        if (dx == 0 && dy == 0)
          alive[c] = here;
        else
          neighbors[c] += here;
      }
    }
  Texel out = {};
  for (int c = 0; c < format.channels; ++c)
    out.word[c] = encode_unorm16(format.kind, format.bits,
                                 neighbors[c] == 3 || (alive[c] && neighbors[c] == 2) ? 65535u : 0u);
  return out;
}

} // namespace texelscope::rules
