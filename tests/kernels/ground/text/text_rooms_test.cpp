// Each text is in the file of the lowest room of docs/architecture.md that uses it, in both languages.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
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

using tests::source_root;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<std::string> all_matches(const std::string& text, const std::regex& wanted) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), wanted), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

// From the lowest room up, as the table has them.
std::vector<std::string> rooms_upwards() {
  return all_matches(text_of(source_root / "docs/architecture.md"),
                     std::regex(R"(\n\| \d+\.\d+ \| `([a-z_/]+)` \|)"));
}

// The index in `rooms` of the innermost one that contains the file.
std::size_t room_of(const std::vector<std::string>& rooms, const fs::path& file) {
  for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path())
    if (const auto found = std::ranges::find(rooms, folder.string()); found != rooms.end())
      return std::size_t(found - rooms.begin());
  return rooms.size();
}

// The ids that a source names. fields.cpp names them in a macro, which appends _help.
std::set<std::string> ids_of(const fs::path& file) {
  static const std::regex id(R"(\bText::(\w+))"), field(R"(\b(field_\w+))");
  const std::string text = text_of(source_root / file);
  std::set<std::string> ids;
  for (const std::string& name : all_matches(text, id))
    ids.insert(name);
  if (file == "kernels/state/session/fields.cpp")
    for (const std::string& name : all_matches(text, field))
      ids.insert({name, name + "_help"});
  return ids;
}

// The lowest room of each id.
std::map<std::string, std::size_t> lowest_rooms(const std::vector<std::string>& rooms) {
  std::map<std::string, std::size_t> lowest;
  for (const char* library : {"kernels", "ui", "app"})
    for (const auto& entry : fs::recursive_directory_iterator(source_root / library)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".cpp" && ending != ".h" && ending != ".cu" && ending != ".cuh") continue;
      const fs::path file = fs::relative(entry.path(), source_root);
      const std::size_t room = room_of(rooms, file);
      for (const std::string& id : ids_of(file)) {
        const auto [place, first] = lowest.try_emplace(id, room);
        if (!first) place->second = std::min(place->second, room);
      }
    }
  return lowest;
}

// "resolve" for kernels/unit/resolve, "profile" for kernels/reports/profile/cell, "ui_why" for ui/why.
std::string pair_of(const std::string& room) {
  if (!room.starts_with("kernels/")) return std::regex_replace(room, std::regex("/"), "_");
  const std::string inner = room.substr(room.find('/', 8) + 1); // without its wing
  return inner.substr(0, inner.find('/'));
}

// Maps an id to the name of its file without .def.
std::map<std::string, std::string> files_of(const char* language) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(source_root / "kernels/ground/text" / language))
    for (const std::string& id : all_matches(text_of(entry.path()), std::regex(R"(\nTEXT\((\w+),)")))
      files[id] = entry.path().stem().string();
  return files;
}

TEST(TextRooms, EachSentenceLiesWithTheLowestRoomThatUsesIt) {
  const std::vector<std::string> rooms = rooms_upwards();
  ASSERT_GT(rooms.size(), 40u);
  const auto lowest = lowest_rooms(rooms);
  const auto files = files_of("en");
  EXPECT_GT(files.size(), 2500u);
  for (const auto& [id, file] : files) {
    const auto used = lowest.find(id);
    if (used == lowest.end()) {
      ADD_FAILURE() << "nothing uses " << id << " of " << file << ".def";
      continue;
    }
    // Two rooms have two pairs: session_enums and session_fields, app_web and app_web_gpu.
    const std::string pair = pair_of(rooms.at(used->second));
    EXPECT_TRUE(file == pair || (pair == "session" && file.starts_with("session_")) ||
                (pair == "app_web" && file == "app_web_gpu"))
        << id << " is in " << file << ".def, but belongs to " << pair << ".def";
  }
}

TEST(TextRooms, BothLanguagesHaveTheSameFiles) {
  const auto english = files_of("en");
  for (const auto& [id, file] : files_of("zh"))
    EXPECT_EQ(english.at(id), file) << id;
}

} // namespace
} // namespace texelscope
