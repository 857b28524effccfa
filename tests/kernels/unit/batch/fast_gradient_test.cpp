// Footprints and levels of detail by vectors, against the model's.
#include "kernels/unit/batch/fast_gradient.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>

#include "kernels/each_target.h"
#include "kernels/machines/cpu/fast_pixels.h"

namespace texelscope {
namespace {

class RandomGradients {
public:
  explicit RandomGradients(unsigned seed) : random(seed) {}

  int below(int n) { return int(random() % unsigned(n)); }

  Texture texture() {
    Texture t;
    t.dimension = Dimension(below(7));
    const int max_side = below(3) ? 300 : 16384;
    t.width = 1 + below(max_side);
    t.height = is_1d(t.dimension) ? 1 : is_cube(t.dimension) ? t.width : 1 + below(max_side);
    t.planes = is_cube(t.dimension) ? 6 : 1 + below(200);
    t.level_count = 1 + below(15);
    if (below(4) == 0) { // a view of an array's smaller levels
      t.first_level = 1 + below(3);
      t.whole = {t.width << t.first_level, t.height << t.first_level, t.planes << t.first_level};
    }
    t.sampler.normalized_coords = true;
    t.sampler.max_anisotropy =
        below(3) && !is_cube(t.dimension) ? 1 + below(16) : 0; // only the model has it for cubes
    t.sampler.disable_trilinear_optimization = below(2) == 1;
    t.sampler.mip_bias = float(uniform(-3, 3));
    t.sampler.mip_min = float(uniform(-1, 4));
    t.sampler.mip_max = float(uniform(0, 16));
    return t;
  }

  // Gradients as of one view: most fetches have similar ones, some components are 0.
  void view() {
    scale = std::exp2(uniform(-14, 3));
    wild = below(40) == 0;
    for (bool& z : zero)
      z = below(5) == 0;
  }
  FetchAt fetch() {
    FetchAt at;
    at.x = coordinate(), at.y = coordinate(), at.z = coordinate();
    at.dx = {gradient(0), gradient(1), gradient(2)};
    at.dy = {gradient(3), gradient(4), gradient(5)};
    if (below(16) == 0) at.dy = at.dx; // the same length
    if (below(16) == 0) at.dy = {at.dx.y, at.dx.x, at.dx.z};
    return at;
  }

private:
  double uniform(double low, double high) { return low + (high - low) * double(random()) * 0x1p-32; }
  float any() { return std::bit_cast<float>(std::uint32_t(random())); } // NaN, infinite, denormal too
  float coordinate() {
    if (wild && below(3) == 0) return any();
    if (below(12) == 0) return float(below(5) - 2) / 2;
    return float(uniform(-1.2, 1.2));
  }
  float gradient(std::size_t component) {
    if (wild && below(3) == 0) return any();
    if (zero[component]) return 0;
    if (below(12) == 0) return float((below(2) ? 1 : -1) * std::exp2(below(40) - 36));
    return float(uniform(-1, 1) * scale);
  }

  std::mt19937 random;
  double scale = 1;
  bool wild = false, zero[6] = {};
};

class FastGradient : public tests::EachTarget {};

// A sentence about the first fetch that differs.
std::string difference(const Texture& texture, RandomGradients& random, int count) {
  cpu::Block block;
  cpu::Pixels pixels;
  cpu::Footprints found;
  std::vector<FetchAt> requested;
  for (int i = 0; i < count; ++i) {
    requested.push_back(random.fetch());
    cpu::put_fetch(requested.back(), i, block, pixels);
  }
  const cpu::GradientPlan plan = cpu::plan_gradients(texture);
  cpu::find_footprints(plan, block, pixels, count, found);
  cpu::find_levels(plan, found, count, block);
  for (int i = 0; i < count; ++i) {
    const FetchAt& at = requested[std::size_t(i)];
    const unit::GradientFootprint expected = unit::gradient_footprint(texture, at);
    const bool axis = !unit::stretches(texture) ||
                      (found.axis[0][i] == expected.axis[0] && found.axis[1][i] == expected.axis[1]);
    const int lod = texture.level_count > 1 ? unit::level_of_detail(texture, expected) : block.lod[i];
    if (found.log_major[i] == expected.log_major && found.ratio[i] == expected.ratio && axis &&
        block.lod[i] == lod)
      continue;
    char text[400];
    std::snprintf(text, sizeof text,
                  "dimension %d, %d x %d x %d, at (%a, %a, %a), dx (%a, %a, %a), dy (%a, %a, %a): length %d, "
                  "ratio %d, axis %d %d, level %d; "
                  "model %d, %d, %d %d, %d",
                  int(texture.dimension), texture.width, texture.height, texture.planes, double(at.x),
                  double(at.y), double(at.z), double(at.dx.x), double(at.dx.y), double(at.dx.z),
                  double(at.dy.x), double(at.dy.y), double(at.dy.z), found.log_major[i], found.ratio[i],
                  found.axis[0][i], found.axis[1][i], block.lod[i], expected.log_major, expected.ratio,
                  expected.axis[0], expected.axis[1], lod);
    return text;
  }
  return {};
}

// TEXELSCOPE_MANY_GRADIENTS: the number of blocks, for longer runs by hand.
TEST_F(FastGradient, equals_the_model) {
  const char* many = std::getenv("TEXELSCOPE_MANY_GRADIENTS");
  const int blocks = many ? std::atoi(many) : 1500;
  unsigned seed = 0;
  on_each_vector_target([&] {
    RandomGradients random(++seed);
    for (int i = 0; i < blocks; ++i) {
      const Texture texture = random.texture();
      random.view();
      ASSERT_EQ(difference(texture, random, 1 + random.below(cpu::block_size)), "")
          << cpu::fetch_instructions() << ", block " << i;
    }
  });
}

// Sums that cancel, overlap in no bit, or use every bit: all pairs of significands of ten bits.
TEST_F(FastGradient, equals_the_model_on_all_pairs_of_significands) {
  Texture texture;
  texture.width = 1023, texture.height = 513;
  texture.level_count = 1;
  texture.sampler.max_anisotropy = 16;
  const cpu::GradientPlan plan = cpu::plan_gradients(texture);
  cpu::Block block;
  cpu::Pixels pixels;
  cpu::Footprints found;
  for (int a = 512; a < 1024; a += 3)
    for (int first = 512; first < 1024; first += cpu::block_size) {
      const int exponent_gap = a % 13;
      const auto at = [&](int i) {
        FetchAt made;
        made.dx.x = float(a) * 0x1p-16f;
        made.dy.x = -std::ldexp(float(first + i), -16 - exponent_gap);
        made.dy.y = made.dx.x;
        return made;
      };
      for (int i = 0; i < cpu::block_size; ++i)
        cpu::put_fetch(at(i), i, block, pixels);
      cpu::find_footprints(plan, block, pixels, cpu::block_size, found);
      for (int i = 0; i < cpu::block_size; ++i) {
        const unit::GradientFootprint expected = unit::gradient_footprint(texture, at(i));
        ASSERT_EQ(found.log_major[i], expected.log_major) << a << " " << first + i;
        ASSERT_EQ(found.ratio[i], expected.ratio) << a << " " << first + i;
        ASSERT_EQ(found.axis[0][i], expected.axis[0]) << a << " " << first + i;
        ASSERT_EQ(found.axis[1][i], expected.axis[1]) << a << " " << first + i;
      }
    }
}

} // namespace
} // namespace texelscope
