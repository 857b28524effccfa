// What is typed into the file dialog: paths, the filter, completion, endings.
#include "ui/frame/file_dialog.h"

#include <gtest/gtest.h>

#include "kernels/unit/image_io/read_image.h"

namespace texelscope::ui {
namespace {

const FolderListing listing{.folder = "/home/me",
                            .entries = {{.name = "wood.png", .size = 3000, .changed_at = 30},
                                        {.name = "Textures", .folder = true, .changed_at = 5},
                                        {.name = "woven.PNG", .size = 200, .changed_at = 40},
                                        {.name = ".cache", .folder = true, .changed_at = 6},
                                        {.name = "notes.txt", .size = 10, .changed_at = 50},
                                        {.name = "brick.json", .size = 90, .changed_at = 20},
                                        {.name = "tiles", .folder = true, .changed_at = 7}},
                            .failure = {}};

FileDialog opening() {
  FileDialog dialog;
  dialog.folder = dialog.wanted = "/home/me";
  dialog.endings = {".json", ".png"};
  return dialog;
}

std::string names(const FileDialog& dialog, std::string_view typed) {
  std::string all;
  for (std::size_t i : shown_entries(listing, dialog, typed))
    all += (all.empty() ? "" : " ") + listing.entries[i].name;
  return all;
}

std::string typed(const std::string& input) {
  const TypedPath path = typed_path(input, "/home/me", "/home/me");
  return path.folder + " | " + path.name;
}

TEST(TypedPath, IsAFolderAndAName) {
  EXPECT_EQ(typed(""), "/home/me | ");
  EXPECT_EQ(typed("wo"), "/home/me | wo");
  EXPECT_EQ(typed("tiles/"), "/home/me/tiles | ");
  EXPECT_EQ(typed("tiles/a b.png"), "/home/me/tiles | a b.png");
  EXPECT_EQ(typed("/"), "/ | ");
  EXPECT_EQ(typed("/etc"), "/ | etc");
  EXPECT_EQ(typed("/usr//share/x"), "/usr/share | x");
  EXPECT_EQ(typed("../you/x"), "/home/you | x");
  EXPECT_EQ(typed("~"), "/home/me | ");
  EXPECT_EQ(typed("~/x.png"), "/home/me | x.png");
  EXPECT_EQ(typed("~/tiles/x.png"), "/home/me/tiles | x.png");
  EXPECT_EQ(typed("~x"), "/home/me | ~x");
}

TEST(TypedPath, JoinsAndGoesUp) {
  EXPECT_EQ(joined_path("/home/me", ".."), "/home");
  EXPECT_EQ(joined_path("/home/me", "."), "/home/me");
  EXPECT_EQ(joined_path("/", "etc"), "/etc");
  EXPECT_EQ(joined_path("", "/etc/x.png"), "/etc/x.png");
  EXPECT_EQ(parent_path("/home/me"), "/home");
  EXPECT_EQ(parent_path("/home"), "/");
  EXPECT_EQ(parent_path("/"), "/");
}

TEST(FileList, FoldersComeFirstThenFilesOfTheKindsThatCanBeUsed) {
  EXPECT_EQ(names(opening(), ""), "Textures tiles brick.json wood.png woven.PNG");
  FileDialog all = opening();
  all.all_files = true;
  EXPECT_EQ(names(all, ""), ".cache Textures tiles brick.json notes.txt wood.png woven.PNG");
}

TEST(FileList, ATypedNameFiltersInAnyCase) {
  EXPECT_EQ(names(opening(), "WO"), "wood.png woven.PNG");
  EXPECT_EQ(names(opening(), "t"), "Textures tiles"); // notes.txt cannot be used here
  EXPECT_EQ(names(opening(), "nothing"), "");
  EXPECT_EQ(names(opening(), ".c"), ".cache") << "a name that begins with a dot";
}

TEST(FileList, IsOrderedByEachColumn) {
  FileDialog dialog = opening();
  dialog.order = FileOrder::size;
  EXPECT_EQ(names(dialog, "o"), "brick.json woven.PNG wood.png");
  dialog.order = FileOrder::changed;
  dialog.descending = true;
  EXPECT_EQ(names(dialog, ""), "tiles Textures woven.PNG wood.png brick.json");
  dialog.order = FileOrder::name;
  EXPECT_EQ(names(dialog, "wo"), "woven.PNG wood.png");
}

TEST(FileList, ANewNameToSaveByHidesNothing) {
  FileDialog dialog = opening();
  dialog.saves = true;
  EXPECT_EQ(names(dialog, "wood.png"), "Textures tiles brick.json wood.png woven.PNG")
      << "the suggested name hides nothing";
  dialog.edited = true;
  EXPECT_EQ(names(dialog, "wood"), "wood.png");
  EXPECT_EQ(names(dialog, "mine.json"), "Textures tiles brick.json wood.png woven.PNG");
}

TEST(FileList, RecentFilesStayInTheirOrder) {
  FolderListing recent{.folder = std::string(recent_files),
                       .entries = {{.name = "/b.png"}, {.name = "/a.png"}, {.name = "/c.txt"}},
                       .failure = {}};
  FileDialog dialog = opening();
  dialog.folder = dialog.wanted = recent_files;
  EXPECT_EQ(shown_entries(recent, dialog, ""), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(shown_entries(recent, dialog, "A.P"), (std::vector<std::size_t>{1}));
}

TEST(Completion, GoesAsFarAsNamesAgree) {
  const auto completed = [](const std::string& name) {
    return completed_name(listing, shown_entries(listing, opening(), name), name);
  };
  EXPECT_EQ(completed("w"), "wo");
  EXPECT_EQ(completed("woo"), "wood.png");
  EXPECT_EQ(completed("wov"), "woven.PNG");
  EXPECT_EQ(completed("T"), "Textures/");
  EXPECT_EQ(completed("ti"), "tiles/");
  EXPECT_EQ(completed("WOO"), "wood.png") << "where no name has these letters, the case does not matter";
  EXPECT_EQ(completed("rick"), "rick") << "the text occurs only inside a name";
  EXPECT_EQ(completed("nothing"), "nothing");
}

TEST(Completion, CutsNoCharacter) {
  const FolderListing two{.folder = "/",
                          .entries = {{.name = "纹理.png"}, {.name = "纹素.png"}},
                          .failure = {}}; // 理 and 素 differ in a later byte
  const FolderListing near{
      .folder = "/", .entries = {{.name = "a\xe4\xb8\x80"}, {.name = "a\xe4\xb8\x81"}}, .failure = {}};
  EXPECT_EQ(completed_name(two, std::vector<std::size_t>{0, 1}, ""), "纹");
  EXPECT_EQ(completed_name(near, std::vector<std::size_t>{0, 1}, "a"), "a");
}

TEST(Endings, AreCompletedOrRefused) {
  const std::vector<std::string_view> one = {".json"}, many = {".png", ".exr", ".npy"};
  EXPECT_EQ(name_with_ending("mine", one), "mine.json");
  EXPECT_EQ(name_with_ending("mine.", one), "mine.json");
  EXPECT_EQ(name_with_ending("mine.JSON", one), "mine.JSON");
  EXPECT_EQ(name_with_ending("v1.2", one), "v1.2.json");
  EXPECT_EQ(name_with_ending("picture", many), "picture.png");
  EXPECT_EQ(name_with_ending("picture.npy", many), "picture.npy");
  EXPECT_EQ(name_with_ending("picture.tiff", many), std::nullopt);
  EXPECT_FALSE(has_ending(".png", many)) << "that is a hidden file";
}

TEST(Endings, OfImagesAreThoseThatAreRead) {
  for (const char* name : {"a.png", "a.jpg", "a.jpeg", "a.exr", "a.npy", "a.dds", "a.tiff", "a.pgm", "a.HDR",
                           "a.raw", "a.bin", "A.DDS"})
    EXPECT_TRUE(has_ending(name, image_endings())) << name;
  for (const char* name : {"a.gif", "a.txt", "a", "png", "a.png.txt"})
    EXPECT_FALSE(has_ending(name, image_endings())) << name;
}

TEST(Sizes, AreShort) {
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(1000), "1.0 kB");
  EXPECT_EQ(size_text(123456), "123 kB");
  EXPECT_EQ(size_text(999960), "1.0 MB");
  EXPECT_EQ(size_text(2500000000), "2.5 GB");
}

} // namespace
} // namespace texelscope::ui
