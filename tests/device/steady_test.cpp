// The backend must not grow, leak, or lose its picture to an error.
#include <glad/gl.h>

#include <cuda_runtime.h>
#include <malloc.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <unistd.h>

#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
constexpr std::int64_t megabyte = 1 << 20;

std::int64_t device_memory_in_use() {
  std::size_t free = 0, total = 0;
  cudaDeviceSynchronize();
  cudaMemGetInfo(&free, &total);
  return std::int64_t(total - free);
}

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

std::int64_t allocated_bytes() {
  return std::int64_t(mallinfo2().uordblks);
}

class Steady : public CudaTest, public testing::WithParamInterface<GlBinding> {
protected:
  void SetUp() override { bind(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Cuda, Steady, testing::Values(GlBinding::none, GlBinding::current), binding_name);

// Switches every setting once.
void every_toggle(Backend& backend, const std::vector<std::shared_ptr<const Image>>& images) {
  for (const auto& image : images) {
    Session session = session_for(*image);
    const auto show = [&](int width = 640, int height = 480) { run(backend, session, image, width, height); };
    show();
    show(321, 243);
    for (int mode = 0; mode < 16; ++mode) {
      session.sampler.address = {AddressMode(mode & 3), AddressMode(mode >> 2)};
      show();
    }
    for (int setting = 0; setting < 16; ++setting) {
      session.sampler.normalized_coords = setting & 1;
      session.sampler.filter = FilterMode(setting >> 1 & 1);
      session.sampler.read_mode = ReadMode(setting >> 2 & 1);
      session.sampler.srgb = setting >> 3 & 1;
      show();
    }
    for (int mode = 0; mode < 4; ++mode)
      for (int boundary = 0; boundary < 2; ++boundary) {
        session.write.mode = WriteMode(mode);
        session.write.boundary = BoundaryMode(boundary);
        session.write.strokes = {{1, 1, 5, 5, 2, {1, 1, 1, 1}}};
        session.write.frame = 2;
        show();
      }
  }
}
} // namespace

TEST_P(Steady, DeviceMemoryIsTheSameAfterTheSecondAndTheTenthCycle) {
  std::vector<std::shared_ptr<const Image>> images;
  for (const ElementFormat& format : all_formats())
    for (const int side : {64, 1024})
      images.push_back(noise(format, side, side, 1));
  std::int64_t second = 0;
  for (int cycle = 1; cycle <= 10; ++cycle) {
    every_toggle(*cuda, images);
    if (gl) glFinish();
    const std::int64_t now = device_memory_in_use();
    std::printf("cycle %d: %.1f MB in use, %.1f MB resident\n", cycle, double(now) / megabyte,
                double(resident_bytes()) / megabyte);
    if (cycle == 2) second = now;
    if (cycle == 10) {
      EXPECT_LE(std::abs(now - second), 2 * megabyte);
    }
  }
}

TEST_P(Steady, TenThousandFramesAllocateNothing) {
  const auto image = noise({ElementKind::unsigned_int, 8, 4}, 256, 256, 2);
  Session session = session_for(*image);
  session.write.mode = WriteMode::feedback;
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i, ++session.write.frame) {
      const Effective effective = resolve(session).effective;
      FrameRequest request{session, effective, image, 640, 480};
      request.probe = Pixel{i % 640, i % 480};
      request.texels = TexelRect{i % 200, 3, 16, 16};
      cuda->frame(request);
    }
  };
  frames(1000);
  const std::int64_t device = device_memory_in_use(), heap = allocated_bytes(), resident = resident_bytes();
  frames(10000);
  const std::int64_t device_growth = device_memory_in_use() - device, heap_growth = allocated_bytes() - heap,
                     resident_growth = resident_bytes() - resident;
  std::printf("over 10000 frames: device %+lld, heap %+lld, resident %+lld bytes\n", (long long)device_growth,
              (long long)heap_growth, (long long)resident_growth);
  EXPECT_EQ(device_growth, 0);
  EXPECT_LT(heap_growth, 4096);
  EXPECT_LT(resident_growth, megabyte);
}

TEST_P(Steady, TimesAndProbesArriveForWhatWasRequested) {
  const auto image = noise({ElementKind::unsigned_int, 16, 4}, 64, 64, 3);
  Session session = session_for(*image);
  session.write.mode = WriteMode::pattern;
  std::int64_t last = -1;
  int times = 0, probes = 0, rects = 0;
  for (int i = 0; i < 300; ++i, ++session.write.frame) {
    const Effective effective = resolve(session).effective;
    FrameRequest request{session, effective, image, 320, 200};
    request.probe = Pixel{7, 11};
    request.texels = TexelRect{60, 1, 4, 5};
    const FrameResult result = cuda->frame(request);
    if (i % 50 == 49) cudaDeviceSynchronize();
    for (const StageTimes& t : result.times) {
      EXPECT_EQ(t.frame, last + 1);
      last = t.frame;
      EXPECT_GT(t.write, 0);
      EXPECT_GT(t.fetch, 0);
      EXPECT_LT(t.write + t.fetch, 1);
      EXPECT_EQ(std::isnan(t.map), GetParam() == GlBinding::none);
      ++times;
    }
    if (result.probe) {
      EXPECT_EQ(result.probe->pixel, (Pixel{7, 11}));
      EXPECT_EQ(result.probe->type, ResultType::floating);
      ++probes;
    }
    if (result.texels) {
      EXPECT_EQ(result.texels->texels.size(), 20u);
      ++rects;
    }
  }
  EXPECT_GT(times, 100);
  EXPECT_GT(probes, 5);
  EXPECT_GT(rects, 5);
}

TEST_P(Steady, ProbesHoldTheBitsOfPictureAndTexture) {
  const auto image = noise({ElementKind::signed_int, 16, 2}, 64, 64, 4);
  const Session session = session_for(*image);
  const Effective effective = resolve(session).effective;
  FrameRequest request{session, effective, image, 320, 200};
  request.probe = Pixel{100, 120};
  request.texels = TexelRect{60, 1, 4, 5};
  FrameResult result = cuda->frame(request);
  cudaDeviceSynchronize();
  if (!result.probe) result = cuda->frame(request);
  ASSERT_TRUE(result.probe && result.texels);
  EXPECT_EQ(result.probe->bits, cuda->read_result().pixels[120 * 320 + 100]);
  for (int i = 0; i < 20; ++i)
    for (int c = 0; c < 2; ++c)
      EXPECT_EQ(result.texels->texels[std::size_t(i)][std::size_t(c)],
                image->bits_at(60 + i % 4, 1 + i / 4, c));
}

TEST_P(Steady, ATextureThatDoesNotFitLeavesTheLastOne) {
  const ElementFormat format{ElementKind::unsigned_int, 8, 4};
  const auto small = noise(format, 64, 64, 5);
  const Session session = session_for(*small);
  run(*cuda, session, small, 320, 200);
  const Picture before = cuda->read_result();

  // Wider than any device takes; the padding-sized allocation behind it is never read.
  Image absurd = Image::create(1, 1, format);
  absurd.width = 1 << 20;
  const auto too_wide = std::make_shared<const Image>(std::move(absurd));
  EXPECT_THROW(run(*cuda, session_for(*too_wide), too_wide, 320, 200), MachineError);
  EXPECT_EQ(difference(cuda->read_result(), before), "");
  EXPECT_THROW(run(*cuda, session, small, 1 << 20, 200), MachineError);
  EXPECT_EQ(difference(cuda->read_result(), before), "");
  run(*cuda, session, small, 320, 200);
  EXPECT_EQ(difference(cuda->read_result(), before), "");
}

TEST_P(Steady, AFullDeviceIsAnAnswerNotAnEnd) {
  const auto small = noise({ElementKind::unsigned_int, 8, 4}, 64, 64, 6);
  const Session session = session_for(*small);
  run(*cuda, session, small, 320, 200);
  const Picture before = cuda->read_result();

  std::vector<void*> filling;
  std::size_t free = 0, total = 0;
  for (cudaMemGetInfo(&free, &total); free > 96 * std::size_t(megabyte); cudaMemGetInfo(&free, &total)) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, (free - 64 * std::size_t(megabyte)) / 2) != cudaSuccess) break;
    filling.push_back(memory);
  }
  cudaGetLastError();
  auto large = std::make_shared<Image>(Image::create(8192, 4096, {ElementKind::floating, 32, 4})); // 512 MB
  for (int i = 0; i < 4096; ++i)
    *large->texel(2 * i, i) = std::byte(i);
  try {
    run(*cuda, session_for(*large), large, 320, 200);
    ADD_FAILURE() << "512 MB fitted into " << free / std::size_t(megabyte) << " MB";
  } catch (const MachineError& error) {
    std::printf("%s\n", error.what());
  }
  EXPECT_EQ(difference(cuda->read_result(), before), "");
  run(*cuda, session, small, 320, 200);
  EXPECT_EQ(difference(cuda->read_result(), before), "");
  for (void* memory : filling)
    cudaFree(memory);
  run(*cuda, session_for(*large), large, 320, 200);
  EXPECT_EQ(difference(cuda->read_texture(), *large), "");
}

TEST_P(Steady, TheLargestTexture) {
  const ElementFormat format{ElementKind::unsigned_int, 8, 4};
  auto image = std::make_shared<Image>(Image::create(16384, 16384, format));
  for (int i = 0; i < 16384; ++i)
    *image->texel(i, i) = std::byte(i);
  run(*cuda, session_for(*image), image, 320, 200);
  EXPECT_EQ(difference(cuda->read_texture(), *image), "");
}

class Refusals : public DeviceTest {};

TEST_F(Refusals, ADeviceThatIsNotThere) {
  try {
    make_cuda_backend({GlBinding::none, true, 99});
    FAIL() << "there is no device 99";
  } catch (const MachineError& error) {
    EXPECT_NE(std::string(error.what()).find("99"), std::string::npos) << error.what();
  }
}

// Without a driver these two report it; every machine runs them.
TEST(Report, SaysWhatIsThereOrWhatIsMissing) {
  const CudaReport report = cuda_report();
  EXPECT_TRUE(report.built);
  EXPECT_GE(report.runtime_version, 12040);
  EXPECT_EQ(report.problem.empty(), !report.devices.empty());
  EXPECT_EQ(report.problem.empty(), report.cure.empty());
}

TEST(Report, WithoutADeviceTheBackendSaysCauseAndCure) {
  const CudaReport report = cuda_report();
  if (report.problem.empty()) GTEST_SKIP() << "there is a GPU";
  try {
    make_cuda_backend({GlBinding::none});
    FAIL() << "made a backend without a GPU";
  } catch (const MachineError& error) {
    EXPECT_EQ(error.what(), report.problem + " " + report.cure);
  }
  EXPECT_EQ(gl_sharing_report().problem, report.problem);
}

} // namespace texelscope::device_tests
