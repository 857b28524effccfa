// Rows of the settings panel: a field's label, its control, and the hardware's reaction to it.
#include <algorithm>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "ui/settings/address_picture.h"
#include "ui/settings/row_parts.h"
#include "ui/settings/rows.h"

namespace texelscope::ui {

void note_row(Context& ui, const char* path) {
  const Note* note = ui.frame.resolution->note_for(path);
  if (note == nullptr) return;
  ImGui::Indent(ui.px(settings_label_width));
  ImGui::PushTextWrapPos(0);
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, note->sentence, "note." + note->field);
  ImGui::PopTextWrapPos();
  tooltip(ui, note->rule);
  ImGui::Unindent(ui.px(settings_label_width));
}

void action_row(Context& ui, const char* path, const char* shown, const char* help, CommandId id) {
  begin_row(ui, path);
  if (button(ui, path, shown, help)) run_command(ui, id);
}

void enum_row(Context& ui, const char* path, int effective, CommandId first_key, bool has_keys) {
  const Row row = begin_row(ui, path);
  if (shows_idle(ui, row)) return;
  std::vector<Segment> items;
  int chosen = 0;
  const std::string now = std::get<std::string>(row.field.get(ui.session));
  for (const EnumEntry& entry : row.field.choices) {
    KeyPress key;
    if (has_keys)
      key = command(static_cast<CommandId>(static_cast<int>(first_key) +
                                           (row.field.choices.size() > 2 ? entry.value : 0)))
                .key;
    const std::string then = once(std::string(path) + "." + std::string(entry.identifier));
    items.push_back({text(entry.label),
                     std::string(entry.identifier),
                     text(entry.help) + (then.empty() ? "" : "\n" + then),
                     key,
                     {}});
    if (row.field.path.starts_with("sampler.address_"))
      items.back().picture = [mode = AddressMode(entry.value)](Context& at) { address_picture(at, mode); };
    if (entry.identifier == now) chosen = entry.value;
  }
  if (ui.frame.hides_answer) effective = -1;
  if (segments(ui, path, items.data(), int(items.size()), chosen, control_width(), effective, row.refused()))
    assign(ui.session, row.field, std::string(row.field.choices[std::size_t(chosen)].identifier));
}

void combo_row(Context& ui, const char* path, unsigned offered) {
  const Row row = begin_row(ui, path);
  const std::string now = std::get<std::string>(row.field.get(ui.session));
  const char* shown = "";
  for (const EnumEntry& entry : row.field.choices)
    if (entry.identifier == now) shown = text(entry.label);
  ImGui::SetNextItemWidth(control_width());
  ImGui::PushID(path);
  const bool open = ImGui::BeginCombo("##combo", shown, ImGuiComboFlags_HeightLarge);
  map_item(ui, path, shown);
  if (open) {
    for (const EnumEntry& entry : row.field.choices) {
      if (entry.identifier != now && (offered >> entry.value & 1) == 0) continue;
      if (ImGui::Selectable(text(entry.label), entry.identifier == now))
        assign(ui.session, row.field, std::string(entry.identifier));
      map_item(ui, std::string(path) + "." + std::string(entry.identifier), text(entry.label));
      tooltip(ui, text(entry.help), once(std::string(path) + "." + std::string(entry.identifier)));
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
  if (!open) tooltip(ui, text(row.field.help));
}

void bool_row(Context& ui, const char* path, CommandId key, bool has_key) {
  const Row row = begin_row(ui, path);
  if (shows_idle(ui, row)) return;
  const KeyPress press = has_key ? command(key).key : KeyPress{};
  const Segment items[] = {{text(Text::off), "false", text(row.field.help), press},
                           {text(Text::on), "true", text(row.field.help), press}};
  int chosen = std::get<bool>(row.field.get(ui.session)) ? 1 : 0;
  const int effective = row.note != nullptr && row.note->kind == NoteKind::altered ? 0 : -1;
  if (segments(ui, path, items, 2, chosen, ui.px(92), effective)) assign(ui.session, row.field, chosen == 1);
}

namespace {
// The field's value, which can be dragged or typed.
template <class T>
T drag(Context& ui, const Row& row, ImGuiDataType type, float speed, const char* format) {
  const Field& field = row.field;
  T value = std::get<T>(field.get(ui.session));
  const T low = T(field.low), high = T(field.high);
  ImGui::SetNextItemWidth(control_width());
  ImGui::PushFont(ui.theme.fonts.mono);
  ImGui::PushID(field.path.data(), field.path.data() + field.path.size());
  const TabStops here(true);
  if (ImGui::DragScalar("##drag", type, &value, speed, &low, &high, format))
    assign(ui.session, field, std::clamp(value, low, high));
  ImGui::PopID();
  ImGui::PopFont();
  return value;
}
} // namespace

void integer_row(Context& ui, const char* path, float speed) {
  const Row row = begin_row(ui, path);
  if (shows_idle(ui, row)) return;
  const auto value = drag<std::int64_t>(ui, row, ImGuiDataType_S64, speed, "%lld");
  map_item(ui, path, std::to_string(value));
  tooltip(ui, text(row.field.help), text(Text::tooltip_drag));
}

void number_row(Context& ui, const char* path, float speed, int decimals) {
  const Row row = begin_row(ui, path);
  if (shows_idle(ui, row)) return;
  const std::string format = "%." + std::to_string(decimals) + "f";
  map_item(ui, path, number_text(drag<double>(ui, row, ImGuiDataType_Double, speed, format.c_str())));
  tooltip(ui, text(row.field.help), text(Text::tooltip_drag));
}

void numbers_row(Context& ui, const char* path) {
  const Row row = begin_row(ui, path);
  if (shows_idle(ui, row)) return;
  auto list = std::get<std::vector<double>>(row.field.get(ui.session));
  const int count = int(list.size());
  const ImU32 axis_colors[] = {ui.color().axis_x, ui.color().axis_y, ui.color().dim};
  const std::string_view letters = row.field.letters;
  const float gap = ui.px(3);
  const float width = std::floor((control_width() - float(count - 1) * gap) / float(count));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(2), ui.px(5)));
  ImGui::PushID(path);
  const TabStops here(true);
  for (int c = 0; c < count; ++c) {
    if (c > 0) ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(width);
    ImGui::PushID(c);
    float value = float(list[std::size_t(c)]);
    if (ImGui::DragFloat("##drag", &value, 0.004f, 0, 0, "%.3g")) {
      list[std::size_t(c)] = value;
      assign(ui.session, row.field, list);
    }
    ImGui::PopID();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(low.x + ui.px(2), high.y - ui.px(2)), ImVec2(high.x - ui.px(2), high.y),
        letters[0] == 'x' ? axis_colors[c] : ui.color().channel[c], ui.px(1));
    map_item(ui, std::string(path) + "." + letters[std::size_t(c)], number_text(value));
    tooltip(ui, text(row.field.help), text(Text::tooltip_drag));
  }
  ImGui::PopID();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void value_row(Context& ui, const char* path, std::span<const int> values) {
  const Row row = begin_row(ui, path);
  if (shows_idle(ui, row)) return;
  const bool is_bits = row.field.path == "texture.bits", is_type = row.field.path == "fetch.type_channels";
  std::vector<std::string> labels;
  for (const int value : values)
    labels.push_back(is_type && value == 0 ? text(Text::all_channels) : std::to_string(value));
  std::vector<Segment> items;
  int chosen = 0, effective = -1;
  const auto now = std::get<std::int64_t>(row.field.get(ui.session));
  for (std::size_t i = 0; i < values.size(); ++i) {
    KeyPress key;
    if (is_bits) key = command(static_cast<CommandId>(static_cast<int>(CommandId::bits_8) + int(i))).key;
    items.push_back({labels[i].c_str(), labels[i], text(row.field.help), key});
    if (values[i] == now) chosen = int(i);
    if (is_bits && row.note != nullptr && values[i] == ui.frame.resolution->effective.format.bits)
      effective = int(i);
  }
  if (segments(ui, path, items.data(), int(items.size()), chosen, control_width(), effective, row.refused()))
    assign(ui.session, row.field, std::int64_t(values[std::size_t(chosen)]));
}

} // namespace texelscope::ui
