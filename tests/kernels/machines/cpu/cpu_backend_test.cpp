#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cpu/write_kernels.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/texture_unit.h"
#include "kernels/unit/write/write_rules.h"

namespace texelscope {
namespace {

constexpr ElementFormat u8x4{ElementKind::unsigned_int, 8, 4}, u8{ElementKind::unsigned_int, 8, 1};

std::vector<ElementFormat> all_formats() {
  std::vector<ElementFormat> formats;
  for (int kind = 0; kind < 3; ++kind)
    for (int bits : {8, 16, 32})
      for (int channels : {1, 2, 4})
        if (kind != 2 || bits != 8) formats.push_back({ElementKind(kind), bits, channels});
  return formats;
}

std::shared_ptr<Image> filled(int width, int height, ElementFormat format) {
  auto image = std::make_shared<Image>(Image::create(width, height, format));
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < image->size_bytes(); ++i) {
    state = state * 1664525u + 1013904223u;
    image->texels[i] = std::byte(state >> 24);
  }
  return image;
}

// A backend with a session, and short ways to run frames of it.
struct Bench {
  explicit Bench(std::shared_ptr<const Image> source) : image(std::move(source)) {
    session.texture.width = image->width;
    session.texture.height = image->height;
    session.texture.format = image->format;
  }

  FrameResult run(std::optional<Pixel> probe = {}, std::optional<TexelRect> texels = {},
                  std::int64_t max_steps = INT64_MAX) {
    const Effective effective = resolve(session).effective;
    return backend->frame({session, effective, image, 50, 40, max_steps, probe, texels});
  }
  Image texture() {
    run();
    return backend->read_texture();
  }

  std::unique_ptr<Backend> backend = make_cpu_backend(2);
  std::shared_ptr<const Image> image;
  Session session;
};

bool same_texels(const Image& a, const Image& b) {
  return a.width == b.width && a.height == b.height && a.format == b.format &&
         std::memcmp(a.texels.data(), b.texels.data(), a.size_bytes()) == 0;
}

TEST(CpuBackend, says_what_it_is) {
  EXPECT_EQ(make_cpu_backend(1)->info().device.rfind("CPU, 1 thread, ", 0), 0u);
  EXPECT_EQ(make_cpu_backend(3)->info().device.rfind("CPU, 3 threads, ", 0), 0u);
  EXPECT_EQ(make_cpu_backend()->info().kind, BackendKind::cpu);
  EXPECT_FALSE(make_cpu_backend()->info().shares_gl);
  EXPECT_EQ(make_cpu_backend()->info().limits.largest, common_largest_sizes);
}

void fetches_each_pixel_through_the_texture_unit(ElementFormat format, FilterMode filter,
                                                 int max_anisotropy) {
  Bench b(filled(23, 17, format));
  b.session.sampler.filter = filter;
  b.session.sampler.max_anisotropy = max_anisotropy;
  b.session.view.rotation = 33;
  b.session.view.span = 3.3;
  const FrameResult result = b.run(Pixel{7, 31});
  const Picture picture = b.backend->read_result();
  ASSERT_EQ(picture.width, 50);
  ASSERT_EQ(picture.height, 40);
  ASSERT_EQ(picture.type, ResultType::floating);
  const Effective effective = resolve(b.session).effective;
  const FetchMap m = fetch_map(b.session, effective, 50, 40);
  for (int row = 0; row < 40; ++row)
    for (int column = 0; column < 50; ++column) {
      const float px = float(column) + 0.5f, py = float(row) + 0.5f;
      const TexelBits expected =
          fetch(texture_of(*b.image, effective), std::fma(px, m.xx, std::fma(py, m.xy, m.x0)),
                std::fma(px, m.yx, std::fma(py, m.yy, m.y0)));
      const std::size_t i = std::size_t(row * 50 + column);
      ASSERT_EQ(picture.pixels[i], expected) << column << " " << row;
      ASSERT_EQ(std::memcmp(result.result.components + 4 * i, expected.data(), 16), 0);
    }
  ASSERT_TRUE(result.probe);
  EXPECT_EQ(result.probe->bits, picture.pixels[31 * 50 + 7]);
  EXPECT_EQ(result.probe->pixel, (Pixel{7, 31}));
}

TEST(CpuBackend, fetches_each_pixel_through_the_texture_unit) {
  fetches_each_pixel_through_the_texture_unit(u8x4, FilterMode::linear, 0);
  // Under anisotropy the single texel goes through the filter, which only the model does.
  fetches_each_pixel_through_the_texture_unit({ElementKind::signed_int, 8, 4}, FilterMode::point, 16);
}

TEST(CpuBackend, off_shows_the_source_itself) {
  Bench b(filled(5, 3, u8x4));
  const FrameResult result = b.run();
  EXPECT_EQ(result.texture.texels, b.image->texels.data());
  EXPECT_EQ(result.texture_width, 5);
  EXPECT_EQ(result.format, u8x4);
  EXPECT_TRUE(std::isnan(result.times.at(0).write));
  EXPECT_GE(result.times.at(0).fetch, 0);
  EXPECT_TRUE(std::isnan(result.times.at(0).map));
  EXPECT_EQ(result.times.at(0).frame, 0);
  EXPECT_EQ(b.run().times.at(0).frame, 1);
}

TEST(CpuBackend, reads_texels_back_and_ignores_what_lies_outside) {
  Bench b(filled(6, 5, {ElementKind::signed_int, 16, 2}));
  const FrameResult result = b.run({}, TexelRect{2, 1, 3, 2});
  ASSERT_TRUE(result.texels);
  ASSERT_EQ(result.texels->texels.size(), 6u);
  EXPECT_EQ(result.texels->texels[4][1], b.image->bits_at(3, 2, 1));
  EXPECT_EQ(result.texels->texels[4][2], 0u);
  for (const TexelRect rect :
       {TexelRect{-1, 0, 2, 2}, TexelRect{5, 0, 2, 1}, TexelRect{0, 0, 0, 1}, TexelRect{1, 1, INT_MAX, 1}})
    EXPECT_FALSE(b.run({}, rect).texels);
  for (const Pixel pixel : {Pixel{-1, 0}, Pixel{50, 0}, Pixel{0, 40}})
    EXPECT_FALSE(b.run(pixel).probe);
}

TEST(CpuBackend, integers_come_back_as_integers) {
  Bench b(filled(4, 4, {ElementKind::signed_int, 8, 1}));
  b.session.sampler.read_mode = ReadMode::element;
  EXPECT_EQ(b.run().type, ResultType::signed_int);
  b.image = filled(4, 4, u8);
  b.session.texture.format = u8;
  EXPECT_EQ(b.run().type, ResultType::unsigned_int);
}

TEST(CpuBackendPattern, is_the_rule_in_every_format) {
  for (const ElementFormat& format : all_formats())
    for (const PatternKind pattern : {PatternKind::waves, PatternKind::rings, PatternKind::sweep}) {
      Bench b(filled(67, 45, format));
      b.session.write.mode = WriteMode::pattern;
      b.session.write.pattern = pattern;
      b.session.write.frame = 1234567;
      b.session.write.speed = -37;
      const Image texture = b.texture();
      int wrong = 0;
      for (int y = 0; y < 45; ++y)
        for (int x = 0; x < 67; ++x) {
          const rules::Texel expected = rules::pattern_texel(pattern, format, x, y, 67, 45, 1234567ll * -37);
          for (int c = 0; c < format.channels; ++c)
            wrong += texture.bits_at(x, y, c) != expected.word[c];
        }
      EXPECT_EQ(wrong, 0) << int(format.kind) << " " << format.bits << " " << format.channels << " "
                          << int(pattern);
    }
}

// One row of 4 texels: centers at 8192, 24576, 40960 and 57344 of 65536.
TEST(CpuBackendPattern, known_values) {
  Bench b(filled(4, 1, {ElementKind::unsigned_int, 16, 1}));
  b.session.write.mode = WriteMode::pattern;
  b.session.write.pattern = PatternKind::sweep;
  const Image sweep = b.texture();
  EXPECT_EQ(sweep.bits_at(0, 0, 0), 65535u - 4 * 8192);
  EXPECT_EQ(sweep.bits_at(1, 0, 0), 0u);
  b.session.write.pattern = PatternKind::rings;
  const Image rings = b.texture(); // radius 24576 and 8192, times 8: whole periods, so the bottom of the wave
  EXPECT_EQ(rings.bits_at(0, 0, 0), 0u);
  EXPECT_EQ(rings.bits_at(2, 0, 0), 0u);
  b.image = filled(16, 1, {ElementKind::unsigned_int, 16, 1});
  b.session.texture.width = 16;
  EXPECT_EQ(b.texture().bits_at(8, 0, 0), 32768u); // radius 2048: a quarter of a period
}

TEST(CpuBackendPattern, steps_with_the_frame) {
  Bench b(filled(16, 16, u8x4));
  b.session.write.mode = WriteMode::pattern;
  const FrameResult first = b.run();
  EXPECT_GE(first.times.at(0).write, 0);
  const Image before = b.backend->read_texture();
  EXPECT_EQ(b.run().texture.version, first.texture.version); // the same frame, the same bytes
  b.session.write.frame = 9;
  EXPECT_NE(b.run().texture.version, first.texture.version);
  EXPECT_FALSE(same_texels(before, b.backend->read_texture()));
}

// All zero except for what strokes paint.
Bench brush(BoundaryMode boundary, std::vector<BrushStroke> strokes) {
  Bench b(std::make_shared<Image>(Image::create(5, 4, u8)));
  b.session.write.mode = WriteMode::brush;
  b.session.write.boundary = boundary;
  b.session.write.strokes = std::move(strokes);
  return b;
}

std::string painted(const Image& image) {
  std::string rows;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x)
      rows += image.bits_at(x, y, 0) ? '#' : '.';
    rows += '|';
  }
  return rows;
}

BrushStroke dab(float x, float y, float radius) {
  return {x, y, x, y, radius, {1, 1, 1, 1}};
}

TEST(CpuBackendBrush, paints_capsules) {
  EXPECT_EQ(painted(brush(BoundaryMode::zero, {dab(1.5f, 1.5f, 1)}).texture()), ".#...|###..|.#...|.....|");
  EXPECT_EQ(painted(brush(BoundaryMode::zero, {{0.5f, 3.5f, 3.5f, 3.5f, 0.5f, {1, 0, 0, 0}}}).texture()),
            ".....|.....|.....|####.|");
  EXPECT_EQ(painted(brush(BoundaryMode::zero, {{0.5f, 0.5f, 3.5f, 3.5f, 0.6f, {1, 0, 0, 0}}}).texture()),
            "#....|.#...|..#..|...#.|");
}

TEST(CpuBackendBrush, outside_is_dropped_or_lands_on_the_edge) {
  const BrushStroke left = dab(-1.5f, 1.5f, 1), corner = dab(9.5f, 7.5f, 0.5f), far = dab(-2e6f, 1, 1);
  EXPECT_EQ(painted(brush(BoundaryMode::zero, {left, corner, far}).texture()), ".....|.....|.....|.....|");
  EXPECT_EQ(painted(brush(BoundaryMode::clamp, {left}).texture()), "#....|#....|#....|.....|");
  EXPECT_EQ(painted(brush(BoundaryMode::clamp, {corner}).texture()), ".....|.....|.....|....#|");
  EXPECT_EQ(painted(brush(BoundaryMode::clamp, {dab(2.5f, -7.5f, 1)}).texture()), ".###.|.....|.....|.....|");
  EXPECT_EQ(painted(brush(BoundaryMode::clamp, {dab(2.5f, 8.5f, 1)}).texture()), ".....|.....|.....|.###.|");
  EXPECT_EQ(painted(brush(BoundaryMode::clamp, {far}).texture()), ".....|.....|.....|.....|");
  EXPECT_EQ(painted(brush(BoundaryMode::zero, {dab(2, 2, 1e6f)}).texture()), "#####|#####|#####|#####|");
}

// Planes alike are painted from one row's coverage.
TEST(CpuBackendBrush, EveryPlaneThatAStrokeReaches) {
  Image image = Image::create({.width = 3, .height = 2, .dimension = Dimension::d2_layered, .planes = 3});
  BrushStroke second = dab(0.5f, 0.5f, 0.5f), all = dab(7.5f, 9.5f, 1);
  second.plane = 1;
  all.plane = -1;
  cpu::paint(image, std::array{second, all}, BoundaryMode::clamp);
  const auto plane = [&](int index) {
    std::string texels;
    for (int i = 0; i < 6; ++i)
      texels += image.bits_at(i % 3, i / 3, index, 0, 0) != 0 ? '#' : '.';
    return texels;
  };
  EXPECT_EQ(plane(0), ".....#");
  EXPECT_EQ(plane(1), "#....#");
  EXPECT_EQ(plane(2), ".....#");
}

TEST(CpuBackendBrush, encodes_the_colour_in_the_format) {
  Bench b(filled(1, 1, {ElementKind::signed_int, 16, 4}));
  b.session.write.mode = WriteMode::brush;
  b.session.write.strokes = {{0.5f, 0.5f, 0.5f, 0.5f, 1, {-1, 0.5f, 7, 0}}};
  const Image texture = b.texture();
  EXPECT_EQ(texture.bits_at(0, 0, 0), 0x8001u);
  EXPECT_EQ(texture.bits_at(0, 0, 1), 16384u); // 16383.5, ties to even
  EXPECT_EQ(texture.bits_at(0, 0, 2), 0x7fffu);
  EXPECT_EQ(texture.bits_at(0, 0, 3), 0u);
}

TEST(CpuBackendBrush, fewer_strokes_start_again_and_later_ones_cover) {
  Bench b = brush(BoundaryMode::zero, {dab(0.5f, 0.5f, 0.5f)});
  const std::uint64_t first = b.run().texture.version;
  EXPECT_EQ(b.run().texture.version, first);
  EXPECT_GE(b.run().times.at(0).write, 0); // the last stroke is painted each frame
  b.session.write.strokes.push_back(dab(2.5f, 0.5f, 0.5f));
  EXPECT_NE(b.run().texture.version, first);
  EXPECT_EQ(painted(b.backend->read_texture()), "#.#..|.....|.....|.....|");
  b.session.write.strokes.erase(b.session.write.strokes.begin());
  EXPECT_EQ(painted(b.texture()), "..#..|.....|.....|.....|");
  b.session.write.strokes.push_back({2.5f, 0.5f, 2.5f, 0.5f, 0.5f, {0, 0, 0, 0}});
  EXPECT_EQ(painted(b.texture()), ".....|.....|.....|.....|");
  b.session.write.mode = WriteMode::off;
  EXPECT_EQ(painted(b.texture()), ".....|.....|.....|.....|");
  EXPECT_EQ(painted(*b.image), ".....|.....|.....|.....|"); // the source is never written
}

TEST(CpuBackendFeedback, drift_moves_right_and_the_boundary_feeds_it) {
  auto image = std::make_shared<Image>(Image::create(4, 1, u8));
  for (int i = 0; i < 4; ++i)
    *image->texel(i, 0) = std::byte(i + 1);
  const auto after = [&](BoundaryMode boundary, std::int64_t frame) {
    Bench b(image);
    b.session.write.mode = WriteMode::feedback;
    b.session.write.feedback = FeedbackRule::drift;
    b.session.write.boundary = boundary;
    b.session.write.frame = frame;
    const Image texture = b.texture();
    return std::vector<int>{int(texture.texels[0]), int(texture.texels[1]), int(texture.texels[2]),
                            int(texture.texels[3])};
  };
  EXPECT_EQ(after(BoundaryMode::zero, 0), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(after(BoundaryMode::zero, 2), (std::vector{0, 0, 1, 2}));
  EXPECT_EQ(after(BoundaryMode::clamp, 2), (std::vector{1, 1, 1, 2}));
}

TEST(CpuBackendFeedback, a_blinker_blinks) {
  auto image = std::make_shared<Image>(Image::create(5, 4, u8));
  for (int x = 1; x < 4; ++x)
    *image->texel(x, 1) = std::byte(255);
  Bench b(image);
  b.session.write.mode = WriteMode::feedback;
  b.session.write.feedback = FeedbackRule::life;
  b.session.write.frame = 1;
  EXPECT_EQ(painted(b.texture()), "..#..|..#..|..#..|.....|");
  b.session.write.frame = 2;
  EXPECT_EQ(painted(b.texture()), ".....|.###.|.....|.....|");
}

// The step as the rules state it, texel by texel.
Image step_by_rule(const Image& last, const WriteSpec& write) {
  Image next = Image::create(last.width, last.height, last.format);
  const auto read = [&](int x, int y) {
    const int near_x = std::clamp(x, 0, last.width - 1), near_y = std::clamp(y, 0, last.height - 1);
    rules::Texel texel = {};
    if (write.boundary == BoundaryMode::zero && (near_x != x || near_y != y)) return texel;
    for (int c = 0; c < last.format.channels; ++c)
      texel.word[c] = last.bits_at(near_x, near_y, c);
    return texel;
  };
  const std::size_t bytes = std::size_t(last.format.bits) / 8;
  for (int y = 0; y < last.height; ++y)
    for (int x = 0; x < last.width; ++x) {
      const rules::Texel texel = rules::feedback_texel(write.feedback, last.format, x, y, read);
      for (int c = 0; c < last.format.channels; ++c)
        std::memcpy(next.texel(x, y) + std::size_t(c) * bytes, &texel.word[c], bytes);
    }
  return next;
}

TEST(CpuBackendFeedback, single_steps_one_jump_and_the_rule_agree) {
  for (const ElementFormat& format : all_formats())
    for (const FeedbackRule rule : {FeedbackRule::diffuse, FeedbackRule::life, FeedbackRule::drift}) {
      Bench jump(filled(format.channels == 2 ? 1 : 19, 11, format)), steps(jump.image);
      WriteSpec& write = jump.session.write;
      write.mode = WriteMode::feedback;
      write.feedback = rule;
      write.boundary = format.bits == 16 ? BoundaryMode::clamp : BoundaryMode::zero;
      write.feedback_start = 3;
      write.frame = 10;
      steps.session.write = write;
      Image expected = *jump.image;
      for (int frame = 3; frame <= 10; ++frame) {
        steps.session.write.frame = frame;
        steps.run();
        if (frame > 3) expected = step_by_rule(expected, write);
      }
      EXPECT_TRUE(same_texels(jump.texture(), expected))
          << int(format.kind) << " " << format.bits << " " << int(rule);
      EXPECT_TRUE(same_texels(steps.texture(), expected))
          << int(format.kind) << " " << format.bits << " " << int(rule);
    }
}

TEST(CpuBackendFeedback, catches_up_over_frames_and_goes_back) {
  Bench b(filled(8, 8, u8)), whole(b.image);
  b.session.write.mode = WriteMode::feedback;
  b.session.write.frame = 7;
  whole.session = b.session;
  EXPECT_EQ(b.run({}, {}, 3).feedback_steps_left, 4);
  EXPECT_EQ(b.run({}, {}, 3).feedback_steps_left, 1);
  EXPECT_EQ(b.run({}, {}, 3).feedback_steps_left, 0);
  EXPECT_TRUE(same_texels(b.backend->read_texture(), whole.texture()));
  b.session.write.frame = whole.session.write.frame = 2;
  Bench fresh(b.image);
  fresh.session = b.session;
  EXPECT_TRUE(same_texels(b.texture(), fresh.texture()));
}

// Any sequence of sessions ends in the picture that a fresh backend makes of the last one.
TEST(CpuBackend, toggling_leaves_no_trace) {
  Bench b(filled(31, 29, u8x4));
  const auto other = filled(17, 40, {ElementKind::floating, 32, 2});
  std::uint32_t random = 12345;
  const auto below = [&](std::uint32_t n) {
    return int((random = random * 1664525u + 1013904223u) >> 16) % int(n);
  };
  for (int i = 0; i < 200; ++i) {
    switch (below(8)) {
    case 0:
      b.session.write.mode = WriteMode(below(4));
      break;
    case 1:
      b.session.write.frame = below(12);
      break;
    case 2:
      b.session.write.boundary = BoundaryMode(below(2));
      break;
    case 3:
      b.session.write.strokes.push_back(dab(float(below(40)) - 4, float(below(40)) - 4, float(below(9))));
      break;
    case 4:
      if (!b.session.write.strokes.empty()) b.session.write.strokes.pop_back();
      break;
    case 5:
      b.session.write.feedback = FeedbackRule(below(3));
      break;
    case 6:
      b.session.sampler.filter = FilterMode(below(2));
      break;
    default:
      b.image = below(2) ? other : filled(31, 29, u8x4);
    }
    b.session.texture.width = b.image->width;
    b.session.texture.height = b.image->height;
    b.session.texture.format = b.image->format;
    Bench fresh(b.image);
    fresh.session = b.session;
    b.run();
    fresh.run();
    ASSERT_TRUE(same_texels(b.backend->read_texture(), fresh.backend->read_texture())) << i;
    ASSERT_EQ(b.backend->read_result().pixels, fresh.backend->read_result().pixels) << i;
  }
}

TEST(CpuBackend, keeps_its_last_picture_when_memory_runs_out) {
  Bench b(filled(4, 4, u8x4));
  b.run();
  const Picture before = b.backend->read_result();
  const Effective effective = resolve(b.session).effective;
  try {
    b.backend->frame({b.session, effective, b.image, INT_MAX, INT_MAX, 1, {}, {}});
    FAIL() << "no such picture fits";
  } catch (const MachineError& error) {
    EXPECT_NE(std::string(error.what()).find("Out of memory"), std::string::npos);
  }
  EXPECT_EQ(b.backend->read_result().pixels, before.pixels);
  EXPECT_TRUE(same_texels(b.backend->read_texture(), *b.image));
  EXPECT_EQ(b.run().width, 50);
}

TEST(CpuBackend, rows_have_the_bits_of_the_whole) {
  const auto expect_same_rows = [](Bench& b) {
    const Effective effective = resolve(b.session).effective;
    b.run();
    const Picture whole = b.backend->read_result();
    ASSERT_EQ(whole.pixels.size(), 50u * 40);
    FrameRequest request{b.session, effective, b.image, 50, 40, INT64_MAX, Pixel{1, 1}, {}};
    for (const bool by_rows : {false, true}) {
      request.by_rows = by_rows;
      const FrameResult frame = b.backend->frame(request);
      EXPECT_EQ(frame.result.components == nullptr, by_rows);
      EXPECT_EQ(frame.probe.has_value(), !by_rows);
      EXPECT_EQ(frame.width, 50);
      EXPECT_EQ(frame.height, 40);
      for (const auto& [first, end] :
           {std::pair(0, 1), std::pair(7, 39), std::pair(39, 99), std::pair(-5, 2)}) {
        const Picture rows = b.backend->read_rows(first, end);
        const int from = std::max(first, 0), to = std::min(end, 40);
        ASSERT_EQ(rows.width, 50);
        ASSERT_EQ(rows.height, to - from);
        EXPECT_EQ(rows.type, whole.type);
        EXPECT_EQ(rows.source, whole.source);
        EXPECT_EQ(rows.pixels,
                  std::vector<TexelBits>(whole.pixels.begin() + from * 50, whole.pixels.begin() + to * 50))
            << by_rows << ", from row " << first;
      }
      EXPECT_EQ(b.backend->read_rows(40, 41).height, 0);
      EXPECT_EQ(b.backend->read_rows(5, 3).height, 0);
      EXPECT_EQ(b.backend->read_result().pixels, whole.pixels);
    }
  };
  Bench plain(filled(23, 17, u8x4)); // by the vector code for pictures
  plain.session.view.rotation = 33;
  expect_same_rows(plain);
  Bench tilted(filled(23, 17, {ElementKind::signed_int, 16, 2})); // by that for any view
  tilted.session.view.projection = Projection::tilted;
  tilted.session.sampler.max_anisotropy = 8;
  expect_same_rows(tilted);
  Bench fed(filled(23, 17, u8x4)); // the texture changes before the frame
  fed.session.write.mode = WriteMode::feedback;
  fed.session.write.frame = 5;
  expect_same_rows(fed);
}

TEST(CpuBackend, refuses_a_frame_without_image_or_size) {
  Bench b(filled(4, 4, u8x4));
  EXPECT_TRUE(b.backend->read_result().pixels.empty());
  EXPECT_EQ(b.backend->read_texture().width, 0);
  const Effective effective = resolve(b.session).effective;
  EXPECT_THROW(b.backend->frame({b.session, effective, nullptr, 5, 5, 1, {}, {}}), std::invalid_argument);
  EXPECT_THROW(b.backend->frame({b.session, effective, std::make_shared<Image>(), 5, 5, 1, {}, {}}),
               std::invalid_argument);
  EXPECT_THROW(b.backend->frame({b.session, effective, b.image, 0, 5, 1, {}, {}}), std::invalid_argument);
}

} // namespace
} // namespace texelscope
