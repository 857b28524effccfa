// Whether the choice matters, by a kernel's times with its fetches and without.
#include "kernels/studies/advise/matters.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace texelscope::advise {

namespace {
// Around the time, one part in a thousand apart.
std::vector<double> times(double ns, int count = 9) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i)
    all.push_back(ns * (1 + 0.001 * (i - count / 2)));
  return all;
}
trace::KernelTimes kernel(const std::vector<double>& with, const std::vector<double>& without,
                          double fetches_without = 1000) {
  return {"sample(float)", {with.size(), 0, with, 1000.0}, {without.size(), 0, without, fetches_without}};
}

TEST(Worth, IsWhatCanBeWonForCertain) {
  EXPECT_EQ(worth_of(kernel(times(1000), times(970))).worth, Worth::leave_it);
  EXPECT_EQ(worth_of(kernel(times(1000), times(1100))).worth, Worth::leave_it) << "nothing is won";
  EXPECT_EQ(worth_of(kernel(times(1000), times(400))).worth, Worth::matters);
  EXPECT_EQ(worth_of(kernel(times(1000), times(950))).worth, Worth::unclear) << "the interval holds 5 %";
  EXPECT_EQ(worth_of(kernel({1000}, {400})).worth, Worth::unclear) << "one launch alone";
  EXPECT_NEAR(worth_of(kernel(times(1000), times(400))).gain(), 0.6, 1e-9);
}

TEST(Worth, IsNotToldWhereTheWorkChanged) {
  EXPECT_EQ(worth_of(kernel(times(1000), times(400), 1009)).worth, Worth::matters);
  EXPECT_EQ(worth_of(kernel(times(1000), times(400), 1011)).worth, Worth::changed);
  EXPECT_EQ(worth_of(kernel(times(1000), times(400), 500)).worth, Worth::changed);
  trace::KernelTimes uncounted = kernel(times(1000), times(400), 500);
  uncounted.with.fetches.reset();
  EXPECT_EQ(worth_of(uncounted).worth, Worth::matters);
}

TEST(Worth, IsOfTheKernelsThatFetchTheObject) {
  trace::TraceReport recorded;
  recorded.fetches.emplace().sites = {
      {7, "sample(float)", "tex.2d.v4.f32.f32", {}, 10, 1, {{1, 5, {}, {}}, {3, 5, {}, {}}}},
      {7, "other()", "tex.2d.v4.f32.f32", {}, 10, 1, {{2, 5, {}, {}}}}};
  trace::TimesReport report;
  report.kernels = {kernel(times(1000), times(400)), kernel(times(1), times(1))};
  report.kernels[1].function = "third()";
  ASSERT_EQ(worth_of(recorded, 3, report).size(), 1u);
  EXPECT_EQ(worth_of(recorded, 3, report)[0].kernel, "sample(float)");
  EXPECT_TRUE(worth_of(recorded, 2, report).empty()) << "its kernel was not measured";
  EXPECT_TRUE(worth_of(recorded, 4, report).empty());
}

TEST(Worth, IsASentence) {
  const KernelWorth leave = worth_of(kernel(times(2000), times(1990)));
  EXPECT_TRUE(worth_text({leave}).starts_with("sample(float) takes 2.00 us, and 1.99 us with numbers in "
                                              "registers in place of its fetches: 0.5 % ("))
      << worth_text({leave});
  EXPECT_TRUE(worth_text({leave}).ends_with("\nLeave it: less than 5 % can be won.\n"));
  EXPECT_TRUE(worth_text({worth_of(kernel(times(2000), times(990)))})
                  .ends_with("\nThe choice can matter: 5 % or more can be won.\n"));
  EXPECT_TRUE(worth_text({worth_of(kernel({2000}, {990}))})
                  .starts_with("sample(float) takes 2.00 us, and 0.99 us with numbers in registers in place "
                               "of its fetches: 50.5 % of its time is"));
  EXPECT_TRUE(worth_text({worth_of(kernel(times(2000), times(990), 10))})
                  .ends_with("a launch makes 10 fetches instead of 1000, because its control flow depends on "
                             "fetched values. What a choice can win cannot be told in this way.\n"));
  EXPECT_TRUE(worth_text({}).ends_with("trace --times measures them.\n"));
}

TEST(Worth, IsInTheJson) {
  const auto json = worth_json({worth_of(kernel(times(1000), times(400))), worth_of(kernel({1000}, {400}))});
  EXPECT_EQ(json[0]["kernel"], "sample(float)");
  EXPECT_EQ(json[0]["worth"], "matters");
  EXPECT_EQ(json[0]["ns_without_fetches"], 400);
  EXPECT_EQ(json[0]["fetches_of_launch_without"], 1000);
  EXPECT_LT(json[0]["interval"][0], json[0]["interval"][1]);
  EXPECT_EQ(json[1]["worth"], "unclear");
  EXPECT_FALSE(json[1].contains("interval"));
}
} // namespace

} // namespace texelscope::advise
