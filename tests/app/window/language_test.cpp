// The language of the program's output and window, chosen by flag and by environment.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include "app/window/imgui_host.h"
#include "tests/program.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

bool says(const std::string& content, const std::string& part) {
  return content.find(part) != std::string::npos;
}

class LanguageOf : public ::testing::Test {
protected:
  void draw(std::vector<std::string> args) {
    args.insert(args.end(), {"--window", "--ui-map", "map.json", "--size", "1280x720"});
    const Ran ran = program.render(args);
    ASSERT_EQ(ran.code, 0) << ran.err;
    items = Json::parse(contents(program / "map.json")).at("items");
  }
  Json item(const std::string& name) const {
    for (const Json& each : items)
      if (each.at("name") == name) return each;
    return {{"text", "nothing"}, {"rect", {0, 0, 0, 0}}};
  }
  std::string shown(const std::string& name) const { return item(name).at("text"); }

  Program program;
  Json items;
};

TEST_F(LanguageOf, TheEnvironment) {
  const auto error = [&](const char* locale, std::vector<std::string> more = {}) {
    program.environment["LC_ALL"] = locale;
    more.insert(more.begin(), {"explain", "nowhere.json"});
    const Ran ran = program.run(more);
    EXPECT_EQ(ran.code, 2);
    return ran.err;
  };
  EXPECT_TRUE(says(error("zh_CN.UTF-8"), "无法读取“nowhere.json”"));
  EXPECT_TRUE(says(error("zh_TW.UTF-8"), "\"nowhere.json\" cannot be read"));
  EXPECT_TRUE(says(error("C"), "\"nowhere.json\" cannot be read"));
  EXPECT_TRUE(says(error("zh_CN.UTF-8", {"--language", "en"}), "\"nowhere.json\" cannot be read"))
      << "the flag comes first";
  EXPECT_TRUE(says(error("C", {"--language=zh-Hans"}), "无法读取“nowhere.json”"));
}

// Guards against lesson titles that show the replacement character.
TEST_F(LanguageOf, TheFontHasEveryCharacterOfTheLessons) {
  ui::FontFiles files = find_fonts();
  if (files.chinese.empty()) GTEST_SKIP() << "no Chinese font";
  ImGui::CreateContext();
  set_language(Language::chinese);
  ui::Theme theme;
  ui::load_fonts(theme, files);
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TEXELSCOPE_SOURCE_DIR "/assets/lessons")) {
    const std::string content = contents(entry.path());
    for (const char *at = content.data(), *end = at + content.size(); at < end;) {
      unsigned character = 0;
      at += ImTextCharFromUtf8(&character, at, end);
      if (character < 0x3001) continue;
      ++checked;
      EXPECT_NE(theme.fonts.text->FindGlyphNoFallback(ImWchar(character)), nullptr)
          << std::hex << character << " in " << entry.path();
    }
  }
  EXPECT_GT(checked, 5000);
  set_language(Language::english);
  ImGui::DestroyContext();
}

TEST_F(LanguageOf, OnlyTheTwoThereAre) {
  const Ran ran = program.run({"doctor", "--language", "fr"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(says(ran.err, "--language is \"fr\", but must be one of en, zh-Hans.")) << ran.err;
}

// Output for programs is the same in every language.
TEST_F(LanguageOf, CapturesAndTables) {
  const Ran english = program.run({"legality", "--as-capture"});
  program.environment["LC_ALL"] = "zh_CN.UTF-8";
  const Ran chinese = program.run({"legality", "--as-capture"});
  EXPECT_EQ(english.code, 0);
  EXPECT_EQ(chinese.out, english.out);
}

TEST_F(LanguageOf, TheWindow) {
  const std::vector<std::string> wrap = {"--sampler.normalized_coords", "false"};
  draw(wrap);
  EXPECT_EQ(shown("panel.result"), "RESULT");
  EXPECT_EQ(shown("sampler.address_x.clamp"), "clamp (effective)");
  const Json english = items;
  draw({"--sampler.normalized_coords", "false", "--language", "zh-Hans"});
  EXPECT_EQ(shown("panel.result"), "结果");
  EXPECT_EQ(shown("sampler.address_x.clamp"), "钳位 (effective)");
  EXPECT_EQ(shown("note.sampler.address_x"), "“循环”需要归一化坐标，所以硬件改用钳位（clamp）。");
  EXPECT_EQ(shown("settings.fold.texture"), "波带片 64 × 64，u8 × 4");
  // The last of the view's tools ends within its panel.
  for (const Json& in : {english, items}) {
    items = in;
    EXPECT_GT(item("view.one_to_one").at("rect")[2].get<double>(), 0);
    EXPECT_LT(item("view.one_to_one").at("rect")[2].get<double>(),
              item("panel.result").at("rect")[2].get<double>() - 6);
  }
}

} // namespace
} // namespace texelscope
