// A session as one line of text, and back.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/share_line.h"
#include "tests/random_session.h"
#include "tests/refusal.h"

namespace texelscope {
namespace {

std::string share_line_refusal(const std::string& line) {
  return refusal_of([&] { parse_share_line(line); });
}

// Compares the fields as text, so that NaN equals NaN.
void expect_same(const Session& a, const Session& b) {
  for (const Field& field : fields())
    EXPECT_EQ(format_value(field, field.get(a)), format_value(field, field.get(b))) << field.path;
}

TEST(ShareLine, TheDefaultsAreNothingButAChecksum) {
  EXPECT_EQ(share_line({}).line, "tx1.AAAAAA"); // the checksum of no bytes is 0
  EXPECT_EQ(parse_share_line("tx1.AAAAAA"), Session());
}

// Lines that were given out must be read forever.
TEST(ShareLine, ALineOfTheFirstVersion) {
  Session session;
  session.sampler.filter = FilterMode::point;
  session.texture.width = 21;
  session.fetch.lod = 0.1f;
  const std::string line = share_line(session).line;
  EXPECT_EQ(line, "tx1.EMoqLVc_dJHXAc3MzD0jnrT1") << "the format changed: raise the version";
  EXPECT_EQ(parse_share_line(line), session);
}

TEST(ShareLine, RandomSessionsComeBack) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const Session session = tests::random_setup(random).session;
    const ShareLine share = share_line(session);
    EXPECT_FALSE(share.without_strokes);
    EXPECT_LT(share.line.size(), 1500u);
    EXPECT_EQ(
        share.line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."),
        std::string::npos);
    ASSERT_EQ(parse_share_line(share.line), session) << tests::describe(session);
  }
}

TEST(ShareLine, NumbersOfEveryKind) {
  Session session;
  session.sampler.border_color = {std::numeric_limits<float>::quiet_NaN(),
                                  -std::numeric_limits<float>::infinity(), -0.0f, 1e-40f};
  session.view.span = 1e-30;
  session.view.center_x = 0.1;
  session.fetch.layer = std::numeric_limits<int>::min();
  session.texture.seed = 4294967295u;
  session.texture.path = "a \"b\"/\xc3\xa9.png";
  session.write.strokes = {{1.5f, -2, 3, 4, 5, {1, 0.1f, 0, 1}, -1}};
  const Session back = parse_share_line(share_line(session).line);
  expect_same(session, back);
  EXPECT_TRUE(std::signbit(back.sampler.border_color[2]));
  EXPECT_EQ(back.view.center_x, 0.1);
}

TEST(ShareLine, EveryDamageIsSeen) {
  Session session;
  session.sampler.filter = FilterMode::point;
  session.texture.width = 21;
  const std::string line = share_line(session).line;
  const std::string damaged = text(Text::share_damaged);
  for (std::size_t at = 4; at < line.size(); ++at) {
    std::string wrong = line;
    wrong[at] = wrong[at] == 'A' ? 'B' : 'A';
    EXPECT_EQ(share_line_refusal(wrong), damaged) << at;
    EXPECT_EQ(share_line_refusal(line.substr(0, at)), damaged) << at;
  }
  for (std::size_t length = 0; length < 4;
       ++length) { // lines that end after each number of digits of a group
    session.fetch.body = std::string(length, 'x');
    const std::string whole = share_line(session).line;
    EXPECT_EQ(parse_share_line(whole), session);
    for (const char more : {'A', 'B', '_'})
      EXPECT_EQ(share_line_refusal(whole + more), damaged) << whole << more;
  }
  session.fetch.body.clear();
  EXPECT_EQ(share_line_refusal("tx1."), damaged);
  EXPECT_EQ(share_line_refusal("tx1.ab!cd"), say(Text::share_character, {"!"}));
  EXPECT_EQ(share_line_refusal("tx1.ab\u7eb9cd"), say(Text::share_character, {"\u7eb9"}));
  EXPECT_EQ(share_line_refusal("tx1.ab\xffxy"), say(Text::share_character, {"\xff"}));
  EXPECT_EQ(share_line_refusal("tx2.AAAAAA"), say(Text::share_version, {"tx2"}));
  EXPECT_EQ(parse_share_line(" " + line.substr(0, 9) + "\r\n  " + line.substr(9) + "\n"), session)
      << "line breaks from a mail are ignored";
}

TEST(ShareLine, LooksLikeOne) {
  EXPECT_TRUE(is_share_line("tx1.AAAAAA"));
  EXPECT_TRUE(is_share_line(" tx12.\n"));
  for (const char* other :
       {"", "tx", "tx.", "txt.json", "texture.png", "tx1", "cudaTextureDesc d = {};", "{\"version\": 1}"})
    EXPECT_FALSE(is_share_line(other)) << other;
}

TEST(ShareLine, ManyStrokesStayBehind) {
  Session session;
  session.sampler.filter = FilterMode::point;
  session.write.strokes.resize(400, {0.1f, 0.2f, 0.3f, 0.4f, 1, {1, 1, 1, 1}, 2});
  const ShareLine share = share_line(session);
  EXPECT_TRUE(share.without_strokes);
  const Session back = parse_share_line(share.line);
  EXPECT_TRUE(back.write.strokes.empty());
  EXPECT_EQ(back.sampler.filter, FilterMode::point);
  session.texture.path = std::string(9000, 'x');
  EXPECT_THROW(share_line(session), UserError);
}

} // namespace
} // namespace texelscope
