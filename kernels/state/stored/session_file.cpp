#include "kernels/state/stored/session_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/strict_json.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/suggest_field.h"
#include "kernels/state/stored/texture_path.h"

namespace texelscope {

namespace {

using ValueOrReason = std::variant<FieldValue, std::string>;

std::optional<double> number_of(const JsonValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.data)) return double(*whole);
  if (const auto* number = std::get_if<double>(&value.data)) return *number;
  const auto* word = std::get_if<std::string>(&value.data);
  if (word && *word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word && *word == "inf") return std::numeric_limits<double>::infinity();
  if (word && *word == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

ValueOrReason numbers_of(const Field& field, const JsonValue& value) {
  const auto* list = std::get_if<JsonValue::List>(&value.data);
  if (!list) return say(Text::session_wants_list, {value.excerpt, std::to_string(field.count)});
  std::vector<double> numbers;
  for (const JsonValue& item : *list) {
    const auto number = number_of(item);
    if (!number) return say(Text::error_number, {item.excerpt});
    numbers.push_back(*number);
  }
  return FieldValue(std::move(numbers));
}

ValueOrReason strokes_of(const Field& field, const JsonValue& value) {
  const auto* strokes = std::get_if<JsonValue::List>(&value.data);
  if (!strokes) return std::string(text(Text::session_wants_strokes));
  std::vector<double> flat;
  for (const JsonValue& stroke : *strokes) {
    const auto* list = std::get_if<JsonValue::List>(&stroke.data);
    if (!list || (list->size() != stroke_numbers && list->size() != stroke_numbers - 1))
      return std::string(text(Text::session_wants_strokes));
    auto numbers = numbers_of(field, stroke);
    if (numbers.index() == 1) return numbers;
    auto& own = std::get<std::vector<double>>(std::get<FieldValue>(numbers));
    own.resize(stroke_numbers, -1); // files from before strokes had a plane: all of them
    flat.insert(flat.end(), own.begin(), own.end());
  }
  return FieldValue(std::move(flat));
}

// The value as the field's type, or an error message. A list of a file is never a scalar, and 1.5 is never a
// whole number.
ValueOrReason value_of(const Field& field, const JsonValue& value) {
  switch (field.type) {
  case FieldType::boolean:
    if (const auto* flag = std::get_if<bool>(&value.data)) return FieldValue(*flag);
    return say(Text::error_boolean, {value.excerpt});
  case FieldType::integer:
    if (const auto* whole = std::get_if<std::int64_t>(&value.data)) return FieldValue(*whole);
    return say(Text::error_integer, {value.excerpt});
  case FieldType::number:
    if (const auto number = number_of(value)) return FieldValue(*number);
    return say(Text::error_number, {value.excerpt});
  case FieldType::text:
    if (const auto* string = std::get_if<std::string>(&value.data)) return FieldValue(*string);
    return say(Text::session_wants_text, {value.excerpt});
  case FieldType::choice:
    return FieldValue(value.excerpt); // assign rejects what is not an identifier
  case FieldType::numbers:
    return numbers_of(field, value);
  case FieldType::strokes:
    return strokes_of(field, value);
  }
  return std::string(text(Text::error_type));
}

void check_version(const JsonText& source, const JsonValue& root) {
  if (!std::holds_alternative<JsonValue::Object>(root.data))
    throw UserError(source.place(0) + text(Text::session_no_object));
  const JsonMember* version = root.find("version");
  if (!version) throw UserError(source.place(0) + text(Text::session_no_version));
  const auto* number = std::get_if<std::int64_t>(&version->value.data);
  if (number && *number > session_version)
    throw UserError(source.place(version->offset) +
                    say(Text::session_newer, {version->value.excerpt, std::to_string(session_version)}));
  if (!number || *number != session_version)
    throw UserError(source.place(version->offset) + say(Text::session_bad_version, {version->value.excerpt}));
}

bool is_part(std::string_view name) {
  for (const Field& field : fields())
    if (field.part() == name) return true;
  return false;
}

std::string float_digits(double value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, float(value)).ptr};
}

std::string list_json(const double* numbers, std::size_t count) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    // Lists are stored as floats; the shortest digits of the largest float would be larger than it.
    const bool plain = std::abs(numbers[i]) < std::numeric_limits<float>::max() && numbers[i] != 0;
    list += (i ? ", " : "") + (plain ? float_digits(numbers[i]) : json_number(numbers[i]));
  }
  return "[" + list + "]";
}

// Fields that are stored as float are written as float: 0.1 rather than the nearest double.
std::string scalar_json(const Field& field, const Session& session, double value) {
  Session scratch = session;
  double shorter = 0;
  const std::string digits = float_digits(value);
  std::from_chars(digits.data(), digits.data() + digits.size(), shorter);
  const bool stored_as_float =
      !assign(scratch, field, shorter) && std::get<double>(field.get(scratch)) == value;
  return stored_as_float && value != 0 ? digits : json_number(value);
}

std::string field_json(const Field& field, const Session& session) {
  const FieldValue value = field.get(session);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&value)) return scalar_json(field, session, *number);
  if (const auto* string = std::get_if<std::string>(&value)) return json_string(*string);
  const auto& list = std::get<std::vector<double>>(value);
  if (field.type == FieldType::numbers) return list_json(list.data(), list.size());
  std::string strokes;
  for (std::size_t i = 0; i + stroke_numbers <= list.size(); i += stroke_numbers)
    strokes += (i ? ",\n      " : "\n      ") + list_json(list.data() + i, stroke_numbers);
  return strokes.empty() ? "[]" : "[" + strokes + "\n    ]";
}

LoadedSession read_parts(const JsonText& source, const JsonValue::Object& parts, bool has_version) {
  LoadedSession loaded;
  for (const JsonMember& part : parts) {
    if (has_version && part.name == "version") continue;
    if (!is_part(part.name))
      throw UserError(source.place(part.offset) + say(Text::session_unknown_part, {part.name}));
    const auto* members = std::get_if<JsonValue::Object>(&part.value.data);
    if (!members) throw UserError(source.place(part.offset) + say(Text::session_part_type, {part.name}));
    for (const JsonMember& member : *members)
      read_session_field(source, part.name + "." + member.name, member, loaded);
  }
  return loaded;
}

} // namespace

void read_session_field(const JsonText& source, const std::string& path, const JsonMember& member,
                        LoadedSession& into) {
  const Field* field = find_field(path);
  if (!field)
    throw UserError(source.place(member.offset) +
                    say(Text::session_unknown_field, {path, suggest_field(path)}));
  const auto value = value_of(*field, member.value);
  std::optional<std::string> reason;
  if (const auto* against = std::get_if<std::string>(&value))
    reason = *against;
  else
    reason = assign(into.session, *field, std::get<FieldValue>(value));
  if (reason) throw UserError(source.place(member.offset) + say(Text::session_bad_field, {path, *reason}));
  into.stated.insert(path);
}

LoadedSession parse_session_fields(std::string_view json, std::string_view name) {
  if (json.size() > max_session_bytes)
    throw UserError(say(Text::file_too_long, {name, byte_text(max_session_bytes)}));
  const JsonText source{json, name};
  const JsonValue root = parse_strict_json(source, max_session_levels);
  check_version(source, root);
  return read_parts(source, std::get<JsonValue::Object>(root.data), true);
}

LoadedSession session_within(const JsonText& source, const JsonValue& object, std::size_t offset) {
  const auto* parts = std::get_if<JsonValue::Object>(&object.data);
  if (!parts) throw UserError(source.place(offset) + text(Text::lesson_wants_session));
  return read_parts(source, *parts, false);
}

Session parse_session(std::string_view json, std::string_view name) {
  return parse_session_fields(json, name).session;
}

std::string write_session(const Session& session) {
  std::string out = "{\n  \"version\": " + std::to_string(session_version);
  std::string_view part;
  for (const Field& field : fields()) {
    if (field.part() != part) {
      out += std::string(part.empty() ? "" : "\n  }") + ",\n  \"" + std::string(field.part()) + "\": {\n";
      part = field.part();
    } else
      out += ",\n";
    out += "    \"" + std::string(field.name()) + "\": " + field_json(field, session);
  }
  return out + "\n  }\n}\n";
}

LoadedSession load_session(const std::filesystem::path& path) {
  std::string text = read_text_file(path, max_session_bytes);
  LoadedSession loaded = parse_session_fields(text, input_name(path));
  loaded.base = base_of_file(loaded.session, path);
  loaded.text = std::move(text);
  return loaded;
}

std::string save_session(const std::filesystem::path& path, const Session& session,
                         const std::filesystem::path& base) {
  Session moved = session;
  moved.texture.path = texture_path_from(session_folder(path), session, base);
  const std::string json = write_session(moved);
  if (json.size() > max_session_bytes)
    throw UserError(say(Text::session_too_long, {path.string(), std::to_string(max_session_bytes >> 20)}));
  write_text_file(path, json);
  return moved.texture.path;
}

bool is_session_file(const std::filesystem::path& path) {
  if (!is_standard_input(path)) return ending_of(path) == ".json";
  const std::string start = standard_input_start();
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  const auto first =
      start.find_first_not_of(" \t\r\n", start.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
  return first != std::string::npos && start[first] == '{';
}

} // namespace texelscope
