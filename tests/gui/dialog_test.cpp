// The file dialog by typing, by keys alone and by the mouse, and its questions and messages; input does not
// reach what is behind it.
#include <algorithm>

#include "gui/gui_test.h"
#include "gui/pictures.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class Dialog : public GuiTest {
protected:
  Dialog() {
    write_flat_png(folder_.path("wood.png"), 6, 4, 8, {255, 0, 0, 255});
    fs::create_directory(folder_.path("sub"));
    write_flat_png(folder_.path("sub/inner.png"), 7, 3, 8, {255, 0, 0, 255});
    folder_.write("notes.txt", "no picture");
    folder_.write("mine.json", R"({"version": 1, "texture": {"width": 9}})");
  }
  // The dialog, showing that folder.
  void open(const std::string& key = "ctrl+o") {
    w().key(key);
    ASSERT_TRUE(comes("prompt.path"));
    w().key("ctrl+a");
    w().type(folder_.root().string() + "/");
    w().key("Return");
    ASSERT_TRUE(says("prompt.folder", folder_.root().string()));
    ASSERT_TRUE(comes("prompt.entry.mine.json"));
  }
  std::vector<std::string> entries() {
    std::vector<std::pair<double, std::string>> found;
    for (const Json& item : w().items())
      if (const std::string name = item["name"]; name.starts_with("prompt.entry."))
        found.emplace_back(item["rect"][1], name.substr(13));
    std::sort(found.begin(), found.end());
    std::vector<std::string> names;
    for (const auto& [y, name] : found)
      names.push_back(name);
    return names;
  }
  using Names = std::vector<std::string>;
  ::testing::AssertionResult lists(const Names& names) {
    if (w().until([&] { return entries() == names; })) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "the list has " << ::testing::PrintToString(entries());
  }
};

TEST_F(Dialog, TypingFiltersAndReturnOpensTheFirst) {
  start();
  open();
  EXPECT_TRUE(lists({"sub", "mine.json", "wood.png"}));
  EXPECT_TRUE(says("prompt.title", text(Text::prompt_open)));
  w().type("WO");
  EXPECT_TRUE(lists({"wood.png"}));
  EXPECT_TRUE(says("prompt.choice", "wood.png"));
  w().key("Return");
  EXPECT_TRUE(becomes("texture.width", 6));
  EXPECT_TRUE(goes("prompt.path"));
}

TEST_F(Dialog, TabCompletesAsFarAsNamesAgree) {
  start();
  open();
  w().type("s");
  w().key("Tab");
  EXPECT_TRUE(w().until([&] { return w().text("prompt.path") == "sub/"; })) << w().text("prompt.path");
  EXPECT_TRUE(lists({"inner.png"}));
  w().type("i");
  w().key("Tab");
  EXPECT_TRUE(w().until([&] { return w().text("prompt.path") == "sub/inner.png"; }))
      << w().text("prompt.path");
  w().key("Return");
  EXPECT_TRUE(becomes("texture.width", 7));
}

TEST_F(Dialog, KeysAloneDoItAll) {
  start();
  open();
  w().key("Down");
  EXPECT_TRUE(says("prompt.choice", "sub"));
  w().key("Down");
  EXPECT_TRUE(says("prompt.choice", "mine.json"));
  w().key("Up");
  w().key("Return");
  EXPECT_TRUE(says("prompt.folder", folder_.path("sub").string()));
  EXPECT_TRUE(lists({"inner.png"}));
  w().key("BackSpace");
  EXPECT_TRUE(lists({"sub", "mine.json", "wood.png"}));
  w().type("x");
  w().key("BackSpace");
  w().settle();
  EXPECT_EQ(w().text("prompt.folder"), folder_.root().string()) << "BackSpace deletes the letter first";
  w().key("alt+Up");
  EXPECT_TRUE(says("prompt.folder", folder_.root().parent_path().string()));
  EXPECT_NE(w().text("prompt.folder"), folder_.root().string());
  w().key("alt+2");
  EXPECT_TRUE(says("prompt.folder", w().home().string()));
  w().key("ctrl+a");
  w().type(folder_.root().string() + "/");
  EXPECT_TRUE(lists({"sub", "mine.json", "wood.png"})) << "a folder that is typed shows at once";
  w().key("alt+a");
  EXPECT_TRUE(lists({"sub", "mine.json", "notes.txt", "wood.png"}));
  w().key("Escape");
  EXPECT_TRUE(goes("prompt.path"));
  EXPECT_EQ(history_length(), 1u);
}

TEST_F(Dialog, TheHomeFolderIsATilde) {
  home_ = folder_.path("home");
  start();
  fs::copy_file(folder_.path("wood.png"), home_ / "mine.png");
  w().key("ctrl+o");
  choose_file("~/mine.png");
  EXPECT_TRUE(becomes("texture.width", 6));
}

// Types the path and Return within a few frames.
TEST_F(Dialog, AFastReturnIsNotLost) {
  start();
  for (int time = 0; time < 3; ++time) {
    w().key("ctrl+o");
    ASSERT_TRUE(comes("prompt.path"));
    w().type(folder_.path(time == 1 ? "wood.png" : "sub/inner.png").string());
    w().tap("Return", 1);
    if (time > 0) {
      ASSERT_TRUE(comes("leaving.discard")) << "the picture before is in no session file";
      w().click("leaving.discard");
    }
    EXPECT_TRUE(becomes("texture.width", time == 1 ? 6 : 7));
    EXPECT_TRUE(goes("prompt.path"));
  }
}

TEST_F(Dialog, ByTheMouse) {
  start();
  open();
  w().double_click("prompt.entry.sub");
  EXPECT_TRUE(says("prompt.folder", folder_.path("sub").string()));
  ASSERT_TRUE(lists({"inner.png"}));
  w().click("prompt.up");
  ASSERT_TRUE(lists({"sub", "mine.json", "wood.png"}));
  w().click("prompt.all");
  EXPECT_TRUE(lists({"sub", "mine.json", "notes.txt", "wood.png"}));
  w().click("prompt.by_size");
  EXPECT_TRUE(lists({"sub", "notes.txt", "mine.json", "wood.png"})) << "10 and 41 bytes, and more";
  w().click("prompt.by_name");
  w().click("prompt.all");
  ASSERT_TRUE(lists({"sub", "mine.json", "wood.png"}));
  w().click("prompt.place.home");
  EXPECT_TRUE(says("prompt.folder", w().home().string()));
  w().click("prompt.cancel");
  EXPECT_TRUE(goes("prompt.path"));
  open();
  w().click("prompt.entry.wood.png");
  EXPECT_TRUE(says("prompt.choice", "wood.png"));
  w().click("prompt.ok");
  EXPECT_TRUE(becomes("texture.width", 6));
  w().key("ctrl+s");
  choose_file(folder_.path("kept.json"));
  w().key("ctrl+o");
  ASSERT_TRUE(comes("prompt.entry.mine.json")) << "it begins in the folder of the last file";
  w().double_click("prompt.entry.mine.json");
  EXPECT_TRUE(becomes("texture.width", 9));
}

TEST_F(Dialog, ADoubleClickIsOneHoweverLongAFrameLasts) {
  start();
  open();
  w().click_while_it_stands({"prompt.entry.sub", "prompt.entry.sub"});
  EXPECT_TRUE(says("prompt.folder", folder_.path("sub").string()));
  w().click("prompt.up");
  ASSERT_TRUE(lists({"sub", "mine.json", "wood.png"}));
  w().double_click_over_a_long_frame("prompt.entry.sub");
  EXPECT_TRUE(says("prompt.folder", folder_.path("sub").string()));
  w().click("prompt.up");
  ASSERT_TRUE(lists({"sub", "mine.json", "wood.png"}));
  w().click("prompt.entry.sub");
  pause_for(2.5);
  w().click("prompt.entry.sub");
  w().settle(5);
  EXPECT_EQ(w().text("prompt.folder"), folder_.root().string()) << "these are two clicks";
}

TEST_F(Dialog, NothingBehindIsReached) {
  start();
  w().key("f");
  ASSERT_TRUE(becomes("sampler.filter", "point"));
  const Json before = w().session();
  const std::string badge = w().text("badge");
  const Box menu = w().box("menu.file"), backend = w().box("badge"),
            option = w().box("sampler.filter.linear");
  open();
  for (const char* key :
       {"ctrl+z", "ctrl+n", "ctrl+p", "ctrl+q", "ctrl+t", "F1", "F2", "F5", "F12", "ctrl+s"})
    w().key(key);
  w().type("nfrwc8g");
  w().click_at(menu.x(), menu.y());
  w().click_at(backend.x(), backend.y());
  w().click_at(option.x0 + 3, option.y());
  w().wheel(1200, 300, 2);
  w().drag(1200, 300, 1240, 340);
  w().settle();
  EXPECT_TRUE(w().process().running());
  EXPECT_EQ(w().session(), before);
  EXPECT_EQ(w().text("badge"), badge);
  for (const char* item : {"command.open", "palette.query", "sheet.title", "leaving.title", "toast.0"})
    EXPECT_FALSE(w().shows(item)) << item;
  EXPECT_TRUE(says("prompt.path", "nfrwc8g")) << "what is typed is the name";
  w().key("Escape");
  EXPECT_TRUE(goes("prompt.path"));
  EXPECT_EQ(history_length(), 2u);
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
}

TEST_F(Dialog, AsksBeforeItReplaces) {
  start({"--texture.width", "33"});
  const std::string old = folder_.read("mine.json");
  open("ctrl+shift+s");
  w().key("ctrl+a");
  w().type("mine"); // the ending is completed
  w().key("Return");
  EXPECT_TRUE(says("prompt.question", say(Text::file_replace, {"mine.json"})));
  w().key("Return"); // "no" is the default
  EXPECT_TRUE(goes("prompt.question"));
  EXPECT_TRUE(w().shows("prompt.path"));
  EXPECT_EQ(folder_.read("mine.json"), old);
  w().key("Return");
  ASSERT_TRUE(comes("prompt.question"));
  w().key("Escape");
  EXPECT_TRUE(goes("prompt.question"));
  EXPECT_TRUE(w().shows("prompt.path"));
  w().click("prompt.entry.mine.json"); // its name is copied into the field
  EXPECT_TRUE(says("prompt.path", "mine.json"));
  w().click("prompt.ok");
  ASSERT_TRUE(comes("prompt.question"));
  w().key("Left");
  w().key("Return");
  EXPECT_TRUE(goes("prompt.path"));
  EXPECT_TRUE(toasts(say(Text::saved, {folder_.path("mine.json").string()})));
  EXPECT_EQ(saved(folder_.path("mine.json")).at("texture").at("width"), 33);
  EXPECT_TRUE(says("session_name", "mine.json"));
  w().key("n");
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
  open("ctrl+shift+s");
  w().double_click("prompt.entry.mine.json");
  ASSERT_TRUE(comes("prompt.replace"));
  w().click("prompt.replace");
  EXPECT_TRUE(w().until(
      [&] { return saved(folder_.path("mine.json")).at("sampler").at("normalized_coords") == false; }));
}

TEST_F(Dialog, ANameIsKeptOnTheWayToAnotherFolder) {
  start();
  open("ctrl+shift+s");
  EXPECT_TRUE(says("prompt.path", "session.json"));
  w().key("ctrl+a");
  w().type("kept");
  w().double_click("prompt.entry.sub");
  EXPECT_TRUE(says("prompt.folder", folder_.path("sub").string()));
  EXPECT_TRUE(says("prompt.path", "kept"));
  w().key("Return");
  EXPECT_TRUE(toasts(say(Text::saved, {folder_.path("sub/kept.json").string()})));
  EXPECT_TRUE(fs::exists(folder_.path("sub/kept.json")));
}

TEST_F(Dialog, SaysWhyAFolderCannotBeRead) {
  start();
  open();
  w().type("notes.txt/");
  EXPECT_TRUE(says("prompt.empty", say(Text::folder_not_one, {folder_.path("notes.txt").string()})));
  w().key("Return");
  EXPECT_TRUE(says("prompt.note", say(Text::folder_not_one, {folder_.path("notes.txt").string()})));
  w().key("ctrl+a");
  w().type("gone/");
  EXPECT_TRUE(says("prompt.empty", say(Text::folder_missing, {folder_.path("gone").string()})));
  w().key("ctrl+a");
  w().type("sub/");
  EXPECT_TRUE(lists({"inner.png"}));
  fs::remove_all(folder_.path("sub")); // while it is shown
  EXPECT_TRUE(says("prompt.empty", say(Text::folder_missing, {folder_.path("sub").string()})));
  w().key("ctrl+a");
  w().type("zzz");
  EXPECT_TRUE(says("prompt.empty", say(Text::file_no_match, {"zzz"})));
  w().key("Return");
  EXPECT_TRUE(says("prompt.note", say(Text::no_such_file, {folder_.path("zzz").string()})));
}

TEST_F(Dialog, RecentFiles) {
  home_ = folder_.path("home");
  start();
  w().key("ctrl+o");
  choose_file(folder_.path("sub/inner.png"));
  EXPECT_TRUE(becomes("texture.width", 7));
  w().key("ctrl+s");
  choose_file(folder_.path("kept.json"));
  EXPECT_EQ(w().close(), 0);
  start(); // the recent files are remembered
  w().key("ctrl+o");
  ASSERT_TRUE(comes("prompt.path"));
  w().key("alt+1");
  const std::string inner = folder_.path("sub/inner.png").string(), kept = folder_.path("kept.json").string();
  EXPECT_TRUE(lists({kept, inner})) << "the latest comes first";
  w().type("inner");
  EXPECT_TRUE(lists({inner}));
  w().key("Return");
  EXPECT_TRUE(becomes("texture.width", 7));
  EXPECT_TRUE(goes("prompt.path"));
  fs::remove(inner);
  w().click("menu.file");
  ASSERT_TRUE(comes("recent.0"));
  EXPECT_EQ(w().text("recent.0"), inner);
  w().click("recent.0");
  EXPECT_TRUE(toasts(say(Text::no_such_file, {inner})));
  w().click("menu.file");
  ASSERT_TRUE(says("recent.0", kept)) << "a missing file is dropped from the list";
  w().key("Escape");
}

TEST_F(Dialog, HasRoomInEveryWindowAndLanguage) {
  struct Look {
    int width, height;
    const char *scale, *language;
  };
  for (const auto& [width, height, scale, language] : {Look{960, 540, "1", "en"},
                                                       {960, 540, "1", "zh-Hans"},
                                                       {1280, 720, "1", "zh-Hans"},
                                                       {1920, 1080, "2", "en"},
                                                       {1920, 1080, "2", "zh-Hans"}}) {
    window_.reset();
    display_.reset();
    start({"--scale", scale, "--language", language}, width, height);
    for (const char* key : {"ctrl+o", "ctrl+shift+s"}) {
      w().key(key);
      ASSERT_TRUE(comes("prompt.path"));
      w().key("ctrl+a");
      w().type(folder_.path("mine.json").string());
      w().settle();
      w().key(std::string(key) == "ctrl+o" ? "alt+a" : "Return");
      if (std::string(key) != "ctrl+o") {
        EXPECT_TRUE(comes("prompt.question"));
      }
      w().settle();
      for (const Json& item : w().items()) {
        const std::string name = item["name"];
        if (!name.starts_with("prompt.") || !item["visible"]) continue;
        EXPECT_FALSE(item.contains("cut")) << item << " at " << width << " in " << language;
        EXPECT_LE(item["rect"][2], width) << item;
        EXPECT_LE(item["rect"][3], height) << item;
        EXPECT_GE(item["rect"][0], 0) << item;
      }
      EXPECT_TRUE(is_drawn("prompt.")) << width << " " << language << " " << key;
      w().key("Escape");
      w().key("Escape");
      ASSERT_TRUE(goes("prompt.path"));
    }
  }
}

} // namespace texelscope::gui
