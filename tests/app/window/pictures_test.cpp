// The pages' pictures exist, scripts/pictures.sh makes them, and each picture that it makes is shown.
#include <filesystem>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "tests/program.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using tests::source_root;

std::vector<fs::path> pages() {
  std::vector<fs::path> all = {source_root / "README.md"};
  for (const auto& entry : fs::directory_iterator(source_root / "docs"))
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  return all;
}

// All matches of the expression's first group in the text.
std::vector<std::string> found(const std::string& text, const std::string& expression) {
  const std::regex pattern(expression, std::regex::ECMAScript | std::regex::multiline);
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    all.push_back((*at)[1]);
  return all;
}

// As paths from the root of the sources.
std::set<std::string> shown() {
  std::set<std::string> all;
  for (const fs::path& page : pages())
    for (const std::string& picture : found(contents(page), R"(\]\(([^)\s]+\.(?:png|svg))\))"))
      all.insert((page.parent_path() / picture).lexically_normal().lexically_relative(source_root).string());
  return all;
}

std::set<std::string> drawn() {
  std::set<std::string> all;
  for (const std::string& name : found(contents(source_root / "scripts/pictures.sh"), "^draw ([a-z0-9-]+) "))
    all.insert("docs/pictures/" + name + ".png");
  return all;
}

TEST(Pictures, ThatPagesShowAreThere) {
  EXPECT_GE(shown().size(), 10u);
  for (const std::string& picture : shown())
    EXPECT_TRUE(fs::is_regular_file(source_root / picture)) << picture;
}

TEST(Pictures, ThatTheScriptDrawsAreShown) {
  EXPECT_GE(drawn().size(), 10u);
  const auto pages_show = shown();
  for (const std::string& picture : drawn())
    EXPECT_TRUE(pages_show.contains(picture)) << picture;
}

TEST(Pictures, AreDrawnByTheScript) {
  const auto script_draws = drawn();
  for (const auto& entry : fs::directory_iterator(source_root / "docs/pictures"))
    EXPECT_TRUE(entry.path().extension() != ".png" ||
                script_draws.contains(entry.path().lexically_relative(source_root).string()))
        << entry.path();
}

TEST(Pictures, AreOfShippedSessions) {
  const auto sessions = found(contents(source_root / "scripts/pictures.sh"), "^draw [a-z0-9-]+ ([^ ]+)");
  EXPECT_EQ(sessions.size(), drawn().size());
  for (const std::string& session : sessions)
    EXPECT_TRUE(fs::is_regular_file(source_root / "assets/sessions" / (session + ".json"))) << session;
}

} // namespace
} // namespace texelscope
