// File > Examples: every shipped session as a picture with a title and a line, in groups.
#include <algorithm>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "ui/lessons/lesson_text.h"
#include "ui/widgets/modal.h"

namespace texelscope::ui {

namespace {
constexpr float between = 14, inset = 6; // design pixels

struct Card {
  const Example* example = nullptr;
  int group = 0, row = 0, column = 0; // rows count through all groups
};

// Where each card stands: every group begins a row.
std::vector<Card> placed(const ExampleShelf& shelf, int columns) {
  std::vector<Card> cards;
  int row = 0;
  for (std::size_t g = 0; g < shelf.groups.size(); ++g) {
    int column = 0;
    for (const Example& example : shelf.groups[g].examples) {
      if (column == columns) ++row, column = 0;
      cards.push_back({&example, int(g), row, column++});
    }
    ++row;
  }
  return cards;
}

// The card in another row, in the same column or the last of that row.
int moved_by_rows(const std::vector<Card>& cards, int from, int rows) {
  const int row = cards[std::size_t(from)].row + rows, column = cards[std::size_t(from)].column;
  int best = from;
  for (int i = 0; i < int(cards.size()); ++i)
    if (cards[std::size_t(i)].row == row && cards[std::size_t(i)].column <= column) best = i;
  return best;
}

void move_example(Context& ui, const std::vector<Card>& cards) {
  ExampleState& s = ui.state.examples;
  const int before = s.choice;
  if (pressed(ui, key_left)) --s.choice;
  if (pressed(ui, key_right)) ++s.choice;
  s.choice = std::clamp(s.choice, 0, int(cards.size()) - 1);
  if (pressed(ui, key_up)) s.choice = moved_by_rows(cards, s.choice, -1);
  if (pressed(ui, key_down)) s.choice = moved_by_rows(cards, s.choice, 1);
  s.scrolls |= s.choice != before;
}

ImFont* title_font(Context& ui) {
  return lesson_font(ui, ui.theme.fonts.control);
}
ImFont* line_font(Context& ui) {
  return lesson_font(ui, ui.theme.fonts.small);
}

ImVec2 card_size(Context& ui) {
  return {ui.px(example_width + 2 * inset),
          ui.px(example_height + 3 * inset) + title_font(ui)->FontSize + 2 * line_font(ui)->FontSize};
}

void example_picture(Context& ui, unsigned texture, const ImVec2& at) {
  const ImVec2 end(at.x + ui.px(example_width), at.y + ui.px(example_height));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (texture != 0)
    draw->AddImage((ImTextureID)(intptr_t)texture, at, end);
  else
    draw->AddRectFilled(at, end, ui.color().control);
}

// Returns whether it was clicked.
bool example_card(Context& ui, const Example& example, unsigned texture, bool chosen) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = card_size(ui);
  const std::string name = "example." + example.session.stem().string();
  const std::string &title = in_language(example.title), &line = in_language(example.text);
  ImGui::PushID(name.c_str());
  const bool clicked = ImGui::InvisibleButton("card", size);
  ImGui::PopID();
  map_item(ui, name,
           title + ": " + line + (texture != 0 ? "" : " (no picture)") + (chosen ? " (chosen)" : ""));
  if (!ImGui::IsItemVisible()) return clicked;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  if (ImGui::IsItemHovered()) draw->AddRectFilled(at, end, ui.color().control, ui.px(4));
  if (chosen) draw->AddRect(at, end, ui.color().accent, ui.px(4), 0, ui.px(2));
  const float x = at.x + ui.px(inset), width = ui.px(example_width);
  example_picture(ui, texture, {x, at.y + ui.px(inset)});
  float y = at.y + ui.px(example_height + 1.5f * inset);
  ImFont* font = title_font(ui);
  draw->AddText(font, font->FontSize, {x, y}, ui.color().text, elided(font, title, width).c_str());
  y += font->FontSize;
  font = line_font(ui);
  draw->AddText(font, font->FontSize, {x, y}, ui.color().dim, breakable(ui.theme, line).c_str(), nullptr,
                width);
  return clicked;
}

void group_heading(Context& ui, const ExampleGroup& group, bool first) {
  if (!first) ImGui::Dummy(ImVec2(1, ui.px(8)));
  draw_text(ui, lesson_font(ui, ui.theme.fonts.bold), ui.color().dim, in_language(group.title),
            "examples.group." + group.id);
}

int columns_in(Context& ui, float width) {
  return std::max(1, int((width + ui.px(between)) / (card_size(ui).x + ui.px(between))));
}

// The clicked card, or -1.
int all_cards(Context& ui) {
  const ExampleShelf& shelf = *ui.frame.examples;
  ExampleState& s = ui.state.examples;
  int clicked = -1;
  ImGui::BeginChild("cards", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  const auto cards = placed(shelf, columns_in(ui, ImGui::GetContentRegionAvail().x));
  const bool keys = !ui.state.dialogs.focus_request && !cards.empty(); // those of this frame have opened it
  if (keys) move_example(ui, cards);
  for (int i = 0; i < int(cards.size()); ++i) {
    const Card& here = cards[std::size_t(i)];
    const bool begins = i == 0 || cards[std::size_t(i) - 1].group != here.group;
    if (begins) group_heading(ui, shelf.groups[std::size_t(here.group)], i == 0);
    if (here.column > 0) ImGui::SameLine(0, ui.px(between));
    if (example_card(ui, *here.example, shelf.pictures[std::size_t(i)], i == s.choice)) clicked = i;
    if (i == s.choice && s.scrolls) ImGui::SetScrollHereY(0.5f);
  }
  s.scrolls = false;
  ImGui::EndChild();
  if (clicked < 0 && keys && key_pressed(ui, key_enter)) clicked = s.choice;
  if (clicked >= 0)
    ui.output.actions.push_back(
        {Action::Kind::open_path, {}, cards[std::size_t(clicked)].example->session.string(), 0});
  return clicked;
}
} // namespace

void example_gallery(Context& ui) {
  ExampleState& s = ui.state.examples;
  if (!s.open) return;
  const float columns = 5;
  begin_popup_window(ui, "examples", columns * (example_width + 2 * inset + between) + 28, 640);
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::title_examples), "examples.title");
  const bool outside = !ui.state.dialogs.focus_request && ImGui::IsMouseClicked(0) &&
                       !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows);
  const bool opened = all_cards(ui) >= 0;
  ImGui::End();
  if (opened || outside || pressed(ui, key_escape)) s.open = false;
}

} // namespace texelscope::ui
