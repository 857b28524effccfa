#include "kernels/state/stored/change_text.h"

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"

namespace texelscope {

namespace {
// For long texts it only says that they changed.
std::string step_text(const Field& field, const Session& from, const Session& to) {
  if (field.path == "fetch.body") return say(Text::journal_text_changed, {text(field.label)});
  return say(Text::journal_step,
             {text(field.label), shown_value(field, field.get(from)), shown_value(field, field.get(to))});
}
} // namespace

std::string change_text(const Session& from, const Session& to) {
  const auto changed = differing_fields(from, to);
  if (changed.empty()) return text(Text::history_nothing);
  bool only_view = true;
  for (const Field* field : changed)
    only_view &= field->path == "view.center_x" || field->path == "view.center_y" ||
                 field->path == "view.span" || field->path == "view.rotation";
  if (only_view) return text(Text::history_view);
  std::string out;
  int shown = 0;
  for (const Field* field : changed) {
    if (field->path == "write.frame" || (field->path == "write.feedback_start" && changed.size() > 1))
      continue;
    if (++shown > 2) return out + "…";
    out += (out.empty() ? "" : ", ") + step_text(*field, from, to);
  }
  return out.empty() ? text(Text::history_frame) : out;
}

} // namespace texelscope
