// Wherever a session is saved, and from whichever folder, its file leads to the same texture.
#include "kernels/state/stored/texture_path.h"

#include <gtest/gtest.h>

#include "kernels/state/stored/session_file.h"
#include "tests/environment.h"
#include "tests/program.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

class TexturePath : public ::testing::Test {
protected:
  // a/blocks.dds, a/in/, b/, far/away/ and else/
  void SetUp() override {
    root = fs::canonical(folder.root());
    for (const char* name : {"a/in", "b", "far/away", "else"})
      fs::create_directories(root / name);
    write(root / "a/blocks.dds", "texels");
    session.texture.source = Source::file;
    session.texture.path = "blocks.dds";
  }
  // Opens a session by the first name and saves it by the second, in the current folder. Returns the texture
  // path in the saved file.
  std::string saved(const fs::path& opened, const fs::path& to) {
    const LoadedSession loaded = load_session(opened);
    EXPECT_TRUE(fs::equivalent(root / "a/blocks.dds", texture_path(loaded.session, loaded.base))) << opened;
    std::string written = save_session(to, loaded.session, loaded.base);
    const LoadedSession again = load_session(to);
    EXPECT_EQ(again.session.texture.path, written);
    EXPECT_TRUE(fs::equivalent(root / "a/blocks.dds", texture_path(again.session, again.base)))
        << to << " " << written;
    return written;
  }

  tests::TempFolder folder;
  fs::path root;
  Session session;
};

TEST_F(TexturePath, StaysAsItIsFromAnyCurrentFolder) {
  for (const char* current : {"a", "", "else"}) {
    const WithCurrentFolder in(root / current);
    for (const fs::path& name : {root / "a/s.json", fs::relative(root / "a/s.json"),
                                 fs::path(".") / fs::relative(root / "a/s.json")}) {
      save_session(root / "a/s.json", session, root / "a");
      EXPECT_EQ(saved(name, name), "blocks.dds") << current << " " << name;
      EXPECT_EQ(saved(name, root / "a/s.json"), "blocks.dds") << current << " " << name;
      EXPECT_EQ(saved(root / "a/s.json", name), "blocks.dds") << current << " " << name;
    }
  }
}

TEST_F(TexturePath, OtherFoldersNameNearFilesRelativelyAndFarOnesAbsolutely) {
  for (const char* current : {"a", "", "else"}) {
    const WithCurrentFolder in(root / current);
    save_session(root / "a/s.json", session, root / "a");
    EXPECT_EQ(saved(fs::relative(root / "a/s.json"), root / "s.json"), "a/blocks.dds");
    EXPECT_EQ(saved(fs::relative(root / "a/s.json"), root / "b/s.json"), "../a/blocks.dds");
    EXPECT_EQ(saved(root / "a/s.json", fs::relative(root / "b/s.json")), "../a/blocks.dds");
    EXPECT_EQ(saved(root / "a/s.json", fs::relative(root / "far/away/s.json")), root / "a/blocks.dds");
    EXPECT_EQ(saved(root / "a/s.json", root / "a/in/s.json"), root / "a/blocks.dds");
    EXPECT_EQ(saved(root / "far/away/s.json", root / "a/s.json"), "blocks.dds") << "and back again";
  }
}

TEST_F(TexturePath, AnUpwardPathThatIsRightStaysAsItIs) {
  session.texture.path = "../blocks.dds";
  save_session(root / "a/in/s.json", session, root / "a/in");
  const WithCurrentFolder in(root / "else");
  EXPECT_EQ(saved(root / "a/in/s.json", root / "a/in/s.json"), "../blocks.dds");
  EXPECT_EQ(saved(root / "a/in/s.json", root / "b/s.json"), "../a/blocks.dds");
}

TEST_F(TexturePath, LinkedFolders) {
  fs::create_directory_symlink(root / "a", root / "far/away/link");
  save_session(root / "a/s.json", session, root / "a");
  for (const char* current : {"a", "far/away", "else"}) {
    const WithCurrentFolder in(root / current);
    const fs::path linked = root / "far/away/link/s.json";
    EXPECT_EQ(saved(linked, linked), "blocks.dds");
    EXPECT_EQ(saved(linked, root / "b/s.json"), "../a/blocks.dds") << "relative to the real location of a";
    EXPECT_EQ(saved(linked, root / "far/away/s.json"), root / "a/blocks.dds");
  }
}

TEST_F(TexturePath, ALinkedSessionHasItsTextureBesideItselfOrBesideTheLink) {
  fs::create_symlink(root / "a/s.json", root / "b/link.json");
  for (const char* current : {"a", "b", "else"}) {
    const WithCurrentFolder in(root / current);
    save_session(root / "a/s.json", session, root / "a");
    EXPECT_EQ(saved(fs::relative(root / "b") / "link.json", root / "b/link.json"), "blocks.dds");
    EXPECT_TRUE(fs::is_symlink(root / "b/link.json")) << "saving writes through it";
    EXPECT_EQ(load_session(root / "a/s.json").session.texture.path, "blocks.dds");
  }
  fs::create_symlink(root / "far/s.json", root / "a/link.json");
  write(root / "far/s.json", write_session(session)); // far/blocks.dds is not there
  EXPECT_EQ(saved(root / "a/link.json", root / "a/link.json"), "../a/blocks.dds");
  EXPECT_EQ(saved(root / "far/s.json", root / "far/s.json"), "../a/blocks.dds")
      << "saved under its own name too";
}

TEST_F(TexturePath, ALinkedTextureIsNamedByTheLink) {
  fs::create_symlink(root / "a/blocks.dds", root / "b/link.dds");
  session.texture.path = (root / "b/link.dds").string();
  EXPECT_EQ(save_session(root / "b/s.json", session), "link.dds");
  EXPECT_EQ(save_session(root / "far/away/s.json", session), root / "b/link.dds");
}

TEST_F(TexturePath, WhatIsNoFileStaysAsItIs) {
  session.texture.path = "";
  EXPECT_EQ(save_session(root / "b/s.json", session, root / "a"), "");
  session.texture.path = "gone.png";
  EXPECT_EQ(save_session(root / "b/s.json", session, root / "gone"), "../gone/gone.png")
      << "the missing file may reappear";
}

// The verb that writes sessions reads them by the same function.
TEST_F(TexturePath, ImportDescKeepsTheTexture) {
  const Program program = {};
  fs::create_directories(program / "a");
  fs::create_directories(program / "else");
  write(program / "a/blocks.dds", "texels");
  save_session(program / "a/s.json", session, program / "a");
  write(program / "x.cpp", "cudaTextureDesc d = {}; d.filterMode = cudaFilterModeLinear;");
  fs::create_symlink("../a/s.json", program / "else/link.json");
  for (const char* out : {"a/s.json", "else/link.json"}) {
    const Ran ran = program.run({"import-desc", "x.cpp", "--out", out});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(load_session(program / "a/s.json").session.texture.path, "blocks.dds") << out;
  }
}

} // namespace
} // namespace texelscope
