// Dimensions, storage, mip levels, functions and views by the mouse, and what C++ AMP says.
#include "gui/gui_test.h"

#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class Dimensions : public GuiTest {
protected:
  void hover_middle() {
    const Box b = w().box("result");
    w().move(b.x(), b.y());
  }
};

TEST_F(Dimensions, EachBringsItsRows) {
  start();
  EXPECT_FALSE(w().shows("texture.depth"));
  choose("texture.dimension", "3d");
  ASSERT_TRUE(comes("texture.depth"));
  EXPECT_TRUE(typing_sets("texture.depth", "5", "texture.depth", 5));
  EXPECT_TRUE(click_sets("sampler.address_z.mirror", "sampler.address_z", "mirror"));
  EXPECT_TRUE(click_sets("fetch.slice_axis.x", "fetch.slice_axis", "x"));
  EXPECT_TRUE(typing_sets("fetch.slice", "0.25", "fetch.slice", 0.25));
  unfold_why();
  hover_middle();
  EXPECT_TRUE(says_anywhere("why.axis.texels.2", " ")); // two slices
  choose("texture.dimension", "1d");
  EXPECT_TRUE(goes("texture.height"));
  EXPECT_TRUE(comes("plot"));
  choose("texture.dimension", "2d_layered");
  EXPECT_TRUE(typing_sets("fetch.layer", "3", "fetch.layer", 3));
  hover_middle();
  EXPECT_TRUE(says_anywhere("why.layer", "3"));
}

// One texel of slice 3 is 1; slice 2 is shown.
TEST_F(Dimensions, ASlabFoldsFetchesAndSaysWhich) {
  start({"--texture.dimension", "3d",    "--texture.width",    "4",     "--texture.height", "4",
         "--texture.depth",     "4",     "--texture.channels", "1",     "--texture.source", "one_hot",
         "--texture.hot_x",     "2",     "--texture.hot_y",    "2",     "--texture.hot_z",  "3",
         "--sampler.filter",    "point", "--view.center_x",    "0.625", "--view.center_y",  "0.625"});
  unfold_why();
  hover_middle();
  ASSERT_TRUE(says("why.bits.0", "00000000"));
  EXPECT_FALSE(w().shows("fetch.slab_samples"));
  const auto hovered = [&](const std::string& value) {
    hover_middle();
    return says("why.bits.0", value);
  };
  EXPECT_TRUE(click_sets("fetch.slab.maximum", "fetch.slab", "maximum"));
  EXPECT_TRUE(typing_sets("fetch.slab_samples", "4", "fetch.slab_samples", 4));
  EXPECT_TRUE(hovered("3f800000"));
  EXPECT_TRUE(
      says_anywhere("why.picture.error", say(Text::explain_slab, {"3", "4", text(Text::slab_maximum)})));
  EXPECT_TRUE(says_anywhere("why.z", "0.625"));
  EXPECT_TRUE(says_anywhere("why.result.r", "00000000")) << "the value of the middle slice";
  EXPECT_TRUE(says_anywhere("why.returned", "bit for bit")) << "the value of all slices together";
  EXPECT_TRUE(click_sets("fetch.slab.mean", "fetch.slab", "mean"));
  EXPECT_TRUE(hovered("3e800000")); // 0.25
  EXPECT_TRUE(typing_sets("fetch.slab_thickness", "0.5", "fetch.slab_thickness", 0.5));
  EXPECT_TRUE(hovered("00000000")) << "slices 1 and 2";
  EXPECT_TRUE(click_sets("fetch.slab.off", "fetch.slab", "off"));
  EXPECT_TRUE(goes("fetch.slab_samples"));
  hover_middle();
  EXPECT_TRUE(says_anywhere("why.picture.error", "One texel has all of the weight"));
}

TEST_F(Dimensions, ASphereIsTurnedByTheMouse) {
  start({"--texture.source", "uv_grid"});
  choose("texture.dimension", "cube");
  choose("view.projection", "sphere");
  const Box b = w().box("result");
  unfold_why();
  w().drag(b.x(), b.y(), b.x() + 60, b.y());
  EXPECT_TRUE(w().until([&] { return w().field("view.yaw").get<double>() < 25; })) << w().field("view.yaw");
  hover_middle();
  EXPECT_TRUE(says_anywhere("why.face", ""));
  EXPECT_TRUE(click_sets("sampler.seamless_cube.true", "sampler.seamless_cube", true));
  EXPECT_TRUE(says_anywhere("note.sampler.address_x", text(Text::note_seamless)));
  choose("view.projection", "net");
  choose("view.projection", "sheet");
  hover_middle();
  EXPECT_TRUE(comes("why.pixel"));
}

TEST_F(Dimensions, LevelsAreMadeChosenAndExplained) {
  start({"--texture.source", "checkerboard"});
  unfold_why();
  EXPECT_TRUE(typing_sets("texture.levels", "5", "texture.levels", 5));
  EXPECT_TRUE(click_sets("texture.mips.tinted", "texture.mips", "tinted"));
  choose("fetch.function", "lod");
  EXPECT_TRUE(typing_sets("fetch.lod", "1.5", "fetch.lod", 1.5));
  hover_middle();
  EXPECT_TRUE(says_anywhere("why.lod", "1.5 = 384/256"));
  EXPECT_TRUE(says_anywhere("why.tap.0", "L1"));
  EXPECT_TRUE(says_anywhere("why.tap.4", "L2"));
  EXPECT_TRUE(typing_sets("view.level", "2", "view.level", 2));
  EXPECT_TRUE(says("texture.summary", "16"));
  choose("fetch.function", "grad");
  choose("view.projection", "tilted");
  EXPECT_TRUE(typing_sets("view.tilt", "70", "view.tilt", 70));
}

TEST_F(Dimensions, UnsupportedSettingsAreReportedAndFixed) {
  start();
  choose("texture.dimension", "3d");
  EXPECT_TRUE(click_sets("texture.storage.pitch", "texture.storage", "pitch"));
  ASSERT_TRUE(says("note.texture.storage", say(Text::note_storage, {label(Storage::pitch)})));
  w().reach("fix.texture.storage");
  w().click("fix.texture.storage");
  EXPECT_TRUE(becomes("texture.dimension", "2d"));
  EXPECT_TRUE(goes("fix.texture.storage"));
  choose("fetch.function", "texel");
  ASSERT_TRUE(says("note.fetch.function", text(Text::note_texel)));
  w().reach("fix.fetch.function");
  w().click("fix.fetch.function");
  EXPECT_TRUE(becomes("texture.storage", "linear"));
  EXPECT_TRUE(becomes("texture.dimension", "1d"));
}

TEST_F(Dimensions, AmpShowsItsExactMessages) {
  start();
  choose_from_menu("labs", "command.lab_amp");
  ASSERT_TRUE(says("amp.sentence", "texture<unorm_4, 2>"));
  w().click("amp.tex2");
  EXPECT_TRUE(says("amp.example.message", "error C2338: Invalid value_type for set method."));
  EXPECT_TRUE(becomes("texture.dimension", "1d"));
  EXPECT_TRUE(becomes("texture.channels", 2));
  w().click("amp.tex3");
  EXPECT_TRUE(says("amp.example.message", "unsupported_feature: Both read and write are detected"));
  w().click("amp.tex3"); // deselected: the verdict of the session's texture
  EXPECT_TRUE(says("amp.sentence", "texture<int, 1>"));
  w().key("Escape");
  EXPECT_TRUE(goes("amp.sentence"));
}

} // namespace texelscope::gui
