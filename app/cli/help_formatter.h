// A verb's --help page. Only code that passes options to CLI11 includes this, because that library takes
// seconds to compile.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace texelscope {

class HelpFormatter : public CLI::Formatter {
public:
  HelpFormatter();
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override; // none: the footer's text follows the usage
};

// A verb's page, with one empty line between its sections. `fields`: which of a session's fields are options
// too; `files`: the verb takes file names.
std::string help_text(const CLI::App& app, const std::string& fields, bool files);

} // namespace texelscope
