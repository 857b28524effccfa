// The gallery of shipped sessions, by mouse and by keys; sessions in the palette.
#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class Gallery : public GuiTest {
protected:
  int without_picture() {
    int count = 0;
    for (const Json& item : w().items())
      count += item["name"].get<std::string>().starts_with("example.") &&
               item["text"].get<std::string>().find("(no picture)") != std::string::npos;
    return count;
  }
};

TEST_F(Gallery, ShowsEverySessionWithItsPicture) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  choose_from_menu("file", "command.examples");
  ASSERT_TRUE(comes("example.01-zone-plate-wrap"));
  int examples = 0;
  for (const Json& item : w().items())
    examples += item["name"].get<std::string>().starts_with("example.");
  EXPECT_EQ(examples, 68);
  EXPECT_TRUE(w().until([&] { return without_picture() == 0; })) << without_picture();
  EXPECT_TRUE(is_drawn("example"));
  w().reach("example.33-gradients");
  w().click("example.33-gradients");
  EXPECT_TRUE(becomes("fetch.function", "grad"));
  EXPECT_TRUE(goes("examples.title"));
}

TEST_F(Gallery, IsUsedByKeysAlone) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("examples");
  w().key("Return");
  ASSERT_TRUE(comes("examples.title"));
  EXPECT_TRUE(says("example.66-beyond-the-edge", "(chosen)"));
  w().key("Right");
  w().key("Right");
  EXPECT_TRUE(says("example.02-wrap-needs-normalized", "(chosen)"));
  w().key("Down");
  EXPECT_FALSE(w().text("example.02-wrap-needs-normalized").ends_with("(chosen)"));
  w().key("Up");
  EXPECT_TRUE(says("example.02-wrap-needs-normalized", "(chosen)"));
  w().key("f");
  w().settle();
  EXPECT_EQ(w().field("sampler.filter"), "linear") << "letters do not reach the window behind";
  w().key("Return");
  EXPECT_TRUE(becomes("sampler.address_y", "mirror"));
  EXPECT_TRUE(goes("examples.title"));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("example anisotropy");
  EXPECT_TRUE(says("palette.choice", "Example: Anisotropy"));
  w().key("Return");
  EXPECT_TRUE(becomes("sampler.max_anisotropy", 16));
  w().key("ctrl+p");
  ASSERT_TRUE(comes("palette.query"));
  w().type("width 256");
  EXPECT_TRUE(says("palette.choice", "texture width = 256"));
  w().key("Return");
  EXPECT_TRUE(becomes("texture.width", 256));
}

} // namespace texelscope::gui
