// Strokes in planes of their own, and mip levels that follow a written first one.
#include <gtest/gtest.h>

#include <cstring>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/unit/image/mips.h"
#include "kernels/unit/resolve/resolve.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

constexpr ElementFormat u8{ElementKind::unsigned_int, 8, 1};

// A black texture of 8 bits under the brush.
struct Bench {
  Bench(Dimension dimension, int side, int depth, int levels) {
    TextureSpec& t = session.texture;
    t.dimension = dimension;
    t.width = t.height = side;
    t.depth = depth;
    t.levels = levels;
    t.format = u8;
    session.write.mode = WriteMode::brush;
    const Effective e = resolve(session).effective;
    image =
        std::make_shared<Image>(Image::create({e.width, e.height, u8, dimension, e.planes, e.level_count}));
  }
  void paint(float x, float y, int plane) {
    session.write.strokes.push_back({x, y, x, y, 0.5f, {1, 1, 1, 1}, plane});
  }
  Image written() {
    const Effective effective = resolve(session).effective;
    backend->frame({session, effective, image, 8, 8});
    return backend->read_texture();
  }

  std::unique_ptr<Backend> backend = make_cpu_backend(2);
  std::shared_ptr<Image> image;
  Session session;
};

// One digit for each plane: how many of its texels of level 0 are painted.
std::string painted(const Image& image) {
  std::string counts;
  for (int plane = 0; plane < image.planes; ++plane) {
    int count = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        count += image.bits_at(x, y, plane, 0, 0) == 255;
    counts += std::to_string(count);
  }
  return counts;
}

TEST(WrittenPlanes, AStrokeStaysInItsPlane) {
  for (const Dimension dimension : {Dimension::d3, Dimension::d2_layered, Dimension::cube}) {
    Bench b(dimension, 4, 6, 1);
    b.paint(0.5f, 0.5f, 2);
    EXPECT_EQ(painted(b.written()), "001000") << int(dimension);
    b.paint(1.5f, 0.5f, -1);
    EXPECT_EQ(painted(b.written()), "112111");
    b.paint(2.5f, 2.5f, 6); // no such plane
    EXPECT_EQ(painted(b.written()), "112111");
    b.session.write.strokes[0].plane = 5;
    EXPECT_EQ(painted(b.written()), "111112");
  }
  Bench rows(Dimension::d1_layered, 4, 3, 1);
  rows.paint(0.5f, 0.5f, 1);
  EXPECT_EQ(painted(rows.written()), "010");
  Bench plane(Dimension::d2, 4, 1, 1);
  plane.paint(0.5f, 0.5f, 0);
  EXPECT_EQ(painted(plane.written()), "1");
  plane.paint(1.5f, 0.5f, 1);
  EXPECT_EQ(painted(plane.written()), "1");
}

TEST(WrittenPlanes, LostStrokesAreReported) {
  Bench b(Dimension::d2_layered, 4, 3, 1);
  b.paint(1, 1, 2);
  b.paint(1, 1, -1);
  EXPECT_EQ(resolve(b.session).note_for("write.strokes"), nullptr);
  EXPECT_EQ(resolve(b.session).note_for("write.all_planes"), nullptr);
  b.session.texture.depth = 2;
  const Resolution resolution = resolve(b.session);
  ASSERT_NE(resolution.note_for("write.strokes"), nullptr);
  EXPECT_EQ(resolution.note_for("write.strokes")->sentence, say(Text::note_strokes, {"1", "2"}));
  b.session.write.mode = WriteMode::off;
  EXPECT_EQ(resolve(b.session).note_for("write.strokes"), nullptr);
  b.session.texture.dimension = Dimension::d2;
  EXPECT_NE(resolve(b.session).note_for("write.all_planes"), nullptr);
}

int level_1(Bench& b, int plane = 0) {
  return int(b.written().bits_at(0, 0, plane, 1, 0));
}

TEST(WrittenMips, FollowTheFirstLevelWhereRequested) {
  Bench b(Dimension::d2, 2, 1, 2);
  b.paint(0.5f, 0.5f, 0);
  EXPECT_EQ(level_1(b), 0) << "the level is kept";
  b.session.write.mips = WrittenMips::regenerate;
  EXPECT_EQ(level_1(b), 64) << "255 / 4";
  b.session.texture.mips = MipSource::tinted;
  EXPECT_EQ(level_1(b), 147) << "(64 + 0.9 * 255) / 2";
  b.session.texture.mips = MipSource::subsample;
  EXPECT_EQ(level_1(b), 255);
  b.session.texture.mips = MipSource::file;
  EXPECT_EQ(level_1(b), 64);
  b.paint(1.5f, 1.5f, 0);
  EXPECT_EQ(level_1(b), 128);
  b.session.write.strokes.clear();
  EXPECT_EQ(level_1(b), 0);
}

TEST(WrittenMips, SlicesAreMixedAndLayersAreNot) {
  Bench volume(Dimension::d3, 2, 2, 2);
  volume.session.write.mips = WrittenMips::regenerate;
  volume.paint(0.5f, 0.5f, 1);
  EXPECT_EQ(level_1(volume), 32) << "255 / 8";
  Bench layers(Dimension::d2_layered, 2, 2, 2);
  layers.session.write.mips = WrittenMips::regenerate;
  layers.paint(0.5f, 0.5f, 1);
  EXPECT_EQ(level_1(layers, 0), 0);
  EXPECT_EQ(level_1(layers, 1), 64);
}

TEST(WrittenMips, TheSourcesOwnLevelsComeBack) {
  Bench b(Dimension::d2, 4, 1, 3);
  b.image->level(1)[0] = std::byte(99); // a value that no average gives
  b.paint(0.5f, 0.5f, 0);
  b.session.write.mips = WrittenMips::regenerate;
  EXPECT_EQ(level_1(b), 64);
  b.session.write.mips = WrittenMips::keep;
  EXPECT_EQ(level_1(b), 99);
  EXPECT_EQ(painted(b.backend->read_texture()), "1");
  b.session.write.mips = WrittenMips::regenerate;
  EXPECT_EQ(level_1(b), 64);
  b.session.write.mode = WriteMode::off;
  EXPECT_EQ(level_1(b), 99) << "nothing is written";
}

// Feedback swaps two textures; both must have their levels made.
TEST(WrittenMips, FollowEveryStepOfFeedbackAndEveryPattern) {
  for (const WriteMode mode : {WriteMode::feedback, WriteMode::pattern}) {
    Session session;
    session.texture.dimension = Dimension::d2_layered;
    session.texture.width = 21;
    session.texture.height = 10;
    session.texture.depth = 2;
    session.texture.levels = 4;
    session.write.mode = mode;
    session.write.mips = WrittenMips::regenerate;
    const tests::Setup setup = tests::setup_of(session);
    const auto backend = make_cpu_backend(2);
    for (session.write.frame = 0; session.write.frame < 4; ++session.write.frame) {
      const FrameResult result = backend->frame({session, setup.effective, setup.image, 8, 8});
      const Image texture = backend->read_texture();
      Image expected = texture;
      fill_mips(expected, MipSource::box);
      EXPECT_EQ(std::memcmp(texture.texels.data(), expected.texels.data(), expected.size_bytes()), 0);
      const bool moved =
          std::memcmp(texture.texels.data(), setup.image->texels.data(), texture.plane_bytes()) != 0;
      EXPECT_EQ(moved, mode == WriteMode::pattern || session.write.frame > 0);
      const auto version = result.texture.version;
      EXPECT_EQ(backend->frame({session, setup.effective, setup.image, 8, 8}).texture.version, version)
          << "the same levels";
    }
  }
}

TEST(WrittenMips, NotesSayWhereTheSwitchDoesNothing) {
  Bench b(Dimension::d2, 4, 1, 3);
  EXPECT_EQ(resolve(b.session).note_for("write.mips"), nullptr);
  b.session.write.mode = WriteMode::off;
  ASSERT_NE(resolve(b.session).note_for("write.mips"), nullptr);
  EXPECT_EQ(resolve(b.session).note_for("write.mips")->sentence, text(Text::note_nothing_written));
  b.session.write.mode = WriteMode::brush;
  b.session.texture.levels = 1;
  ASSERT_NE(resolve(b.session).note_for("write.mips"), nullptr);
  EXPECT_EQ(resolve(b.session).note_for("write.mips")->sentence, text(Text::note_one_level));
}

} // namespace
} // namespace texelscope
