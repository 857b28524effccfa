// The CUDA backend against the CPU's texture unit: the same bits for the same session.
#include <glad/gl.h>

#include <cstring>

#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
class Equality : public BothBackends {
protected:
  void SetUp() override {
    BothBackends::SetUp();
    if (cuda) {
      EXPECT_EQ(cuda->info().shares_gl, GetParam() == GlBinding::current) << cuda->info().sharing_note;
    }
  }

  // Number of cases that differ; the first few are printed.
  void compare(const Session& session, const std::shared_ptr<const Image>& image, const std::string& what) {
    run(*cuda, session, image, small_width, small_height);
    run(*cpu, session, image, small_width, small_height);
    ++cases;
    std::string message = difference(cuda->read_result(), cpu->read_result());
    if (message.empty()) message = difference(cuda->read_texture(), cpu->read_texture());
    if (message.empty()) return;
    if (++failures <= 12) ADD_FAILURE() << what << ": cuda/cpu " << message;
  }
  void TearDown() override {
    EXPECT_EQ(failures, 0) << "of " << cases;
    BothBackends::TearDown();
  }

  int failures = 0, cases = 0;
};

float border_value(std::mt19937& random) {
  switch (random() % 4) {
  case 0:
    return float(random() % 256) / 255.0f;
  case 1:
    return float(random() >> 8) * 0x1p-22f - 2;
  default:
    return float(random() >> 8) * 0x1p-24f;
  }
}

INSTANTIATE_TEST_SUITE_P(Cuda, Equality, testing::Values(GlBinding::none, GlBinding::current), binding_name);

// Every sampler that a session can request, on one image.
template <class Visit>
void each_sampler(const Image& image, Visit&& visit) {
  std::mt19937 random(unsigned(image.width));
  for (int setting = 0; setting < 256; ++setting) {
    Session session = session_for(image);
    Sampler& s = session.sampler;
    s.address = {AddressMode(setting & 3), AddressMode(setting >> 2 & 3)};
    s.normalized_coords = setting >> 4 & 1;
    s.filter = FilterMode(setting >> 5 & 1);
    s.read_mode = ReadMode(setting >> 6 & 1);
    s.srgb = setting >> 7 & 1;
    for (float& b : s.border_color)
      b = border_value(random);
    if (random() % 2) s.max_anisotropy = int(2 + random() % 15);
    s.mip_filter = FilterMode(random() % 2);
    s.mip_bias = float(random() % 17) / 4 - 2;
    s.disable_trilinear_optimization = random() % 2;
    visit(session, std::to_string(setting));
  }
}
} // namespace

TEST_P(Equality, EverySamplerOfEveryFormat) {
  for (const ElementFormat& format : all_formats()) {
    const auto image = noise(format, 13, 9, 1);
    each_sampler(*image, [&](const Session& session, const std::string& setting) {
      compare(session, image, format_name(format) + " sampler " + setting);
    });
  }
}

TEST_P(Equality, FloatsOfAnyBits) {
  for (const ElementFormat& format : all_formats()) {
    if (format.kind != ElementKind::floating) continue;
    const auto image = noise(format, 16, 16, 2, true);
    each_sampler(*image, [&](const Session& session, const std::string& setting) {
      compare(session, image, format_name(format) + " sampler " + setting);
    });
  }
}

// A texture object made for a border of 0 does not serve for -0.
TEST_P(Equality, BordersOfBothZeros) {
  const auto image = noise({ElementKind::floating, 32, 1}, 13, 9, 1);
  for (const FetchKind function : {FetchKind::plain, FetchKind::lod})
    for (const float border : {0.0f, -0.0f, 0.0f}) {
      Session session = session_for(*image);
      session.fetch.function = function;
      session.sampler.address.fill(AddressMode::border);
      session.sampler.filter = FilterMode::point;
      session.sampler.border_color.fill(border);
      compare(session, image, "border " + std::to_string(border));
    }
}

// A long array for gathers keeps a bit more of a coordinate: the one that is there must not stay.
TEST_P(Equality, TheGatherFlagIsSwitched) {
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 20001, 2, 9);
  Session session = session_for(*image);
  session.sampler.normalized_coords = true;
  session.sampler.filter = FilterMode::linear;
  session.view.span = 1;
  Picture pictures[2];
  for (const bool flag : {false, true, false, true}) {
    session.texture.gather_flag = flag;
    compare(session, image, flag ? "gather" : "plain");
    pictures[flag] = cuda->read_result();
  }
  EXPECT_NE(difference(pictures[0], pictures[1]), "");
}

TEST_P(Equality, SizesAndViews) {
  static constexpr int sizes[][2] = {{1, 1}, {1, 7}, {640, 3}, {255, 257}, {4097, 2}, {2, 16384}};
  std::mt19937 random(3);
  for (const auto& size : sizes)
    for (const ElementFormat& format :
         {ElementFormat{ElementKind::unsigned_int, 8, 4}, ElementFormat{ElementKind::floating, 32, 1}}) {
      const auto image = noise(format, size[0], size[1], 4);
      for (int view = 0; view < 24; ++view) {
        Session session = session_for(*image);
        session.view.span = std::exp2(double(random() % 24) - 16);
        session.view.rotation = view % 3 == 0 ? 90.0 * (view % 4) : double(random() % 360);
        session.view.center_x = double(random() % 2000) / 1000 - 0.5;
        session.view.center_y = double(random() % 2000) / 1000 - 0.5;
        session.fetch.sample_at = SampleAt(view & 1);
        session.fetch.coordinates = CoordinateRule(view >> 1 & 1);
        session.sampler.normalized_coords = view & 4;
        session.sampler.filter = FilterMode(view >> 3 & 1);
        compare(session, image,
                format_name(format) + " " + std::to_string(size[0]) + " view " + std::to_string(view));
      }
    }
}

TEST_P(Equality, Patterns) {
  for (const ElementFormat& format : all_formats()) {
    const auto image = noise(format, 45, 31, 5);
    for (int pattern = 0; pattern < 3; ++pattern)
      for (const std::int64_t frame : {0, 1, 77, 123456789}) {
        Session session = session_for(*image);
        session.write.mode = WriteMode::pattern;
        session.write.pattern = PatternKind(pattern);
        session.write.frame = frame;
        session.write.speed = pattern == 1 ? -3 : 5;
        compare(session, image, format_name(format) + " pattern " + std::to_string(pattern));
      }
  }
}

TEST_P(Equality, BrushStrokesInsideAndOverTheEdge) {
  for (const ElementFormat& format : all_formats())
    for (const BoundaryMode boundary : {BoundaryMode::zero, BoundaryMode::clamp}) {
      const auto image = noise(format, 45, 31, 6);
      Session session = session_for(*image);
      session.write.mode = WriteMode::brush;
      session.write.boundary = boundary;
      const BrushStroke strokes[] = {{3, 4, 30, 20, 2.5f, {1, 0.25f, 0, 1}},
                                     {-9, 5, -4, 15, 3, {0.5f, 0.5f, 0.5f, 0.5f}},
                                     {44, 30, 60, 40, 6, {0.1f, 0.7f, 2, -1}},
                                     {10.5f, 10.5f, 10.5f, 10.5f, 0.5f, {0, 1, 0, 0}}};
      for (const BrushStroke& stroke : strokes) {
        session.write.strokes.push_back(stroke);
        compare(session, image,
                format_name(format) + " stroke " + std::to_string(session.write.strokes.size()));
      }
    }
}

TEST_P(Equality, FeedbackSteps) {
  for (const ElementFormat& format : all_formats())
    for (int setting = 0; setting < 6; ++setting) {
      const auto image = noise(format, 45, 31, 7);
      Session session = session_for(*image);
      session.write.mode = WriteMode::feedback;
      session.write.feedback = FeedbackRule(setting / 2);
      session.write.boundary = BoundaryMode(setting % 2);
      for (const std::int64_t frame : {0, 1, 2, 7, 3}) { // 3: starts again
        session.write.frame = frame;
        compare(session, image,
                format_name(format) + " feedback " + std::to_string(setting) + " frame " +
                    std::to_string(frame));
      }
    }
}

// OpenGL sees what read_result() and read_texture() return.
class Sharing : public DeviceTest {};

TEST_F(Sharing, EveryFormatIsAGlTextureWithTheResultsBits) {
  need_gl();
  if (IsSkipped()) return;
  const auto backend = make_cuda_backend({});
  for (const ElementFormat& format : all_formats()) {
    const auto image = noise(format, 33, 17, 8);
    Session session = session_for(*image);
    session.write.mode = WriteMode::feedback;
    session.write.frame = 3;
    const FrameResult result = run(*backend, session, image, small_width, small_height);
    ASSERT_TRUE(backend->info().shares_gl) << format_name(format) << ": " << backend->info().sharing_note;
    ASSERT_NE(result.result.gl_texture, 0u);
    ASSERT_NE(result.texture.gl_texture, 0u);
    std::vector<TexelBits> drawn(std::size_t(small_width) * small_height);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(result.result.gl_texture, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, int(drawn.size() * 16),
                      drawn.data());
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
    EXPECT_TRUE(drawn == backend->read_result().pixels) << format_name(format);
  }
}

TEST_F(Sharing, CopiesWhereSharingIsOff) {
  need_gl();
  if (IsSkipped()) return;
  const auto shared = make_cuda_backend({}), copied = make_cuda_backend({GlBinding::current, false});
  const ElementFormat format{ElementKind::unsigned_int, 16, 2};
  const auto image = noise(format, 33, 17, 9);
  Session session = session_for(*image);
  session.write.mode = WriteMode::pattern;
  for (session.write.frame = 0; session.write.frame < 3; ++session.write.frame) {
    run(*shared, session, image, small_width, small_height);
    const FrameResult result = run(*copied, session, image, small_width, small_height);
    EXPECT_FALSE(copied->info().shares_gl);
    EXPECT_FALSE(copied->info().sharing_note.empty());
    ASSERT_NE(result.result.components, nullptr);
    ASSERT_NE(result.texture.texels, nullptr);
    const Picture expected = shared->read_result();
    EXPECT_EQ(std::memcmp(result.result.components, expected.pixels.data(), expected.pixels.size() * 16), 0);
    const Image texture = shared->read_texture();
    EXPECT_EQ(std::memcmp(result.texture.texels, texture.texels.data(), texture.size_bytes()), 0);
  }
}

// The GL context is destroyed without the backend's knowledge: mapping fails, and pictures are copied through
// the host.
TEST_F(Sharing, FallsBackToCopiesWhereMappingFails) {
  need_gl();
  if (IsSkipped()) return;
  const auto backend = make_cuda_backend({});
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 33, 17, 10);
  const Session session = session_for(*image);
  run(*backend, session, image, small_width, small_height);
  const Picture before = backend->read_result();
  ASSERT_TRUE(backend->info().shares_gl);
  gl.reset();
  const FrameResult result = run(*backend, session, image, small_width, small_height);
  EXPECT_FALSE(backend->info().shares_gl);
  EXPECT_NE(backend->info().sharing_note.find("cudaGraphicsMapResources"), std::string::npos)
      << backend->info().sharing_note;
  ASSERT_NE(result.result.components, nullptr);
  EXPECT_EQ(std::memcmp(result.result.components, before.pixels.data(), before.pixels.size() * 16), 0);
}

TEST_F(Sharing, ReportNamesEveryFormat) {
  need_gl();
  if (IsSkipped()) return;
  const GlSharingReport report = gl_sharing_report();
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(report.device, *gl->identity().cuda_device);
  EXPECT_EQ(report.formats.size(), all_formats().size());
  for (const SharedFormat& format : report.formats)
    EXPECT_TRUE(format.shared) << format_name(format.format);
  EXPECT_EQ(report.shapes.size(), 14u); // seven dimensions, with one level and several
  for (const SharedShape& shape : report.shapes)
    if (shape.dimension == Dimension::d2) {
      EXPECT_EQ(shape.refusal, "");
    }
}

} // namespace texelscope::device_tests
