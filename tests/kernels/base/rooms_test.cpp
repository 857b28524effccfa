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
#include <vector>

#include <gtest/gtest.h>

#include "tests/source_root.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_sources = 40;
using tests::source_root;

struct Room {
  int floor = 0;
  std::string what;
};
using Rooms = std::map<std::string, Room>;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

Rooms rooms_of(const std::string& page) {
  const std::regex row(R"(\| (\d+) \| `([a-z_/]+)` \| (.*) \|)");
  Rooms rooms;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; std::regex_match(line, found, row))
      rooms[found[2]] = {std::stoi(found[1]), found[3]};
  return rooms;
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
  if (from == "kernels/texture_unit" && to != "kernels/base" && to != "kernels/session")
    return "the exact model sees base and session alone";
  const int of_from = rooms.at(from).floor, of_to = rooms.at(to).floor;
  return of_to < of_from ? ""
                         : to + " is on floor " + std::to_string(of_to) + ", " + from + " on floor " +
                               std::to_string(of_from);
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
  const std::string model = "kernels/texture_unit/lod.cpp", fields = "kernels/session/fields.cpp";
  EXPECT_EQ(objections(rooms, model, "#include \"kernels/base/half.h\"\n#include <cmath>\n"),
            std::vector<std::string>{});
  EXPECT_EQ(objections(rooms, fields, "\n#include \"kernels/resolve/resolve.h\"\n"),
            std::vector<std::string>{fields + ":2: #include \"kernels/resolve/resolve.h\": kernels/resolve "
                                              "is on floor 5, kernels/session on floor 3"});
  EXPECT_EQ(objections(rooms, model, "#include \"kernels/text/texts.h\"").size(), 1u)
      << "the room is below, but the model may not include it";
  EXPECT_EQ(objections(rooms, "ui/why/why_sums.cpp", "#  include \"ui/compare/compare_rows.h\" // beside it")
                .size(),
            1u);
  EXPECT_EQ(objections(rooms, fields, "#include \"kernels/stray.h\"").size(), 1u);
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
