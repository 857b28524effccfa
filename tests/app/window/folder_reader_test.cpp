// What the file dialog learns about folders: what is in them, or why they cannot be read.
#include "app/window/folder_reader.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using tests::TempFolder;

TEST(FolderReader, ListsWhatIsThere) {
  const TempFolder folder;
  fs::create_directory(folder.path("sub"));
  folder.write("a.png", std::string(1234, 'x'));
  fs::create_symlink(folder.path("sub"), folder.path("link"));
  fs::create_symlink(folder.path("nowhere"), folder.path("dangling"));
  const ui::FolderListing listing = read_folder(folder.root());
  EXPECT_EQ(listing.folder, folder.root().string());
  EXPECT_EQ(listing.failure, "");
  ASSERT_EQ(listing.entries.size(), 4u);
  const ui::FolderEntry* file = ui::entry_named(listing, "a.png");
  ASSERT_NE(file, nullptr);
  EXPECT_FALSE(file->folder);
  EXPECT_EQ(file->size, 1234u);
  EXPECT_EQ(file->changed.size(), std::string("2026-11-23 08:15").size());
  EXPECT_GT(file->changed_at, 1600000000);
  EXPECT_TRUE(ui::entry_named(listing, "sub")->folder);
  EXPECT_TRUE(ui::entry_named(listing, "link")->folder) << "a link to a folder opens as one";
  EXPECT_FALSE(ui::entry_named(listing, "dangling")->folder);
}

TEST(FolderReader, SaysWhyAFolderCannotBeRead) {
  const TempFolder folder;
  folder.write("file", "x");
  fs::create_directory(folder.path("locked"));
  fs::permissions(folder.path("locked"), fs::perms::none);
  const auto failure = [&](const char* name) { return read_folder(folder.path(name)).failure; };
  EXPECT_EQ(failure("gone"), say(Text::folder_missing, {folder.path("gone").string()}));
  EXPECT_EQ(failure("file"), say(Text::folder_not_one, {folder.path("file").string()}));
  const tests::WithoutRoot nobody;
  EXPECT_EQ(failure("locked"),
            say(Text::folder_unreadable, {folder.path("locked").string(), "Permission denied"}));
}

TEST(FolderReader, RecentFilesThatAreGoneAreMarked) {
  const TempFolder folder;
  const std::string there = folder.write("a.png", "xy").string(), gone = folder.path("b.png").string();
  const ui::FolderListing listing = list_recent({gone, there});
  ASSERT_EQ(listing.entries.size(), 2u);
  EXPECT_EQ(listing.entries[0].name, gone);
  EXPECT_TRUE(listing.entries[0].missing);
  EXPECT_FALSE(listing.entries[1].missing);
  EXPECT_EQ(listing.entries[1].size, 2u);
}

TEST(FolderReader, ReadsAnotherFolderAtOnceAndTheSameOneEachSecond) {
  const TempFolder folder;
  FolderReader reader;
  const auto count = [&](double now) {
    reader.update(folder.root().string(), {}, now, true);
    return reader.listing().entries.size();
  };
  EXPECT_EQ(count(10), 0u);
  EXPECT_EQ(reader.listing().folder, folder.root().string());
  folder.write("a.png", "x");
  EXPECT_EQ(count(10.5), 0u);
  EXPECT_EQ(count(11.1), 1u);
  folder.write("b.png", "x");
  reader.forget();
  EXPECT_EQ(count(11.2), 2u);
  reader.update((folder.root() / "gone").string(), {}, 11.3, true);
  EXPECT_EQ(reader.listing().folder, (folder.root() / "gone").string());
  EXPECT_NE(reader.listing().failure, "");
}

TEST(Shipped, AreTheAssetsOwnFilesThroughLinksToo) {
  const TempFolder folder;
  const fs::path session = fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/sessions/05-mirror.json";
  ASSERT_EQ(fs::canonical(assets_folder()), fs::canonical(fs::path(TEXELSCOPE_SOURCE_DIR) / "assets"));
  EXPECT_TRUE(is_shipped(session));
  EXPECT_TRUE(is_shipped(session.parent_path()));
  EXPECT_TRUE(is_shipped(session.parent_path() / "../sessions/./05-mirror.json"));
  fs::create_symlink(session, folder.path("link.json"));
  fs::create_directory_symlink(session.parent_path(), folder.path("sessions"));
  EXPECT_TRUE(is_shipped(folder.path("link.json")));
  EXPECT_TRUE(is_shipped(folder.path("sessions/05-mirror.json")));
  EXPECT_FALSE(is_shipped(folder.write("05-mirror.json", "{}")));
  EXPECT_FALSE(is_shipped(session.parent_path() / "mine.json")) << "no such file is there";
  EXPECT_FALSE(is_shipped(fs::path(TEXELSCOPE_SOURCE_DIR) / "README.md"));
}

} // namespace
} // namespace texelscope
