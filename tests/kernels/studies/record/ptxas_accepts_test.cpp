// What rewrite() makes of nvcc's PTX, and of random changes of PTX, compiles.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <regex>
#include <string>
#include <string_view>
#include <tuple>

#include <gtest/gtest.h>

#include "kernels/studies/record/rewrite.h"
#include "tests/kernels/studies/record/small_ptx.h"
#include "tests/kernels/studies/record/without_record.h"
#include "tests/source_root.h"
#include "tests/temp_folder.h"

namespace texelscope::record {
namespace {

namespace fs = std::filesystem;

const std::string nvcc = TEXELSCOPE_NVCC;

fs::path ptxas() {
  return fs::path(nvcc).parent_path() / "ptxas";
}

class Compiles : public testing::Test {
protected:
  void SetUp() override {
    if (nvcc.empty() || !fs::exists(ptxas())) GTEST_SKIP() << "this build has no nvcc and ptxas";
  }

  // Empty if the command succeeded, otherwise what it printed.
  std::string failure(const std::string& command) const {
    const fs::path log = folder.path("log.txt");
    const int status =
        std::system(("cd " + folder.root().string() + " && " + command + " > log.txt 2>&1").c_str());
    return status == 0 ? "" : tests::contents(log) + "(" + command + ")";
  }

  std::string ptxas_failure(const std::string& ptx, const std::string& target, const char* more = "") const {
    folder.write("module.ptx", ptx);
    return failure(ptxas().string() + " -O0 -arch=" + target + more + " module.ptx -o module.cubin");
  }

  tests::TempFolder folder;
};

std::size_t count(const std::string& text, const char* pattern) {
  const std::regex wanted(pattern);
  return std::size_t(std::distance(std::sregex_iterator(text.begin(), text.end(), wanted), {}));
}

std::string without_comments(const std::string& ptx) {
  return std::regex_replace(ptx, std::regex(R"(//[^\n]*|/\*[^*]*\*/)"), " ");
}

// The architecture, and nvcc's flag.
class NvccOutput : public Compiles, public testing::WithParamInterface<std::tuple<int, std::string>> {};

TEST_P(NvccOutput, IsRewrittenWhole) {
  const std::string number = std::to_string(std::get<0>(GetParam())), flag = std::get<1>(GetParam());
  const fs::path source = tests::source_root / "tests/kernels/studies/record/every_fetch.cu";
  ASSERT_EQ(failure(nvcc + " -std=c++17 -arch=compute_" + number + " " + flag + " -ptx " + source.string() +
                    " -o every_fetch.ptx"),
            "");
  const std::string ptx = folder.read("every_fetch.ptx");
  const auto result = rewrite(ptx);
  const auto* refusal = std::get_if<Refusal>(&result);
  ASSERT_EQ(refusal, nullptr) << refusal_text(*refusal);
  const auto& [rewritten, sites] = std::get<Rewritten>(result);
  const std::size_t expected = count(without_comments(ptx), R"(\b(tex|tld4)\s*\.\w)");
  std::cout << "compute_" << number << " " << flag << ": " << sites.size() << " sites of " << expected
            << " texture instructions\n";
  EXPECT_EQ(sites.size(), expected);
  EXPECT_GT(sites.size(), 300u);
  EXPECT_EQ(without_record(rewritten), ptx);
  // Without optimization the functions of CUDA's header are functions of the PTX.
  for (const Site& site : sites)
    if (site.places.empty())
      EXPECT_TRUE(flag == "-G" && site.function.find("tex") != site.function.npos) << site.function;
    else
      EXPECT_TRUE(site.places.back().file.ends_with("every_fetch.cu")) << site.places.back().file;
  EXPECT_EQ(ptxas_failure(rewritten, "sm_" + number, flag == "-G" ? " -g" : ""), "");
  const auto by_object = std::get<Rewritten>(rewrite(ptx, {}, true));
  EXPECT_EQ(without_record(by_object.ptx), ptx);
  EXPECT_EQ(ptxas_failure(by_object.ptx, "sm_" + number, flag == "-G" ? " -g" : ""), "");
  const auto replaced = std::get<Rewritten>(rewrite_uncounted(ptx, Fetching::replaced));
  EXPECT_EQ(replaced.sites.size(), expected);
  EXPECT_EQ(count(without_comments(replaced.ptx), R"(\b(tex|tld4)\s*\.\w)"), 0u);
  EXPECT_EQ(ptxas_failure(replaced.ptx, "sm_" + number, flag == "-G" ? " -g" : ""), "");
}

INSTANTIATE_TEST_SUITE_P(Rewrite, NvccOutput,
                         testing::Values(std::tuple(75, std::string("-lineinfo")),
                                         std::tuple(90, std::string("-G"))),
                         [](const auto& test) {
                           return "Compute" + std::to_string(std::get<0>(test.param)) +
                                  (std::get<1>(test.param) == "-G" ? "Debug" : "Optimized");
                         });

TEST_F(Compiles, UnderTheOldestHeader) {
  const std::string ptx = small_module("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];",
                                       ".version 6.2\n.target sm_30\n.address_size 64\n");
  EXPECT_EQ(ptxas_failure(std::get<Rewritten>(rewrite(ptx)).ptx, "sm_75"), "");
}

// The statements of a module that the changes begin with.
constexpr std::string_view statements[] = {
    "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];",
    "@!%p1 tex.level.2d.v4.u32.s32 {%r1, _, %r3, %r4}|%p1, [%rd1, {%r5, %r6}], 1, {1, -1};",
    "tex.grad.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {0f3F000000, -1.5}], {%f7, 1.0}, {%f8, %f8}, {1, "
    "2}, %f9;",
    "@%p2 tld4.a.acube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %f1, %f1, %f1}], %f2;",
    "{ .reg .f32 %f<3>; tex.a1d.v4.f16.f32 {%h1, %h2, %h3, %h4}, [%rd1, {7, %f1}]; }",
    "tex.3d.v2.f16x2.f32 {%r1, %r2}, [image, {%f1, %f1, %f1, %f1}], {1, 2, 3, 0};",
};

// A token of a statement gives way to one of another, often of its kind, or goes, or comes twice.
std::string changed(std::mt19937& random, const std::vector<std::string>& tokens,
                    const std::vector<std::string>& others) {
  const auto any = [&random](std::size_t count) { return std::size_t(random() % count); };
  const auto kind = [](const std::string& token) { return token.substr(0, 2); };
  std::string out;
  const std::size_t place = any(tokens.size()), how = any(8);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string other = others[any(others.size())];
    while (how > 2 && kind(other) != kind(tokens[i]))
      other = others[any(others.size())];
    if (i != place)
      out += tokens[i];
    else if (how > 0)
      out += how == 1 ? tokens[i] + tokens[i] : other;
  }
  return out;
}

std::vector<std::string> tokens_of(std::string_view text) {
  static const std::regex token(R"([%\w]+|\.\w+|\s+|.)");
  const std::string copy(text);
  std::vector<std::string> tokens;
  for (std::sregex_iterator at(copy.begin(), copy.end(), token), end; at != end; ++at)
    tokens.push_back(at->str());
  return tokens;
}

// Whatever ptxas accepts and rewrite() does not refuse, ptxas accepts when it is rewritten.
TEST_F(Compiles, RandomChanges) {
  std::mt19937 random(7);
  std::vector<std::string> all;
  for (const std::string_view statement : statements)
    for (std::string& token : tokens_of(statement))
      all.push_back(std::move(token));
  int accepted = 0, refused = 0;
  for (int round = 0; round < 300; ++round) {
    const std::string_view statement = statements[std::size_t(round) % std::size(statements)];
    std::string body(statement);
    if (round >= int(std::size(statements))) body = changed(random, tokens_of(statement), all);
    const std::string ptx = small_module(body);
    const auto result = rewrite(ptx);
    const auto* rewritten = std::get_if<Rewritten>(&result);
    ASSERT_TRUE(rewritten || round >= int(std::size(statements))) << body;
    if (!rewritten) {
      ++refused;
      continue;
    }
    EXPECT_EQ(without_record(rewritten->ptx), ptx);
    // What stands in the fetch's place compiles wherever the fetch does.
    const auto counted = std::get<Rewritten>(rewrite(ptx, {}, false, Fetching::replaced));
    // One run for most: ptxas accepts the change as a rule only if it accepts what was made of it.
    const std::string failure = ptxas_failure(rewritten->ptx, "sm_75");
    accepted += failure.empty();
    if (!failure.empty() && ptxas_failure(ptx, "sm_75").empty())
      ADD_FAILURE() << "ptxas accepts\n" << body << "\nbut not as rewritten\n" << failure;
    if (failure.empty()) {
      const std::string replaced = ptxas_failure(counted.ptx, "sm_75");
      EXPECT_EQ(replaced, "") << body;
    }
  }
  EXPECT_GT(accepted, 60);
  EXPECT_GT(refused, 20);
}

} // namespace
} // namespace texelscope::record
