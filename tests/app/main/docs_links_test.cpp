// Every link of README.md and of the pages of docs/ leads to a file that is there, and to a heading that it
// has.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/program.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using tests::source_root;

// The anchor that GitHub makes of a heading: lowercase letters, hyphens for spaces, no punctuation.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) || c == '-' || c == '_') anchor += char(std::tolower(byte));
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

// The lines outside code blocks.
std::vector<std::string> prose(const fs::path& page) {
  std::vector<std::string> lines;
  bool inside = false;
  for (const std::string& line : lines_of(contents(page))) {
    const bool fence = line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with("```");
    inside ^= fence;
    if (!inside && !fence) lines.push_back(line);
  }
  return lines;
}

// The second occurrence of a heading gets the suffix "-1".
std::set<std::string> anchors(const fs::path& page) {
  std::set<std::string> all;
  std::map<std::string, int> count;
  for (const std::string& line : prose(page)) {
    const std::size_t level = line.find_first_not_of('#');
    if (level == 0 || level == std::string::npos || line[level] != ' ') continue;
    const std::string anchor = anchor_of(std::string_view(line).substr(level + 1));
    const int before = count[anchor]++;
    all.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  return all;
}

std::vector<std::string> links(const fs::path& page) {
  std::vector<std::string> all;
  for (const std::string& line : prose(page))
    for (std::size_t at = line.find("]("); at != std::string::npos; at = line.find("](", at + 2))
      all.push_back(line.substr(at + 2, line.find(')', at) - at - 2));
  return all;
}

TEST(Docs, EveryLinkLeadsToAFileAndAHeading) {
  std::set<fs::path> pages = {source_root / "README.md"};
  for (const auto& entry : fs::directory_iterator(source_root / "docs"))
    if (entry.path().extension() == ".md") pages.insert(entry.path());
  std::size_t count = 0;
  for (const fs::path& page : pages)
    for (const std::string& link : links(page)) {
      if (link.starts_with("http")) continue;
      ++count;
      const std::size_t hash = std::min(link.find('#'), link.size());
      const fs::path to = hash == 0 ? page : page.parent_path() / link.substr(0, hash);
      EXPECT_TRUE(fs::exists(to)) << page << ": " << link;
      EXPECT_TRUE(hash == link.size() || anchors(to).contains(link.substr(hash + 1))) << page << ": " << link;
    }
  EXPECT_GE(count, 50u);
}

} // namespace
} // namespace texelscope
