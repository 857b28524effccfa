// Verifies batches of fetches against the model, and races them with OpenCV's remap, for each instruction set
// that this machine has. Needs nothing but itself and, if it was built with it, OpenCV. Prints one JSON
// object a line.
//
//   batch_race verify FETCHES [SEED]   random hostile fetches of all kinds for each instruction set
//   batch_race race ROUNDS [NAME]      ratios to remap in interleaved rounds on one core, then pairs of the
//                                      library's own functions; NAME: only races that have it in their name
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <ctime>

#ifndef __wasm__
#include <hwy/targets.h>
#endif
#ifdef TEXELSCOPE_HAS_OPENCV
#include <opencv2/imgproc.hpp>
#endif

#include "bench/views.h"
#include "kernels/ground/base/half.h"
#include "kernels/state/session/format_name.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/texture_unit/quad.h"
#include "texelscope/batch.h"

namespace texelscope::bench {
namespace {

// The instruction sets that fetches choose from, as Highway's bits; 0 sets all that there are.
#ifdef __wasm__ // has one
std::int64_t targets() {
  return 1;
}
void use_targets(std::int64_t) {}
#else
std::int64_t targets() {
  return hwy::SupportedTargets();
}
void use_targets(std::int64_t only) {
  hwy::SetSupportedTargetsForTest(only);
}
#endif

// Calls body(name) once for each instruction set, the best one first.
template <class Body>
void on_each_target(Body&& body) {
  std::string before;
  for (std::int64_t target = 1; target != 0 && target < (std::int64_t(1) << 62); target <<= 1) {
    use_targets(0);
    if ((targets() & target) == 0) continue;
    use_targets(target);
    const std::string name = cpu::fetch_instructions();
    if (name != before) body(name);
    before = name;
  }
  use_targets(0);
}

struct Random {
  std::uint64_t state;
  std::uint64_t operator()() { // xorshift*
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return state * 0x2545f4914f6cdd1dull;
  }
  int below(int n) { return int((*this)() >> 33) % n; }
  float unit() { return float((*this)() >> 40) * 0x1p-24f; }
};

// ---- verify

std::uint32_t hostile_float(Random& random, int style) {
  const auto bits = std::uint32_t(random() >> 20);
  const auto with_exponent = [&](int least, int count) {
    return (bits & 0x807fffff) | std::uint32_t(least + random.below(count)) << 23;
  };
  switch (style) {
  case 0: // an ordinary picture
    return float_bits(random.unit());
  case 1:
    return with_exponent(120, 12);
  case 2: // all that are normal
    return with_exponent(1, 254);
  case 3:
    return bits;
  case 4: { // zeros, denormals and special values among others
    const int kind = random.below(100);
    return kind < 40   ? (kind < 30 ? 0u : 0x80000000u)
           : kind < 45 ? (kind < 43 ? 0x7f800000u : 0xff800000u)
           : kind < 47 ? bits | 0x7fc00000u
           : kind < 60 ? bits & 0x807fffffu
                       : with_exponent(120, 12);
  }
  case 5: // whole numbers, whose sums are ties
    return float_bits(float(random.below(511) - 255));
  default: // powers of two that cancel
    return float_bits(std::ldexp(float(random.below(9) - 4), random.below(30)));
  }
}

std::uint32_t hostile_half(Random& random, int style) {
  const auto bits = std::uint32_t(random() >> 40) & 0xffff;
  if (style == 3 || style == 2) return bits;
  if (style == 4) {
    const int kind = random.below(10);
    return kind < 3   ? (kind < 2 ? 0u : 0x8000u)
           : kind < 4 ? (bits & 0x8000u) | 0x7c00u
           : kind < 6 ? bits & 0x83ffu
                      : bits;
  }
  return (bits & 0x83ffu) | std::uint32_t(10 + random.below(style == 0 ? 5 : 12)) << 10;
}

float hostile_coordinate(Random& random, int size, bool normalized) {
  const float whole = normalized ? 1 : float(size);
  switch (random.below(20)) {
  case 0:
    return bits_float(std::uint32_t(random() >> 20));
  case 1: {
    constexpr float inf = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
    const float special[] = {0,      -0.0f,    1,           inf,        -inf,  nan,
                             1e-40f, 0x1p-21f, 0.99999994f, 1.0000001f, 1e30f, -1e9f};
    return special[random.below(12)] * (random.below(2) ? whole : 1);
  }
  case 2:
    return (float(random.below(size)) + 0.5f) / float(size) * whole; // a texel's center
  case 3:
  case 4:
  case 5: // a step of the weights
    return (float(random.below(size + 1)) + float(random.below(513)) / 512) / float(size) * whole;
  case 6:
  case 7:
    return (random.unit() * 8 - 4) * whole;
  case 8:
  case 9:
  case 10:
    return (random.unit() * 1.2f - 0.1f) * whole;
  default:
    return random.unit() * whole;
  }
}

struct HostileCase {
  std::vector<std::byte> bytes;
  Texture texture;
  FetchKind kind = FetchKind::plain;
  std::vector<float> at, lods, gradients;
  std::vector<int> layers, texels;
  int component = 0;

  BatchRequests requests() const {
    return {at.data(), layers.data(), lods.data(), gradients.data(), texels.data(), component};
  }
  std::size_t each() const { return std::size_t(batch_component_count(texture, kind)); }
};

void choose_format(Random& random, Texture& t) {
  constexpr int bits[] = {8, 16, 32};
  t.format.kind = ElementKind(random.below(3));
  t.format.bits = bits[t.format.kind == ElementKind::floating ? 1 + random.below(2) : random.below(3)];
  t.format.channels = 1 << random.below(3);
  const bool floats = t.format.kind == ElementKind::floating, codes = !floats && t.format.bits < 32;
  Sampler& s = t.sampler;
  s.read_mode = codes && random.below(6) ? ReadMode::normalized_float : ReadMode::element;
  const bool filters = floats || s.read_mode == ReadMode::normalized_float;
  s.filter = filters && random.below(5) ? FilterMode::linear : FilterMode::point;
  s.srgb = codes && t.format.kind == ElementKind::unsigned_int && t.format.bits == 8 && filters &&
           random.below(3) == 0;
}

// Half are 2-D textures of one level, which most programs have.
void choose_size(Random& random, HostileCase& made) {
  constexpr int sizes[] = {1,    2,    3,    5,    17,   64,   100,  333,  640,
                           1000, 1024, 1920, 2047, 2048, 3000, 4096, 8192, 9000};
  Texture& t = made.texture;
  t.dimension = random.below(2) ? Dimension::d2 : Dimension(random.below(7));
  const bool plain = t.dimension == Dimension::d2 && random.below(3);
  const int depth = 1 + random.below(t.dimension == Dimension::d3 ? 40 : 7);
  t.width = sizes[random.below(18)], t.height = sizes[random.below(18)];
  if (t.dimension == Dimension::d1 || t.dimension == Dimension::d1_layered) t.height = 1;
  if (is_cube(t.dimension)) t.width = t.height = std::min(t.width, 333);
  t.planes = t.dimension == Dimension::d1 || t.dimension == Dimension::d2 ? 1
             : t.dimension == Dimension::cube                             ? 6
             : t.dimension == Dimension::cube_layered                     ? 6 * (1 + depth % 3)
                                                                          : depth;
  while (std::int64_t(t.width) * t.height * t.planes > 300000 && t.height > 1 && !is_cube(t.dimension))
    t.height = t.height / 2;
  if (plain) return;
  Sampler& s = t.sampler;
  const int kind = random.below(6), longest = std::max({t.width, t.height, t.planes});
  made.kind = kind < 3                                                           ? FetchKind::lod
              : kind == 3                                                        ? FetchKind::grad
              : kind == 4 && t.dimension == Dimension::d2 && s.normalized_coords ? FetchKind::gather
                                                                                 : FetchKind::plain;
  made.component = random.below(t.format.channels);
  t.gather_array = made.kind == FetchKind::gather;
  if (made.kind == FetchKind::gather || random.below(5) == 0) return;
  t.mipmapped = true;
  while (t.level_count < 15 && longest >> t.level_count > 0 && random.below(8))
    ++t.level_count;
  s.mip_filter = FilterMode(random.below(2));
  s.mip_bias = random.below(3) ? 0 : random.unit() * 4 - 2;
  s.mip_min = random.below(3) ? 0 : random.unit() * 4;
  s.mip_max = random.below(3) ? 16 : random.unit() * 8;
  s.max_anisotropy = random.below(2) ? 1 : 1 + random.below(16);
}

void choose_texels(Random& random, HostileCase& made) {
  Texture& t = made.texture;
  const std::size_t size = std::size_t(t.format.bits) / 8;
  const bool floats = t.format.kind == ElementKind::floating;
  constexpr std::size_t padding = 64;
  made.bytes.resize(t.size_bytes() + padding);
  const int style = random.below(7);
  for (std::size_t i = 0; i < t.size_bytes() / size; ++i) {
    const std::uint32_t word = floats
                                   ? (size == 4 ? hostile_float(random, style) : hostile_half(random, style))
                               : style == 0 ? (random.below(2) ? ~0u : 0u)
                                            : std::uint32_t(random() >> 20);
    std::memcpy(made.bytes.data() + i * size, &word, size);
  }
  for (int level = 0; level < t.level_count; ++level)
    t.level[std::size_t(level)] = made.bytes.data() + t.level_offset(level);
}

void choose_requests(Random& random, HostileCase& made, std::size_t count) {
  const Texture& t = made.texture;
  const auto axes = std::size_t(coordinate_count(t.dimension));
  const int sizes[] = {t.width, t.height, t.planes};
  const auto coordinate = [&](std::size_t axis) {
    if (is_cube(t.dimension)) return hostile_coordinate(random, t.width, true) * 2 - 1;
    return hostile_coordinate(random, sizes[axis], t.takes_normalized());
  };
  const bool close = random.below(2); // neighbors in one level, as in a picture
  const float lod = random.unit() * float(t.level_count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t axis = 0; axis < axes; ++axis)
      made.at.push_back(coordinate(axis));
    made.layers.push_back(random.below(9) - 1);
    made.lods.push_back(random.below(50) == 0 ? bits_float(std::uint32_t(random() >> 20))
                        : close               ? lod
                                              : random.unit() * 20 - 3);
    if (made.kind != FetchKind::grad) continue;
    const bool same = i % 4 && random.below(2); // as the other threads of its quad
    for (std::size_t k = 0; k < 2 * axes; ++k)
      made.gradients.push_back(same                    ? made.gradients[made.gradients.size() - 2 * axes]
                               : random.below(60) == 0 ? bits_float(std::uint32_t(random() >> 20))
                                                       : std::ldexp(random.unit() - 0.5f, -random.below(12)));
  }
}

HostileCase hostile_case(Random& random, std::size_t count) {
  HostileCase made;
  Texture& t = made.texture;
  Sampler& s = t.sampler;
  s.normalized_coords = random.below(3) != 0;
  const auto mode = [&] { return AddressMode(random.below(4)); };
  s.address = {mode(), mode(), mode()};
  if (random.below(4)) s.address[1] = s.address[2] = s.address[0];
  for (float& c : s.border_color)
    c = random.below(4) ? random.unit() * 1.5f - 0.25f : bits_float(std::uint32_t(random() >> 20));
  s.seamless_cube = random.below(2) != 0;
  choose_format(random, t);
  choose_size(random, made);
  choose_texels(random, made);
  choose_requests(random, made, count);
  return made;
}

std::vector<std::uint32_t> expected_of(const HostileCase& made, std::size_t count) {
  std::vector<FetchAt> fetches(count);
  for (std::size_t i = 0; i < count; ++i)
    fetches[i] = request_at(made.texture.dimension, made.kind, made.requests(), i);
  if (made.kind == FetchKind::grad) unit::set_quad_lanes(fetches);
  std::vector<std::uint32_t> expected;
  expected.reserve(count * made.each());
  for (const FetchAt& at : fetches) {
    const TexelBits bits = fetch(made.texture, made.kind, at);
    expected.insert(expected.end(), bits.begin(), bits.begin() + std::ptrdiff_t(made.each()));
  }
  return expected;
}

std::string described(const HostileCase& made) {
  const Texture& t = made.texture;
  char text[240];
  std::snprintf(text, sizeof text, "%s dimension %d, kind %d, %dx%dx%d, levels %d, %s%s%s, address %d %d %d",
                format_name(t.format).c_str(), int(t.dimension), int(made.kind), t.width, t.height, t.planes,
                t.level_count, t.sampler.filter == FilterMode::linear ? "linear" : "point",
                t.sampler.srgb ? " sRGB" : "", t.takes_normalized() ? "" : " texels",
                int(t.sampler.address[0]), int(t.sampler.address[1]), int(t.sampler.address[2]));
  return text;
}

// The first of the fetches that differ, or `count`.
std::size_t differing(const HostileCase& made, const std::vector<std::uint32_t>& expected, std::size_t count,
                      std::size_t& differ) {
  std::vector<std::uint32_t> found(expected.size());
  cpu::fetch_batch(made.texture, made.kind, made.requests(), count, found.data(), 1);
  if (found == expected) return count;
  const std::size_t each = expected.size() / count;
  std::size_t first = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::equal(&found[i * each], &found[i * each] + each, &expected[i * each])) continue;
    first = std::min(first, i);
    ++differ;
  }
  const FetchAt at = request_at(made.texture.dimension, made.kind, made.requests(), first);
  std::string words;
  char text[60];
  for (std::size_t c = 0; c < each; ++c) {
    std::snprintf(text, sizeof text, " %08x for %08x", found[first * each + c], expected[first * each + c]);
    words += text;
  }
  std::printf("{\"differs\": \"%s at %a %a %a, LOD %a:%s\", \"instructions\": \"%s\", \"fetch\": %zu}\n",
              described(made).c_str(), double(at.x), double(at.y), double(at.z), double(at.lod),
              words.c_str(), cpu::fetch_instructions(), first);
  return first;
}

int verify(std::size_t wanted, std::uint64_t seed) {
  constexpr std::size_t count = 20000;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t rounds = (wanted + count * cores - 1) / (count * cores);
  std::vector<std::pair<std::string, std::size_t>> differ;
  on_each_target([&](const std::string& name) { differ.push_back({name, 0}); });
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<HostileCase> made(cores);
    std::vector<std::vector<std::uint32_t>> expected(cores);
    const auto on_all_cores = [&](const std::function<void(unsigned)>& work) {
      if (cores == 1) return work(0);
      std::vector<std::thread> threads;
      for (unsigned c = 0; c < cores; ++c)
        threads.emplace_back(work, c);
      for (std::thread& t : threads)
        t.join();
    };
    on_all_cores([&](unsigned c) {
      Random random{(seed * 0x9e3779b97f4a7c15ull + round * cores + c) * 0xbf58476d1ce4e5b9ull | 1};
      for (int i = 0; i < 8; ++i)
        random();
      made[c] = hostile_case(random, count);
      expected[c] = expected_of(made[c], count);
    });
    std::size_t which = 0;
    on_each_target([&](const std::string&) {
      std::atomic<std::size_t> all = 0;
      on_all_cores([&](unsigned c) {
        std::size_t here = 0;
        differing(made[c], expected[c], count, here);
        all += here;
      });
      differ[which++].second += all;
    });
  }
  bool right = true;
  for (const auto& [name, number] : differ) {
    std::printf("{\"verify\": \"%s\", \"fetches\": %zu, \"cases\": %zu, \"seed\": %llu, \"differ\": %zu}\n",
                name.c_str(), rounds * count * cores, rounds * cores, static_cast<unsigned long long>(seed),
                number);
    right = right && number == 0;
  }
  return right ? 0 : 1;
}

// ---- race

double core_seconds() {
#ifdef __wasm__
  constexpr clockid_t clock = CLOCK_MONOTONIC;
#else
  constexpr clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
#endif
  timespec now;
  clock_gettime(clock, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

struct Runner {
  std::string name;
  std::function<void()> run;
  std::vector<double> seconds = {};
};

double median(std::vector<double> of) {
  std::sort(of.begin(), of.end());
  return of[of.size() / 2];
}

// Ratios are medians over the rounds, each of neighbors in time.
void race(const std::string& title, int rounds, std::vector<Runner> runners) {
  for (Runner& r : runners)
    r.run();
  for (int round = 0; round < rounds; ++round)
    for (Runner& r : runners) {
      const double start = core_seconds();
      r.run();
      r.seconds.push_back(core_seconds() - start);
    }
  std::printf("{\"race\": \"%s\", \"rounds\": %d", title.c_str(), rounds);
  for (const Runner& r : runners) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < r.seconds.size(); ++i)
      ratios.push_back(runners[0].seconds[i] / r.seconds[i]);
    std::printf(", \"%s\": {\"million_per_second\": %.1f, \"over_%s\": %.3f}", r.name.c_str(),
                double(request_count) / median(r.seconds) / 1e6, runners[0].name.c_str(), median(ratios));
  }
  std::printf("}\n");
  std::fflush(stdout);
}

struct View {
  const char* name;
  std::vector<float> at;
};

TextureDesc bilinear(bool floats, bool normalized, TextureAddressMode mode = TextureAddressMode::clamp) {
  TextureDesc desc;
  desc.normalizedCoords = normalized;
  desc.addressMode.fill(mode);
  desc.filterMode = TextureFilterMode::linear;
  desc.readMode = floats ? TextureReadMode::element : TextureReadMode::normalized_float;
  return desc;
}

template <class Texel>
std::vector<Texel> ordinary_texels() {
  constexpr ChannelFormat format = channel_format<Texel>();
  std::vector<Texel> made(request_count + 64);
  for (std::size_t i = 0; i < request_count * std::size_t(format.channels); ++i) {
    const std::size_t texel = i / std::size_t(format.channels), c = i % std::size_t(format.channels);
    const double value = double((texel * 7 + texel / side * 13 + c * 101) % 1021) / 1020;
    if (format.kind == ChannelFormatKind::floating)
      reinterpret_cast<float*>(made.data())[i] = float(value);
    else
      reinterpret_cast<unsigned char*>(made.data())[i] = static_cast<unsigned char>(value * 255 + 0.5);
  }
  return made;
}

// Memory that begins with a page, as large arrays do.
template <class T>
struct Pages {
  T* data = static_cast<T*>(std::aligned_alloc(4096, (request_count * sizeof(T) + 4095) / 4096 * 4096));
  Pages() { std::memset(static_cast<void*>(data), 1, request_count * sizeof(T)); }
  ~Pages() { std::free(data); }
  std::span<T> span() { return {data, request_count}; }
};

template <class Texel, class Result>
void race_format(const char* name, const View& view, bool normalized, int rounds) {
  constexpr ChannelFormat format = channel_format<Texel>();
  const bool floats = format.kind == ChannelFormatKind::floating;
  std::vector<Texel> texels = ordinary_texels<Texel>();
  std::vector<float> at = view.at;
  if (!normalized)
    for (float& a : at)
      a *= side;
  const TextureObject texture(texture_2d(texels.data(), side, side), bilinear(floats, normalized));
  Pages<Result> results;
  const std::span points(reinterpret_cast<const float2*>(at.data()), request_count);
  std::vector<Runner> runners;
#ifdef TEXELSCOPE_HAS_OPENCV
  std::vector<float> map = view.at;
  for (float& m : map)
    m = m * side - 0.5f; // OpenCV counts from the first texel's center
  const int type = CV_MAKETYPE(floats ? CV_32F : CV_8U, format.channels);
  const cv::Mat from(side, side, type, texels.data()), positions(side, side, CV_32FC2, map.data());
  cv::Mat to(side, side, type);
  runners.push_back(
      {"remap", [&] { cv::remap(from, to, positions, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_REPLICATE); }});
#endif
  on_each_target([&](const std::string& target) {
    const std::int64_t only = targets();
    runners.push_back({target, [&, only] {
                         use_targets(only);
                         tex2D<Result>(texture, points, results.span(), 1);
                       }});
  });
  race(std::string(name) + "/" + view.name + (normalized ? "/normalized" : "/texels"), rounds, runners);
  use_targets(0);
}

template <class Texel, class Result>
void race_modes(const char* name, const View& view, int rounds) {
  const std::vector<Texel> texels = ordinary_texels<Texel>();
  const bool floats = channel_format<Texel>().kind == ChannelFormatKind::floating;
  std::vector<float> at_texels = view.at;
  for (float& a : at_texels)
    a *= side;
  std::vector<TextureObject> textures;
  using enum TextureAddressMode;
  for (const TextureAddressMode mode : {clamp, wrap, mirror, border})
    textures.emplace_back(texture_2d(texels.data(), side, side), bilinear(floats, true, mode));
  textures.emplace_back(texture_2d(texels.data(), side, side), bilinear(floats, false));
  textures.emplace_back(texture_2d(texels.data(), side, side), bilinear(floats, false, border));
  TextureDesc srgb = bilinear(floats, true);
  srgb.sRGB = !floats;
  textures.emplace_back(texture_2d(texels.data(), side, side), srgb);
  constexpr const char* names[] = {"clamp", "wrap", "mirror", "border", "texels", "texels-border", "srgb"};
  Pages<Result> results;
  std::vector<Runner> runners;
  for (std::size_t i = 0; i < textures.size(); ++i) {
    const std::vector<float>& at = i == 4 || i == 5 ? at_texels : view.at;
    const std::span points(reinterpret_cast<const float2*>(at.data()), request_count);
    runners.push_back({names[i], [&, i, points] { tex2D<Result>(textures[i], points, results.span(), 1); }});
  }
  race(std::string("modes/") + name + "/" + view.name, rounds, runners);
}

// Functions and types that should cost the same.
void race_packing(const View& view, int rounds) {
  const std::span points(reinterpret_cast<const float2*>(view.at.data()), request_count);
  std::vector<uchar4> codes = ordinary_texels<uchar4>();
  std::vector<float> floats = ordinary_texels<float>();
  TextureDesc integers = bilinear(true, true);
  integers.filterMode = TextureFilterMode::point;
  const TextureObject elements(texture_2d(codes.data(), side, side), integers);
  Pages<uint4> wide;
  Pages<uchar4> narrow;
  race("packing/uchar4", rounds,
       {{"uint4", [&] { tex2D<uint4>(elements, points, wide.span(), 1); }},
        {"uchar4", [&] { tex2D<uchar4>(elements, points, narrow.span(), 1); }}});
  const TextureObject one(texture_2d(floats.data(), side, side), bilinear(true, true));
  Pages<float> single;
  Pages<float4> four;
  race("packing/float4", rounds,
       {{"float", [&] { tex2D<float>(one, points, single.span(), 1); }},
        {"float4", [&] { tex2D<float4>(one, points, four.span(), 1); }}});
  const std::vector<float2> step(request_count, {1e-3f, 1e-3f});
  const std::span<const float2> steps = step;
  race("packing/gradients", rounds,
       {{"tex2D", [&] { tex2D<float>(one, points, single.span(), 1); }},
        {"tex2DGrad", [&] { tex2DGrad<float>(one, points, steps, steps, single.span(), 1); }}});
}

// Volumes, and levels of a picture: two and four quads a fetch.
template <class Texel, class Result>
void race_sums(const char* name, int rounds) {
  constexpr int depth = 64, slice = 128; // as many texels as a picture of the races
  const std::vector<Texel> texels = ordinary_texels<Texel>();
  const bool floats = channel_format<Texel>().kind == ChannelFormatKind::floating;
  const TextureObject volume(texture_3d(texels.data(), slice, slice, depth), bilinear(floats, true));
  TextureResource levels = texture_2d(texels.data(), side / 2, side / 2);
  for (int size = side / 4, first = side * side / 4; size > 0; first += size * size, size /= 2)
    levels.levels.push_back(texels.data() + first);
  TextureDesc trilinear = bilinear(floats, true);
  trilinear.mipmapFilterMode = TextureFilterMode::linear;
  trilinear.maxMipmapLevelClamp = 16;
  const TextureObject pyramid(levels, trilinear);
  const std::vector<float> view = turned_view();
  std::vector<float3> places;
  std::vector<float> lods;
  for (std::size_t i = 0; i < request_count; ++i) {
    places.push_back({view[2 * i], view[2 * i + 1], 0.5f * view[2 * i] + 0.3f});
    lods.push_back(0.3f + view[2 * i + 1]);
  }
  const std::span points(reinterpret_cast<const float2*>(view.data()), request_count);
  Pages<Result> results;
  race(std::string("sums/") + name, rounds,
       {{"tex3D", [&] { tex3D<Result>(volume, std::span<const float3>(places), results.span(), 1); }},
        {"tex2DLod",
         [&] { tex2DLod<Result>(pyramid, points, std::span<const float>(lods), results.span(), 1); }}});
}

int race_all(int rounds, const std::string& only) {
#ifdef TEXELSCOPE_HAS_OPENCV
  cv::setNumThreads(1);
  std::printf("{\"opencv\": \"%s\", \"instructions\": \"%s\"}\n", CV_VERSION, cpu::fetch_instructions());
#endif
  std::mt19937 random(1);
  std::uniform_real_distribution<float> unit(0, 1);
  std::vector<View> views = {{"turned", turned_view()}, {"whole", {}}, {"random", {}}};
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      views[1].at.push_back((float(column) + 0.8f) / side);
      views[1].at.push_back((float(row) + 0.3f) / side);
      views[2].at.push_back(unit(random));
      views[2].at.push_back(unit(random));
    }
  const auto wanted = [&](const std::string& name) { return name.find(only) != std::string::npos; };
  for (const bool normalized : {true, false})
    for (const View& view : views) {
      const std::string rest = std::string("/") + view.name + (normalized ? "/normalized" : "/texels");
      if (wanted("u8x1" + rest)) race_format<unsigned char, float>("u8x1", view, normalized, rounds);
      if (wanted("u8x4" + rest)) race_format<uchar4, float4>("u8x4", view, normalized, rounds);
      if (wanted("f32x1" + rest)) race_format<float, float>("f32x1", view, normalized, rounds);
      if (wanted("f32x4" + rest)) race_format<float4, float4>("f32x4", view, normalized, rounds);
    }
  if (wanted("packing")) race_packing(views[0], rounds);
  if (wanted("sums/u8x1")) race_sums<unsigned char, float>("u8x1", rounds);
  if (wanted("sums/u8x4")) race_sums<uchar4, float4>("u8x4", rounds);
  if (wanted("sums/f32x1")) race_sums<float, float>("f32x1", rounds);
  if (wanted("sums/f32x4")) race_sums<float4, float4>("f32x4", rounds);
  if (wanted("modes/u8x1")) race_modes<unsigned char, float>("u8x1", views[0], rounds);
  if (wanted("modes/u8x4")) race_modes<uchar4, float4>("u8x4", views[0], rounds);
  if (wanted("modes/f32x1")) race_modes<float, float>("f32x1", views[0], rounds);
  if (wanted("modes/f32x4")) race_modes<float4, float4>("f32x4", views[0], rounds);
  return 0;
}

} // namespace
} // namespace texelscope::bench

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  const char* number = count > 2 ? arguments[2] : "0";
  if (what == "verify")
    return texelscope::bench::verify(std::strtoull(number, nullptr, 10),
                                     count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1);
  if (what == "race")
    return texelscope::bench::race_all(std::max(1, std::atoi(number)), count > 3 ? arguments[3] : "");
  std::fputs("batch_race verify FETCHES [SEED] | race ROUNDS [NAME]\n", stderr);
  return 2;
}
