// The man page and the completions of shells, which the build writes for installed programs. Nothing in them
// is listed by hand: they are made from the verbs' own declarations.
#pragma once

#include <string>
#include <vector>

#include "app/cli/declarations.h"

namespace texelscope {

std::string man_page(const std::vector<DeclaredVerb>& verbs);
std::string bash_completion(const std::vector<DeclaredVerb>& verbs);
std::string zsh_completion(const std::vector<DeclaredVerb>& verbs);
std::string fish_completion(const std::vector<DeclaredVerb>& verbs);

// The verb that prints one of them; it is listed nowhere.
inline constexpr const char* shell_file_verb = "--shell-file";
int run_shell_file(const std::vector<std::string>& args); // "man", "bash", "zsh" or "fish"

} // namespace texelscope
