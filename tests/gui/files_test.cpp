// Files by the keyboard and by dropping them, files that are broken, and what comes back at the next start.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "gui/gui_test.h"
#include "gui/pictures.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class Files : public GuiTest {
protected:
  fs::path write(const std::string& name, const std::string& bytes) { return folder_.write(name, bytes); }
  // A 6 x 4 picture of 16 bits, all texels (1, 0, 0.5, 1).
  fs::path picture() {
    write_flat_png(folder_.path("flat.png"), 6, 4, 16, {65535, 0, 32768, 65535});
    return folder_.path("flat.png");
  }
  void answer_prompt(const std::string& key, const std::string& path) {
    w().key(key);
    choose_file(path);
  }
  void opened_picture_is_there() {
    EXPECT_TRUE(becomes("texture.width", 6));
    EXPECT_TRUE(becomes("texture.height", 4));
    EXPECT_TRUE(becomes("texture.bits", 16));
    EXPECT_TRUE(becomes("texture.kind", "unsigned"));
    EXPECT_TRUE(becomes("texture.channels", 4));
    EXPECT_TRUE(becomes("texture.source", "file"));
    const Box texture = w().box("texture");
    w().move(texture.x(), texture.y());
    EXPECT_TRUE(w().until([&] {
      std::istringstream stream(w().text("status.value"));
      std::string texel, place;
      double r = -1, g = -1, b = -1, a = -1;
      stream >> texel >> place >> r >> g >> b >> a;
      return r == 1 && g == 0 && std::abs(b - 32768 / 65535.0) < 1e-6 && a == 1;
    })) << w().text("status.value");
  }
  // Refused at once, in the dialog, which stays open.
  void refused_in_dialog(const std::string& key, const fs::path& file, const std::string& message) {
    const Json before = w().session();
    w().key(key);
    type_path(file);
    EXPECT_TRUE(says("prompt.note", message)) << file;
    EXPECT_TRUE(w().shows("prompt.path"));
    w().key("Escape");
    EXPECT_TRUE(goes("prompt.path"));
    EXPECT_EQ(w().session(), before) << file;
  }
  // Refused after the file was read.
  void refused(const fs::path& file, const std::string& message) {
    const Json before = w().session();
    answer_prompt("ctrl+o", file.string());
    EXPECT_TRUE(toasts(message)) << file;
    EXPECT_EQ(w().session(), before) << file;
  }
};

TEST_F(Files, OpensAPicture) {
  start({"--texture.bits", "8", "--texture.width", "100"});
  answer_prompt("ctrl+o", picture().string());
  opened_picture_is_there();
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("texture.source", "zone_plate"));
  EXPECT_TRUE(becomes("texture.width", 100));
}

TEST_F(Files, OpensAFileGivenAtTheStart) {
  start({picture().string()});
  opened_picture_is_there();
}

TEST_F(Files, TakesWhatIsDropped) {
  start();
  const Box result = w().box("result");
  ASSERT_TRUE(drop_files(display_->name(), "Texelscope", int(result.x()), int(result.y()), {picture()}));
  opened_picture_is_there();
  w().key("ctrl+s");
  choose_file(folder_.path("with-picture.json"));
  const auto session =
      write("dropped.json", R"({"version": 1, "sampler": {"filter": "point"}, "texture": {"width": 9}})");
  ASSERT_TRUE(drop_files(display_->name(), "Texelscope", int(result.x()), int(result.y()), {session}));
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_TRUE(becomes("texture.width", 9));
}

TEST_F(Files, BrokenPicturesAreRefusedWithASentence) {
  const std::string whole = contents(picture());
  start();
  refused_in_dialog("ctrl+o", folder_.path("nowhere.png"),
                    say(Text::no_such_file, {folder_.path("nowhere.png").string()}));
  refused(write("cut.png", whole.substr(0, whole.size() - 30)), "cut.png");
  refused(write("empty.png", ""), say(Text::image_empty, {folder_.path("empty.png").string()}));
  refused(write("prose.png", "This is no picture.\n"), "prose.png");
  refused(write("prose.txt", "This is no picture.\n"), "prose.txt");
}

TEST_F(Files, BrokenSessionsAreRefusedWithASentence) {
  start();
  const auto refused = [&](const fs::path& file, const std::string& message) {
    refused_in_dialog("ctrl+o", file, message);
  };
  refused(write("syntax.json", "{\"version\": 1, "), "syntax.json");
  refused(write("field.json", R"({"version": 1, "sampler": {"filtre": "point"}})"), "filter"); // did you mean
  refused(write("type.json", R"({"version": 1, "texture": {"width": "wide"}})"), "width");
  refused(write("range.json", R"({"version": 1, "texture": {"width": 0}})"), "268435456");
  refused(write("newer.json", R"({"version": 2})"), "version");
}

TEST_F(Files, SavesAndOpensASession) {
  start({"--texture.width", "33"});
  EXPECT_TRUE(says("session_name", text(Text::session_unnamed)));
  w().key("f");
  EXPECT_TRUE(says("session_name", " *"));
  const auto file = folder_.path("mine.json");
  answer_prompt("ctrl+shift+s", file.string());
  EXPECT_TRUE(toasts(say(Text::saved, {file.string()})));
  EXPECT_TRUE(w().until([&] { return w().text("session_name") == "mine.json"; })) << w().text("session_name");
  EXPECT_EQ(saved(file).at("sampler").at("filter"), "point");
  EXPECT_EQ(saved(file).at("texture").at("width"), 33);
  // A changed session is saved again without a question.
  w().key("n");
  EXPECT_TRUE(says("session_name", "mine.json *"));
  w().key("ctrl+s");
  EXPECT_TRUE(w().until([&] { return saved(file).at("sampler").at("normalized_coords") == false; }));
  EXPECT_FALSE(w().shows("prompt.path"));
  w().key("ctrl+n");
  EXPECT_TRUE(becomes("texture.width", 64));
  answer_prompt("ctrl+o", file.string());
  EXPECT_TRUE(becomes("texture.width", 33));
  EXPECT_TRUE(becomes("sampler.normalized_coords", false));
}

// As another window or an editor does.
TEST_F(Files, AsksBeforeItOverwritesWhatWasWrittenMeanwhile) {
  const std::string first = R"({"version": 1, "texture": {"width": 9}})";
  const std::string theirs = R"({"version": 1, "texture": {"width": 8}})";
  const auto file = write("mine.json", first);
  start({file.string()});
  w().key("f");
  ASSERT_TRUE(becomes("sampler.filter", "point"));
  write("mine.json", theirs);
  w().key("ctrl+s");
  ASSERT_TRUE(comes("overwrite.yes"));
  EXPECT_TRUE(says("leaving.title", text(Text::title_overwriting)));
  EXPECT_TRUE(says("leaving.question", say(Text::overwrite_question, {"mine.json"})));
  EXPECT_TRUE(says("leaving.reason", text(Text::overwrite_reason)));
  EXPECT_TRUE(is_drawn("overwrite."));
  w().key("Escape");
  EXPECT_TRUE(goes("overwrite.yes"));
  EXPECT_EQ(contents(file), theirs);
  EXPECT_TRUE(says("session_name", "mine.json *"));
  w().key("ctrl+s"); // Enter does not overwrite either
  ASSERT_TRUE(comes("overwrite.yes"));
  w().key("Return");
  choose_file(folder_.path("other.json"));
  EXPECT_TRUE(w().until([&] { return w().text("session_name") == "other.json"; }));
  EXPECT_EQ(contents(file), theirs);
  EXPECT_EQ(saved(folder_.path("other.json")).at("texture").at("width"), 9);
  ASSERT_TRUE(goes("prompt.path"));
  w().settle(5);
  w().key("n");
  EXPECT_TRUE(says("session_name", "other.json *"));
  write("other.json", theirs);
  w().key("ctrl+s");
  ASSERT_TRUE(comes("overwrite.yes"));
  w().click("overwrite.yes");
  EXPECT_TRUE(w().until([&] { return w().text("session_name") == "other.json"; }));
  EXPECT_EQ(saved(folder_.path("other.json")).at("sampler").at("normalized_coords"), false);
}

TEST_F(Files, OverwritesWithoutAQuestionWhereNothingIsLost) {
  const auto file = write("mine.json", R"({"version": 1, "texture": {"width": 9}})");
  const auto saves = [&](const std::string& key) {
    w().key(key);
    EXPECT_TRUE(says("session_name", "mine.json *"));
    w().key("ctrl+s");
    EXPECT_TRUE(w().until([&] { return w().text("session_name") == "mine.json"; }));
    EXPECT_FALSE(w().shows("overwrite.yes"));
  };
  start({file.string()});
  saves("f");
  write("mine.json", contents(file)); // touched
  saves("n");
  fs::remove(file);
  saves("f");
  EXPECT_EQ(saved(file).at("sampler").at("normalized_coords"), false);
  answer_prompt("ctrl+o", write("second.json", R"({"version": 1, "texture": {"width": 7}})").string());
  EXPECT_TRUE(becomes("texture.width", 7));
  answer_prompt("ctrl+o", file.string());
  EXPECT_TRUE(becomes("texture.width", 9));
  saves("n");
}

TEST_F(Files, AsksAlsoWhereItSavesBeforeItCloses) {
  const std::string theirs = R"({"version": 1, "texture": {"width": 8}})";
  const auto file = write("mine.json", R"({"version": 1})");
  start({file.string()});
  const auto leaves = [&] {
    w().key("ctrl+q");
    ASSERT_TRUE(comes("leaving.save"));
    w().click("leaving.save");
    ASSERT_TRUE(comes("overwrite.cancel"));
  };
  w().key("f");
  ASSERT_TRUE(becomes("sampler.filter", "point"));
  write("mine.json", theirs);
  leaves();
  w().click("overwrite.cancel");
  EXPECT_TRUE(goes("overwrite.cancel"));
  w().key("ctrl+z"); // the window goes on
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
  w().key("f");
  ASSERT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_EQ(contents(file), theirs);
  leaves();
  w().key("Left"); // from "save as", which Enter would take
  w().last_key("Return");
  EXPECT_EQ(w().wait_for_end(), 0);
  EXPECT_EQ(saved(file).at("sampler").at("filter"), "point");
}

// ulimit -f sends a signal that ends most programs.
TEST_F(Files, AFileOverALimitIsAMessageAndTheWindowGoesOn) {
  const std::string program = program_.string();
  program_ = "prlimit";
  start({"--fsize=100000", program, "--texture.source", "noise", "--texture.width", "2048",
         "--texture.height", "2048", "--sampler.filter", "point"});
  w().key("F12");
  EXPECT_TRUE(toasts("File too large"));
  EXPECT_FALSE(fs::exists(w().folder() / "texelscope-1.png"));
  // The window writes its map and its settings meanwhile; a file that was left is there each time.
  EXPECT_TRUE(w().until([&] {
    const fs::directory_iterator entries(w().folder());
    return std::none_of(fs::begin(entries), fs::end(entries), [](const auto& entry) {
      return entry.path().filename().string().starts_with(".texelscope-");
    });
  }));
  answer_prompt("ctrl+shift+s", folder_.path("small.json").string());
  EXPECT_TRUE(toasts(say(Text::saved, {folder_.path("small.json").string()})));
}

TEST_F(Files, UnwritablePathsAreRefusedWithASentence) {
  start();
  refused_in_dialog("ctrl+shift+s", folder_.path("none/mine.json"),
                    say(Text::folder_missing, {folder_.path("none").string()}));
  EXPECT_TRUE(says("session_name", text(Text::session_unnamed)));
}

TEST_F(Files, SavesThePicture) {
  start();
  w().key("F12");
  const auto file = w().folder() / "texelscope-1.png";
  ASSERT_TRUE(toasts(say(Text::saved, {file.string()})));
  const Shot picture = read_png(file);
  const Box result = w().box("result");
  EXPECT_EQ(picture.width, int(result.x1 - result.x0));
  EXPECT_EQ(picture.height, int(result.y1 - result.y0));
  w().key("F12");
  EXPECT_TRUE(toasts("texelscope-2.png")); // the first file is kept
  choose_from_menu("file", "command.save_picture_as");
  choose_file(folder_.path("values.npy"));
  EXPECT_TRUE(toasts("values.npy"));
  EXPECT_EQ(read_values(folder_.path("values.npy")).height, picture.height);
}

TEST_F(Files, SavesTheTextureAsItIsWritten) {
  start({"--texture.width", "5", "--texture.height", "3", "--texture.channels", "1", "--texture.source",
         "one_hot", "--write.mode", "brush", "--write.strokes", "1.5,1.5,1.5,1.5,0.5,1,1,1,1,-1"});
  const auto save_as = [&](const std::string& name) {
    choose_from_menu("file", "command.save_texture_as");
    ASSERT_TRUE(says("prompt.title", text(Text::prompt_texture)));
    ASSERT_TRUE(says("prompt.path", "texture.dds"));
    type_path(folder_.path(name));
  };
  const auto refuses = [&](const std::string& message) {
    EXPECT_TRUE(says("prompt.note", message));
    w().key("Escape");
    ASSERT_TRUE(goes("prompt.path"));
  };
  for (const char* name : {"texels.npy", "texels.dds", "texels.png"}) {
    save_as(name);
    ASSERT_TRUE(goes("prompt.path"));
    EXPECT_TRUE(toasts(say(Text::saved, {folder_.path(name).string()})));
    const Image texture = read_image(folder_.path(name));
    ASSERT_EQ(texture.width, 5);
    ASSERT_EQ(texture.height, 3);
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 5; ++x)
        EXPECT_EQ(texture.bits_at(x, y, 0), (x == 1 && y == 1) || (x == 0 && y == 0) ? 255u : 0u) << name;
  }
  save_as("texels.tiff");
  refuses(say(Text::file_other_ending, {"texels.tiff", ".dds, .npy, .png"}));
  EXPECT_FALSE(fs::exists(folder_.path("texels.tiff")));
  save_as("none/texels.dds");
  refuses(say(Text::folder_missing, {folder_.path("none").string()}));
  ASSERT_TRUE(typing_sets("texture.levels", "2", "texture.levels", 2));
  save_as("levels.npy");
  refuses(say(Text::texture_one_level, {folder_.path("levels.npy").string(), "2"}));
  save_as("levels.dds");
  ASSERT_TRUE(goes("prompt.path"));
  EXPECT_TRUE(toasts(say(Text::saved, {folder_.path("levels.dds").string()})));
  EXPECT_EQ(read_image(folder_.path("levels.dds")).level_count, 2);
}

TEST_F(Files, TheLastSessionComesBack) {
  home_ = folder_.path("home");
  start();
  w().key("f");
  w().enter_value("texture.height", "77");
  EXPECT_TRUE(becomes("texture.height", 77));
  w().key("ctrl+t");
  w().key("ctrl+2");
  EXPECT_TRUE(goes("panel.why"));
  EXPECT_EQ(w().close(), 0);
  const auto comes_back = [&] {
    EXPECT_TRUE(becomes("texture.height", 77));
    EXPECT_TRUE(becomes("sampler.filter", "point"));
    EXPECT_FALSE(w().shows("panel.why"));
    EXPECT_GT(int(take_shot(display_->name()).at(700, 3)[1]), 190) << "the light theme";
    EXPECT_FALSE(w().shows("hint"));
  };
  start();
  comes_back();
  // A session given by flags takes precedence over the last one.
  EXPECT_EQ(w().close(), 0);
  start({"--texture.width", "12"});
  EXPECT_TRUE(becomes("texture.width", 12));
  EXPECT_TRUE(becomes("sampler.filter", "linear"));
}

TEST_F(Files, TheLastPictureComesBack) {
  home_ = folder_.path("home");
  start();
  answer_prompt("ctrl+o", picture().string());
  opened_picture_is_there();
  EXPECT_EQ(w().close(), 0);
  start();
  opened_picture_is_there();
  w().click("menu.file");
  w().settle();
}

TEST_F(Files, BrokenSettingsDoNotStopTheStart) {
  home_ = folder_.path("home");
  start();
  w().key("f");
  EXPECT_TRUE(becomes("sampler.filter", "point"));
  EXPECT_EQ(w().close(), 0);
  int broken = 0;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(home_))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  for (const auto& file : files) {
    std::ofstream(file) << "{\"version\": 1, nonsense";
    ++broken;
  }
  ASSERT_GE(broken, 2) << "settings and the last session are saved";
  start();
  EXPECT_TRUE(comes("toast.0")) << "the fault is reported";
  EXPECT_EQ(w().field("sampler.filter"), "linear");
  EXPECT_EQ(w().close(), 0);
  start();
  EXPECT_FALSE(w().shows("toast.0")) << "the fault is reported only once";
}

} // namespace texelscope::gui
