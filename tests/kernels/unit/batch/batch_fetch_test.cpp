#include "kernels/unit/batch/batch_fetch.h"

#include <cstring>

#include <gtest/gtest.h>

#include "kernels/each_target.h"
#include "kernels/studies/verify/batch_arrays.h"
#include "kernels/studies/verify/random_cases.h"
#include "kernels/studies/verify/verify.h"
#include "kernels/unit/image/image.h"

namespace texelscope {
namespace {

using verify::BatchArrays;
using verify::Group;

class BatchFetch : public tests::EachTarget {};

bool in_scope(Group group) {
  return group != Group::surface_read && group != Group::surface_write;
}

// A sentence about the first component that differs; empty if none does.
std::string difference(const verify::Case& c, const Texture& texture, const std::vector<FetchAt>& at,
                       const std::vector<std::uint32_t>& expected, int threads) {
  const BatchArrays arrays(texture, at);
  const std::size_t each = verify::result_component_count(c);
  constexpr std::uint32_t untouched = 0x5eed5eed;
  std::vector<std::uint32_t> components(expected.size() + 1, untouched);
  cpu::fetch_batch(texture, FetchKind(c.operation), arrays.requests, at.size(), components.data(), threads);
  if (components.back() != untouched) return "wrote past the end";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (components[i] == expected[i]) continue;
    const FetchAt& a = at[i / each];
    char text[300];
    std::snprintf(
        text, sizeof text,
        "request %zu of %zu (%a, %a, %a), layer %d, lod %a, index %d, component %zu: %08x, model %08x",
        i / each, at.size(), double(a.x), double(a.y), double(a.z), a.layer, double(a.lod), a.texel, i % each,
        components[i], expected[i]);
    return text;
  }
  return {};
}

TEST_F(BatchFetch, equals_the_model_on_random_cases) {
  static constexpr int counts[] = {1, 7, 16, 37, 128, 131, 301};
  for (int group = 0; group < verify::group_count; ++group) {
    if (!in_scope(Group(group))) continue;
    verify::Random random(unsigned(group) + 77);
    for (int i = 0; i < 240; ++i) {
      const verify::Case c = verify::random_case(Group(group), random, counts[i % std::size(counts)]);
      verify::Specimen specimen(c);
      std::vector<FetchAt> at(c.samples);
      for (FetchAt& a : at)
        a = verify::random_request(c, random);
      const std::vector<std::uint32_t> expected =
          verify::model_results(c, specimen.texture(), at, specimen.bytes().data());
      on_each_target([&] {
        ASSERT_EQ(difference(c, specimen.texture(), at, expected, 1 + i % 2), "")
            << verify::group_name(Group(group)) << ", case " << i << ", " << cpu::fetch_instructions() << ": "
            << verify::class_name(c) << "x" << int(c.channels) << ", " << c.width << " x " << c.height
            << " x " << c.depth << ", address " << int(c.address[0]) << int(c.address[1])
            << int(c.address[2]);
      });
      if (HasFatalFailure()) return;
    }
  }
}

// Many requests, so that two threads have work, with close coordinates, as a picture's are.
TEST_F(BatchFetch, equals_the_model_on_close_requests) {
  verify::Random random(5);
  for (const Group group : {Group::d2, Group::d3, Group::cube, Group::lod_2d, Group::lod_cube}) {
    const verify::Case c = verify::random_case(group, random, 1);
    verify::Specimen specimen(c);
    std::vector<FetchAt> at(20011);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const float step = float(i) * 1e-4f;
      at[i] = {.x = step, .y = 1.5f - step, .z = 0.7f * step, .lod = step * 3};
    }
    const std::vector<std::uint32_t> expected =
        verify::model_results(c, specimen.texture(), at, specimen.bytes().data());
    for (const int threads : {0, 1, 2})
      EXPECT_EQ(difference(c, specimen.texture(), at, expected, threads), "") << verify::class_name(c);
  }
}

// At a corner three texels contribute, whatever their weights: right of a face's last center, above its first
// row.
TEST_F(BatchFetch, equals_the_model_at_corners_of_seamless_cubes) {
  verify::Case c;
  c.dimension = std::uint8_t(Dimension::cube), c.kind = std::uint8_t(ElementKind::floating),
  c.style = std::uint8_t(verify::TexelStyle::wild);
  c.depth = 6, c.filter = 1, c.normalized = 1, c.seamless = 1;
  verify::Random random(11);
  for (int i = 0; i < 200; ++i) {
    c.bits = i % 2 ? 16 : 32, c.width = c.height = 1u << i % 4, c.seed = std::uint32_t(random());
    verify::Specimen specimen(c);
    const float center = 1 - 1 / float(c.width);
    std::vector<FetchAt> at;
    for (const float s : {center, -center, 1.0f, -1.0f})
      for (const float t : {center, -center, 0.99f, -0.99f, 1.0f})
        for (const float major : {1.0f, -1.0f}) {
          at.push_back({.x = s, .y = t, .z = major});
          at.push_back({.x = s, .y = major, .z = t});
          at.push_back({.x = major, .y = s, .z = t});
        }
    const std::vector<std::uint32_t> expected = verify::model_results(c, specimen.texture(), at, nullptr);
    on_each_target([&] {
      ASSERT_EQ(difference(c, specimen.texture(), at, expected, 1), "")
          << verify::class_name(c) << ", " << c.width;
    });
    if (HasFatalFailure()) return;
  }
}

// The values injected in place of some texels.
enum class Injected {
  nothing,
  zeros,    // many, of either sign
  specials, // zeros, infinities and NaN
  stepped,  // zeros, the others negative with exponents for which an aligned sum loses most bits
};
void inject(verify::Specimen& specimen, const verify::Case& c, verify::Random& random, Injected injected) {
  const std::size_t bytes = c.bits / 8u;
  const std::uint32_t sign = 1u << (c.bits - 1), infinity = c.bits == 16 ? 0x7c00 : 0x7f800000,
                      nan = infinity | 1;
  const int mantissa = c.bits == 16 ? 10 : 23;
  for (std::size_t at = 0;
       injected != Injected::nothing && at + bytes <= specimen.bytes().size() - Image::padding; at += bytes) {
    const std::uint32_t drawn = random() % 64, bits = random();
    std::uint32_t texel = 0;
    std::memcpy(&texel, specimen.bytes().data() + at, bytes);
    if (injected == Injected::specials && drawn > 60) texel = drawn == 63 ? nan : infinity | (bits & sign);
    if (injected == Injected::stepped)
      texel = sign | (c.bits == 16 ? 16u - 4 * (bits % 3) : 128u - 4 * (bits % 7)) << mantissa |
              (texel & ((1u << mantissa) - 1));
    if (drawn < 40) texel = bits % 4 ? 0 : sign;
    std::memcpy(specimen.bytes().data() + at, &texel, bytes);
  }
}

// Every format with every pair of address modes. The model defines how probes are added up; zeros isolate
// single probes.
TEST_F(BatchFetch, equals_the_model_along_probes) {
  using verify::TexelStyle;
  struct Element {
    ElementKind kind;
    std::uint8_t bits;
    bool srgb = false;
    TexelStyle style = TexelStyle::unit;
    Injected injected = Injected::nothing;
  };
  static constexpr ElementKind u = ElementKind::unsigned_int, s = ElementKind::signed_int,
                               f = ElementKind::floating;
  static constexpr TexelStyle unit = TexelStyle::unit, near = TexelStyle::near, wild = TexelStyle::wild;
  static constexpr Element elements[] = {
      {u, 8},
      {s, 8},
      {u, 16},
      {s, 16},
      {u, 8, true},
      {u, 8, true, unit, Injected::zeros},
      {f, 16, false, near},
      {f, 16, false, wild},
      {f, 16, false, near, Injected::zeros},
      {f, 16, false, near, Injected::specials},
      {f, 16, false, near, Injected::stepped},
      {f, 32, false, near},
      {f, 32, false, wild},
      {f, 32, false, near, Injected::zeros},
      {f, 32, false, near, Injected::specials},
      {f, 32, false, near, Injected::stepped},
  };
  verify::Random random(41);
  for (const Element& e : elements)
    for (int i = 0; i < 3 * 16; ++i) {
      verify::Case c =
          verify::random_case(Group::anisotropic, random, e.injected == Injected::stepped ? 1009 : 97);
      c.kind = std::uint8_t(e.kind), c.bits = e.bits, c.srgb = e.srgb, c.style = std::uint8_t(e.style);
      c.read_mode = std::uint8_t(e.kind == f ? ReadMode::element : ReadMode::normalized_float);
      c.channels = std::uint8_t(1 << i % 3), c.address = {std::uint8_t(i / 3 % 4), std::uint8_t(i / 12), 0};
      if (i % 2) c.dimension = std::uint8_t(Dimension::d2_layered), c.depth = 3;
      verify::Specimen specimen(c);
      inject(specimen, c, random, e.injected);
      std::vector<FetchAt> at(c.samples);
      for (FetchAt& a : at)
        a = verify::random_request(c, random);
      const std::vector<std::uint32_t> expected = verify::model_results(c, specimen.texture(), at, nullptr);
      on_each_target([&] {
        ASSERT_EQ(difference(c, specimen.texture(), at, expected, 1), "")
            << cpu::fetch_instructions() << ", " << verify::class_name(c) << ", address " << int(c.address[0])
            << int(c.address[1]) << ", " << c.width << " x " << c.height << ", style " << int(e.style)
            << ", injected " << int(e.injected);
      });
      if (HasFatalFailure()) return;
    }
}

TEST_F(BatchFetch, equals_the_model_on_gradients) {
  verify::Random random(9);
  const verify::Case c = verify::random_case(Group::grad, random, 33);
  verify::Specimen specimen(c);
  std::vector<FetchAt> at(c.samples);
  for (FetchAt& a : at)
    a = verify::random_request(c, random);
  EXPECT_EQ(difference(c, specimen.texture(), at,
                       verify::model_results(c, specimen.texture(), at, specimen.bytes().data()), 2),
            "");
}

// Levels far apart in memory, the first one after the others.
TEST_F(BatchFetch, takes_levels_from_anywhere) {
  verify::Case c;
  c.bits = 32, c.kind = std::uint8_t(ElementKind::floating), c.channels = 2, c.filter = 1, c.normalized = 1,
  c.operation = std::uint8_t(verify::Operation::lod);
  c.levels = 4, c.width = c.height = 8, c.mip_filter = 1, c.mip_max = 4, c.samples = 50;
  verify::Specimen specimen(c);
  Texture& texture = specimen.texture();
  std::vector<std::vector<std::byte>> levels;
  for (int level = 3; level >= 0; --level) {
    const std::size_t bytes = std::size_t(64 >> 2 * level) * 8;
    std::vector<std::byte>& copy = levels.emplace_back(bytes + Image::padding + std::size_t(level) * 100000);
    std::copy_n(texture.level[std::size_t(level)], bytes, copy.begin());
    texture.level[std::size_t(level)] = copy.data();
  }
  verify::Random random(3);
  std::vector<FetchAt> at(c.samples);
  for (FetchAt& a : at)
    a = verify::random_request(c, random);
  const std::vector<std::uint32_t> expected = verify::model_results(c, texture, at, nullptr);
  on_each_target([&] { EXPECT_EQ(difference(c, texture, at, expected, 1), ""); });
}

} // namespace
} // namespace texelscope
