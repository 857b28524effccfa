// Which bodies are compiled without confirmation, and what the verbs print about the others.
#include "kernels/studies/bodies/body_trust.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/resolve/shipped_body.h"
#include "tests/program.h"
#include "tests/with_nvrtc.h"

namespace texelscope {
namespace {

constexpr const char *foreign = "return Texel{1, 1, 1, 1};", *own = "return Texel{2, 2, 2, 2};";

struct BodyTrusts : testing::Test {
  const tests::TempFolder folder;
  const std::filesystem::path file = folder / "state/agreed-bodies.json";
  BodyTrust trust{file};
};

TEST_F(BodyTrusts, NothingThatCameIn) {
  EXPECT_TRUE(trust.trusts(""));
  EXPECT_FALSE(trust.trusts(foreign));
  EXPECT_EQ(trust.waits(foreign, true), BodyWaits::for_consent);
  EXPECT_EQ(trust.waits(foreign, false), BodyWaits::for_consent);
  trust.keep(foreign);
  EXPECT_FALSE(std::filesystem::exists(file)) << "keep() gives no consent";
}

TEST_F(BodyTrusts, WhatShipsByItsText) {
  const auto examples = body_examples();
  ASSERT_FALSE(examples.empty());
  EXPECT_EQ(trust.waits(examples[0].body, true), BodyWaits::no);
  EXPECT_EQ(trust.waits(examples[0].body, false), BodyWaits::for_request) << "nothing needs it compiled";
  EXPECT_EQ(trust.waits(examples[0].body + " ", true), BodyWaits::for_consent);
}

TEST_F(BodyTrusts, TheFilesThatThisProgramWasBuiltWith) {
  const auto examples = body_examples();
  ASSERT_EQ(examples.size(), std::size_t(shipped_body_count));
  for (std::size_t i = 0; i < examples.size(); ++i) {
    EXPECT_EQ(examples[i].name, shipped_body_name(ShippedBody(i)));
    EXPECT_EQ(examples[i].body, shipped_body_text(ShippedBody(i)));
  }
}

TEST_F(BodyTrusts, AFileThatCannotBeReadIsNotWrittenOver) {
  std::filesystem::create_directories(file.parent_path());
  std::filesystem::create_symlink("/proc/self/mem", file); // reading it fails
  trust.agree(foreign);
  EXPECT_EQ(trust.waits(foreign, true), BodyWaits::no) << "as long as this window is open";
  EXPECT_TRUE(std::filesystem::is_symlink(file));
  EXPECT_FALSE(std::filesystem::exists(file.string() + ".broken"));
}

TEST_F(BodyTrusts, AFileOfWrongTextIsMovedAside) {
  std::filesystem::create_directories(file.parent_path());
  write(file, "{\"version\": 1");
  trust.agree(foreign);
  EXPECT_EQ(contents(file.string() + ".broken"), "{\"version\": 1");
  EXPECT_TRUE(BodyTrust(file).trusts(foreign));
}

// Sessions, lessons and bugs have none: assets/fetches holds all that is trusted.
TEST_F(BodyTrusts, NoBodyOfOtherAssets) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(TEXELSCOPE_SOURCE_DIR) / "assets")) {
    const bool is_json = entry.path().extension() == ".json";
    EXPECT_FALSE(is_json && contents(entry.path()).find("\"body\"") != std::string::npos) << entry.path();
  }
}

TEST_F(BodyTrusts, WhatIsTypedAndWhatFollowsFromIt) {
  trust.edited("", "r");
  trust.edited("r", own);
  EXPECT_EQ(trust.waits(own, true), BodyWaits::no);
  EXPECT_EQ(trust.waits(own, false), BodyWaits::no)
      << "a typed body is compiled for its messages even where nothing runs it";
  EXPECT_EQ(trust.waits("r", true), BodyWaits::no) << "the edit was undone";
  EXPECT_FALSE(BodyTrust(file).trusts(own)) << "not before it is saved";
  trust.keep(own);
  EXPECT_TRUE(BodyTrust(file).trusts(own));
  EXPECT_FALSE(BodyTrust(file).trusts("r"));
}

TEST_F(BodyTrusts, NoEditOfWhatIsNotTrusted) {
  const std::string longer = std::string(foreign) + " ";
  trust.edited(foreign, longer);
  EXPECT_FALSE(trust.trusts(longer));
  trust.agree(foreign);
  EXPECT_EQ(trust.waits(foreign, false), BodyWaits::no);
  trust.edited(foreign, longer);
  EXPECT_TRUE(trust.trusts(longer));
  BodyTrust next(file);
  EXPECT_EQ(next.waits(foreign, true), BodyWaits::no) << "it was saved";
  EXPECT_EQ(next.waits(foreign, false), BodyWaits::for_request);
  EXPECT_FALSE(next.trusts(longer));
}

TEST_F(BodyTrusts, ForgetsTheOldest) {
  for (std::size_t i = 0; i <= BodyTrust::max_kept; ++i)
    trust.agree("return " + std::to_string(i));
  BodyTrust next(file);
  EXPECT_FALSE(next.trusts("return 0"));
  EXPECT_TRUE(next.trusts("return 1"));
  EXPECT_TRUE(next.trusts("return " + std::to_string(BodyTrust::max_kept)));
  const std::string large(std::size_t(1) << 20, ' ');
  for (char c = 'a'; c < 'h'; ++c)
    trust.typed(large + c);
  EXPECT_FALSE(trust.trusts(large + 'a'));
  EXPECT_TRUE(trust.trusts(large + 'g'));
}

TEST_F(BodyTrusts, NothingThatCannotBeRead) {
  trust.agree(foreign);
  BodyTrust second(file);
  second.agree(own);
  trust.agree("return 3");
  EXPECT_TRUE(BodyTrust(file).trusts(own)) << "both windows' entries are saved";
  for (const char* broken : {"{", "{\"version\": 2, \"bodies\": []}", "{\"version\": 1, \"bodies\": [1]}"}) {
    write(file, broken);
    EXPECT_FALSE(BodyTrust(file).trusts(foreign)) << broken;
  }
  BodyTrust nowhere({});
  nowhere.agree(foreign);
  EXPECT_TRUE(nowhere.trusts(foreign)) << "consent lasts while the program runs";
}

TEST_F(BodyTrusts, KnowWhereABodyComesFrom) {
  trust.came(foreign, BodyOrigin::lesson);
  trust.came(foreign, BodyOrigin::text);
  trust.came(own, BodyOrigin::share_line);
  EXPECT_EQ(trust.origin(foreign), BodyOrigin::lesson) << "the first origin counts";
  EXPECT_EQ(trust.origin(own), BodyOrigin::share_line);
}

class BodyTrustOnTheCommandLine : public tests::WithNvrtc<> {
protected:
  void SetUp() override {
    WithNvrtc::SetUp();
    write(program / "body.json", std::string(R"({"version": 1, "fetch": {"body": ")") + foreign + "\"}}");
  }
  Ran draw(const std::vector<std::string>& more) {
    std::vector<std::string> args = {"body.json", "--window", "--lab", "fetch", "--ui-map", "map.json"};
    args.insert(args.end(), more.begin(), more.end());
    return program.render(args);
  }
  std::string status() {
    const auto map = nlohmann::json::parse(contents(program / "map.json"));
    for (const auto& item : map.at("items"))
      if (item.at("name") == "fetch.status") return item.at("text");
    return "nothing";
  }
  const Program program = {};
};

TEST_F(BodyTrustOnTheCommandLine, AForeignOneIsRefused) {
  const Ran ran = draw({});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "texelscope: error: " + say(Text::render_body_foreign, {"body.json"}) + "\n");
  EXPECT_FALSE(std::filesystem::exists(program / "out.png"));
}

TEST_F(BodyTrustOnTheCommandLine, AFlagTrustsIt) {
  ASSERT_EQ(draw({"--trust-body"}).code, 0);
  EXPECT_TRUE(status().starts_with("The body compiles for compute capability 7.5,")) << status();
  ASSERT_EQ(draw({"--fetch.body", own}).code, 0) << "it was typed";
  EXPECT_TRUE(status().starts_with("The body compiles for compute capability 7.5,")) << status();
}

TEST_F(BodyTrustOnTheCommandLine, AgreeingOnceTrustsItWithoutCompilingWhatNothingRuns) {
  const std::filesystem::path kept = program / "texelscope/agreed-bodies.json";
  BodyTrust(kept).agree(foreign);
  ASSERT_EQ(draw({}).code, 0);
  EXPECT_EQ(status(), text(Text::body_waits_cpu));
}

} // namespace
} // namespace texelscope
