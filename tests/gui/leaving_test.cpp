// Before unsaved changes are lost the program asks; shipped sessions stay unchanged; leaving a lesson
// restores the session before it.
#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class Leaving : public GuiTest {
protected:
  void change() {
    w().key("f");
    ASSERT_TRUE(becomes("sampler.filter", "point"));
  }
  void open_lesson() {
    choose_from_menu("lessons", "lesson.half-a-texel");
    ASSERT_TRUE(comes("panel.lesson"));
    ASSERT_TRUE(becomes("texture.width", 5));
    w().settle();
    w().key("Escape"); // leaves the answer's field, which has the keys
  }
  std::vector<std::string> journal() {
    std::vector<std::string> all;
    for (const Json& item : w().items())
      if (const std::string name = item["name"]; name.starts_with("journal."))
        all.push_back(name + " " + item["text"].get<std::string>());
    return all;
  }
  // Copies the program and its assets, which a test may try to damage.
  void install() {
    const fs::path bin = folder_.path("bin");
    fs::create_directory(bin);
    fs::copy_file(TEXELSCOPE_PROGRAM, bin / "texelscope");
    fs::copy(fs::path(TEXELSCOPE_SOURCE_DIR) / "assets", bin / "assets", fs::copy_options::recursive);
    program_ = bin / "texelscope";
  }
  fs::path shipped(const std::string& name) { return folder_.path("bin/assets/sessions") / name; }
};

TEST_F(Leaving, WithoutChangesItEndsAtOnce) {
  start();
  change();
  w().key("ctrl+z"); // undone: no change
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  w().last_key("ctrl+q");
  EXPECT_EQ(w().wait_for_end(), 0);
}

TEST_F(Leaving, QuittingAsksAndKeysAnswer) {
  start();
  change();
  w().key("ctrl+q");
  EXPECT_TRUE(says("leaving.question", say(Text::leaving_question, {text(Text::session_unnamed)})));
  EXPECT_TRUE(says("leaving.reason", text(Text::leaving_quit)));
  const Json before = w().session();
  for (const char* key : {"n", "ctrl+z", "ctrl+o", "ctrl+p", "F1"})
    w().key(key); // keys do not reach what is behind the dialog
  w().settle();
  EXPECT_EQ(w().session(), before);
  EXPECT_TRUE(w().shows("leaving.title"));
  w().key("Escape");
  EXPECT_TRUE(goes("leaving.title"));
  w().key("ctrl+q");
  ASSERT_TRUE(comes("leaving.title"));
  w().key("Left"); // wraps from the first button to "cancel"
  w().key("Return");
  EXPECT_TRUE(goes("leaving.title"));
  EXPECT_TRUE(w().process().running());
  w().key("ctrl+q");
  ASSERT_TRUE(comes("leaving.title"));
  w().key("Right");
  w().last_key("Return");
  EXPECT_EQ(w().wait_for_end(), 0);
}

TEST_F(Leaving, TheCloseButtonAsksAndTheMouseAnswers) {
  start();
  change();
  close_window(display_->name(), "Texelscope");
  ASSERT_TRUE(comes("leaving.title"));
  w().click("leaving.cancel");
  EXPECT_TRUE(goes("leaving.title"));
  EXPECT_TRUE(w().process().running());
  EXPECT_EQ(w().field("sampler.filter"), "point");
  close_window(display_->name(), "Texelscope");
  ASSERT_TRUE(comes("leaving.title"));
  EXPECT_TRUE(is_drawn("leaving."));
  EXPECT_EQ(w().close(), 0); // by a click on "don't save"
}

TEST_F(Leaving, SavingGoesOnWithWhatWasWanted) {
  const auto mine = folder_.write("mine.json", R"({"version": 1, "texture": {"width": 9}})");
  const auto other = folder_.write("other.json", R"({"version": 1, "texture": {"width": 13}})");
  start({mine.string()});
  change();
  w().key("ctrl+o");
  choose_file(other);
  EXPECT_TRUE(says("leaving.question", say(Text::leaving_question, {"mine.json"})));
  EXPECT_TRUE(says("leaving.reason", say(Text::leaving_open, {"other.json"})));
  EXPECT_EQ(w().field("texture.width"), 9) << "the opening waits for the answer";
  w().click("leaving.save");
  EXPECT_TRUE(becomes("texture.width", 13));
  EXPECT_EQ(saved(mine).at("sampler").at("filter"), "point");
  EXPECT_TRUE(goes("leaving.title"));
  w().key("n");
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  w().key("ctrl+q");
  ASSERT_TRUE(comes("leaving.title"));
  w().last_key("Return"); // "save" is the default
  EXPECT_EQ(w().wait_for_end(), 0);
  EXPECT_EQ(saved(other).at("sampler").at("normalized_coords"), false);
}

TEST_F(Leaving, SavingWithoutANameAsksForOne) {
  start({"--texture.width", "33"});
  change();
  w().key("ctrl+q");
  ASSERT_TRUE(comes("leaving.title"));
  w().key("Return");
  EXPECT_TRUE(says("prompt.path", "session.json"));
  w().key("Escape"); // closing the dialog cancels quitting
  EXPECT_TRUE(goes("prompt.path"));
  w().key("ctrl+shift+s");
  choose_file(folder_.path("first.json"));
  w().settle(8);
  EXPECT_TRUE(w().process().running());
  w().key("n");
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  w().key("ctrl+n");
  EXPECT_TRUE(says("leaving.reason", text(Text::leaving_new)));
  w().click("leaving.discard");
  EXPECT_TRUE(becomes("texture.width", 64));
  EXPECT_TRUE(goes("leaving.title"));
  change();
  w().key("ctrl+q");
  ASSERT_TRUE(comes("leaving.title"));
  w().key("Return");
  ASSERT_TRUE(comes("prompt.path"));
  w().key("ctrl+a");
  w().type(folder_.path("last").string());
  ASSERT_TRUE(says("prompt.path", "last"));
  w().last_key("Return");
  EXPECT_EQ(w().wait_for_end(), 0);
  EXPECT_EQ(saved(folder_.path("last.json")).at("sampler").at("filter"), "point");
}

TEST_F(Leaving, WhatIsDroppedAsksToo) {
  const auto other = folder_.write("other.json", R"({"version": 1, "texture": {"width": 13}})");
  start();
  change();
  const Box result = w().box("result");
  const auto drop = [&] {
    ASSERT_TRUE(drop_files(display_->name(), "Texelscope", int(result.x()), int(result.y()), {other}));
  };
  drop();
  ASSERT_TRUE(comes("leaving.title"));
  w().click("leaving.cancel");
  EXPECT_TRUE(goes("leaving.title"));
  EXPECT_EQ(w().field("sampler.filter"), "point");
  drop();
  ASSERT_TRUE(comes("leaving.title"));
  w().click("leaving.discard");
  EXPECT_TRUE(becomes("texture.width", 13));
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  w().key("ctrl+z"); // unsaved changes can still be restored
  EXPECT_TRUE(becomes("sampler.filter", "point"));
}

TEST_F(Leaving, ALessonsChangesAreNotTheUsers) {
  start({"--backend", "cpu"});
  open_lesson();
  w().key("f");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_EQ(w().text("session_name").find('*'), std::string::npos);
  w().last_key("ctrl+q");
  EXPECT_EQ(w().wait_for_end(), 0);
}

TEST_F(Leaving, QuittingALessonOffersToSaveTheUsersOwnSession) {
  const auto mine = folder_.write("mine.json", R"({"version": 1, "texture": {"width": 48}})");
  start({"--backend", "cpu", mine.string()});
  change();
  open_lesson();
  EXPECT_TRUE(says("session_name", "mine.json *"));
  EXPECT_EQ(w().field("sampler.address_x"), "clamp");
  w().key("f");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().key("ctrl+s"); // saves the lesson's state to a file of its own
  EXPECT_TRUE(says("prompt.path", "half-a-texel.json"));
  choose_file(folder_.path("lesson.json"));
  EXPECT_TRUE(toasts("lesson.json"));
  EXPECT_EQ(saved(folder_.path("lesson.json")).at("texture").at("width"), 5);
  EXPECT_EQ(saved(mine).at("texture").at("width"), 48);
  EXPECT_FALSE(saved(mine).contains("sampler"));
  w().key("ctrl+q");
  EXPECT_TRUE(says("leaving.question", say(Text::leaving_own_question, {"mine.json"})));
  w().last_key("Return");
  EXPECT_EQ(w().wait_for_end(), 0);
  EXPECT_EQ(saved(mine).at("texture").at("width"), 48);
  EXPECT_EQ(saved(mine).at("sampler").at("filter"), "point");
  EXPECT_EQ(saved(mine).at("sampler").at("address_x"), "wrap");
  EXPECT_EQ(saved(mine).at("texture").at("bits"), 8);
}

TEST_F(Leaving, ALessonGivesBackTheListOfChanges) {
  start({"--backend", "cpu", "--texture.width", "48"});
  show_tab("history");
  change();
  w().key("n");
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  w().key("c");
  EXPECT_TRUE(becomes("sampler.address_x", "clamp"));
  w().key("ctrl+z"); // this change can be redone
  EXPECT_TRUE(becomes("sampler.address_x", "wrap"));
  const auto before = journal();
  const Json session = w().session();
  ASSERT_EQ(before.size(), 4u);
  open_lesson();
  w().key("f");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  w().key("F8");
  w().settle();
  w().key("ctrl+z");
  w().settle();
  choose_from_menu("lessons", "command.lesson_leave");
  EXPECT_TRUE(becomes("texture.width", 48));
  w().settle();
  EXPECT_EQ(w().session(), session);
  show_tab("history");
  EXPECT_EQ(journal(), before);
  w().key("ctrl+shift+z");
  EXPECT_TRUE(becomes("sampler.address_x", "clamp"));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.address_x", "wrap"));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.normalized_coords", true));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  w().key("ctrl+z"); // nothing is left to undo
  w().settle();
  EXPECT_EQ(w().field("texture.width"), 48);
}

TEST_F(Leaving, OpeningASessionEndsTheLesson) {
  const auto other = folder_.write("other.json", R"({"version": 1, "texture": {"width": 13}})");
  start({"--backend", "cpu", "--texture.width", "48"});
  open_lesson();
  w().key("ctrl+o");
  choose_file(other);
  EXPECT_TRUE(becomes("texture.width", 13));
  EXPECT_TRUE(goes("panel.lesson"));
  EXPECT_TRUE(says("session_name", "other.json"));
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("texture.width", 48)) << "the user's own session comes before it";
}

TEST_F(Leaving, ShippedSessionsAreNeverWrittenOver) {
  install();
  const fs::path mirror = shipped("05-mirror.json");
  const std::string bytes = contents(mirror);
  ASSERT_NE(bytes, "");
  fs::create_symlink(mirror, folder_.path("link.json"));
  start({mirror.string()});
  change();
  w().key("ctrl+s");
  ASSERT_TRUE(comes("prompt.path"));
  EXPECT_TRUE(says("prompt.path", "05-mirror.json"));
  EXPECT_EQ(w().text("prompt.folder"), w().folder().string()) << "the dialog shows a folder of the user";
  type_path(mirror);
  EXPECT_TRUE(says("prompt.note", say(Text::file_shipped, {mirror.string()})));
  type_path(folder_.path("link.json"));
  EXPECT_TRUE(says("prompt.note", say(Text::file_shipped, {folder_.path("link.json").string()})));
  EXPECT_EQ(contents(mirror), bytes);
  w().key("ctrl+a");
  w().type("05-mirror.json");
  w().key("Return");
  EXPECT_TRUE(goes("prompt.path"));
  const fs::path own = w().folder() / "05-mirror.json";
  EXPECT_EQ(saved(own).at("sampler").at("filter"), "point");
  w().settle(5);
  w().key("n");
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  w().key("ctrl+s"); // that file is overwritten
  EXPECT_TRUE(w().until([&] { return saved(own).at("sampler").at("normalized_coords") == false; }));
  EXPECT_FALSE(w().shows("prompt.path"));
  EXPECT_EQ(contents(mirror), bytes);
  choose_from_menu("file", "command.save_picture_as");
  type_path(shipped("nan-and-infinity.npy")); // a file of any kind
  EXPECT_TRUE(says("prompt.note", say(Text::file_shipped, {shipped("nan-and-infinity.npy").string()})));
}

TEST_F(Leaving, AShippedSessionKeepsItsTextureElsewhere) {
  install();
  start({shipped("50-block-compressed.json").string()});
  ASSERT_TRUE(becomes("texture.source", "file"));
  change();
  w().key("ctrl+q");
  ASSERT_TRUE(comes("leaving.title"));
  w().key("Return"); // the session has a name, but not one to save under
  EXPECT_TRUE(says("prompt.path", "50-block-compressed.json"));
  w().last_key("Return");
  EXPECT_EQ(w().wait_for_end(), 0);
  const fs::path own = w().folder() / "50-block-compressed.json";
  const std::string texture = saved(own).at("texture").at("path");
  EXPECT_TRUE(fs::equivalent(own.parent_path() / texture, shipped("blocks.dds"))) << texture;
}

} // namespace texelscope::gui
