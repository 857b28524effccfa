// The keyboard: every shortcut, what text fields keep for themselves, undo, the palette, the sheet.
#include <cmath>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class Keys : public GuiTest {
protected:
  ::testing::AssertionResult key_sets(const std::string& key, const std::string& path, const Json& value) {
    w().key(key);
    auto result = becomes(path, value);
    return result ? result : ::testing::AssertionFailure() << key << ": " << result.message();
  }
  double scale() { return w().map().at("scale"); }
};

TEST_F(Keys, SamplerAndFormat) {
  start();
  EXPECT_TRUE(key_sets("n", "sampler.normalized_coords", false));
  EXPECT_TRUE(key_sets("n", "sampler.normalized_coords", true));
  EXPECT_TRUE(key_sets("f", "sampler.filter", "point"));
  EXPECT_TRUE(key_sets("f", "sampler.filter", "linear"));
  EXPECT_TRUE(key_sets("r", "sampler.read_mode", "element"));
  EXPECT_TRUE(key_sets("6", "texture.bits", 16));
  EXPECT_TRUE(key_sets("3", "texture.bits", 32));
  EXPECT_TRUE(key_sets("8", "texture.bits", 8));
  EXPECT_TRUE(key_sets("k", "texture.kind", "signed"));
  EXPECT_TRUE(key_sets("k", "texture.kind", "float"));
  EXPECT_TRUE(key_sets("k", "texture.kind", "unsigned"));
}

TEST_F(Keys, AddressModesOfTheChosenAxes) {
  start();
  EXPECT_TRUE(key_sets("c", "sampler.address_x", "clamp"));
  EXPECT_TRUE(becomes("sampler.address_y", "clamp"));
  w().key("x");
  EXPECT_TRUE(toasts(text(Text::axes_x)));
  EXPECT_TRUE(key_sets("m", "sampler.address_x", "mirror"));
  EXPECT_EQ(w().field("sampler.address_y"), "clamp");
  w().key("y");
  EXPECT_TRUE(key_sets("b", "sampler.address_y", "border"));
  EXPECT_EQ(w().field("sampler.address_x"), "mirror");
  w().key("y"); // once more: both again
  EXPECT_TRUE(key_sets("w", "sampler.address_x", "wrap"));
  EXPECT_TRUE(becomes("sampler.address_y", "wrap"));
}

TEST_F(Keys, View) {
  start();
  EXPECT_TRUE(key_sets("bracketright", "view.rotation", 15));
  EXPECT_TRUE(key_sets("bracketleft", "view.rotation", 0));
  EXPECT_TRUE(key_sets("plus", "view.span", 1.6));
  EXPECT_TRUE(key_sets("minus", "view.span", 2));
  EXPECT_TRUE(key_sets("equal", "view.span", 1.6)); // the same key without Shift
  w().key("0");
  EXPECT_TRUE(becomes_near("view.span", 1.08, 1e-9));
  w().key("1");
  const Box picture = w().box("result");
  EXPECT_TRUE(becomes_near("view.span", (picture.y1 - picture.y0) / 64, 1e-9));
  EXPECT_TRUE(key_sets("g", "view.grid", false));
  in_display([&] { w().enter_value("view.range_high", "7"); });
  EXPECT_TRUE(becomes("view.range_high", 7));
  w().key("a");
  EXPECT_TRUE(w().until([&] { return w().field("view.range_high") <= 1; }));
}

TEST_F(Keys, Animation) {
  start({"--write.mode", "pattern", "--paused", "--write.frame", "10"});
  EXPECT_TRUE(key_sets("period", "write.frame", 11));
  EXPECT_TRUE(key_sets("Home", "write.frame", 0));
  w().key("F5");
  EXPECT_TRUE(w().until([&] { return w().field("write.frame") > 5; }));
}

TEST_F(Keys, StrokesAreCleared) {
  start({"--write.mode", "brush", "--write.strokes", "8,8,9,9,2,1,1,1,1,-1"});
  EXPECT_TRUE(key_sets("Delete", "write.strokes", Json::array()));
}

TEST_F(Keys, PanelsAndLargeTexture) {
  start();
  for (const auto& [key, panel] :
       {std::pair{"ctrl+1", "panel.settings"}, {"ctrl+2", "panel.why"}, {"ctrl+3", "panel.texture"}}) {
    w().key(key);
    EXPECT_TRUE(goes(panel)) << key;
    w().key(key);
    EXPECT_TRUE(comes(panel)) << key;
  }
  const auto area = [](const Box& b) { return (b.x1 - b.x0) * (b.y1 - b.y0); };
  EXPECT_GT(area(w().box("result")), area(w().box("texture")));
  w().key("e");
  EXPECT_TRUE(w().until([&] { return area(w().box("result")) < area(w().box("texture")); }));
}

TEST_F(Keys, ThemeAndScale) {
  start();
  const auto brightness = [&] {
    return int(take_shot(display_->name()).at(700, 3)[1]);
  }; // the menu bar's background
  EXPECT_LT(brightness(), 64);
  w().key("ctrl+t");
  EXPECT_TRUE(w().until([&] { return brightness() > 190; }));
  w().key("ctrl+equal");
  EXPECT_TRUE(w().until([&] { return std::abs(scale() - 1.1) < 1e-6; }));
  w().key("ctrl+minus");
  EXPECT_TRUE(w().until([&] { return std::abs(scale() - 1) < 1e-6; }));
  w().key("ctrl+plus"); // as typed on keyboards where + is Shift and =
  EXPECT_TRUE(w().until([&] { return std::abs(scale() - 1.1) < 1e-6; }));
  w().key("ctrl+0");
  EXPECT_TRUE(w().until([&] { return scale() == 1; }));
}

TEST_F(Keys, CopiesAreReported) {
  start();
  w().move(w().box("result").x0 + 5, w().box("result").y0 + 6);
  ASSERT_TRUE(says("status.value", say(Text::status_pixel, {"5", "6"})));
  w().key("ctrl+c");
  EXPECT_TRUE(toasts(say(Text::copied, {say(Text::status_pixel, {"5", "6"})})));
  w().key("ctrl+shift+c");
  EXPECT_TRUE(toasts(text(Text::copied_session)));
}

TEST_F(Keys, NewSession) {
  start({"--sampler.filter", "point", "--texture.width", "5"});
  EXPECT_TRUE(key_sets("ctrl+n", "texture.width", 64));
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
}

TEST_F(Keys, Popups) {
  start();
  for (const auto& [key, item] : {std::pair{"F1", "sheet.title"},
                                  {"question", "sheet.title"},
                                  {"ctrl+p", "palette.query"},
                                  {"ctrl+o", "prompt.path"},
                                  {"ctrl+s", "prompt.path"},
                                  {"ctrl+shift+s", "prompt.path"}}) {
    w().key(key);
    EXPECT_TRUE(comes(item)) << key;
    w().key("Escape");
    EXPECT_TRUE(goes(item)) << key;
  }
  EXPECT_EQ(history_length(), 1u);
}

// No tap is lost, even when several arrive in one frame.
TEST_F(Keys, FastTapsAllCount) {
  start();
  w().tap("bracketright", 10);
  EXPECT_TRUE(becomes("view.rotation", 150));
  w().tap("n", 11);
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  w().tap("period", 10);
  EXPECT_TRUE(becomes("write.frame", 10));
}

TEST_F(Keys, LettersInATextFieldAreText) {
  start();
  const Json before = w().session();
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("nfrwcmb8k");
  EXPECT_TRUE(says("palette.query", "nfrwcmb8k"));
  EXPECT_TRUE(comes("palette.nothing"));
  w().key("Escape");
  EXPECT_TRUE(goes("palette.query"));
  w().double_click("texture.width");
  for (const char* letter : {"n", "f", "b", "8", "g", "x", "bracketleft"})
    w().key(letter);
  w().key("Escape");
  w().settle();
  EXPECT_EQ(w().session(), before);
  EXPECT_TRUE(key_sets("n", "sampler.normalized_coords", false)) << "after Escape letters are keys again";
}

TEST_F(Keys, UndoAndRedo) {
  start();
  w().click("sampler.filter.point");
  w().key("8");
  w().key("6");
  w().reach("sampler.srgb.true");
  w().click("sampler.srgb.true");
  EXPECT_TRUE(becomes("sampler.srgb", true));
  EXPECT_TRUE(key_sets("ctrl+z", "sampler.srgb", false));
  EXPECT_TRUE(key_sets("ctrl+z", "texture.bits", 8));
  EXPECT_TRUE(key_sets("ctrl+z", "sampler.filter", "linear"));
  w().key("ctrl+z"); // nothing is left to undo
  EXPECT_TRUE(key_sets("ctrl+shift+z", "sampler.filter", "point"));
  EXPECT_TRUE(key_sets("ctrl+shift+z", "texture.bits", 16));
  choose_from_menu("edit", "command.undo");
  EXPECT_TRUE(becomes("texture.bits", 8));
}

TEST_F(Keys, ADragIsOneStepBack) {
  start();
  const Box width = w().box("texture.width");
  w().drag(width.x(), width.y(), width.x() + 80, width.y());
  EXPECT_TRUE(becomes("texture.width", 104));
  EXPECT_EQ(history_length(), 2u);
  EXPECT_TRUE(key_sets("ctrl+z", "texture.width", 64));
  const Box picture = w().box("result");
  w().drag(picture.x(), picture.y(), picture.x() + 60, picture.y() + 60);
  EXPECT_TRUE(w().until([&] { return w().field("view.center_x") < 0.5; }));
  EXPECT_TRUE(key_sets("ctrl+z", "view.center_x", 0.5));
  // Two drags are two steps. The second starts elsewhere: two quick presses on one spot are a double click.
  w().drag(width.x(), width.y(), width.x() + 20, width.y());
  w().drag(width.x() + 12, width.y(), width.x() + 32, width.y());
  EXPECT_TRUE(becomes("texture.width", 84));
  EXPECT_TRUE(key_sets("ctrl+z", "texture.width", 74));
}

TEST_F(Keys, HistoryGoesBackAndForth) {
  start();
  show_tab("history");
  w().key("f");
  w().key("c");
  ASSERT_TRUE(comes("journal.2"));
  EXPECT_TRUE(says("journal.1", "point"));
  w().click("journal.0");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  EXPECT_TRUE(becomes("sampler.address_x", "wrap"));
  w().click("journal.1");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_EQ(w().field("sampler.address_x"), "wrap");
}

TEST_F(Keys, PaletteFindsSettingsAndCommands) {
  start();
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("filter point");
  EXPECT_TRUE(says("palette.choice", "point"));
  w().key("Down");
  w().key("Up");
  w().key("Return"); // the field still has the keyboard
  EXPECT_TRUE(goes("palette.query"));
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().key("ctrl+p");
  w().type("cosmetics");
  EXPECT_TRUE(says("palette.nothing", text(Text::palette_nothing)));
  w().key("ctrl+a");
  w().type("rotate left");
  w().settle();
  w().click("palette.choice");
  EXPECT_TRUE(goes("palette.query"));
  EXPECT_TRUE(w().until([&] { return std::abs(w().field("view.rotation").get<double>()) == 15; }));
}

TEST_F(Keys, PaletteFindsWhatPeopleCallThings) {
  start();
  const auto run = [&](const std::string& query) {
    w().key("ctrl+p");
    ASSERT_TRUE(comes("palette.query"));
    w().type(query);
    ASSERT_TRUE(says("palette.query", query));
    w().settle();
    w().key("Return");
    ASSERT_TRUE(goes("palette.query"));
  };
  run("alpha off");
  EXPECT_TRUE(becomes("view.show_a", false));
  run("nearest");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  run("blur");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  run("transparency color");
  EXPECT_TRUE(says("revealed", "sampler.border_color")) << "the palette leads to the control of a number";
  run("export texels");
  EXPECT_TRUE(says("prompt.title", text(Text::prompt_texture)));
  w().key("Escape");
  EXPECT_TRUE(goes("prompt.path"));
}

TEST_F(Keys, GoesToAPlace) {
  start();
  w().key("ctrl+g");
  ASSERT_TRUE(says("palette.query", text(Text::go_to_prefix)));
  EXPECT_TRUE(says("palette.choice", text(Text::command_go_to)));
  w().type("412, 233");
  EXPECT_TRUE(says("palette.choice", say(Text::go_to_pixel, {"412", "233"})));
  w().key("Return");
  EXPECT_TRUE(says("status.value", say(Text::status_pixel, {"412", "233"})));
  EXPECT_EQ(w().field("view.center_x"), 0.5);
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("go to");
  w().key("Return"); // the command needs the numbers
  EXPECT_TRUE(says("palette.query", text(Text::go_to_prefix)));
  w().settle();
  w().type("7.5 0.25");
  EXPECT_TRUE(says("palette.choice", say(Text::go_to_coordinate, {"7.5", "0.25"})));
  w().key("Return");
  EXPECT_TRUE(becomes("view.center_x", 7.5)) << "the point moves to the middle";
  EXPECT_TRUE(becomes("view.center_y", 0.25));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("texel 3 60");
  w().key("Return");
  EXPECT_TRUE(becomes_near("view.center_x", 3.5 / 64, 1e-9));
  EXPECT_TRUE(becomes_near("view.center_y", 60.5 / 64, 1e-9));
}

// An open menu has the arrow keys, which neither set nor move a pin behind it.
TEST_F(Keys, AnOpenMenuOwnsTheArrowKeys) {
  start();
  const Box picture = w().box("result");
  const std::string place = say(Text::status_pixel, {"40", "50"});
  w().click_at(picture.x0 + 40, picture.y0 + 50);
  ASSERT_TRUE(says("status.value", place));
  EXPECT_TRUE(key_sets("f", "sampler.filter", "point"));
  w().click("menu.edit");
  ASSERT_TRUE(comes("command.undo"));
  w().key("n");    // a letter is not a key either
  w().key("Down"); // from Undo over Redo, which is not to be had
  w().key("Return");
  EXPECT_TRUE(goes("command.undo"));
  EXPECT_TRUE(toasts(place)) << "the value of the pixel is copied";
  EXPECT_EQ(w().field("sampler.filter"), "point");
  EXPECT_EQ(w().field("sampler.normalized_coords"), true);
  EXPECT_TRUE(says("status.value", place)) << "the pin stays";
  w().key("Right");
  EXPECT_TRUE(says("status.value", say(Text::status_pixel, {"41", "50"}))) << "no menu is open";
}

TEST_F(Keys, AltAndALetterAreNotTheLetter) {
  start();
  for (const char* keys : {"alt+f", "alt+c", "alt+n", "alt+question"})
    w().key(keys);
  EXPECT_TRUE(key_sets("6", "texture.bits", 16));
  EXPECT_EQ(w().field("sampler.filter"), "linear");
  EXPECT_EQ(w().field("sampler.address_x"), "wrap");
  EXPECT_EQ(w().field("sampler.normalized_coords"), true);
  EXPECT_FALSE(w().shows("sheet.title"));
}

TEST_F(Keys, TheFirstF6AndTabShowWhereTheyAre) {
  for (const char* key : {"F6", "Tab"}) {
    start();
    w().move(w().box("result").x0 + 90, w().box("result").y0 + 90);
    w().key(key);
    ASSERT_TRUE(comes("focused")) << key;
    const Box panel = w().box("panel.settings"), focused = w().box("focused");
    EXPECT_EQ(focused.x0, panel.x0) << key;
    // The first control, which counts what takes no effect as requested, has the keyboard.
    w().key("space");
    EXPECT_TRUE(comes("effective.sampler.filter")) << key;
    w().key("F6");
    EXPECT_TRUE(w().until([&] { return w().box("focused").x0 > panel.x1; })) << key;
    w().key("Escape");
    EXPECT_TRUE(goes("focused")) << key;
    EXPECT_EQ(w().close(), 0);
    window_.reset();
  }
}

TEST_F(Keys, F6LeavesATextField) {
  start();
  w().double_click("texture.width");
  w().key("F6");
  ASSERT_TRUE(comes("focused"));
  EXPECT_TRUE(key_sets("n", "sampler.normalized_coords", false)) << "letters are keys again";
  EXPECT_EQ(w().field("texture.width"), 64);
}

TEST_F(Keys, TheSheetHasThemInGroups) {
  start();
  w().key("F1");
  ASSERT_TRUE(comes("sheet.group"));
  std::vector<std::string> titles;
  for (const Json& item : w().items())
    if (item.at("name") == "sheet.group") titles.push_back(item.at("text"));
  EXPECT_EQ(titles, (std::vector<std::string>{"Sampler and texture", "View", "Pins", "Compare and measure",
                                              "Animation", "Mouse", "File", "Edit", "Lessons", "Window"}));
}

// Tab goes to the first value field of the panel that F6 chose; from there arrows and Space reach the rest.
TEST_F(Keys, ControlsWithoutTheMouse) {
  start();
  w().click("settings.fold.texture");
  ASSERT_TRUE(comes("texture.width"));
  w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2);
  w().key("F6");
  w().key("Tab");
  w().key("ctrl+a");
  w().type("21");
  w().key("Return");
  EXPECT_TRUE(becomes("texture.width", 21));
  const Json before = w().session();
  for (int row = 0; row < 4 && w().session() == before; ++row) {
    w().key("Down");
    w().key("space");
    w().settle();
  }
  EXPECT_NE(w().session(), before) << "no control was pressed by arrows and Space";
  EXPECT_EQ(w().session().at("view"), before.at("view"));
  EXPECT_TRUE(comes("why.empty")) << "arrows in a panel do not step a pixel";
  // The main window has the keyboard again.
  w().key("Escape");
  EXPECT_TRUE(key_sets("f", "sampler.filter", "point"));
}

TEST_F(Keys, MenusByTheMouse) {
  start();
  for (const auto& [menu, entry] : {std::pair{"menu.file", "command.save_as"},
                                    {"menu.edit", "command.redo"},
                                    {"menu.view", "command.pause"},
                                    {"menu.labs", "command.toggle_backend"}}) {
    w().click(menu);
    EXPECT_TRUE(comes(entry)) << menu;
    w().key("Escape");
    EXPECT_TRUE(goes(entry)) << menu;
  }
  choose_from_menu("help", "command.about");
  EXPECT_TRUE(comes("about.title"));
}

} // namespace texelscope::gui
