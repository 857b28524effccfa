#include "kernels/state/stored/settings_file.h"

#include <fstream>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/paths.h"
#include "tests/environment.h"
#include "tests/refusal.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

std::string settings_refusal(const std::string& json) {
  return refusal_of([&] { parse_settings(json, "settings.json"); });
}

TEST(Settings, SurviveARoundTrip) {
  Settings s;
  EXPECT_EQ(parse_settings(write_settings(s), "s"), s);
  s = {
      1920,      1080, false, 1.25, 310.5, 1, 0, false, false, false, true, true, {"/a \"b\".json", "/ä.png"},
      "zh-Hans", {}};
  EXPECT_EQ(parse_settings(write_settings(s), "s"), s);
}

TEST(Settings, NamesThatAreNoUtf8AreForgotten) {
  Settings s;
  s.recent = {"/\xff.png", "/b.png"};
  EXPECT_EQ(parse_settings(write_settings(s), "s").recent, std::vector<std::string>{"/b.png"});
}

TEST(Settings, BadFilesAreRefusedWithTheirPlace) {
  EXPECT_EQ(settings_refusal("{\"version\":1}"), "nothing");
  const std::string no_settings = "settings.json:1:1: a settings file is an object with \"version\": 1.";
  const tests::Refusals<> cases = {
      {"{}", no_settings},
      {"[]", no_settings},
      {R"({"version":2})", no_settings},
      {"{\"version\":1,\n\"widht\":3}", "settings.json:2:1: widht is not a field."},
      {R"({"version":1,"width":0})", "settings.json:1:14: width is 0, but must be from 64 to 65536."},
      {R"({"version":1,"width":99.5})", "settings.json:1:14: width is \"99.5\", but must be a whole number."},
      {R"({"version":1,"scale":"nan"})", "settings.json:1:14: scale is \"nan\", but must be a number."},
      {R"({"version":1,"dark":1})", "settings.json:1:14: dark is \"1\", but must be true or false."},
      {R"({"version":1,"recent":[1]})", "settings.json:1:14: recent must be a list of file names."},
      {R"({"version":1,"language":"zh-Hant"})",
       "settings.json:1:14: language is \"zh-Hant\", but must be one of en, zh-Hans."},
  };
  tests::expect_refused_as(settings_refusal, cases);
  EXPECT_NE(settings_refusal("").find("this is not JSON"), std::string::npos);
}

TEST(Settings, ABrokenFileIsMovedAside) {
  const tests::TempFolder folder;
  std::vector<std::string> problems;
  EXPECT_EQ(load_settings(folder / "settings.json", problems).settings, Settings());
  EXPECT_TRUE(problems.empty()) << "a missing file is no problem";
  std::ofstream(folder / "settings.json") << "{\"version\":1,";
  EXPECT_EQ(load_settings(folder / "settings.json", problems).settings, Settings());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("settings.json:1:14: this is not JSON"), std::string::npos) << problems[0];
  EXPECT_NE(problems[0].find("was moved to \"" + (folder / "settings.json.broken").string() + "\""),
            std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "settings.json"));
  EXPECT_TRUE(fs::exists(folder / "settings.json.broken"));
}

TEST(Settings, SavingMakesTheFolder) {
  const tests::TempFolder folder;
  Settings s;
  s.dark = false;
  std::vector<std::string> problems;
  save_settings(folder / "a/b/settings.json", s);
  EXPECT_EQ(load_settings(folder / "a/b/settings.json", problems).settings, s);
  EXPECT_TRUE(problems.empty());
}

class Paths : public ::testing::Test {
protected:
  void set(const char* name, const char* value) { variables.set(name, value); }
  WithVariables variables;
};

TEST_F(Paths, FollowTheVariablesAndIgnoreRelativeOnes) {
  set("HOME", "/h");
  set("XDG_CONFIG_HOME", "/c");
  set("XDG_STATE_HOME", "relative");
  set("XDG_DATA_HOME", nullptr);
  EXPECT_EQ(config_folder(), "/c/texelscope");
  EXPECT_EQ(state_folder(), "/h/.local/state/texelscope");
  EXPECT_EQ(data_folder(), "/h/.local/share/texelscope");
}

TEST_F(Paths, AssetsAreFound) {
  EXPECT_TRUE(fs::is_directory(assets_folder() / "sessions"));
}

} // namespace
} // namespace texelscope
