#include "ui/row_parts.h"

#include "kernels/texts.h"
#include "kernels/texture_references.h"

namespace texelscope::ui {

namespace {
// The row that was asked for elsewhere comes into sight and has a frame for a moment.
void reveal(Context& ui, const Field& field) {
  if (ui.state.revealed != field.path || ImGui::GetTime() > ui.state.revealed_until) return;
  if (ui.state.reveal_request) ImGui::SetScrollHereY(0.4f);
  ui.state.reveal_request = false;
  const float y = ImGui::GetItemRectMin().y - ImGui::GetStyle().FramePadding.y,
              x = ImGui::GetWindowPos().x + ui.px(5);
  ImGui::GetWindowDrawList()->AddRect(
      ImVec2(x, y), ImVec2(x + ImGui::GetWindowContentRegionMax().x, y + ImGui::GetFrameHeight()),
      ui.color().accent, ui.px(3), 0, ui.px(1.5f));
  map_item(ui, "revealed", field.path);
}

void apply_fix(Context& ui, const Note& note) {
  for (const auto& [path, value] : note.fix)
    if (const Field* field = find_field(path)) assign(ui.session, *field, value);
}

// Whether an earlier note already offers the same cure.
bool cured_above(const Context& ui, const Note& note) {
  for (const Note& other : ui.frame.resolution->notes) {
    if (&other == &note) return false;
    if (other.kind != NoteKind::no_effect && other.fix == note.fix) return true;
  }
  return false;
}
} // namespace

std::string once(std::string_view path) {
  const TextureReferenceCall* call = texture_reference_of(path);
  return call != nullptr ? say(Text::before_cuda_12, {call->name, text(call->changed)}) : "";
}

float control_width() {
  return ImGui::GetContentRegionAvail().x;
}

Row begin_row(Context& ui, const char* path) {
  const Field& field = *find_field(path);
  const Note* note = ui.frame.resolution->note_for(path);
  const bool idle = note != nullptr && note->kind == NoteKind::no_effect;
  if (!idle && hides_bug(ui)) note = nullptr;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPos(ImVec2(at.x, at.y + ImGui::GetStyle().FramePadding.y));
  words(ui, ui.theme.fonts.text, idle ? with_alpha(ui.color().dim, 0.8f) : ui.color().dim, text(field.label));
  tooltip(ui, text(field.help), once(field.path));
  reveal(ui, field);
  ImGui::SetCursorPos(ImVec2(at.x + ui.px(settings_label_width), at.y));
  return {field, note};
}

bool stands_idle(Context& ui, const Row& row) {
  const Note* note = row.note;
  if (note == nullptr || note->kind != NoteKind::no_effect) return false;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPos(ImVec2(at.x, at.y + ui.px(4)));
  words(ui, ui.theme.fonts.small, ui.color().dim, note->sentence, "note." + std::string(row.field.path));
  tooltip(ui, note->rule);
  if (!note->fix_label.empty()) {
    ImGui::PushFont(ui.theme.fonts.small);
    const float width = ImGui::CalcTextSize(note->fix_label.c_str()).x + 2 * ui.px(8);
    ImGui::SetCursorPos(
        ImVec2(at.x + control_width() + (ImGui::GetCursorPosX() - at.x) - width, at.y + ui.px(1)));
    if (button(ui, "fix." + std::string(row.field.path), note->fix_label.c_str(), note->rule.c_str()))
      apply_fix(ui, *note);
    ImGui::PopFont();
  }
  ImGui::SetCursorPos(ImVec2(at.x - ui.px(settings_label_width),
                             at.y + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y));
  return true;
}

void note_below(Context& ui, const Row& row) {
  const Note* note = row.note;
  if (note == nullptr || note->kind == NoteKind::no_effect) return;
  const bool refused = note->kind == NoteKind::refused;
  const ImU32 color = refused ? ui.color().red : ui.color().amber;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Indent(ui.px(12));
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(0);
  const std::string marked =
      std::string(text(refused ? Text::mark_refused : Text::mark_altered)) + " " + note->sentence;
  ImGui::TextUnformatted(breakable(ui.theme, marked).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  map_item(ui, "note." + note->field, note->sentence);
  tooltip(ui, note->rule);
  if (!note->fix_label.empty() && !cured_above(ui, *note) &&
      link(ui, "fix." + note->field, note->fix_label.c_str()))
    apply_fix(ui, *note);
  ImGui::PopFont();
  ImGui::Unindent(ui.px(12));
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x + ui.px(2), at.y),
                                            ImVec2(at.x + ui.px(5), ImGui::GetCursorScreenPos().y - ui.px(4)),
                                            color, ui.px(1));
}

} // namespace texelscope::ui
