#include "ui/shell/panel_focus.h"

#include <array>

#include <imgui.h>
#include <imgui_internal.h>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
// In the order in which they are drawn.
std::array<Area, 6> focusable(const Context& ui) {
  const Layout& a = ui.areas;
  const bool lab = a.lab.width() > 0 && ui.state.panels.lab != Lab::none;
  const Area& lower = a.bottom_right.width() > 0 ? a.bottom_right : a.tabs;
  return {a.left, lab ? a.lab : a.result, lab ? Area() : a.texture, lab ? Area() : lower, a.why, a.lesson};
}

void show_highlight() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
#if IMGUI_VERSION_NUM >= 19140
  context.NavCursorVisible = true;
#else
  context.NavDisableHighlight = false;
#endif
}
} // namespace

void focus_next_panel(Context& ui) {
  if (ImGui::GetIO().WantTextInput) ImGui::ClearActiveID();
  const auto panels = focusable(ui);
  int& focused = ui.state.panels.focused;
  for (std::size_t turn = 0; turn < panels.size(); ++turn) {
    focused = (focused + 1) % int(panels.size());
    if (panels[std::size_t(focused)].width() > 0) break;
  }
  ui.state.dialogs.focus_request = true;
}

bool nothing_is_focused() {
  const ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
  return window == nullptr || window == window->RootWindow;
}

void mark_focused_panel(Context& ui) {
  int& focused = ui.state.panels.focused;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) focused = -1;
  if (focused < 0) return;
  const Area a = focusable(ui)[std::size_t(focused)];
  if (a.width() <= 0) return;
  const float out = ui.px(1);
  ImGui::GetWindowDrawList()->AddRect(ImVec2(a.x0 - out, a.y0 - out), ImVec2(a.x1 + out, a.y1 + out),
                                      ui.color().accent, ui.px(6), 0, ui.px(2));
  map_rect(ui, "focused", a, std::to_string(focused));
  if (ui.state.dialogs.focus_request || nothing_is_focused()) return;
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.NavId == 0) ImGui::NavInitWindow(context.NavWindow, true);
  show_highlight();
}

} // namespace texelscope::ui
