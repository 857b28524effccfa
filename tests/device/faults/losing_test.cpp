// The window loses its GPU: the CPU takes over with a message, the session stays, undo and saving work. Each
// case runs in a process of its own, which loses the GPU for good.
//
// On an H100 with driver 580.159.04, after one fault of any process (Xid 13) each process that begins to
// share textures between CUDA and OpenGL waits without end, as long as the machine runs. So at most one
// of the faults below is tried; the next ones are skipped.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "kernels/ground/files/subprocess.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/load_gl.h"
#include "kernels/reports/coherence/write_lab.h"
#include "kernels/state/stored/session_file.h"
#include "tests/device/device_fixture.h"
#include "tests/offscreen_window.h"
#include "tests/program.h"
#include "tests/temp_folder.h"

namespace texelscope::device_tests {

namespace {
using tests::OffscreenWindow;
using ui::CommandId;

// 512 MB, which do not fit where 96 are free.
const std::string large_session = R"({"version": 1, "texture": {"width": 8192, "height": 4096,)"
                                  R"( "kind": "float", "bits": 32, "channels": 4}})";

std::vector<void*> fill_device_memory() {
  constexpr std::size_t megabyte = 1 << 20;
  std::vector<void*> filling;
  std::size_t free = 0, total = 0;
  for (cudaMemGetInfo(&free, &total); free > 96 * megabyte; cudaMemGetInfo(&free, &total)) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, (free - 64 * megabyte) / 2) != cudaSuccess) break;
    filling.push_back(memory);
  }
  cudaGetLastError();
  return filling;
}

class LosingTheDevice : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped()) need_gl();
    gl.reset();
    if (IsSkipped()) return;
    const Subprocess whole = run_alone("NoFault", 20);
    if (whole.code > 128)
      GTEST_SKIP()
          << "CUDA waits without end where it shares textures with OpenGL, as after an earlier fault";
    ASSERT_EQ(whole.code, 0) << whole.out;
  }

  // The driver may wait for a lost device without end.
  static Subprocess run_alone(const std::string& test, int seconds) {
    SubprocessOptions options;
    options.seconds = seconds;
    return run_subprocess(
        {"--gtest_also_run_disabled_tests", "--gtest_filter=LosingTheDeviceAlone.DISABLED_" + test}, {},
        options);
  }
  static void passes_alone(const std::string& test) {
    const Subprocess ran = run_alone(test, 60);
    std::printf("%s", ran.out.c_str());
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.out.find("[  PASSED  ] 1 test."), std::string::npos) << ran.out;
  }
};

class LosingTheDeviceAlone : public DeviceTest {
protected:
  // A window in which the filter was changed by a key, some frames old.
  void open() {
    Explorer::Options options;
    options.backend = BackendKind::cuda;
    options.session_path = folder.path("session.json");
    window.emplace(std::move(options), 0);
    window->frames(3);
    window->command(CommandId::filter);
    window->rest();
    ASSERT_TRUE(on_device()) << window->text_of("badge") << window->messages();
    changed.sampler.filter = FilterMode::point;
    ASSERT_EQ(window->session(), changed);
    picture = window->result();
  }
  bool on_device() const { return window->text_of("badge").starts_with("CUDA"); }

  // An error of a launch may reach the host some frames later.
  void expect_the_cpu_takes_over(const std::string& message_end) {
    for (int i = 0; i < 10 && on_device(); ++i)
      window->frame();
    EXPECT_FALSE(on_device()) << window->text_of("badge");
    const std::string messages = window->messages();
    std::printf("%s", messages.c_str());
    EXPECT_TRUE(messages.ends_with(message_end + "\n")) << messages;
  }
  void expect_nothing_is_lost() {
    window->rest();
    EXPECT_EQ(window->session(), changed);
    window->command(CommandId::undo);
    EXPECT_EQ(window->session(), Session());
    window->command(CommandId::redo);
    window->command(CommandId::save);
    EXPECT_EQ(load_session(folder.path("session.json")).session, changed);
    window->command(CommandId::normalized);
    EXPECT_NE(window->session(), changed);
    window->command(CommandId::undo);
    window->rest();
    EXPECT_EQ(window->session(), changed);
    EXPECT_EQ(window->messages(), "");
  }
  // Up to one step of a color: each backend makes its own of the result.
  void expect_the_same_picture() {
    window->rest();
    const std::vector<std::uint8_t> now = window->result();
    ASSERT_EQ(now.size(), picture.size());
    int apart = 0;
    for (std::size_t i = 0; i < now.size(); ++i)
      apart = std::max(apart, std::abs(int(now[i]) - int(picture[i])));
    EXPECT_LE(apart, 1);
  }
  void expect_f2_brings_the_device_back(bool back) {
    window->command(CommandId::toggle_backend);
    window->frames(3);
    std::printf("%s", window->messages().c_str());
    EXPECT_EQ(on_device(), back) << window->messages();
  }
  // OpenGL notices some time after CUDA.
  bool gl_is_lost_soon() {
    bool lost = false;
    const auto from = std::chrono::steady_clock::now();
    const auto passed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    };
    int frames = 0;
    for (; !lost && passed() < 10; ++frames) {
      window->frame();
      window->result();
      lost = gl_was_lost();
    }
    std::printf("OpenGL %s after %d frames, %.3f s\n", lost ? "is lost" : "goes on", frames, passed());
    return lost;
  }
  void lose_by(write_lab::Fault fault) {
    open();
    if (HasFatalFailure()) return;
    const write_lab::FaultReport report = write_lab::surface_fault(fault);
    std::printf("%s\n", report.faulty.c_str());
    EXPECT_NE(report.after, "cudaSuccess");
    expect_the_cpu_takes_over(say(Text::gpu_lost, {""}).substr(1));
    const bool gl_lost = gl_is_lost_soon(); // a window is opened anew then
    expect_nothing_is_lost();               // and the message, which covers a part of the result, is gone
    if (!gl_lost) expect_the_same_picture();
    expect_f2_brings_the_device_back(false);
  }

  const tests::TempFolder folder;
  std::optional<OffscreenWindow> window;
  Session changed;
  std::vector<std::uint8_t> picture;
};
} // namespace

TEST_F(LosingTheDevice, ByFullMemory) {
  passes_alone("FullMemory");
}

TEST_F(LosingTheDeviceAlone, DISABLED_FullMemory) {
  open();
  if (HasFatalFailure()) return;
  const std::vector<void*> filling = fill_device_memory();
  window->paste(large_session);
  ASSERT_EQ(window->session().texture.width, 8192);
  expect_the_cpu_takes_over(say(Text::gpu_failed, {""}).substr(1));
  window->command(CommandId::undo);
  expect_the_same_picture();
  expect_nothing_is_lost();
  for (void* memory : filling)
    cudaFree(memory);
  expect_f2_brings_the_device_back(true);
}

TEST_F(LosingTheDeviceAlone, DISABLED_NoFault) {
  open();
}

TEST_F(LosingTheDevice, ByAStickyError) {
  passes_alone("StickyError");
}

TEST_F(LosingTheDeviceAlone, DISABLED_StickyError) {
  lose_by(write_lab::Fault::misaligned);
}

TEST_F(LosingTheDevice, ByATrap) {
  passes_alone("Trap");
}

TEST_F(LosingTheDeviceAlone, DISABLED_Trap) {
  lose_by(write_lab::Fault::trap);
}

// The body is compiled by the program itself, so the whole program runs.
TEST_F(LosingTheDevice, ByABodyThatTraps) {
  Program program;
  program.environment.clear();
  const std::string body = "asm(\"trap;\"); return Texel{};";
  const Ran ran = program.run({"render", "--window", "--backend", "cuda", "--out", "a.png", "--ui-map",
                               "map.json", "--fetch.body", body});
  if (ran.code == 1) { // OpenGL was lost too, and no black picture is written
    EXPECT_NE(ran.err.find(say(Text::gl_lost, {})), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(program / "a.png"));
    return;
  }
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto map = nlohmann::json::parse(contents(program / "map.json"));
  EXPECT_EQ(map.at("session").at("fetch").at("body"), body);
  std::string badge, messages;
  for (const auto& item : map.at("items")) {
    const std::string name = item.at("name"), shown = item.at("text");
    if (name == "badge") badge = shown;
    if (name.starts_with("toast.")) messages += shown + "\n";
  }
  std::printf("%s", messages.c_str());
  EXPECT_TRUE(badge.starts_with("CPU")) << badge;
  EXPECT_NE(messages.find(say(Text::body_lost, {"\1"}).substr(0, 20)), std::string::npos) << messages;
  EXPECT_NE(messages.find("The CPU continues with the plain fetch."), std::string::npos) << messages;
}

} // namespace texelscope::device_tests
