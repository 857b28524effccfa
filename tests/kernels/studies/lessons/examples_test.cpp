// The gallery's list of shipped sessions.
#include "kernels/studies/lessons/examples.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/state/stored/session_file.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

TEST(Examples, AreReadInTheirGroups) {
  const auto groups = parse_examples(R"({"version": 1, "groups": [
    {"id": "a", "title": {"en": "A", "zh-Hans": "甲"}, "examples": [
      {"session": "1.json", "title": {"en": "One", "zh-Hans": "一"}, "text": {"en": "The first."}}]},
    {"id": "b", "title": {"en": "B"}, "examples": []}]})",
                                     "list", "/sessions");
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].id, "a");
  EXPECT_EQ(groups[0].title.chinese, "甲");
  ASSERT_EQ(groups[0].examples.size(), 1u);
  EXPECT_EQ(groups[0].examples[0].session, "/sessions/1.json");
  EXPECT_EQ(groups[0].examples[0].title.english, "One");
  EXPECT_EQ(groups[0].examples[0].text.english, "The first.");
  EXPECT_TRUE(groups[1].examples.empty());
}

TEST(Examples, WhatIsNoListIsRefused) {
  for (const char* wrong : {R"({"version": 2, "groups": []})", R"({"groups": []})", R"({"version": 1})",
                            R"({"version": 1, "groups": [{"id": "a"}]})", "[]", ""})
    EXPECT_THROW(parse_examples(wrong, "list", {}), UserError) << wrong;
}

// Each shipped session is in the gallery once, with both languages, and can be opened.
TEST(Examples, AreAllShippedSessions) {
  std::set<std::string> listed, there;
  for (const ExampleGroup& group : shipped_examples()) {
    EXPECT_FALSE(group.title.english.empty() || group.title.chinese.empty()) << group.id;
    for (const Example& example : group.examples) {
      const std::string name = example.session.filename().string();
      EXPECT_TRUE(listed.insert(name).second) << name << " is listed twice";
      for (const LocalizedText& text : {example.title, example.text})
        EXPECT_FALSE(text.english.empty() || text.chinese.empty()) << name;
      EXPECT_LE(example.text.english.size(), 52u) << name << ": two lines of a card";
      EXPECT_NO_THROW(load_session(example.session)) << name;
    }
  }
  for (const auto& entry : fs::directory_iterator(tests::source_root / "assets/sessions"))
    if (entry.path().extension() == ".json") there.insert(entry.path().filename().string());
  EXPECT_EQ(listed, there);
}

} // namespace
} // namespace texelscope
