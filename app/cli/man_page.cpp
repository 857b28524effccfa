// texelscope(1), in the macros of man(7).
#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/cli/help.h"
#include "app/cli/shell_files.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

constexpr std::pair<char, const char*> escapes[] = {
    {'\\', "\\e"}, {'-', "\\-"}, {'^', "\\(ha"}, {'~', "\\(ti"}, {'`', "\\(ga"}};

// Text as it is: nothing in it is a request or an escape of roff.
std::string roff(std::string_view content) {
  std::string out;
  for (const char c : content) {
    const bool starts_line = out.empty() || out.back() == '\n';
    if (starts_line && (c == '.' || c == '\'')) out += "\\&";
    const auto escape = std::ranges::find(escapes, c, &std::pair<char, const char*>::first);
    out += escape == std::end(escapes) ? std::string(1, c) : escape->second;
  }
  return out;
}

std::string bold(std::string_view content) {
  return "\\fB" + roff(content) + "\\fR";
}
std::string italic(std::string_view content) {
  return "\\fI" + roff(content) + "\\fR";
}

std::string section(std::string title) {
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return char(std::toupper(c)); });
  return ".SH " + roff(title) + "\n";
}

std::string roff_paragraph(const std::string& content) {
  return content.empty() ? "" : ".PP\n" + roff(content) + "\n";
}

// Lines that are not filled.
std::string unfilled(const std::string& content) {
  const bool ended = content.ends_with('\n');
  return ".nf\n" + roff(content) + (ended ? "" : "\n") + ".fi\n";
}

std::string tagged(const std::string& tag, const std::string& content) {
  return ".TP\n" + tag + "\n" + (content.empty() ? "\\&" : roff(content)) + "\n";
}

std::string entry(const DeclaredOption& option) {
  std::string tag;
  for (const std::string& name : option.names)
    tag += (tag.empty() ? "" : ", ") + bold(name);
  return tagged(option.type.empty() ? tag : tag + " " + italic(option.type), option.help);
}

std::string usage(const DeclaredVerb& verb) {
  std::string line = bold(verb.command);
  for (const DeclaredOption& positional : verb.positionals)
    line += " [" + italic(positional.names.front()) + "]";
  return line + " " + roff(text(Text::help_usage_options)) + "\n";
}

bool is_general(const DeclaredOption& option) {
  return option.section == text(Text::help_general);
}

// Those of every verb stand on the page once.
std::string options(const DeclaredVerb& verb, bool general) {
  std::string out, title = text(Text::help_options);
  for (const DeclaredOption& positional : verb.positionals)
    out += entry(positional);
  for (const DeclaredOption& option : verb.options) {
    if (is_general(option) && !general) continue;
    if (option.section != title) out += ".PP\n" + italic(option.section) + "\n";
    title = option.section;
    out += entry(option);
  }
  return out;
}

std::string exit_code(int code, Text meaning) {
  return tagged(bold(std::to_string(code)), text(meaning));
}

// What the verb does not share with all.
std::string own_exit_codes(const DeclaredVerb& verb) {
  std::string out;
  if (verb.verb->failure != window_verb().failure) out += exit_code(1, verb.verb->failure);
  if (takes_option(verb, "--strict")) out += exit_code(3, Text::exit_strict);
  if (verb.verb->stopped) out += exit_code(130, *verb.verb->stopped);
  return out.empty() ? out : ".PP\n" + italic(text(Text::help_exit_codes)) + "\n" + out;
}

std::string verb_part(const DeclaredVerb& verb) {
  std::string out = ".SS " + roff(verb.verb->name) + "\n" + usage(verb) + roff_paragraph(verb.about);
  if (!verb.after.empty()) out += ".PP\n" + unfilled(verb.after);
  out += options(verb, false) + roff_paragraph(verb.fields_help);
  return out + ".PP\n" + unfilled(example_lines(verb.verb->example)) + own_exit_codes(verb);
}

std::string without_stop(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

} // namespace

std::string man_page(const std::vector<DeclaredVerb>& verbs) {
  const DeclaredVerb& window = verbs.front();
  std::string page = std::string(".TH TEXELSCOPE 1 \"\" \"texelscope ") + version() + "\"\n";
  page += section("name") + "texelscope \\- " + roff(without_stop(first_sentence(window.about))) + "\n";
  page += section("synopsis");
  for (const DeclaredVerb& verb : verbs)
    page += (&verb == &window ? "" : ".br\n") + usage(verb);
  page += section("description") + roff(window.about) + "\n";
  page += section(text(Text::help_options)) + options(window, true);
  page += section("verbs");
  for (const DeclaredVerb& verb : verbs)
    if (&verb != &window) page += verb_part(verb);
  page += section(text(Text::help_session_fields)) + roff(window.fields_help) + "\n";
  for (const DeclaredOption& field : window.fields)
    page += entry(field);
  page += section(text(Text::help_exit_codes));
  page += exit_code(0, Text::exit_done) + exit_code(1, window.verb->failure) + exit_code(2, Text::exit_user);
  return page + section(text(Text::help_example)) + unfilled(example_lines(window.verb->example));
}

} // namespace texelscope
