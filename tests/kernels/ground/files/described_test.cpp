#include "kernels/ground/files/described.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/refusal.h"

namespace texelscope {
namespace {

enum class Fruit : std::uint8_t { apple, pear };
std::string_view name(Fruit fruit) {
  return fruit == Fruit::apple ? "apple" : "pear";
}

struct Part {
  double length = 0;
  bool operator==(const Part&) const = default;
};
template <class Archive>
void describe(Archive& archive, Described<Archive, Part>& part) {
  archive("length", part.length, not_negative);
}

struct Whole {
  int count = 0;
  std::uint64_t address = 0, size = 0;
  float bias = 0;
  std::int32_t flag = 0;
  Fruit fruit = Fruit::apple, number = Fruit::apple;
  std::optional<double> maybe = {};
  std::string remark = {}, text = {};
  int since = 7;
  std::vector<Part> parts = {};
  std::array<float, 2> pair = {};
  int grouped = 0;
  bool operator==(const Whole&) const = default;
};
template <class Archive>
void describe(Archive& archive, Described<Archive, Whole>& whole) {
  archive.derived("format", [] { return "whole"; });
  archive("count", whole.count, Within{1, 9});
  archive("address", whole.address, hex);
  archive("size", whole.size);
  archive("bias", whole.bias);
  archive("flag", whole.flag, as_flag);
  archive("fruit", whole.fruit, ByName{2});
  archive("number", whole.number, as_number);
  archive("maybe", whole.maybe, not_negative);
  archive.unless_default("remark", whole.remark);
  archive("text", whole.text);
  archive.newer("since", whole.since);
  archive("parts", whole.parts);
  archive("pair", whole.pair);
  archive.group("group", whole.grouped != 0, [&](auto& group) { group("grouped", whole.grouped); });
}

constexpr const char* all_members =
    R"({"format":"whole","count":3,"address":"0x7f00","size":5,"bias":"-inf","flag":true,"fruit":"pear","number":1,)"
    R"("maybe":0.5,"remark":"r","text":"t","since":8,"parts":[{"length":1.5},{"length":2.0}],"pair":["nan",0.25],)"
    R"("group":{"grouped":4}})";

Whole read(const std::string& json) {
  const JsonText source{json, "w.json"};
  const JsonValue tree = parse_strict_json(source, 8);
  return read_described<Whole>(JsonNode(source, tree));
}

TEST(Described, OneDescriptionWritesAndReads) {
  const Whole whole = read(all_members);
  EXPECT_EQ(whole.count, 3);
  EXPECT_EQ(whole.address, 0x7f00u);
  EXPECT_EQ(whole.bias, -std::numeric_limits<float>::infinity());
  EXPECT_EQ(whole.flag, 1);
  EXPECT_EQ(whole.fruit, Fruit::pear);
  EXPECT_EQ(whole.number, Fruit::pear);
  EXPECT_EQ(whole.maybe, 0.5);
  EXPECT_EQ(whole.parts, (std::vector<Part>{{1.5}, {2}}));
  EXPECT_EQ(whole.grouped, 4);
  EXPECT_EQ(written(whole).dump(), all_members);
}

TEST(Described, WhatHasItsDefaultOrIsEmptyIsLeftOut) {
  const std::string least = written(Whole{.count = 1}).dump();
  for (const char* absent : {"maybe", "remark", "group"})
    EXPECT_EQ(least.find(absent), least.npos) << least;
  EXPECT_EQ(read(least), Whole{.count = 1});
}

TEST(Described, AnOlderFileKeepsTheDefaultOfANewerMember) {
  std::string json = all_members;
  json.replace(json.find("\"since\":8,"), 10, "");
  EXPECT_EQ(read(json).since, 7);
}

TEST(Described, LargerNumbersThanAFileHoldsAreItsLargest) {
  const Whole whole = {.count = 1, .size = std::numeric_limits<std::uint64_t>::max()};
  EXPECT_EQ(written(whole)["size"], std::numeric_limits<std::int64_t>::max());
}

TEST(Described, EachErrorHasItsPlace) {
  using Change = std::pair<std::string, std::string>;
  const auto refusal = [](const Change& change) {
    std::string json = all_members;
    json.replace(json.find(change.first), change.first.size(), change.second);
    return refusal_of([&] { read(json); });
  };
  EXPECT_EQ(refusal({"\"count\":3", "\"count\":10"}),
            "w.json:1:19: count: is 10, but must be a whole number from 1 to 9.");
  const tests::Refusals<Change> cases = {
      {{"\"text\"", "\"txt\""}, "txt: is unknown here. Did you mean \"text\"?"},
      {{"\"text\":\"t\",", ""}, "\"text\" is missing."},
      {{"\"length\":2.0", "\"length\":-2"}, "length: must be a number of at least 0."},
      {{"0x7f00", "7f00"}, "address: must be a number such as \"0x7f00\"."},
      {{"pear", "plum"}, "fruit: is \"plum\", but must be one of apple, pear."},
      {{"0.25]", "0.25,1]"}, "pair: must be a list of 2."},
      {{"\"grouped\"", "\"group\""}, "group: is unknown here."},
      {{"true", "1"}, "flag: is 1, but must be true or false."},
  };
  tests::expect_refused_with(refusal, cases);
}

} // namespace
} // namespace texelscope
