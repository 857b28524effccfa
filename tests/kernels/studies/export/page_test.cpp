// A session in a page for browsers: names cannot leave their place, and the page holds what the state needs.
#include "kernels/studies/export/page.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/files/errors.h"
#include "kernels/state/stored/session_file.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

constexpr const char* explorer =
    "<html><script id=\"state\" type=\"application/json\">null</script><script>start()</script></html>";

ExportRequest request_of(const tests::Setup& setup, const Resolution& resolution, const std::string& name) {
  return {setup.session, resolution, *setup.image, 8, 6, name, "", ""};
}

// What a browser finds in the page's element.
Json state_of(const std::string& page) {
  const std::string start = "<script id=\"state\" type=\"application/json\">";
  const auto from = page.find(start) + start.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(ExportPage, NamesCannotEndTheElementThatHoldsThem) {
  const std::string hostile = "</script><script>alert(1)</script><!--\\\"'&";
  Session session;
  session.fetch.body = "// " + hostile;
  const tests::Setup setup = tests::setup_of(session);
  const Resolution resolution = resolve(session);
  const std::string page = program::filled_page(explorer, "", request_of(setup, resolution, hostile)).text;
  EXPECT_EQ(std::count(page.begin(), page.end(), '<'),
            std::count(explorer, explorer + std::strlen(explorer), '<'));
  const Json state = state_of(page);
  EXPECT_EQ(state["name"], hostile);
  EXPECT_EQ(state["session"]["fetch"]["body"], "// " + hostile);
  EXPECT_EQ(parse_session(state["session"].dump(), "page"), session);
  EXPECT_FALSE(state.contains("picture"));
}

TEST(ExportPage, HoldsThePictureAndNoFolder) {
  Session session;
  session.texture.source = Source::file;
  session.texture.path = "/home/me/secret/picture.png";
  const tests::Setup setup{session, resolve(session).effective,
                           std::make_shared<const Image>(Image::create(1, 1, {}))};
  auto picture = std::make_shared<Image>(Image::create(2, 1, {ElementKind::unsigned_int, 8, 1}));
  picture->texels[0] = std::byte(0xfb);
  picture->texels[1] = std::byte(0xff);
  const Resolution resolution = resolve(session);
  ExportRequest request = request_of(setup, resolution, "state");
  request.picture = picture;
  const std::string page = program::filled_page(explorer, "", request).text;
  EXPECT_EQ(page.find("secret"), std::string::npos);
  const Json state = state_of(page);
  EXPECT_EQ(state["session"]["texture"]["path"], "picture.png");
  EXPECT_EQ(state["picture"], Json({{"width", 2},
                                    {"height", 1},
                                    {"kind", 0},
                                    {"bits", 8},
                                    {"channels", 1},
                                    {"texels", "-_8"},
                                    {"dimension", 1},
                                    {"planes", 1}}));

  request.picture = std::make_shared<const Image>(Image::create(4096, 2048, {ElementKind::floating, 32, 1}));
  EXPECT_THROW(program::filled_page(explorer, "", request), UserError); // 32 MiB
}

TEST(ExportPage, APageWithoutAPlaceForTheStateIsNoTemplate) {
  const tests::Setup setup = tests::setup_of({});
  const Resolution resolution = resolve(setup.session);
  for (const std::string page :
       {"", "<html></html>", "<script id=\"state\" type=\"application/json\">{}</script>"})
    try {
      program::filled_page(page, "other.html", request_of(setup, resolution, "state"));
      ADD_FAILURE() << page;
    } catch (const UserError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("other.html is not a template")) << error.what();
    }
}

} // namespace
} // namespace texelscope
