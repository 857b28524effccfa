// Failed starts end with a message and an exit code: 1 if the machine failed, 2 if the request is wrong.
#include <chrono>
#include <thread>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

struct Ending {
  int code;
  std::string output;
};

Ending run(std::vector<std::string> arguments, bool with_display = false) {
  const tests::TempFolder folder;
  std::vector<std::string> args = {"env", "-C", folder.root().string(), "-u", "WAYLAND_DISPLAY"};
  if (!with_display) args.insert(args.end(), {"-u", "DISPLAY"});
  args.push_back(TEXELSCOPE_PROGRAM);
  args.insert(args.end(), arguments.begin(), arguments.end());
  Ending ending;
  ending.code = Process(args,
                        {"HOME=" + folder.root().string(), "XDG_CONFIG_HOME=" + folder.root().string(),
                         "XDG_STATE_HOME=" + folder.root().string()},
                        folder.path("log"))
                    .wait(30);
  ending.output = folder.read("log");
  return ending;
}

void ends(const std::vector<std::string>& arguments, int code, const std::string& part) {
  const Ending ending = run(arguments);
  EXPECT_EQ(ending.code, code) << ending.output;
  EXPECT_NE(ending.output.find(part), std::string::npos) << ending.output;
}

TEST(Start, AMissingDisplayIsReported) {
  ends({}, 1, "display");
}

TEST(Start, WrongArgumentsAreReported) {
  ends({"nowhere.json"}, 2, "nowhere.json");
  ends({"nowhere.png"}, 2, "nowhere.png");
  ends({"--texture.width", "0"}, 2, "268435456");
  ends({"--texture.width", "-1"}, 2, "--texture.width");
  ends({"--view.center_x", "nan"}, 2, "finite");
  ends({"--sampler.filter", "cubic"}, 2, "point, linear");
  ends({"--sampler.filtre", "point"}, 2, "filter");
  ends({"--backend", "vulkan"}, 2, "vulkan");
  ends({"--size", "0x0"}, 2, "--size");
  ends({"rendr"}, 2, "did you mean render?");
}

TEST(Start, BrokenSessionsAreReported) {
  const tests::TempFolder folder;
  const auto write = [&](const char* name, const char* args) { return folder.write(name, args).string(); };
  ends({write("syntax.json", "{\"version\": 1, ")}, 2, "syntax.json");
  ends({write("empty.json", "")}, 2, "empty.json");
  ends({write("newer.json", "{\"version\": 2}")}, 2, "newer");
  ends({write("field.json", R"({"version": 1, "texture": {"wide": 3}})")}, 2, "wide");
  ends({write("doubled.json", R"({"version": 1, "texture": {"width": 3, "width": 4}})")}, 2, "twice");
}

TEST(Start, HelpAndVersionNeedNoDisplay) {
  ends({"--help"}, 0, "--ui-map");
  ends({"--version"}, 0, "texelscope");
}

class StartOnADisplay : public GuiTest {};

TEST_F(StartOnADisplay, AnUnwritableMapIsReported) {
  display_.emplace(640, 480);
  const tests::TempFolder folder;
  Process program({TEXELSCOPE_PROGRAM, "--fresh", "--ui-map", folder.path("none/map.json").string()},
                  {"DISPLAY=" + display_->name(), "HOME=" + folder.root().string()}, folder.path("log"));
  EXPECT_EQ(program.wait(30), 2);
  const std::string log = folder.read("log");
  EXPECT_NE(log.find("none/map.json"), std::string::npos) << log;
}

TEST_F(StartOnADisplay, EndsAfterTheGivenFrames) {
  display_.emplace(640, 480);
  const tests::TempFolder folder;
  // Mesa 25 keeps its own compiled shaders under HOME.
  Process program(
      {TEXELSCOPE_PROGRAM, "--fresh", "--exit-after-frames", "5"},
      {"DISPLAY=" + display_->name(), "HOME=" + folder.root().string(), "MESA_SHADER_CACHE_DISABLE=true"});
  EXPECT_EQ(program.wait(60), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.root())) << "--fresh writes no files";
}

// The first window, without arguments: a zone plate with linear filtering and wrap, and a one-line hint.
TEST_F(StartOnADisplay, FirstWindow) {
  start();
  EXPECT_EQ(w().field("texture.source"), "zone_plate");
  EXPECT_EQ(w().field("sampler.filter"), "linear");
  EXPECT_EQ(w().field("sampler.address_x"), "wrap");
  EXPECT_TRUE(w().shows("hint"));
  w().move(2, 2);
  ASSERT_TRUE(comes("why.empty"));
  const Box empty = w().box("why.empty"), why = w().box("panel.why");
  EXPECT_GT(empty.x1 - empty.x0, (why.x1 - why.x0) * 0.7) << "the text has a line of its own";
  EXPECT_FALSE(w().shows("toast.0"));
  EXPECT_TRUE(says("status.note", text(Text::status_as_asked)));
  w().key("f");
  EXPECT_TRUE(goes("hint"));
}

class Drawing : public GuiTest {
protected:
  int drawn() { return w().map().at("drawn"); } // frames
  void rest() {
    w().move(2, 2);
    w().settle(10);
  }
};

// Where nothing changes, a frame is only computed: the times in the window change four times a second.
TEST_F(Drawing, WhatShowsNothingNewIsNotDrawn) {
  start();
  rest();
  const int before = drawn();
  const double from = now();
  w().settle(120); // two seconds at least
  EXPECT_LE(drawn() - before, 5 + 5 * (now() - from));
  const Shot still = take_shot(display_->name());
  w().key("ctrl+t");
  EXPECT_TRUE(w().until([&] { return take_shot(display_->name()).pixels != still.pixels; }, 10))
      << "the other theme";
}

// Any event ends the pause.
TEST_F(Drawing, AWindowThatNobodyTouchesMakesFewerFrames) {
  start({"--backend", "cpu"});
  rest();
  const auto frames_in = [&](double seconds) {
    const double from = now();
    const std::int64_t before = w().frame();
    while (now() - from < seconds)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return int(w().frame() - before);
  };
  EXPECT_GT(frames_in(1), 5) << "on a busy machine too";
  std::this_thread::sleep_for(std::chrono::seconds(31));
  const int resting = frames_in(3);
  EXPECT_GE(resting, 3);
  EXPECT_LE(resting, 9) << "two a second";
  w().move(40, 40);
  EXPECT_GT(frames_in(1), 5);
  EXPECT_TRUE(says("status.cost", " ms")) << "what was measured stays";
}

// In presenter mode nothing in the window changes by itself.
TEST_F(Drawing, WhatWasCoveredIsDrawnAgain) {
  start();
  w().key("F11");
  ASSERT_TRUE(goes("panel.why"));
  rest();
  const auto is_still = [&] {
    const int before = drawn();
    w().settle(60);
    return drawn() == before;
  };
  ASSERT_TRUE(w().until(is_still, 30)) << "something else has it drawn";
  for (int i = 0; i < 10; ++i) {
    const int before = drawn();
    cover_and_uncover(display_->name());
    EXPECT_TRUE(w().until([&] { return drawn() > before; }, 10)) << i;
  }
  w().settle(2);
  EXPECT_TRUE(is_drawn());
}

// A window's size and the mouse's place are in units of several pixels there, and the program's own are in
// pixels.
class StartOnADenseDisplay : public GuiTest {
protected:
  void SetUp() override {
    home_ = folder_.path("home");
    ::setenv("LD_PRELOAD", TEXELSCOPE_TWO_PIXELS, 1);
    ::setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 0);
  }
  void TearDown() override {
    GuiTest::TearDown();
    ::unsetenv("LD_PRELOAD");
  }
};

TEST_F(StartOnADenseDisplay, ThePictureFillsTheWindowAndTheMouseIsWhereItIsShown) {
  display_.emplace(1280, 720);
  start({"--backend", "cpu"}, 640, 360);
  EXPECT_EQ(w().map().at("size"), Json({1280, 720}));
  EXPECT_TRUE(is_drawn());
  w().click("sampler.filter.point");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_TRUE(is_drawn());
  EXPECT_EQ(w().close(), 0);
  const Json kept = Json::parse(contents(home_ / "config/texelscope/settings.json"));
  EXPECT_EQ(kept.at("width"), 640);
  EXPECT_EQ(kept.at("height"), 360);
}

} // namespace texelscope::gui
