// The window when its device fails: the CPU takes over with a message, and nothing of the session is lost.
#include "tests/offscreen_window.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using tests::OffscreenWindow;
using ui::CommandId;

struct Fault {
  std::string sentence = "The device failed.";
  bool lost = false, recovered = false;
  int once_in = 0;                      // frames that succeed before it
  bool reads = false;                   // reading back fails too
  std::chrono::milliseconds delay = {}; // of each frame
};

// Fetches as the CPU does, until a frame fails.
class FailingDevice final : public Backend {
public:
  explicit FailingDevice(Fault of) : fault(std::move(of)), left(fault.once_in), about(cpu->info()) {
    about.kind = BackendKind::cuda;
    about.device = "a device that fails";
  }
  const BackendInfo& info() const override { return about; }
  FrameResult frame(const FrameRequest& request) override {
    std::this_thread::sleep_for(fault.delay);
    if (left-- <= 0 && !(fault.recovered && left < -1)) fail();
    return cpu->frame(request);
  }
  Picture read_rows(int first, int end) override {
    if (fault.reads) fail();
    return cpu->read_rows(first, end);
  }
  Image read_texture() override { return cpu->read_texture(); }

private:
  [[noreturn]] void fail() const {
    MachineError error(fault.sentence);
    error.device_lost = fault.lost;
    error.recovered = fault.recovered;
    throw error;
  }
  const Fault fault;
  int left;
  std::unique_ptr<Backend> cpu = make_cpu_backend();
  BackendInfo about;
};

class FailingDeviceTest : public ::testing::Test {
protected:
  static constexpr int good = 1'000'000; // frames

  // The device that is made next has the next fault; then there are none.
  OffscreenWindow& open(std::vector<Fault> faults, Session session = {}) {
    Explorer::Options options;
    options.patience = std::chrono::milliseconds(400);
    options.session = std::move(session);
    options.session_path = folder.path("session.json");
    options.make_device = [faults = std::move(faults), next = std::size_t(0)]() mutable {
      if (next == faults.size()) throw MachineError("There is no device.");
      return std::make_unique<FailingDevice>(faults[next++]);
    };
    window.emplace(std::move(options));
    return *window;
  }
  bool on_device() const { return window->text_of("badge").find("a device that fails") != std::string::npos; }

  const tests::TempFolder folder;
  std::optional<OffscreenWindow> window;
};

Session point_sampled() {
  Session session;
  session.sampler.filter = FilterMode::point;
  return session;
}

TEST_F(FailingDeviceTest, ALostDeviceIsReplacedAndNoWorkIsLost) {
  OffscreenWindow& w = open({{"It is gone.", true, false, 6}});
  w.frames(3);
  EXPECT_TRUE(on_device());
  w.command(CommandId::filter); // linear, the default, becomes point
  w.frames(2);
  EXPECT_TRUE(on_device());
  EXPECT_EQ(w.messages(), "");
  w.frames(2);
  EXPECT_FALSE(on_device()) << w.text_of("badge");
  EXPECT_EQ(w.messages(), say(Text::gpu_lost, {"It is gone."}) + "\n");
  EXPECT_EQ(w.session(), point_sampled());
  w.command(CommandId::undo);
  EXPECT_EQ(w.session(), Session());
  w.command(CommandId::redo);
  w.command(CommandId::save);
  EXPECT_EQ(load_session(folder.path("session.json")).session, point_sampled());
}

TEST_F(FailingDeviceTest, OneThatDoesNotAnswerIsNamedOnTheTerminalWhileItIsWaitedFor) {
  ::testing::internal::CaptureStderr();
  open({{.once_in = good, .delay = std::chrono::milliseconds(700)}}).frames(2);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "texelscope: warning: " + say(Text::gpu_does_not_answer, {"1"}) + "\n")
      << "it is said once";
  EXPECT_TRUE(on_device());
  ::testing::internal::CaptureStderr();
  open({{.once_in = good, .delay = std::chrono::milliseconds(10)}}).frames(60);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "") << "many short frames are no long one";
}

TEST_F(FailingDeviceTest, TheCpuDrawsWhatTheDeviceDrewWhicheverFrameFails) {
  Session session;
  session.write.mode = WriteMode::feedback; // the device holds the only copy of its texels
  session.texture.width = session.texture.height = 32;
  const auto drawn = [&](int before) {
    OffscreenWindow& w = open({{"It is gone.", true, false, before}}, session);
    w.frames(12);
    w.command(CommandId::pause);
    w.rest();
    EXPECT_EQ(on_device(), before == good);
    return std::pair(w.session().write.frame, w.result());
  };
  const auto [frame, whole] = drawn(good);
  ASSERT_GT(whole.size(), 100'000u);
  ASSERT_GT(frame, 8);
  for (const int before : {0, 1, 5, 9}) {
    const auto [its_frame, its_picture] = drawn(before);
    EXPECT_EQ(its_frame, frame) << before;
    EXPECT_TRUE(its_picture == whole) << before;
  }
}

TEST_F(FailingDeviceTest, F2TriesADeviceAgainThatWasOnlyFull) {
  OffscreenWindow& w = open({{"It is full.", false, false, 3}, {"", false, false, good}});
  w.frames(6);
  EXPECT_FALSE(on_device());
  EXPECT_EQ(w.messages(), say(Text::gpu_failed, {"It is full."}) + "\n");
  w.rest();
  w.command(CommandId::toggle_backend);
  w.frames(3);
  EXPECT_TRUE(on_device());
  EXPECT_EQ(w.messages(), "");
}

TEST_F(FailingDeviceTest, WhereNoDeviceIsLeftF2StaysOnTheCpu) {
  OffscreenWindow& w = open({{"It is gone.", true, false, 3}});
  w.frames(6);
  w.rest();
  w.command(CommandId::toggle_backend);
  w.frames(2);
  EXPECT_FALSE(on_device());
  EXPECT_EQ(w.messages(), say(Text::backend_stays, {"There is no device."}) + "\n");
}

TEST_F(FailingDeviceTest, ADeviceThatGoesOnWithoutWhatFailedStays) {
  OffscreenWindow& w = open({{"The body was refused.", false, true, 3}});
  w.frames(8);
  EXPECT_TRUE(on_device());
  EXPECT_EQ(w.messages(), "The body was refused.\n");
}

TEST_F(FailingDeviceTest, ABodyThatLosesTheDeviceIsKept) {
  Session session;
  session.fetch.body = "asm(\"trap;\"); return Texel{};";
  OffscreenWindow& w = open({{"It is gone.", true, false, 3}}, session);
  w.frames(6);
  EXPECT_FALSE(on_device());
  EXPECT_NE(w.messages().find(say(Text::body_lost, {"It is gone."})), std::string::npos) << w.messages();
  EXPECT_EQ(w.session(), session);
}

TEST_F(FailingDeviceTest, ACommandThatTheDeviceFailsLeavesTheWindowOpen) {
  OffscreenWindow& w = open({{"It cannot be read.", true, false, 4, true}});
  w.frames(3);
  w.command(CommandId::auto_range);
  w.frame();
  EXPECT_TRUE(w.messages().starts_with("It cannot be read.\n")) << w.messages();
  w.frames(2);
  EXPECT_FALSE(on_device());
  w.rest();
  w.command(CommandId::auto_range); // now by the CPU
  w.frame();
  EXPECT_EQ(w.messages(), "");
}

} // namespace
} // namespace texelscope
