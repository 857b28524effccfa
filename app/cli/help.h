// How --help looks: names on the left, wrapped sentences on the right.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "kernels/session/fields.h"

namespace texelscope {

class HelpFormatter : public CLI::Formatter {
public:
  HelpFormatter();
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override; // none: the footer's text follows the usage
};

// A verb's page, with one empty line between its sections; `fields`: the session's fields are options too;
// `files`: some are named.
std::string help_text(const CLI::App& app, bool fields, bool files);

// The fields whose path begins so; all in short where nothing is given. Throws UserError: there are none.
std::string fields_help(const std::string& prefix);

std::string first_sentence(const std::string& content);

// `name` in a column of `indent` characters, `content` wrapped beside it to `width` characters a line.
std::string two_columns(const std::string& name, const std::string& content, std::size_t indent,
                        std::size_t width);

} // namespace texelscope
