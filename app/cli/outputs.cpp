#include "app/cli/outputs.h"

#include <set>

#include "app/cli/arguments.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"

namespace texelscope {

void check_format_option(const Arguments& arguments) {
  if (arguments.given("--format") && !standard_output_is_claimed()) throw UserError(text(Text::format_alone));
}

std::string output_ending(const Arguments& arguments, const std::filesystem::path& out,
                          const std::vector<std::string>& formats) {
  if (!is_standard_output(out)) return ending_of(out);
  const std::string format = arguments.value("--format").value_or(formats.front());
  std::string all;
  for (const std::string& name : formats) {
    if (name == format) return "." + format;
    all += (all.empty() ? "" : ", ") + name;
  }
  throw UserError(say(Text::flag_bad, {"--format", say(Text::error_choice, {format, all})}));
}

void check_output_path(const std::filesystem::path& out) {
  if (is_standard_output(out)) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(out, ignored))
    throw UserError(say(Text::render_is_folder, {out.string()}));
  const std::filesystem::path folder = out.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    throw UserError(say(Text::render_no_folder, {out.string(), folder.string()}));
}

namespace {
// "--sampler.filter point"; empty if no setting resolves the note.
std::string cure(const Note& note) {
  std::string flags;
  for (const auto& [path, value] : note.fix) {
    const std::string argument = format_value(*find_field(path), value);
    flags += (flags.empty() ? "--" : " --") + path + " " + (argument.empty() ? "\"\"" : argument);
  }
  return flags.empty() ? flags : " " + say(Text::refused_cure, {flags});
}

[[noreturn]] void refuse(const Note& note) {
  throw UserError(say(Text::render_refused, {note.field, note.sentence, note.rule, cure(note)}));
}
} // namespace

void check_body(const Resolution& resolution) {
  for (const Note& note : resolution.notes)
    if (note.field == "fetch.body" && note.kind == NoteKind::altered) refuse(note);
}

void check_notes(const Resolution& resolution) {
  for (const Note& note : resolution.notes)
    if (note.kind == NoteKind::refused) refuse(note);
  check_body(resolution);
}

void print_notes(const Resolution& resolution) {
  check_notes(resolution);
  for (const Note& note : resolution.notes)
    if (note.kind == NoteKind::altered) print_warning(note.field + ": " + note.sentence);
}

int strict_code(bool strict, const Resolution& resolution) {
  if (!strict) return 0;
  std::string fields;
  std::set<std::string> seen;
  for (const Note& note : resolution.notes)
    if (note.kind != NoteKind::no_effect && seen.insert(note.field).second)
      fields += (fields.empty() ? "" : ", ") + note.field;
  if (fields.empty()) return 0;
  print_error(say(Text::strict_found, {fields}));
  return 3;
}

namespace {
// A program leaves the machine: of a file that the command names by a whole path, as a value of its own or
// after "=", it has the name alone.
std::string without_folder(const std::string& word) {
  const std::size_t value = word.starts_with('-') ? word.find('=') + 1 : 0;
  if (word.starts_with('-') && value == 0) return word;
  const std::filesystem::path path = word.substr(value);
  return path.is_absolute() && path.has_filename() ? word.substr(0, value) + path.filename().string() : word;
}
} // namespace

std::string command_line(const std::string& verb, const std::vector<std::string>& args) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=+@%";
  std::string line = "texelscope " + verb;
  for (const std::string& given : args) {
    const std::string word = without_folder(given);
    std::string quoted;
    for (const char c : word)
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string::npos;
    line += " " + (is_plain ? word : "'" + quoted + "'");
  }
  return line;
}

} // namespace texelscope
