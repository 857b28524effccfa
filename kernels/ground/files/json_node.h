// A value of a JSON file with its place and name, for readers that reject whatever they do not know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/ground/files/strict_json.h"

namespace texelscope {

// Points into `source` and its tree, which must outlive it. Every function throws a UserError with the place
// if the value is not as it must be.
class JsonNode {
public:
  JsonNode(const JsonText& source, const JsonValue& root) : text(&source), data(&root) {}

  void allow(std::initializer_list<std::string_view> names) const; // an object with no other members
  void allow(std::span<const std::string_view> names) const;
  std::optional<JsonNode> find(std::string_view name) const;
  JsonNode at(std::string_view name) const;
  std::vector<JsonNode> items() const;   // of a list
  std::vector<JsonNode> members() const; // of an object
  const std::string& name() const { return named; }

  std::string string() const;
  double number() const;
  std::int64_t whole(std::int64_t low, std::int64_t high) const;
  int integer(int low, int high) const { return int(whole(low, high)); }
  bool flag() const;
  // Returns the index of the string in `known`; any other string is an error.
  std::size_t one_of(std::initializer_list<std::string_view> known) const;
  std::size_t one_of(std::span<const std::string_view> known) const;
  bool is_text() const { return std::holds_alternative<std::string>(data->data); }
  bool is_list() const { return std::holds_alternative<JsonValue::List>(data->data); }
  bool is_object() const { return std::holds_alternative<JsonValue::Object>(data->data); }

  [[noreturn]] void refuse(const std::string& reason) const;
  const JsonText& source() const { return *text; }
  const JsonValue& value() const { return *data; }
  JsonMember member() const { return {named, offset, *data}; }

private:
  JsonNode(const JsonNode& parent, const JsonValue& value, std::size_t where, std::string name)
      : text(parent.text), data(&value), offset(where), named(std::move(name)) {}

  const JsonText* text;
  const JsonValue* data;
  std::size_t offset = 0;
  std::string named;
};

} // namespace texelscope
