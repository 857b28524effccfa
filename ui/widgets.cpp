#include "ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace texelscope::ui {

namespace {
constexpr float label_width = settings_label_width;

const Field& field_of(const char* path) { return *find_field(path); }

// The label of a row; greyed when the setting has no effect. Leaves the cursor at the control.
void row_label(Context& ui, const Field& field, const Note* note) {
  const bool idle = note != nullptr && note->kind == NoteKind::no_effect;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPos(ImVec2(at.x, at.y + ImGui::GetStyle().FramePadding.y));
  words(ui, ui.theme.fonts.text, idle ? with_alpha(ui.color().dim, 0.8f) : ui.color().dim, text(field.label));
  tooltip(ui, text(field.help));
  ImGui::SetCursorPos(ImVec2(at.x + ui.px(label_width), at.y));
}

bool is_refused(const Note* note) { return note != nullptr && note->kind == NoteKind::refused; }

float control_width() { return ImGui::GetContentRegionAvail().x; }

void apply_fix(Context& ui, const Note& note) {
  for (const auto& [path, value] : note.fix)
    if (const Field* field = find_field(path)) assign(ui.session, *field, value);
}

// Whether an earlier note already offers the same cure.
bool cured_above(const Context& ui, const Note& note) {
  for (const Note& other : ui.frame.resolution->notes) {
    if (&other == &note) return false;
    if (other.kind != NoteKind::no_effect && other.fix == note.fix) return true;
  }
  return false;
}

// Altered and refused: words below the control, with the mark, the colour and the cure.
void note_below(Context& ui, const Note* note) {
  if (note == nullptr || note->kind == NoteKind::no_effect) return;
  const bool refused = note->kind == NoteKind::refused;
  const ImU32 color = refused ? ui.color().red : ui.color().amber;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Indent(ui.px(12));
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted((std::string(text(refused ? Text::mark_refused : Text::mark_altered)) + " " + note->sentence).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  map_item(ui, "note." + note->field, note->sentence);
  tooltip(ui, note->rule);
  if (!note->fix_label.empty() && !cured_above(ui, *note) && link(ui, "fix." + note->field, note->fix_label.c_str())) apply_fix(ui, *note);
  ImGui::PopFont();
  ImGui::Unindent(ui.px(12));
  ImGui::GetWindowDrawList()->AddRectFilled(
      ImVec2(at.x + ui.px(2), at.y), ImVec2(at.x + ui.px(5), ImGui::GetCursorScreenPos().y - ui.px(4)), color, ui.px(1));
}

// A setting that has no effect now says so in place of its control, with a button that makes it matter.
bool idle_row(Context& ui, const Field& field, const Note* note) {
  if (note == nullptr || note->kind != NoteKind::no_effect) return false;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPos(ImVec2(at.x, at.y + ui.px(4)));
  words(ui, ui.theme.fonts.small, ui.color().dim, note->sentence, "note." + std::string(field.path));
  tooltip(ui, note->rule);
  if (!note->fix_label.empty()) {
    ImGui::PushFont(ui.theme.fonts.small);
    const float width = ImGui::CalcTextSize(note->fix_label.c_str()).x + 2 * ui.px(8);
    ImGui::SetCursorPos(ImVec2(at.x + control_width() + (ImGui::GetCursorPosX() - at.x) - width, at.y + ui.px(1)));
    if (button(ui, "fix." + std::string(field.path), note->fix_label.c_str(), note->rule.c_str())) apply_fix(ui, *note);
    ImGui::PopFont();
  }
  ImGui::SetCursorPos(ImVec2(at.x - ui.px(label_width), at.y + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y));
  return true;
}

void put(Context& ui, const Field& field, const FieldValue& value) { assign(ui.session, field, value); }
} // namespace

void map_rect(Context& ui, std::string_view name, const Area& area, std::string_view shown) {
  ui.output.map.push_back({std::string(name), area.x0, area.y0, area.x1, area.y1, std::string(shown), true});
}

void map_item(Context& ui, std::string_view name, std::string_view shown) {
  if (name.empty()) return;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ui.output.map.push_back(
      {std::string(name), low.x, low.y, high.x, high.y, std::string(shown), ImGui::IsItemVisible()});
}

void words(Context& ui, ImFont* font, ImU32 color, std::string_view shown, std::string_view map_name) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  map_item(ui, map_name, shown);
}

void tooltip(Context& ui, std::string_view first, std::string_view more, const KeyPress& key) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(380));
  ImGui::TextUnformatted(first.data(), first.data() + first.size());
  if (!more.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().dim);
    ImGui::TextUnformatted(more.data(), more.data() + more.size());
    ImGui::PopStyleColor();
  }
  if (key.key != 0) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.color().accent);
    ImGui::TextUnformatted(say(Text::tooltip_key, {key_words(key)}).c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void begin_panel(Context& ui, const char* id, const Area& area, Text title) {
  ImGui::SetCursorScreenPos(ImVec2(area.x0, area.y0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(7)));
  ImGui::BeginChild(id, ImVec2(area.width(), area.height()), false, ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  words(ui, ui.theme.fonts.bold, ui.color().dim, text(title));
  map_rect(ui, std::string("panel.") + id, area, text(title));
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
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, ImGui::GetStyle().FramePadding.y));
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

void enum_row(Context& ui, const char* path, int effective, CommandId first_key, bool has_keys) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  if (idle_row(ui, field, note)) return;
  std::vector<Segment> items;
  int chosen = 0;
  const std::string now = std::get<std::string>(field.get(ui.session));
  for (const EnumEntry& entry : field.choices) {
    KeyPress key;
    if (has_keys) key = command(static_cast<CommandId>(static_cast<int>(first_key) + (field.choices.size() > 2 ? entry.value : 0))).key;
    items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help), key});
    if (entry.identifier == now) chosen = entry.value;
  }
  if (segments(ui, path, items.data(), int(items.size()), chosen, control_width(), effective, is_refused(note)))
    put(ui, field, std::string(field.choices[std::size_t(chosen)].identifier));
  note_below(ui, note);
}

void combo_row(Context& ui, const char* path) {
  const Field& field = field_of(path);
  row_label(ui, field, nullptr);
  const std::string now = std::get<std::string>(field.get(ui.session));
  const char* shown = "";
  for (const EnumEntry& entry : field.choices)
    if (entry.identifier == now) shown = text(entry.label);
  ImGui::SetNextItemWidth(control_width());
  ImGui::PushID(path);
  const bool open = ImGui::BeginCombo("##combo", shown, ImGuiComboFlags_HeightLarge);
  map_item(ui, path, shown);
  if (open) {
    for (const EnumEntry& entry : field.choices) {
      if (ImGui::Selectable(text(entry.label), entry.identifier == now)) put(ui, field, std::string(entry.identifier));
      map_item(ui, std::string(path) + "." + std::string(entry.identifier), text(entry.label));
      tooltip(ui, text(entry.help));
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
}

void bool_row(Context& ui, const char* path, CommandId key, bool has_key) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  const KeyPress press = has_key ? command(key).key : KeyPress{};
  const Segment items[] = {{text(Text::off), "false", text(field.help), press}, {text(Text::on), "true", text(field.help), press}};
  int chosen = std::get<bool>(field.get(ui.session)) ? 1 : 0;
  const int effective = note != nullptr && note->kind == NoteKind::altered ? 0 : -1;
  if (segments(ui, path, items, 2, chosen, ui.px(92), effective)) put(ui, field, chosen == 1);
  note_below(ui, note);
}

void integer_row(Context& ui, const char* path, float speed) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  std::int64_t value = std::get<std::int64_t>(field.get(ui.session));
  const auto low = std::int64_t(field.low), high = std::int64_t(field.high);
  ImGui::SetNextItemWidth(control_width());
  ImGui::PushFont(ui.theme.fonts.mono);
  ImGui::PushID(path);
  if (ImGui::DragScalar("##drag", ImGuiDataType_S64, &value, speed, &low, &high, "%lld"))
    put(ui, field, std::clamp(value, low, high));
  ImGui::PopID();
  ImGui::PopFont();
  map_item(ui, path, std::to_string(value));
  tooltip(ui, text(field.help), text(Text::tooltip_drag));
  note_below(ui, note);
}

void number_row(Context& ui, const char* path, float speed, const char* format) {
  const Field& field = field_of(path);
  row_label(ui, field, nullptr);
  double value = std::get<double>(field.get(ui.session));
  ImGui::SetNextItemWidth(control_width());
  ImGui::PushFont(ui.theme.fonts.mono);
  ImGui::PushID(path);
  if (ImGui::DragScalar("##drag", ImGuiDataType_Double, &value, speed, &field.low, &field.high, format))
    put(ui, field, std::clamp(value, field.low, field.high));
  ImGui::PopID();
  ImGui::PopFont();
  map_item(ui, path, number_words(value));
  tooltip(ui, text(field.help), text(Text::tooltip_drag));
}

void color_row(Context& ui, const char* path) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  if (idle_row(ui, field, note)) return;
  auto list = std::get<std::vector<double>>(field.get(ui.session));
  const float gap = ui.px(3);
  const float width = std::floor((control_width() - 3 * gap) / 4);
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(2), ui.px(5)));
  ImGui::PushID(path);
  for (int c = 0; c < 4; ++c) {
    if (c > 0) ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(width);
    ImGui::PushID(c);
    float value = float(list[std::size_t(c)]);
    if (ImGui::DragFloat("##drag", &value, 0.004f, 0, 0, "%.3g")) {
      list[std::size_t(c)] = value;
      put(ui, field, list);
    }
    ImGui::PopID();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(low.x + ui.px(2), high.y - ui.px(2)), ImVec2(high.x - ui.px(2), high.y),
                                              ui.color().channel[c], ui.px(1));
    map_item(ui, std::string(path) + "." + "rgba"[c], number_words(value));
    tooltip(ui, text(field.help), text(Text::tooltip_drag));
  }
  ImGui::PopID();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void value_row(Context& ui, std::string_view name, const int* values, int count, const char* path) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  std::vector<std::string> labels;
  for (int i = 0; i < count; ++i) labels.push_back(std::to_string(values[i]));
  std::vector<Segment> items;
  int chosen = 0, effective = -1;
  const auto now = std::get<std::int64_t>(field.get(ui.session));
  for (int i = 0; i < count; ++i) {
    KeyPress key;
    if (name == "bits") key = command(static_cast<CommandId>(static_cast<int>(CommandId::bits_8) + i)).key;
    items.push_back({labels[std::size_t(i)].c_str(), labels[std::size_t(i)], text(field.help), key});
    if (values[i] == now) chosen = i;
    if (name == "bits" && note != nullptr && values[i] == ui.frame.resolution->effective.format.bits) effective = i;
  }
  if (segments(ui, path, items.data(), count, chosen, control_width(), effective, is_refused(note))) put(ui, field, std::int64_t(values[chosen]));
  note_below(ui, note);
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
