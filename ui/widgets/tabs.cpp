// The lower row's tabs: which ones are available, and the one that is shown. Also the columns of a small
// window.
#include <algorithm>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
struct Entry {
  Tab tab;
  void (*panel)(Context&, const Area&);
  bool (*is_there)(const Context&); // tabs without content are unavailable
};

const EnumEntry& named(const Entry& entry) {
  return enum_table<Tab>()[std::size_t(entry.tab)];
}

bool always(const Context&) {
  return true;
}
bool has_blocks(const Context& ui) {
  return ui.frame.pixels.block.has_value();
}

constexpr Entry entries[] = {
    {Tab::levels, levels_panel, always},   {Tab::scope, scope_panel, always},
    {Tab::history, journal_panel, always}, {Tab::cost, cost_panel, always},
    {Tab::block, block_panel, has_blocks},
};

// A tab that becomes unavailable stays chosen, so that it returns later.
std::size_t shown_among(const std::vector<Entry>& there, Tab requested) {
  const auto found =
      std::find_if(there.begin(), there.end(), [&](const Entry& e) { return e.tab == requested; });
  return found == there.end() ? 0 : std::size_t(found - there.begin());
}

float width_of(Context& ui, const Entry& entry) {
  ImFont* font = ui.theme.fonts.control; // segments() draws with it
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text(named(entry).label)).x + ui.px(16);
}

constexpr const char* more_mark = "»";

float width_of(Context& ui, const std::vector<Entry>& there, std::size_t count) {
  float total = 0;
  for (std::size_t i = 0; i < count; ++i)
    total += width_of(ui, there[i]);
  return total;
}

// How many fit in one row, beside the button for the others if not all fit.
std::size_t fitting(Context& ui, const std::vector<Entry>& there, float width, float button) {
  std::size_t count = there.size();
  if (width_of(ui, there, count) <= width) return count;
  while (count > 1 && width_of(ui, there, count) + button > width)
    --count;
  return count;
}

// A click on the open tab folds the lower row to its tabs, one on any other shows it.
void press(Context& ui, Tab tab, bool open) {
  if (open)
    open_bottom(ui.state, ui.areas, false);
  else
    show_tab(ui, tab);
}

// The list of those that do not fit; the open one's name is shown in the row.
void more(Context& ui, const std::vector<Entry>& there, std::size_t first, std::size_t shown) {
  const bool inside = shown >= first && shown < there.size();
  const std::string label =
      inside ? std::string(text(named(there[shown]).label)) + " " + more_mark : more_mark;
  ImGui::PushFont(ui.theme.fonts.small);
  if (button(ui, "tabs.more", label.c_str(), text(Text::tabs_more_help), inside))
    ImGui::OpenPopup("tabs.more");
  ImGui::PopFont();
  ImGui::SetNextWindowPos(ImVec2(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y), ImGuiCond_Appearing);
  const bool open = ImGui::BeginPopup("tabs.more");
  for (std::size_t i = first; !open && i < there.size(); ++i)
    ui.output.map.push_back({"tabs." + std::string(named(there[i]).identifier), 0, 0, 0, 0,
                             text(named(there[i]).label) + std::string(i == shown ? " (chosen)" : ""),
                             false});
  if (!open) return;
  for (std::size_t i = first; i < there.size(); ++i) {
    if (ImGui::MenuItem(text(named(there[i]).label), nullptr, i == shown))
      press(ui, there[i].tab, i == shown);
    map_item(ui, "tabs." + std::string(named(there[i]).identifier),
             text(named(there[i]).label) + std::string(i == shown ? " (chosen)" : ""));
    tooltip(ui, text(named(there[i]).help));
  }
  ImGui::EndPopup();
}

// The width of the longest name on the button for the others, so that it never moves anything.
float more_width(Context& ui, const std::vector<Entry>& there) {
  float widest = 0;
  for (const Entry& entry : there)
    widest = std::max(widest, width_of(ui, entry));
  ImFont* font = ui.theme.fonts.small;
  return widest + font->CalcTextSizeA(font->FontSize, 1e9f, 0, more_mark).x + ui.px(20);
}

// One row, in the same position whichever tab is open. `shown`: there.size() if the row is folded.
void row(Context& ui, const std::vector<Entry>& there, std::size_t shown) {
  const Area& a = ui.areas.tabs;
  const float list = more_width(ui, there);
  const std::size_t count = fitting(ui, there, a.width(), list);
  std::vector<Segment> items;
  for (std::size_t i = 0; i < count; ++i) {
    const EnumEntry& tab = named(there[i]);
    items.push_back({text(tab.label), std::string(tab.identifier), text(tab.help), {}});
  }
  ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y0));
  int chosen = shown < count ? int(shown) : -1;
  bool again = false;
  const float width = std::min(a.width(), width_of(ui, there, count));
  if (segments(ui, "tabs", items.data(), int(count), chosen, width, -1, false, &again) || again)
    press(ui, there[std::size_t(chosen)].tab, again);
  if (count == there.size()) return;
  ImGui::SetCursorScreenPos(ImVec2(a.x0 + width + ui.px(4), a.y0));
  more(ui, there, count, shown);
}
} // namespace

void open_tab(State& state, Tab tab) {
  if (tab == Tab::amp)
    state.panels.lab = Lab::amp;
  else if (tab == Tab::effective)
    state.panels.show_left = state.settings.effect_open = true;
  else
    state.panels.tab = tab;
}

void show_tab(Context& ui, Tab tab) {
  open_tab(ui.state, tab);
  if (tab == Tab::amp || tab == Tab::effective) return;
  ui.state.panels.column = ShownColumn::picture;
  open_bottom(ui.state, ui.areas, true);
}

void tabbed_panels(Context& ui) {
  std::vector<Entry> there;
  std::copy_if(std::begin(entries), std::end(entries), std::back_inserter(there),
               [&](const Entry& e) { return e.is_there(ui); });
  const Area &a = ui.areas.bottom_right, &tabs = ui.areas.tabs;
  const bool open = a.width() > 0;
  const std::size_t shown = shown_among(there, ui.state.panels.tab);
  row(ui, there, open ? shown : there.size());
  if (!open) return;
  if (a.x0 < tabs.x0) { // the panel covers the texture's area too
    ImGui::SetCursorScreenPos(ImVec2(a.x0 + ui.px(10), a.y0 + ui.px(7)));
    draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(named(there[shown]).label));
  }
  ui.under_tab = true;
  const Entry& entry = there[shown];
  telling_panel(ui, {a.x0, tabs.y1, a.x1, a.y1}, named(entry).identifier.data(), named(entry).label,
                entry.panel);
  ui.under_tab = false;
}

void column_choice(Context& ui) {
  const bool lesson = ui.state.lesson.open();
  const Segment items[] = {{text(Text::column_settings), "settings", text(Text::column_settings_help), {}},
                           {text(Text::column_picture), "picture", text(Text::column_picture_help), {}},
                           {text(lesson ? Text::title_lesson : Text::title_why),
                            "why",
                            text(lesson ? Text::tab_lesson_help : Text::tab_why_help),
                            {}}};
  int chosen = int(ui.state.panels.column);
  ImGui::SetCursorScreenPos(ImVec2(ui.areas.columns.x0, ui.areas.columns.y0));
  if (segments(ui, "columns", items, 3, chosen, std::min(ui.areas.columns.width(), ui.px(420))))
    ui.state.panels.column = ShownColumn(chosen);
}

} // namespace texelscope::ui
