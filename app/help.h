// How --help looks: names on the left, wrapped sentences on the right.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "kernels/fields.h"

namespace texelscope {

class HelpFormatter : public CLI::Formatter {
public:
  HelpFormatter();
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override; // none: the footer's text follows the usage
};

std::string help_text(const CLI::App& app); // with one empty line between groups

std::string field_type_name(const Field& field); // "INTEGER", "on|off", "R,G,B,A"
std::string field_help(const Field& field);      // what it is, its choices and its default

// `name` in a column of `indent` characters, `words` wrapped beside it to `width` characters a line.
std::string two_columns(const std::string& name, const std::string& words, std::size_t indent,
                        std::size_t width);

} // namespace texelscope
