// The shipped fetch bodies on the CPU: values that are known by hand, what CUDA's conversions and NaN add,
// and the fast path against the exact model. tests/device compares them with a GPU's.
#include "kernels/machines/cpu/body_fetch.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"
#include "tests/random_session.h"

namespace texelscope::body_fetch_tests {
namespace {

constexpr int width = 8, height = 6;
constexpr ShippedBody all_bodies[] = {ShippedBody::plain,       ShippedBody::bilinear, ShippedBody::b_spline,
                                      ShippedBody::catmull_rom, ShippedBody::dither,   ShippedBody::gather};

// A texture of one channel, 8 x 6, clamped, of unnormalized coordinates.
class Fetched {
public:
  explicit Fetched(ElementFormat format, FilterMode filter = FilterMode::point)
      : image_(Image::create(width, height, format)) {
    session_.texture.width = width, session_.texture.height = height;
    session_.texture.format = format;
    session_.texture.storage = Storage::array;
    session_.texture.gather_flag = true;
    session_.sampler.filter = filter;
    session_.sampler.normalized_coords = false;
    session_.sampler.read_mode = ReadMode::element;
    session_.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  }
  Fetched& fill(const std::function<std::uint32_t(int, int)>& bits) {
    const std::size_t bytes = std::size_t(image_.format.bits) / 8;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const std::uint32_t word = bits(x, y);
        std::memcpy(image_.texel(x, y, 0), &word, bytes);
      }
    return *this;
  }
  Fetched& floats(const std::function<float(int, int)>& value) {
    return fill([&](int x, int y) { return float_bits(value(x, y)); });
  }

  // The body's value at a coordinate in texels.
  std::uint32_t bits(ShippedBody body, float x, float y) const { return pixel(body, x, y).value[0]; }
  float value(ShippedBody body, float x, float y) const { return bits_float(bits(body, x, y)); }
  cpu::BodyPixelValue pixel(ShippedBody body, float x, float y) const {
    Session session = session_;
    session.fetch.body = shipped_body_text(body);
    const Effective effective = resolve(session).effective;
    const auto made = cpu::body_of_picture(session, effective);
    if (!made) {
      ADD_FAILURE() << "the CPU does not run " << shipped_body_name(body);
      return {};
    }
    FetchView view;
    view.offset = 0;
    view.origin[0] = x, view.origin[1] = y;
    view.component_count = 1;
    const Texture texture = texture_of(image_.texels.data(), effective);
    return cpu::fetch_body_pixel(*made, texture, view, 0, 0);
  }

private:
  Image image_;
  Session session_;
};

constexpr ElementFormat f32{ElementKind::floating, 32, 1}, u8{ElementKind::unsigned_int, 8, 1},
    s8{ElementKind::signed_int, 8, 1};

float one_hot(int x, int) {
  return x == 3 ? 1.0f : 0.0f;
}

TEST(ShippedBodies, AreFoundByTheirWholeText) {
  EXPECT_EQ(shipped_body_name(ShippedBody::plain), "1-plain");
  EXPECT_EQ(shipped_body_name(ShippedBody::catmull_rom), "4-catmull-rom");
  EXPECT_EQ(shipped_body_name(ShippedBody::gather), "6-nearest-by-gather");
  EXPECT_EQ(shipped_body_named("4-catmull-rom"), ShippedBody::catmull_rom);
  EXPECT_EQ(shipped_body_named("bicubic-b-spline"), ShippedBody::b_spline);
  for (const char* none : {"", "4", "rom", "4-catmull-rom.cu", "catmull-rom "})
    EXPECT_EQ(shipped_body_named(none), std::nullopt) << none;
  for (const ShippedBody body : all_bodies) {
    const std::string text(shipped_body_text(body));
    ASSERT_TRUE(text.ends_with(";\n")) << text;
    EXPECT_EQ(find_shipped_body(text), body);
    EXPECT_EQ(find_shipped_body(text.substr(0, text.size() - 1)), body) << "a shell drops the last line end";
    for (const std::size_t at : {std::size_t(0), text.size() / 2, text.size() - 2}) {
      std::string changed = text;
      changed[at] = '~';
      EXPECT_EQ(find_shipped_body(changed), std::nullopt) << at;
    }
    EXPECT_EQ(find_shipped_body(text + " "), std::nullopt);
  }
  EXPECT_EQ(find_shipped_body(""), std::nullopt);
  EXPECT_EQ(find_shipped_body("\n"), std::nullopt);
}

TEST(ShippedBodies, RunOnTheCpuWhereTheirFetchesAreDefined) {
  Session session;
  session.texture.storage = Storage::array;
  const auto runs = [&](ShippedBody body) {
    session.fetch.body = shipped_body_text(body);
    const Resolution resolution = resolve(session);
    const bool noted = resolution.note_for("fetch.body") != nullptr;
    EXPECT_EQ(cpu::body_of_picture(session, resolution.effective).has_value(), !noted);
    return !noted;
  };
  for (const ShippedBody body : all_bodies)
    EXPECT_TRUE(runs(body)) << shipped_body_name(body);
  session.texture.storage = Storage::pitch;
  EXPECT_TRUE(runs(ShippedBody::catmull_rom));
  EXPECT_FALSE(runs(ShippedBody::gather)) << "gathers want an array";
  session.texture.storage = Storage::array;
  for (const Dimension dimension : {Dimension::d1, Dimension::d3, Dimension::d2_layered, Dimension::cube}) {
    session.texture.dimension = dimension;
    EXPECT_FALSE(runs(ShippedBody::plain)) << int(dimension);
  }
}

TEST(ShippedBodies, KeepAConstant) {
  for (const float constant : {0.75f, -3.0f, 1000.0f, 0.1f}) {
    const auto is_constant = [&](int, int) { return constant; };
    const Fetched points = Fetched(f32).floats(is_constant),
                  linear = Fetched(f32, FilterMode::linear).floats(is_constant);
    for (const float x : {-2.0f, 0.5f, 3.3f, 7.9f})
      for (const ShippedBody body :
           {ShippedBody::plain, ShippedBody::bilinear, ShippedBody::catmull_rom, ShippedBody::gather})
        EXPECT_NEAR(points.value(body, x, 2.7f), constant, 1e-6 * std::abs(constant)) << x;
    EXPECT_NEAR(linear.value(ShippedBody::b_spline, 3.3f, 2.7f), constant, 1e-6 * std::abs(constant));
  }
}

// A ramp without a curve: both filters lie on its line, the plain fetch on its steps.
TEST(ShippedBodies, FollowARamp) {
  const Fetched ramp = Fetched(f32).floats([](int x, int y) { return float(x + 10 * y); });
  for (const float x : {2.5f, 3.0f, 3.25f, 4.1f, 5.4f})
    for (const float y : {2.0f, 2.8f}) {
      const double line = (double(x) - 0.5) + 10 * (double(y) - 0.5);
      EXPECT_NEAR(ramp.value(ShippedBody::bilinear, x, y), line, 2e-5) << x;
      EXPECT_NEAR(ramp.value(ShippedBody::catmull_rom, x, y), line, 2e-5) << x;
      EXPECT_EQ(ramp.value(ShippedBody::plain, x, y), std::floor(x) + 10 * std::floor(y)) << x;
    }
  EXPECT_EQ(ramp.value(ShippedBody::gather, 3.75f, 2.25f), 23);
  EXPECT_EQ(ramp.value(ShippedBody::gather, 4.25f, 2.75f), 24);
}

TEST(ShippedBodies, WeighTexelsAsKnownByHand) {
  const Fetched points = Fetched(f32).floats(one_hot),
                linear = Fetched(f32, FilterMode::linear).floats(one_hot);
  // Half a texel from two centers: -1/16, 9/16, 9/16, -1/16. In a row of equal columns the second axis leaves
  // the sum of its weights, which is 1.
  EXPECT_EQ(points.value(ShippedBody::catmull_rom, 2.0f, 2.5f), -0.0625f);
  EXPECT_EQ(points.value(ShippedBody::catmull_rom, 3.0f, 2.5f), 0.5625f);
  EXPECT_EQ(points.value(ShippedBody::catmull_rom, 4.0f, 2.5f), 0.5625f);
  EXPECT_EQ(points.value(ShippedBody::catmull_rom, 5.0f, 2.5f), -0.0625f);
  EXPECT_EQ(points.value(ShippedBody::catmull_rom, 3.5f, 2.5f), 1.0f) << "it goes through every texel";
  EXPECT_EQ(points.value(ShippedBody::bilinear, 3.25f, 2.5f), 0.75f);
  EXPECT_NEAR(points.value(ShippedBody::bilinear, 3.2f, 2.5f), 0.7, 5e-7) << "not 179 / 256";
  // The spline at a center has the weights 1/6, 4/6, 1/6: its first fetch lies a fifth of a texel to the
  // left, where the unit gives 205 / 256 to the center's texel, and has 5/6 of the sum.
  EXPECT_NEAR(linear.value(ShippedBody::b_spline, 3.5f, 2.5f), 205.0 / 256 * 5 / 6, 5e-7);
  // Half a texel off they are 1/48, 23/48, 23/48, 1/48: 245 / 256 of a half.
  EXPECT_NEAR(linear.value(ShippedBody::b_spline, 3.0f, 2.5f), 245.0 / 256 / 2, 5e-7);
}

TEST(ShippedBodies, DitherToFourShades) {
  const Fetched half = Fetched(f32).floats([](int, int) { return 0.4f; });
  // At pixel 0,0 the threshold is 0.5 / 64: floor(1.2 + 0.0078) = 1.
  EXPECT_EQ(half.value(ShippedBody::dither, 1, 1), 1.0f / 3);
  const Fetched bright = Fetched(f32).floats([](int, int) { return 0.998f; });
  EXPECT_EQ(bright.value(ShippedBody::dither, 1, 1), 1.0f) << "floor(2.994 + 0.0078)";
}

TEST(ShippedBodies, MakeTheFetchesThatTheyShow) {
  const Fetched ramp = Fetched(f32).floats([](int x, int y) { return float(x + 10 * y); });
  const auto at = [&](ShippedBody body) { return ramp.pixel(body, 3.25f, 2.5f).fetches; };
  EXPECT_EQ(at(ShippedBody::plain).size(), 1u);
  EXPECT_EQ(at(ShippedBody::bilinear).size(), 4u);
  EXPECT_EQ(at(ShippedBody::b_spline).size(), 4u);
  EXPECT_EQ(at(ShippedBody::dither).size(), 1u);
  EXPECT_EQ(at(ShippedBody::gather).size(), 4u);
  EXPECT_EQ(at(ShippedBody::gather)[2].kind, FetchKind::gather);
  EXPECT_EQ(at(ShippedBody::gather)[2].component, 2);
  const auto cubic = at(ShippedBody::catmull_rom);
  ASSERT_EQ(cubic.size(), 16u);
  EXPECT_EQ(cubic[0].x, 1.5f);
  EXPECT_EQ(cubic[0].y, 1.5f);
  EXPECT_EQ(cubic[15].x, 4.5f);
  EXPECT_EQ(cubic[15].y, 4.5f);
  EXPECT_EQ(bits_float(cubic[15].value[0]), 44.0f);
}

// CUDA truncates a float that becomes an integer, and limits it to the type: after every sum.
TEST(ShippedBodies, ConvertToIntegersAsCudaDoes) {
  const auto hot = [](int x, int) { return x == 3 ? 100u : 0u; };
  const Fetched codes = Fetched(u8).fill(hot), numbers = Fetched(s8).fill(hot);
  EXPECT_EQ(codes.bits(ShippedBody::catmull_rom, 3.0f, 2.5f), 56u) << "56.25";
  EXPECT_EQ(codes.bits(ShippedBody::catmull_rom, 2.0f, 2.5f), 0u) << "not -6.25";
  EXPECT_EQ(numbers.bits(ShippedBody::catmull_rom, 2.0f, 2.5f), std::uint32_t(-6));
  EXPECT_EQ(codes.bits(ShippedBody::bilinear, 3.25f, 2.5f), 75u);
  EXPECT_EQ(codes.bits(ShippedBody::plain, 3.5f, 2.5f), 100u);
  EXPECT_EQ(codes.bits(ShippedBody::gather, 3.5f, 2.5f), 100u);
  const ElementFormat u32{ElementKind::unsigned_int, 32, 1}, s32{ElementKind::signed_int, 32, 1};
  const Fetched largest = Fetched(u32).fill([](int, int) { return 0xffffffffu; });
  EXPECT_EQ(largest.bits(ShippedBody::bilinear, 3.5f, 2.5f), 0xffffffffu) << "2^32 as a float";
  const Fetched smallest = Fetched(s32).fill([](int, int) { return 0x80000000u; });
  EXPECT_EQ(smallest.bits(ShippedBody::bilinear, 3.5f, 2.5f), 0x80000000u);
  EXPECT_EQ(largest.bits(ShippedBody::bilinear, std::nanf(""), 2.5f), 0u) << "NaN becomes 0";
}

TEST(ShippedBodies, HaveTheOneNaNOfTheGpu) {
  const Fetched marked = Fetched(f32).fill([](int, int) { return 0xffc12345u; });
  const std::uint32_t plain = marked.bits(ShippedBody::plain, 3.5f, 2.5f);
  EXPECT_TRUE(std::isnan(bits_float(plain)));
  for (const ShippedBody body :
       {ShippedBody::bilinear, ShippedBody::catmull_rom, ShippedBody::b_spline, ShippedBody::dither})
    EXPECT_EQ(marked.bits(body, 3.3f, 2.6f), 0x7fffffffu) << shipped_body_name(body);
  const Fetched one = Fetched(f32).floats([](int, int) { return 1.0f; });
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(one.bits(ShippedBody::bilinear, infinity, 2.5f), 0x7fffffffu) << "infinity - infinity";
}

// Whole pictures against the same bodies over the exact model, pixel by pixel: all formats and projections.
TEST(ShippedBodies, HaveTheModelsBitsInWholePictures) {
  std::mt19937 random(5);
  int compared = 0, empty = 0;
  for (int i = 0; i < 4000 && compared < 120; ++i) {
    Session session = tests::random_setup(random).session;
    session.texture.dimension = Dimension::d2;
    session.fetch.body = shipped_body_text(all_bodies[std::size_t(i) % std::size(all_bodies)]);
    const tests::Setup setup = tests::setup_of(session);
    const auto body = cpu::body_of_picture(setup.session, setup.effective);
    if (!body) continue;
    constexpr int across = 131, down = 3; // more than a block
    const FetchView view = make_fetch_view(setup.session, setup.effective, across, down);
    Image reinterpreted;
    const Texture texture = make_texture_view(setup.image->texels.data(), setup.effective, reinterpreted);
    std::vector<TexelBits> picture(std::size_t(across) * down);
    cpu::fetch_body_rows(*body, texture, view, across, 0, down, picture.data()->data());
    for (int row = 0; row < down; ++row)
      for (int column = 0; column < across; ++column) {
        const auto pixel = cpu::fetch_body_pixel(*body, texture, view, column, row);
        ASSERT_EQ(picture[std::size_t(row * across + column)], pixel.value)
            << column << "," << row << " " << tests::describe(setup.session);
        empty += pixel.fetches.empty();
      }
    ++compared;
  }
  EXPECT_EQ(compared, 120);
  EXPECT_GT(empty, 100) << "views with empty places were among them";
}

// What the backend shows: Catmull-Rom by double arithmetic over the texels.
TEST(ShippedBodies, AreThePictureOfTheCpuBackend) {
  Session session;
  session.texture.source = Source::noise;
  session.texture.width = 16, session.texture.height = 12;
  session.texture.format = {ElementKind::floating, 32, 4};
  session.sampler.filter = FilterMode::point;
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  session.fetch.body = shipped_body_text(ShippedBody::catmull_rom);
  const tests::Setup setup = tests::setup_of(session);
  const auto backend = make_cpu_backend(2);
  constexpr int across = 53, down = 31;
  const FrameResult frame = backend->frame({setup.session, setup.effective, setup.image, across, down});
  EXPECT_TRUE(frame.of_body);
  const Picture picture = backend->read_result();
  const FetchView view = make_fetch_view(setup.session, setup.effective, across, down);
  const auto weights = [](double t) {
    return std::array{((-0.5 * t + 1) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1,
                      ((-1.5 * t + 2) * t + 0.5) * t, (0.5 * t - 0.5) * t * t};
  };
  for (int row = 0; row < down; ++row)
    for (int column = 0; column < across; ++column) {
      const FetchAt at = rules::pixel_fetch(view, column, row).at;
      const double px = double(at.x) * 16 - 0.5, py = double(at.y) * 12 - 0.5;
      const auto wx = weights(px - std::floor(px)), wy = weights(py - std::floor(py));
      for (std::size_t c = 0; c < 4; ++c) {
        double sum = 0;
        for (int j = 0; j < 4; ++j)
          for (int i = 0; i < 4; ++i) {
            const int x = std::clamp(int(std::floor(px)) + i - 1, 0, 15),
                      y = std::clamp(int(std::floor(py)) + j - 1, 0, 11);
            sum += wx[std::size_t(i)] * wy[std::size_t(j)] *
                   double(bits_float(setup.image->bits_at(x, y, int(c))));
          }
        const std::size_t pixel = std::size_t(row * across + column);
        ASSERT_NEAR(bits_float(picture.pixels[pixel][c]), sum, 2e-5) << column << "," << row;
      }
    }
  Session own = setup.session;
  own.fetch.body += "//";
  EXPECT_FALSE(backend->frame({own, setup.effective, setup.image, across, down}).of_body);
}

} // namespace
} // namespace texelscope::body_fetch_tests
