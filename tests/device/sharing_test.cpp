// OpenGL's textures of every dimension, number of levels and format as CUDA's arrays: the same bits as in
// arrays of CUDA's own, and the texels that OpenGL sees.
#include <glad/gl.h>

#include <cstring>

#include "tests/device/shared_session.h"

namespace texelscope::device_tests {

namespace {
// By cudaGraphicsGLRegisterImage's documentation, except for cubes: driver 580.159.04 maps arrays without a
// depth for them, from which CUDA fetches zeros.
bool is_documented(Dimension dimension) {
  return dimension == Dimension::d2 || dimension == Dimension::d3 || dimension == Dimension::d2_layered;
}

class SharedShapes : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped()) need_gl();
    if (IsSkipped()) return;
    shared = make_cuda_backend({});
    arrays = make_cuda_backend({GlBinding::none});
  }
  void TearDown() override {
    shared.reset();
    DeviceTest::TearDown();
  }

  template <class Visit>
  void each_shape(const std::vector<ElementFormat>& formats, Visit&& visit) {
    for (const EnumEntry& dimension : enum_table<Dimension>())
      for (const int levels : {1, 2, 5})
        for (const ElementFormat& format : formats) {
          const Session session = shared_session(Dimension(dimension.value), levels, format);
          visit(session, std::string(dimension.identifier) + ", " + std::to_string(levels) + " levels, " +
                             format_name(format));
        }
  }

  std::unique_ptr<Backend> shared, arrays;
};

const std::vector<ElementFormat> some_formats = {{ElementKind::unsigned_int, 8, 4},
                                                 {ElementKind::signed_int, 16, 2},
                                                 {ElementKind::unsigned_int, 32, 1},
                                                 {ElementKind::floating, 16, 4},
                                                 {ElementKind::floating, 32, 1}};
} // namespace

TEST_F(SharedShapes, DocumentedDimensionsAreSharedAndOthersSayWhichCallRefused) {
  if (IsSkipped()) return;
  each_shape(all_formats(), [&](const Session& session, const std::string& what) {
    const auto image = tests::setup_of(session).image;
    const FrameResult result = run(*shared, session, image, small_width, small_height);
    EXPECT_NE(result.texture.gl_texture, 0u) << what; // drawn without host memory, shared or copied
    const std::optional<Unshared> refused = refusal_of(*shared, *image);
    const BackendInfo& info = shared->info();
    if (is_documented(session.texture.dimension)) {
      EXPECT_FALSE(refused) << what << ": " << info.sharing_note;
    }
    if (!refused) {
      EXPECT_EQ(info.sharing_note, "") << what;
      EXPECT_EQ(result.texture.dimension, session.texture.dimension) << what;
      return;
    }
    EXPECT_NE(info.sharing_note.find(refused->call + ": " + refused->error), std::string::npos)
        << what << ": " << info.sharing_note;
    const Resolution resolution = resolve(session, info.limits);
    EXPECT_EQ(resolution.effective.storage, Storage::array) << what;
    ASSERT_NE(resolution.note_for("texture.storage"), nullptr) << what;
    EXPECT_NE(resolution.note_for("texture.storage")->sentence.find(refused->call), std::string::npos);
    EXPECT_EQ(result.texture.dimension, Dimension::d2) << what;
  });
}

TEST_F(SharedShapes, FetchesOfEveryFormatHaveTheBitsOfArrays) {
  if (IsSkipped()) return;
  each_shape(all_formats(), [&](const Session& session, const std::string& what) {
    EXPECT_EQ(difference_from_arrays(*shared, *arrays, fetches_of(session)), "") << what;
  });
}

TEST_F(SharedShapes, WritesAndRegeneratedLevelsHaveTheBitsOfArrays) {
  if (IsSkipped()) return;
  each_shape(some_formats, [&](const Session& session, const std::string& what) {
    EXPECT_EQ(difference_from_arrays(*shared, *arrays, writes_of(session)), "") << what;
  });
}

TEST_F(SharedShapes, ViewsOfAPartHaveTheBitsOfArrays) {
  if (IsSkipped()) return;
  int views = 0;
  each_shape(some_formats, [&](Session session, const std::string& what) {
    session.texture.view.on = true;
    session.texture.view.format = session.texture.format;
    session.texture.view.first_level = session.texture.levels / 2;
    session.texture.view.first_layer = 1;
    session.texture.view.layers = 3;
    if (!resolve(session).effective.memory) return;
    ++views;
    EXPECT_EQ(difference_from_arrays(*shared, *arrays, fetches_of(session)), "") << what;
  });
  EXPECT_GT(views, 20);
}

// OpenGL reads each level of the texture that is drawn, after feedback has swapped it twice.
TEST_F(SharedShapes, OpenGlSeesTheTexelsOfEveryLevelAndPlane) {
  if (IsSkipped()) return;
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  each_shape({{ElementKind::unsigned_int, 8, 4}, {ElementKind::floating, 32, 4}},
             [&](Session session, const std::string& what) {
               session.write.mode = WriteMode::feedback;
               session.write.mips = WrittenMips::regenerate;
               session.fetch.function = FetchKind::lod; // 2-D too lies in the store
               const auto image = tests::setup_of(session).image;
               FrameResult result;
               for (session.write.frame = 0; session.write.frame < 3; ++session.write.frame)
                 result = run(*shared, session, image, small_width, small_height);
               if (refusal_of(*shared, *image)) return;
               const bool floats = session.texture.format.kind == ElementKind::floating;
               const Image texels = shared->read_texture();
               for (int level = 0; level < texels.level_count; ++level) {
                 const auto size = texels.plane_bytes(level) * std::size_t(texels.size_of(level)[2]);
                 std::vector<std::byte> seen(size);
                 glGetTextureImage(result.texture.gl_texture, level, floats ? GL_RGBA : GL_RGBA_INTEGER,
                                   floats ? GL_FLOAT : GL_UNSIGNED_BYTE, int(size), seen.data());
                 EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR)) << what << ", level " << level;
                 EXPECT_EQ(std::memcmp(seen.data(), texels.level(level), size), 0)
                     << what << ", level " << level;
               }
             });
}

// One backend, from texture to texture: each state is that of a backend that has made nothing before.
TEST_F(SharedShapes, ChangesOfShapeAndStorageKeepNothing) {
  if (IsSkipped()) return;
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    Session session = shared_session(Dimension(random() % 7), 1 + int(random() % 4),
                                     some_formats[random() % some_formats.size()]);
    session.texture.storage = random() % 3 ? Storage::shared : Storage::array;
    session.fetch.function = FetchKind(random() % 3);
    session.write.mode = WriteMode(random() % 4);
    session.write.frame = 2;
    EXPECT_EQ(difference_from_arrays(*shared, *arrays, {session}), "");
  }
}

TEST_F(SharedShapes, AVolumeFallsBackToCopiesWhereMappingFails) {
  if (IsSkipped()) return;
  const Session session = shared_session(Dimension::d3, 3, {ElementKind::unsigned_int, 8, 4});
  const auto image = tests::setup_of(session).image;
  run(*shared, session, image, small_width, small_height);
  const Picture before = shared->read_result();
  ASSERT_FALSE(refusal_of(*shared, *image)) << shared->info().sharing_note;
  gl.reset();
  const FrameResult result = run(*shared, session, image, small_width, small_height);
  EXPECT_FALSE(shared->info().shares_gl);
  EXPECT_NE(shared->info().sharing_note.find("cudaGraphicsMapResources"), std::string::npos)
      << shared->info().sharing_note;
  ASSERT_NE(result.result.components, nullptr);
  ASSERT_NE(result.texture.texels, nullptr);
  EXPECT_EQ(std::memcmp(result.result.components, before.pixels.data(), before.pixels.size() * 16), 0);
}

} // namespace texelscope::device_tests
