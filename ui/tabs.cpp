// The tabs beside the texture: which of them are there, and the one that is shown.
#include <algorithm>
#include <array>
#include <vector>

#include "kernels/texts.h"
#include "ui/widgets.h"

namespace texelscope {
namespace ui {

namespace {
struct Entry {
  Tab tab;
  Text title;
  Text help;
  const char* name;
  void (*panel)(Context&, const Area&);
  bool (*is_there)(const Context&); // tabs with nothing to say are not
};

bool is_narrow(const Context& ui) {
  return ui.areas.narrow; // a wide window has room for WHY and COST elsewhere
}
bool always(const Context&) {
  return true;
}
bool has_blocks(const Context& ui) {
  return ui.frame.block_lens.has_value();
}
bool has_lesson(const Context& ui) {
  return ui.state.lesson.open();
}
bool has_levels(const Context& ui) {
  return has_lod_scope(ui.frame.resolution->effective);
}

constexpr Entry entries[] = { // in Tab's order
    {Tab::why, Text::title_why, Text::tab_why_help, "why", why_panel, is_narrow},
    {Tab::cost, Text::title_cost, Text::tab_cost_help, "cost", cost_panel, is_narrow},
    {Tab::journal, Text::title_journal, Text::tab_journal_help, "journal", journal_panel, always},
    {Tab::compare, Text::title_compare, Text::tab_compare_help, "compare", compare_panel, always},
    {Tab::scope, Text::title_scope, Text::tab_scope_help, "scope", scope_panel, always},
    {Tab::profile, Text::title_profile, Text::tab_profile_help, "profile", profile_panel, always},
    {Tab::amp, Text::title_amp, Text::tab_amp_help, "amp", amp_panel, always},
    {Tab::lod, Text::title_lod, Text::tab_lod_help, "lod", lod_panel, has_levels},
    {Tab::block, Text::title_block, Text::tab_block_help, "block", block_panel, has_blocks},
    {Tab::effective, Text::title_effective, Text::tab_effective_help, "effective", effective_panel, always},
    {Tab::lesson, Text::title_lesson, Text::tab_lesson_help, "lesson", lesson_panel, has_lesson},
};

// The choice stays with a tab that goes, so that it is back when the tab is.
std::size_t shown_among(const std::vector<Entry>& there, Tab asked) {
  const auto found = std::find_if(there.begin(), there.end(), [&](const Entry& e) { return e.tab == asked; });
  return found == there.end() ? 0 : std::size_t(found - there.begin());
}

// How many rows they take, side by side as far as they fit.
std::size_t rows_of(Context& ui, const std::vector<Entry>& there, float width) {
  ImFont* font = ui.theme.fonts.control;
  std::size_t rows = 1;
  float used = 0;
  for (const Entry& entry : there) {
    const float wanted = font->CalcTextSizeA(font->FontSize, 1e9f, 0, text(entry.title)).x + ui.px(8);
    const bool next = used > 0 && used + wanted > width;
    rows += next;
    used = next ? wanted : used + wanted;
  }
  return rows;
}
} // namespace

void tabbed_panels(Context& ui) {
  std::vector<Entry> there;
  std::copy_if(std::begin(entries), std::end(entries), std::back_inserter(there),
               [&](const Entry& e) { return e.is_there(ui); });
  const Area& a = ui.areas.bottom_right;
  const std::size_t shown = shown_among(there, ui.state.tab);
  float y = a.y0;
  std::size_t rows = rows_of(ui, there, a.width());
  for (std::size_t first = 0, count; first < there.size(); first += count) {
    count = (there.size() - first + rows - 1) / rows; // as many in each row
    --rows;
    std::vector<Segment> items;
    for (std::size_t i = first; i < first + count; ++i)
      items.push_back({text(there[i].title), there[i].name, text(there[i].help), {}});
    ImGui::SetCursorScreenPos(ImVec2(a.x0, y));
    int chosen = int(shown) - int(first); // in another row: none of these
    ImGui::PushID(int(first));
    if (segments(ui, "tabs", items.data(), int(count), chosen, a.width()))
      ui.state.tab = there[first + std::size_t(chosen)].tab;
    ImGui::PopID();
    y += ImGui::GetFrameHeight() + ui.px(4);
  }
  ui.under_tab = true;
  there[shown].panel(ui, {a.x0, y, a.x1, a.y1});
  ui.under_tab = false;
}

} // namespace ui

template <>
EnumTable enum_table<ui::Tab>() {
  static const auto table = [] {
    std::array<EnumEntry, std::size(ui::entries)> rows;
    std::transform(std::begin(ui::entries), std::end(ui::entries), rows.begin(), [](const ui::Entry& e) {
      return EnumEntry{int(e.tab), e.name, e.title, e.help};
    });
    return rows;
  }();
  return table;
}

} // namespace texelscope
