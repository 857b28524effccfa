// What the device tests share: a backend under a GL context or without one, and sessions to run on it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/machines/gl/egl_context.h"
#include "kernels/reports/profile/report/counters.h"
#include "kernels/state/session/format_name.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::device_tests {

// Skips, with the reason, where there is no GPU that CUDA uses.
class DeviceTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  // The CUDA device's own context if EGL has one; the test is skipped where it has not.
  void need_gl();

  // The device's counters; the test is skipped where the driver refuses them.
  void need_counters(const std::vector<profile::Counter>& wanted = {});

  std::unique_ptr<EglContext> gl;
  std::shared_ptr<profile::CounterReader> counters;
};

// CUDA's backend, with arrays of its own.
class CudaTest : public DeviceTest {
protected:
  void SetUp() override;
  void TearDown() override;
  void bind(GlBinding binding);

  std::unique_ptr<Backend> cuda;
};

// Both backends; CUDA's with OpenGL's textures or with arrays of its own.
class BothBackends : public CudaTest, public testing::WithParamInterface<GlBinding> {
protected:
  void SetUp() override { bind(GetParam()); }

  std::unique_ptr<Backend> cpu = make_cpu_backend();
};

// No multiples of a block or of a warp.
constexpr int small_width = 61, small_height = 47;

// Random bits, the same for the same seed. Floats: in [0,1) or, where `wild`, any bits.
std::shared_ptr<const Image> noise(const ElementFormat& format, int width, int height, unsigned seed,
                                   bool wild = false);

std::vector<ElementFormat> all_formats();

// A session whose texture is `image`, in a rotated view that reaches outside it, so that every address mode
// shows.
Session session_for(const Image& image);

// The sessions that the program comes with, in the order of their names: beside the source tree's tests, or
// where the variable TEXELSCOPE_SESSIONS says (the tests may run elsewhere).
std::vector<std::filesystem::path> session_files();
struct ShippedSession {
  Session session;
  Effective effective;
  std::shared_ptr<const Image> image;
};
ShippedSession shipped_session(const std::filesystem::path& file);

FrameResult run(Backend& backend, const Session& session, const std::shared_ptr<const Image>& image,
                int width, int height);

std::string binding_name(const testing::TestParamInfo<GlBinding>& tested); // "Arrays", "GlTextures"

// Where two pictures, or the levels and planes of two images, first differ, as text; empty where they do
// not.
std::string difference(const Picture& a, const Picture& b);
std::string difference(const Image& a, const Image& b);

} // namespace texelscope::device_tests
