// Every field of a session: its name, range and texts, and how to read and set it. Session files,
// command-line flags, undo labels and notes identify fields by path ("sampler.filter") and use this table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/ground/base/variant.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/spec.h"

namespace texelscope {

enum class FieldType : std::uint8_t {
  boolean, // bool
  integer, // std::int64_t in [low, high]
  number,  // double in [low, high]; NaN and infinities only if `any_float`
  text,    // std::string
  choice,  // std::string, an identifier of `choices`
  numbers, // std::vector<double>, `count` of them; floats of any value if `any_float`
  strokes  // std::vector<double>, ten a stroke: x0 y0 x1 y1 radius r g b a plane
};

using FieldValue = Variant<bool, std::int64_t, double, std::string, std::vector<double>>;

inline constexpr std::size_t stroke_numbers = 10;
inline constexpr std::size_t max_strokes = 8000;

struct Field {
  std::string_view path; // "sampler.filter"
  FieldType type;
  Text label;
  Text help;
  double low = 0;
  double high = 0;
  std::size_t count = 0;
  bool any_float = false;
  EnumTable choices = {};
  FieldValue (*get)(const Session&) = nullptr;
  void (*put)(Session&, const FieldValue&) = nullptr; // the value must fit, which assign() checks
  std::string_view letters = {};                      // FieldType::numbers: a letter for each number

  std::string_view part() const { return path.substr(0, path.find('.')); }
  std::string_view name() const { return path.substr(path.find('.') + 1); }
};

// In the order in which files and help list them.
std::span<const Field> fields();
const Field* find_field(std::string_view path);

// Sets the field, or returns a sentence (without the path) that says why the value does not fit and leaves
// the session unchanged.
std::optional<std::string> assign(Session& session, const Field& field, const FieldValue& value);

// A value parsed from a flag's text, by the field's type ("1e3", "true", "0,0,0,1", "nan"); or an error
// message.
std::variant<FieldValue, std::string> parse_value(const Field& field, std::string_view input);

// The value as files and flags have it: "linear", "64", "0, 0, 0, 1".
std::string format_value(const Field& field, const FieldValue& value);
// The value as the window's controls show it, in the present language: "on", "linear".
std::string shown_value(const Field& field, const FieldValue& value);

// The paths of the fields in which two sessions differ, in the table's order.
std::vector<const Field*> differing_fields(const Session& a, const Session& b);

} // namespace texelscope
