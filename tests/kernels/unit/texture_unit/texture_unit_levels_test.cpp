// Levels, layers, cubes and volumes, worked out by hand from the rules in docs/texture-unit.md.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/special_floats.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/cube.h"
#include "kernels/unit/texture_unit/gradient.h"
#include "kernels/unit/texture_unit/lod.h"
#include "kernels/unit/texture_unit/reciprocal.h"
#include "kernels/unit/texture_unit/split_weights.h"
#include "kernels/unit/texture_unit/surface.h"

namespace texelscope {
namespace {

using tests::infinity;
using tests::nan;

// Floats that count from 0 through all levels.
struct Counted {
  explicit Counted(Dimension dimension, int width, int height, int depth, int levels = 1) {
    texture.dimension = dimension;
    texture.format = {ElementKind::floating, 32, 1};
    texture.width = width, texture.height = height, texture.planes = depth;
    texture.level_count = levels;
    texture.sampler.normalized_coords = true;
    texture.sampler.mip_max = float(levels);
    std::size_t count = 0;
    for (int l = 0; l < levels; ++l) {
      const auto [w, h, d] = texture.size_of(l);
      count += std::size_t(w * h * d);
    }
    for (std::size_t i = 0; i < count; ++i)
      texels.push_back(float(i));
    texels.resize(count + Image::padding / 4);
    count = 0;
    for (int l = 0; l < levels; ++l) {
      texture.level[std::size_t(l)] = reinterpret_cast<const std::byte*>(texels.data() + count);
      const auto [w, h, d] = texture.size_of(l);
      count += std::size_t(w * h * d);
    }
  }
  float operator()(FetchKind kind, const FetchAt& at) const {
    return bits_float(fetch(texture, kind, at)[0]);
  }
  Texture texture;
  std::vector<float> texels;
};

// Counts taken on the hardware over all mantissas: one below, equal to and one above the rounded reciprocal.
TEST(Reciprocal, ErrsAsTheHardwareOverAllMantissas) {
  int below = 0, equal = 0, above = 0, other = 0;
  for (std::uint32_t m = 0; m < (1u << 23); ++m) {
    const float x = bits_float(0x3f800000u | m);
    const int difference =
        int(float_bits(unit::approximate_reciprocal(x))) - int(float_bits(float(1 / double(x))));
    ++(difference == -1 ? below : difference == 0 ? equal : difference == 1 ? above : other);
  }
  EXPECT_EQ(below, 374723);
  EXPECT_EQ(equal, 7280086);
  EXPECT_EQ(above, 733799);
  EXPECT_EQ(other, 0);
}

TEST(Reciprocal, EndsOfTheRange) {
  const auto bits = [](std::uint32_t of) { return float_bits(unit::approximate_reciprocal(bits_float(of))); };
  EXPECT_EQ(bits(0), 0x7f800000u);
  EXPECT_EQ(bits(0x007fffffu), 0x7f800000u);
  EXPECT_EQ(bits(0x00800000u), 0x7e800000u);
  EXPECT_EQ(bits(0x00800001u), 0x7e7ffffeu);
  EXPECT_EQ(bits(0x7e7fffffu), 0x00800001u);
  EXPECT_EQ(bits(0x7e800000u), 0x00800000u);
  EXPECT_EQ(bits(0x7e800001u), 0u);
  EXPECT_EQ(bits(0x7f800000u), 0u);
}

TEST(LevelOfDetail, BiasAndClamps) {
  Counted t(Dimension::d2, 64, 64, 1, 7);
  Sampler& s = t.texture.sampler;
  const auto lod = [&](std::optional<float> given) { return unit::level_of_detail(t.texture, given); };
  EXPECT_EQ(lod(std::nullopt), 0);
  EXPECT_EQ(lod(1.5f), 384);
  EXPECT_EQ(lod(nan), 0);
  EXPECT_EQ(lod(infinity), 6 * 256);
  s.mip_bias = 1.999f; // 511 / 256
  EXPECT_EQ(lod(-0.999f), 511 - 255);
  EXPECT_EQ(lod(std::nullopt), 0);
  s.mip_bias = 100;
  EXPECT_EQ(lod(-13.0f), 512);
  s.mip_bias = nan;
  EXPECT_EQ(lod(-13.0f), 512);
  s.mip_bias = 0;
  s.mip_min = 3, s.mip_max = 2;
  EXPECT_EQ(lod(0.0f), 768); // the lower clamp wins
  s.mip_min = 0, s.mip_max = nan;
  EXPECT_EQ(lod(5.0f), 1280);
}

TEST(LevelOfDetail, OfGradients) {
  Counted t(Dimension::d2, 1024, 1024, 1, 11);
  const auto log = [&](Gradient dx, Gradient dy) {
    return unit::gradient_footprint(t.texture, {.dx = dx, .dy = dy}).log_major;
  };
  EXPECT_EQ(log({8 / 1024.0f, 0, 0}, {}), 3 * 256);
  EXPECT_EQ(log({}, {0, 32 / 1024.0f, 0}), 5 * 256);
  // Along the diagonal, no root: 16 + 11/32 * 16 = 21.5, and 256 * log2(1 + 88.5 / 256), in the middle of its
  // step, is 109.6.
  EXPECT_EQ(log({16 / 1024.0f, 16 / 1024.0f, 0}, {}), 4 * 256 + 110);
  EXPECT_EQ(log({nan, 4 / 1024.0f, 0}, {}), 512);
}

TEST(Levels, LinearBlendsAndPointRounds) {
  Counted t(Dimension::d2, 4, 4, 1, 3); // level 1 starts at 16, level 2 is 20
  Sampler& s = t.texture.sampler;
  s.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  EXPECT_EQ(t(FetchKind::lod, {.x = 0.9f, .y = 0.9f, .lod = 0.49f}), 15);
  EXPECT_EQ(t(FetchKind::lod, {.x = 0.9f, .y = 0.9f, .lod = 0.5f}), 19);
  s.mip_filter = FilterMode::linear;
  EXPECT_EQ(t(FetchKind::lod, {.x = 0.9f, .y = 0.9f, .lod = 0.25f}), 16);
  EXPECT_EQ(t(FetchKind::lod, {.x = 0.9f, .y = 0.9f, .lod = 1.75f}), 19.75f);
}

// H200: [36 37 29 28] of 8 x 8 texels that count from 1, for limits of 0, 1 and 2 and biases of 0 and 1.
TEST(Levels, AGatherReadsTheFirst) {
  Counted c(Dimension::d2, 8, 8, 1, 3);
  for (const FilterMode filter : {FilterMode::point, FilterMode::linear})
    for (const float lowest : {0.0f, 1.0f, 2.0f})
      for (const float bias : {0.0f, 1.0f, 1.5f}) {
        c.texture.sampler.mip_filter = filter;
        c.texture.sampler.mip_min = lowest;
        c.texture.sampler.mip_bias = bias;
        FetchAt at;
        at.x = at.y = 0.5f;
        const TexelBits bits = fetch(c.texture, FetchKind::gather, at);
        std::vector<float> values;
        for (const std::uint32_t word : bits)
          values.push_back(std::bit_cast<float>(word));
        EXPECT_EQ(values, (std::vector<float>{35, 36, 28, 27})) << lowest << " " << bias;
      }
}

// cudaCreateTextureObject takes normalizedCoords = 0 for mipmapped arrays.
TEST(Levels, LevelsReadWithTexelCoordinatesDoNotRepeat) {
  Counted t(Dimension::d2, 4, 4, 1, 2);
  Sampler& s = t.texture.sampler;
  s.normalized_coords = false;
  s.border_color = {-1, 0, 0, 0};
  const auto at = [&](AddressMode mode, float x) {
    s.address = {mode, AddressMode::clamp, AddressMode::clamp};
    return t(FetchKind::lod, {.x = x, .y = 0.125f});
  };
  EXPECT_EQ(at(AddressMode::wrap, 0.75f), 3) << "0.75 * 4";
  EXPECT_EQ(at(AddressMode::wrap, 1.25f), 3);
  EXPECT_EQ(at(AddressMode::mirror, -0.375f), 0) << "mirrored it would be 1";
  EXPECT_EQ(at(AddressMode::border, 1.25f), -1);
  EXPECT_EQ(at(AddressMode::clamp, 1.25f), 3);
  s.normalized_coords = true;
  EXPECT_EQ(at(AddressMode::wrap, 1.25f), 1);
}

TEST(Layers, NegativeOnesAreTheLast) {
  const Counted t(Dimension::d2_layered, 2, 1, 3);
  const auto layer = [&](int of) { return t(FetchKind::plain, {.layer = of}) / 2; };
  EXPECT_EQ(layer(1), 1);
  EXPECT_EQ(layer(7), 2);
  EXPECT_EQ(layer(-1), 2);
  EXPECT_EQ(layer(65536), 2);
}

TEST(Volumes, AThirdFarTexel) {
  Counted t(Dimension::d3, 1, 1, 2);
  t.texture.sampler.filter = FilterMode::linear;
  t.texture.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  EXPECT_EQ(t(FetchKind::plain, {.z = 0.5f}), 0.5f);
  EXPECT_EQ(t(FetchKind::plain, {.z = 0.25f}), 0);
  EXPECT_EQ(unit::split_weights(1, 128, 0), (std::array{0, 1, 0, 0}));
  EXPECT_EQ(unit::split_weights(1, 0, 128),
            (std::array{1, 0, 0, 0})); // 127.5 / 256 of the left column stays above
}

TEST(OneDimension, TheRowsUpperEdge) {
  Counted t(Dimension::d1, 4, 1, 1);
  t.texture.sampler.filter = FilterMode::linear;
  t.texture.sampler.address = {AddressMode::clamp, AddressMode::border, AddressMode::clamp};
  EXPECT_EQ(t(FetchKind::plain, {.x = 0.375f}), 0.5f); // half of texel 1 is border
  t.texture.dimension = Dimension::d1_layered;
  EXPECT_EQ(t(FetchKind::plain, {.x = 0.375f}), 1);
}

TEST(Cubes, FacesAndTies) {
  const auto face = [](float x, float y, float z) { return unit::cube_point(x, y, z).face; };
  EXPECT_EQ(face(1, 0.5f, -0.5f), 0);
  EXPECT_EQ(face(-1, 0.5f, -0.5f), 1);
  EXPECT_EQ(face(0.5f, 3, -0.5f), 2);
  EXPECT_EQ(face(0.5f, -3, -0.5f), 3);
  EXPECT_EQ(face(1, 1, 1), 4);
  EXPECT_EQ(face(1, -1, -1), 5);
  EXPECT_EQ(face(1, 1, 0.5f), 2);
  EXPECT_EQ(face(nan, 1, 0.5f), 2);
}

// Stepping over any edge and back must lead to the same texel.
TEST(Cubes, NeighborsAreMutual) {
  constexpr int size = 4;
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < size; ++i)
      for (const auto& [x, y, inside_x, inside_y] :
           {std::array{-1, i, 0, i}, {size, i, size - 1, i}, {i, -1, i, 0}, {i, size, i, size - 1}}) {
        const auto there = unit::across_edge({face, x, y}, size);
        ASSERT_TRUE(there);
        EXPECT_NE(there->face, face);
        bool home = false;
        for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
          const auto back = unit::across_edge({there->face, there->x + dx, there->y + dy}, size);
          home = home || (back && back->face == face && back->x == inside_x && back->y == inside_y);
        }
        EXPECT_TRUE(home) << face << " " << x << " " << y;
      }
  EXPECT_FALSE(unit::across_edge({0, -1, -1}, size));
}

TEST(Cubes, ACornersMissingTexelGoesInThirds) {
  Counted t(Dimension::cube, 1, 1, 6);
  t.texture.sampler.filter = FilterMode::linear;
  t.texture.sampler.seamless_cube = true;
  // Face +x at s = t = -1: a and b are 128, four weights of 64, the missing one goes 22, 21, 21.
  const Trace trace = fetch_traced(t.texture, FetchKind::plain, {.x = 1, .y = 0.9999999f, .z = 0.9999999f});
  int sum = 0, missing = 0;
  for (int i = 0; i < 4; ++i) {
    sum += trace.level[0].tap[std::size_t(i)].weight;
    missing += !trace.level[0].tap[std::size_t(i)].exists;
  }
  EXPECT_EQ(sum, 256);
  EXPECT_EQ(missing, 1);
}

TEST(Surfaces, BytesAndBoundaries) {
  Counted t(Dimension::d2, 3, 2, 1);
  const auto read = [&](BoundaryMode mode, int x, int y) {
    return bits_float(surface_read(t.texture, mode, x, y)[0]);
  };
  EXPECT_EQ(read(BoundaryMode::zero, 8, 1), 5);
  EXPECT_EQ(read(BoundaryMode::zero, 12, 1), 0);
  EXPECT_EQ(read(BoundaryMode::clamp, 12, 9), 5);
  EXPECT_EQ(read(BoundaryMode::clamp, -4, 0), 0);
  auto* bytes = reinterpret_cast<std::byte*>(t.texels.data());
  surface_write(t.texture, bytes, {float_bits(7)}, BoundaryMode::zero, 4, 0);
  surface_write(t.texture, bytes, {float_bits(9)}, BoundaryMode::zero, 0, 2);
  surface_write(t.texture, bytes, {float_bits(8)}, BoundaryMode::clamp, 0, 2);
  EXPECT_EQ(std::vector(t.texels.begin(), t.texels.begin() + 6), (std::vector<float>{0, 7, 2, 8, 4, 5}));
}

} // namespace
} // namespace texelscope
