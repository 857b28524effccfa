#include "ui/widgets/code_editor.h"

#include <algorithm>

#include <fmt/format.h>

namespace texelscope::ui {

namespace {
struct Edited {
  std::string& code;
  CodeCursor& cursor;
};

int line_at(const char* code, int position) {
  return 1 + int(std::count(code, code + position, '\n'));
}

int start_of_line(const ImGuiInputTextCallbackData& data, int line) {
  int at = 0;
  for (int now = 1; now < line && at < data.BufTextLen; ++at)
    if (data.Buf[at] == '\n') ++now;
  return at;
}

int on_edit(ImGuiInputTextCallbackData* data) {
  auto& edited = *static_cast<Edited*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    edited.code.resize(std::size_t(data->BufTextLen));
    data->Buf = edited.code.data();
    return 0;
  }
  if (edited.cursor.go_to > 0) {
    data->CursorPos = data->SelectionStart = data->SelectionEnd = start_of_line(*data, edited.cursor.go_to);
    edited.cursor.go_to = 0;
  }
  edited.cursor.line = line_at(data->Buf, data->CursorPos);
  return 0;
}

// Line numbers, and a mark at lines with messages of the compiler.
void gutter(Context& ui, const char* name, ImVec2 at, float width, int lines, std::span<const CodeMark> marks,
            const CodeCursor& cursor) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float height = ImGui::GetFontSize();
  for (int line = 1; line <= lines; ++line) {
    const float y = at.y + float(line - 1) * height;
    const auto mark =
        std::find_if(marks.begin(), marks.end(), [&](const CodeMark& m) { return m.line == line; });
    const bool marked = mark != marks.end();
    const ImU32 ink = marked && mark->error           ? ui.color().red
                      : marked || line == cursor.line ? ui.color().text
                                                      : ui.color().dim;
    const std::string number = fmt::format("{}{:>3}", marked ? (mark->error ? "×" : "!") : " ", line);
    draw->AddText(ImVec2(at.x, y), ink, number.c_str());
    if (!marked) continue;
    ImGui::SetCursorScreenPos(ImVec2(at.x, y));
    ImGui::Dummy(ImVec2(width, height));
    map_item(ui, fmt::format("{}.mark.{}", name, line), mark->content);
    tooltip(ui, mark->content);
  }
}

// Scrolls to the cursor's line when it moves.
void follow_cursor(CodeCursor& cursor, float top) {
  if (cursor.line == cursor.seen_line) return;
  cursor.seen_line = cursor.line;
  const float height = ImGui::GetFontSize(), at = top + float(cursor.line - 1) * height;
  const float scroll = ImGui::GetScrollY(), room = ImGui::GetWindowHeight();
  if (at < scroll) ImGui::SetScrollY(at - height);
  if (at + 2 * height > scroll + room) ImGui::SetScrollY(at + 2 * height - room);
}
} // namespace

bool code_editor(Context& ui, const char* name, std::string& code, std::span<const CodeMark> marks,
                 CodeCursor& cursor, float width, float height) {
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild(name, ImVec2(width, height), false);
  const int lines = 1 + int(std::count(code.begin(), code.end(), '\n'));
  const float numbers = ImGui::CalcTextSize("0000 ").x;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float tall =
      std::max(room.y, float(lines + 2) * ImGui::GetFontSize() + 2 * ImGui::GetStyle().FramePadding.y);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(ImVec2(at.x + numbers, at.y));
  if (cursor.go_to > 0) {
    ImGui::SetWindowFocus(); // without which ImGui 1.90 gives the focus to nothing in this window
    ImGui::SetKeyboardFocusHere();
  }
  std::string edited = code;
  Edited data{edited, cursor};
  const bool left =
      ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)); // ImGui would revert what was typed
  // Nor does it give the focus to a field that takes tabs.
  const auto flags = (cursor.go_to > 0 ? 0 : ImGuiInputTextFlags_AllowTabInput) |
                     ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways;
  const bool changed = [&] {
    const TabStops here(true);
    return ImGui::InputTextMultiline("##code", edited.data(), edited.capacity() + 1,
                                     ImVec2(room.x - numbers, tall), flags, on_edit, &data);
  }();
  const bool active = ImGui::IsItemActive();
  map_item(ui, name, code);
  const float inside = ImGui::GetStyle().FramePadding.y;
  gutter(ui, name, ImVec2(at.x, at.y + inside), numbers, lines, marks, active ? cursor : CodeCursor{});
  if (active) follow_cursor(cursor, inside);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (!changed || left) return false;
  code = edited;
  return true;
}

} // namespace texelscope::ui
