#include "kernels/state/stored/pasted_state.h"

#include <algorithm>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/stored/change_text.h"
#include "kernels/state/stored/import_desc.h"
#include "kernels/state/stored/share_line.h"

namespace texelscope {

namespace {
bool is_json(std::string_view source) {
  const auto first = source.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || source[first] != '{') return false;
  const auto second = source.find_first_not_of(" \t\r\n", first + 1);
  return second != std::string_view::npos && source[second] == '"';
}

// Takes a first line "#2" or "#desc", which chooses one of several descriptors, from the code.
std::string_view choice_of(std::string_view& source) {
  const std::size_t end = std::min(source.find('\n'), source.size());
  const std::string_view line = trimmed(source.substr(0, end));
  static constexpr std::string_view directives[] = {"if",   "ifdef", "ifndef", "else",  "elif",   "endif",
                                                    "line", "undef", "pragma", "error", "warning"};
  const bool one_word = line.size() > 1 && line[0] == '#' && line.find_first_of(" \t\"<(") == line.npos;
  if (!one_word || std::ranges::find(directives, line.substr(1)) != std::end(directives)) return {};
  source.remove_prefix(end);
  return line.substr(1);
}

PastedState of_desc(std::string_view source, const Session& present) {
  const std::string_view which = choice_of(source);
  const ImportedDesc imported = import_desc(source, text(Text::pasted_name), present.sampler, which);
  PastedState pasted;
  pasted.loaded.session = present;
  take_desc(imported, pasted.loaded.session);
  for (const Field& field : fields())
    pasted.loaded.stated.emplace(field.path);
  std::string list;
  for (const std::string& said : imported.said)
    list += (list.empty() ? "" : ", ") + said.substr(said.find('.') + 1);
  pasted.summary =
      say(Text::pasted_desc, {list, say(imported.zeroed ? Text::import_zeroed : Text::import_kept, {})});
  for (const ImportWarning& warning : imported.warnings)
    pasted.summary += " " + warning.place + warning.sentence;
  pasted.summary += std::string(" ") + text(Text::pasted_keeps_texture);
  return pasted;
}
} // namespace

PastedState parse_pasted(std::string_view pasted_text, const Session& present) {
  PastedState pasted;
  if (is_share_line(pasted_text)) {
    pasted.loaded.session = parse_share_line(pasted_text);
    for (const Field& field : fields())
      pasted.loaded.stated.emplace(field.path);
    pasted.summary = say(Text::pasted_line, {change_text(present, pasted.loaded.session)});
    return pasted;
  }
  if (is_json(pasted_text)) {
    pasted.loaded = parse_session_fields(pasted_text, text(Text::pasted_name));
    pasted.summary = say(Text::pasted_session, {change_text(present, pasted.loaded.session)});
    return pasted;
  }
  if (pasted_text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw UserError(text(Text::paste_empty));
  if (pasted_text.size() > max_session_bytes || !is_texture_desc(pasted_text))
    throw UserError(text(Text::paste_unknown));
  return of_desc(pasted_text, present);
}

} // namespace texelscope
