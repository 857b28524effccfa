#include "ui/settings/row_parts.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "kernels/state/amp/texture_references.h"
#include "ui/settings/address_picture.h"

namespace texelscope::ui {

namespace {
// Scrolls to a row that was requested elsewhere and frames it for a moment.
void reveal(Context& ui, const Field& field) {
  if (ui.state.revealed.path != field.path || ImGui::GetTime() > ui.state.revealed.until) return;
  if (ui.state.revealed.scrolls) ImGui::SetScrollHereY(0.4f);
  ui.state.revealed.scrolls = false;
  const float y = ImGui::GetItemRectMin().y - ImGui::GetStyle().FramePadding.y,
              x = ImGui::GetWindowPos().x + ui.px(5);
  ImGui::GetWindowDrawList()->AddRect(
      ImVec2(x, y), ImVec2(x + ImGui::GetWindowContentRegionMax().x, y + ImGui::GetFrameHeight()),
      ui.color().accent, ui.px(3), 0, ui.px(1.5f));
  map_item(ui, "revealed", field.path);
}

bool changes(const Note* note) {
  return note != nullptr && note->kind != NoteKind::no_effect;
}

// A bar at the edge, in the color of what happened; the sentence stands at the column's foot.
void mark(Context& ui, const Note* note) {
  if (!changes(note)) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float x = ImGui::GetWindowPos().x + ui.px(5);
  ImGui::GetWindowDrawList()->AddRectFilled(
      ImVec2(x, at.y + ui.px(2)), ImVec2(x + ui.px(3), at.y + ImGui::GetFrameHeight() - ui.px(2)),
      note->kind == NoteKind::refused ? ui.color().red : ui.color().amber, ui.px(1));
}

// Long labels have a smaller font, and two lines if that is not enough.
void row_label(Context& ui, const char* shown, ImU32 ink) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float room = ui.px(settings_label_width - 4);
  const auto fits = [&](ImFont* font) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown).x <= room;
  };
  const bool large = fits(ui.theme.fonts.text), one_line = large || fits(ui.theme.fonts.small);
  ImFont* font = large ? ui.theme.fonts.text : ui.theme.fonts.small;
  const float above = one_line ? (ImGui::GetFrameHeight() - font->FontSize) / 2 : -ui.px(2);
  ImGui::SetCursorPos(ImVec2(at.x, std::floor(at.y + above)));
  ImGui::PushTextWrapPos(at.x + room);
  draw_text(ui, font, ink, shown);
  ImGui::PopTextWrapPos();
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
  const ImVec2 at = ImGui::GetCursorPos();
  mark(ui, note);
  row_label(ui, text(field.label), idle ? with_alpha(ui.color().dim, 0.8f) : ui.color().dim);
  const bool addresses = field.path.starts_with("sampler.address_");
  const std::string more = changes(note) ? note->sentence : once(field.path);
  tooltip(ui, text(field.help), more, {}, addresses ? Picture(address_pictures) : Picture());
  reveal(ui, field);
  ImGui::SetCursorPos(ImVec2(at.x + ui.px(settings_label_width), at.y));
  return {field, note};
}

Row begin_wide_row(Context& ui, const char* path) {
  const Field& field = *find_field(path);
  const Note* note = ui.frame.resolution->note_for(path);
  const ImVec2 at = ImGui::GetCursorPos();
  mark(ui, note);
  ImGui::Dummy(ImVec2(1, ImGui::GetFrameHeight()));
  reveal(ui, field);
  ImGui::SetCursorPos(at);
  return {field, note};
}

bool shows_idle(Context& ui, const Row& row) {
  const Note* note = row.note;
  if (note == nullptr || note->kind != NoteKind::no_effect) return false;
  const ImVec2 at = ImGui::GetCursorPos();
  ImFont* font = ui.theme.fonts.small;
  const auto text_size = [&](const std::string& shown, float wrap) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, wrap, shown.c_str());
  };
  const float start = at.x - ui.px(settings_label_width), end = at.x + control_width();
  const float width = note->fix_label.empty() ? 0 : text_size(note->fix_label, 0).x + 2 * ui.px(8);
  const float beside = end - at.x - (width > 0 ? width + ui.px(4) : 0);
  const bool below = beside < ui.px(96); // in a narrow column the sentence has a line of its own
  const float room = below ? end - start : beside, frame = ImGui::GetFrameHeight();
  const float height =
      text_size(breakable(ui.theme, note->sentence), room).y; // two lines if one is too short
  ImGui::SetCursorPos(below ? ImVec2(start, at.y + frame)
                            : ImVec2(at.x, std::floor(at.y + (frame - height) / 2)));
  ImGui::PushTextWrapPos(below ? end : at.x + room);
  draw_text(ui, font, ui.color().dim, note->sentence, "note." + std::string(row.field.path));
  ImGui::PopTextWrapPos();
  tooltip(ui, note->rule);
  if (width > 0) {
    ImGui::PushFont(font);
    ImGui::SetCursorPos(ImVec2(end - width, at.y + ui.px(1)));
    if (button(ui, "fix." + std::string(row.field.path), note->fix_label.c_str(), note->rule.c_str()))
      apply_fix(ui, *note);
    ImGui::PopFont();
  }
  const float used = below ? frame + height : std::max(frame, height - ui.px(4));
  ImGui::SetCursorPos(ImVec2(start, at.y + used + ImGui::GetStyle().ItemSpacing.y));
  return true;
}

} // namespace texelscope::ui
