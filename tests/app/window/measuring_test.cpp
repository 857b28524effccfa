// While a lab measures, the window fetches its picture only if another one is requested, whichever panel is
// open.
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "tests/offscreen_window.h"

namespace texelscope {
namespace {

// Fetches as the CPU does, and counts.
class CountingDevice final : public Backend {
public:
  explicit CountingDevice(int& frames) : count(frames), about(cpu->info()) {
    about.kind = BackendKind::cuda;
    about.device = "a device that counts";
  }
  const BackendInfo& info() const override { return about; }
  FrameResult frame(const FrameRequest& request) override {
    ++count;
    return cpu->frame(request);
  }
  Picture read_rows(int first, int end) override { return cpu->read_rows(first, end); }
  Image read_texture() override { return cpu->read_texture(); }

private:
  int& count;
  std::unique_ptr<Backend> cpu = make_cpu_backend();
  BackendInfo about;
};

class Measuring : public ::testing::Test {
protected:
  void open(Explorer::Options options = {}) {
    options.make_device = [this] { return std::make_unique<CountingDevice>(fetched); };
    options.make_choices =
        [until = go_on.get_future().share()](const advise::Scene&) -> std::unique_ptr<advise::ChoiceMachine> {
      until.wait();
      throw MachineError("It has measured long enough.");
    };
    window.emplace(std::move(options), std::nullopt, false);
    ASSERT_TRUE(comes([&] { return window->explorer().renderer().image_is_current(); }));
    window->frames(2);
  }
  ~Measuring() override {
    if (!went_on) go_on.set_value();
  }
  bool measures() { return window->explorer().paused_for_measurement(); }
  bool comes(const std::function<bool()>& there) {
    for (int i = 0; i < 1000 && !there(); ++i) {
      window->frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return there();
  }
  void advise() {
    window->explorer().state().panels.lab = Lab::advise;
    window->frames(4);
    window->click("advise.start");
    window->frames(2);
    ASSERT_TRUE(measures());
  }
  void finish() {
    went_on = true;
    go_on.set_value();
    EXPECT_TRUE(comes([&] { return !measures(); }));
  }
  int fetched_in(int frames) {
    const int before = fetched;
    window->frames(frames);
    return fetched - before;
  }

  int fetched = 0;
  bool went_on = false;
  std::promise<void> go_on; // the measurement ends then
  std::optional<tests::OffscreenWindow> window;
};

TEST_F(Measuring, ThePictureIsNotFetchedWhicheverPanelIsOpen) {
  open();
  EXPECT_EQ(fetched_in(10), 10) << "nothing is measured";
  advise();
  for (const Lab lab : {Lab::advise, Lab::none, Lab::fetch, Lab::bench}) {
    window->explorer().state().panels.lab = lab;
    window->frames(2); // beside the fetch lab the picture has another size
    EXPECT_EQ(fetched_in(10), 0) << int(lab);
    EXPECT_FALSE(window->explorer().repaints_pictures()) << int(lab);
  }
  window->explorer().state().panels.lab = Lab::none;
  finish();
  EXPECT_EQ(fetched_in(10), 10) << "it is done";
}

TEST_F(Measuring, AnotherSessionOrSizeIsFetchedOnce) {
  open();
  advise();
  window->explorer().state().panels.lab = Lab::none;
  window->frames(4);
  const auto before = window->result();
  const int count = fetched;
  window->command(ui::CommandId::filter);
  window->frames(10);
  EXPECT_EQ(fetched, count + 1);
  EXPECT_EQ(window->explorer().renderer().shown_session().sampler.filter, FilterMode::point);
  EXPECT_NE(window->result(), before);
  window->explorer().state().panels.show_left = false;
  window->frames(10);
  EXPECT_EQ(fetched, count + 2);
  ASSERT_TRUE(measures());
  finish();
}

TEST_F(Measuring, ThePixelUnderTheMouseIsExplained) {
  open();
  advise();
  window->explorer().state().panels.lab = Lab::none;
  window->frames(4);
  window->move_to("result");
  const std::string middle = window->text_of("why.pixel");
  const int count = fetched;
  ImGui::GetIO().MousePos.x += 20;
  window->frames(4);
  EXPECT_NE(window->text_of("why.pixel"), middle);
  EXPECT_EQ(fetched, count);
  finish();
}

TEST_F(Measuring, WhatMovesStandsStillAndCostLaunchesNothing) {
  Explorer::Options options;
  options.session.write.mode = WriteMode::pattern;
  open(std::move(options));
  advise();
  ui::State& state = window->explorer().state();
  state.panels.lab = Lab::none;
  state.panels.tab = Tab::cost;
  window->frames(4);
  const auto frame = window->session().write.frame;
  EXPECT_EQ(fetched_in(20), 0);
  EXPECT_EQ(window->session().write.frame, frame);
  finish();
  window->frames(4);
  EXPECT_GT(window->session().write.frame, frame);
}

TEST_F(Measuring, CellsOfTheBenchAreNotDisturbedEither) {
  Explorer::Options options;
  options.backend = BackendKind::cpu;
  open(std::move(options));
  const auto lab = [this](Lab shown) {
    window->explorer().state().panels.lab = shown;
    window->frames(4);
  };
  lab(Lab::bench);
  window->click("bench.start");
  lab(Lab::none);
  for (int i = 0; i < 10; ++i) {
    window->frame();
    EXPECT_TRUE(window->explorer().renderer().kept_frame()) << i;
  }
  lab(Lab::bench);
  window->click("bench.start"); // cancels
  EXPECT_TRUE(comes([&] { return !measures(); }));
  EXPECT_FALSE(window->explorer().renderer().kept_frame());
}

} // namespace
} // namespace texelscope
