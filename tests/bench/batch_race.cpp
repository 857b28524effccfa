// Verifies batches of fetches against the model, and races them with OpenCV's remap, for each instruction set
// that this machine has. Needs nothing but itself and, if it was built with it, OpenCV. Prints one JSON
// object a line.
//
//   batch_race verify FETCHES [SEED]   random hostile fetches of 2-D textures for each instruction set
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

#include <hwy/targets.h>
#ifdef TEXELSCOPE_HAS_OPENCV
#include <opencv2/imgproc.hpp>
#endif

#include "bench/views.h"
#include "kernels/ground/base/half.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "texelscope/batch.h"

namespace texelscope::bench {
namespace {

// Calls body(name) once for each instruction set, the best one first.
template <class Body>
void on_each_target(Body&& body) {
  std::string before;
  for (std::int64_t target = 1; target != 0 && target < (std::int64_t(1) << 62); target <<= 1) {
    hwy::SetSupportedTargetsForTest(0);
    if ((hwy::SupportedTargets() & target) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    const std::string name = cpu::fetch_instructions();
    if (name != before) body(name);
    before = name;
  }
  hwy::SetSupportedTargetsForTest(0);
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
  std::vector<float> at;
};

HostileCase hostile_case(Random& random, std::size_t count) {
  constexpr int sizes[] = {1,    2,    3,    5,    17,   64,   100,  333,  640,
                           1000, 1024, 1920, 2047, 2048, 3000, 4096, 8192, 9000};
  HostileCase made;
  Texture& t = made.texture;
  t.width = sizes[random.below(18)], t.height = sizes[random.below(18)];
  while (std::int64_t(t.width) * t.height > 300000)
    t.height = std::max(1, t.height / 2);
  constexpr int bits[] = {8, 16, 32};
  t.format.kind = ElementKind(random.below(3));
  t.format.bits = bits[t.format.kind == ElementKind::floating ? 1 + random.below(2) : random.below(3)];
  t.format.channels = 1 << random.below(3);
  Sampler& s = t.sampler;
  s.normalized_coords = random.below(3) != 0;
  const auto mode = [&] { return AddressMode(random.below(4)); };
  s.address[0] = mode();
  s.address[1] = random.below(4) ? s.address[0] : mode();
  const bool floats = t.format.kind == ElementKind::floating, codes = !floats && t.format.bits < 32;
  s.read_mode = codes && random.below(6) ? ReadMode::normalized_float : ReadMode::element;
  const bool filters = floats || s.read_mode == ReadMode::normalized_float;
  s.filter = filters && random.below(5) ? FilterMode::linear : FilterMode::point;
  s.srgb = codes && t.format.kind == ElementKind::unsigned_int && t.format.bits == 8 && filters &&
           random.below(3) == 0;
  for (float& c : s.border_color)
    c = random.below(4) ? random.unit() * 1.5f - 0.25f : bits_float(std::uint32_t(random() >> 20));
  const std::size_t numbers = std::size_t(t.width) * std::size_t(t.height) * std::size_t(t.format.channels);
  const std::size_t size = std::size_t(t.format.bits) / 8;
  made.bytes.resize(numbers * size + 64);
  const int style = random.below(7);
  for (std::size_t i = 0; i < numbers; ++i) {
    const std::uint32_t word = floats
                                   ? (size == 4 ? hostile_float(random, style) : hostile_half(random, style))
                               : style == 0 ? (random.below(2) ? ~0u : 0u)
                                            : std::uint32_t(random() >> 20);
    std::memcpy(made.bytes.data() + i * size, &word, size);
  }
  t.level[0] = made.bytes.data();
  made.at.resize(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    made.at[2 * i] = hostile_coordinate(random, t.width, s.normalized_coords);
    made.at[2 * i + 1] = hostile_coordinate(random, t.height, s.normalized_coords);
  }
  return made;
}

std::string described(const HostileCase& made) {
  const Texture& t = made.texture;
  char text[200];
  std::snprintf(text, sizeof text, "%c%dx%d %dx%d %s%s%s, address %d %d", "usf"[int(t.format.kind)],
                t.format.bits, t.format.channels, t.width, t.height,
                t.sampler.filter == FilterMode::linear ? "linear" : "point", t.sampler.srgb ? " sRGB" : "",
                t.sampler.normalized_coords ? "" : " texels", int(t.sampler.address[0]),
                int(t.sampler.address[1]));
  return text;
}

// The first of the fetches that differ, or `count`.
std::size_t differing(const HostileCase& made, const std::vector<std::uint32_t>& expected, std::size_t count,
                      std::size_t& differ) {
  std::vector<std::uint32_t> found(expected.size());
  cpu::fetch_batch(made.texture, FetchKind::plain, {.coordinates = made.at.data()}, count, found.data(), 1);
  if (found == expected) return count;
  const std::size_t each = expected.size() / count;
  std::size_t first = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::equal(&found[i * each], &found[i * each] + each, &expected[i * each])) continue;
    first = std::min(first, i);
    ++differ;
  }
  const float* at = &made.at[2 * first];
  std::string words;
  char text[60];
  for (std::size_t c = 0; c < each; ++c) {
    std::snprintf(text, sizeof text, " %08x for %08x", found[first * each + c], expected[first * each + c]);
    words += text;
  }
  std::printf("{\"differs\": \"%s at %a %a:%s\", \"instructions\": \"%s\", \"fetch\": %zu}\n",
              described(made).c_str(), double(at[0]), double(at[1]), words.c_str(), cpu::fetch_instructions(),
              first);
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
      const auto each = std::size_t(made[c].texture.format.channels);
      for (std::size_t i = 0; i < count; ++i) {
        const TexelBits bits = fetch(made[c].texture, made[c].at[2 * i], made[c].at[2 * i + 1]);
        expected[c].insert(expected[c].end(), bits.begin(), bits.begin() + std::ptrdiff_t(each));
      }
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
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
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
    const std::int64_t only = hwy::SupportedTargets();
    runners.push_back({target, [&, only] {
                         hwy::SetSupportedTargetsForTest(only);
                         tex2D<Result>(texture, points, results.span(), 1);
                       }});
  });
  race(std::string(name) + "/" + view.name + (normalized ? "/normalized" : "/texels"), rounds, runners);
  hwy::SetSupportedTargetsForTest(0);
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
