#include "ui/widgets/modal.h"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

namespace texelscope::ui {

bool begin_modal(Context& ui, const char* id, float width, float height) {
  if (!ImGui::IsPopupOpen(id)) ImGui::OpenPopup(id);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float w = std::min(ui.px(width), screen.x - ui.px(24)),
              h = std::min(ui.px(height), screen.y - ui.px(24));
  ImGui::SetNextWindowPos(ImVec2(std::floor((screen.x - w) / 2), std::floor((screen.y - h) * 0.4f)));
  ImGui::SetNextWindowSize(ImVec2(w, h));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(14), ui.px(12)));
  const bool open = ImGui::BeginPopupModal(id, nullptr,
                                           ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                               ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  return open;
}

void end_modal() {
  ImGui::EndPopup();
}

void close_modal(const char* id) {
  if (ImGui::IsPopupOpen(id)) ImGui::ClosePopupToLevel(0, true);
}

bool begin_popup_window(Context& ui, const char* id, float width, float height) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float w = std::min(ui.px(width), screen.x - ui.px(24)),
              h = std::min(ui.px(height), screen.y - ui.px(24));
  ImGui::SetNextWindowPos(ImVec2((screen.x - w) / 2, std::max(ui.px(12), (screen.y - h) * 0.3f)));
  ImGui::SetNextWindowSize(ImVec2(w, h));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(14), ui.px(12)));
  const bool open = ImGui::Begin(id, nullptr,
                                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (ui.state.dialogs.focus_request) ImGui::SetWindowFocus();
  return open;
}

bool pressed(const Context& ui, int key) {
  return std::ranges::any_of(ui.frame.keys, [&](const KeyPress& press) { return press.key == key; });
}

bool key_pressed(const Context& ui, int key) {
  return std::ranges::any_of(ui.frame.keys, [&](const KeyPress& press) {
    return press.key == key && !press.ctrl && !press.alt && !press.repeated;
  });
}

int answers(Context& ui, std::span<const Answer> all, int& chosen) {
  const int count = int(all.size());
  int pressed = -1;
  for (const KeyPress& key : ui.frame.keys) {
    const int step = key.key == key_left || (key.key == key_tab && key.shift) ? -1
                     : key.key == key_right || key.key == key_tab             ? 1
                                                                              : 0;
    chosen = (chosen + step + count) % count;
    if (key.key == key_enter && !key.repeated) pressed = chosen;
  }
  for (int i = 0; i < count; ++i) {
    if (i > 0) ImGui::SameLine(0, ui.px(6));
    if (button(ui, all[std::size_t(i)].name, all[std::size_t(i)].label, nullptr, i == chosen)) pressed = i;
  }
  return pressed;
}

} // namespace texelscope::ui
