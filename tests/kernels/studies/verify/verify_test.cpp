// The conformance test itself: it must find differences and report them.
#include "kernels/studies/verify/verify.h"

#include <atomic>
#include <set>

#include <gtest/gtest.h>

#include "tests/model_device.h"

namespace texelscope::verify {
namespace {

using FakeDevice = tests::ModelDevice;

Report verified(const Options& options, const FakeDevice& like = {}) {
  return verify(options, [&] { return std::make_unique<FakeDevice>(like); }, {});
}

TEST(Verify, EveryGroupIsDrawnAndEqual) {
  const Report report = verified({2e5, 3, "", 2});
  EXPECT_EQ(report.mismatches, 0);
  EXPECT_GE(report.fetches, 190000);
  ASSERT_EQ(report.groups.size(), std::size_t(group_count));
  for (const MismatchCount& group : report.groups) {
    EXPECT_GT(group.fetches, 0) << group.name;
    EXPECT_EQ(group.mismatches, 0) << group.name;
    EXPECT_FALSE(group.first) << group.name;
  }
  std::set<std::string> names;
  for (const MismatchCount& one : report.classes)
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
  EXPECT_GT(names.size(), 150u);
}

TEST(Verify, TheModelItselfAndItsFastPath) {
  const Report report = verified({3e5, 5, "2d tex linear", 2});
  EXPECT_GT(report.by_model, 0);
  EXPECT_LT(report.by_model, report.fetches);
  EXPECT_EQ(report.fast_differs, 0);
}

TEST(Verify, OneWrongBitIsFoundAndShown) {
  FakeDevice device;
  std::atomic<int> faults = 0;
  device.fault = [&](const Case& c, std::vector<std::uint32_t>& components) {
    if (Dimension(c.dimension) != Dimension::d3 || c.bits != 32 ||
        ElementKind(c.kind) != ElementKind::floating || faults++ > 0)
      return;
    components[5 * result_component_count(c)] ^= 1;
  };
  const Report report = verified({2e5, 4, "", 2}, device);
  EXPECT_EQ(report.mismatches, 1);
  int groups = 0;
  for (const MismatchCount& group : report.groups) {
    if (group.mismatches == 0) continue;
    ++groups;
    EXPECT_EQ(group.mismatches, 1);
    EXPECT_EQ(group.largest_ulp, 1u);
    ASSERT_TRUE(group.first);
    EXPECT_EQ(Dimension(group.first->setup.dimension), Dimension::d3);
    EXPECT_EQ(group.first->device[0], group.first->model[0] ^ 1);
  }
  EXPECT_EQ(groups, 1);
}

TEST(Verify, ACaseDependsOnSeedAndNumberAlone) {
  const Report one = verified({3e4, 9, "", 1}), two = verified({3e4, 9, "", 1}),
               other = verified({3e4, 10, "", 1});
  ASSERT_EQ(one.classes.size(), two.classes.size());
  for (std::size_t i = 0; i < one.classes.size(); ++i)
    EXPECT_EQ(one.classes[i].fetches, two.classes[i].fetches);
  EXPECT_NE(one.classes.size(), other.classes.size());
}

TEST(Verify, OnlyTheRequestedClasses) {
  const Report report = verified({5e4, 1, "cube tex linear f32", 2});
  EXPECT_GE(report.fetches, 50000);
  ASSERT_EQ(report.classes.size(), 1u);
  EXPECT_EQ(report.classes[0].name, "cube tex linear f32");
  EXPECT_THROW(verified({1e4, 1, "no such class", 1}), std::invalid_argument);
}

TEST(Verify, RefusalsAreCountedAndFailuresEndIt) {
  FakeDevice device;
  device.refuses = [](const Case& c) { return Dimension(c.dimension) == Dimension::cube; };
  const Report report = verified({2e5, 2, "", 1}, device);
  EXPECT_GT(report.refused, 0);
  EXPECT_EQ(report.refusals.front(), "no");
  EXPECT_THROW(
      verify({1e4, 1, "", 2}, []() -> std::unique_ptr<Device> { throw std::runtime_error("gone"); }, {}),
      std::runtime_error);
}

TEST(Verify, ProgressRisesAndCanStop) {
  double last = 0;
  int calls = 0;
  const FakeDevice device;
  const Report report = verify(
      {1e9, 1, "", 2}, [&] { return std::make_unique<FakeDevice>(device); },
      [&](double share) {
        EXPECT_GE(share, last);
        last = share;
        return ++calls < 5;
      });
  EXPECT_GE(calls, 5);
  EXPECT_LT(report.fetches, 100000000);
}

TEST(VerifyCase, RequestsSurviveARoundTripThroughTheirComponents) {
  for (int group = 0; group < group_count; ++group) {
    Random random(std::uint32_t(group) + 77);
    const Case c = random_case(Group(group), random, 1);
    const FetchAt at = random_request(c, random);
    std::vector<std::uint32_t> values(request_value_count(c)), again(values.size());
    put_request(c, at, values.data());
    put_request(c, get_request(c, values.data()), again.data());
    EXPECT_EQ(values, again) << group_name(Group(group));
    EXPECT_FALSE(values.empty());
  }
}

} // namespace
} // namespace texelscope::verify
