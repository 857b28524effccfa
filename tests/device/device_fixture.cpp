#include "tests/device/device_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "kernels/state/stored/session_file.h"
#include "kernels/studies/texture/texture_source.h"

namespace texelscope::device_tests {

namespace fs = std::filesystem;

void DeviceTest::SetUp() {
  const CudaReport report = cuda_report();
  if (!report.problem.empty()) GTEST_SKIP() << report.problem;
}

void DeviceTest::TearDown() {
  counters.reset();
  gl.reset();
}

void DeviceTest::need_gl() {
  try {
    gl = std::make_unique<EglContext>(0);
  } catch (const MachineError& error) {
    GTEST_SKIP() << error.what();
  }
  if (!gl->identity().cuda_device)
    GTEST_SKIP() << "no EGL device of the GPU, only " << gl->identity().renderer;
}

void DeviceTest::need_counters(const std::vector<profile::Counter>& wanted) {
  try {
    counters = profile::make_counter_reader(wanted);
  } catch (const MachineError& error) {
    GTEST_SKIP() << error.what();
  }
}

void CudaTest::SetUp() {
  bind(GlBinding::none);
}

void CudaTest::bind(GlBinding binding) {
  DeviceTest::SetUp();
  if (!IsSkipped() && binding == GlBinding::current) need_gl();
  if (!IsSkipped()) cuda = make_cuda_backend({binding});
}

void CudaTest::TearDown() {
  cuda.reset();
  DeviceTest::TearDown();
}

std::shared_ptr<const Image> noise(const ElementFormat& format, int width, int height, unsigned seed,
                                   bool wild) {
  std::mt19937 random(seed);
  Image image = Image::create(width, height, format);
  const std::size_t bytes = std::size_t(format.bits / 8), count = image.size_bytes() / bytes;
  for (std::size_t i = 0; i < count; ++i) {
    auto word = static_cast<std::uint32_t>(random());
    if (format.kind == ElementKind::floating && !wild)
      word = encode_real(format, double(word >> 8) * 0x1p-24);
    std::memcpy(image.texels.data() + i * bytes, &word, bytes);
  }
  return std::make_shared<const Image>(std::move(image));
}

std::vector<ElementFormat> all_formats() {
  std::vector<ElementFormat> formats;
  for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::signed_int, ElementKind::floating})
    for (const int bits : {8, 16, 32})
      for (const int channels : {1, 2, 4})
        if (kind != ElementKind::floating || bits != 8) formats.push_back({kind, bits, channels});
  return formats;
}

std::string binding_name(const testing::TestParamInfo<GlBinding>& tested) {
  return tested.param == GlBinding::none ? "Arrays" : "GlTextures";
}

Session session_for(const Image& image) {
  Session session;
  session.texture.width = image.width;
  session.texture.height = image.height;
  session.texture.format = image.format;
  session.view.span = 2.7;
  session.view.rotation = 17;
  session.view.center_x = 0.43;
  return session;
}

std::vector<fs::path> session_files() {
  const char* named = std::getenv("TEXELSCOPE_SESSIONS");
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(
           named ? fs::path(named) : fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/sessions", none))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

ShippedSession shipped_session(const fs::path& file) {
  LoadedSession loaded = load_session(file);
  TextureSource source;
  adopt_file_now(source, loaded);
  const Effective effective = effective_settings(loaded.session);
  source.request(loaded.session, effective, loaded.base);
  source.wait();
  return {loaded.session, effective, source.image()};
}

FrameResult run(Backend& backend, const Session& session, const std::shared_ptr<const Image>& image,
                int width, int height) {
  const Effective effective = effective_settings(session, backend.info().limits);
  return backend.frame({session, effective, image, width, height});
}

std::string difference(const Picture& a, const Picture& b) {
  std::ostringstream out;
  if (a.width != b.width || a.height != b.height || a.type != b.type || a.pixels.size() != b.pixels.size())
    return "size or type";
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    if (a.pixels[i] == b.pixels[i]) continue;
    out << "pixel " << i % std::size_t(a.width) << ", " << i / std::size_t(a.width) << std::hex;
    for (std::size_t c = 0; c < 4; ++c)
      out << " " << a.pixels[i][c] << "/" << b.pixels[i][c];
    return out.str();
  }
  return {};
}

std::string difference(const Image& a, const Image& b) {
  if (a.shape() != b.shape()) return "size or format";
  if (std::memcmp(a.texels.data(), b.texels.data(), a.size_bytes()) == 0) return {};
  for (int level = 0; level < a.level_count; ++level) {
    const auto [width, height, planes] = a.size_of(level);
    for (int i = 0; i < width * height * planes * a.format.channels; ++i) {
      const int c = i % a.format.channels, x = i / a.format.channels % width;
      const int y = i / a.format.channels / width % height, plane = i / a.format.channels / width / height;
      const std::uint32_t here = a.bits_at(x, y, plane, level, c), there = b.bits_at(x, y, plane, level, c);
      if (here == there) continue;
      std::ostringstream out;
      out << "level " << level << " plane " << plane << " texel " << x << ", " << y << " channel " << c
          << std::hex << " " << here << "/" << there;
      return out.str();
    }
  }
  return {};
}

} // namespace texelscope::device_tests
