#include <algorithm>
#include <string>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "ui/settings/row_parts.h"
#include "ui/settings/sections.h"

namespace texelscope::ui {

namespace {
// A sentence that the hardware's reaction to one or more fields shares, as to x and y.
struct Line {
  const Note* note;
  std::vector<std::string> fields;
  bool cure = false; // it has one, which no line above offers
};

std::vector<Line> lines_of(const Context& ui) {
  std::vector<Line> lines;
  for (const Note& note : ui.frame.resolution->notes) {
    if (note.kind == NoteKind::no_effect) continue;
    const auto same = std::ranges::find_if(lines, [&](const Line& line) {
      return line.note->sentence == note.sentence && line.note->kind == note.kind;
    });
    if (same != lines.end()) {
      same->fields.push_back(note.field);
      continue;
    }
    const bool offered =
        std::ranges::any_of(lines, [&](const Line& line) { return line.cure && line.note->fix == note.fix; });
    lines.push_back({&note, {note.field}, !note.fix_label.empty() && !offered});
  }
  return lines;
}

std::string shown(const Line& line) {
  const bool refused = line.note->kind == NoteKind::refused;
  return std::string(text(refused ? Text::mark_refused : Text::mark_altered)) + " " + line.note->sentence;
}

float padding(const Context& ui) {
  return ui.px(7);
}
float button_height(const Context& ui) {
  return ui.theme.fonts.small->FontSize + ui.px(6);
}

float height_of(const Context& ui, const Line& line, float width) {
  ImFont* font = ui.theme.fonts.small;
  const std::string drawn = breakable(ui.theme, shown(line));
  return font->CalcTextSizeA(font->FontSize, 1e9f, width, drawn.c_str()).y + ui.px(4);
}

void sentence(Context& ui, const Line& line) {
  const bool refused = line.note->kind == NoteKind::refused;
  draw_text(ui, ui.theme.fonts.small, refused ? ui.color().red : ui.color().amber, shown(line));
  for (const std::string& field : line.fields)
    map_item(ui, "note." + field, line.note->sentence);
  tooltip(ui, line.note->rule, text(Text::effective_row_help));
  if (ImGui::IsItemClicked())
    if (const Field* field = find_field(line.fields.front())) reveal_setting(ui, *field);
}

bool cure(Context& ui, const Line& line) {
  if (!line.cure) return false;
  if (button(ui, "fix." + line.fields.front(), line.note->fix_label.c_str(), line.note->rule.c_str()))
    apply_fix(ui, *line.note);
  return true;
}

void more(Context& ui, std::size_t others) {
  bool& open = ui.state.settings.notes_open;
  const std::string label = open ? text(Text::notes_fewer) : say(Text::notes_more, {std::to_string(others)});
  if (link(ui, "notes.more", label.c_str())) open = !open;
}
} // namespace

float notes_height(const Context& ui, const Area& column) {
  const std::vector<Line> lines = lines_of(ui);
  if (lines.empty()) return 0;
  const float width = column.width() - ui.px(20);
  float height = 2 * padding(ui);
  for (const Line& line : lines) {
    const bool first = &line == lines.data();
    if (!first && !ui.state.settings.notes_open) break;
    height += height_of(ui, line, width);
    if (line.cure || (first && lines.size() > 1)) height += button_height(ui) + ui.px(4);
  }
  return std::min(height, column.height() * 0.45f);
}

void notes_at_foot(Context& ui, const Area& area) {
  if (area.height() <= 0) return;
  const std::vector<Line> lines = lines_of(ui);
  ImGui::SetCursorScreenPos(ImVec2(area.x0, area.y0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), padding(ui)));
  ImGui::BeginChild("notes", ImVec2(area.width(), area.height()), false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  map_rect(ui, "panel.notes", area);
  ImGui::GetWindowDrawList()->AddLine(ImVec2(area.x0 + ui.px(6), area.y0),
                                      ImVec2(area.x1 - ui.px(6), area.y0), ui.color().line, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(6), ui.px(4)));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(7), ui.px(3)));
  ImGui::PushFont(ui.theme.fonts.small);
  for (const Line& line : lines) {
    const bool first = &line == lines.data();
    if (!first && !ui.state.settings.notes_open) break;
    ImGui::PushTextWrapPos(0);
    sentence(ui, line);
    ImGui::PopTextWrapPos();
    const bool cured = cure(ui, line);
    if (!first || lines.size() < 2) continue;
    if (cured) ImGui::SameLine();
    more(ui, lines.size() - 1);
  }
  ImGui::PopFont();
  ImGui::PopStyleVar(2);
  ImGui::EndChild();
}

} // namespace texelscope::ui
