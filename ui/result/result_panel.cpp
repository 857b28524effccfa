// The main panel: the picture of the fetches' results, with its tools, rulers and overlays, and its mouse
// handling.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/compare/compare_picture.h"
#include "ui/compare/scope_panel.h"
#include "ui/profile/profile_panel.h"
#include "ui/result/result_overlays.h"
#include "ui/result/result_panel.h"
#include "ui/result/texel_marks.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
// Draws the texel grid, the [0,1] square and the cells' labels.
void places(Context& ui) {
  if (shows_plane(ui)) texel_grid(ui);
  if (ui.frame.resolution->effective.projection == Projection::flat) {
    if (ui.session.view.dim_repeats) outside_strokes(ui);
    unit_square(ui);
  }
  cell_labels(ui);
}

// Names the picture's body if it is not the session's.
void body_mark(Context& ui) {
  if (ui.session.fetch.body.empty() || ui.frame.picture.result == nullptr || ui.frame.body == nullptr) return;
  const bool on_cpu = ui.frame.backend->kind == BackendKind::cpu; // it runs no body before it is compiled
  if (ui.frame.picture.result->of_body && (on_cpu || ui.frame.body->is_good())) return;
  const bool waits = ui.frame.body->waits == BodyWaits::for_consent;
  const char* content = text(ui.frame.picture.result->of_body ? Text::body_old_shown
                             : waits                          ? Text::body_waits_shown
                                                              : Text::body_not_shown);
  const Area& a = ui.areas.result_picture;
  ImFont* font = ui.theme.fonts.control;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, 0, content);
  const Area box = {a.x0 + ui.px(8), a.y0 + ui.px(8), a.x0 + ui.px(24) + size.x, a.y0 + ui.px(16) + size.y};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1), ui.color().panel, ui.px(4));
  draw->AddRect(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1), ui.color().amber, ui.px(4));
  draw->AddText(font, font->FontSize, ImVec2(box.x0 + ui.px(8), box.y0 + ui.px(4)), ui.color().amber,
                content);
  map_rect(ui, "result.body", box, content);
}

void loading_bar(Context& ui) {
  if (ui.frame.picture.load_progress < 0) return;
  const Area& a = ui.areas.result_picture;
  const ImVec2 low(a.x0, a.y0), high(a.x1, a.y1);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::string label = say(Text::loading, {fmt::format("{:.0f}", ui.frame.picture.load_progress * 100)});
  draw->AddRectFilled(ImVec2(low.x, high.y - ui.px(26)), high, IM_COL32(0, 0, 0, 190));
  draw->AddRectFilled(ImVec2(low.x, high.y - ui.px(3)),
                      ImVec2(low.x + a.width() * float(ui.frame.picture.load_progress), high.y),
                      ui.color().accent);
  draw->AddText(ImVec2(low.x + ui.px(8), high.y - ui.px(24)), IM_COL32_WHITE, label.c_str());
  map_rect(ui, "loading", {low.x, high.y - ui.px(26), high.x, high.y}, label);
}

// Comes before the picture's mouse handling, because the button lies on the picture.
void replay_bar(Context& ui) {
  if (!ui.frame.picture.replay || ui.frame.picture.load_progress >= 0) return;
  const Replay& replay = *ui.frame.picture.replay;
  const Area& a = ui.areas.result_picture;
  const Area bar = {a.x0, a.y1 - ui.px(32), a.x1, a.y1};
  const std::string label =
      say(Text::replaying, {std::to_string(replay.frame), std::to_string(replay.of), replay.time_left});
  const float button_width =
      ImGui::CalcTextSize(text(Text::replay_stop)).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(bar.x0, bar.y0), ImVec2(bar.x1, bar.y1), IM_COL32(0, 0, 0, 190));
  const double share = double(replay.frame) / double(std::max<std::int64_t>(1, replay.of));
  draw->AddRectFilled(ImVec2(bar.x0, bar.y1 - ui.px(3)), ImVec2(bar.x0 + bar.width() * float(share), bar.y1),
                      ui.color().accent);
  draw->PushClipRect(ImVec2(bar.x0, bar.y0), ImVec2(bar.x1 - button_width - ui.px(16), bar.y1), true);
  draw->AddText(ImVec2(bar.x0 + ui.px(8), bar.y0 + ui.px(7)), IM_COL32_WHITE, label.c_str());
  draw->PopClipRect();
  map_rect(ui, "replay", bar, label);
  ImGui::SetCursorScreenPos(
      ImVec2(bar.x1 - button_width - ui.px(8), bar.y0 + (ui.px(29) - ImGui::GetFrameHeight()) / 2));
  if (button(ui, "replay.stop", text(Text::replay_stop), text(Text::replay_stop_help)))
    ui.session.write.frame = replay.frame;
}

void picture(Context& ui) {
  const Area& a = ui.areas.result_picture;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 low(a.x0, a.y0), high(a.x1, a.y1);
  if (ui.frame.picture.result_gl == 0 || is_resize(ui.session))
    draw->AddRectFilled(low, high, ui.color().window);
  draw->PushClipRect(low, high, true);
  const Area shown = result_place(ui).area();
  if (ui.frame.picture.result_gl != 0)
    draw->AddImage((ImTextureID)(intptr_t)ui.frame.picture.result_gl, ImVec2(shown.x0, shown.y0),
                   ImVec2(shown.x1, shown.y1));
  const bool compares = shows_comparison(ui);
  if (compares) compare_picture(ui);
  if (!compares || ui.state.compare.mode != CompareMode::side) places(ui);
  if (!compares) line_plot(ui);
  if (!compares) result_texel_values(ui);
  texel_readers(ui);
  heat_overlay(ui);
  region_frame(ui);
  if (!compares) scope_overlay(ui);
  pin_marks(ui);
  resize_mark(ui);
  body_mark(ui);
  loading_bar(ui);
  replay_bar(ui);
  draw->PopClipRect();
}

// A one-line hint for new users, until the first change.
void hint(Context& ui) {
  const Area& a = ui.areas.result_picture;
  const std::string content = text(Text::first_hint);
  ImFont* font = ui.theme.fonts.small;
  const float wrap = a.width() - ui.px(48);
  const ImVec2 size = font->CalcTextSizeA(ui.px(13), 1e9f, wrap, content.c_str());
  const ImVec2 at(std::floor((a.x0 + a.x1 - size.x) / 2), a.y1 - ui.px(20) - size.y);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(at.x - ui.px(14), at.y - ui.px(7)),
                      ImVec2(at.x + size.x + ui.px(14), at.y + size.y + ui.px(7)), IM_COL32(18, 20, 24, 225),
                      ui.px(14));
  draw->AddText(font, ui.px(13), at, IM_COL32(232, 235, 240, 255), content.c_str(), nullptr, wrap);
  map_rect(ui, "hint", {at.x, at.y, at.x + size.x, at.y + size.y}, content);
}
} // namespace

namespace {
// For an audience that does not see the settings: what is requested, and the key that changes the filter.
void caption(Context& ui) {
  const Sampler& s = ui.session.sampler;
  const bool row = is_1d(ui.session.texture.dimension), alike = row || s.address[0] == s.address[1];
  const std::string address = label(s.address[0]) + std::string(alike ? "" : " × ") +
                              (alike ? "" : label(s.address[1])),
                    content =
                        say(Text::present_caption,
                            {address, label(s.filter),
                             text(s.normalized_coords ? Text::present_normalized : Text::present_in_texels),
                             key_text(command(CommandId::filter).key), label(FilterMode::point),
                             label(FilterMode::linear)});
  const Area& a = ui.areas.result_picture;
  ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y1 + ui.px(22)));
  draw_text(ui, ui.theme.fonts.control, ui.color().text, content, "present.caption");
}
} // namespace

void result_panel(Context& ui) {
  begin_panel(ui, "result", ui.areas.result, Text::title_result);
  if (!ui.areas.presenting) result_tools(ui);
  picture(ui);
  const bool beside = shows_comparison(ui) && ui.state.compare.mode == CompareMode::side;
  if (ui.frame.resolution->effective.projection == Projection::flat && !beside) {
    ruler(ui, true);
    if (!is_1d(ui.frame.resolution->effective.dimension)) ruler(ui, false);
  }
  if (!ui.areas.presenting) compare_strip(ui); // before the mouse, whose clicks on it are not the picture's
  result_mouse(ui);
  map_rect(ui, "result", ui.areas.result_picture);
  if (ui.areas.presenting) caption(ui);
  // The hint and the replay's bar both use the picture's lower edge; the tour says more than the hint.
  if (ui.state.first_start && !ui.areas.presenting && !ui.frame.picture.replay && !ui.state.tour.open())
    hint(ui);
  end_panel();
}

} // namespace texelscope::ui
