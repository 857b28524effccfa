// The answers of a page, and those that fit a question.
#include "app/web/answers_page.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace texelscope::web {
namespace {

using Json = nlohmann::json;

constexpr const char* content = "## Chapter\n\n### Black\n\nSet `a`.\n\n```sh\ntexelscope doctor\n```\n\n"
                                "### Shifted\n\nBy half a texel.\n\n### Half precision\n\nFloats.\n";

TEST(WebAnswers, AreAllOfThePage) {
  AnswersPage page;
  const Json all = Json::parse(page.open(content)).at("answers");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], (Json{{"heading", "Black"},
                          {"chapter", "Chapter"},
                          {"text", "Set `a`."},
                          {"commands", {"texelscope doctor"}}}));
  EXPECT_EQ(all[2].at("heading"), "Half precision");
  EXPECT_TRUE(Json::parse(page.open("")).at("answers").empty());
}

TEST(WebAnswers, AreFoundByTheirNumbers) {
  AnswersPage page;
  EXPECT_EQ(page.find("half"), AnswersPage().find("")) << "none before there is a page";
  page.open(content);
  EXPECT_EQ(Json::parse(page.find("half")).at("found"), (Json{2, 1})) << "a heading counts more";
  EXPECT_EQ(Json::parse(page.find("zero texture")).at("found"), Json{0}) << "zero, 0 and black are one";
  EXPECT_EQ(Json::parse(page.find("zzyzx")).at("found"), Json::array());
  page.open("## Chapter\n\n### Half\n\nText.\n");
  EXPECT_EQ(Json::parse(page.find("half")).at("found"), Json{0}) << "of the page that was opened last";
}

} // namespace
} // namespace texelscope::web
