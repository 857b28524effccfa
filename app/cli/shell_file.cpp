#include <algorithm>
#include <string_view>

#include "app/cli/shell_files.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
struct ShellFile {
  std::string_view name;
  std::string (*text)(const std::vector<DeclaredVerb>&);
};
constexpr ShellFile shell_files[] = {
    {"man", man_page}, {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
} // namespace

int run_shell_file(const std::vector<std::string>& args) {
  if (args.empty()) throw UserError(say(Text::flag_no_value, {shell_file_verb}));
  const auto found = std::ranges::find(shell_files, args.front(), &ShellFile::name);
  if (found == std::end(shell_files))
    throw UserError(say(Text::flag_bad,
                        {shell_file_verb, say(Text::error_choice, {args.front(), "man, bash, zsh, fish"})}));
  set_language(Language::english); // help is English
  print_data(found->text(declared_verbs()));
  return 0;
}

} // namespace texelscope
