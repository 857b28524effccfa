// docs/architecture.md has a table of rooms and floors. Every #include follows it, and no folder grows too
// large.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/source_root.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_sources = 40;
using tests::source_root;

// "3.2" is the second floor of the third wing.
struct Room {
  int wing = 0, floor = 0;
  std::string what;
  std::pair<int, int> height() const { return {wing, floor}; }
  std::string number() const { return std::to_string(wing) + "." + std::to_string(floor); }
};
using Rooms = std::map<std::string, Room>;
using Wings = std::map<int, std::string>; // their folders

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

Rooms rooms_of(const std::string& page) {
  const std::regex row(R"(\| (\d+)\.(\d+) \| `([a-z_/]+)` \| (.*) \|)");
  Rooms rooms;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; std::regex_match(line, found, row))
      rooms[found[3]] = {std::stoi(found[1]), std::stoi(found[2]), found[4]};
  return rooms;
}

Wings wings_of(const std::string& page) {
  const std::regex row(R"(\| (\d+) \| `([a-z_/]+)` \| .* \|)");
  Wings wings;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; std::regex_match(line, found, row)) wings[std::stoi(found[1])] = found[2];
  return wings;
}

// The room of a path: the innermost of those whose folders contain it.
std::optional<std::string> room_of(const Rooms& rooms, const std::string& path) {
  for (fs::path folder = fs::path(path).parent_path(); !folder.empty(); folder = folder.parent_path())
    if (rooms.contains(folder.string())) return folder.string();
  return std::nullopt;
}

bool is_source(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".cpp" || ending == ".h" || ending == ".cu" || ending == ".cuh";
}

std::vector<std::string> sources_under(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(source_root / folder))
    if (entry.is_regular_file() && is_source(entry.path()))
      files.push_back(fs::relative(entry.path(), source_root).string());
  std::ranges::sort(files);
  return files;
}

// Why a file of one room may not include one of another; empty if it may.
std::string objection(const Rooms& rooms, const std::string& from, const std::string& to) {
  if (from == to) return {};
  // The exact model can be installed by itself.
  if (from == "kernels/unit/texture_unit" && to != "kernels/ground/base" && to != "kernels/state/session")
    return "the exact model sees base and session alone";
  const Room &of_from = rooms.at(from), &of_to = rooms.at(to);
  return of_to.height() < of_from.height()
             ? ""
             : to + " is on floor " + of_to.number() + ", " + from + " on floor " + of_from.number();
}

// "FILE:LINE: #include ...: reason" for each line that violates the table.
std::vector<std::string> objections(const Rooms& rooms, const std::string& file, const std::string& text) {
  // clang-format off
  const std::regex include(R"re(\s*#\s*include\s+"((?:kernels|ui|app)/[^"]+)".*)re");
  // clang-format on
  std::vector<std::string> found;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch match;
    if (!std::regex_match(line, match, include)) continue;
    const auto from = room_of(rooms, file), to = room_of(rooms, match[1]);
    const std::string why = !from ? "no room" : !to ? "no room is included" : objection(rooms, *from, *to);
    if (!why.empty()) found.push_back(file + ":" + std::to_string(number) + ": " + line + ": " + why);
  }
  return found;
}

TEST(Rooms, EveryIncludeLooksDown) {
  const Rooms rooms = rooms_of(text_of(source_root / "docs/architecture.md"));
  ASSERT_GT(rooms.size(), 40u);
  std::size_t seen = 0;
  for (const char* library : {"kernels", "ui", "app"})
    for (const std::string& file : sources_under(library)) {
      ++seen;
      EXPECT_TRUE(room_of(rooms, file)) << file << " lies in no room of docs/architecture.md";
      for (const std::string& line : objections(rooms, file, text_of(source_root / file)))
        ADD_FAILURE() << line;
    }
  EXPECT_GT(seen, 700u);
}

TEST(Rooms, AWrongIncludeIsNamed) {
  const Rooms rooms = rooms_of(text_of(source_root / "docs/architecture.md"));
  const std::string model = "kernels/unit/texture_unit/lod.cpp", fields = "kernels/state/session/fields.cpp";
  EXPECT_EQ(objections(rooms, model, "#include \"kernels/ground/base/half.h\"\n#include <cmath>\n"),
            std::vector<std::string>{});
  EXPECT_EQ(objections(rooms, fields, "\n#include \"kernels/unit/resolve/resolve.h\"\n"),
            std::vector<std::string>{fields +
                                     ":2: #include \"kernels/unit/resolve/resolve.h\": kernels/unit/resolve "
                                     "is on floor 3.3, kernels/state/session on floor 2.1"});
  EXPECT_EQ(objections(rooms, model, "#include \"kernels/ground/text/texts.h\"").size(), 1u)
      << "the room is below, but the model may not include it";
  EXPECT_EQ(objections(rooms, "ui/why/why_sums.cpp", "#  include \"ui/compare/compare_rows.h\" // beside it")
                .size(),
            1u);
  EXPECT_EQ(objections(rooms, fields, "#include \"kernels/stray.h\"").size(), 1u);
}

// An #include of the window's libraries, or of OpenGL's loader where it is not a machine's.
std::string library_objection(const Wings& wings, const std::string& file, const std::string& text) {
  const std::regex windows(R"(\s*#\s*include\s+[<"](imgui|GLFW/).*)"),
      opengl(R"(\s*#\s*include\s+[<"](glad/|cuda_gl).*)");
  const auto in = [&](int wing) { return file.starts_with(wings.at(wing) + "/"); };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!in(7) && !in(8) && (std::regex_match(line, windows) || (!in(5) && std::regex_match(line, opengl))))
      return file + ": " + line;
  return {};
}

TEST(Rooms, StudiesAndWhatTheyStandOnKnowNoWindow) {
  const Wings wings = wings_of(text_of(source_root / "docs/architecture.md"));
  ASSERT_EQ(wings.size(), 8u);
  EXPECT_EQ(wings.at(6), "kernels/studies");
  std::size_t seen = 0;
  for (const std::string& file : sources_under("kernels")) {
    ++seen;
    EXPECT_EQ(library_objection(wings, file, text_of(source_root / file)), "");
  }
  EXPECT_GT(seen, 550u);
  const std::string study = "kernels/studies/explain/explain.cpp",
                    machine = "kernels/machines/gl/load_gl.cpp";
  for (const char* line : {"#include <imgui.h>", "#include <GLFW/glfw3.h>", "#include <glad/gl.h>"})
    EXPECT_EQ(library_objection(wings, study, line), study + ": " + line);
  EXPECT_EQ(library_objection(wings, machine, "#include <glad/gl.h>"), "");
  EXPECT_NE(library_objection(wings, machine, "#include <imgui.h>"), "");
  EXPECT_EQ(library_objection(wings, "ui/gl/gl_objects.cpp", "#include <glad/gl.h>"), "");
}

TEST(Rooms, EachLiesInItsWing) {
  const std::string page = text_of(source_root / "docs/architecture.md");
  const Wings wings = wings_of(page);
  for (const auto& [name, room] : rooms_of(page))
    EXPECT_TRUE(name.starts_with(wings.at(room.wing) + "/")) << name << " has number " << room.number();
}

TEST(Rooms, EachHasItsFolderAndItsSize) {
  for (const auto& [name, room] : rooms_of(text_of(source_root / "docs/architecture.md"))) {
    EXPECT_TRUE(fs::is_directory(source_root / name)) << name;
    EXPECT_FALSE(room.what.empty()) << name;
  }
  std::map<std::string, std::size_t> count;
  for (const char* folder : {"kernels", "ui", "app", "tests"})
    for (const std::string& file : sources_under(folder))
      ++count[fs::path(file).parent_path().string()];
  for (const auto& [folder, sources] : count)
    EXPECT_LE(sources, max_sources) << folder;
}

} // namespace
} // namespace texelscope
