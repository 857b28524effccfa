// Values that files hold as JSON name their members once:
//
//   template <class Archive>
//   void describe(Archive& archive, Described<Archive, Anchor>& anchor) {
//     archive("launch_ms", anchor.launch_ms, not_negative);
//     archive("clocks_mhz", anchor.clocks_mhz, not_negative);
//   }
//
// written(anchor) is its JSON. read_described<Anchor>(node) reads that strictly: each error is a UserError
// with the place in the file, and so is a member that the description does not name. What a reader checks
// beyond a member's own rule it checks afterwards.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_node.h"

namespace texelscope {

using Json = nlohmann::ordered_json;

template <class Archive, class T>
using Described = std::conditional_t<Archive::reads, T, const T>;

// The rules of members, as `Json write(value)` and `void read(node, value)`. Lists, arrays and optional
// values have the rule of their items. Members without a rule have Plain.
struct Plain {
  template <class T>
  Json write(const T& value) const;
  template <class T>
  void read(const JsonNode& node, T& value) const;
};

// Whole numbers from `low` to `high`. Larger ones than 63 bits hold are written as the largest.
struct Within {
  std::int64_t low = 0, high = std::numeric_limits<std::int64_t>::max();
  template <std::integral T>
  Json write(T value) const {
    return std::in_range<std::int64_t>(value) ? std::int64_t(value) : high;
  }
  template <std::integral T>
  void read(const JsonNode& node, T& value) const {
    value = T(node.whole(low, high));
  }
};
template <std::integral T>
inline constexpr Within any_whole = {std::int64_t(std::numeric_limits<T>::min()),
                                     sizeof(T) < 8 ? std::int64_t(std::numeric_limits<T>::max())
                                                   : std::numeric_limits<std::int64_t>::max()};

struct NotNegative { // and finite
  Json write(double value) const { return value; }
  void read(const JsonNode& node, double& value) const;
};
inline constexpr NotNegative not_negative;

struct Hex { // "0x7f00"
  Json write(std::uint64_t value) const;
  void read(const JsonNode& node, std::uint64_t& value) const;
};
inline constexpr Hex hex;

struct AsFlag { // a number that is on where it is not 0
  Json write(std::int32_t value) const { return value != 0; }
  void read(const JsonNode& node, std::int32_t& value) const { value = node.flag(); }
};
inline constexpr AsFlag as_flag;

struct AsNumber { // an enumerator as its number, which may be that of none
  template <class Enum>
  Json write(Enum value) const {
    return std::int32_t(value);
  }
  template <class Enum>
  void read(const JsonNode& node, Enum& value) const {
    std::int32_t number = 0;
    any_whole<std::int32_t>.read(node, number);
    value = Enum(number);
  }
};
inline constexpr AsNumber as_number;

struct OneOf { // one of these texts
  std::span<const std::string_view> texts;
  Json write(const std::string& value) const { return value; }
  void read(const JsonNode& node, std::string& value) const { value = texts[node.one_of(texts)]; }
};

struct ByName { // one of the first `count` enumerators, by name(enumerator)
  std::size_t count;
  template <class Enum>
  Json write(Enum value) const {
    return name(value);
  }
  template <class Enum>
  void read(const JsonNode& node, Enum& value) const {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < count; ++i)
      names.push_back(name(Enum(i)));
    value = Enum(node.one_of(names));
  }
};

class JsonWriter {
public:
  static constexpr bool reads = false;

  template <class T, class Rule = Plain>
  void operator()(std::string_view name, const T& value, const Rule& rule = {}) {
    json[std::string(name)] = item(value, rule);
  }
  template <class T, class Rule = Plain> // left out where it is empty
  void operator()(std::string_view name, const std::optional<T>& value, const Rule& rule = {}) {
    if (value) (*this)(name, *value, rule);
  }
  template <class T, class Rule = Plain> // left out where it has its default
  void unless_default(std::string_view name, const T& value, const Rule& rule = {}) {
    if (!(value == T())) (*this)(name, value, rule);
  }
  template <class T, class Rule = Plain> // older files lack it: it then keeps its default
  void newer(std::string_view name, const T& value, const Rule& rule = {}) {
    (*this)(name, value, rule);
  }
  // A member that follows from others: `make` makes it, and readers ignore it.
  template <class Make>
  void derived(std::string_view name, Make make) {
    json[std::string(name)] = make();
  }
  // A text or a whole number that every such file has.
  template <class T>
  void constant(std::string_view name, const T& value) {
    json[std::string(name)] = value;
  }
  // An object of some of the value's members, which is there if `present`.
  template <class Members>
  void group(std::string_view name, bool present, Members members) {
    if (!present) return;
    JsonWriter inner;
    members(inner);
    json[std::string(name)] = std::move(inner.json);
  }

  template <class T, class Rule>
  static Json item(const T& value, const Rule& rule) {
    return rule.write(value);
  }
  template <class T, class Rule>
  static Json item(const std::vector<T>& values, const Rule& rule) {
    return list(values, rule);
  }
  template <class T, std::size_t count, class Rule>
  static Json item(const std::array<T, count>& values, const Rule& rule) {
    return list(values, rule);
  }

  Json json = Json::object();

private:
  template <class List, class Rule>
  static Json list(const List& values, const Rule& rule) {
    Json all = Json::array();
    for (const auto& value : values)
      all.push_back(item(value, rule));
    return all;
  }
};

class JsonReader {
public:
  static constexpr bool reads = true;
  explicit JsonReader(const JsonNode& from) : node(from) {}

  template <class T, class Rule = Plain>
  void operator()(std::string_view name, T& value, const Rule& rule = {}) {
    if (const auto found = need(name)) item(*found, value, rule);
  }
  template <class T, class Rule = Plain>
  void operator()(std::string_view name, std::optional<T>& value, const Rule& rule = {}) {
    if (const auto found = known(name)) item(*found, value.emplace(), rule);
  }
  template <class T, class Rule = Plain>
  void unless_default(std::string_view name, T& value, const Rule& rule = {}) {
    if (const auto found = known(name)) item(*found, value, rule);
  }
  template <class T, class Rule = Plain>
  void newer(std::string_view name, T& value, const Rule& rule = {}) {
    unless_default(name, value, rule);
  }
  template <class Make>
  void derived(std::string_view name, Make) {
    known(name);
  }
  void constant(std::string_view name, std::string_view value) {
    if (const auto found = need(name)) found->one_of({value});
  }
  void constant(std::string_view name, std::int64_t value) {
    if (const auto found = need(name)) found->whole(value, value);
  }
  template <class Members>
  void group(std::string_view name, bool, Members members) {
    const auto found = known(name);
    if (!found) return;
    JsonReader inner(*found);
    members(inner);
    inner.finish();
  }
  // Members whose meaning hangs on others, for the reader to read by hand. Those that it needs are there
  // after finish().
  std::optional<JsonNode> find(std::string_view name) { return known(name); }
  std::optional<JsonNode> need(std::string_view name);
  const JsonNode& object() const { return node; }
  // Refuses members that have no description, then the first that is missing.
  void finish() const;

  template <class T, class Rule>
  static void item(const JsonNode& from, T& value, const Rule& rule) {
    rule.read(from, value);
  }
  template <class T, class Rule>
  static void item(const JsonNode& from, std::vector<T>& values, const Rule& rule) {
    values.clear();
    for (const JsonNode& each : from.items())
      item(each, values.emplace_back(), rule);
  }
  template <class T, std::size_t count, class Rule>
  static void item(const JsonNode& from, std::array<T, count>& values, const Rule& rule) {
    const std::vector<JsonNode> items = items_of(from, count);
    for (std::size_t i = 0; i < count; ++i)
      item(items[i], values[i], rule);
  }

private:
  std::optional<JsonNode> known(std::string_view name);
  static std::vector<JsonNode> items_of(const JsonNode& list, std::size_t count); // as many, or it refuses

  JsonNode node;
  std::vector<std::string_view> names;
  std::string missing;
};

template <class T>
Json written(const T& value) {
  JsonWriter writer;
  describe(writer, value);
  return std::move(writer.json);
}

template <class T>
void read_described(const JsonNode& node, T& value) {
  JsonReader reader(node);
  describe(reader, value);
  reader.finish();
}
template <class T>
T read_described(const JsonNode& node) {
  T value;
  read_described(node, value);
  return value;
}

// NaN and infinities as text: "nan", "inf", "-inf".
Json written_float(float value);
float read_float(const JsonNode& node);

template <class T>
Json Plain::write(const T& value) const {
  if constexpr (std::is_same_v<T, float>)
    return written_float(value);
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return any_whole<T>.write(value);
  else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double> || std::is_same_v<T, std::string>)
    return value;
  else
    return written(value);
}

template <class T>
void Plain::read(const JsonNode& node, T& value) const {
  if constexpr (std::is_same_v<T, bool>)
    value = node.flag();
  else if constexpr (std::is_same_v<T, float>)
    value = read_float(node);
  else if constexpr (std::is_same_v<T, double>)
    value = node.number();
  else if constexpr (std::is_same_v<T, std::string>)
    value = node.string();
  else if constexpr (std::is_integral_v<T>)
    any_whole<T>.read(node, value);
  else
    read_described(node, value);
}

} // namespace texelscope
