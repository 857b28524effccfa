// The OpenGL textures that are to be shared: each dimension, level and format, on any OpenGL 4.5.
#include "kernels/machines/cuda/device/gl_texture.h"

#include <optional>

#include <glad/gl.h>

#include "tests/device/shared_session.h"

namespace texelscope::device_tests {

namespace {
class GlTextures : public testing::Test {
protected:
  void SetUp() override {
    try {
      context.emplace();
    } catch (const MachineError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  std::optional<EglContext> context;
};

int level_parameter(unsigned texture, int level, unsigned name) {
  int value = 0;
  glGetTextureLevelParameteriv(texture, level, name, &value);
  return value;
}

int parameter(unsigned texture, unsigned name) {
  int value = 0;
  glGetTextureParameteriv(texture, name, &value);
  return value;
}
} // namespace

TEST_F(GlTextures, EveryShapeHasItsTargetItsLevelsAndItsFormat) {
  if (IsSkipped()) return;
  static constexpr unsigned targets[] = {GL_TEXTURE_1D,
                                         GL_TEXTURE_2D,
                                         GL_TEXTURE_3D,
                                         GL_TEXTURE_1D_ARRAY,
                                         GL_TEXTURE_2D_ARRAY,
                                         GL_TEXTURE_CUBE_MAP,
                                         GL_TEXTURE_CUBE_MAP_ARRAY};
  for (int dimension = 0; dimension < 7; ++dimension)
    for (const int levels : {1, 2, 5})
      for (const ElementFormat& format : all_formats()) {
        const Session session = shared_session(Dimension(dimension), levels, format);
        const TextureShape shape = resolve(session).effective.memory_shape();
        const cuda::GlTexture texture = cuda::make_gl_texture(shape);
        EXPECT_EQ(parameter(texture.get(), GL_TEXTURE_TARGET), int(targets[dimension]));
        EXPECT_EQ(cuda::gl_target(shape.dimension), targets[dimension]);
        EXPECT_EQ(parameter(texture.get(), GL_TEXTURE_IMMUTABLE_LEVELS), levels);
        for (int level = 0; level < levels; ++level) {
          const auto [width, height, planes] = shape.size_of(level);
          EXPECT_EQ(level_parameter(texture.get(), level, GL_TEXTURE_WIDTH), width);
          const bool rows_are_layers = shape.dimension == Dimension::d1_layered;
          EXPECT_EQ(level_parameter(texture.get(), level, GL_TEXTURE_HEIGHT),
                    rows_are_layers ? planes : height);
          const bool has_planes = shape.dimension != Dimension::cube && !rows_are_layers;
          EXPECT_EQ(level_parameter(texture.get(), level, GL_TEXTURE_DEPTH), has_planes ? planes : 1);
          EXPECT_EQ(level_parameter(texture.get(), level, GL_TEXTURE_RED_SIZE), format.bits);
          EXPECT_EQ(level_parameter(texture.get(), level, GL_TEXTURE_GREEN_SIZE),
                    format.channels > 1 ? format.bits : 0);
          EXPECT_EQ(level_parameter(texture.get(), level, GL_TEXTURE_ALPHA_SIZE),
                    format.channels > 3 ? format.bits : 0);
        }
        if (!is_cube(shape.dimension)) continue;
        const cuda::GlTexture faces = cuda::make_face_view(texture, shape);
        EXPECT_EQ(parameter(faces.get(), GL_TEXTURE_TARGET), GL_TEXTURE_2D_ARRAY);
        EXPECT_EQ(level_parameter(faces.get(), levels - 1, GL_TEXTURE_WIDTH), shape.size_of(levels - 1)[0]);
        EXPECT_EQ(level_parameter(faces.get(), levels - 1, GL_TEXTURE_DEPTH), shape.planes);
        EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
      }
}

TEST_F(GlTextures, ASizeThatOpenGlLacksNamesTheCall) {
  if (IsSkipped()) return;
  TextureShape shape{1 << 20, 4, {ElementKind::unsigned_int, 8, 4}, Dimension::d3, 4};
  try {
    cuda::make_gl_texture(shape);
    FAIL() << "OpenGL made a volume of 2^20 texels a row";
  } catch (const cuda::SharingRefused& refusal) {
    EXPECT_EQ(refusal.call, "glTextureStorage3D");
    EXPECT_EQ(refusal.error, "GL_INVALID_VALUE");
    EXPECT_STREQ(refusal.what(), "glTextureStorage3D returned GL_INVALID_VALUE.");
  }
}

} // namespace texelscope::device_tests
