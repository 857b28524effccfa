#include "app/cli/outputs.h"

#include <set>

#include "app/cli/arguments.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"

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

} // namespace texelscope
