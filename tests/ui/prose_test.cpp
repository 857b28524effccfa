// Paragraphs with code, broken into lines.
#include "ui/widgets/prose.h"

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

// Dear ImGui's own font: 7 pixels a character, 13 a line.
class ProseTest : public testing::Test {
protected:
  ProseTest() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    text_ = ImGui::GetIO().Fonts->AddFontDefault();
    code_ = ImGui::GetIO().Fonts->AddFontDefault();
    ImGui::GetIO().Fonts->Build();
  }
  ~ProseTest() override { ImGui::DestroyContext(); }

  // Lines as text, code in angle brackets.
  std::string lines(std::string_view content, float width) {
    std::string out;
    float y = 0, x = 0;
    for (const Prose::Run& run : lay_out(content, text_, code_, width).runs) {
      if (run.y != y)
        out += "\n";
      else if (run.x > x)
        out += " ";
      out += run.font == code_ ? "<" + run.content + ">" : run.content;
      y = run.y;
      x = run.x + 7 * float(run.content.size());
    }
    return out;
  }

  ImFont *text_ = nullptr, *code_ = nullptr;
};

TEST_F(ProseTest, BreaksAtSpacesAndDrawsCodeWithoutItsMarks) {
  EXPECT_EQ(lines("Read `a b`, then c.", 1000), "Read <a> <b>, then c.");
  EXPECT_EQ(lines("one two three", 7 * 7), "one two\nthree");
  EXPECT_EQ(lines("one two three", 7 * 7 - 1), "one\ntwo\nthree");
  EXPECT_EQ(lines("one (`two`) three", 7 * 8), "one\n(<two>)\nthree") << "no space, no break";
}

TEST_F(ProseTest, BreaksWhatIsWiderThanALine) {
  EXPECT_EQ(lines("`GL_MIRROR_CLAMP`", 7 * 10), "<GL_MIRROR_>\n<CLAMP>");
  EXPECT_EQ(lines("abcdefgh", 7 * 3), "abc\ndef\ngh");
  EXPECT_EQ(lines("a abcdefgh", 7 * 3), "a\nabc\ndef\ngh");
  EXPECT_EQ(lines("ab", 1), "a\nb") << "narrower than a character";
  EXPECT_EQ(lines("\u00e9\u00e9\u00e9", 7 * 2), "\u00e9\u00e9\n\u00e9");
  EXPECT_EQ(lines("\u00e9\u00e9", 1), "\u00e9\n\u00e9") << "not within a character";
}

TEST_F(ProseTest, IsAsHighAsItsLines) {
  EXPECT_EQ(lay_out("one two", text_, code_, 1000).height, 13);
  EXPECT_EQ(lay_out("one two", text_, code_, 7 * 3).height, 26);
  EXPECT_EQ(lay_out("", text_, code_, 1000).height, 13);
  EXPECT_TRUE(lay_out("` `", text_, code_, 1000).runs.empty());
}

} // namespace
} // namespace texelscope::ui
