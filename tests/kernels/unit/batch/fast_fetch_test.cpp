#include "kernels/unit/batch/fast_fetch.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "kernels/each_target.h"
#include "kernels/random_fetch.h"
#include "kernels/unit/fetch/effective_texture.h"

namespace texelscope {
namespace {

using tests::RandomFetch;
using tests::RandomFetches;

class FastFetch : public tests::EachTarget {};

constexpr int width = 37, height = 9;

std::array<float, 2> coordinate(const FetchMap& m, int column, int row) {
  const float px = float(column) + m.offset, py = float(row) + m.offset;
  return {std::fma(px, m.xx, std::fma(py, m.xy, m.x0)), std::fma(px, m.yx, std::fma(py, m.yy, m.y0))};
}

std::vector<TexelBits> by_the_model(const RandomFetch& random) {
  const Texture texture = texture_of(random.image, random.sampler);
  std::vector<TexelBits> pixels;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const auto [x, y] = coordinate(random.map, column, row);
      pixels.push_back(fetch(texture, x, y));
    }
  return pixels;
}

// A sentence about the first pixel that differs; empty if none does.
std::string difference(const RandomFetch& random, const std::vector<TexelBits>& expected) {
  std::vector<TexelBits> pixels(expected.size());
  cpu::fetch_rows(*cpu::plan_picture(texture_of(random.image, random.sampler), random.map, width), 0, height,
                  pixels[0].data());
  for (std::size_t i = 0; i < pixels.size(); ++i)
    for (std::size_t c = 0; c < 4; ++c) {
      if (pixels[i][c] == expected[i][c]) continue;
      const auto [x, y] = coordinate(random.map, int(i) % width, int(i) / width);
      char text[200];
      std::snprintf(text, sizeof text, "x %a, y %a, channel %zu: %08x, model %08x", double(x), double(y), c,
                    pixels[i][c], expected[i][c]);
      return text;
    }
  return {};
}

TEST_F(FastFetch, equals_the_model_on_random_fetches) {
  RandomFetches random(20240607);
  for (int i = 0; i < 1500; ++i) {
    const RandomFetch made = random.next();
    const std::vector<TexelBits> expected = by_the_model(made);
    on_each_vector_target([&] {
      ASSERT_EQ(difference(made, expected), "")
          << "case " << i << ", " << cpu::fetch_instructions() << ": " << made.describe();
    });
    if (HasFatalFailure()) return;
  }
}

// One texel seen by point sampling at its center, for all codes at once: row of codes, one pixel each.
TEST_F(FastFetch, divides_every_code_correctly) {
  for (const ElementFormat format :
       {ElementFormat{ElementKind::unsigned_int, 8, 1}, ElementFormat{ElementKind::signed_int, 8, 1},
        ElementFormat{ElementKind::unsigned_int, 16, 1}, ElementFormat{ElementKind::signed_int, 16, 1}}) {
    const int codes = 1 << format.bits, columns = 256, rows = codes / columns;
    Image image = Image::create(columns, rows, format);
    for (int i = 0; i < codes; ++i)
      std::memcpy(image.texels.data() + i * format.bits / 8, &i, std::size_t(format.bits) / 8);
    Effective sampler;
    sampler.sampler.normalized_coords = false;
    sampler.sampler.read_mode = ReadMode::normalized_float;
    const Texture texture = texture_of(image, sampler);
    const bool is_signed = format.kind == ElementKind::signed_int;
    const int largest = is_signed ? codes / 2 - 1 : codes - 1;
    on_each_vector_target([&] {
      std::vector<std::uint32_t> components(std::size_t(codes) * 4);
      cpu::fetch_rows(*cpu::plan_picture(texture, {1, 0, 0, 0, 1, 0, 0.5f}, columns), 0, rows,
                      components.data());
      int wrong = 0;
      for (int i = 0; i < codes; ++i) {
        const int code = is_signed ? std::max(i < codes / 2 ? i : i - codes, -largest) : i;
        wrong += std::bit_cast<float>(components[std::size_t(i) * 4]) != float(double(code) / largest);
      }
      EXPECT_EQ(wrong, 0) << "of " << codes << " codes, " << cpu::fetch_instructions();
    });
  }
}

TEST_F(FastFetch, plans_nothing_without_vectors) {
  const Image image = Image::create(4, 4, {ElementKind::unsigned_int, 8, 4});
  on_each_target([&] {
    EXPECT_EQ(cpu::plan_picture(texture_of(image, {}), {}, 5).has_value(), cpu::has_vectors())
        << cpu::fetch_instructions();
  });
}

TEST_F(FastFetch, stays_within_its_rows_and_pixels) {
  const Image image = Image::create(4, 4, {ElementKind::unsigned_int, 8, 4});
  std::vector<std::uint32_t> components(3 * 5 * 4 + 4, 7);
  cpu::fetch_rows(*cpu::plan_picture(texture_of(image, {}), {}, 5), 1, 3, components.data() + 20);
  for (std::size_t i = 0; i < components.size(); ++i)
    EXPECT_EQ(components[i], i < 20 || i >= 60 ? 7u : 0u) << i;
}

} // namespace
} // namespace texelscope
