#include "app/window/document.h"

#include <fstream>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "tests/temp_folder.h"
#include "tests/with_width.h"

namespace texelscope {
namespace {

TEST(Document, OneGestureIsOneChange) {
  Document document(with_width(1), {}, {});
  for (int width = 2; width < 9; ++width)
    document.edit(with_width(width), true, width / 60.0);
  document.edit(with_width(8), false, 1);
  document.edit(with_width(8), false, 1.1);
  document.edit(with_width(9), false, 9);
  EXPECT_EQ(document.changes().entries().size(), 3u);
  document.undo();
  EXPECT_EQ(document.session().texture.width, 8);
  document.undo();
  EXPECT_EQ(document.session().texture.width, 1);
  document.undo();
  EXPECT_EQ(document.session().texture.width, 1) << "there is nothing more to undo";
}

TEST(Document, ALessonLeavesTheUsersOwnSessionAlone) {
  Document document(with_width(1), {}, {});
  document.begin_lesson(with_width(2), with_width(50)); // changed in the same frame
  document.change(with_width(51));
  EXPECT_EQ(document.own(), with_width(2));
  EXPECT_TRUE(document.unsaved());
  document.end_lesson();
  EXPECT_FALSE(document.in_lesson());
  EXPECT_EQ(document.session(), with_width(2));
  document.undo();
  EXPECT_EQ(document.session(), with_width(1));
}

TEST(Document, TheFrameNumberAloneIsNoUnsavedChange) {
  Document document(with_width(1), {}, {});
  document.advance_frame();
  EXPECT_EQ(document.session().write.frame, 1);
  EXPECT_FALSE(document.unsaved());
  EXPECT_EQ(document.changes().entries().size(), 1u);
  document.change(with_width(2));
  EXPECT_TRUE(document.unsaved());
  document.start_fresh();
  EXPECT_FALSE(document.unsaved());
}

TEST(Document, KnowsWhenItsFileHoldsSomethingElse) {
  const tests::TempFolder folder;
  const auto write = [&](const char* name, const std::string& content) {
    std::ofstream(folder / name) << content;
  };
  const auto file = folder / "a.json";
  const std::string read = "{\"version\": 1}";
  write("a.json", read);
  const LoadedSession loaded = load_session(file);
  EXPECT_EQ(loaded.text, read);
  Document document(loaded.session, file, loaded.base, loaded.text);
  EXPECT_FALSE(document.file_changed());
  write("a.json", read);
  EXPECT_FALSE(document.file_changed()) << "written as it was";
  write("a.json", read + " ");
  EXPECT_TRUE(document.file_changed());
  write("a.json", "{\"version\" :1}");
  EXPECT_TRUE(document.file_changed()) << "of the same length";
  document.save_own(file);
  EXPECT_FALSE(document.file_changed());
  write("a.json", "");
  EXPECT_TRUE(document.file_changed());
  std::filesystem::remove(file);
  EXPECT_FALSE(document.file_changed()) << "there is nothing to lose";
  write("a.json", std::string(max_session_bytes + 1, ' '));
  EXPECT_TRUE(document.file_changed());
  write("b.json", read);
  document.open(loaded.session, folder / "b.json", {}, read);
  EXPECT_FALSE(document.file_changed());
  document.start_opening(file, {}, read);
  EXPECT_FALSE(document.file_changed()) << "still b";
  document.finish_opening(loaded.session, "", {});
  EXPECT_TRUE(document.file_changed());
  document.start_fresh();
  EXPECT_FALSE(document.file_changed());
}

TEST(Document, SavingMakesTheFileItsOwnAndACopyDoesNot) {
  const tests::TempFolder folder;
  Document document(with_width(1), {}, folder.root());
  document.change(with_width(2));
  document.save_copy(folder / "copy.json");
  EXPECT_TRUE(document.unsaved());
  EXPECT_TRUE(document.path().empty());
  document.save_own(folder / "own.json");
  EXPECT_FALSE(document.unsaved());
  EXPECT_EQ(document.name(), "own.json");
  EXPECT_EQ(load_session(folder / "own.json").session.texture.width, 2);
}

TEST(Document, InALessonTheUsersOwnSessionIsWhatIsSaved) {
  const tests::TempFolder folder;
  Document document(with_width(1), {}, folder.root());
  document.change(with_width(2));
  document.begin_lesson(document.session(), with_width(50));
  document.save_own(folder / "own.json");
  EXPECT_FALSE(document.unsaved());
  EXPECT_EQ(document.session(), with_width(50));
  EXPECT_EQ(load_session(folder / "own.json").session.texture.width, 2);
  document.save_copy(folder / "copy.json");
  EXPECT_EQ(load_session(folder / "copy.json").session.texture.width, 50);
}

TEST(Document, TheChangesBeforeAFileOfAnotherFolderKeepTheirTextures) {
  const tests::TempFolder folder;
  Session relative;
  relative.texture.source = Source::file;
  relative.texture.path = "brick.png";
  Document document(relative, folder / "a.json", folder.root());
  document.open(with_width(2), "/elsewhere/b.json", "/elsewhere");
  document.undo();
  EXPECT_EQ(document.session().texture.path, (folder / "brick.png").string());
}

TEST(Document, AFileBeingReadBecomesOneChangeOrIsRefused) {
  Document document(with_width(1), {}, {});
  const Limits limits;
  document.start_opening({}, {});
  EXPECT_TRUE(document.is_opening());
  EXPECT_THROW(document.finish_opening(std::nullopt, "It is not there.", limits), UserError);
  EXPECT_FALSE(document.is_opening());
  document.start_opening({}, {});
  EXPECT_THROW(document.finish_opening(with_width(limits.largest[std::size_t(SizeLimit::opengl_2d)][0] + 1),
                                       {}, limits),
               UserError);
  EXPECT_EQ(document.session(), with_width(1));
  document.start_opening("b.json", {});
  document.finish_opening(with_width(3), {}, limits);
  EXPECT_EQ(document.session(), with_width(3));
  EXPECT_EQ(document.name(), "b.json");
  EXPECT_FALSE(document.unsaved());
}

TEST(Document, APictureThatIsBeingReadIsForgottenWhenALessonOpens) {
  Document document(with_width(1), {}, {});
  document.start_opening({}, {});
  document.begin_lesson(document.session(), with_width(50));
  EXPECT_FALSE(document.is_opening());
  document.end_lesson();
  document.start_opening("b.json", {});
  document.begin_lesson(document.session(), with_width(50));
  EXPECT_TRUE(document.is_opening()) << "opening a session leaves the lesson";
}

TEST(Document, RestoredChangesComeAfterTheContentsOfTheFile) {
  const tests::TempFolder folder;
  Document document(with_width(1), {}, {});
  document.restore({with_width(3), folder / "own.json"}, {with_width(2), folder.root(), {}});
  EXPECT_EQ(document.session(), with_width(3));
  EXPECT_TRUE(document.unsaved());
  document.undo();
  EXPECT_EQ(document.session(), with_width(2));
  EXPECT_FALSE(document.unsaved());
}

} // namespace
} // namespace texelscope
