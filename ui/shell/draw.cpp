// One frame of the window: keys first, then the panels, then whatever lies above them.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>

#include "kernels/ground/text/texts.h"
#include "ui/compare/scope_panel.h"
#include "ui/lessons/permitted_frame.h"
#include "ui/shell/panel_focus.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
bool modal_open(const DialogState& dialogs) {
  return dialogs.asks() || dialogs.chooses_file();
}
bool popup_open(const State& state) {
  const DialogState& dialogs = state.dialogs;
  return state.palette.open || state.answer.shown || state.examples.open || dialogs.sheet_open ||
         dialogs.about_open || dialogs.prompt != PathPrompt::none || dialogs.asks() || state.step_draft.open;
}

// Moves the chosen pin; if there is none, first pins the pixel under the mouse, or the center one.
void step_pin(Context& ui, int right, int down, StepSize size) {
  const auto from = pin_place(ui);
  if (!from) return;
  const ResultPlace place = result_place(ui);
  ui.state.selection.pins.move_chosen(stepped(ui.session, ui.frame.resolution->effective, place.width,
                                              place.height, *from, right, down, size));
}

void pan_by(Context& ui, int dx, int dy) {
  const Area& a = ui.areas.result_picture;
  const auto from = view_point(ui, 0, 0),
             to = view_point(ui, float(dx) * a.height() / 16, float(dy) * a.height() / 16);
  ui.session.view.center_x = std::clamp(ui.session.view.center_x + to[0] - from[0], -1e6, 1e6);
  ui.session.view.center_y = std::clamp(ui.session.view.center_y + to[1] - from[1], -1e6, 1e6);
}

// Dear ImGui goes to the menus when Alt alone is released: not after a combination such as Alt and an arrow.
void use_alt() {
  ImGui::GetCurrentContext()->NavWindowingToggleLayer = false;
}

// Whether a menu or a list, which has all keys but combinations with Ctrl and the function keys, takes it.
bool list_takes(const KeyPress& key) {
  return !key.ctrl && key.key != key_escape && key.key < key_f1;
}

// Enter presses the chosen line, which Dear ImGui leaves to Space before version 1.87.
void press_in_list([[maybe_unused]] const KeyPress& key) {
#if IMGUI_VERSION_NUM < 18700
  const ImGuiID chosen = ImGui::GetCurrentContext()->NavId;
  if (key.key == key_enter && chosen != 0 && !ImGui::GetIO().WantTextInput) ImGui::ActivateItem(chosen);
#endif
}

bool arrow_key(Context& ui, const KeyPress& key) {
  if (key.key < key_left || key.key > key_down) return false;
  const int dx = (key.key == key_right) - (key.key == key_left),
            dy = (key.key == key_down) - (key.key == key_up);
  const int step = key.shift ? 10 : 1; // pixels, of the oscilloscope's line
  if (key.alt)
    pan_by(ui, dx, dy);
  else if (nudge_in_scope(ui, step * dx, step * dy))
    return true;
  else
    step_pin(ui, dx, dy, key.ctrl ? StepSize::fraction : key.shift ? StepSize::texel : StepSize::pixel);
  return true;
}

// Single keys act only while no control has the keyboard; combinations with Ctrl always do, except for those
// of text fields.
void handle_keys(Context& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool lists = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  const bool listed = ui.state.panels.list_open;
  for (const KeyPress& key : ui.frame.keys) {
    // Dear ImGui wants text for one frame longer than a field is active.
    const bool typing = io.WantTextInput && ImGui::GetActiveID() != 0;
    const bool navigating = (io.NavVisible && io.NavActive) || ui.state.panels.focused >= 0;
    if (modal_open(ui.state.dialogs)) continue;
    if (popup_open(ui.state)) {
      if (key == command(CommandId::palette).key || key == command(CommandId::shortcuts).key) {
        run_command(ui, key == command(CommandId::palette).key ? CommandId::palette : CommandId::shortcuts);
      }
      continue;
    }
    if (key.key == key_escape && listed) { // it closes menus and lists, and nothing else
      if (lists) ImGui::ClosePopupToLevel(0, true);
      continue;
    }
    if ((lists || listed) && list_takes(key)) {
      press_in_list(key);
      continue;
    }
    if (key.alt) use_alt();
    if (presenter_key(ui, key)) continue;
    if (!typing && !navigating && tour_key(ui, key)) continue;
    if (key.key == key_escape && !typing && ui.state.panels.lab != Lab::none) {
      // The first press deselects what was clicked.
      if (auto& cell = ui.state.labs.legality.cell; cell && ui.state.panels.lab == Lab::legality)
        cell.reset();
      else if (auto& measured = ui.state.labs.bench.cell; measured && ui.state.panels.lab == Lab::bench)
        measured.reset();
      else
        run_command(ui, CommandId::close_lab);
      continue;
    }
    if (key.key == key_escape && !typing) {
      ui.state.selection.pins.remove_one(!ui.state.lesson.open()); // a lesson's question needs its pin
      ui.state.panels.focused = -1;
      ui.state.scope.held = ScopeState::Held::none;
      ui.state.scope.armed = false;
      continue;
    }
    if (typing &&
        (!key.ctrl || key.key == 'C' || key.key == 'Z' || key.key == 'A' || key.key == 'V' ||
         key.key == 'X') &&
        key.key < key_f1)
      continue;
    const bool plain = !key.ctrl && key.key < key_f1;
    if (typing && key == command(CommandId::paste).key) continue;
    const bool arrow = key.key >= key_left && key.key <= key_down;
    if ((plain || arrow) && (typing || (navigating && key.key >= key_escape))) continue;
    if (arrow_key(ui, key) || lesson_key(ui, key)) continue;
    if (key.key == key_tab && !key.ctrl && nothing_is_focused()) run_command(ui, CommandId::next_panel);
    if (key.key == '?' && !key.ctrl && !key.alt) run_command(ui, CommandId::shortcuts);
    for (const Command& c : commands()) {
      const bool match = c.key.key == key.key && c.key.ctrl == key.ctrl && c.key.alt == key.alt &&
                         (c.key.shift == key.shift || (c.key.key < 128 && !std::isalpha(c.key.key)));
      if (c.key.key != 0 && match) {
        run_command(ui, c.id);
        break;
      }
    }
  }
}

// Draws everything except the panels: bars, the gaps around each panel, and its rounded corners. The frame
// was cleared to the panels' color, because a software OpenGL spends its time on filling the window twice.
void ground(Context& ui) {
  const Layout& a = ui.areas;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = ui.color().window;
  const float gap = ui.px(6), r = ui.px(6);
  const ImDrawListFlags smooth = draw->Flags;
  draw->Flags &= ~ImDrawListFlags_AntiAliasedFill;
  const auto fill = [&](const Area& area) {
    draw->AddRectFilled(ImVec2(area.x0, area.y0), ImVec2(area.x1, area.y1), ink);
  };
  fill(a.menu);
  draw->AddRectFilled(ImVec2(a.status.x0, a.status.y0 - ui.px(2)), ImVec2(a.status.x1, a.status.y1), ink);
  if (a.columns.width() > 0) fill({a.menu.x0, a.columns.y0, a.menu.x1, a.columns.y1 + ui.px(2)});
  if (a.lab.width() <= 0 && a.bottom_right.width() <= 0 && a.tabs.width() > 0)
    fill({a.tabs.x0 - ui.px(6), a.tabs.y0 - ui.px(2), a.tabs.x1 + ui.px(6), a.tabs.y1 + ui.px(2)});
  const bool lab = a.lab.width() > 0;
  for (const Area& p : {a.left, a.lab, lab && !a.result_beside_lab ? Area() : a.result,
                        lab ? Area() : a.texture, lab ? Area() : a.bottom_right, a.why, a.lesson, a.rail}) {
    if (p.width() <= 0) continue;
    draw->AddRectFilled(ImVec2(p.x0 - gap, p.y0), ImVec2(p.x0, p.y1), ink);
    draw->AddRectFilled(ImVec2(p.x1, p.y0), ImVec2(p.x1 + gap, p.y1), ink);
    draw->AddRectFilled(ImVec2(p.x0 - gap, p.y1), ImVec2(p.x1 + gap, p.y1 + gap), ink);
    const ImVec2 corner[] = {ImVec2(p.x0, p.y0), ImVec2(p.x1, p.y0), ImVec2(p.x1, p.y1), ImVec2(p.x0, p.y1)};
    for (int i = 0; i < 4; ++i) {
      const float dx = i == 0 || i == 3 ? r : -r, dy = i < 2 ? r : -r;
      draw->PathLineTo(corner[i]);
      draw->PathArcTo(ImVec2(corner[i].x + dx, corner[i].y + dy), r, 3.14159265f * (1 + float(i) / 2),
                      3.14159265f * (1.5f + float(i) / 2), 6);
      draw->PathFillConvex(ink); // a fan from the corner, which covers the whole arc
    }
  }
  draw->Flags = smooth;
}

// ImGui's own navigation by arrow keys is off while they move a pin, until F6 focuses a panel or a menu or
// list opens.
void share_arrow_keys(const State& state) {
  ImGuiIO& io = ImGui::GetIO();
  if (io.BackendPlatformName == nullptr) return; // drawn offscreen, without a keyboard
  const bool stepping = state.panels.focused < 0 && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) &&
                        (state.selection.pins.chosen() || state.scope.held != ScopeState::Held::none ||
                         (state.selection.hovered && !io.NavVisible));
  if (stepping)
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
}

// A thin bar between panels, which moves the border when dragged.
void splitter(Context& ui, const char* id, const Area& bar, float& size, float sign, bool vertical) {
  ImGui::SetCursorScreenPos(ImVec2(bar.x0, bar.y0));
  ImGui::InvisibleButton(id, ImVec2(std::max(1.0f, bar.width()), std::max(1.0f, bar.height())));
  map_rect(ui, std::string("splitter.") + id, bar);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const float middle = vertical ? (bar.x0 + bar.x1) / 2 : (bar.y0 + bar.y1) / 2;
    const float w = ui.px(1);
    if (vertical)
      ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(middle - w, bar.y0), ImVec2(middle + w, bar.y1),
                                                ui.color().accent);
    else
      ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(bar.x0, middle - w), ImVec2(bar.x1, middle + w),
                                                ui.color().accent);
  }
  if (ImGui::IsItemActive())
    size += sign * (vertical ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y) / ui.theme.scale;
}

void bottom_splitter(Context& ui) {
  const Layout& a = ui.areas;
  if (a.bottom_right.width() <= 0 || a.lab.width() > 0) return;
  const Area& hero = ui.state.panels.texture_is_hero ? a.texture : a.result;
  float height = a.bottom_right.height() / ui.theme.scale;
  const float before = height;
  splitter(ui, "bottom", {hero.x0, a.bottom_right.y0 - ui.px(6), hero.x1, a.bottom_right.y0}, height, -1,
           false);
  if (height != before) ui.state.panels.bottom_height = height;
}

void splitters(Context& ui) {
  const Layout& a = ui.areas;
  const float gap = ui.px(6);
  if (a.one_column) return bottom_splitter(ui);
  if (a.left.width() > 0)
    splitter(ui, "left", {a.left.x1, a.left.y0, a.left.x1 + gap, a.left.y1}, ui.state.panels.left_width, 1,
             true);
  const Area& right = a.lesson.width() > 0 ? a.lesson : a.why;
  if (right.width() > 0)
    splitter(ui, "right", {right.x0 - gap, right.y0, right.x0, std::max(right.y1, a.why.y1)},
             ui.state.panels.right_width, -1, true);
  if (a.result_beside_lab) {
    float lab_height = a.lab.height() / ui.theme.scale;
    const float before = lab_height;
    splitter(ui, "lab", {a.lab.x0, a.lab.y0 - gap, a.lab.x1, a.lab.y0}, lab_height, -1, false);
    if (lab_height != before) ui.state.panels.lab_height = lab_height;
  }
  bottom_splitter(ui);
}

// The settings' place while they are folded: it opens them.
void rail(Context& ui) {
  const Area& a = ui.areas.rail;
  ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y0));
  if (ImGui::InvisibleButton("rail", ImVec2(a.width(), a.height()))) run_command(ui, CommandId::toggle_left);
  const bool hovered = ImGui::IsItemHovered();
  map_item(ui, "rail");
  tooltip(ui, text(command(CommandId::toggle_left).label), {}, command(CommandId::toggle_left).key);
  ImFont* font = ui.theme.fonts.bold;
  const ImU32 ink = hovered ? ui.color().text : ui.color().dim;
  const char* mark = "»";
  const float width = font->CalcTextSizeA(font->FontSize, 1e9f, 0, mark).x;
  ImGui::GetWindowDrawList()->AddText(
      font, font->FontSize, ImVec2(std::floor((a.x0 + a.x1 - width) / 2), a.y0 + ui.px(6)), ink, mark);
}

void panels(Context& ui) {
  int index = 0;
  const auto focus = [&] {
    if (ui.state.dialogs.focus_request && !popup_open(ui.state) && ui.state.panels.focused == index)
      ImGui::SetNextWindowFocus();
    ++index;
  };
  const TabStops at_fields_alone(false);
  // Uses the areas rather than the state: a key may have changed the state in this frame, and the areas
  // follow in the next.
  focus();
  if (ui.areas.columns.width() > 0) column_choice(ui);
  if (ui.areas.left.width() > 0) settings_panel(ui);
  if (ui.areas.rail.width() > 0) rail(ui);
  const bool lab = ui.areas.lab.width() > 0 && ui.state.panels.lab != Lab::none;
  focus();
  if (lab) lab_panel(ui);
  if ((!lab || ui.areas.result_beside_lab) && ui.areas.result.width() > 0) result_panel(ui);
  focus();
  if (!lab && ui.areas.texture.width() > 0) texture_panel(ui);
  focus();
  if (!lab && ui.areas.tabs.width() > 0) tabbed_panels(ui);
  focus();
  if (ui.areas.why.width() > 0) telling_panel(ui, ui.areas.why, "why", Text::title_why, why_panel);
  focus();
  if (ui.areas.lesson.width() > 0) lesson_panel(ui, ui.areas.lesson);
}

void presented_panels(Context& ui) {
  const TabStops at_fields_alone(false);
  ui.under_tab = true; // without titles
  if (ui.areas.lesson.width() > 0) lesson_panel(ui, ui.areas.lesson);
  if (ui.areas.left.width() > 0) settings_panel(ui);
  if (ui.areas.why.width() > 0) telling_panel(ui, ui.areas.why, "why", Text::title_why, why_panel);
  result_panel(ui);
  ui.under_tab = false;
}

// A feedback restarts at this frame when its input changes, because otherwise each change would replay all
// its steps.
void restart_feedback(Session& session, const Session& before) {
  const WriteSpec &now = session.write, &then = before.write;
  if (now.mode != WriteMode::feedback || now.feedback_start != then.feedback_start) return;
  if (then.mode != now.mode || now.feedback != then.feedback || now.boundary != then.boundary ||
      !(session.texture == before.texture))
    session.write.feedback_start = now.frame;
}
} // namespace

Output draw(const Frame& frame, const Theme& theme, const Layout& areas, Session& session, State& state) {
  Output output;
  const PermittedFrame permitted(frame, state.lesson);
  Context ui{permitted.frame(), theme, areas, session, state, output};
  const Session before = session;
  const bool was_open = popup_open(state);
  state.lesson.hides = ui.frame.hides_answer;
  handle_keys(ui);
  state.selection.hovered.reset();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (state.clicked && !state.clicked->contains(mouse.x, mouse.y)) state.clicked.reset();
  state.texture.pointed = std::exchange(state.texture.hovered, std::nullopt);

  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(8), (theme.px(30) - theme.px(15)) / 2 - 1));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.color.window);
  ImGui::PushFont(theme.fonts.text);
  ImGui::Begin("root", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoSavedSettings |
                   (areas.presenting ? ImGuiWindowFlags_None : ImGuiWindowFlags_MenuBar) |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
  ground(ui);
  if (!areas.presenting) menu_bar(ui);
  ImGui::PopStyleVar(4);
  ImGui::PopStyleColor();
  if (areas.presenting)
    presented_panels(ui);
  else {
    mark_focused_panel(ui);
    panels(ui);
    splitters(ui);
    status_bar(ui);
  }
  ImGui::End();

  const Area card = areas.presenting ? Area() : tour(ui);
  command_palette(ui);
  answer_window(ui);
  example_gallery(ui);
  shortcut_sheet(ui);
  step_dialog(ui); // before the dialog that it opens: the Escape that closes one leaves the other
  file_dialog(ui);
  leaving_question(ui);
  paste_prompt(ui);
  about_box(ui);
  toasts(ui, card);
  ImGui::PopFont();
  restart_feedback(session, before);
  state.panels.list_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  share_arrow_keys(state);
  if (was_open || !popup_open(state)) state.dialogs.focus_request = false;
  const bool chose = state.selection.pins.chosen() &&
                     state.selection.pins.kept()[*state.selection.pins.chosen()].label.empty();
  if (!(session == before) || chose) state.first_start = false;
  return output;
}

} // namespace texelscope::ui
