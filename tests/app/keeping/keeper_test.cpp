// What the next start restores is written while the window runs: when it changes, not more often, and never
// over a file that could not be read.
#include "app/keeping/keeper.h"

#include <gtest/gtest.h>

#include "kernels/state/stored/session_file.h"
#include "tests/environment.h"
#include "tests/program.h"
#include "tests/wait_for.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

class Keeping : public ::testing::Test {
protected:
  void SetUp() override {
    variables.set("XDG_CONFIG_HOME", (folder / "config").c_str());
    variables.set("XDG_STATE_HOME", (folder / "state").c_str());
    state.session.session.texture.width = 31;
  }
  Session last() { return load_session(last_session_path()).session; }
  Settings settings() {
    std::vector<std::string> problems;
    return load_settings(settings_path(), problems).settings;
  }

  tests::TempFolder folder;
  WithVariables variables;
  KeptState state;
  int requested = 0;
};

TEST_F(Keeping, ChangesAreWrittenAfterASecondWhileTheWindowRuns) {
  Keeper keeper(load_saved_state());
  keeper.update(0.5, [&] { return state; });
  EXPECT_FALSE(fs::exists(folder / "state")) << "not yet";
  keeper.update(1.1, [&] { return state; });
  wait_for([&] { return fs::exists(last_session_path()) && fs::exists(settings_path()); });
  EXPECT_EQ(last(), state.session.session);
  EXPECT_EQ(settings(), state.settings);
  EXPECT_FALSE(fs::exists(unsaved_folder()));
  state.settings.dark = false;
  state.unsaved = true;
  double now = 2.2;
  wait_for([&] {
    keeper.update(now += 2, [&] { return state; });
    return !settings().dark && fs::exists(unsaved_folder());
  });
  EXPECT_TRUE(keeper.take_problems().empty());
}

TEST_F(Keeping, TheStateIsRequestedOnceASecond) {
  Keeper keeper(load_saved_state());
  keeper.finish(state, true);
  for (int i = 0; i < 1000; ++i)
    keeper.update(1.5 + i / 1000.0, [&] { return ++requested, state; });
  EXPECT_EQ(requested, 1);
}

TEST_F(Keeping, NothingIsWrittenWhereNothingChanged) {
  {
    Keeper keeper(load_saved_state());
    keeper.finish(state, true);
  }
  Keeper keeper(load_saved_state());
  fs::remove_all(folder / "config");
  fs::remove_all(folder / "state");
  state.session.session.write.frame += 100;
  for (int second = 1; second < 6; ++second)
    keeper.update(second * 2, [&] { return state; });
  keeper.finish({state.settings, {Session(state.session.session), ""}, false},
                true); // the final save keeps the frame too
  EXPECT_FALSE(fs::exists(settings_path()));
  EXPECT_EQ(last().write.frame, 100);
}

TEST_F(Keeping, WhatCouldNotBeReadIsNotWrittenOver) {
  fs::create_directories(settings_path().parent_path());
  fs::create_directories(last_session_path().parent_path());
  fs::create_symlink("/proc/self/mem", settings_path());
  fs::create_symlink("/proc/self/mem", last_session_path());
  const SavedState loaded = load_saved_state();
  EXPECT_EQ(loaded.problems.size(), 2u);
  Keeper keeper(loaded);
  state.unsaved = true;
  keeper.finish(state, false);
  EXPECT_TRUE(fs::is_symlink(settings_path()));
  EXPECT_TRUE(fs::is_symlink(last_session_path()));
  EXPECT_TRUE(keeper.failures().empty());
  std::vector<std::string> problems;
  EXPECT_FALSE(UnsavedFiles::claim(unsaved_folder(), problems)) << "it is still this window's";
}

TEST_F(Keeping, WhatCannotBeWrittenIsReportedOnceAndAtTheEnd) {
  write(folder / "config", "a file");
  write(folder / "state", "a file");
  Keeper keeper(load_saved_state());
  state.unsaved = true;
  std::vector<std::string> problems;
  double now = 0;
  const auto more = [&] {
    keeper.update(now += 40, [&] { return ++requested, state; });
    for (const std::string& problem : keeper.take_problems())
      problems.push_back(problem);
    return requested;
  };
  wait_for([&] { return more() >= 4; });
  EXPECT_EQ(problems.size(), 2u);
  EXPECT_NE(problems[0].find(settings_path().string()), std::string::npos) << problems[0];
  EXPECT_NE(problems[1].find(last_session_path().string()), std::string::npos) << problems[1];
  keeper.finish(state, true);
  EXPECT_EQ(keeper.failures(), problems);
}

TEST_F(Keeping, WhatCanBeWrittenAgainIsWritten) {
  write(folder / "config", "a file");
  Keeper keeper(load_saved_state());
  double now = 0;
  bool reported = false;
  wait_for([&] {
    keeper.update(now += 40, [&] { return state; });
    reported |= !keeper.take_problems().empty();
    return reported;
  });
  fs::remove(folder / "config");
  wait_for([&] { return keeper.update(now += 40, [&] { return state; }), fs::exists(settings_path()); });
  keeper.finish(state, true);
  EXPECT_TRUE(keeper.failures().empty());
}

TEST_F(Keeping, OfTwoWindowsTheOneThatChangesLastIsRemembered) {
  Keeper first(load_saved_state()), second(load_saved_state());
  KeptState a = state, b = state;
  a.session.session.texture.width = 101;
  b.session.session.texture.width = 102;
  first.finish(a, false);
  second.finish(b, false);
  EXPECT_EQ(last().texture.width, 102);
  first.finish(a, true); // it has changed nothing since
  EXPECT_EQ(last().texture.width, 102);
  a.session.session.texture.width = 103;
  first.finish(a, true);
  EXPECT_EQ(last().texture.width, 103);
}

TEST_F(Keeping, OnlyWhatIsUnsavedAtAnEndThatIsNoneIsLeft) {
  const auto left = [&] {
    std::vector<std::string> problems;
    auto found = UnsavedFiles::claim(unsaved_folder(), problems);
    if (found) found->files.remove();
    return found.has_value();
  };
  const auto end = [&](bool unsaved, bool closed) {
    Keeper keeper(load_saved_state());
    state.unsaved = true;
    keeper.finish(state, false); // not the final save
    state.unsaved = unsaved;
    keeper.finish(state, closed);
  };
  end(true, false);
  EXPECT_TRUE(left());
  end(false, false);
  EXPECT_FALSE(left()) << "it was saved";
  end(true, true);
  EXPECT_FALSE(left()) << "the changes were discarded";
}

TEST_F(Keeping, TheLastSessionsTextureIsFoundFromAnywhere) {
  state.session.session.texture.path = (folder / "x.png").string();
  Keeper(load_saved_state()).finish(state, true);
  const WithCurrentFolder elsewhere("/");
  ASSERT_TRUE(load_saved_state().session);
  EXPECT_EQ(fs::path(load_saved_state().session->texture.path).lexically_normal(), folder / "x.png");
}

} // namespace
} // namespace texelscope
