// An answer that the palette found: what is asked, the text, and commands to copy.
#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/answers/answer_table.h"
#include "kernels/studies/answers/answers_report.h"
#include "ui/widgets/modal.h"
#include "ui/widgets/prose.h"

namespace texelscope::ui {

namespace {
// Design pixels; wide for tables of many columns.
constexpr float narrow = 640, wide = 1120, highest = 900;
constexpr int many_columns = 4;

Prose lay_out_text(Context& ui, std::string_view content, float width) {
  return lay_out(content, ui.theme.fonts.text, ui.theme.fonts.mono, width);
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  for (std::size_t from = 0; from <= row.size();) {
    const std::size_t to = std::min(row.find(" | ", from), row.size());
    cells.push_back(row.substr(from, to - from));
    from = to + 3;
  }
  return cells;
}

void table_cell(Context& ui, const std::string& content, ImU32 color) {
  ImGui::TableNextColumn();
  const float width = ImGui::GetContentRegionAvail().x;
  draw_prose(lay_out(content, ui.theme.fonts.small, ui.theme.fonts.mono_small, width), color, width);
}

// Columns are about as wide as what they hold, within limits.
void table_columns(const AnswerTable& table, std::size_t count) {
  std::vector<float> widths(count, 8);
  for (const std::string& row : table.rows) {
    const auto cells = cells_of(row);
    for (std::size_t i = 0; i < std::min(count, cells.size()); ++i)
      widths[i] = std::max(widths[i], std::min(40.0f, float(cells[i].size())));
  }
  for (const float width : widths)
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, width);
}

void draw_table(Context& ui, const AnswerTable& table) {
  const auto header = cells_of(table.header);
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_NoSavedSettings;
  if (!ImGui::BeginTable("table", int(header.size()), flags)) return;
  table_columns(table, header.size());
  for (const std::string& cell : header)
    table_cell(ui, cell, ui.color().dim);
  for (const std::string& row : table.rows) {
    auto cells = cells_of(row);
    cells.resize(header.size());
    for (const std::string& cell : cells)
      table_cell(ui, cell, ui.color().text);
  }
  ImGui::EndTable();
}

void draw_paragraph(Context& ui, std::string_view line) {
  const bool listed = line.starts_with("- ");
  const float inset = listed ? ui.px(14) : 0;
  if (listed) {
    draw_text(ui, ui.theme.fonts.text, ui.color().dim, "•");
    ImGui::SameLine(inset);
  }
  const float width = ImGui::GetContentRegionAvail().x;
  draw_prose(lay_out_text(ui, line.substr(listed ? 2 : 0), width), ui.color().text, width);
  ImGui::Dummy(ImVec2(1, ui.px(3)));
}

void draw_body(Context& ui, const std::string& content) {
  std::istringstream lines(content);
  std::string table;
  const auto end_table = [&] {
    if (!table.empty()) draw_table(ui, table_of(table));
    table.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('|')) {
      table += line + "\n";
      continue;
    }
    end_table();
    draw_paragraph(ui, line);
  }
  end_table();
}

void copy_command(Context& ui, const std::string& command) {
  ImGui::SetClipboardText(command.c_str());
  ui.output.actions.push_back({Action::Kind::message, {}, say(Text::copied, {command}), 0});
}

// On a ground of its own, with the button that copies it.
void draw_command(Context& ui, const std::string& command, int number) {
  const float all = ImGui::GetContentRegionAvail().x, inset = ui.px(8),
              copy = ImGui::CalcTextSize(text(Text::answer_copy)).x + 2 * ImGui::GetStyle().FramePadding.x,
              room = all - copy - 3 * inset;
  ImFont* font = ui.theme.fonts.mono_small;
  const Prose prose = lay_out(command, font, font, room);
  const float height = std::max(prose.height, ImGui::GetFrameHeight()) + inset;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + all, at.y + height), ui.color().control,
                                            ui.px(4));
  ImGui::SetCursorScreenPos(ImVec2(at.x + inset, at.y + std::floor((height - prose.height) / 2)));
  draw_prose(prose, ui.color().text, room);
  map_item(ui, "answer.command." + std::to_string(number), command);
  ImGui::SetCursorScreenPos(
      ImVec2(at.x + all - copy - inset, at.y + std::floor((height - ImGui::GetFrameHeight()) / 2)));
  ImGui::PushID(number);
  ImGui::PushStyleColor(ImGuiCol_Button, ui.color().hover);
  if (button(ui, "answer.copy." + std::to_string(number), text(Text::answer_copy))) copy_command(ui, command);
  ImGui::PopStyleColor();
  ImGui::PopID();
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + height));
  ImGui::Dummy(ImVec2(1, ui.px(4)));
}

// What scrolls where the window is too low for it. Returns its height.
float draw_contents(Context& ui, const texelscope::Answer& answer, float below) {
  ImGui::BeginChild("text", ImVec2(0, -below));
  const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  map_rect(ui, "answer.text", {from.x, from.y, from.x + size.x, from.y + size.y}, answer.text);
  if (pressed(ui, key_down)) ImGui::SetScrollY(ImGui::GetScrollY() + ui.px(40));
  if (pressed(ui, key_up)) ImGui::SetScrollY(ImGui::GetScrollY() - ui.px(40));
  const float top = ImGui::GetCursorPosY();
  draw_body(ui, answer.text);
  int number = 0;
  for (const std::string& command : answer.commands)
    draw_command(ui, runnable_command(command), number++);
  const float height = ImGui::GetCursorPosY() - top;
  ImGui::EndChild();
  return height;
}

enum class Below { back, close };

// -1: no button was pressed.
int buttons_below(Context& ui) {
  const std::array<Answer, 2> buttons = {
      {{"answer.back", text(Text::answer_back)}, {"answer.close", text(Text::answer_close)}}};
  return answers(ui, buttons, ui.state.answer.button);
}

bool has_wide_table(const texelscope::Answer& answer) {
  return int(cells_of(table_of(answer.text).header).size()) >= many_columns;
}

bool copies(const Context& ui) {
  return std::ranges::any_of(ui.frame.keys, [](const KeyPress& key) { return key.ctrl && key.key == 'C'; });
}
} // namespace

void answer_window(Context& ui) {
  AnswerState& s = ui.state.answer;
  if (!s.shown || ui.frame.answers == nullptr) return;
  const texelscope::Answer& answer = ui.frame.answers->answers()[*s.shown];
  const bool opened = ui.state.dialogs.focus_request;
  const float below = ui.px(4) + ImGui::GetStyle().ItemSpacing.y + ImGui::GetFrameHeight();
  begin_popup_window(ui, "answer", has_wide_table(answer) ? wide : narrow,
                     s.height > 0 ? std::min(s.height / ui.theme.scale, highest) : 300);
  // Before a button has the mouse: the window then does not count as hovered.
  const bool outside =
      !opened && ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows);
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, answer.chapter, "answer.chapter");
  flowing_text(ui, ui.theme.fonts.lesson_bold, ui.color().text, answer.heading, "answer.title");
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  const float above = ImGui::GetCursorPosY();
  const float contents = draw_contents(ui, answer, below);
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  s.height = above + contents + below + ImGui::GetStyle().ItemSpacing.y + ui.px(12);
  const int button = opened ? -1 : buttons_below(ui);
  ImGui::End();
  if (!opened && copies(ui) && !answer.commands.empty())
    copy_command(ui, runnable_command(answer.commands.front()));
  if (button == int(Below::back)) return show_palette_again(ui);
  if (outside || button == int(Below::close) || pressed(ui, key_escape)) s.shown.reset();
}

} // namespace texelscope::ui
