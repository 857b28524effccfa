// Views that resize the whole texture: both conventions against numbers worked out by hand and against the
// loop of a kernel, their gradients and places, and the fast path.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "kernels/machines/backend/backend.h"
#include "kernels/studies/compare/scope.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/sample_position.h"
#include "kernels/unit/texture_unit/texture_unit.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

// In texels, so that coordinates are those of the formulas.
Session resize_of(int in_width, int in_height, int out_width, int out_height, bool aligned = false) {
  Session session;
  session.texture.source = Source::noise;
  session.texture.width = in_width, session.texture.height = in_height;
  session.sampler.normalized_coords = false;
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  session.view.mapping = Mapping::resize;
  session.view.resize_width = out_width, session.view.resize_height = out_height;
  session.view.align_corners = aligned;
  return session;
}

FetchView resized_view(const Session& session) {
  const auto [width, height] = picture_size(session, 640, 480);
  return make_fetch_view(session, resolve(session).effective, width, height);
}

FetchAt resized_at(const Session& session, int x, int y) {
  return rules::pixel_fetch(resized_view(session), x, y).at;
}

std::vector<float> row(const Session& session) {
  std::vector<float> xs;
  for (int i = 0; i < session.view.resize_width; ++i)
    xs.push_back(resized_at(session, i, 0).x);
  return xs;
}

std::vector<float> column(const Session& session) {
  std::vector<float> ys;
  for (int j = 0; j < session.view.resize_height; ++j)
    ys.push_back(resized_at(session, 0, j).y);
  return ys;
}

using Floats = std::vector<float>;

TEST(Resize, ByCentersTheOuterEdgesCoincide) {
  EXPECT_EQ(row(resize_of(6, 4, 4, 8)), (Floats{0.75f, 2.25f, 3.75f, 5.25f}));
  EXPECT_EQ(column(resize_of(6, 4, 4, 8)), (Floats{0.25f, 0.75f, 1.25f, 1.75f, 2.25f, 2.75f, 3.25f, 3.75f}));
  EXPECT_EQ(row(resize_of(5, 5, 5, 5)), (Floats{0.5f, 1.5f, 2.5f, 3.5f, 4.5f}));
  EXPECT_EQ(row(resize_of(7, 7, 1, 1)), (Floats{3.5f}));
}

TEST(Resize, WithAlignedCornersTheOutermostCentersCoincide) {
  EXPECT_EQ(row(resize_of(7, 5, 4, 3, true)), (Floats{0.5f, 2.5f, 4.5f, 6.5f}));
  EXPECT_EQ(column(resize_of(7, 5, 4, 3, true)), (Floats{0.5f, 2.5f, 4.5f}));
  EXPECT_EQ(row(resize_of(3, 3, 5, 5, true)), (Floats{0.5f, 1, 1.5f, 2, 2.5f}));
  EXPECT_EQ(row(resize_of(5, 5, 5, 5, true)), (Floats{0.5f, 1.5f, 2.5f, 3.5f, 4.5f}));
  EXPECT_EQ(row(resize_of(7, 7, 1, 1, true)), (Floats{0.5f})) << "one pixel has no last one";
  EXPECT_EQ(row(resize_of(1, 1, 3, 3, true)), (Floats{0.5f, 0.5f, 0.5f})) << "one texel has all";
}

TEST(Resize, ByCornersPixelsBeginWhereTexelsDo) {
  Session session = resize_of(6, 4, 4, 8);
  session.fetch.sample_at = SampleAt::corner;
  EXPECT_EQ(row(session), (Floats{0, 1.5f, 3, 4.5f}));
  session.view.align_corners = true; // says itself where pixels sample
  EXPECT_EQ(row(session)[0], 0.5f);
  EXPECT_EQ(row(session), row(resize_of(6, 4, 4, 8, true)));
}

TEST(Resize, NormalizedCoordinatesAreDividedByTheSize) {
  Session session = resize_of(4, 4, 8, 7);
  session.sampler.normalized_coords = true;
  EXPECT_EQ(row(session), (Floats{0.0625f, 0.1875f, 0.3125f, 0.4375f, 0.5625f, 0.6875f, 0.8125f, 0.9375f}));
  session.view.align_corners = true;
  EXPECT_EQ(column(session), (Floats{0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f}));
}

// The statements of a kernel in CUDA C++: PyTorch's scale, a division of two floats, and one multiplication.
TEST(Resize, HasTheBitsOfAKernelsLoop) {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    const int in = 1 + int(random() % 4000), out = 1 + int(random() % 4000),
              i = int(random() % unsigned(out));
    Session session = resize_of(in, in, out, out);
    const float scale = float(in) / float(out);
    ASSERT_EQ(resized_at(session, i, 0).x, (float(i) + 0.5f) * scale) << in << " " << out << " " << i;
    session.view.align_corners = true;
    const float step = out > 1 ? float(in - 1) / float(out - 1) : 0.0f;
    ASSERT_EQ(resized_at(session, 0, i).y, std::fma(float(i), step, 0.5f)) << in << " " << out << " " << i;
    session.view.align_corners = false;
    session.sampler.normalized_coords = true;
    ASSERT_EQ(resized_at(session, i, 0).x, (float(i) + 0.5f) * (1.0f / float(out)))
        << in << " " << out << " " << i;
  }
}

// Half a weight's step of 1/256 at most, also at the far end of the largest result.
TEST(Resize, StaysWithinAFractionOfATexel) {
  for (const bool aligned : {false, true})
    for (const bool normalized : {false, true}) {
      Session session = resize_of(4099, 4099, 8191, 8191, aligned);
      session.sampler.normalized_coords = normalized;
      for (const int i : {0, 1, 4095, 8189, 8190}) {
        const double exact = aligned ? i * 4098.0 / 8190 + 0.5 : (i + 0.5) * 4099 / 8191;
        EXPECT_NEAR(double(resized_at(session, i, i).x) * (normalized ? 4099 : 1), exact, 1 / 1024.0) << i;
      }
    }
}

TEST(Resize, IsAsLargeAsItSays) {
  const Session session = resize_of(6, 4, 20, 10);
  EXPECT_EQ(picture_size(session, 640, 480), (std::array{20, 10}));
  EXPECT_EQ(picture_size({}, 640, 480), (std::array{640, 480}));
  Session net = session;
  net.view.projection = Projection::net;
  EXPECT_FALSE(is_resize(net));
  EXPECT_EQ(picture_size(net, 640, 480), (std::array{640, 480}));
}

TEST(Resize, IsNeitherMovedNorTurned) {
  const Session session = resize_of(6, 4, 20, 10);
  Session moved = session;
  moved.view.center_x = 7, moved.view.span = 0.1, moved.view.rotation = 30;
  EXPECT_EQ(fetch_map(moved, resolve(moved).effective, 20, 10),
            fetch_map(session, resolve(session).effective, 20, 10));
}

// A resize of mip levels reads them by its two steps, which differ.
TEST(Resize, GradientsAreItsSteps) {
  for (const bool aligned : {false, true}) {
    Session session = resize_of(64, 32, 16, 32, aligned);
    session.texture.levels = 5;
    session.sampler.normalized_coords = true;
    session.sampler.mip_filter = FilterMode::point;
    session.fetch.function = FetchKind::grad;
    const FetchAt fetch = resized_at(session, 3, 5);
    EXPECT_EQ(fetch.dx.x, aligned ? float(63.0 / (15 * 64)) : 1 / 16.0f);
    EXPECT_EQ(fetch.dx.y, 0);
    EXPECT_EQ(fetch.dy.x, 0);
    EXPECT_EQ(fetch.dy.y, aligned ? float(31.0 / (31 * 32)) : 1 / 32.0f);
  }
  Session session = resize_of(64, 32, 16, 32); // 4 texels right and 1 down: level 2
  session.texture.levels = 5;
  session.texture.mips = MipSource::tinted;
  session.sampler.normalized_coords = true;
  session.sampler.mip_filter = FilterMode::point;
  session.fetch.function = FetchKind::grad;
  const tests::Setup setup = tests::setup_of(session);
  const Trace trace =
      fetch_traced(texture_of(*setup.image, setup.effective), FetchKind::grad, resized_at(session, 3, 5));
  ASSERT_EQ(trace.level_count, 1);
  EXPECT_EQ(trace.level[0].level, 2);
}

TEST(Resize, MapsWholeSlicesRowsAndFaces) {
  Session volume = resize_of(4, 6, 8, 3);
  volume.texture.dimension = Dimension::d3;
  volume.texture.depth = 2;
  volume.fetch.slice = 0.25;
  EXPECT_EQ(resized_at(volume, 7, 2).x, 3.75f);
  EXPECT_EQ(resized_at(volume, 7, 2).y, 5);
  EXPECT_EQ(resized_at(volume, 7, 2).z, 0.5f);
  volume.fetch.slice_axis = Axis::x; // its columns are slices, 2 onto 8
  EXPECT_EQ(resized_at(volume, 7, 2).z, 1.875f);
  EXPECT_EQ(resized_at(volume, 7, 2).y, 5);
  EXPECT_EQ(resized_at(volume, 7, 2).x, 1);
  Session line = resize_of(10, 1, 4, 2);
  line.texture.dimension = Dimension::d1;
  EXPECT_EQ(resized_at(line, 3, 0).x, 8.75f);
  EXPECT_EQ(resized_at(line, 3, 1).x, 8.75f);
  Session face = resize_of(4, 4, 2, 2);
  face.texture.dimension = Dimension::cube;
  face.fetch.face = CubeFace::positive_z;
  EXPECT_EQ(resized_at(face, 0, 0).x, -0.5f); // a quarter of the face from its edge
  EXPECT_EQ(resized_at(face, 0, 0).y, 0.5f);
  EXPECT_EQ(resized_at(face, 0, 0).z, 1);
}

// Each in its own loop, without the code that makes the map.
TEST(Resize, TheFastPathReturnsTheModelsBits) {
  for (const auto& [out_width, out_height] : {std::pair{50, 7}, {5, 31}, {23, 17}, {1, 1}})
    for (const bool aligned : {false, true})
      for (const bool normalized : {false, true})
        for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
          Session session = resize_of(23, 17, out_width, out_height, aligned);
          session.sampler.normalized_coords = normalized;
          session.sampler.filter = filter;
          const tests::Setup setup = tests::setup_of(session);
          const auto cpu = make_cpu_backend(2);
          cpu->frame({session, setup.effective, setup.image, out_width, out_height});
          const Picture picture = cpu->read_result();
          ASSERT_EQ(picture.width, out_width);
          const auto coordinate = [&](int i, int in, int out) {
            if (!aligned)
              return (float(i) + 0.5f) * (normalized ? 1.0f / float(out) : float(in) / float(out));
            const double unit = normalized ? in : 1;
            const float step = out > 1 ? float((in - 1) / (unit * (out - 1))) : 0.0f;
            return std::fma(float(i), step, float(0.5 / unit));
          };
          for (int y = 0; y < out_height; ++y)
            for (int x = 0; x < out_width; ++x)
              ASSERT_EQ(picture.pixels[std::size_t(y) * std::size_t(out_width) + std::size_t(x)],
                        fetch(texture_of(*setup.image, setup.effective), coordinate(x, 23, out_width),
                              coordinate(y, 17, out_height)))
                  << out_width << " " << aligned << normalized << " " << x << "," << y;
        }
}

// What the window draws over a pixel lies over that pixel.
TEST(Resize, APixelIsShownWhereItSamples) {
  for (const bool aligned : {false, true})
    for (const SampleAt place : {SampleAt::center, SampleAt::corner}) {
      Session session = resize_of(6, 4, 20, 10, aligned);
      session.fetch.sample_at = place;
      const double drawn = aligned || place == SampleAt::center ? 0.5 : 0;
      const Effective effective = resolve(session).effective;
      for (const Pixel pixel : {Pixel{0, 0}, {3, 7}, {19, 9}}) {
        const FetchAt fetch = resized_at(session, pixel.x, pixel.y);
        const auto point = texture_to_picture(session, 20, 10, double(fetch.x) / 6, double(fetch.y) / 4);
        EXPECT_NEAR(point[0], pixel.x + drawn, 1e-5);
        EXPECT_NEAR(point[1], pixel.y + drawn, 1e-5);
        const auto back = picture_to_texture(session, 20, 10, point[0], point[1]);
        EXPECT_NEAR(back[0] * 6, double(fetch.x), 1e-5);
        EXPECT_NEAR(back[1] * 4, double(fetch.y), 1e-5);
        const auto position = position_of(session, effective, 20, 10, pixel);
        ASSERT_TRUE(position);
        EXPECT_EQ(pixel_of(session, effective, 20, 10, *position), pixel);
        const TargetFetch found = fetch_of(session, effective, 20, 10, *position);
        EXPECT_EQ(found.pixel, pixel);
        EXPECT_EQ(found.fetch.at.x, fetch.x);
        ASSERT_TRUE(found.place);
        EXPECT_EQ((*found.place)[0], pixel.x + drawn);
      }
    }
}

// The oscilloscope's line through the centers of a row's pixels samples what they do.
TEST(Resize, ALineOverItSamplesItsPixels) {
  for (const bool aligned : {false, true}) {
    const Session session = resize_of(6, 4, 20, 10, aligned);
    const scope::Samples samples(session, resolve(session).effective, 20, 10, {0, 7.5, 20, 7.5}, 20);
    const scope::Samples between(session, resolve(session).effective, 20, 10, {3, 7.5, 5, 7.5}, 4);
    EXPECT_NEAR(between.at(1).at.x, aligned ? 3.25 * 5 / 19 + 0.5 : 3.75 * 6 / 20, 1e-6);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(samples.at(i).at.x, resized_at(session, i, 7).x) << i;
      EXPECT_NEAR(samples.at(i).at.y, resized_at(session, i, 7).y, 1e-6) << i;
    }
  }
}

TEST(Resize, TexelsHaveTwoSizes) {
  EXPECT_EQ(texel_pixels(resize_of(5, 4, 20, 12), 20, 12), (std::array{4.0, 3.0}));
  EXPECT_EQ(texel_pixels(resize_of(5, 4, 9, 7, true), 9, 7), (std::array{2.0, 2.0}));
  EXPECT_EQ(texel_pixels(resize_of(5, 1, 1, 7, true), 1, 7), (std::array{1.0, 1.0})) << "all at one point";
}

TEST(Resize, AStepOfATexelIsATexelOnEitherAxis) {
  const Session session = resize_of(6, 4, 24, 8);
  const Effective effective = resolve(session).effective;
  const auto from = position_of(session, effective, 24, 8, {8, 4}); // 2.125, 2.25
  ASSERT_TRUE(from);
  const SamplePosition right = stepped(session, effective, 24, 8, *from, 1, 0, StepSize::texel),
                       down = stepped(session, effective, 24, 8, *from, 0, 1, StepSize::texel);
  EXPECT_EQ(right.at[0], 3.125);
  EXPECT_EQ(right.at[1], 2.25);
  EXPECT_EQ(down.at[0], 2.125);
  EXPECT_EQ(down.at[1], 3.25);
  EXPECT_EQ(stepped(session, effective, 24, 8, *from, 1, 0, StepSize::pixel).at[0], 2.375);
}

} // namespace
} // namespace texelscope
