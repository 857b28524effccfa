// The fetch lab: a body is typed, compiled as it is typed, and its errors lead to their lines. No GPU is
// needed.
#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"
#include "tests/with_nvrtc.h"

namespace texelscope::gui {

class FetchWindow : public tests::WithNvrtc<GuiTest> {
protected:
  void SetUp() override {
    WithNvrtc::SetUp();
    if (IsSkipped()) return;
    start({"--backend", "cpu"});
    choose_from_menu("labs", "command.lab_fetch");
    ASSERT_TRUE(comes("fetch.code"));
  }
  void type_into_code(const std::string& content) {
    w().click("fetch.code");
    w().settle();
    w().type(content);
  }
};

TEST_F(FetchWindow, AnErrorIsShownAtItsLineAndRepaired) {
  EXPECT_TRUE(w().shows("result")) << "stays in sight";
  EXPECT_TRUE(says("fetch.status", text(Text::body_empty)));
  type_into_code("// none");
  w().key("Return");
  w().type("return color;");
  ASSERT_TRUE(becomes("fetch.body", "// none\nreturn color;"));
  EXPECT_TRUE(says("fetch.message.0", "× line 2: identifier \"color\" is undefined"));
  EXPECT_TRUE(says("fetch.code.mark.2", "identifier \"color\" is undefined"));
  EXPECT_TRUE(says("fetch.status", "1 error. The picture shows the plain fetch."));
  EXPECT_TRUE(says("result.body", text(Text::body_not_shown)));

  w().click("fetch.message.0"); // the cursor goes to the start of line 2
  w().settle(4);
  w().type("return tex2D<Texel>(tex, x, y); //");
  ASSERT_TRUE(becomes("fetch.body", "// none\nreturn tex2D<Texel>(tex, x, y); //return color;"));
  EXPECT_TRUE(says("fetch.instruction.0", "  2  tex.2d.v4.f32.f32"));
  EXPECT_TRUE(says("fetch.instruction.1", "sust.b.2d"));
  EXPECT_TRUE(goes("fetch.message.0"));
  EXPECT_TRUE(says("fetch.status", "The body compiles for compute capability 7.5, but needs a GPU to run"));
  EXPECT_TRUE(says("result.body", text(Text::body_not_shown))) << "the CPU's";
  EXPECT_TRUE(says("status.note", text(Text::note_body_cpu)));
}

TEST_F(FetchWindow, EscapeLeavesTheCodeAndThenTheLab) {
  type_into_code("return Texel{};");
  ASSERT_TRUE(becomes("fetch.body", "return Texel{};"));
  w().key("Escape");
  w().settle(4);
  EXPECT_TRUE(becomes("fetch.body", "return Texel{};")) << "what was typed stays";
  EXPECT_TRUE(w().shows("panel.lab"));
  w().key("Escape");
  EXPECT_TRUE(goes("panel.lab"));
  EXPECT_TRUE(comes("texture"));
}

TEST_F(FetchWindow, AnExampleIsChosenUndoneAndRemoved) {
  w().click("fetch.examples");
  ASSERT_TRUE(comes("fetch.example.3-bicubic-b-spline"));
  w().click("fetch.example.3-bicubic-b-spline");
  EXPECT_TRUE(says("fetch.instruction.3", "tex.2d.v4.f32.f32"));
  EXPECT_TRUE(says("fetch.instruction.4", "sust"));
  EXPECT_TRUE(says("fetch.code", "cubic B-spline"));
  EXPECT_TRUE(says("fetch.status", "Runs on CPU, ")) << "a shipped one needs no GPU";
  EXPECT_TRUE(goes("result.body"));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("fetch.body", ""));
  w().key("ctrl+shift+z");
  EXPECT_TRUE(says("fetch.code", "cubic B-spline"));
  w().click("fetch.remove");
  EXPECT_TRUE(becomes("fetch.body", ""));
  EXPECT_TRUE(goes("result.body"));
}

TEST_F(FetchWindow, TabIndentsAndKeysDoNotReachTheWindow) {
  type_into_code("f");
  w().key("Tab");
  w().type("g");
  EXPECT_TRUE(becomes("fetch.body", "f\tg"));
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  EXPECT_TRUE(becomes("view.grid", true));
}

} // namespace texelscope::gui
