#include "ui/compare/compare_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
bool is_beside(const Context& ui) {
  return ui.state.compare.mode == CompareMode::side && shows_comparison(ui);
}

// Draws the picture between two columns of the window, moved to the right by `shift`.
void draw_part(Context& ui, unsigned texture, float x0, float x1, float shift = 0) {
  const Area &panel = ui.areas.result_picture, picture = result_place(ui).area();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(ImVec2(x0, panel.y0), ImVec2(x1, panel.y1), true);
  draw->AddImage((ImTextureID)(intptr_t)texture, ImVec2(picture.x0 + shift, picture.y0),
                 ImVec2(picture.x1 + shift, picture.y1));
  draw->PopClipRect();
}

void line_at(Context& ui, float x) {
  const Area& a = ui.areas.result_picture;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine(ImVec2(x, a.y0), ImVec2(x, a.y1), IM_COL32(0, 0, 0, 200), ui.px(3));
  draw->AddLine(ImVec2(x, a.y0), ImVec2(x, a.y1), IM_COL32_WHITE, ui.px(1));
}

// Has a dark background, so that it is readable over any picture. `right`: it ends at x.
void plate(Context& ui, float x, float y, bool right, const std::string& content, const char* name) {
  ImFont* font = ui.theme.fonts.small;
  const ImVec2 size = font->CalcTextSizeA(ui.px(13), 1e9f, 0, content.c_str());
  const float x0 = right ? x - size.x - ui.px(12) : x;
  const Area box = {x0, y, x0 + size.x + ui.px(12), y + size.y + ui.px(6)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1), IM_COL32(18, 20, 24, 225), ui.px(4));
  draw->AddText(font, ui.px(13), ImVec2(box.x0 + ui.px(6), box.y0 + ui.px(3)), IM_COL32(232, 235, 240, 255),
                content.c_str());
  map_rect(ui, name, box, content);
}

std::string side_text(const CompareFound& found, std::size_t side) {
  return std::string(text(side == 0 ? Text::compare_a : Text::compare_b)) + "  " + found.sides[side].label;
}

// Below the strip of controls.
float plates_top(const Context& ui) {
  return ui.areas.result_picture.y0 + ui.px(ui.areas.presenting ? 6 : compare_strip_height + 6);
}

void two_plates(Context& ui, const CompareFound& found) {
  const Area& a = ui.areas.result_picture;
  plate(ui, a.x0 + ui.px(6), plates_top(ui), false, side_text(found, 0), "compare.plate.a");
  plate(ui, a.x1 - ui.px(6), plates_top(ui), true, side_text(found, 1), "compare.plate.b");
}

void split(Context& ui, const CompareFindings& findings) {
  const Area& a = ui.areas.result_picture;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool free = a.contains(mouse.x, mouse.y) && !ImGui::IsMouseDown(0) && !ImGui::IsMouseDown(1);
  if (free) ui.state.compare.split = std::clamp((mouse.x - a.x0) / a.width(), 0.0f, 1.0f);
  const float share = ui.state.compare.split, x = std::floor(a.x0 + share * a.width());
  draw_part(ui, findings.pictures[0], a.x0, x);
  draw_part(ui, findings.pictures[1], x, a.x1);
  line_at(ui, x);
}

float middle(const Area& a) {
  return a.x0 + std::floor(a.width() / 2);
}
// The first column of the panel's picture that both halves show.
float first_column(const Area& a) {
  return std::floor(a.width() / 4);
}

void side_by_side(Context& ui, const CompareFindings& findings) {
  const Area& a = ui.areas.result_picture;
  const float x = middle(a), from = first_column(a);
  draw_part(ui, findings.pictures[0], a.x0, x, -from);
  draw_part(ui, findings.pictures[1], x, a.x1, x - a.x0 - from);
  line_at(ui, x);
}

void blink(Context& ui, const CompareFindings& findings) {
  const Area& a = ui.areas.result_picture;
  const std::size_t side = std::size_t(std::fmod(ImGui::GetTime(), 1.0) >= 0.5);
  draw_part(ui, findings.pictures[side], a.x0, a.x1);
  plate(ui, a.x0 + ui.px(6), plates_top(ui), false, side_text(*findings.found, side), "compare.plate.now");
}

void alone(Context& ui, const CompareFindings& findings) {
  const Area& a = ui.areas.result_picture;
  draw_part(ui, findings.pictures[1], a.x0, a.x1);
  plate(ui, a.x0 + ui.px(6), plates_top(ui), false, findings.found->sides[1].label, "compare.plate.b");
}

ImU32 ink(const Rgb& color) {
  return IM_COL32(color[0], color[1], color[2], 255);
}

// The map's colors from its smallest to its largest number.
void color_bar(ImDrawList* draw, const Area& bar, bool is_signed) {
  const auto piece = [&](std::size_t i, std::size_t count, const Rgb& from, const Rgb& to) {
    const float w = bar.width() / float(count), x = bar.x0 + float(i) * w;
    draw->AddRectFilledMultiColor(ImVec2(x, bar.y0), ImVec2(x + w, bar.y1), ink(from), ink(to), ink(to),
                                  ink(from));
  };
  constexpr Rgb white = {255, 255, 255};
  if (is_signed) {
    piece(0, 2, negative_color, white);
    piece(1, 2, white, positive_color);
    return;
  }
  for (std::size_t i = 0; i + 1 < viridis_colors.size(); ++i)
    piece(i, viridis_colors.size() - 1, viridis_colors[i], viridis_colors[i + 1]);
}

void scale_bar(Context& ui, const CompareFound& found) {
  const Area& a = ui.areas.result_picture;
  const bool is_signed = found.mode != CompareMode::absolute;
  const std::string low = is_signed ? fmt::format("{:.3g}", -found.reach) : "0";
  const std::string high = fmt::format("{:+.3g}", found.reach);
  const float name_width = small_width(ui, label(found.mode)), low_width = mono_width(ui, low);
  const float width = name_width + low_width + mono_width(ui, high) + ui.px(160);
  const Area box = {a.x0 + ui.px(6), a.y1 - ui.px(30), a.x0 + ui.px(6) + width, a.y1 - ui.px(6)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1), IM_COL32(18, 20, 24, 225), ui.px(4));
  float x = box.x0 + ui.px(8);
  constexpr ImU32 white = IM_COL32(232, 235, 240, 255);
  small_text(ui, {x, box.y0 + ui.px(4)}, white, label(found.mode));
  x += name_width + ui.px(10);
  mono_text(ui, {x, box.y0 + ui.px(5)}, white, low);
  x += low_width + ui.px(6);
  color_bar(draw, {x, box.y0 + ui.px(6), x + ui.px(120), box.y1 - ui.px(6)}, is_signed);
  x += ui.px(126);
  mono_text(ui, {x, box.y0 + ui.px(5)}, white, high);
  map_rect(ui, "compare.scale", box, say(Text::compare_map_scale, {low, high}));
}
} // namespace

bool shows_comparison(const Context& ui) {
  const CompareFindings* findings = ui.frame.compare;
  if (ui.state.compare.mode == CompareMode::off || findings == nullptr || !findings->shows()) return false;
  if (is_map(ui.state.compare.mode))
    return findings->map != 0 && findings->found->mode == ui.state.compare.mode;
  return findings->pictures[0] != 0 && findings->pictures[1] != 0;
}

void compare_picture(Context& ui) {
  const CompareFindings& findings = *ui.frame.compare;
  const Area& a = ui.areas.result_picture;
  switch (ui.state.compare.mode) {
  case CompareMode::split:
    split(ui, findings);
    break;
  case CompareMode::side:
    side_by_side(ui, findings);
    break;
  case CompareMode::blink:
    return blink(ui, findings);
  case CompareMode::alone:
    return alone(ui, findings);
  default:
    draw_part(ui, findings.map, a.x0, a.x1);
    scale_bar(ui, *findings.found);
    break;
  }
  two_plates(ui, *findings.found);
}

void region_frame(Context& ui) {
  const Region& r = ui.state.compare.region;
  if (r.width == 0 || ui.state.compare.mode == CompareMode::off) return;
  const auto low = place_of(ui, {r.x, r.y});
  const float scale = float(result_place(ui).scale);
  const ImVec2 from(low[0], low[1]), to(low[0] + float(r.width) * scale, low[1] + float(r.height) * scale);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRect(from, to, IM_COL32(0, 0, 0, 200), 0, 0, ui.px(3));
  draw->AddRect(from, to, ui.on_picture().accent, 0, 0, ui.px(1.5f));
  map_rect(ui, "compare.frame", {from.x, from.y, to.x, to.y},
           fmt::format("{},{},{},{}", r.x, r.y, r.width, r.height));
}

Pixel pixel_under(const Context& ui, float window_x, float window_y) {
  const Area& a = ui.areas.result_picture;
  float x = window_x;
  if (is_beside(ui)) x = (window_x < middle(a) ? x : window_x - middle(a) + a.x0) + first_column(a);
  const auto at = result_place(ui).pixel_at(double(x), double(window_y));
  return {int(std::floor(at[0])), int(std::floor(at[1]))};
}

std::array<float, 2> place_of(const Context& ui, const Pixel& pixel) {
  const float shift = is_beside(ui) ? first_column(ui.areas.result_picture) : 0;
  const Point at = result_place(ui).window_at(pixel.x, pixel.y);
  return {at.x - shift, at.y};
}

bool mark_region(Context& ui, float window_x, float window_y) {
  CompareChoice& choice = ui.state.compare;
  if (choice.mode == CompareMode::off) return false;
  if (ImGui::IsItemActivated() && ImGui::IsMouseDown(0) && (ImGui::GetIO().KeyCtrl || choice.marks_region))
    choice.marked_from = pixel_under(ui, window_x, window_y);
  if (!choice.marked_from) return false;
  if (!ImGui::IsItemActive()) {
    choice.marked_from.reset();
    choice.marks_region = false;
    return true; // releasing the button is not a click
  }
  const ResultPlace place = result_place(ui);
  const Pixel from = *choice.marked_from, to = pixel_under(ui, window_x, window_y);
  const auto limited = [](int at, int size) { return std::clamp(at, 0, size); };
  const int x0 = limited(std::min(from.x, to.x), place.width),
            x1 = limited(std::max(from.x, to.x), place.width);
  const int y0 = limited(std::min(from.y, to.y), place.height),
            y1 = limited(std::max(from.y, to.y), place.height);
  if (x1 - x0 >= 2 && y1 - y0 >= 2) choice.region = {x0, y0, x1 - x0, y1 - y0};
  return true;
}

} // namespace texelscope::ui
