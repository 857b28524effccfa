// The answers of a page for browsers, as its JavaScript reads them. tests/web compares them with the
// program's.
#include "app/web/page.h"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/text/language.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/unit/resolve/shipped_body.h"

namespace texelscope::web {
namespace {

using Json = nlohmann::json;

std::shared_ptr<const Image> picture(int width, int height) {
  auto image = std::make_shared<Image>(Image::create(width, height, {}));
  for (std::size_t i = 0; i < image->size_bytes(); ++i)
    image->texels[i] = std::byte(i * 7);
  return image;
}

TEST(WebPage, ChangesAllFieldsOrNone) {
  Page page;
  Json state = Json::parse(page.change(R"({"sampler.filter": "point", "texture.width": "1e1"})"));
  EXPECT_EQ(state["session"]["sampler"]["filter"], "point");
  EXPECT_EQ(state["session"]["texture"]["width"], 10);
  const std::string line = state["line"];
  for (const char* bad :
       {R"({"sampler.filter": "linear", "texture.width": "0"})", R"({"texture.width": "wide"})",
        R"({"sampler.border_color": "1,2"})", R"({"sampler.filter": "smooth"})"}) {
    EXPECT_TRUE(Json::parse(page.change(bad)).contains("error")) << bad;
    EXPECT_EQ(Json::parse(page.state())["line"], line) << bad;
  }
  EXPECT_EQ(Json::parse(page.change(R"({"texture.width": "0"})"))["error"].get<std::string>().substr(0, 5),
            "width");
}

TEST(WebPage, OpensLinesSessionsAndDescriptors) {
  Page page;
  Session session;
  session.sampler.address[0] = AddressMode::border;
  EXPECT_EQ(Json::parse(page.open(share_line(session).line))["session"]["sampler"]["address_x"], "border");
  EXPECT_EQ(Json::parse(page.open(R"({"version": 1, "view": {"span": 4}})"))["session"]["view"]["span"], 4);
  EXPECT_EQ(Json::parse(page.open("desc.filterMode = cudaFilterModePoint;"))["session"]["sampler"]["filter"],
            "point");
  for (const char* bad : {"", "tx1.AAAABA", "tx7.AAAAAA", "{\"version\": 2}", "{", "hello"})
    EXPECT_TRUE(Json::parse(page.open(bad)).contains("error")) << bad;
}

TEST(WebPage, RunsAShippedBody) {
  Page page;
  Session session;
  session.texture.source = Source::noise;
  session.sampler.filter = FilterMode::point;
  page.open(share_line(session).line);
  page.draw(32, 24, Shown::model);
  const Json plain = Json::parse(page.explain(20, 11));
  session.fetch.body = shipped_body_text(ShippedBody::catmull_rom);
  const Json opened = Json::parse(page.open(share_line(session).line));
  for (const Json& note : opened["notes"])
    EXPECT_NE(note["field"], "fetch.body") << note;
  page.draw(32, 24, Shown::model);
  const Json compared = Json::parse(page.compare());
  EXPECT_GT(compared["all"]["different"], 300) << "the ideal is the plain fetch's";
  const Json body = Json::parse(page.explain(20, 11));
  EXPECT_EQ(body["body"]["fetches"].size(), 16u);
  EXPECT_EQ(body["result"][0]["bits"], plain["result"][0]["bits"]) << "the plain fetch in its place";
  EXPECT_FALSE(body["result"][0].contains("returned"));
  session.fetch.body += "//";
  page.open(share_line(session).line);
  page.draw(32, 24, Shown::model);
  EXPECT_FALSE(Json::parse(page.explain(20, 11)).contains("body")) << "the user's own";
}

TEST(WebPage, DrawsAndExplainsTheSamePixel) {
  Page page;
  page.change(
      R"({"sampler.filter": "point", "view.dim_repeats": "false", "texture.source": "checkerboard"})");
  const Json drawn = Json::parse(page.draw(32, 24, Shown::model));
  EXPECT_EQ(drawn["width"], 32);
  const Json explained = Json::parse(page.explain(20, 11));
  ASSERT_EQ(explained["result"].size(), 4u);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_TRUE(explained["result"][c]["returned"]["same"]);
    EXPECT_EQ(page.pixels()[(11 * 32 + 20) * 4 + c],
              std::lround(explained["result"][c]["value"].get<double>() * 255));
  }
  EXPECT_TRUE(Json::parse(page.explain(32, 0)).contains("error"));
  EXPECT_TRUE(Json::parse(page.explain(0, -1)).contains("error"));
  EXPECT_NE(Json::parse(page.explain_text(20, 11))["text"].get<std::string>().find("tex2D"),
            std::string::npos);
}

// A lesson asks about a coordinate, which no pixel's center may have.
TEST(WebPage, ExplainsAPointBetweenThePixelsCenters) {
  Page page;
  EXPECT_TRUE(Json::parse(page.explain_at(0.4, 0.5)).contains("error")) << "nothing is drawn yet";
  page.change(
      R"({"sampler.filter": "point", "sampler.normalized_coords": "false", "texture.width": "5", "texture.height": "5"})");
  page.draw(64, 64, Shown::model);
  const Json explained = Json::parse(page.explain_at(0.3998, 0.5));
  EXPECT_EQ(explained["fetch"]["coordinate"][0]["value"].get<float>(), 1.999f);
  EXPECT_TRUE(explained["pixel"].is_null());
  EXPECT_FALSE(explained["result"][0].contains("returned")) << "no pixel has this value";
  EXPECT_EQ(explained["parts"][0]["texels"][0]["place"][0], 1);
  EXPECT_NE(Json::parse(page.explain_at_text(0.3998, 0.5))["text"].get<std::string>().find("1.999"),
            std::string::npos);
}

TEST(WebPage, APictureTakesThePlaceOfAFile) {
  Page page;
  const std::string named =
      R"({"version": 1, "texture": {"source": "file", "path": "a/b.png", "width": 5, "height": 3}})";
  Json state = Json::parse(page.open(named));
  EXPECT_TRUE(state["lacks_picture"]);
  EXPECT_NE(state["failure"].get<std::string>().find("b.png"), std::string::npos);
  EXPECT_TRUE(Json::parse(page.draw(8, 8, Shown::model)).contains("error"));
  page.keep_picture(picture(5, 3));
  EXPECT_EQ(Json::parse(page.state())["failure"], "");
  EXPECT_FALSE(Json::parse(page.draw(8, 8, Shown::model)).contains("error"));

  state = Json::parse(page.take_picture("mine.png", picture(6, 2)));
  EXPECT_EQ(state["session"]["texture"]["width"], 6);
  EXPECT_EQ(state["session"]["texture"]["path"], "mine.png");
  page.change(R"({"sampler.filter": "point", "sampler.read_mode": "element", "view.span": "1"})");
  page.draw(6, 2, Shown::model);
  const Json explained = Json::parse(page.explain(4, 1));
  EXPECT_EQ(explained["result"][0]["value"], (1 * 6 + 4) * 4 * 7 % 256);
}

TEST(WebPage, APictureThatCameWithThePageStandsForItsFileAlone) {
  Page page;
  page.give_picture("b.png", picture(5, 3));
  const std::string named =
      R"({"version": 1, "texture": {"source": "file", "path": "a/b.png", "width": 5, "height": 3}})";
  EXPECT_EQ(Json::parse(page.open(named))["failure"], "");
  EXPECT_EQ(page.picture_of("other/b.png")->width, 5);
  EXPECT_THROW((void)page.picture_of("c.png"), FileError);
  page.take_picture("mine.png", picture(6, 2));
  EXPECT_EQ(page.picture_of("b.png")->width, 5);
  EXPECT_EQ(page.picture_of("mine.png")->width, 6);
}

TEST(WebPage, TheDifferenceFromTheIdealAndTheScope) {
  Page page;
  for (const std::string& answer :
       {page.compare(), page.scope(0, 10), page.explain(0, 0)}) // nothing is drawn yet
    EXPECT_TRUE(Json::parse(answer).contains("error")) << answer;
  const Json drawn = Json::parse(page.draw(40, 30, Shown::difference));
  EXPECT_GT(drawn["reach"], 0);
  const Json compared = Json::parse(page.compare());
  EXPECT_EQ(compared["all"]["count"], 40 * 30 * 4);
  EXPECT_GT(compared["all"]["different"], 1000);
  page.change(R"({"sampler.filter": "point"})");
  page.draw(40, 30, Shown::model);
  EXPECT_LT(Json::parse(page.compare())["all"]["rmse"], 1e-6);
  const Json scope = Json::parse(page.scope(15, 20));
  EXPECT_EQ(scope["model"].size(), 20u);
  EXPECT_EQ(scope["ideal"].size(), 20u);
  EXPECT_EQ(scope["axis"]["name"], "x");
  EXPECT_FALSE(Json::parse(page.change(R"({"fetch.type": "uint"})")).contains("error"));
  page.draw(40, 30, Shown::model);
  EXPECT_TRUE(Json::parse(page.compare()).contains("error"));
  EXPECT_FALSE(Json::parse(page.scope(15, 20)).contains("ideal"));
}

TEST(WebPage, AFeedbackCatchesUpFrameByFrame) {
  Page page;
  page.change(R"({"write.mode": "feedback", "write.frame": "600"})");
  EXPECT_EQ(Json::parse(page.draw(8, 8, Shown::model))["steps_left"], 600 - Page::steps_per_frame);
  page.draw(8, 8, Shown::model);
  EXPECT_EQ(Json::parse(page.draw(8, 8, Shown::model))["steps_left"], 0);
}

TEST(WebPage, ExplainsADirectionOnACube) {
  Page page;
  page.change(
      R"({"texture.dimension": "cube", "texture.width": "8", "texture.height": "8", "sampler.filter": "point", "view.projection": "net"})");
  page.draw(64, 48, Shown::model);
  const Json explained = Json::parse(page.explain_at(1, -3, 2.0));
  EXPECT_EQ(explained["fetch"]["coordinate"][1]["value"], -3);
  EXPECT_NE(Json::parse(page.explain_at_text(1, -3, 2.0))["text"].get<std::string>().find("-y"),
            std::string::npos);
  EXPECT_TRUE(Json::parse(page.pixel_at(1, -3, 2.0))["pixel"].is_array());
}

TEST(WebPage, FieldsAndTextsAreInTheChosenLanguage) {
  const auto label = [] { return Json::parse(fields_json())["fields"][0]["label"].get<std::string>(); };
  const std::string english = label();
  set_language(Language::chinese);
  EXPECT_NE(label(), english);
  EXPECT_EQ(Json::parse(texts_json())["web_share"], "分享");
  set_language(Language::english);
  EXPECT_EQ(Json::parse(texts_json())["web_share"], "Share");
}

} // namespace
} // namespace texelscope::web
