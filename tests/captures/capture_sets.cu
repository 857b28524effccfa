#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "tests/captures/capture_file.h"
#include "tests/captures/probe.h"

namespace texelscope::captures {

namespace {
using Random = std::mt19937;

float uniform(Random& random, float low, float high) {
  return low + (high - low) * float(random() >> 8) * 0x1p-24f;
}
int pick(Random& random, int count) {
  return int(random() % unsigned(count));
}

float nudge(float value, int ulps) {
  for (; ulps > 0; --ulps)
    value = std::nextafter(value, INFINITY);
  for (; ulps < 0; ++ulps)
    value = std::nextafter(value, -INFINITY);
  return value;
}

float strange_number(Random& random) {
  static constexpr float inf = std::numeric_limits<float>::infinity();
  static constexpr float list[] = {
      0.0f,         -0.0f,         1e-45f,       -1e-45f,
      1e-39f,       -1e-39f,       1.2e-38f,     -1.2e-38f,
      1e-10f,       -1e-10f,       -0x1p-25f,    -0x1p-22f,
      -0x1p-21f,    0x1p-22f,      16777216.f,   -16777216.f,
      2147483648.f, -2147483648.f, 4294967296.f, 1e9f,
      -1e9f,        1e20f,         -1e20f,       3.4e38f,
      -3.4e38f,     inf,           -inf,         std::numeric_limits<float>::quiet_NaN()};
  return list[pick(random, int(std::size(list)))];
}

// A coordinate on an axis of `size` texels; `scale` turns texels into what the sampler takes.
float coordinate(Random& random, int how, int size, bool normalized) {
  const float scale = normalized ? 1 / float(size) : 1;
  switch (how) {
  case 0:
    return uniform(random, -1, 2) * (normalized ? 1 : float(size));
  case 1:
    return (float(pick(random, 3 * size) - size) + 0.5f) * scale;
  case 2:
    return float(pick(random, 3 * size + 1) - size) * scale;
  case 3:
    return nudge((float(pick(random, 3 * size) - size) + float(pick(random, 512)) / 512) * scale,
                 pick(random, 7) - 3);
  case 4:
    return float(pick(random, 2048) - 512) / 512; // short binary fractions
  case 5:
    return uniform(random, -40, 40) * (normalized ? 1 : float(size));
  default:
    return strange_number(random);
  }
}

std::vector<std::uint32_t> coordinates(Random& random, const Case& c) {
  static constexpr int ways[] = {0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 4, 5, 6};
  std::vector<std::uint32_t> bits;
  for (int i = 0; i < c.samples; ++i) {
    bits.push_back(
        std::bit_cast<std::uint32_t>(coordinate(random, ways[pick(random, 13)], int(c.width), c.normalized)));
    bits.push_back(std::bit_cast<std::uint32_t>(
        coordinate(random, ways[pick(random, 13)], int(c.height), c.normalized)));
  }
  return bits;
}

float border_value(Random& random, const Case& c) {
  const float largest = c.bits == 8 ? 255.0f : 65535.0f;
  switch (pick(random, 6)) {
  case 0:
    return uniform(random, -2, 2);
  case 1:
    return float(pick(random, int(largest))) / largest;
  case 2:
    return (float(pick(random, int(largest))) + 0.5f) / largest;
  case 3:
    return strange_number(random);
  default:
    return uniform(random, 0, 1);
  }
}

void choose_size(Random& random, Case& c, int number) {
  static constexpr int sizes[][2] = {{1, 1}, {13, 7}, {64, 32}, {257, 3}, {8193, 2}, {3, 4099}};
  if (number % 7 < 6) {
    c.width = std::uint32_t(sizes[number % 7][0]), c.height = std::uint32_t(sizes[number % 7][1]);
    return;
  }
  const auto side = [&](double log_largest) {
    return std::uint32_t(std::exp2(uniform(random, 0, float(log_largest))));
  };
  c.width = side(14.001),
  c.height = side(15 - std::log2(double(c.width)) > 14 ? 14.001 : 15 - std::log2(double(c.width)));
  c.width = std::clamp(c.width, 1u, 16384u), c.height = std::clamp(c.height, 1u, 16384u);
  if (pick(random, 2)) std::swap(c.width, c.height);
}

Capture record(const Case& c, Random& random) {
  Capture capture{c, coordinates(random, c), {}};
  const ElementFormat format = c.format();
  const Array array = make_array(format, int(c.width), int(c.height), texels(c).data());
  Sampler s{bool(c.normalized),
            {AddressMode(c.address[0]), AddressMode(c.address[1])},
            {},
            FilterMode(c.filter),
            ReadMode(c.read_mode),
            bool(c.srgb)};
  for (std::size_t i = 0; i < 4; ++i)
    s.border[i] = std::bit_cast<float>(c.border[i]);
  Texture texture;
  if (make_texture(array.get(), s, texture) != cudaSuccess) return {}; // probe_legality tells of these
  for (const uint4& w : fetch(texture.get(), format, result_type(format, s.read_mode), capture.coordinates)) {
    const std::uint32_t words[] = {w.x, w.y, w.z, w.w};
    capture.words.insert(capture.words.end(), words, words + c.channels);
  }
  return capture;
}

struct Kind {
  ElementKind kind;
  int bits;
  ReadMode read_mode;
  bool srgb;
  bool linear; // too
};
constexpr ReadMode element = ReadMode::element, normalized = ReadMode::normalized_float;
constexpr ElementKind u = ElementKind::unsigned_int, s = ElementKind::signed_int, f = ElementKind::floating;
constexpr Kind kinds[] = {
    {u, 8, normalized, false, true},  {u, 16, normalized, false, true}, {s, 8, normalized, false, true},
    {s, 16, normalized, false, true}, {u, 8, normalized, true, true},   {f, 16, element, false, true},
    {f, 32, element, false, true},    {u, 8, element, false, false},    {s, 8, element, false, false},
    {u, 16, element, false, false},   {s, 16, element, false, false},   {u, 32, element, false, false},
    {s, 32, element, false, false},   {u, 32, normalized, false, false}};
} // namespace

void capture_sets(const std::filesystem::path& folder, std::uint32_t seed, int samples, bool thin) {
  Random random(seed);
  std::vector<Capture> captures;
  int number = 0;
  for (const Kind& kind : kinds)
    for (int channels : {1, 2, 4})
      for (int filter = 0; filter <= int(kind.linear); ++filter)
        for (int address = 0; address < 32; ++address)
          for (int repeat = 0; repeat < (thin ? 2 : 7); ++repeat, ++number) {
            Case c;
            c.kind = std::uint8_t(kind.kind), c.bits = std::uint8_t(kind.bits),
            c.channels = std::uint8_t(channels);
            c.read_mode = std::uint8_t(kind.read_mode), c.filter = std::uint8_t(filter), c.srgb = kind.srgb;
            c.address = {std::uint8_t(address & 3), std::uint8_t(address >> 2 & 3)},
            c.normalized = address >> 4;
            c.style = kind.kind == f ? std::uint8_t(pick(random, 3)) : 0;
            c.samples = std::uint16_t(samples);
            for (std::uint32_t& b : c.border)
              b = std::bit_cast<std::uint32_t>(border_value(random, c));
            choose_size(random, c, thin ? pick(random, 7) : repeat);
            c.seed = random();
            if (Capture capture = record(c, random); !capture.words.empty())
              captures.push_back(std::move(capture));
          }
  const auto path = folder / ("captures_" + std::to_string(seed) + ".bin");
  write_file(path, captures);
  std::printf("%s: %zu cases of %d samples, %ju bytes\n", path.c_str(), captures.size(), samples,
              std::uintmax_t(std::filesystem::file_size(path)));
}

} // namespace texelscope::captures
