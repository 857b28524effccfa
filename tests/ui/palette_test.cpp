// What the command palette finds for typed queries.
#include "ui/shell/palette.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"

namespace texelscope::ui {
namespace {

std::vector<std::string> found(const std::string& query, bool rows = true) {
  std::vector<std::string> names;
  const PaletteSources sources{.has_row = [&](const Field&) { return rows; }};
  for (const PaletteEntry& entry : palette_entries(sources, query))
    names.push_back(entry.name);
  return names;
}

std::string first(const std::string& query) {
  const auto names = found(query);
  return names.empty() ? "nothing" : names.front();
}

bool finds(const std::string& query, const std::string& name) {
  const auto names = found(query);
  return std::ranges::find(names, name) != names.end();
}

class Palette : public testing::Test {
protected:
  void TearDown() override { set_language(Language::english); }
};

TEST_F(Palette, FindsAlpha) {
  EXPECT_EQ(first("alpha"), "view.show_a.true");
  for (const char* name : {"view.show_a.false", "sampler.border_color", "write.brush_color"})
    EXPECT_TRUE(finds("alpha", name)) << name;
  EXPECT_FALSE(finds("alpha", "view.show_r.true"));
}

TEST_F(Palette, FindsExport) {
  EXPECT_EQ(first("export"), "command.save_picture");
  for (const char* name :
       {"command.save_picture_as", "command.save_texture_as", "command.copy_cuda", "command.copy_webgpu",
        "command.save_scope", "command.save_bench", "command.save_as"})
    EXPECT_TRUE(finds("export", name)) << name;
  EXPECT_TRUE(finds("export csv", "command.save_scope"));
  EXPECT_FALSE(finds("export csv", "command.copy_cuda"));
  EXPECT_FALSE(finds("export", "command.open"));
}

TEST_F(Palette, FindsBlur) {
  EXPECT_EQ(first("blur"), "sampler.filter.linear");
  for (const char* name : {"sampler.mip_filter.linear", "sampler.mip_bias", "texture.levels"})
    EXPECT_TRUE(finds("blur", name)) << name;
  EXPECT_FALSE(finds("blur", "sampler.filter.point"));
  EXPECT_FALSE(finds("blur", "command.filter")) << "which would switch linear off";
}

TEST_F(Palette, FindsGoTo) {
  EXPECT_EQ(first("go to"), "command.go_to");
  EXPECT_EQ(first("goto 3 4"), "nothing");
  EXPECT_EQ(found("go to 412, 233"),
            (std::vector<std::string>{"go_to.pixel", "go_to.texel", "go_to.coordinate"}));
  EXPECT_EQ(found("go to texel 3 4"), (std::vector<std::string>{"go_to.texel"}));
  EXPECT_EQ(found("go to 0.25 0.5"), (std::vector<std::string>{"go_to.coordinate"}));
  EXPECT_EQ(found("jump -1 2"), (std::vector<std::string>{"go_to.coordinate"}));
  const auto entries = palette_entries({.has_row = [](const Field&) { return true; }}, "12 34");
  ASSERT_FALSE(entries.empty());
  EXPECT_EQ(entries[0].go_to, GoTo::pixel);
  EXPECT_EQ(entries[0].place, (std::array{12.0, 34.0}));
  EXPECT_EQ(entries[0].label, "Go to pixel 12, 34 of the result");
}

TEST_F(Palette, FindsOtherNamesOfThings) {
  for (const auto& [query, name] : {std::pair{"exit", "command.quit"},
                                    {"nearest", "sampler.filter.point"},
                                    {"trilinear", "sampler.mip_filter.linear"},
                                    {"repeat", "command.address_wrap"},
                                    {"gamma", "sampler.srgb.true"},
                                    {"dark", "command.toggle_theme"},
                                    {"screenshot", "command.save_picture"},
                                    {"load", "command.open"},
                                    {"benchmark", "command.profile"},
                                    {"play", "command.pause"},
                                    {"font size", "command.scale_up"},
                                    {"psnr", "command.show_difference"},
                                    {"brightness", "command.auto_range"}})
    EXPECT_EQ(first(query), name) << query;
}

TEST_F(Palette, FindsItInChinese) {
  set_language(Language::chinese);
  for (const auto& [query, name] : {std::pair{"导出", "command.save_picture"},
                                    {"模糊", "sampler.filter.linear"},
                                    {"透明度", "view.show_a.true"},
                                    {"转到", "command.go_to"},
                                    {"blur", "sampler.filter.linear"},
                                    {"go to", "command.go_to"},
                                    {"转到 3 4", "go_to.pixel"},
                                    {"go to 3 4", "go_to.pixel"}})
    EXPECT_EQ(first(query), name) << query;
}

TEST_F(Palette, OffersNoRowThatIsNotThere) {
  EXPECT_TRUE(finds("blur", "sampler.mip_bias"));
  const auto names = found("blur", false);
  EXPECT_EQ(std::ranges::find(names, "sampler.mip_bias"), names.end());
}

TEST_F(Palette, SetsTheNumberAtTheEnd) {
  EXPECT_EQ(first("width 256"), "texture.width=256");
  EXPECT_EQ(first("texture width = 64"), "texture.width=64");
  EXPECT_EQ(first("anisotropy 8"), "sampler.max_anisotropy=8");
  EXPECT_EQ(first("bias -1.5"), "sampler.mip_bias=-1.5");
  EXPECT_FALSE(finds("width 0", "texture.width=0")) << "out of its range";
  EXPECT_FALSE(finds("width 2.5", "texture.width=2.5")) << "not whole";
  EXPECT_FALSE(finds("filter 3", "sampler.filter=3")) << "not a number";
  const auto entries = palette_entries({.has_row = [](const Field&) { return true; }}, "width 256");
  ASSERT_FALSE(entries.empty());
  EXPECT_EQ(entries[0].label, "texture width = 256");
  EXPECT_EQ(entries[0].value, FieldValue(std::int64_t(256)));
  EXPECT_FALSE(entries[0].reveals);
}

TEST_F(Palette, FindsSessionsAndRecentFiles) {
  ExampleShelf shelf;
  shelf.groups = {{"mips",
                   {"Mips", "mip"},
                   {{"/a/29-mip-levels.json", {"All levels", "全部级别"}, {"A checkerboard.", "棋盘格。"}}}}};
  const std::vector<std::string> recent = {"/home/me/bricks.json"};
  const auto best = [&](const std::string& query) {
    const auto entries = palette_entries(
        {.examples = &shelf, .recent = &recent, .has_row = [](const Field&) { return true; }}, query);
    return entries.empty() ? PaletteEntry() : entries.front();
  };
  EXPECT_EQ(best("example levels").path, "/a/29-mip-levels.json");
  EXPECT_EQ(best("全部级别").path, "/a/29-mip-levels.json");
  EXPECT_EQ(best("29-mip").path, "/a/29-mip-levels.json") << "the file's name";
  EXPECT_EQ(best("bricks").path, "/home/me/bricks.json");
  EXPECT_EQ(best("bricks").label, "Open /home/me/bricks.json");
}

TEST_F(Palette, AnswersStandBehindAllOthers) {
  const AnswerSearch search(parse_answers("## A\n\n### The width is odd\n\nYes.\n\n### Export\n\nNo.\n"
                                          "\n### The texture returns 0\n\nWhy.\n"));
  const auto entries = [&](const std::string& query) {
    return palette_entries({.answers = &search, .has_row = [](const Field&) { return true; }}, query);
  };
  const auto question = entries("why does my texture return zero?");
  ASSERT_EQ(question.size(), 1u);
  EXPECT_EQ(question[0].label, "The texture returns 0");
  EXPECT_EQ(question[0].answer, 2);
  const auto both = entries("width 256");
  EXPECT_EQ(both.front().name, "texture.width=256");
  EXPECT_EQ(both.back().label, "The width is odd");
  EXPECT_EQ(std::ranges::count_if(both, [](const PaletteEntry& entry) { return entry.answer >= 0; }), 1);
  for (const PaletteEntry& entry : entries(""))
    EXPECT_LT(entry.answer, 0) << entry.name;
}

TEST_F(Palette, OffersFiveAnswersAtMost) {
  std::string page = "## A\n";
  for (const char* number : {"1", "2", "3", "4", "5", "6", "7"})
    page += std::string("\n### Zebra ") + number + "\n\nText.\n";
  const AnswerSearch search(parse_answers(page));
  const auto entries =
      palette_entries({.answers = &search, .has_row = [](const Field&) { return true; }}, "zebra");
  ASSERT_EQ(entries.size(), 5u);
  EXPECT_EQ(entries[0].label, "Zebra 1");
}

TEST_F(Palette, MatchesInTheLabelComeFirst) {
  EXPECT_EQ(palette_rank("save", "Save session", ""), 0);
  EXPECT_EQ(palette_rank("session", "Save session", ""), 2);
  EXPECT_EQ(palette_rank("session save", "Save session", ""), 3);
  EXPECT_EQ(palette_rank("export", "Save picture", "export image"), 1);
  EXPECT_EQ(palette_rank("导出", "Save picture", "export image\n导出 图像"), 1);
  EXPECT_EQ(palette_rank("image", "Save picture", "export image"), 4);
  EXPECT_EQ(palette_rank("save image", "Save picture", "export image"), 5);
  EXPECT_EQ(palette_rank("icture", "Save picture", ""), 6);
  EXPECT_EQ(palette_rank("texture", "Save picture", "export image"), -1);
  EXPECT_EQ(palette_rank("", "Save picture", ""), 0);
}

} // namespace
} // namespace texelscope::ui
