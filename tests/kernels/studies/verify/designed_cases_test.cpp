// The designed fetches: what each shows by the model, and that a fault is counted where it is.
#include "kernels/studies/verify/designed_cases.h"

#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "tests/model_device.h"

namespace texelscope::verify {
namespace {

const DesignedCase& named(std::string_view name) {
  for (const DesignedCase& one : designed_cases())
    if (one.name == name) return one;
  throw std::invalid_argument(std::string(name));
}

std::vector<std::uint32_t> by_model(std::string_view name) {
  const DesignedCase& designed = named(name);
  Specimen specimen(designed.setup);
  return model_results(designed.setup, specimen.texture(), designed.at, specimen.bytes().data());
}

TEST(DesignedCases, EachNameIsThereOnceAndCudaTakesTheSizes) {
  std::set<std::string_view> names;
  for (const DesignedCase& one : designed_cases()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_EQ(one.setup.samples, one.at.size()) << one.name;
    EXPECT_EQ(one.requests().size(), one.at.size() * request_value_count(one.setup)) << one.name;
  }
  EXPECT_EQ(names.size(), 18u);
}

// Files keep names and compare requests: other fetches need another name.
TEST(DesignedCases, AreThoseOfFormatVersion1) {
  std::uint32_t sum = 0;
  for (const DesignedCase& one : designed_cases()) {
    for (const std::byte byte : std::as_bytes(std::span(&one.setup, 1)))
      sum = mix(sum, std::uint32_t(byte));
    for (const std::uint32_t value : one.requests())
      sum = mix(sum, value);
  }
  EXPECT_EQ(sum, 0x563aec2fu);
}

TEST(DesignedCases, WeightsHave257Values) {
  const std::vector<std::uint32_t> results = by_model("weights");
  ASSERT_EQ(results.size(), 513u);
  EXPECT_EQ(std::set<std::uint32_t>(results.begin(), results.end()).size(), 257u);
}

TEST(DesignedCases, CodesAreAllOfThem) {
  const std::vector<std::uint32_t> plain = by_model("unsigned_codes"), linear = by_model("srgb_codes"),
                                   both_signs = by_model("signed_codes");
  ASSERT_EQ(plain.size(), 256u);
  for (int code = 0; code < 256; ++code) {
    const auto i = std::size_t(code);
    EXPECT_EQ(std::bit_cast<float>(plain[i]), float(code) / 255) << code;
    const int as_signed = code < 128 ? code : code - 256;
    EXPECT_NEAR(std::bit_cast<float>(both_signs[i]), std::max(-1.0f, float(as_signed) / 127), 1e-6f) << code;
  }
  EXPECT_EQ(std::bit_cast<float>(linear[0]), 0.0f);
  EXPECT_EQ(std::bit_cast<float>(linear[255]), 1.0f);
  EXPECT_NEAR(std::bit_cast<float>(linear[128]), 0.2158f, 1e-3f);
}

TEST(DesignedCases, LevelsMixByTheFractionOfTheLod) {
  const std::vector<std::uint32_t> results = by_model("levels");
  std::set<std::uint32_t> between(results.begin(), results.begin() + 257); // LOD 1 to 1.5
  EXPECT_GT(between.size(), 100u);
  EXPECT_LE(between.size(), 129u) << "256 steps to a level";
}

TEST(DesignedCases, ADeviceThatIsTheModelAgrees) {
  tests::ModelDevice device;
  const std::vector<DesignedResult> results = fetch_designed(device);
  ASSERT_EQ(results.size(), designed_cases().size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const DesignedCase& designed = designed_cases()[i];
    ASSERT_EQ(results[i].components.size(), designed.at.size() * result_component_count(designed.setup));
    EXPECT_EQ(count_differing(designed, results[i].components), 0u) << designed.name;
  }
}

TEST(DesignedCases, AFaultIsCountedInItsCase) {
  tests::ModelDevice device;
  device.fault = [](const Case& c, std::vector<std::uint32_t>& components) {
    if (c.srgb) components[7] ^= 1, components[100] ^= 0x80000000;
  };
  device.refuses = [](const Case& c) { return Operation(c.operation) == Operation::gather; };
  const std::vector<DesignedResult> results = fetch_designed(device);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const DesignedCase& designed = designed_cases()[i];
    if (designed.name == "gather") {
      EXPECT_EQ(results[i].refusal, "no");
      EXPECT_TRUE(results[i].components.empty());
      continue;
    }
    EXPECT_EQ(count_differing(designed, results[i].components), designed.name == "srgb_codes" ? 2u : 0u)
        << designed.name;
  }
}

} // namespace
} // namespace texelscope::verify
