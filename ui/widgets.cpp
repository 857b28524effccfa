#include "ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "kernels/texts.h"

namespace texelscope::ui {

void map_rect(Context& ui, std::string_view name, const Area& area, std::string_view shown) {
  ui.output.map.push_back({std::string(name), area.x0, area.y0, area.x1, area.y1, std::string(shown), true});
}

void map_item(Context& ui, std::string_view name, std::string_view shown) {
  if (name.empty()) return;
  ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool visible = ImGui::IsItemVisible();
  if (visible) { // the part that is not scrolled away
    const ImVec2 from = ImGui::GetWindowDrawList()->GetClipRectMin(), to = ImGui::GetWindowDrawList()->GetClipRectMax();
    low = ImVec2(std::max(low.x, from.x), std::max(low.y, from.y));
    high = ImVec2(std::min(high.x, to.x), std::min(high.y, to.y));
  }
  ui.output.map.push_back({std::string(name), low.x, low.y, high.x, high.y, std::string(shown), visible});
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

void words(Context& ui, ImFont* font, ImU32 color, std::string_view shown, std::string_view map_name) {
  inked(font, color, breakable(ui.theme, shown));
  map_item(ui, map_name, shown);
}

void flowing_words(Context& ui, ImFont* font, ImU32 color, std::string_view shown, std::string_view map_name) {
  ImGui::PushTextWrapPos(0);
  inked(font, color, whole_numbers(*font, breakable(ui.theme, shown), ImGui::GetContentRegionAvail().x));
  ImGui::PopTextWrapPos();
  map_item(ui, map_name, shown);
}

void paragraph(Context& ui, ImU32 color, std::string_view shown, std::string_view map_name) {
  flowing_words(ui, ui.theme.fonts.small, color, shown, map_name);
}

bool text_field(const char* id, const char* hint, std::string& value) {
  char buffer[1024];
  const std::size_t length = std::min(value.size(), sizeof buffer - 1);
  std::memcpy(buffer, value.data(), length);
  buffer[length] = 0;
  // The flag and its empty callback keep Up and Down from moving the keyboard to another item.
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory;
  const bool enter = ImGui::InputTextWithHint(id, hint, buffer, sizeof buffer, flags, [](ImGuiInputTextCallbackData*) { return 0; });
  value = buffer;
  return enter;
}

bool text_area(const char* id, std::string& value, ImVec2 size) {
  const auto grow = [](ImGuiInputTextCallbackData* data) {
    auto& words = *static_cast<std::string*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
      words.resize(std::size_t(data->BufTextLen));
      data->Buf = words.data();
    }
    return 0;
  };
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CtrlEnterForNewLine | ImGuiInputTextFlags_CallbackResize;
  return ImGui::InputTextMultiline(id, value.data(), value.capacity() + 1, size, flags, grow, &value);
}

void tooltip(Context& ui, std::string_view first, std::string_view more, const KeyPress& key) {
  if (first.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f); // of what is disabled, too: there it says why
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(380));
  text_that_wraps(ui, first);
  if (!more.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().dim);
    text_that_wraps(ui, more);
    ImGui::PopStyleColor();
  }
  if (key.key != 0) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().accent);
    ImGui::TextUnformatted(say(Text::tooltip_key, {key_words(key)}).c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar(2);
}

void begin_panel(Context& ui, const char* id, const Area& area, Text title) {
  ImGui::SetCursorScreenPos(ImVec2(area.x0, area.y0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(ui.under_tab ? 4 : 7)));
  ImGui::BeginChild(id, ImVec2(area.width(), area.height()), false, ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  if (!ui.under_tab) words(ui, ui.theme.fonts.bold, ui.color().dim, text(title));
  map_rect(ui, std::string("panel.") + id, area, text(title));
}

void beside_title(Context& ui, float gap) {
  if (!ui.under_tab) ImGui::SameLine(0, ui.px(gap));
}

void end_panel() { ImGui::EndChild(); }

void section(Context& ui, Text title) {
  ImGui::Dummy(ImVec2(1, ui.px(5)));
  words(ui, ui.theme.fonts.bold, ui.color().dim, text(title));
}

bool button(Context& ui, std::string_view name, const char* label, const char* help, bool selected) {
  if (selected) {
    ImGui::PushStyleColor(ImGuiCol_Button, ui.color().selected);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ui.color().selected);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().selected_text);
  }
  ImGui::PushID(name.data(), name.data() + name.size());
  const bool pressed = ImGui::Button(label);
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

bool segments(Context& ui, std::string_view name, const Segment* items, int count, int& chosen, float width, int effective, bool refused) {
  const int before = chosen;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, ImVec2(at.x + width, at.y + height), ui.color().control, ui.px(4));
  ImGui::PushFont(ui.theme.fonts.control);
  // Widths follow the words, so that long labels are not clipped beside short ones.
  float total = 0;
  for (int i = 0; i < count; ++i) total += ImGui::CalcTextSize(items[i].label).x;
  const float slack = (width - total) / float(count);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0)); // centred in the row, which is that much higher
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0, 0, 0, 0));
  ImGui::PushID(name.data(), name.data() + name.size());
  float x = at.x;
  for (int i = 0; i < count; ++i) {
    const float end = i == count - 1 ? at.x + width : std::floor(x + ImGui::CalcTextSize(items[i].label).x + slack);
    const bool is_chosen = chosen == i, is_effective = effective == i && chosen != i;
    const bool overruled = effective >= 0 && effective != chosen;
    const ImU32 warning = refused ? ui.color().red : ui.color().amber;
    const ImU32 mark = overruled ? warning : ui.color().selected;
    if (is_chosen) draw->AddRectFilled(ImVec2(x, at.y), ImVec2(end, at.y + height), mark, ui.px(4));
    ImGui::SetCursorScreenPos(ImVec2(x, at.y));
    const ImU32 ink = is_chosen ? (overruled ? ui.color().window : ui.color().selected_text) : ui.color().text;
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, is_chosen ? IM_COL32(0, 0, 0, 0) : ui.color().hover);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, is_chosen ? IM_COL32(0, 0, 0, 0) : ui.color().hover);
    ImGui::PushID(i);
    if (ImGui::Button(items[i].label, ImVec2(end - x, height))) chosen = i;
    ImGui::PopID();
    ImGui::PopStyleColor(3);
    if (is_effective) draw->AddRect(ImVec2(x, at.y), ImVec2(end, at.y + height), warning, ui.px(4), 0, ui.px(1.5f));
    map_item(ui, std::string(name) + "." + items[i].name,
             std::string(items[i].label) + (is_chosen ? " (chosen)" : is_effective ? " (effective)" : ""));
    tooltip(ui, items[i].help, {}, items[i].key);
    x = end;
  }
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(width, height));
  return chosen != before;
}

std::string number_words(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return fmt::format("{:.9g}", value);
}

std::string time_words(double seconds) {
  if (std::isnan(seconds)) return text(Text::no_number);
  if (seconds < 1e-3) return fmt::format("{:7.1f} us", seconds * 1e6);
  return fmt::format("{:7.2f} ms", seconds * 1e3);
}

std::string middle_words(const profile::MiddleRange& seconds) {
  const auto number = [&](double value) {
    return seconds.median < 1e-3 ? fmt::format("{:.1f}", value * 1e6) : fmt::format("{:.2f}", value * 1e3);
  };
  return say(Text::range_from_to, {number(seconds.low), number(seconds.high)});
}

std::string rate_words(double per_second, const char* unit) {
  if (std::isnan(per_second) || per_second <= 0) return text(Text::no_number);
  const char* prefixes[] = {"", "k", "M", "G", "T"};
  int step = 0;
  while (per_second >= 1000 && step < 4) {
    per_second /= 1000;
    ++step;
  }
  return fmt::format("{:.{}f} {}{}", per_second, per_second < 10 ? 2 : per_second < 100 ? 1 : 0, prefixes[step], unit);
}

} // namespace texelscope::ui
