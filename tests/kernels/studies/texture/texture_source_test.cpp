#include "kernels/studies/texture/texture_source.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "kernels/unit/image/patterns.h"
#include "kernels/unit/image_io/read_image.h"
#include "kernels/unit/resolve/resolve.h"
#include "tests/kernels/make_dds.h"
#include "tests/program.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

void request(TextureSource& source, const Session& session, const fs::path& base = {}) {
  source.request(session, resolve(session).effective, base);
}

// 2 x 2 bytes, one channel, as a raw file's picture: 0, 85, 170, 255.
Session raw_session() {
  Session s;
  s.texture.source = Source::file;
  s.texture.path = "data.raw";
  s.texture.raw = {2, 2, {ElementKind::unsigned_int, 8, 1}, 0};
  s.texture.width = s.texture.height = 2;
  s.texture.format = {ElementKind::unsigned_int, 8, 1};
  return s;
}

void write_raw(const tests::TempFolder& folder, const std::string& bytes) {
  std::ofstream(folder / "data.raw", std::ios::binary) << bytes;
}

TEST(TextureSource, SmallPatternsAreMadeAtOnce) {
  TextureSource source;
  EXPECT_EQ(source.image(), nullptr);
  EXPECT_FALSE(source.status().up_to_date);
  const Session s;
  request(source, s);
  ASSERT_NE(source.image(), nullptr);
  EXPECT_TRUE(source.status().up_to_date);
  EXPECT_FALSE(source.status().busy);
  EXPECT_EQ(source.image()->texels, make_pattern(s.texture).texels);
}

TEST(TextureSource, OnlyWhatMakesTheImageMakesItAnew) {
  TextureSource source;
  Session s;
  request(source, s);
  const auto first = source.image();
  s.write.frame = 5;
  s.write.strokes.push_back({});
  s.view.span = 1;
  s.sampler.filter = FilterMode::point;
  s.texture.seed = 9;  // of noise alone
  s.texture.hot_x = 9; // of one-hot alone
  s.texture.cell = 9;  // of checkers and grids
  s.texture.path = "elsewhere.png";
  request(source, s);
  EXPECT_EQ(source.image(), first);
  s.texture.width = 65;
  request(source, s);
  EXPECT_NE(source.image(), first);
  EXPECT_EQ(source.image()->width, 65);
  const auto second = source.image();
  s.texture.source = Source::noise;
  request(source, s);
  EXPECT_NE(source.image(), second);
  const auto third = source.image();
  s.texture.seed = 10;
  request(source, s);
  EXPECT_NE(source.image(), third);
}

TEST(TextureSource, LargePatternsKeepTheLastImageUntilTheyAreDone) {
  TextureSource source;
  Session s;
  request(source, s);
  const auto small = source.image();
  s.texture.width = s.texture.height = 3000;
  s.texture.format.channels = 1;
  request(source, s);
  EXPECT_EQ(source.image(), small);
  EXPECT_TRUE(source.status().busy);
  EXPECT_FALSE(source.status().up_to_date);
  source.wait();
  EXPECT_TRUE(source.status().up_to_date);
  EXPECT_EQ(source.image()->width, 3000);
}

TEST(TextureSource, ANewerRequestReplacesTheOneGoingOn) {
  TextureSource source;
  Session s;
  s.texture.width = s.texture.height = 8192;
  request(source, s);
  s.texture.width = s.texture.height = 2100;
  request(source, s);
  source.wait();
  EXPECT_EQ(source.image()->width, 2100);
  s.texture.width = s.texture.height = 8192;
  request(source, s);
  s.texture.width = s.texture.height = 16;
  request(source, s);
  EXPECT_EQ(source.image()->width, 16) << "small patterns are made at once, whatever else is running";
  source.poll();
  EXPECT_EQ(source.image()->width, 16);
  s.texture.width = s.texture.height = 8192;
  request(source, s); // and the destructor stops it
}

TEST(TextureSource, FilesAreConvertedAndResized) {
  const tests::TempFolder folder;
  write_raw(folder, std::string("\0\x55\xaa\xff", 4));
  TextureSource source;
  Session s = raw_session();
  request(source, s, folder.root());
  source.wait();
  EXPECT_EQ(source.image()->bits_at(1, 1, 0), 255u);
  EXPECT_EQ(source.image()->bits_at(1, 0, 0), 85u);
  s.texture.width = 4;
  s.texture.format = {ElementKind::unsigned_int, 16, 4};
  request(source, s, folder.root());
  source.wait();
  const Image& image = *source.image();
  EXPECT_EQ(image.width, 4);
  EXPECT_EQ(image.height, 2);
  const std::uint32_t top[] = {0, 0, 21845, 21845};
  for (int x = 0; x < 4; ++x)
    for (int c = 0; c < 3; ++c)
      EXPECT_EQ(image.bits_at(x, 0, c), top[x]) << x;
  EXPECT_EQ(image.bits_at(0, 0, 3), 65535u) << "alpha is 1";
}

// Two texels beside each other: opaque red, and a green that alpha hides.
TEST(TextureSource, ColorsAreMultipliedByAlphaBeforeMipsAreMade) {
  const tests::TempFolder folder;
  write_raw(folder, std::string("\xff\0\0\xff\0\xff\0\0", 8));
  TextureSource source;
  Session s = raw_session();
  s.texture.raw = {2, 1, {ElementKind::unsigned_int, 8, 4}, 0};
  s.texture.height = 1;
  s.texture.format = {ElementKind::unsigned_int, 8, 4};
  s.texture.levels = 2;
  const auto made = [&] {
    request(source, s, folder.root());
    source.wait();
    return source.image();
  };
  EXPECT_EQ(made()->bits_at(0, 0, 0, 1, 1), 128u) << "the hidden green bleeds into level 1";
  s.texture.premultiply = true;
  const auto image = made();
  EXPECT_EQ(image->bits_at(0, 0, 0, 0, 0), 255u);
  EXPECT_EQ(image->bits_at(1, 0, 0, 0, 1), 0u);
  EXPECT_EQ(image->bits_at(0, 0, 0, 1, 0), 128u);
  EXPECT_EQ(image->bits_at(0, 0, 0, 1, 1), 0u);
  EXPECT_EQ(image->bits_at(0, 0, 0, 1, 3), 128u);
  s.texture.format.channels = 2; // no alpha
  EXPECT_EQ(made()->bits_at(1, 0, 0, 0, 1), 255u);
  s.texture.format.channels = 4;
  s.texture.channel_kind = ChannelKind::packed;
  s.texture.levels = 1;
  EXPECT_EQ(made()->bits_at(1, 0, 1), 0u);
}

TEST(TextureSource, WhereSrgbIsInEffectTheLightIsMultiplied) {
  const tests::TempFolder folder;
  write_raw(folder, std::string("\xff\xbc\0\x80", 4));
  TextureSource source;
  Session s = raw_session();
  s.texture.raw = {1, 1, {ElementKind::unsigned_int, 8, 4}, 0};
  s.texture.width = s.texture.height = 1;
  s.texture.format = {ElementKind::unsigned_int, 8, 4};
  s.texture.premultiply = true;
  const auto red_and_green = [&] {
    request(source, s, folder.root());
    source.wait();
    return std::pair(source.image()->bits_at(0, 0, 0), source.image()->bits_at(0, 0, 1));
  };
  EXPECT_EQ(red_and_green(), std::pair(128u, 94u));
  s.sampler.srgb = true;
  EXPECT_EQ(red_and_green(), std::pair(188u, 138u));
  s.sampler.read_mode = ReadMode::element; // sRGB is ignored
  EXPECT_EQ(red_and_green(), std::pair(128u, 94u));
}

// Two texels, black and white.
TEST(TextureSource, WhereSrgbIsInEffectMipsAreAveragedAsLight) {
  const tests::TempFolder folder;
  write_raw(folder, std::string("\0\xff", 2));
  TextureSource source;
  Session s = raw_session();
  s.texture.raw = {2, 1, {ElementKind::unsigned_int, 8, 1}, 0};
  s.texture.height = 1;
  s.texture.levels = 2;
  const auto mean = [&] {
    request(source, s, folder.root());
    source.wait();
    return source.image()->bits_at(0, 0, 0, 1, 0);
  };
  EXPECT_EQ(mean(), 128u);
  s.sampler.srgb = true;
  EXPECT_EQ(mean(), 188u);
  s.texture.gamma_correct_mips = false; // data, not color
  EXPECT_EQ(mean(), 128u);
  s.texture.gamma_correct_mips = true;
  s.sampler.read_mode = ReadMode::element; // sRGB is ignored
  EXPECT_EQ(mean(), 128u);
  s.sampler.read_mode = ReadMode::normalized_float;
  s.texture.source = Source::one_hot; // and of patterns
  EXPECT_EQ(mean(), 188u);
  s.sampler.srgb = false;
  EXPECT_EQ(mean(), 128u);
}

TEST(TextureSource, OpeningTakesTheFilesDepth) {
  const tests::TempFolder folder;
  write_raw(folder, "abcdefghijkl");
  TextureSource source;
  Session s = raw_session();
  s.texture.dimension = Dimension::d3;
  s.texture.levels = 2;
  const auto opened = [&](const std::set<std::string>& stated) {
    source.open(s, folder.root(), stated);
    source.wait();
    return source.take_opened()->texture;
  };
  EXPECT_EQ(opened({}).depth, 3);
  EXPECT_EQ(opened({}).mips, MipSource::box);
  EXPECT_EQ(opened({"texture.levels"}).levels, 2);
  EXPECT_EQ(opened({}).dimension, Dimension::d3);
  s.texture.depth = 2;
  EXPECT_THROW(opened({"texture.depth"}), FileError);
  s.texture.raw.offset = 4;
  EXPECT_EQ(opened({"texture.depth"}).depth, 2);
  EXPECT_TRUE(adopts_file(s, {"texture.width", "texture.height", "texture.kind", "texture.bits",
                              "texture.channels", "sampler.srgb"}));
}

// A picture of all slices below each other is divided, whatever the texture's size.
TEST(TextureSource, APictureOfAllSlicesIsDivided) {
  const tests::TempFolder folder;
  write_raw(folder, "abcdefghijkl");
  TextureSource source;
  Session s = raw_session();
  s.texture.raw = {2, 6, {ElementKind::unsigned_int, 8, 1}, 0};
  s.texture.dimension = Dimension::d3;
  s.texture.depth = 3;
  request(source, s, folder.root());
  source.wait();
  EXPECT_EQ(source.image()->bits_at(1, 1, 2, 0, 0), std::uint32_t('l'));
  s.texture.depth = 2;
  request(source, s, folder.root());
  EXPECT_THROW(source.wait(), FileError);
}

TEST(TextureSource, AFailureKeepsTheLastImageAndIsReported) {
  const tests::TempFolder folder;
  TextureSource source;
  request(source, Session());
  const auto before = source.image();
  const Session s = raw_session();
  request(source, s, folder.root());
  EXPECT_THROW(source.wait(), FileError);
  EXPECT_EQ(source.image(), before);
  EXPECT_FALSE(source.status().up_to_date);
  EXPECT_FALSE(source.status().busy);
  EXPECT_NE(source.status().error.find("data.raw"), std::string::npos) << source.status().error;
  request(source, s, folder.root());
  EXPECT_FALSE(source.status().busy) << "a failed load is not retried by itself";
  write_raw(folder, std::string("\1\2\3\4", 4));
  source.reload();
  source.wait();
  EXPECT_EQ(source.image()->bits_at(0, 0, 0), 1u);
  EXPECT_EQ(source.status().error, "");
}

TEST(TextureSource, ReloadReadsAChangedFile) {
  const tests::TempFolder folder;
  write_raw(folder, std::string("\1\2\3\4", 4));
  TextureSource source;
  request(source, raw_session(), folder.root());
  source.wait();
  write_raw(folder, std::string("\7\2\3\4", 4));
  request(source, raw_session(), folder.root());
  EXPECT_EQ(source.image()->bits_at(0, 0, 0), 1u);
  source.reload();
  source.wait();
  EXPECT_EQ(source.image()->bits_at(0, 0, 0), 7u);
}

TEST(TextureSource, OpeningTakesTheFilesOwnShape) {
  const tests::TempFolder folder;
  write_raw(folder, std::string("\0\x55\xaa\xff", 4));
  Session s = raw_session();
  s.texture.width = 64;
  s.texture.height = 64;
  s.texture.format = {};
  TextureSource source;
  source.open(s, folder.root(), {"texture.height"});
  source.wait();
  const auto opened = source.take_opened();
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->texture.width, 2);
  EXPECT_EQ(opened->texture.height, 64) << "the height is stated";
  EXPECT_EQ(opened->texture.format, (ElementFormat{ElementKind::unsigned_int, 8, 1}));
  EXPECT_FALSE(source.take_opened()) << "it is taken only once";
  source.open(s, folder.root() / "elsewhere");
  EXPECT_THROW(source.wait(), FileError);
  EXPECT_FALSE(source.take_opened());
}

// 32 x 32 texels of BC1 with all its mip levels.
TEST(TextureSource, DdsBringsItsLevels) {
  LoadedSession loaded;
  loaded.base = fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/sessions";
  loaded.session.texture.source = Source::file;
  loaded.session.texture.path = "blocks.dds";
  TextureSource source;
  adopt_file_now(source, loaded);
  const TextureSpec& t = loaded.session.texture;
  EXPECT_EQ(t.width, 32);
  EXPECT_EQ(t.dimension, Dimension::d2);
  EXPECT_EQ(t.mips, MipSource::file);
  ASSERT_GT(t.levels, 1);
  request(source, loaded.session, loaded.base);
  source.wait();
  const auto own = source.image();
  EXPECT_EQ(own->level_count, t.levels);
  EXPECT_EQ(own->format, (ElementFormat{ElementKind::unsigned_int, 8, 4}));

  Session other = loaded.session;
  other.texture.mips = MipSource::box;
  request(source, other, loaded.base);
  source.wait();
  const auto averaged = source.image();
  EXPECT_TRUE(std::equal(own->level(0), own->level(1), averaged->level(0)));
  EXPECT_FALSE(std::equal(own->level(1), own->level(2), averaged->level(1)))
      << "the file's own levels were compressed";

  other = loaded.session; // another format: every level is converted
  other.texture.format.bits = 16;
  request(source, other, loaded.base);
  source.wait();
  for (int level = 0; level < t.levels; ++level)
    EXPECT_EQ(source.image()->bits_at(0, 0, 0, level, 0), own->bits_at(0, 0, 0, level, 0) * 257) << level;

  other = loaded.session; // its own levels, each multiplied
  other.texture.premultiply = true;
  request(source, other, loaded.base);
  source.wait();
  for (int level = 0; level < t.levels; ++level) {
    const std::uint32_t alpha = own->bits_at(0, 0, 0, level, 3);
    const double product = own->bits_at(0, 0, 0, level, 1) * alpha / 255.0;
    EXPECT_NEAR(source.image()->bits_at(0, 0, 0, level, 1), product, 0.5) << level;
    EXPECT_EQ(source.image()->bits_at(0, 0, 0, level, 3), alpha) << level;
  }

  other = loaded.session; // more planes than the file has: each is its picture
  other.texture.dimension = Dimension::d2_layered;
  other.texture.depth = 3;
  other.texture.levels = 2;
  request(source, other, loaded.base);
  source.wait();
  EXPECT_EQ(source.image()->planes, 3);
  EXPECT_EQ(source.image()->bits_at(5, 6, 2, 0, 1), own->bits_at(5, 6, 0, 0, 1));
}

// The formats that declare their codes as sRGB, their UNORM twins, and one of the old header, which declares
// neither.
TEST(TextureSource, ADdsThatIsSrgbTurnsItOn) {
  const tests::TempFolder folder;
  const auto opened = [&](const tests::DdsRecipe& recipe, bool before, std::set<std::string> stated = {}) {
    write(folder / "a.dds", tests::dds(recipe));
    LoadedSession loaded;
    loaded.base = folder.root();
    loaded.session.texture.source = Source::file;
    loaded.session.texture.path = "a.dds";
    loaded.session.sampler.srgb = before;
    loaded.stated = std::move(stated);
    TextureSource source;
    adopt_file_now(source, loaded);
    return loaded.session.sampler.srgb;
  };
  for (const auto& [srgb, twin] :
       {std::pair{29u, 28u}, {72u, 71u}, {75u, 74u}, {78u, 77u}, {91u, 87u}, {99u, 98u}}) {
    EXPECT_TRUE(opened({.dxgi = srgb, .bytes = 64}, false)) << srgb;
    EXPECT_FALSE(opened({.dxgi = srgb, .bytes = 64}, false, {"sampler.srgb"})) << "sRGB is stated, " << srgb;
    EXPECT_FALSE(opened({.dxgi = twin, .bytes = 64}, false)) << twin;
    EXPECT_FALSE(opened({.dxgi = twin, .bytes = 64}, true)) << "the previous texture was sRGB, " << twin;
  }
  EXPECT_TRUE(opened({.four_cc = "DXT1"}, true)) << "the setting stays";
  EXPECT_FALSE(opened({.four_cc = "DXT1"}, false));
  // Everything but sRGB is stated: the file still decides.
  EXPECT_TRUE(
      opened({.dxgi = 29, .bytes = 64}, false,
             {"texture.width", "texture.height", "texture.kind", "texture.bits", "texture.channels"}));
}

TEST(TextureSource, AnSrgbDdsIsReadAsNormalizedFloats) {
  const tests::TempFolder folder;
  write(folder / "a.dds", tests::dds({.dxgi = 29, .bytes = 64}));
  LoadedSession loaded;
  loaded.base = folder.root();
  loaded.session.texture.source = Source::file;
  loaded.session.texture.path = "a.dds";
  loaded.session.sampler.read_mode = ReadMode::element; // left by a texture of integers
  TextureSource source;
  adopt_file_now(source, loaded);
  EXPECT_TRUE(resolve(loaded.session).effective.sampler.srgb);
}

TEST(TextureSource, AFileWithoutAPathIsASentence) {
  Session s;
  s.texture.source = Source::file;
  TextureSource source;
  request(source, s);
  EXPECT_THROW(source.wait(), FileError);
  EXPECT_EQ(source.status().error, "The texture's source is a file, but texture.path names none.");
}

} // namespace
} // namespace texelscope
