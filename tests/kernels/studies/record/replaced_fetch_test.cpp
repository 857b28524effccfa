// Twins whose texture instructions gave way to numbers in registers.
#include <string>
#include <string_view>
#include <variant>

#include <gtest/gtest.h>

#include "kernels/studies/record/rewrite.h"
#include "tests/kernels/studies/record/small_ptx.h"

namespace texelscope::record {
namespace {

Rewritten uncounted(std::string_view ptx, Fetching fetching = Fetching::replaced) {
  const auto result = rewrite_uncounted(ptx, fetching);
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    ADD_FAILURE() << refusal_text(*refusal) << "\n" << ptx;
    return {};
  }
  return std::get<Rewritten>(result);
}

TEST(ReplacedFetches, NeedTheCoordinatesAndNoTexture) {
  const std::string fetch = "@!%p1 tex.2d.v4.f32.f32 {%f1, _, %f3, %f4}|%p1, [%rd1, {%f5, %f6}];";
  const std::string ptx = small_module("mov.f32 %f5, 0f00000000; " + fetch + " // behind");
  const Rewritten twin = uncounted(ptx);
  ASSERT_EQ(twin.sites.size(), 1u);
  EXPECT_EQ(twin.sites[0].instruction, "tex.2d.v4.f32.f32");
  const std::string replaced = R"({
.reg .b16 %texelscope_h;
.reg .b32 %texelscope_t, %texelscope_u;
mov.b32 %texelscope_t, %f5;
mov.b32 %texelscope_u, %f6;
mad.lo.u32 %texelscope_t, %texelscope_t, 2654435761, %texelscope_u;
shr.u32 %texelscope_t, %texelscope_t, 9;
@!%p1 or.b32 %f1, %texelscope_t, 0x3f000000;
@!%p1 or.b32 %f3, %texelscope_t, 0x3e000000;
@!%p1 or.b32 %f4, %texelscope_t, 0x3d800000;
@!%p1 setp.eq.u32 %p1, %texelscope_t, %texelscope_t;
})";
  std::string expected = ptx;
  EXPECT_EQ(twin.ptx, expected.replace(ptx.find(fetch), fetch.size(), replaced));
}

TEST(ReplacedFetches, GetNumbersOfTheirType) {
  const struct {
    const char *statement, *lines;
  } rows[] = {
      {"tex.1d.v4.u32.s32 {%r1, %r2, %r3, _}, [%rd1, {%r1}];",
       "shr.b32 %r1, %texelscope_t, 15;\nshr.b32 %r2, %texelscope_t, 16;\nshr.b32 %r3, %texelscope_t, "
       "17;\n}"},
      {"tex.1d.v4.f16.f32 {%h1, %h2, _, _}, [%rd1, {%f1}];",
       "shr.u32 %texelscope_u, %texelscope_t, 13;\ncvt.u16.u32 %texelscope_h, %texelscope_u;\n"
       "or.b16 %h1, %texelscope_h, 0x3800;\nor.b16 %h2, %texelscope_h, 0x3400;\n}"},
      {"tex.1d.v2.f16x2.f32 {%r1, %r2}, [%rd1, {%f1}];",
       "and.b32 %texelscope_u, %texelscope_t, 0x3ff03ff;\n"
       "or.b32 %r1, %texelscope_u, 0x34003800;\nor.b32 %r2, %texelscope_u, 0x2c003000;\n}"},
  };
  for (const auto& row : rows)
    EXPECT_NE(uncounted(small_module(row.statement)).ptx.find(row.lines), std::string::npos) << row.statement;
}

// Without a register nothing else differs from thread to thread.
TEST(ReplacedFetches, OfConstantCoordinatesDifferByTheLane) {
  const std::string ptx =
      uncounted(small_module("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {0.5, 0.5}];")).ptx;
  EXPECT_NE(ptx.find("mov.b32 %texelscope_t, %laneid;\nmul.lo.u32"), ptx.npos) << ptx;
}

TEST(ReplacedFetches, CanBeCounted) {
  const std::string ptx = small_module("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];");
  const std::string replaced = uncounted(ptx).ptx;
  const std::size_t begin = replaced.find("{\n.reg .b16"), end = replaced.find("\n}", begin) + 2;
  const auto nothing = [](const std::string&) { return false; };
  const auto kept = std::get<Rewritten>(rewrite(ptx, nothing)),
             counted = std::get<Rewritten>(rewrite(ptx, nothing, false, Fetching::replaced));
  std::string expected = kept.ptx;
  const std::string fetch = "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];";
  expected.replace(expected.find(fetch), fetch.size(), replaced.substr(begin, end - begin));
  EXPECT_EQ(counted.ptx, expected);
  EXPECT_FALSE(counted.sites.at(0).recorded);
}

TEST(UncountedTwins, ThatFetchAreTheProgramsOwnModules) {
  const std::string ptx = small_module("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];");
  const Rewritten twin = uncounted(ptx, Fetching::kept);
  EXPECT_EQ(twin.ptx, ptx);
  EXPECT_EQ(twin.sites.size(), 1u);
}

} // namespace
} // namespace texelscope::record
