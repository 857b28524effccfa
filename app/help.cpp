#include "app/help.h"

#include "app/strict_json.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
constexpr std::size_t name_column = 34;
constexpr std::size_t line_width = 100;
} // namespace

std::string two_columns(const std::string& name, const std::string& words, std::size_t indent,
                        std::size_t width) {
  std::string out = name;
  std::size_t column = name.size();
  const auto line_break = [&] {
    out += "\n" + std::string(indent, ' ');
    column = indent;
  };
  if (column + 1 > indent)
    line_break();
  else {
    out += std::string(indent - column, ' ');
    column = indent;
  }
  for (std::size_t start = 0; start < words.size();) {
    const auto space = words.find(' ', start);
    const std::string word = words.substr(start, space == std::string::npos ? space : space - start);
    if (column > indent && column + 1 + word.size() > width) line_break();
    out += (column > indent ? " " : "") + word;
    column += word.size() + (column > indent ? 1 : 0);
    start = space == std::string::npos ? words.size() : space + 1;
  }
  return out + "\n";
}

HelpFormatter::HelpFormatter() {
  label("Positionals", text(Text::help_arguments));
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = "  " + option->get_name(is_positional, true);
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
  return two_columns("", app->get_description(), 0, line_width);
}

std::string HelpFormatter::make_footer(const CLI::App*) const {
  return {};
}

std::string help_text(const CLI::App& app) {
  std::string help = app.help();
  for (auto at = help.find("\n\n\n"); at != std::string::npos; at = help.find("\n\n\n"))
    help.erase(at, 1);
  return help.substr(help.find_first_not_of('\n'));
}

std::string field_type_name(const Field& field) {
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
    return "R,G,B,A";
  case FieldType::strokes:
    return "N,N,...";
  }
  return {};
}

std::string field_help(const Field& field) {
  std::string range;
  if (field.type == FieldType::integer || field.type == FieldType::number)
    range = say(Text::help_range, {json_number(field.low), json_number(field.high)});
  for (const EnumEntry& entry : field.choices)
    range += (range.empty() ? "" : ", ") + std::string(entry.identifier);
  const std::string standard = to_words(field, field.get(Session()));
  std::string help = text(field.help);
  if (!range.empty()) help += " " + say(Text::help_values, {range});
  if (!standard.empty()) help += " " + say(Text::help_default, {standard});
  return help;
}

} // namespace texelscope
