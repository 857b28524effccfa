#include "app/session/pasted_state.h"

#include "app/base/errors.h"
#include "app/session/import_desc.h"
#include "app/session/share_line.h"
#include "app/session/undo.h"
#include "kernels/session/fields.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {
bool is_json(std::string_view words) {
  const auto first = words.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || words[first] != '{') return false;
  const auto second = words.find_first_not_of(" \t\r\n", first + 1);
  return second != std::string_view::npos && words[second] == '"';
}

PastedState of_desc(std::string_view words, const Session& present) {
  const ImportedDesc imported = import_desc(words, text(Text::pasted_name), present.sampler);
  if (imported.said.empty() && !imported.warnings.empty())
    throw UserError(imported.warnings.front().sentence);
  PastedState pasted;
  pasted.loaded.session = present;
  pasted.loaded.session.sampler = imported.sampler;
  for (const Field& field : fields())
    pasted.loaded.stated.emplace(field.path);
  std::string list;
  for (const std::string& said : imported.said)
    list += (list.empty() ? "" : ", ") + said.substr(said.find('.') + 1);
  pasted.told =
      say(Text::pasted_desc, {list, say(imported.zeroed ? Text::import_zeroed : Text::import_kept, {})});
  for (const ImportWarning& warning : imported.warnings)
    pasted.told += " " + warning.place + warning.sentence;
  return pasted;
}
} // namespace

PastedState parse_pasted(std::string_view words, const Session& present) {
  PastedState pasted;
  if (is_share_line(words)) {
    pasted.loaded.session = parse_share_line(words);
    for (const Field& field : fields())
      pasted.loaded.stated.emplace(field.path);
    pasted.told = say(Text::pasted_line, {change_text(present, pasted.loaded.session)});
    return pasted;
  }
  if (is_json(words)) {
    pasted.loaded = parse_session_fields(words, text(Text::pasted_name));
    pasted.told = say(Text::pasted_session, {change_text(present, pasted.loaded.session)});
    return pasted;
  }
  if (words.find_first_not_of(" \t\r\n") == std::string_view::npos) throw UserError(text(Text::paste_empty));
  if (words.size() > max_session_bytes || !is_texture_desc(words)) throw UserError(text(Text::paste_unknown));
  return of_desc(words, present);
}

} // namespace texelscope
