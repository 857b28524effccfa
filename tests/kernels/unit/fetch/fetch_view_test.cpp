// Pixels become coordinates, and the CPU backend fetches them as the model does.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/machines/backend/backend.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/texture_unit/texture_unit.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

Session session_of(Dimension dimension, Projection projection) {
  Session session;
  session.texture.dimension = dimension;
  session.texture.width = session.texture.height = 16;
  session.texture.depth = 4;
  session.view.projection = projection;
  session.view.span = 1;
  return session;
}

FetchAt at(const Session& session, int x, int y, int width = 100, int height = 100) {
  const PixelFetch pixel =
      rules::pixel_fetch(make_fetch_view(session, resolve(session).effective, width, height), x, y);
  EXPECT_FALSE(pixel.empty);
  return pixel.at;
}

bool empty(const Session& session, int x, int y) {
  return rules::pixel_fetch(make_fetch_view(session, resolve(session).effective, 100, 100), x, y).empty;
}

TEST(FetchView, TheFlatViewIsTheFetchMap) {
  Session session = session_of(Dimension::d2, Projection::flat);
  session.view.rotation = 30;
  const Effective effective = resolve(session).effective;
  const FetchMap map = fetch_map(session, effective, 100, 100);
  for (int pixel : {0, 17, 99}) {
    const float px = float(pixel) + 0.5f, py = 7.5f;
    EXPECT_EQ(at(session, pixel, 7).x, std::fma(px, map.xx, std::fma(py, map.xy, map.x0)));
    EXPECT_EQ(at(session, pixel, 7).y, std::fma(px, map.yx, std::fma(py, map.yy, map.y0)));
  }
}

TEST(FetchView, SlicesSpanTheOtherAxes) {
  Session session = session_of(Dimension::d3, Projection::flat);
  session.fetch.slice = 0.25;
  FetchAt fetch = at(session, 24, 74);
  EXPECT_FLOAT_EQ(fetch.x, 0.245f);
  EXPECT_FLOAT_EQ(fetch.y, 0.745f);
  EXPECT_FLOAT_EQ(fetch.z, 0.25f);
  session.fetch.slice_axis =
      Axis::x; // 4 slices wide, 16 high: the picture's width shows four times the depth
  fetch = at(session, 49, 74);
  EXPECT_FLOAT_EQ(fetch.x, 0.25f);
  EXPECT_FLOAT_EQ(fetch.y, 0.745f);
  EXPECT_FLOAT_EQ(fetch.z, 0.5f - 0.005f * 4);
  session.sampler.normalized_coords = false;
  EXPECT_FLOAT_EQ(at(session, 49, 74).x, 4);
  session.fetch.slice_axis = Axis::y;
  EXPECT_FLOAT_EQ(at(session, 49, 49).y, 4);
  EXPECT_FLOAT_EQ(at(session, 49, 49).z, 2 - 0.02f);
}

// The direction to every face's middle and corners maps back to that face and position.
TEST(FetchView, FacesAreWhereTheUnitFindsThem) {
  Session session = session_of(Dimension::cube, Projection::flat);
  session.texture.source = Source::one_hot;
  session.texture.hot_x = 3;
  session.texture.hot_y = 12;
  for (int face = 0; face < 6; ++face) {
    session.fetch.face = CubeFace(face);
    session.texture.hot_z = face;
    session.sampler.filter = FilterMode::point;
    const tests::Setup setup = tests::setup_of(session);
    const FetchView view = make_fetch_view(session, setup.effective, 16, 16);
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x) {
        const TexelBits bits = fetch(texture_of(*setup.image, setup.effective), FetchKind::plain,
                                     rules::pixel_fetch(view, x, y).at);
        EXPECT_EQ(bits[0], x == 3 && y == 12 ? 0x3f800000u : 0u) << face << " " << x << " " << y;
      }
  }
}

// Neighbors in the net meet: the directions on both sides of a common edge are equal.
TEST(FetchView, TheNetsFacesMeetAtTheirEdges) {
  Session session = session_of(Dimension::cube, Projection::net);
  const FetchView view = make_fetch_view(session, resolve(session).effective, 640, 640);
  const auto direction = [&](double column, double row) { // in cells
    const PixelFetch pixel = rules::pixel_fetch(view, int(column * 160), int((row + 0.5) * 160));
    EXPECT_FALSE(pixel.empty) << column << " " << row;
    return pixel.at;
  };
  const double left = 0.09, right = 0.91; // just inside of the margins
  const double edges[][4] = {{1 + right, 1.3, 2 + left, 1.3},
                             {2 + right, 1.3, 3 + left, 1.3},
                             {0 + right, 1.7, 1 + left, 1.7},
                             {1.3, 0 + right, 1.3, 1 + left},
                             {1.7, 1 + right, 1.7, 2 + left}};
  for (const auto& e : edges) {
    const FetchAt a = direction(e[0], e[1]), b = direction(e[2], e[3]);
    EXPECT_NEAR(a.x, b.x, 0.1);
    EXPECT_NEAR(a.y, b.y, 0.1);
    EXPECT_NEAR(a.z, b.z, 0.1);
  }
  EXPECT_TRUE(empty(session, 12, 20)); // no face in the corner
}

TEST(FetchView, TheSheetHasEveryPlaneOfEveryLevel) {
  Session session = session_of(Dimension::d3, Projection::sheet);
  session.texture.levels = 3; // 4 + 2 + 1 slices
  const FetchView view = make_fetch_view(session, resolve(session).effective, 90, 90);
  EXPECT_EQ(view.columns, 3);
  EXPECT_EQ(view.rows, 3);
  EXPECT_EQ(view.function, FetchKind::lod);
  const auto cells = sheet_cells(view);
  ASSERT_EQ(cells.size(), 7u);
  for (const SheetCell& cell : cells) {
    const PixelFetch pixel = rules::pixel_fetch(view, cell.column * 30 + 15, cell.row * 30 + 15);
    ASSERT_FALSE(pixel.empty);
    EXPECT_EQ(pixel.at.lod, float(cell.level));
    EXPECT_EQ(pixel.at.z, (float(cell.plane) + 0.5f) / float(4 >> cell.level));
    EXPECT_NEAR(pixel.at.x, 0.5, 0.02);
  }
  EXPECT_TRUE(rules::pixel_fetch(view, 45, 75).empty);
  EXPECT_TRUE(rules::pixel_fetch(view, 0, 0).empty) << "margin";
}

// The gradients of the plane's formulas are the differences of neighboring pixels' fetches.
TEST(FetchView, GradientsAreTheChangeFromPixelToPixel) {
  for (const auto& [dimension, projection] : {std::pair{Dimension::d2, Projection::flat},
                                              {Dimension::d2, Projection::tilted},
                                              {Dimension::d2, Projection::grid},
                                              {Dimension::cube, Projection::flat},
                                              {Dimension::cube, Projection::net},
                                              {Dimension::cube, Projection::sphere}}) {
    Session session = session_of(dimension, projection);
    session.fetch.function = FetchKind::grad;
    session.view.rotation = 20;
    const int size = 4000, x = 1900, y = 1850;
    const FetchAt here = at(session, x, y, size, size), right = at(session, x + 1, y, size, size),
                  below = at(session, x, y + 1, size, size);
    const float tolerance = 3e-5f;
    EXPECT_NEAR(here.dx.x, right.x - here.x, tolerance) << int(projection);
    EXPECT_NEAR(here.dx.y, right.y - here.y, tolerance) << int(projection);
    EXPECT_NEAR(here.dx.z, right.z - here.z, tolerance) << int(projection);
    EXPECT_NEAR(here.dy.x, below.x - here.x, tolerance) << int(projection);
    EXPECT_NEAR(here.dy.y, below.y - here.y, tolerance) << int(projection);
    EXPECT_NEAR(here.dy.z, below.z - here.z, tolerance) << int(projection);
    EXPECT_GT(std::fabs(here.dx.x) + std::fabs(here.dx.y) + std::fabs(here.dx.z), 1e-4f);
  }
}

// One channel of a slab's samples as one value, computed without the rules that both backends share.
template <class Element>
std::uint32_t one_of(Slab slab, const std::vector<std::uint32_t>& components) {
  std::vector<Element> values;
  for (const std::uint32_t word : components)
    values.push_back(std::bit_cast<Element>(word));
  if (std::any_of(values.begin(), values.end(), [](Element v) { return v != v; })) return 0x7fffffffu;
  if (slab == Slab::minimum)
    return std::bit_cast<std::uint32_t>(*std::min_element(values.begin(), values.end()));
  if (slab == Slab::maximum)
    return std::bit_cast<std::uint32_t>(*std::max_element(values.begin(), values.end()));
  if constexpr (std::is_same_v<Element, float>) {
    float sum = values[0];
    for (std::size_t i = 1; i < values.size(); ++i)
      sum += values[i];
    const float mean = sum / float(values.size());
    return mean != mean ? 0x7fffffffu : std::bit_cast<std::uint32_t>(mean);
  } else {
    std::int64_t sum = 0;
    for (const Element value : values)
      sum += value;
    return std::uint32_t(sum / std::int64_t(values.size()));
  }
}

TexelBits handed_over(const FetchView& view, TexelBits bits) {
  for (int c = 0; c < 4; ++c)
    bits[std::size_t(c)] = c < view.component_count ? rules::read_as(view.type, bits[std::size_t(c)]) : 0;
  return bits;
}

TexelBits slab_of(const Texture& texture, const FetchView& view, FetchAt at) {
  std::array<std::vector<std::uint32_t>, 4> samples;
  for (int i = 0; i < view.slab_samples; ++i) {
    rules::set_sample(at, view, i);
    const TexelBits bits = handed_over(view, fetch(texture, view.function, at));
    for (std::size_t c = 0; c < 4; ++c)
      samples[c].push_back(bits[c]);
  }
  TexelBits folded = {};
  for (std::size_t c = 0; c < 4; ++c)
    folded[c] = view.result == ResultType::floating       ? one_of<float>(view.slab, samples[c])
                : view.result == ResultType::unsigned_int ? one_of<std::uint32_t>(view.slab, samples[c])
                                                          : one_of<std::int32_t>(view.slab, samples[c]);
  return folded;
}

TEST(FetchView, RandomSessionsHaveTheModelsBits) {
  constexpr int width = 37, height = 29;
  std::mt19937 random(7);
  const auto backend = make_cpu_backend(2);
  for (int i = 0; i < 700; ++i) {
    tests::Setup setup = tests::random_setup(random);
    setup.session.write.mode = WriteMode::off;
    backend->frame({setup.session, setup.effective, setup.image, width, height});
    const Picture picture = backend->read_result();
    const FetchView view = make_fetch_view(setup.session, setup.effective, width, height);
    Image reinterpreted;
    const Texture texture = make_texture_view(setup.image->texels.data(), setup.effective, reinterpreted);
    for (int p = 0; p < width * height; ++p) {
      const PixelFetch pixel = rules::pixel_fetch(view, p % width, p / width);
      const bool slab = view.slab != Slab::off;
      TexelBits expected = pixel.empty ? TexelBits{}
                           : slab      ? slab_of(texture, view, pixel.at)
                                       : fetch(texture, view.function, pixel.at);
      if (!slab) expected = handed_over(view, expected);
      ASSERT_EQ(picture.pixels[std::size_t(p)], expected)
          << "session " << i << tests::describe(setup.session) << " pixel " << p % width << ", " << p / width;
    }
  }
}

} // namespace
} // namespace texelscope
