#include "kernels/state/stored/settings_file.h"

#include <array>
#include <optional>
#include <variant>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/strict_json.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

constexpr std::size_t max_settings_bytes = std::size_t(1) << 20;
constexpr int settings_version = 1;
constexpr std::size_t max_recent = 100;

using Member = std::variant<std::int64_t Settings::*, double Settings::*, bool Settings::*,
                            std::string Settings::*, std::vector<std::string> Settings::*>;

struct Entry {
  const char* name;
  Member member;
  double low = 0, high = 0;
};

// These allow windows and panels of any reasonable size; the window fits them to the screen.
constexpr std::array<Entry, 15> entries = {{
    {"width", &Settings::width, 64, 65536},
    {"height", &Settings::height, 64, 65536},
    {"dark", &Settings::dark},
    {"scale", &Settings::scale, 0.25, 8},
    {"language", &Settings::language},
    {"left_width", &Settings::left_width, 0, 65536},
    {"right_width", &Settings::right_width, 0, 65536},
    {"bottom_height", &Settings::bottom_height, 0, 65536},
    {"show_left", &Settings::show_left},
    {"show_right", &Settings::show_right},
    {"show_bottom", &Settings::show_bottom},
    {"hint_seen", &Settings::hint_seen},
    {"tour_seen", &Settings::tour_seen},
    {"recent", &Settings::recent},
    {"lessons_done", &Settings::lessons_done},
}};

std::optional<std::string> out_of_range(const Entry& entry, double value, const std::string& excerpt) {
  if (value >= entry.low && value <= entry.high) return std::nullopt;
  return say(Text::error_range, {excerpt, json_number(entry.low), json_number(entry.high)});
}

// Sets the member, or returns an error message.
struct Put {
  const Entry& entry;
  const JsonValue& value;
  Settings& settings;

  std::optional<std::string> operator()(std::int64_t Settings::*member) const {
    const auto* whole = std::get_if<std::int64_t>(&value.data);
    if (!whole) return say(Text::error_integer, {value.excerpt});
    settings.*member = *whole;
    return out_of_range(entry, double(*whole), value.excerpt);
  }
  std::optional<std::string> operator()(double Settings::*member) const {
    const auto* whole = std::get_if<std::int64_t>(&value.data);
    const auto* number = std::get_if<double>(&value.data);
    if (!whole && !number) return say(Text::error_number, {value.excerpt});
    settings.*member = whole ? double(*whole) : *number;
    return out_of_range(entry, settings.*member, value.excerpt);
  }
  std::optional<std::string> operator()(bool Settings::*member) const {
    const auto* flag = std::get_if<bool>(&value.data);
    if (!flag) return say(Text::error_boolean, {value.excerpt});
    settings.*member = *flag;
    return std::nullopt;
  }
  std::optional<std::string> operator()(std::string Settings::*member) const {
    const auto* string = std::get_if<std::string>(&value.data);
    if (!string || (!string->empty() && !language_from_code(*string)))
      return say(Text::error_choice, {string ? *string : value.excerpt, "en, zh-Hans"});
    settings.*member = *string;
    return std::nullopt;
  }
  std::optional<std::string> operator()(std::vector<std::string> Settings::*member) const {
    const auto* list = std::get_if<JsonValue::List>(&value.data);
    if (!list || list->size() > max_recent) return text(Text::settings_wants_files);
    for (const JsonValue& item : *list) {
      const auto* string = std::get_if<std::string>(&item.data);
      if (!string) return text(Text::settings_wants_files);
      (settings.*member).push_back(*string);
    }
    return std::nullopt;
  }
};

std::string member_json(const Settings& settings, const Member& member) {
  if (const auto* whole = std::get_if<std::int64_t Settings::*>(&member))
    return std::to_string(settings.*(*whole));
  if (const auto* number = std::get_if<double Settings::*>(&member)) return json_number(settings.*(*number));
  if (const auto* flag = std::get_if<bool Settings::*>(&member)) return settings.*(*flag) ? "true" : "false";
  if (const auto* member_pointer = std::get_if<std::string Settings::*>(&member))
    return json_string(settings.*(*member_pointer));
  std::string list;
  for (const std::string& file : settings.*std::get<std::vector<std::string> Settings::*>(member))
    try {
      const std::string quoted = json_string(file);
      list += list.empty() ? "\n    " : ",\n    ";
      list += quoted;
    } catch (const UserError&) { // a path that is not UTF-8 is dropped
    }
  return list.empty() ? "[]" : "[" + list + "\n  ]";
}

} // namespace

Settings parse_settings(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue root = parse_strict_json(source, 4);
  const auto* members = std::get_if<JsonValue::Object>(&root.data);
  const JsonMember* version = root.find("version");
  const auto* number = version ? std::get_if<std::int64_t>(&version->value.data) : nullptr;
  if (!members || !number || *number != settings_version)
    throw UserError(source.place(0) + text(Text::settings_version));
  Settings settings;
  for (const JsonMember& member : *members) {
    if (member.name == "version") continue;
    const Entry* entry = nullptr;
    for (const Entry& candidate : entries)
      if (candidate.name == member.name) entry = &candidate;
    if (!entry)
      throw UserError(source.place(member.offset) + say(Text::session_unknown_field, {member.name, ""}));
    if (const auto reason = std::visit(Put{*entry, member.value, settings}, entry->member))
      throw UserError(source.place(member.offset) + say(Text::session_bad_field, {member.name, *reason}));
  }
  return settings;
}

std::string write_settings(const Settings& settings) {
  std::string out = "{\n  \"version\": " + std::to_string(settings_version);
  for (const Entry& entry : entries) {
    out += ",\n  \"";
    out += entry.name;
    out += "\": ";
    out += member_json(settings, entry.member);
  }
  return out + "\n}\n";
}

LoadedSettings load_settings(const std::filesystem::path& file, std::vector<std::string>& problems) {
  LoadedSettings loaded;
  loaded.file = read_kept_file(
      file, max_settings_bytes,
      [&](const std::string& json) { loaded.settings = parse_settings(json, file.string()); }, problems);
  return loaded;
}

void save_settings(const std::filesystem::path& file, const Settings& settings) {
  std::error_code reported_by_write;
  std::filesystem::create_directories(file.parent_path(), reported_by_write);
  write_text_file(file, write_settings(settings));
}

} // namespace texelscope
