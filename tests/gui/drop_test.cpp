// Files dropped on the window as a desktop drops them (XDND): names of all kinds, several files, and files
// that are no pictures.
#include "gui/gui_test.h"
#include "gui/pictures.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class Drop : public GuiTest {
protected:
  // A picture of a unique width, by which it is identified.
  fs::path picture(const std::string& name, int width) {
    write_flat_png(folder_.path(name), width, 3, 8, {255, 0, 0, 255});
    return folder_.path(name);
  }
  ::testing::AssertionResult drops(const std::vector<fs::path>& files) {
    const Box result = w().box("result");
    if (drop_files(display_->name(), "Texelscope", int(result.x()), int(result.y()), files))
      return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "the window did not accept the drop";
  }
  void expect_picture(const fs::path& file, int width) {
    EXPECT_TRUE(becomes("texture.width", width)) << file;
    EXPECT_EQ(w().field("texture.source"), "file");
    EXPECT_EQ(w().field("texture.path"), file.string());
  }
  // Undoes the drop, so that the next one asks no question about changes.
  void take_back() {
    w().key("ctrl+z");
    EXPECT_TRUE(becomes("texture.source", "zone_plate"));
  }
};

TEST_F(Drop, NamesOfAllKinds) {
  start({"--backend", "cpu"});
  int width = 5;
  for (const char* name :
       {"with spaces.png", "  two  leading.png", "半个纹素 é.png", "100%.png", "%41%2fb%00.png",
        "#1?a=b&c.png", "a+b;'\"`$(x)\\.png", "-.png", "line\nfeed.png", "esc\x1b]0;x\a.png"}) {
    const fs::path file = picture(name, ++width);
    ASSERT_TRUE(drops({file})) << name;
    expect_picture(file, width);
    take_back();
  }
  EXPECT_EQ(width, 15) << "each file was opened";
}

TEST_F(Drop, SeveralFilesAreOpenedInTheirOrder) {
  start({"--backend", "cpu"});
  const fs::path session = folder_.write("s.json", R"({"version": 1, "sampler": {"filter": "point"}})");
  const fs::path file = picture("p q.png", 7);
  ASSERT_TRUE(drops({session, file}));
  expect_picture(file, 7);
  EXPECT_EQ(w().field("sampler.filter"), "point")
      << "the picture was opened in the session dropped before it";
}

TEST_F(Drop, WhatCannotBeOpenedIsReportedAndTheRestIsOpened) {
  start({"--backend", "cpu"});
  fs::create_directory(folder_.path("folder"));
  fs::create_directory(folder_.path("folder.png"));
  const fs::path file = picture("p.png", 9);
  ASSERT_TRUE(drops({folder_.path("folder"), folder_.path("folder.png"), file}));
  EXPECT_TRUE(toasts(say(Text::file_is_folder, {folder_.path("folder").string()})));
  EXPECT_TRUE(toasts(say(Text::file_is_folder, {folder_.path("folder.png").string()})));
  expect_picture(file, 9);
  take_back();
  const Json before = w().session();
  ASSERT_TRUE(drops({folder_.write("no picture.txt", "This is no picture.\n")}));
  EXPECT_TRUE(toasts("no picture.txt"));
  ASSERT_TRUE(drops({folder_.write("cut.png", "\x89PNG\r\n\x1a\n")}));
  EXPECT_TRUE(toasts("cut.png"));
  ASSERT_TRUE(drops({folder_.path("gone.png")}));
  EXPECT_TRUE(toasts(say(Text::no_such_file, {folder_.path("gone.png").string()})));
  EXPECT_EQ(w().session(), before);
}

// The close button of the title bar, which a window manager draws and which sends WM_DELETE_WINDOW.
TEST_F(Drop, TheTitleBarsCloseEndsAWindowWithoutChanges) {
  start({"--backend", "cpu"});
  w().settle();
  close_window(display_->name(), "Texelscope");
  EXPECT_EQ(w().wait_for_end(), 0);
}

} // namespace texelscope::gui
