// A frame around the panel that the tour is at, the rest of the window dimmed, and a card with a few words.
#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
constexpr float card_width = 350, card_padding = 14, card_gap = 10; // design pixels

struct Stop {
  Text title, content;
  const char* name; // in the ui map
};
constexpr std::array<Stop, TourState::stops> stops = {
    {{Text::tour_result, Text::tour_result_text, "result"},
     {Text::tour_settings, Text::tour_settings_text, "settings"},
     {Text::tour_texture, Text::tour_texture_text, "texture"},
     {Text::tour_why, Text::tour_why_text, "why"},
     {Text::tour_status, Text::tour_status_text, "status"}}};

Area area_of(const Layout& a, int stop) {
  const Area areas[] = {a.result, a.left, a.texture, a.why, a.status};
  return areas[stop];
}

// A small window shows the column with the stop's panel, whose lower row is open where the stop is there.
void show_column(Context& ui) {
  if (!ui.areas.one_column) return;
  static constexpr ShownColumn columns[] = {ShownColumn::picture, ShownColumn::settings, ShownColumn::picture,
                                            ShownColumn::why, ShownColumn::picture};
  ui.state.panels.column = columns[ui.state.tour.stop];
  ui.state.panels.bottom_in_small = stops[std::size_t(ui.state.tour.stop)].title == Text::tour_texture;
}

// Beside the panel, above or below it: within the window, the first place that hides the least of the panel.
ImVec2 card_place(Context& ui, const Area& panel, const ImVec2& size) {
  const float gap = ui.px(card_gap), right = ImGui::GetIO().DisplaySize.x - gap;
  const float top = ui.areas.menu.y1 + gap, bottom = ui.areas.status.y0 - gap;
  const float x = (panel.x0 + panel.x1 - size.x) / 2, y = panel.y0 + gap;
  const ImVec2 places[] = {
      {panel.x1 + gap, y}, {panel.x0 - gap - size.x, y}, {x, panel.y0 - gap - size.y}, {x, panel.y1 + gap}};
  ImVec2 best;
  float least = 1e30f;
  for (const ImVec2& place : places) {
    const ImVec2 at(std::floor(std::clamp(place.x, gap, std::max(gap, right - size.x))),
                    std::floor(std::clamp(place.y, top, std::max(top, bottom - size.y))));
    const float hidden = panel.overlap({at.x, at.y, at.x + size.x, at.y + size.y});
    if (hidden >= least) continue;
    least = hidden;
    best = at;
  }
  return best;
}

// Takes no clicks: the window behind it is used as always.
void shade(Context& ui, const Area& panel) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(screen);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0)); // which would keep its edges clear
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("tour.shade", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto dim = [&](float x0, float y0, float x1, float y1) {
    draw->AddRectFilled(ImVec2(x0, y0), ImVec2(x1, y1), IM_COL32(0, 0, 0, 96));
  };
  dim(0, 0, screen.x, panel.y0);
  dim(0, panel.y1, screen.x, screen.y);
  dim(0, panel.y0, panel.x0, panel.y1);
  dim(panel.x1, panel.y0, screen.x, panel.y1);
  const float half = ui.px(1);
  draw->AddRect(ImVec2(panel.x0 + half, panel.y0 + half), ImVec2(panel.x1 - half, panel.y1 - half),
                ui.color().accent, ui.px(4), 0, ui.px(2));
  map_rect(ui, "tour.frame", panel);
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void close(Context& ui) {
  ui.state.tour.stop = -1;
}

void go_to_stop(Context& ui, int stop) {
  if (stop >= TourState::stops) return close(ui);
  ui.state.tour.stop = std::max(0, stop);
  show_column(ui);
}

void buttons(Context& ui) {
  const int stop = ui.state.tour.stop;
  const bool last = stop + 1 == TourState::stops;
  if (button(ui, "tour.next", text(last ? Text::tour_end : Text::tour_next), nullptr, true))
    go_to_stop(ui, stop + 1);
  ImGui::SameLine(0, ui.px(6));
  if (stop > 0) {
    if (button(ui, "tour.back", text(Text::tour_back))) go_to_stop(ui, stop - 1);
    ImGui::SameLine(0, ui.px(6));
  }
  if (!last && button(ui, "tour.skip", text(Text::tour_skip))) close(ui);
  const LessonShelf* shelf = ui.frame.lessons;
  if (!last || shelf == nullptr || shelf->lessons.empty()) return;
  if (button(ui, "tour.lesson", text(Text::tour_first_lesson))) {
    close(ui);
    open_lesson(*shelf, 0, 0, ui.session, ui.state);
  }
}

Area card(Context& ui, const Area& panel) {
  const Stop& stop = stops[std::size_t(ui.state.tour.stop)];
  const float width = std::min(ui.px(card_width), ImGui::GetIO().DisplaySize.x - ui.px(2 * card_gap));
  const float wrap = width - ui.px(2 * card_padding);
  const auto height_of = [&](ImFont* font, Text content) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, wrap, breakable(ui.theme, text(content)).c_str()).y;
  };
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const ImVec2 size(width, std::ceil(height_of(ui.theme.fonts.bold, stop.title) +
                                     height_of(ui.theme.fonts.text, stop.content) + ImGui::GetFrameHeight() +
                                     height_of(ui.theme.fonts.small, Text::tour_keys) + 4 * spacing +
                                     ui.px(2 * card_padding + 6)));
  ImGui::SetNextWindowPos(card_place(ui, panel, size));
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(card_padding), ui.px(card_padding)));
  ImGui::PushStyleColor(ImGuiCol_Border, ui.color().accent);
  ImGui::Begin("tour.card", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  const ImVec2 from = ImGui::GetWindowPos();
  const Area covered = {from.x, from.y, from.x + size.x, from.y + size.y};
  map_rect(ui, "tour.card", covered);
  draw_text(ui, ui.theme.fonts.bold, ui.color().text, text(stop.title),
            std::string("tour.title.") + stop.name);
  const std::string number =
      say(Text::tour_stop, {std::to_string(ui.state.tour.stop + 1), std::to_string(TourState::stops)});
  ImFont* small = ui.theme.fonts.small;
  ImGui::SameLine(width - ui.px(card_padding) -
                  small->CalcTextSizeA(small->FontSize, 1e9f, 0, number.c_str()).x);
  draw_text(ui, small, ui.color().dim, number, "tour.stop");
  flowing_text(ui, ui.theme.fonts.text, ui.color().text, text(stop.content), "tour.text");
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  buttons(ui);
  flowing_text(ui, small, ui.color().dim,
               text(ui.state.tour.stop + 1 < TourState::stops ? Text::tour_keys : Text::tour_keys_end),
               "tour.keys");
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  return covered;
}
} // namespace

void open_tour(State& state) {
  state.tour = {0, true};
  state.panels.show_left = state.panels.show_right = state.panels.show_bottom = true;
  state.panels.texture_is_hero = false;
  state.panels.lab = Lab::none;
}

bool tour_key(Context& ui, const KeyPress& key) {
  const int stop = ui.state.tour.stop;
  if (stop < 0 || key.ctrl || key.alt || key.shift) return false;
  if (key.key == key_enter)
    go_to_stop(ui, stop + 1);
  else if (key.key == key_backspace)
    go_to_stop(ui, stop - 1);
  else if (key.key == key_escape)
    close(ui);
  else
    return false;
  return true;
}

Area tour(Context& ui) {
  if (!ui.state.tour.open()) return {};
  const Area panel = area_of(ui.areas, ui.state.tour.stop);
  if (panel.width() <= 0) return {}; // the user has hidden it
  shade(ui, panel);
  return card(ui, panel);
}

} // namespace texelscope::ui
