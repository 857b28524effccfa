// No work is lost: however a window ends, the next one restores its changes.
#include <csignal>
#include <fstream>

#include "gui/gui_test.h"
#include "gui/pictures.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class Keeping : public GuiTest {
protected:
  void SetUp() override { home_ = folder_.path("home"); }
  fs::path mine() { return folder_.write("mine.json", R"({"version": 1, "texture": {"width": 9}})"); }
  fs::path state() { return home_ / "state/texelscope"; }
  fs::path settings() { return home_ / "config/texelscope/settings.json"; }
  std::size_t left() {
    std::error_code error;
    return std::size_t(std::distance(fs::directory_iterator(state() / "unsaved", error), {}));
  }
  void change() {
    w().key("f");
    ASSERT_TRUE(becomes("sampler.filter", "point"));
  }
  // Waits until the change is in the state folder, which survives a crash.
  void is_kept() {
    ASSERT_TRUE(w().until([&] {
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(state() / "unsaved", error))
        if (entry.path().extension() == ".json" && saved(entry.path()).at("sampler").at("filter") == "point")
          return true;
      return false;
    }));
  }
  void ends_by(int signal) {
    w().process().send(signal);
    EXPECT_EQ(w().wait_for_end(), 128 + signal);
  }
  void is_restored(const std::string& name) {
    EXPECT_TRUE(becomes("sampler.filter", "point"));
    EXPECT_TRUE(toasts(say(Text::restored, {name})));
    EXPECT_TRUE(says("session_name", name + " *"));
  }
};

TEST_F(Keeping, SignalsEndTheWindowAndLoseNothing) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
    SCOPED_TRACE(signal);
    fs::remove_all(home_);
    start({mine().string()});
    change(); // the signal follows at once
    w().key("ctrl+t");
    ends_by(signal);
    EXPECT_EQ(saved(settings()).at("dark"), false);
    EXPECT_EQ(saved(state() / "session.json").at("sampler").at("filter"), "point");
    start();
    is_restored("mine.json");
    EXPECT_EQ(w().field("texture.width"), 9);
    EXPECT_GT(int(take_shot(display_->name()).at(700, 3)[1]), 190) << "the light theme";
    w().key("ctrl+z"); // back to the contents of its file
    EXPECT_TRUE(becomes("sampler.filter", "linear"));
    EXPECT_TRUE(says("session_name", "mine.json"));
    EXPECT_EQ(w().field("texture.width"), 9);
    w().key("ctrl+shift+z");
    EXPECT_TRUE(becomes("sampler.filter", "point"));
    w().key("ctrl+s");
    EXPECT_TRUE(w().until([&] { return saved(folder_.path("mine.json")).contains("sampler"); }));
    EXPECT_EQ(saved(folder_.path("mine.json")).at("sampler").at("filter"), "point");
    EXPECT_EQ(w().close(), 0);
    EXPECT_EQ(left(), 0u);
    start();
    EXPECT_FALSE(w().shows("toast.0")) << "the window ended normally";
    EXPECT_EQ(w().close(), 0);
  }
}

TEST_F(Keeping, WithoutChangesASignalLeavesNothingToRestore) {
  start({mine().string()});
  ends_by(SIGTERM);
  EXPECT_EQ(left(), 0u);
  start();
  EXPECT_EQ(w().field("texture.width"), 9) << "the last session comes back as usual";
  EXPECT_FALSE(w().shows("toast.0"));
}

TEST_F(Keeping, IgnoredSignalsStayIgnored) {
  std::signal(SIGHUP, SIG_IGN); // as nohup does
  start();
  std::signal(SIGHUP, SIG_DFL);
  w().process().send(SIGHUP);
  w().settle(5);
  EXPECT_TRUE(w().process().running());
}

TEST_F(Keeping, AKilledWindowLosesNothing) {
  start({mine().string()});
  change();
  is_kept();
  ends_by(SIGKILL);
  start();
  is_restored("mine.json");
}

TEST_F(Keeping, WhatWasWrittenAfterTheWindowWasKilledIsNotOverwrittenUnasked) {
  const fs::path file = mine();
  start({file.string()});
  change();
  is_kept();
  ends_by(SIGKILL);
  const std::string theirs = R"({"version": 1, "texture": {"width": 8}})";
  folder_.write("mine.json", theirs);
  start();
  is_restored("mine.json");
  w().key("ctrl+s");
  ASSERT_TRUE(comes("overwrite.yes"));
  EXPECT_EQ(contents(file), theirs);
  w().click("overwrite.yes");
  EXPECT_TRUE(w().until([&] { return contents(file) != theirs; }));
  EXPECT_EQ(saved(file).at("sampler").at("filter"), "point");
}

TEST_F(Keeping, AnUntitledSessionComesBackUntitled) {
  start();
  change();
  is_kept();
  ends_by(SIGKILL);
  start();
  is_restored(text(Text::session_unnamed));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
}

TEST_F(Keeping, AVanishedDisplayLosesNothing) {
  start({mine().string()});
  change();
  is_kept();
  display_->vanish();
  EXPECT_GT(w().wait_for_end(), 0) << "the program ends by itself";
  window_.reset();
  display_.reset();
  start();
  is_restored("mine.json");
}

// A folder takes the place of --ui-map's file, so that the frame loop throws.
TEST_F(Keeping, AnExceptionInTheLoopLosesNothing) {
  start({mine().string()});
  change();
  std::error_code error;
  for (const fs::path map = w().folder() / "map.json"; !fs::is_directory(map);
       fs::create_directory(map, error))
    fs::remove(map, error);
  EXPECT_EQ(w().wait_for_end(), 2);
  start();
  is_restored("mine.json");
}

TEST_F(Keeping, BeforeReplacingARequestedSessionItAsks) {
  const auto other = folder_.write("other.json", R"({"version": 1, "texture": {"width": 13}})");
  start({mine().string()});
  change();
  ends_by(SIGTERM);
  start({other.string()});
  EXPECT_TRUE(says("leaving.question", say(Text::restore_question, {"mine.json"})));
  EXPECT_TRUE(says("leaving.reason", text(Text::restore_reason)));
  EXPECT_TRUE(is_drawn("leaving."));
  EXPECT_TRUE(is_drawn("restore."));
  w().key("n"); // reaches nothing behind it
  w().settle();
  EXPECT_EQ(w().field("texture.width"), 13);
  EXPECT_EQ(w().field("sampler.normalized_coords"), true);
  w().key("Escape"); // later
  EXPECT_TRUE(goes("leaving.title"));
  EXPECT_EQ(w().field("texture.width"), 13);
  EXPECT_EQ(w().close(), 0);
  EXPECT_EQ(left(), 2u);
  start({other.string()});
  ASSERT_TRUE(comes("restore.yes"));
  w().key("Return");
  EXPECT_TRUE(becomes("texture.width", 9));
  is_restored("mine.json");
  EXPECT_EQ(w().close(), 0); // "don't save"
  EXPECT_EQ(left(), 0u);
}

TEST_F(Keeping, WhatIsDiscardedIsGone) {
  start({mine().string()});
  change();
  ends_by(SIGTERM);
  start({"--texture.width", "13"});
  ASSERT_TRUE(comes("restore.no"));
  w().click("restore.no");
  EXPECT_TRUE(goes("leaving.title"));
  EXPECT_TRUE(w().until([&] { return left() == 0; }));
  EXPECT_EQ(w().field("texture.width"), 13);
  EXPECT_EQ(w().close(), 0);
  start({"--texture.width", "14"});
  w().settle();
  EXPECT_FALSE(w().shows("leaving.title"));
}

TEST_F(Keeping, ALivingWindowsChangesAreItsOwn) {
  start({mine().string()});
  change();
  is_kept();
  Window other(*display_, {"--size", "640x480"}, home_);
  EXPECT_FALSE(other.shows("toast.0"));
  EXPECT_FALSE(other.shows("leaving.title"));
  other.process().send(SIGTERM);
  EXPECT_EQ(other.wait_for_end(), 128 + SIGTERM);
  EXPECT_EQ(left(), 2u) << "the changes of the first window remain";
}

TEST_F(Keeping, SettingsAreKeptWhileTheWindowRuns) {
  start();
  w().key("ctrl+t");
  EXPECT_TRUE(
      w().until([&] { return fs::exists(settings()) && saved(settings()).value("dark", true) == false; }));
}

TEST_F(Keeping, UnreadableSettingsAreLeftAlone) {
  fs::create_directories(settings());
  start();
  EXPECT_TRUE(toasts(say(Text::settings_left, {""}).substr(1)));
  w().key("ctrl+t");
  EXPECT_EQ(w().close(), 0);
  EXPECT_TRUE(fs::is_directory(settings()));
  EXPECT_EQ(std::distance(fs::directory_iterator(settings().parent_path()), {}), 1);
  EXPECT_NE(contents(w().log()).find("texelscope: warning: "), std::string::npos);
  EXPECT_NE(contents(w().log()).find(settings().string()), std::string::npos) << contents(w().log());
  window_.reset();
}

TEST_F(Keeping, WhatCannotBeWrittenIsReportedInTheWindowAndAtItsEnd) {
  fs::create_directories(home_);
  std::ofstream(home_ / "config") << "a file";
  std::ofstream(home_ / "state") << "a file";
  start({"--sampler.filter", "point"}); // else the example of a first start is shown, which needs no keeping
  EXPECT_TRUE(toasts(say(Text::settings_not_kept, {""})));
  EXPECT_TRUE(toasts(say(Text::session_not_kept, {""})));
  EXPECT_EQ(w().close(), 0);
  const std::string log = contents(w().log());
  for (const Text warning : {Text::settings_not_kept, Text::session_not_kept}) {
    const std::string line = "texelscope: warning: " + say(warning, {""});
    EXPECT_NE(log.find(line), std::string::npos) << log;
    EXPECT_EQ(log.find(line), log.rfind(line)) << "the warning is printed once";
  }
  window_.reset();
}

TEST_F(Keeping, UndoLeadsBackToTheOtherSessionsTexture) {
  for (const char* name : {"a", "b"}) {
    fs::create_directories(folder_.path(name));
    std::ofstream(folder_.path(name) / "s.json")
        << R"({"version": 1, "texture": {"source": "file", "path": "flat.png"}})";
  }
  write_flat_png(folder_.path("a/flat.png"), 6, 4, 16, {65535, 0, 32768, 65535});
  write_flat_png(folder_.path("b/flat.png"), 5, 3, 16, {0, 0, 32768, 65535});
  start({folder_.path("a/s.json").string()});
  EXPECT_TRUE(becomes("texture.width", 6));
  w().key("ctrl+o");
  choose_file(folder_.path("b/s.json"));
  EXPECT_TRUE(becomes("texture.width", 5));
  EXPECT_EQ(w().field("texture.path"), "flat.png");
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("texture.width", 6));
  EXPECT_EQ(w().field("texture.path"), folder_.path("a/flat.png").string());
  w().key("ctrl+shift+z");
  EXPECT_TRUE(becomes("texture.width", 5));
  EXPECT_EQ(w().field("texture.path"), "flat.png");
}

// Ctrl+S in a session with a file beside it, from three current folders.
TEST_F(Keeping, SavingKeepsTheTextureReachable) {
  const fs::path own = folder_.path("own"), other = folder_.path("other");
  fs::create_directories(own);
  fs::create_directories(other);
  const fs::path sessions = fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/sessions";
  fs::copy_file(sessions / "blocks.dds", own / "blocks.dds");
  fs::create_symlink("../own/s.json", other / "link.json");
  fs::create_directory_symlink("own", folder_.path("folder"));
  const fs::path program = program_;
  program_ = "env";
  for (const fs::path& current : {own, other, folder_.root()})
    for (const fs::path& name : {own / "s.json", other / "link.json", folder_.path("folder/s.json")}) {
      SCOPED_TRACE(current.string() + " " + name.string());
      fs::copy_file(sessions / "50-block-compressed.json", own / "s.json",
                    fs::copy_options::overwrite_existing);
      start({"-C", current.string(), program.string(), name.lexically_relative(current).string()});
      EXPECT_TRUE(becomes("texture.source", "file"));
      const Json before = w().field("sampler.filter");
      w().key("f");
      EXPECT_TRUE(w().until([&] { return w().field("sampler.filter") != before; }));
      w().key("ctrl+s");
      EXPECT_TRUE(toasts(name.filename().string()));
      EXPECT_EQ(saved(own / "s.json").at("texture").at("path"), "blocks.dds");
      EXPECT_NE(saved(own / "s.json").at("sampler").at("filter"), before);
      w().key("ctrl+shift+s"); // far from it
      fs::create_directories(folder_.path("far/away"));
      fs::remove(folder_.path("far/away/s.json"));
      choose_file(folder_.path("far/away/s.json"));
      const std::string texture = fs::canonical(own / "blocks.dds");
      EXPECT_TRUE(toasts(say(Text::saved_texture, {folder_.path("far/away/s.json").string(), texture})));
      EXPECT_EQ(saved(folder_.path("far/away/s.json")).at("texture").at("path"), texture);
      EXPECT_EQ(w().close(), 0);
    }
  window_.reset();
}

// A fault of the GPU can take the window's OpenGL along: the window is opened anew.
class LosingGl : public GuiTest {
protected:
  void SetUp() override {
    home_ = folder_.path("home");
    ::setenv("LD_PRELOAD", TEXELSCOPE_LOSING_GL, 1);
    ::setenv("TEXELSCOPE_TEST_LOSS", loss_.c_str(), 1);
    ::setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 0);
  }
  void TearDown() override {
    GuiTest::TearDown();
    ::unsetenv("LD_PRELOAD");
    ::unsetenv("TEXELSCOPE_TEST_LOSS");
  }
  void lose() {
    std::ofstream(loss_).put('x');
    ASSERT_TRUE(w().until([&] { return !fs::exists(loss_); }));
  }
  // It is another program with the same process id and arguments.
  void is_opened_anew() {
    EXPECT_TRUE(toasts(say(Text::window_anew, {})));
    EXPECT_FALSE(w().shows("toast.1")) << "one message says all";
    EXPECT_TRUE(w().process().running());
    EXPECT_TRUE(w().text("badge").starts_with("CPU")) << w().text("badge");
  }

  const fs::path loss_ = folder_.path("loss");
};

TEST_F(LosingGl, TheWindowIsOpenedAnewWithItsWork) {
  const fs::path mine = folder_.write("mine.json", R"({"version": 1, "texture": {"width": 9}})");
  start({mine.string()});
  w().key("f");
  ASSERT_TRUE(becomes("sampler.filter", "point"));
  lose(); // before the change is written
  is_opened_anew();
  EXPECT_EQ(w().field("sampler.filter"), "point");
  EXPECT_EQ(w().field("texture.width"), 9);
  EXPECT_TRUE(says("session_name", "mine.json *"));
  w().key("ctrl+z"); // back to the contents of its file
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  EXPECT_TRUE(says("session_name", "mine.json"));
}

TEST_F(LosingGl, WithoutChangesNothingIsChanged) {
  const fs::path mine = folder_.write("mine.json", R"({"version": 1, "texture": {"width": 9}})");
  start({mine.string()});
  lose();
  is_opened_anew();
  EXPECT_EQ(w().field("texture.width"), 9);
  EXPECT_TRUE(says("session_name", "mine.json"));
}

TEST_F(LosingGl, ItMayHappenTwice) {
  start();
  for (int time = 0; time < 2; ++time) {
    w().key("f");
    const std::string filter = w().field("sampler.filter");
    lose();
    is_opened_anew();
    EXPECT_EQ(w().field("sampler.filter"), filter);
    w().settle(70);
  }
}

// What is lost again at once is not opened again and again.
TEST_F(LosingGl, AWindowThatIsLostAtOnceEnds) {
  start();
  lose();
  lose();
  EXPECT_EQ(w().wait_for_end(), 1);
  const std::string said = contents(w().log());
  EXPECT_NE(said.find(say(Text::gl_lost, {})), std::string::npos) << said;
}

} // namespace texelscope::gui
