#include "app/cli/help.h"

#include <algorithm>
#include <cctype>

#include "app/cli/declarations.h"
#include "app/cli/help_formatter.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/strict_json.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/suggest_field.h"

namespace texelscope {

namespace {
constexpr std::size_t name_column = 31, field_column = 34;
constexpr std::size_t line_width = 100;

std::string paragraph(const std::string& content) {
  return two_columns("", content, 0, line_width).substr(1); // without the line break behind no name
}

std::string heading(Text title) {
  return "\n" + std::string(text(title)) + ":\n";
}

std::string exit_line(int code, Text meaning) {
  return two_columns("  " + std::to_string(code), text(meaning), 7, line_width);
}

std::string exit_codes(const Verb& verb, bool strict) {
  std::string lines =
      exit_line(0, Text::exit_done) + exit_line(1, verb.failure) + exit_line(2, Text::exit_user);
  if (strict) lines += exit_line(3, Text::exit_strict);
  if (verb.stopped) lines += exit_line(130, *verb.stopped);
  return lines;
}

// "R,G,B,A"
std::string number_names(const Field& field) {
  std::string names;
  for (const char letter : field.letters)
    names += (names.empty() ? "" : ",") + std::string(1, char(std::toupper(letter)));
  return names;
}

std::string type_name(const Field& field) {
  switch (field.type) {
  case FieldType::boolean:
    return "on|off";
  case FieldType::integer:
    return "INTEGER";
  case FieldType::number:
    return "NUMBER";
  case FieldType::text:
    return "TEXT";
  case FieldType::choice:
    return "NAME";
  case FieldType::numbers:
    return number_names(field);
  case FieldType::strokes:
    return "N,N,...";
  }
  return {};
}

std::string default_text(const Field& field) {
  const FieldValue value = field.get(Session());
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
  return field.type == FieldType::strokes ? "" : format_value(field, value);
}

// The field's choices and its default.
std::string field_values(const Field& field) {
  std::string range;
  if (field.type == FieldType::integer || field.type == FieldType::number)
    range = say(Text::help_range, {json_number(field.low), json_number(field.high)});
  for (const EnumEntry& entry : field.choices)
    range += (range.empty() ? "" : ", ") + std::string(entry.identifier);
  return (range.empty() ? "" : say(Text::help_values, {range}) + " ") +
         say(Text::help_default, {default_text(field)});
}

std::string field_help(const Field& field) {
  return text(field.help) + std::string(" ") + field_values(field);
}

std::string field_line(const Field& field) {
  const std::string name = "  --" + std::string(field.path) + " " + type_name(field);
  return two_columns(name, field_help(field), field_column, line_width);
}

std::string all_fields() {
  std::string page = paragraph(text(Text::fields_about)), part, names;
  const auto end_part = [&] {
    if (!part.empty()) page += "\n" + two_columns(part, names, 12, line_width);
    names.clear();
  };
  for (const Field& field : fields()) {
    if (part != field.part()) end_part();
    part = field.part();
    names += (names.empty() ? "" : " ") + std::string(field.name());
  }
  end_part();
  return page;
}
} // namespace

DeclaredOption declared_field(const Field& field, bool file) {
  DeclaredOption option;
  option.names = {"--" + std::string(field.path)};
  option.type = type_name(field);
  option.help = field_help(field);
  option.file = file;
  if (field.type == FieldType::boolean) option.choices = {"on", "off"};
  for (const EnumEntry& entry : field.choices)
    option.choices.emplace_back(entry.identifier);
  return option;
}

std::string example_lines(std::string_view all) {
  std::string lines;
  for (std::size_t from = 0; from < all.size();) {
    const std::size_t end = std::min(all.find('\n', from), all.size());
    lines += "  texelscope " + std::string(all.substr(from, end - from)) + "\n";
    from = end + 1;
  }
  return lines;
}

std::string first_sentence(const std::string& content) {
  return content.substr(0, content.find(". ")) + (content.find(". ") == std::string::npos ? "" : ".");
}

HelpFormatter::HelpFormatter() {
  label("Positionals", text(Text::help_arguments));
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = "  " + option->get_name(is_positional, true);
  for (auto at = name.find(','); at != std::string::npos && !is_positional; at = name.find(',', at + 2))
    name.insert(at + 1, " ");
  if (!is_positional && !option->get_type_name().empty()) name += " " + option->get_type_name();
  return two_columns(name, option->get_description(), name_column, line_width);
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string) const {
  std::string line = "\n" + say(Text::help_usage, {app->get_name()});
  for (const CLI::Option* option : app->get_options())
    if (option->get_positional()) line += " [" + option->get_name(true) + "]";
  return line + " " + text(Text::help_usage_options) + "\n" +
         (app->get_footer().empty() ? "" : "\n" + app->get_footer());
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return paragraph(app->get_description());
}

std::string HelpFormatter::make_footer(const CLI::App*) const {
  return {};
}

std::string help_text(const CLI::App& app, const std::string& fields, bool files) {
  const std::string& name = app.get_name();
  const Verb* found = find_verb(name.substr(std::min(name.find(' '), name.size() - 1) + 1));
  const Verb& verb = found ? *found : window_verb();
  std::string help = app.help();
  if (files) help += "\n" + paragraph(text(Text::help_dash));
  if (!fields.empty()) help += heading(Text::help_session_fields) + two_columns("", fields, 2, line_width);
  help += heading(Text::help_example) + example_lines(verb.example);
  const auto is_strict = [](const CLI::Option* option) { return option->check_lname("strict"); };
  help +=
      heading(Text::help_exit_codes) + exit_codes(verb, std::ranges::any_of(app.get_options(), is_strict));
  for (auto at = help.find("\n\n\n"); at != std::string::npos; at = help.find("\n\n\n"))
    help.erase(at, 1);
  return help.substr(help.find_first_not_of('\n'));
}

std::string fields_help(const std::string& prefix) {
  const std::string wanted = prefix.starts_with("--") ? prefix.substr(2) : prefix;
  if (wanted.empty()) return all_fields();
  std::string lines;
  for (const Field& field : fields())
    if (field.path.starts_with(wanted)) lines += field_line(field);
  if (lines.empty()) throw UserError(say(Text::fields_none, {wanted, suggest_field(wanted)}));
  return lines;
}

} // namespace texelscope
