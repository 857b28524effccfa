// What bash, zsh and fish offer at Tab, as scripts of these shells.
#include <algorithm>
#include <map>
#include <string_view>

#include "app/cli/help.h"
#include "app/cli/shell_files.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

constexpr const char* topic = "TOPIC"; // the positional of `help`

std::string replaced(std::string content, std::string_view characters, std::string_view before) {
  std::string out;
  for (const char c : content) {
    if (characters.find(c) != std::string_view::npos) out += before;
    out += c;
  }
  return out;
}

// 'text' for bash and zsh.
std::string shell_quoted(std::string_view content) {
  std::string out = "'";
  for (const char c : content)
    out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string fish_quoted(const std::string& content) {
  return "'" + replaced(content, "\\'", "\\") + "'";
}

std::vector<std::string> names_of(const std::vector<DeclaredOption>& options) {
  std::vector<std::string> names;
  for (const DeclaredOption& option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> verb_names(const std::vector<DeclaredVerb>& verbs) {
  std::vector<std::string> names;
  for (const DeclaredVerb& verb : verbs)
    if (!verb.verb->name.empty()) names.emplace_back(verb.verb->name);
  return names;
}

// The first word after `help`.
std::vector<std::string> topics(const std::vector<DeclaredVerb>& verbs) {
  std::vector<std::string> names = verb_names(verbs);
  names.emplace_back("fields");
  return names;
}

bool takes_topic(const DeclaredVerb& verb) {
  return !verb.positionals.empty() && verb.positionals.front().names.front() == topic;
}

bool takes_file(const DeclaredVerb& verb) {
  return std::ranges::any_of(verb.positionals, &DeclaredOption::file);
}

std::vector<DeclaredOption> all_options(const DeclaredVerb& verb) {
  std::vector<DeclaredOption> all = verb.options;
  all.insert(all.end(), verb.fields.begin(), verb.fields.end());
  return all;
}

// ---- bash: one function, with a case for each verb's words and for each value.

// What is offered for an option's value, as a command of bash.
std::string bash_action(const DeclaredOption& option) {
  if (!option.choices.empty())
    return "mapfile -t COMPREPLY < <(compgen -W " + shell_quoted(joined(option.choices, " ")) +
           " -- \"$word\")";
  return option.file ? "_texelscope_files" : ":";
}

// The actions of options with values: by the option's name, then by the verb.
using BashActions = std::map<std::string, std::map<std::string, std::string>>;

BashActions bash_actions(const std::vector<DeclaredVerb>& verbs) {
  BashActions actions;
  for (const DeclaredVerb& verb : verbs)
    for (const DeclaredOption& option : all_options(verb))
      for (const std::string& name : option.names)
        if (!option.type.empty()) actions[name][std::string(verb.verb->name)] = bash_action(option);
  return actions;
}

// Patterns of "VERB --option", by their action. Any verb, where all that have the option agree.
std::map<std::string, std::vector<std::string>> bash_patterns(const std::vector<DeclaredVerb>& verbs) {
  std::map<std::string, std::vector<std::string>> patterns;
  for (const auto& [name, by_verb] : bash_actions(verbs)) {
    const std::string& first = by_verb.begin()->second;
    if (std::ranges::all_of(by_verb, [&](const auto& one) { return one.second == first; }))
      patterns[first].push_back("*" + shell_quoted(" " + name));
    else
      for (const auto& [verb, action] : by_verb)
        patterns[action].push_back(shell_quoted(verb + " " + name));
  }
  return patterns;
}

std::string bash_values_case(const std::vector<DeclaredVerb>& verbs) {
  std::string out = "  case \"$verb $before\" in\n";
  for (const auto& [action, patterns] : bash_patterns(verbs))
    out += "    " + joined(patterns, " | ") + ")\n      " + action + "\n      return ;;\n";
  return out + "  esac\n";
}

std::string bash_verbs_case(const std::vector<DeclaredVerb>& verbs) {
  std::string out = "  case $verb in\n";
  for (const DeclaredVerb& verb : verbs) {
    out += "    " + shell_quoted(verb.verb->name) + ")";
    out += " options=" + shell_quoted(joined(names_of(verb.options), " "));
    if (!verb.fields.empty()) out += " fields=" + shell_quoted(joined(names_of(verb.fields), " "));
    if (takes_topic(verb)) out += " words=" + shell_quoted(joined(topics(verbs), " "));
    if (takes_file(verb)) out += " files=1";
    if (verb.takes_program) out += " program=1";
    out += " ;;\n";
  }
  return out + "  esac\n";
}

constexpr const char* bash_files = R"(_texelscope_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
)";

// readline splits "--size=640" into three words.
constexpr const char* bash_start = R"(_texelscope() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= i
  local options= fields= words= files= program=
  if [[ $word == = ]]; then word=
  elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
)";

constexpr const char* bash_program = R"(  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ $program && ${COMP_WORDS[i]} == -- ]]; then
      if declare -F _command_offset >/dev/null; then _command_offset $((i + 1))
      elif ((i + 1 == COMP_CWORD)); then mapfile -t COMPREPLY < <(compgen -c -- "$word")
      else _texelscope_files; fi
      return
    fi
  done
)";

constexpr const char* bash_end = R"(  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options $fields" -- "$word")
  else
    [[ $files ]] && _texelscope_files
    [[ $words ]] && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
}
complete -F _texelscope texelscope
)";

// ---- zsh: an array of specifications for _arguments for each verb.

std::string zsh_text(const std::string& content) {
  return replaced(content, "\\[]:", "\\");
}

std::string zsh_action(const DeclaredOption& option) {
  if (!option.choices.empty()) return "(" + joined(option.choices, " ") + ")";
  return option.file ? "_files" : " ";
}

// '*(-o --out)'{-o,--out=}'[Help.]:FILE:_files'
std::string zsh_option(const DeclaredOption& option) {
  std::string names, text = "[" + zsh_text(option.help) + "]";
  if (!option.type.empty()) text += ":" + zsh_text(option.type) + ":" + zsh_action(option);
  for (const std::string& name : option.names) {
    const bool takes_sign = !option.type.empty() && name.starts_with("--");
    names += (names.empty() ? "" : ",") + name + (takes_sign ? "=" : "");
  }
  const std::string others = option.repeated ? "*" : "(" + joined(option.names, " ") + ")";
  const std::string spelled = option.names.size() > 1 ? "{" + names + "}" : names;
  return "    " + shell_quoted(others) + spelled + shell_quoted(text) + "\n";
}

std::string zsh_positional(const DeclaredVerb& verb, const std::vector<DeclaredVerb>& verbs) {
  std::string out;
  for (const DeclaredOption& positional : verb.positionals) {
    const std::string& name = positional.names.front();
    const std::string action =
        name == topic ? "(" + joined(topics(verbs), " ") + ")" : zsh_action(positional);
    out += "    " + shell_quoted((positional.repeated ? "*:" : ":") + name + ":" + action) + "\n";
  }
  if (verb.takes_program) out += "    '*::program: _normal'\n";
  return out;
}

std::string zsh_case(const DeclaredVerb& verb, const std::vector<DeclaredVerb>& verbs, bool has_all_fields) {
  std::string out = "    (" + shell_quoted(verb.verb->name) + ") specs=(\n";
  for (const DeclaredOption& option : verb.options)
    out += zsh_option(option);
  if (has_all_fields) out += "    $fields\n";
  for (std::size_t i = 0; i < verb.fields.size() && !has_all_fields; ++i)
    out += zsh_option(verb.fields[i]);
  return out + zsh_positional(verb, verbs) + "    ) ;;\n";
}

std::string zsh_fields(const DeclaredVerb& window) {
  std::string out = "  local -a fields=(\n";
  for (const DeclaredOption& field : window.fields)
    out += zsh_option(field);
  return out + "  )\n";
}

std::string zsh_verbs(const std::vector<DeclaredVerb>& verbs) {
  std::string out = "  local -a verbs=(\n";
  for (const DeclaredVerb& verb : verbs)
    if (!verb.verb->name.empty())
      out += "    " +
             shell_quoted(std::string(verb.verb->name) + ":" +
                          replaced(first_sentence(verb.about), "\\:", "\\")) +
             "\n";
  return out + "  )\n";
}

constexpr const char* zsh_start = R"(#compdef texelscope
_texelscope() {
  local -a specs
  local verb=$words[2] found=1
)";

// A verb counts as the program's name, so that what follows it is counted from there.
constexpr const char* zsh_first_word = R"(  if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
    _describe -t verbs verb verbs && found=0
    _files && found=0
    return found
  fi
  if (( CURRENT > 2 && ${verbs[(I)${(b)verb}:*]} )); then
    shift words
    (( CURRENT-- ))
  else
    verb=
  fi
)";

// ---- fish: a line for each option, with the verbs that take it. The window's is the empty one.

constexpr const char* fish_start = R"(
  contains -- "$verb" $argv
end
function __texelscope_first
  test (count (commandline -opc)) -eq 1
end
function __texelscope_program
  set -l words (commandline -opc)
  set -l at (contains -i -- -- $words); or return
  complete -C (string join ' ' -- (string escape -- $words[(math $at + 1)..]) (commandline -ct))
end
complete -c texelscope -f
)";

std::string fish_functions(const std::vector<DeclaredVerb>& verbs) {
  return "function __texelscope_verb\n  set -l words (commandline -opc)\n  set -l verb ''\n"
         "  contains -- \"$words[2]\" " +
         joined(verb_names(verbs), " ") + "; and set verb $words[2]" + fish_start;
}

std::string fish_option(const DeclaredOption& option) {
  std::string line;
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.type.empty()) line += option.file ? " -r -F" : " -x";
  if (!option.choices.empty()) line += " -a " + fish_quoted(joined(option.choices, " "));
  return line + " -d " + fish_quoted(option.help);
}

std::vector<std::string> fish_lines(const DeclaredVerb& verb, const std::vector<DeclaredVerb>& verbs) {
  std::vector<std::string> lines;
  if (takes_file(verb)) lines.emplace_back(" -F");
  if (takes_topic(verb)) lines.push_back(" -a " + fish_quoted(joined(topics(verbs), " ")));
  if (verb.takes_program) lines.emplace_back(" -a '(__texelscope_program)'");
  for (const DeclaredOption& option : all_options(verb))
    lines.push_back(fish_option(option));
  return lines;
}

} // namespace

std::string bash_completion(const std::vector<DeclaredVerb>& verbs) {
  const std::vector<std::string> names = verb_names(verbs);
  std::string out = std::string(bash_files) + bash_start;
  out += "  ((COMP_CWORD > 1)) && case ${COMP_WORDS[1]} in " + joined(names, " | ") +
         ") verb=${COMP_WORDS[1]} ;; esac\n";
  out += bash_verbs_case(verbs);
  out += "  ((COMP_CWORD == 1)) && words=" + shell_quoted(joined(names, " ")) + "\n";
  return out + bash_program + bash_values_case(verbs) + bash_end;
}

std::string zsh_completion(const std::vector<DeclaredVerb>& verbs) {
  const DeclaredVerb& window = verbs.front();
  std::string out = zsh_start + zsh_verbs(verbs) + zsh_fields(window) + zsh_first_word + "  case $verb in\n";
  for (const DeclaredVerb& verb : verbs)
    out += zsh_case(verb, verbs, verb.fields.size() == window.fields.size());
  return out + "  esac\n  _arguments -S : $specs\n}\n_texelscope \"$@\"\n";
}

std::string fish_completion(const std::vector<DeclaredVerb>& verbs) {
  std::string out = fish_functions(verbs);
  std::map<std::string, std::vector<std::string>> verbs_of_line;
  for (const DeclaredVerb& verb : verbs) {
    const std::string name(verb.verb->name);
    if (!name.empty())
      out += "complete -c texelscope -n __texelscope_first -a " + name + " -d " +
             fish_quoted(first_sentence(verb.about)) + "\n";
    for (const std::string& line : fish_lines(verb, verbs))
      verbs_of_line[line].push_back(name.empty() ? "\"\"" : name);
  }
  for (const auto& [line, names] : verbs_of_line)
    out += "complete -c texelscope -n '__texelscope_verb " + joined(names, " ") + "'" + line + "\n";
  return out;
}

} // namespace texelscope
