// The state as text: programs and share lines are copied to the clipboard, and descriptors and lines pasted
// from it.
#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class StateAsText : public GuiTest {
protected:
  void from_palette(const std::string& query) {
    w().key("ctrl+p");
    ASSERT_TRUE(comes("palette.query"));
    w().type(query);
    w().settle();
    w().key("Return");
    EXPECT_TRUE(goes("palette.query"));
  }
  // Copies text to the clipboard by typing it into the prompt.
  void copy(const std::string& content) {
    w().key("ctrl+shift+v");
    ASSERT_TRUE(comes("prompt.path"));
    w().type(content);
    ASSERT_TRUE(says("prompt.path", content));
    w().key("ctrl+a");
    w().key("ctrl+c");
    w().key("Escape");
    ASSERT_TRUE(goes("prompt.path"));
  }
};

TEST_F(StateAsText, ALineGoesAndComesBack) {
  start({"--sampler.filter", "point", "--texture.width", "21"});
  w().key("ctrl+l");
  EXPECT_TRUE(toasts("Copied as one line: "));
  w().key("f");
  w().key("8");
  w().key("c");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  EXPECT_TRUE(becomes("sampler.address_x", "clamp"));
  w().key("ctrl+v");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_TRUE(becomes("sampler.address_x", "wrap"));
  EXPECT_EQ(w().field("texture.width"), 21);
  EXPECT_TRUE(toasts("Taken from a line: "));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
}

TEST_F(StateAsText, ADescriptorFromTheClipboard) {
  start();
  copy("cudaTextureDesc d = {}; d.filterMode = cudaFilterModeLinear;");
  w().key("ctrl+v");
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  EXPECT_TRUE(becomes("sampler.read_mode", "element"));
  EXPECT_EQ(w().field("sampler.filter"), "linear");
  EXPECT_TRUE(toasts(say(Text::pasted_desc, {"filter: linear", text(Text::import_zeroed)}) + " " +
                     text(Text::pasted_keeps_texture)));
}

// Several of these keys are down and up again before the next frame.
TEST_F(StateAsText, QuickKeysAreTakenInTheirOrder) {
  start();
  w().key("ctrl+shift+v");
  ASSERT_TRUE(comes("prompt.path"));
  w().type("cudaTextureDesc d = {};");
  ASSERT_TRUE(says("prompt.path", "cudaTextureDesc d = {};"));
  w().tap({"ctrl+a", "ctrl+c", "Escape"});
  EXPECT_TRUE(goes("prompt.path"));
  w().key("ctrl+v");
  EXPECT_TRUE(becomes("sampler.read_mode", "element"));
}

TEST_F(StateAsText, WhatIsNoStateIsRefused) {
  start();
  const Json before = w().session();
  copy("hello");
  w().key("ctrl+v");
  EXPECT_TRUE(toasts(say(Text::paste_refused, {text(Text::paste_unknown)})));
  EXPECT_EQ(w().session(), before);
}

TEST_F(StateAsText, ThePromptKeepsWhatItRefuses) {
  start();
  w().key("ctrl+shift+v");
  ASSERT_TRUE(comes("prompt.path"));
  w().type("d.filterMode = cudaFilterModePoin;");
  w().key("Return");
  EXPECT_TRUE(says("prompt.note", std::string(text(Text::pasted_name)) + ":1:16: " +
                                      say(Text::import_unknown, {"cudaFilterModePoin", "filterMode",
                                                                 "cudaFilterModePoint, cudaFilterModeLinear",
                                                                 " Did you mean \"cudaFilterModePoint\"?"}) +
                                      " " + text(Text::import_trace)));
  EXPECT_TRUE(w().shows("prompt.path"));
  w().key("ctrl+a");
  w().type("d.filterMode = cudaFilterModePoint;");
  w().click("prompt.ok");
  EXPECT_TRUE(goes("prompt.path"));
  EXPECT_TRUE(becomes("sampler.filter", "point"));
}

TEST_F(StateAsText, ProgramsAreCopied) {
  start({"--sampler.address_x", "border"});
  from_palette("copy as cuda program");
  EXPECT_TRUE(toasts(say(Text::copied_program, {text(Text::export_cuda), ""}).substr(0, 40)));
  // A whole program contains a descriptor, which is imported.
  w().key("m");
  EXPECT_TRUE(becomes("sampler.address_x", "mirror"));
  w().key("ctrl+v");
  EXPECT_TRUE(becomes("sampler.address_x", "border"));
  EXPECT_EQ(w().field("sampler.address_y"), "wrap");
  from_palette("copy as webgpu");
  EXPECT_TRUE(toasts(text(Text::export_gpu_border)));
  w().click("menu.edit");
  for (const char* entry :
       {"command.copy_cuda", "command.copy_driver", "command.copy_hip", "command.copy_opengl",
        "command.copy_line", "command.paste", "command.paste_from"})
    EXPECT_TRUE(comes(entry)) << entry;
  w().key("Escape");
}

// While a text field has the keyboard, Ctrl+V pastes into it.
TEST_F(StateAsText, ATextFieldKeepsItsPaste) {
  start();
  w().key("ctrl+l");
  EXPECT_TRUE(toasts("Copied as one line: "));
  w().key("f");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().double_click("texture.width");
  w().key("ctrl+v");
  w().key("Escape");
  w().settle();
  EXPECT_EQ(w().field("sampler.filter"), "point");
}

} // namespace texelscope::gui
