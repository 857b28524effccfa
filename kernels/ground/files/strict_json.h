// Reads JSON strictly into a small tree that records every position: no double names, no trailing bytes, no
// zero bytes, UTF-8 only, a bounded depth, and whole numbers kept apart from others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/base/variant.h"

namespace texelscope {

struct JsonMember;

struct JsonValue {
  using List = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;                                              // in the file's order
  Variant<std::monostate, bool, std::int64_t, double, std::string, List, Object> data; // monostate: null
  std::string excerpt; // as a message may quote it, shortened

  const JsonMember* find(std::string_view name) const; // null if this is no object or has no such member
};

struct JsonMember {
  std::string name;
  std::size_t offset = 0; // of the name's opening quote
  JsonValue value;
};

struct JsonText {
  std::string_view text;
  std::string_view name; // of the file, for messages

  std::string place(std::size_t offset) const; // "session.json:3:14: ", counted in characters from 1
};

// Throws a UserError with the place. Whole numbers that do not fit an int64 are read as double.
JsonValue parse_strict_json(const JsonText& source, int max_levels);

// A string with its quotes, escaped as by visible_json(). Throws UserError if it is not valid UTF-8.
std::string json_string(std::string_view string);

// The fewest digits that read back as the same double; "nan", "inf" and "-inf" with quotes.
std::string json_number(double value);

} // namespace texelscope
