// Windows over the others for a moment: pasted state, about, toasts.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/modal.h"

namespace texelscope::ui {

// The typed text stays until it is accepted; the reason for a rejection is shown below.
void paste_prompt(Context& ui) {
  DialogState& dialogs = ui.state.dialogs;
  if (dialogs.prompt != PathPrompt::paste) return;
  begin_popup_window(ui, "paste", 620, 320);
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::prompt_paste), "prompt.title");
  if (dialogs.focus_request) ImGui::SetKeyboardFocusHere();
  ImGui::PushFont(ui.theme.fonts.mono);
  const bool enter = text_area("##state", dialogs.prompt_text, ImVec2(-1, ui.px(150)));
  ImGui::PopFont();
  map_item(ui, "prompt.path", dialogs.prompt_text);
  paragraph(ui, dialogs.prompt_error.empty() ? ui.color().dim : ui.color().red,
            dialogs.prompt_error.empty() ? text(Text::prompt_paste_hint) : dialogs.prompt_error.c_str(),
            "prompt.note");
  const bool take = button(ui, "prompt.ok", text(Text::prompt_ok_take));
  ImGui::SameLine();
  const bool cancel = button(ui, "prompt.cancel", text(Text::prompt_cancel)) || pressed(ui, key_escape);
  ImGui::End();
  if ((enter || take) && !dialogs.prompt_text.empty())
    ui.output.actions.push_back({Action::Kind::paste_text, {}, dialogs.prompt_text, 0});
  if (cancel) dialogs.prompt = PathPrompt::none;
}

void about_box(Context& ui) {
  if (!ui.state.dialogs.about_open) return;
  begin_popup_window(ui, "about", 520, 170);
  draw_text(ui, ui.theme.fonts.bold, ui.color().text, text(Text::about_title), "about.title");
  ImGui::PushTextWrapPos(0);
  draw_text(ui, ui.theme.fonts.text, ui.color().dim, text(Text::about_body));
  ImGui::PopTextWrapPos();
  const bool outside = !ui.state.dialogs.focus_request && ImGui::IsMouseClicked(0);
  ImGui::End();
  if (outside || pressed(ui, key_escape)) ui.state.dialogs.about_open = false;
}

namespace {
ImVec2 size_of(const Context& ui, const Toast& toast) {
  const float width = ui.px(420);
  const ImVec2 of_text = ui.theme.fonts.text->CalcTextSizeA(ui.px(15), 1e9f, width - ui.px(28),
                                                            breakable(ui.theme, toast.text).c_str());
  return {width, of_text.y + ui.px(18)};
}

void draw_toast(Context& ui, const Toast& toast, int index, const ImVec2& at, const ImVec2& size) {
  const ImU32 color = toast.kind == NoteKind::refused   ? ui.color().red
                      : toast.kind == NoteKind::altered ? ui.color().amber
                                                        : ui.color().line;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleColor(ImGuiCol_Border, color);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(14), ui.px(9)));
  ImGui::Begin(fmt::format("toast{}", index).c_str(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PushTextWrapPos(0);
  draw_text(ui, ui.theme.fonts.text, ui.color().text, toast.text, fmt::format("toast.{}", index));
  if (ImGui::IsItemClicked()) ImGui::SetClipboardText(toast.text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}
} // namespace

// Toasts are stacked above the status line at the right, or where the tour's card is there, below the menu;
// each with its mark. A click copies one.
void toasts(Context& ui, const Area& card) {
  if (ui.frame.toasts == nullptr || ui.frame.toasts->empty()) return;
  const float gap = ui.px(6), right = ui.areas.status.x1 - ui.px(10);
  std::vector<ImVec2> sizes;
  float height = 0;
  for (const Toast& toast : *ui.frame.toasts)
    height += sizes.emplace_back(size_of(ui, toast)).y + gap;
  float bottom = ui.areas.status.y0 - ui.px(8);
  const Area stack = {right - sizes.front().x, bottom - height, right, bottom};
  if (card.overlap(stack) > 0) bottom = ui.areas.menu.y1 + ui.px(8) + height;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    draw_toast(ui, (*ui.frame.toasts)[i], int(i), {right - sizes[i].x, bottom - sizes[i].y}, sizes[i]);
    bottom -= sizes[i].y + gap;
  }
}

} // namespace texelscope::ui
