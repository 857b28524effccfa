#include "app/analyses/live_body.h"

#include <gtest/gtest.h>

#include "kernels/studies/bodies/body_trust.h"
#include "tests/with_nvrtc.h"

namespace texelscope {
namespace {

constexpr const char* good = "return tex2D<Texel>(tex, x, y);";
constexpr const char* broken = "return color;";

class LiveBodies : public tests::WithNvrtc<> {
protected:
  static BodySource source(const std::string& body) { return {body, {}}; }
  const CompiledBody* running() { return live.running({}).get(); }
  const ui::BodyFindings& found() { return live.findings(false); }
  LiveBody live{BodyProcess{{}, TEXELSCOPE_PROGRAM}};
};

TEST_F(LiveBodies, ABrokenOneKeepsTheLastGood) {
  live.update(source(good), 0, true);
  ASSERT_NE(running(), nullptr);
  EXPECT_TRUE(found().is_good());
  live.update(source(broken), 1, true);
  EXPECT_TRUE(found().is_current);
  EXPECT_FALSE(found().is_good());
  EXPECT_EQ((*found().compiled.found)->errors(), 1);
  ASSERT_NE(running(), nullptr);
  EXPECT_EQ(running()->source.body, good);
  live.update(source(""), 2, true);
  EXPECT_EQ(running(), nullptr);
  live.update(source(good), 3, true);
  live.update(source(""), 4, true);
  live.update(source(broken), 5, true);
  EXPECT_EQ(running(), nullptr) << "a body that was removed is not the last good one";
}

TEST_F(LiveBodies, RunsOnlyWhereItWasCompiledFor) {
  live.update(source(good), 0, true);
  EXPECT_EQ(live.running({.result = ResultType::unsigned_int}), nullptr);
  EXPECT_EQ(live.running({.projection = Projection::tilted}), nullptr);
  EXPECT_EQ(live.running({.dimension = Dimension::d3}), nullptr);
  EXPECT_EQ(live.running({.architecture = 90}), nullptr);
}

TEST_F(LiveBodies, WaitsUntilTheTypistRests) {
  live.update(source("r"), 0, false);
  live.update(source("re"), 0.15, false);
  live.update(source("ret"), 0.30, false);
  EXPECT_FALSE(found().compiled.busy);
  live.update(source("ret"), 0.49, false);
  EXPECT_FALSE(found().compiled.busy);
  EXPECT_FALSE(found().is_current);
  live.update(source("ret"), 0.51, false);
  EXPECT_TRUE(found().compiled.busy);
  live.update(source("ret"), 0.52, true);
  EXPECT_TRUE(found().is_current);
  EXPECT_EQ((*found().compiled.found)->source.body, "ret");
}

TEST_F(LiveBodies, WhatWaitsForTheUserIsNotCompiled) {
  live.update(source(good), 0, true);
  for (const BodyWaits waits : {BodyWaits::for_consent, BodyWaits::for_request}) {
    live.update(source(broken), 1, true, waits);
    EXPECT_EQ(found().waits, waits);
    EXPECT_FALSE(found().compiled.found) << "no result is reported, neither of this body nor of another";
    EXPECT_FALSE(found().is_current);
    EXPECT_EQ(running(), nullptr) << "the picture is the plain fetch";
  }
  live.update(source(broken), 2, true);
  ASSERT_TRUE(found().compiled.found);
  EXPECT_EQ((*found().compiled.found)->errors(), 1);
}

TEST(BodyExamples, AreListedByName) {
  const auto examples = body_examples();
  ASSERT_EQ(examples.size(), 6u);
  EXPECT_EQ(examples[0].name, "1-plain");
  EXPECT_NE(examples[0].body.find("tex2D<Texel>(tex, x, y)"), std::string::npos);
  EXPECT_EQ(examples[3].name, "4-catmull-rom");
}

} // namespace
} // namespace texelscope
