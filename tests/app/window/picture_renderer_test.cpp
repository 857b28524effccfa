// The texture panel's picture of a GL texture: the level and the slice, layer or face that is meant, texel by
// texel, in every dimension.
#include "ui/gl/picture_renderer.h"

#include <array>
#include <memory>
#include <random>
#include <vector>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/machines/gl/egl_context.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/display/picture.h"
#include "kernels/unit/image/texture_plane.h"

namespace texelscope {
namespace {

constexpr int levels = 3;

// One context for all tests, as in a process.
const EglContext& context() {
  static const EglContext made;
  return made;
}

struct GlImage {
  unsigned texture = 0, faces = 0;
  ~GlImage() {
    const unsigned names[] = {faces, texture};
    glDeleteTextures(2, names);
  }
};

Image noise(Dimension dimension, const ElementFormat& format) {
  TextureShape shape{13, 10, format, dimension};
  if (is_1d(dimension)) shape.height = 1;
  if (is_cube(dimension)) shape.height = shape.width;
  shape.planes = plane_count(dimension, 5);
  shape.level_count = levels;
  Image image = Image::create(shape);
  std::mt19937 random{unsigned(int(dimension))};
  for (std::size_t i = 0; i < image.size_bytes(); ++i)
    image.texels[i] = std::byte(random() & 255);
  return image;
}

// Texels of four unsigned 8-bit channels in immutable storage, as CUDA shares them; cubes have a view of
// their faces as layers.
void upload(const Image& image, GlImage& gl) {
  static constexpr unsigned targets[] = {GL_TEXTURE_1D,
                                         GL_TEXTURE_2D,
                                         GL_TEXTURE_3D,
                                         GL_TEXTURE_1D_ARRAY,
                                         GL_TEXTURE_2D_ARRAY,
                                         GL_TEXTURE_CUBE_MAP,
                                         GL_TEXTURE_CUBE_MAP_ARRAY};
  glCreateTextures(targets[int(image.dimension)], 1, &gl.texture);
  const int w = image.width, h = image.height, d = image.planes;
  switch (image.dimension) {
  case Dimension::d1:
    glTextureStorage1D(gl.texture, levels, GL_RGBA8UI, w);
    break;
  case Dimension::d1_layered:
    glTextureStorage2D(gl.texture, levels, GL_RGBA8UI, w, d);
    break;
  case Dimension::d2:
  case Dimension::cube:
    glTextureStorage2D(gl.texture, levels, GL_RGBA8UI, w, h);
    break;
  default:
    glTextureStorage3D(gl.texture, levels, GL_RGBA8UI, w, h, d);
    break;
  }
  if (is_cube(image.dimension)) {
    glGenTextures(1, &gl.faces);
    glTextureView(gl.faces, GL_TEXTURE_2D_ARRAY, gl.texture, GL_RGBA8UI, 0, levels, 0, unsigned(d));
    glTextureParameteri(gl.faces, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTextureParameteri(gl.faces, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  glTextureParameteri(gl.texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
  glTextureParameteri(gl.texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  for (int level = 0; level < levels; ++level) {
    const auto [width, height, planes] = image.size_of(level);
    const void* texels = image.level(level);
    if (image.dimension == Dimension::d1)
      glTextureSubImage1D(gl.texture, level, 0, width, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, texels);
    else if (image.dimension == Dimension::d1_layered)
      glTextureSubImage2D(gl.texture, level, 0, 0, width, planes, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, texels);
    else if (image.dimension == Dimension::d2)
      glTextureSubImage2D(gl.texture, level, 0, 0, width, height, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, texels);
    else
      glTextureSubImage3D(gl.faces ? gl.faces : gl.texture, level, 0, 0, 0, width, height, planes,
                          GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, texels);
  }
  ASSERT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

class DrawnTexture : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, DrawnTexture, testing::Range(0, 7), [](const auto& dimension) {
  return std::string(identifier(Dimension(dimension.param)));
});

TEST_P(DrawnTexture, ShowsThePlaneOfTheLevel) {
  context();
  const Image image = noise(Dimension(GetParam()), {ElementKind::unsigned_int, 8, 4});
  GlImage gl;
  upload(image, gl);
  if (HasFatalFailure()) return;
  ui::PictureRenderer renderer;
  int planes_drawn = 0;
  for (int level = 0; level < levels; ++level)
    for (int plane = 0; plane < image.size_of(level)[2]; ++plane, ++planes_drawn) {
      const auto [width, height, planes] = image.size_of(level);
      FrameResult result;
      result.format = image.format;
      result.texture_width = width;
      result.texture_height = height;
      result.texture.gl_texture = gl.faces ? gl.faces : gl.texture;
      result.texture.dimension = image.dimension;
      result.texture.level = level;
      result.texture.plane = plane;
      Effective effective;
      static_cast<TextureShape&>(effective) = image;
      // One texel a pixel, and two pixels more than the texture has.
      const unsigned drawn =
          renderer.draw_texture(result, effective, ViewSpec(), {0, 0, 1}, width + 2, height + 2);
      ASSERT_EQ(glGetError(), unsigned(GL_NO_ERROR));
      std::vector<std::uint8_t> colors(std::size_t(width + 2) * std::size_t(height + 2) * 4);
      glPixelStorei(GL_PACK_ALIGNMENT, 1);
      glGetTextureImage(drawn, 0, GL_RGBA, GL_UNSIGNED_BYTE, int(colors.size()), colors.data());
      int different = 0;
      for (int y = 0; y < height + 2; ++y)
        for (int x = 0; x < width + 2; ++x) {
          const std::uint8_t* color = &colors[4 * std::size_t(y * (width + 2) + x)];
          const bool inside = x < width && y < height;
          const unsigned ground = ground_grays[std::size_t((x / 8 + y / 8) & 1)];
          for (int c = 0; c < 3; ++c)
            different += color[c] != (inside ? image.bits_at(x, y, plane, level, c) : ground);
        }
      EXPECT_EQ(different, 0) << "level " << level << ", plane " << plane;
    }
  static constexpr int expected[] = {3, 3, 5 + 2 + 1, 15, 15, 18, 90};
  EXPECT_EQ(planes_drawn, expected[GetParam()]);
}

// The shader lays a result over a color by the rule of tone_map().
TEST(DrawnResult, LiesOverAColor) {
  context();
  constexpr int width = 16, height = 8;
  std::vector<float> values;
  for (int i = 0; i < width * height * 4; ++i)
    values.push_back(float(i * 37 % 101) / 100);
  unsigned texture = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &texture);
  glTextureStorage2D(texture, 1, GL_RGBA32UI, width, height);
  glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTextureSubImage2D(texture, 0, 0, 0, width, height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, values.data());
  FrameResult result;
  result.width = width, result.height = height;
  result.type = ResultType::floating;
  result.result.gl_texture = texture;
  ui::PictureRenderer renderer;
  Session session;
  session.view.over_color = {0.25f, 0.75f, 1};
  std::vector<std::uint8_t> plain;
  for (const int channels : {4, 2})
    for (const Over over : {Over::off, Over::straight, Over::premultiplied}) {
      session.view.over = over;
      result.source = {ElementKind::floating, 32, channels};
      std::vector<std::uint8_t> expected(std::size_t(width * height) * 4), drawn(expected.size());
      tone_map(
          {width, height, result.type, result.source, reinterpret_cast<const std::uint32_t*>(values.data())},
          session.view, expected.data());
      glPixelStorei(GL_PACK_ALIGNMENT, 1);
      glGetTextureImage(renderer.draw_result(result, session), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                        int(drawn.size()), drawn.data());
      ASSERT_EQ(glGetError(), unsigned(GL_NO_ERROR));
      for (std::size_t i = 0; i < drawn.size(); ++i)
        ASSERT_NEAR(drawn[i], expected[i], 1) << identifier(over) << " " << channels << " at " << i;
      if (over == Over::off)
        plain = drawn;
      else
        EXPECT_EQ(drawn == plain, channels == 2) << identifier(over);
    }
  glDeleteTextures(1, &texture);
}

TEST(UploadedColors, AreNamedAnewIfTheyChange) {
  context();
  ui::UploadedColors uploaded;
  std::vector<std::uint8_t> colors(4 * 3 * 4, 10);
  const unsigned first = uploaded.update(colors.data(), 4, 3);
  EXPECT_NE(first, 0u);
  EXPECT_EQ(uploaded.update(colors.data(), 4, 3), first);
  colors.back() = 200;
  const unsigned second = uploaded.update(colors.data(), 4, 3);
  EXPECT_NE(second, first);
  std::vector<std::uint8_t> read(colors.size());
  glGetTextureImage(second, 0, GL_RGBA, GL_UNSIGNED_BYTE, GLsizei(read.size()), read.data());
  EXPECT_EQ(read, colors);
  const unsigned third = uploaded.update(colors.data(), 3, 4); // the same colors in another size
  EXPECT_NE(third, second);
  EXPECT_NE(third, first);
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}

} // namespace
} // namespace texelscope
