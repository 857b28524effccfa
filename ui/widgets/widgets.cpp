#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

float right_edge() {
  return ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
}

void map_rect(Context& ui, std::string_view name, const Area& area, std::string_view shown) {
  ui.output.map.push_back({std::string(name), area.x0, area.y0, area.x1, area.y1, std::string(shown), true});
}

namespace {
// How far an area extends beyond the drawn part of a window that does not scroll to it.
float out_of_reach(const Area& a) {
  const ImVec2 from = ImGui::GetWindowDrawList()->GetClipRectMin(),
               to = ImGui::GetWindowDrawList()->GetClipRectMax();
  const ImGuiWindowFlags flags = ImGui::GetCurrentWindowRead()->Flags;
  const bool sideways = (flags & ImGuiWindowFlags_HorizontalScrollbar) && ImGui::GetScrollMaxX() > 0;
  const bool down = !(flags & ImGuiWindowFlags_NoScrollbar) && ImGui::GetScrollMaxY() > 0;
  const float across = sideways ? 0 : std::max(from.x - a.x0, a.x1 - to.x),
              along = down ? 0 : std::max(from.y - a.y0, a.y1 - to.y);
  return std::max({0.0f, across, along});
}
} // namespace

void map_text(Context& ui, std::string_view name, const Area& area, std::string_view shown) {
  const float cut = out_of_reach(area);
  if (name.empty() && cut < 2) return;
  ui.output.map.push_back({std::string(name.empty() ? "text" : name), area.x0, area.y0, area.x1, area.y1,
                           std::string(shown), true, cut});
}

void map_item(Context& ui, std::string_view name, std::string_view shown, float needed) {
  ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float cut =
      std::max(needed - (high.x - low.x), shown.empty() ? 0 : out_of_reach({low.x, low.y, high.x, high.y}));
  if (name.empty() && cut < 2) return;
  if (name.empty()) name = "text";
  const bool visible = ImGui::IsItemVisible();
  if (visible) { // the part that is not scrolled out of view
    const ImVec2 from = ImGui::GetWindowDrawList()->GetClipRectMin(),
                 to = ImGui::GetWindowDrawList()->GetClipRectMax();
    low = ImVec2(std::max(low.x, from.x), std::max(low.y, from.y));
    high = ImVec2(std::min(high.x, to.x), std::min(high.y, to.y));
  }
  ui.output.map.push_back(
      {std::string(name), low.x, low.y, high.x, high.y, std::string(shown), visible, cut});
}

bool begin_menu(Context& ui, Text title, std::string_view name) {
  const ImGuiWindow& around = *ImGui::GetCurrentWindow();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const bool open = ImGui::BeginMenu(text(title));
  if (!open) {
    map_item(ui, name, text(title));
    return false;
  }
  // The menu's own window is the current one now, and may lie over the entry.
  const bool in_bar = around.DC.LayoutType == ImGuiLayoutType_Horizontal;
  ui.output.map.push_back({std::string(name), low.x, low.y,
                           in_bar ? around.DC.CursorPosPrevLine.x : around.WorkRect.Max.x,
                           low.y + around.DC.PrevLineSize.y, text(title), true, 0});
  return true;
}

namespace {
void text_that_wraps(Context& ui, std::string_view shown) {
  const std::string drawn = breakable(ui.theme, shown);
  ImGui::TextUnformatted(drawn.data(), drawn.data() + drawn.size());
}

void inked(ImFont* font, ImU32 color, const std::string& drawn) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(drawn.data(), drawn.data() + drawn.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}
} // namespace

void draw_text(Context& ui, ImFont* font, ImU32 color, std::string_view shown, std::string_view map_name) {
  inked(font, color, breakable(ui.theme, shown));
  map_item(ui, map_name, shown);
}

void flowing_text(Context& ui, ImFont* font, ImU32 color, std::string_view shown, std::string_view map_name) {
  ImGui::PushTextWrapPos(0);
  inked(font, color, whole_numbers(*font, breakable(ui.theme, shown), ImGui::GetContentRegionAvail().x));
  ImGui::PopTextWrapPos();
  map_item(ui, map_name, shown);
}

bool flowing_row(Context& ui, const char* id, std::string_view shown, bool chosen, ImU32 color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string drawn = breakable(ui.theme, shown);
  const ImVec2 size = ImGui::CalcTextSize(drawn.c_str(), nullptr, false, width);
  const bool pressed = ImGui::Selectable(id, chosen, ImGuiSelectableFlags_None, ImVec2(0, size.y));
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, color, drawn.c_str(),
                                      nullptr, width);
  return pressed;
}

void paragraph(Context& ui, ImU32 color, std::string_view shown, std::string_view map_name) {
  flowing_text(ui, ui.theme.fonts.small, color, shown, map_name);
}

void apply_fix(Context& ui, const Note& note) {
  for (const auto& [path, value] : note.fix)
    if (const Field* field = find_field(path)) assign(ui.session, *field, value);
}

TabStops::TabStops(bool stop) {
#if IMGUI_VERSION_NUM < 18940
  ImGui::PushAllowKeyboardFocus(stop);
#else
  ImGui::PushTabStop(stop);
#endif
}

TabStops::~TabStops() {
#if IMGUI_VERSION_NUM < 18940
  ImGui::PopAllowKeyboardFocus();
#else
  ImGui::PopTabStop();
#endif
}

bool text_field(const char* id, const char* hint, std::string& value, bool at_end) {
  char buffer[1024];
  const std::size_t length = std::min(value.size(), sizeof buffer - 1);
  std::memcpy(buffer, value.data(), length);
  buffer[length] = 0;
  // The flag and its empty callback keep Up and Down from moving the keyboard focus to another item.
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
                     (at_end ? ImGuiInputTextFlags_CallbackAlways : ImGuiInputTextFlags_None);
  const auto callback = [](ImGuiInputTextCallbackData* data) {
    if (data->EventFlag != ImGuiInputTextFlags_CallbackAlways) return 0;
    data->ClearSelection();
    data->CursorPos = data->BufTextLen;
    return 0;
  };
  const TabStops here(true);
  const bool enter = ImGui::InputTextWithHint(id, hint, buffer, sizeof buffer, flags, callback);
  value = buffer;
  return enter;
}

bool text_area(const char* id, std::string& value, ImVec2 size) {
  const auto grow = [](ImGuiInputTextCallbackData* data) {
    auto& content = *static_cast<std::string*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
      content.resize(std::size_t(data->BufTextLen));
      data->Buf = content.data();
    }
    return 0;
  };
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CtrlEnterForNewLine |
                     ImGuiInputTextFlags_CallbackResize;
  const TabStops here(true);
  return ImGui::InputTextMultiline(id, value.data(), value.capacity() + 1, size, flags, grow, &value);
}

namespace {
// A clicked control shows no tooltip until the mouse has left it, so that the effect of the click beside it
// is visible.
bool was_clicked(Context& ui) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsMouseClicked(0)) ui.state.clicked = {low.x, low.y, high.x, high.y};
  return ui.state.clicked && ui.state.clicked->contains(mouse.x, mouse.y);
}
} // namespace

void tooltip(Context& ui, std::string_view first, std::string_view more, const KeyPress& key,
             const Picture& picture) {
  if (first.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || was_clicked(ui)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f); // also for disabled items, whose tooltip says why
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(380));
  text_that_wraps(ui, first);
  if (!more.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().dim);
    text_that_wraps(ui, more);
    ImGui::PopStyleColor();
  }
  if (picture) picture(ui);
  if (key.key != 0) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().accent);
    ImGui::TextUnformatted(say(Text::tooltip_key, {key_text(key)}).c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  map_rect(ui, "tooltip", {at.x, at.y, at.x + size.x, at.y + size.y}, first);
  ImGui::EndTooltip();
  ImGui::PopStyleVar(2);
}

void begin_panel(Context& ui, const char* id, const Area& area, Text title) {
  ImGui::SetCursorScreenPos(ImVec2(area.x0, area.y0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(ui.under_tab ? 4 : 7)));
  ImGui::BeginChild(id, ImVec2(area.width(), area.height()), false, ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  if (!ui.under_tab) draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(title));
  map_rect(ui, std::string("panel.") + id, area, text(title));
}

void beside_title(Context& ui, float gap) {
  if (!ui.under_tab) ImGui::SameLine(0, ui.px(gap));
}

void end_panel() {
  ImGui::EndChild();
}

void section(Context& ui, Text title) {
  ImGui::Dummy(ImVec2(1, ui.px(5)));
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(title));
}

namespace {
// A label that is longer than the line continues on the next one.
bool wrapped_button(Context& ui, const char* label, float width) {
  const ImVec2 padding = ImGui::GetStyle().FramePadding, at = ImGui::GetCursorScreenPos();
  const std::string drawn = breakable(ui.theme, label);
  const float inner = width - 2 * padding.x;
  const ImVec2 size = ImGui::CalcTextSize(drawn.c_str(), nullptr, true, inner);
  const bool pressed = ImGui::Button("##wrapped", ImVec2(width, size.y + 2 * padding.y));
  ImGui::GetWindowDrawList()->AddText(
      ImGui::GetFont(), ImGui::GetFontSize(), ImVec2(at.x + padding.x, at.y + padding.y),
      ImGui::GetColorU32(ImGuiCol_Text), drawn.c_str(), ImGui::FindRenderedTextEnd(drawn.c_str()), inner);
  return pressed;
}
} // namespace

bool button(Context& ui, std::string_view name, const char* label, const char* help, bool selected) {
  if (selected) {
    ImGui::PushStyleColor(ImGuiCol_Button, ui.color().selected);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ui.color().selected);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().selected_text);
  }
  ImGui::PushID(name.data(), name.data() + name.size());
  const float room = ImGui::GetContentRegionAvail().x,
              needed = ImGui::CalcTextSize(label, nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
  const bool pressed =
      needed > room && room > ui.px(100) ? wrapped_button(ui, label, room) : ImGui::Button(label);
  ImGui::PopID();
  if (selected) ImGui::PopStyleColor(3);
  map_item(ui, name, label);
  if (help != nullptr) tooltip(ui, help);
  return pressed;
}

bool link(Context& ui, std::string_view name, const char* label) {
  ImGui::PushStyleColor(ImGuiCol_Button, ui.color().control);
  const bool pressed = button(ui, name, label);
  ImGui::PopStyleColor();
  return pressed;
}

namespace {
float labels_width(const Segment* items, int first, int end) {
  float total = 0;
  for (int i = first; i < end; ++i)
    total += ImGui::CalcTextSize(items[i].label).x;
  return total;
}

// The number of rows of segments, with the same count in each but the last.
int segment_rows(const Segment* items, int count, float width, float gap) {
  for (int rows = 1; rows < count; ++rows) {
    const int each = (count + rows - 1) / rows;
    bool fit = true;
    for (int first = 0; first < count; first += each) {
      const int end = std::min(count, first + each);
      fit &= labels_width(items, first, end) + float(end - first) * gap <= width;
    }
    if (fit) return rows;
  }
  return count;
}
} // namespace

bool segments(Context& ui, std::string_view name, const Segment* items, int count, int& chosen, float width,
              int effective, bool refused, bool* again) {
  const int before = chosen;
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight(), top = at.y;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImGui::PushFont(ui.theme.fonts.control);
  const float gap = ui.px(3);
  const bool small = segment_rows(items, count, width, gap) > 1;
  if (small) ImGui::PushFont(ui.theme.fonts.small);
  const int rows = segment_rows(items, count, width, gap), each = (count + rows - 1) / rows;
  draw->AddRectFilled(at, ImVec2(at.x + width, at.y + height * float(rows)), ui.color().control, ui.px(4));
  // Widths depend on the labels, so that long ones are not clipped beside short ones.
  float slack = 0;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(0, 0)); // centered in the row, which is higher by that much
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0, 0, 0, 0));
  ImGui::PushID(name.data(), name.data() + name.size());
  float x = at.x;
  for (int i = 0; i < count; ++i) {
    const int last = std::min(count, i - i % each + each);
    if (i % each == 0) {
      x = at.x, at.y = top + height * float(i / each);
      slack = (width - labels_width(items, i, last)) / float(last - i);
    }
    const float needed = ImGui::CalcTextSize(items[i].label).x;
    const float end = i == last - 1 ? at.x + width : std::floor(x + needed + slack);
    const bool is_chosen = chosen == i, is_effective = effective == i && chosen != i;
    const bool overruled = effective >= 0 && effective != chosen;
    const ImU32 warning = refused ? ui.color().red : ui.color().amber;
    const ImU32 mark = overruled ? warning : ui.color().selected;
    if (is_chosen) draw->AddRectFilled(ImVec2(x, at.y), ImVec2(end, at.y + height), mark, ui.px(4));
    ImGui::SetCursorScreenPos(ImVec2(x, at.y));
    const ImU32 ink =
        is_chosen ? (overruled ? ui.color().window : ui.color().selected_text) : ui.color().text;
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, is_chosen ? IM_COL32(0, 0, 0, 0) : ui.color().hover);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, is_chosen ? IM_COL32(0, 0, 0, 0) : ui.color().hover);
    ImGui::PushID(i);
    if (ImGui::Button(items[i].label, ImVec2(end - x, height))) {
      chosen = i;
      if (again != nullptr) *again = i == before;
    }
    ImGui::PopID();
    ImGui::PopStyleColor(3);
    if (is_effective)
      draw->AddRect(ImVec2(x, at.y), ImVec2(end, at.y + height), warning, ui.px(4), 0, ui.px(1.5f));
    map_item(ui, std::string(name) + "." + items[i].name,
             std::string(items[i].label) + (is_chosen      ? " (chosen)"
                                            : is_effective ? " (effective)"
                                                           : ""),
             needed);
    tooltip(ui, items[i].help, {}, items[i].key, items[i].picture);
    x = end;
  }
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  if (small) ImGui::PopFont();
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(ImVec2(at.x, top));
  ImGui::Dummy(ImVec2(width, height * float(rows)));
  return chosen != before;
}

std::string time_text(double seconds) {
  if (std::isnan(seconds)) return text(Text::no_number);
  if (seconds < 1e-3) return fmt::format("{:7.1f} us", seconds * 1e6);
  return fmt::format("{:7.2f} ms", seconds * 1e3);
}

std::string middle_text(const profile::MiddleRange& seconds) {
  const bool micro = seconds.median < 1e-3;
  const auto number = [&](double value) {
    const double scaled = value * (micro ? 1e6 : 1e3);
    return fmt::format("{:.{}f}", scaled,
                       scaled >= 1000           ? 0
                       : micro || scaled >= 100 ? 1
                                                : 2); // five digits fit
  };
  return say(Text::range_from_to, {number(seconds.low), number(seconds.high)});
}

std::string rate_text(double per_second, const char* unit) {
  if (std::isnan(per_second) || per_second <= 0) return text(Text::no_number);
  const char* prefixes[] = {"", "k", "M", "G", "T"};
  int step = 0;
  while (per_second >= 1000 && step < 4) {
    per_second /= 1000;
    ++step;
  }
  return fmt::format("{:.{}f} {}{}", per_second,
                     per_second < 10    ? 2
                     : per_second < 100 ? 1
                                        : 0,
                     prefixes[step], unit);
}

} // namespace texelscope::ui
