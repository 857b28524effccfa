// Every control of the settings column, by the mouse and by typed values, and the notes beside it.
#include "gui/gui_test.h"

#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class SettingsPanel : public GuiTest {
protected:
  // Checks the note beside the control and applies its fix.
  void note_is_cured(const std::string& field, const std::string& sentence) {
    ASSERT_TRUE(says("note." + field, sentence));
    w().reach("fix." + field);
    w().click("fix." + field);
    EXPECT_TRUE(goes("fix." + field));
  }
  void choose_source(const std::string& source) {
    w().reach("texture.source");
    w().click("texture.source");
    ASSERT_TRUE(comes("texture.source." + source));
    w().click("texture.source." + source);
    EXPECT_TRUE(becomes("texture.source", source));
    EXPECT_TRUE(goes("texture.source." + source));
  }
};

TEST_F(SettingsPanel, SourcesFromTheList) {
  start();
  for (const char* source : {"checkerboard", "ramp", "uv_grid", "noise", "one_hot", "file", "zone_plate"})
    choose_source(source);
}

TEST_F(SettingsPanel, ValuesOfASource) {
  start({"--texture.source", "checkerboard"});
  EXPECT_TRUE(typing_sets("texture.cell", "3", "texture.cell", 3));
  choose_source("noise");
  ASSERT_TRUE(comes("texture.seed"));
  EXPECT_TRUE(typing_sets("texture.seed", "4294967295", "texture.seed", 4294967295));
  choose_source("one_hot");
  ASSERT_TRUE(comes("texture.hot_y"));
  EXPECT_TRUE(typing_sets("texture.hot_x", "5", "texture.hot_x", 5));
  EXPECT_TRUE(typing_sets("texture.hot_y", "7", "texture.hot_y", 7));
  choose_source("file");
  ASSERT_TRUE(comes("texture.path"));
  w().click("texture.path");
  EXPECT_TRUE(comes("prompt.path"));
}

TEST_F(SettingsPanel, SizeTypedDraggedAndPreset) {
  start();
  EXPECT_TRUE(typing_sets("texture.width", "37", "texture.width", 37));
  EXPECT_TRUE(typing_sets("texture.height", "1", "texture.height", 1));
  EXPECT_TRUE(says("texture.summary", "37"));
  const Box width = w().box("texture.width");
  w().drag(width.x(), width.y(), width.x() + 40, width.y());
  EXPECT_TRUE(becomes("texture.width", 57)); // half a texel a pixel
  for (int size : {1, 4, 13, 256, 1024, 64}) {
    const std::string item = "texture.size." + std::to_string(size);
    EXPECT_TRUE(click_sets(item, "texture.width", size));
    EXPECT_TRUE(becomes("texture.height", size));
  }
}

// Impossible sizes are not accepted; the nearest possible size is.
TEST_F(SettingsPanel, SizeOutOfRange) {
  start();
  EXPECT_TRUE(typing_sets("texture.width", "0", "texture.width", 1));
  EXPECT_TRUE(typing_sets("texture.width", "-5", "texture.width", 1));
  EXPECT_TRUE(typing_sets("texture.height", "99999", "texture.height", 65536));
  EXPECT_TRUE(typing_sets("texture.height", "8", "texture.height", 8));
  w().double_click("texture.height"); // as good as Ctrl+click
  w().key("ctrl+a");
  w().type("many");
  w().key("Return");
  EXPECT_TRUE(becomes("texture.height", 8));
}

TEST_F(SettingsPanel, ElementFormat) {
  start();
  for (const char* kind : {"signed", "float", "unsigned"})
    EXPECT_TRUE(click_sets(std::string("texture.kind.") + kind, "texture.kind", kind));
  for (int bits : {16, 32, 8})
    EXPECT_TRUE(click_sets("texture.bits." + std::to_string(bits), "texture.bits", bits));
  for (int channels : {1, 2, 4})
    EXPECT_TRUE(click_sets("texture.channels." + std::to_string(channels), "texture.channels", channels));
}

TEST_F(SettingsPanel, ClicksThatComeAtOnceAreAllMadeWhereTheyWere) {
  start();
  w().click_while_it_stands(
      {"texture.bits.16", "texture.channels.2", "texture.bits.32", "texture.bits.8", "texture.bits.16"});
  EXPECT_TRUE(becomes("texture.channels", 2));
  EXPECT_TRUE(becomes("texture.bits", 16));
  w().tap("ctrl+z", 3);
  EXPECT_TRUE(becomes("texture.bits", 16));
  EXPECT_EQ(w().field("texture.channels"), 2);
  w().tap("ctrl+z", 1);
  EXPECT_TRUE(becomes("texture.channels", 4));
}

TEST_F(SettingsPanel, ADragWithinAFrameGoesTheWholeWay) {
  start();
  const Box width = w().box("texture.width");
  w().drag_while_it_stands(width.x(), width.y(), width.x() + 40, width.y());
  EXPECT_TRUE(becomes("texture.width", 84)); // half a texel a pixel
}

TEST_F(SettingsPanel, Sampler) {
  start();
  for (const char* axis : {"sampler.address_x", "sampler.address_y"})
    for (const char* mode : {"clamp", "mirror", "border", "wrap"})
      EXPECT_TRUE(click_sets(std::string(axis) + "." + mode, axis, mode));
  for (const char* filter : {"point", "linear"})
    EXPECT_TRUE(click_sets(std::string("sampler.filter.") + filter, "sampler.filter", filter));
  for (const char* mode : {"element", "normalized_float"})
    EXPECT_TRUE(click_sets(std::string("sampler.read_mode.") + mode, "sampler.read_mode", mode));
  EXPECT_TRUE(click_sets("sampler.srgb.true", "sampler.srgb", true));
  EXPECT_TRUE(click_sets("sampler.srgb.false", "sampler.srgb", false));
  EXPECT_TRUE(click_sets("sampler.normalized_coords.false", "sampler.normalized_coords", false));
  EXPECT_TRUE(click_sets("sampler.normalized_coords.true", "sampler.normalized_coords", true));
}

TEST_F(SettingsPanel, BorderColor) {
  start({"--sampler.address_x", "border"});
  w().enter_value("sampler.border_color.r", "0.25");
  w().enter_value("sampler.border_color.g", "-2");
  w().enter_value("sampler.border_color.b", "1e3");
  w().enter_value("sampler.border_color.a", "1");
  EXPECT_TRUE(becomes("sampler.border_color", Json({0.25, -2, 1000, 1})));
  const Box red = w().box("sampler.border_color.r");
  w().drag(red.x(), red.y(), red.x() + 20, red.y());
  EXPECT_TRUE(w().until([&] { return w().field("sampler.border_color")[0].get<double>() > 0.25; }));
}

TEST_F(SettingsPanel, Fetch) {
  start({"--sampler.normalized_coords", "false"});
  EXPECT_TRUE(click_sets("fetch.coordinates.unscaled", "fetch.coordinates", "unscaled"));
  EXPECT_TRUE(click_sets("fetch.coordinates.scaled", "fetch.coordinates", "scaled"));
  EXPECT_TRUE(click_sets("fetch.sample_at.corner", "fetch.sample_at", "corner"));
  EXPECT_TRUE(click_sets("fetch.sample_at.center", "fetch.sample_at", "center"));
}

TEST_F(SettingsPanel, WriteKernels) {
  start();
  EXPECT_TRUE(click_sets("write.mode.feedback", "write.mode", "feedback"));
  for (const char* rule : {"life", "drift", "diffuse"})
    EXPECT_TRUE(click_sets(std::string("write.feedback.") + rule, "write.feedback", rule));
  for (const char* mode : {"clamp", "zero"})
    EXPECT_TRUE(click_sets(std::string("write.boundary.") + mode, "write.boundary", mode));
  EXPECT_TRUE(click_sets("write.mode.pattern", "write.mode", "pattern"));
  for (const char* pattern : {"rings", "sweep", "waves"})
    EXPECT_TRUE(click_sets(std::string("write.pattern.") + pattern, "write.pattern", pattern));
  EXPECT_TRUE(typing_sets("write.speed", "-12", "write.speed", -12));
  EXPECT_TRUE(click_sets("write.mode.off", "write.mode", "off"));
}

TEST_F(SettingsPanel, AnimationButtons) {
  start({"--write.mode", "pattern", "--paused"});
  EXPECT_TRUE(typing_sets("write.frame", "40", "write.frame", 40));
  w().reach("write.step");
  w().click("write.step");
  EXPECT_TRUE(becomes("write.frame", 41));
  w().click("write.pause");
  EXPECT_TRUE(w().until([&] { return w().field("write.frame") > 50; }));
  w().click("write.pause");
  EXPECT_TRUE(says("write.pause", text(Text::go_on)));
  w().click("write.restart");
  EXPECT_TRUE(becomes("write.frame", 0));
}

TEST_F(SettingsPanel, SectionsFoldToALine) {
  start({"--texture.levels", "7", "--view.projection", "tilted", "--view.tilt", "72", "--fetch.function",
         "grad"});
  EXPECT_TRUE(says("settings.fold.texture", "zone 64 × 64, u8 × 4, 7 levels"));
  EXPECT_TRUE(says("settings.fold.fetch", "tex2DGrad"));
  EXPECT_TRUE(says("settings.fold.scene", "floor, 72°"));
  EXPECT_TRUE(says("settings.fold.write", "off"));
  EXPECT_FALSE(w().shows("texture.width"));
  EXPECT_LT(w().box("sampler.filter.linear").y1, w().box("settings.fold.texture").y0)
      << "the sampler is first";
  w().click("settings.fold.texture");
  EXPECT_TRUE(comes("texture.width"));
  EXPECT_FALSE(w().shows("view.tilt"));
  w().click("settings.fold.texture");
  EXPECT_TRUE(goes("texture.width"));
  // What leads to a setting unfolds its section.
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("tilt");
  ASSERT_TRUE(comes("palette.choice"));
  w().key("Return");
  EXPECT_TRUE(comes("view.tilt"));
  EXPECT_TRUE(says("revealed", "view.tilt"));
}

TEST_F(SettingsPanel, NotesStandAtTheFootAndMoveNoRow) {
  start({"--sampler.filter", "point"});
  const Box row = w().box("sampler.srgb.true"), header = w().box("settings.fold.texture");
  w().click("sampler.normalized_coords.false");
  ASSERT_TRUE(says("note.sampler.address_x", say(Text::note_unnormalized, {"wrap"})));
  EXPECT_EQ(w().box("sampler.srgb.true"), row);
  EXPECT_EQ(w().box("settings.fold.texture"), header);
  EXPECT_GT(w().box("note.sampler.address_x").y0, header.y1);
  w().key("3"); // 32 bits refuse normalized floats
  ASSERT_TRUE(says("note.sampler.read_mode", text(Text::note_normalized32)))
      << "the most severe one is first";
  EXPECT_FALSE(w().shows("note.sampler.address_x"));
  EXPECT_TRUE(says("notes.more", "1"));
  w().click("notes.more");
  EXPECT_TRUE(comes("note.sampler.address_x"));
  w().click("note.sampler.address_x");
  EXPECT_TRUE(says("revealed", "sampler.address_x"));
  w().click("notes.more");
  EXPECT_TRUE(goes("note.sampler.address_x"));
}

TEST_F(SettingsPanel, TheSamplersTitleCountsWhatIsNotAsRequested) {
  start({"--sampler.filter", "point"});
  EXPECT_TRUE(says("settings.effect", text(Text::settings_as_asked)));
  w().click("sampler.normalized_coords.false");
  EXPECT_TRUE(says("settings.effect", "2 changed"));
  w().key("3");
  EXPECT_TRUE(says("settings.effect", "1 refused, 2 changed"));
  w().click("settings.effect");
  EXPECT_TRUE(says("effective.sampler.address_x", "wrap > clamp"));
  w().click("settings.effect");
  EXPECT_TRUE(goes("effective.sampler.address_x"));
}

TEST_F(SettingsPanel, ScenesAreSmallPictures) {
  start();
  w().click("settings.fold.scene");
  ASSERT_TRUE(says("view.projection.flat", "(chosen)"));
  for (const char* scene : {"tilted", "grid", "sheet", "flat"}) {
    w().click(std::string("view.projection.") + scene);
    EXPECT_TRUE(becomes("view.projection", scene));
    EXPECT_TRUE(says(std::string("view.projection.") + scene, "(chosen)"));
  }
  EXPECT_FALSE(w().shows("view.projection.net")) << "a cube's";
}

TEST_F(SettingsPanel, Brush) {
  start({"--write.mode", "brush", "--write.strokes", "8,8,9,9,2,1,1,1,1,-1"});
  EXPECT_TRUE(typing_sets("write.brush_radius", "1.5", "write.brush_radius", 1.5));
  w().reach("write.brush_color.a");
  w().enter_value("write.brush_color.r", "0.5");
  w().enter_value("write.brush_color.g", "0");
  w().enter_value("write.brush_color.b", "0.75");
  w().enter_value("write.brush_color.a", "0.125");
  EXPECT_TRUE(becomes("write.brush_color", Json({0.5, 0, 0.75, 0.125})));
  w().reach("write.strokes");
  EXPECT_TRUE(says("write.strokes", "1"));
  EXPECT_TRUE(click_sets("write.strokes", "write.strokes", Json::array()));
}

TEST_F(SettingsPanel, WrapWithoutNormalizedIsReportedAndFixed) {
  start();
  w().click("sampler.normalized_coords.false");
  const std::string sentence = say(Text::note_unnormalized, {"wrap"});
  ASSERT_TRUE(says("note.sampler.address_x", sentence));
  EXPECT_TRUE(says("note.sampler.address_y", sentence));
  EXPECT_TRUE(says("sampler.address_x.clamp", "(effective)"));
  EXPECT_TRUE(says("status.note", sentence));
  EXPECT_EQ(w().box("note.sampler.address_x"), w().box("note.sampler.address_y")) << "one line for both";
  EXPECT_FALSE(w().shows("notes.more"));
  note_is_cured("sampler.address_x", sentence);
  EXPECT_TRUE(becomes("sampler.normalized_coords", true));
  EXPECT_TRUE(goes("note.sampler.address_y"));
}

TEST_F(SettingsPanel, RefusedFormatsAreReportedAndFixed) {
  start();
  w().click("texture.kind.float");
  note_is_cured("texture.bits", text(Text::note_float8));
  EXPECT_TRUE(becomes("texture.bits", 16));
  note_is_cured("sampler.read_mode", text(Text::note_read_float));
  EXPECT_TRUE(becomes("sampler.read_mode", "element"));
  EXPECT_TRUE(says("status.note", text(Text::status_as_asked)));
  w().click("texture.kind.signed");
  note_is_cured("sampler.filter", text(Text::note_linear_integer));
  EXPECT_TRUE(becomes("sampler.read_mode", "normalized_float"));
  w().click("texture.bits.32");
  note_is_cured("sampler.read_mode", text(Text::note_normalized32));
  EXPECT_TRUE(becomes("sampler.read_mode", "element"));
}

TEST_F(SettingsPanel, SrgbIsReportedAndFixed) {
  start({"--texture.bits", "16"});
  w().click("sampler.srgb.true");
  note_is_cured("sampler.srgb", text(Text::note_srgb));
  EXPECT_TRUE(becomes("texture.bits", 8));
  EXPECT_TRUE(becomes("sampler.srgb", true));
  w().click("texture.channels.2");
  EXPECT_TRUE(says("note.sampler.srgb", text(Text::note_srgb_two)));
}

// The status line offers the fix of the most severe note.
TEST_F(SettingsPanel, StatusLineOffersTheFix) {
  start({"--sampler.normalized_coords", "false"});
  ASSERT_TRUE(says("status.fix", text(Text::fix_normalized)));
  w().click("status.fix");
  EXPECT_TRUE(becomes("sampler.normalized_coords", true));
}

TEST_F(SettingsPanel, RowsWithoutEffectSayWhyAndCanBeMadeToMatter) {
  start();
  ASSERT_TRUE(says("note.sampler.border_color", text(Text::note_border_unused)));
  EXPECT_FALSE(w().shows("sampler.border_color.r"));
  note_is_cured("sampler.border_color", text(Text::note_border_unused));
  EXPECT_TRUE(becomes("sampler.address_x", "border"));
  EXPECT_TRUE(comes("sampler.border_color.r"));
  w().reach("note.fetch.coordinates");
  note_is_cured("fetch.coordinates", text(Text::note_coordinates_unused));
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  EXPECT_TRUE(comes("fetch.coordinates.unscaled"));
  w().reach("note.write.boundary");
  note_is_cured("write.boundary", text(Text::note_boundary_unused));
  EXPECT_TRUE(becomes("write.mode", "feedback"));
  w().reach("write.boundary.clamp");
  EXPECT_TRUE(comes("write.boundary.clamp"));
}

TEST_F(SettingsPanel, RowsThatFewNeedComeAndGo) {
  start();
  EXPECT_FALSE(w().shows("texture.view.true"));
  w().click("settings.more.texture");
  EXPECT_TRUE(says_anywhere("texture.view.true", text(Text::on)));
  w().reach("texture.view.true");
  w().click("texture.view.true");
  w().reach("texture.view_bits.16");
  w().click("texture.view_bits.16");
  EXPECT_TRUE(becomes("texture.view_bits", 16));
  EXPECT_TRUE(says("note.texture.view", text(Text::note_view_bytes))); // four channels of 16 bits in 32
  w().reach("texture.view_channels.2");
  w().click("texture.view_channels.2");
  EXPECT_TRUE(goes("note.texture.view"));
  w().reach("settings.more.texture");
  w().click("settings.more.texture");
  EXPECT_TRUE(goes("texture.channel_kind.plain"));
  EXPECT_TRUE(w().shows("texture.view.true")); // the field is not at its default
}

} // namespace texelscope::gui
