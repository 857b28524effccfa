// Rows of the settings panel: a field's label, its control, and what the hardware says to it.
#include <algorithm>
#include <cmath>

#include "kernels/texts.h"
#include "kernels/texture_references.h"
#include "ui/rows.h"

namespace texelscope::ui {

namespace {
constexpr float label_width = settings_label_width;

const Field& field_of(const char* path) { return *find_field(path); }

// What the field, or the choice, was in CUDA's texture references; empty: nothing.
std::string once(std::string_view path) {
  const TextureReferenceCall* call = texture_reference_of(path);
  return call != nullptr ? say(Text::before_cuda_12, {call->name, text(call->changed)}) : "";
}

// The row that was asked for elsewhere comes into sight and has a frame for a moment.
void reveal(Context& ui, const Field& field) {
  if (ui.state.revealed != field.path || ImGui::GetTime() > ui.state.revealed_until) return;
  if (ui.state.reveal_request) ImGui::SetScrollHereY(0.4f);
  ui.state.reveal_request = false;
  const float y = ImGui::GetItemRectMin().y - ImGui::GetStyle().FramePadding.y, x = ImGui::GetWindowPos().x + ui.px(5);
  ImGui::GetWindowDrawList()->AddRect(ImVec2(x, y), ImVec2(x + ImGui::GetWindowContentRegionMax().x, y + ImGui::GetFrameHeight()),
                                      ui.color().accent, ui.px(3), 0, ui.px(1.5f));
  map_item(ui, "revealed", field.path);
}

// The label of a row; greyed when the setting has no effect. Leaves the cursor at the control.
void row_label(Context& ui, const Field& field, const Note* note) {
  const bool idle = note != nullptr && note->kind == NoteKind::no_effect;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPos(ImVec2(at.x, at.y + ImGui::GetStyle().FramePadding.y));
  words(ui, ui.theme.fonts.text, idle ? with_alpha(ui.color().dim, 0.8f) : ui.color().dim, text(field.label));
  tooltip(ui, text(field.help), once(field.path));
  reveal(ui, field);
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
  const std::string marked = std::string(text(refused ? Text::mark_refused : Text::mark_altered)) + " " + note->sentence;
  ImGui::TextUnformatted(breakable(ui.theme, marked).c_str());
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

void note_row(Context& ui, const char* path) {
  const Note* note = ui.frame.resolution->note_for(path);
  if (note == nullptr) return;
  ImGui::Indent(ui.px(label_width));
  ImGui::PushTextWrapPos(0);
  words(ui, ui.theme.fonts.small, ui.color().dim, note->sentence, "note." + note->field);
  ImGui::PopTextWrapPos();
  tooltip(ui, note->rule);
  ImGui::Unindent(ui.px(label_width));
}

void action_row(Context& ui, const char* path, const char* shown, const char* help, CommandId id) {
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field_of(path), note);
  if (button(ui, path, shown, help)) run_command(ui, id);
  note_below(ui, note);
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
    const std::string then = once(std::string(path) + "." + std::string(entry.identifier));
    items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help) + (then.empty() ? "" : "\n" + then), key});
    if (entry.identifier == now) chosen = entry.value;
  }
  if (segments(ui, path, items.data(), int(items.size()), chosen, control_width(), effective, is_refused(note)))
    put(ui, field, std::string(field.choices[std::size_t(chosen)].identifier));
  note_below(ui, note);
}

void combo_row(Context& ui, const char* path, unsigned offered) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
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
      if (entry.identifier != now && (offered >> entry.value & 1) == 0) continue;
      if (ImGui::Selectable(text(entry.label), entry.identifier == now)) put(ui, field, std::string(entry.identifier));
      map_item(ui, std::string(path) + "." + std::string(entry.identifier), text(entry.label));
      tooltip(ui, text(entry.help), once(std::string(path) + "." + std::string(entry.identifier)));
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
  if (!open) tooltip(ui, text(field.help));
  note_below(ui, note);
}

void bool_row(Context& ui, const char* path, CommandId key, bool has_key) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  if (idle_row(ui, field, note)) return;
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
  if (idle_row(ui, field, note)) return;
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
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  if (idle_row(ui, field, note)) return;
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

void numbers_row(Context& ui, const char* path) {
  const Field& field = field_of(path);
  const Note* note = ui.frame.resolution->note_for(path);
  row_label(ui, field, note);
  if (idle_row(ui, field, note)) return;
  auto list = std::get<std::vector<double>>(field.get(ui.session));
  const int count = int(list.size());
  const ImU32 axis_colors[] = {ui.color().axis_x, ui.color().axis_y, ui.color().dim};
  const float gap = ui.px(3);
  const float width = std::floor((control_width() - float(count - 1) * gap) / float(count));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(2), ui.px(5)));
  ImGui::PushID(path);
  for (int c = 0; c < count; ++c) {
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
                                              count == 3 ? axis_colors[c] : ui.color().channel[c], ui.px(1));
    map_item(ui, std::string(path) + "." + (count == 3 ? "xyz" : "rgba")[c], number_words(value));
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
  if (idle_row(ui, field, note)) return;
  std::vector<std::string> labels;
  for (int i = 0; i < count; ++i)
    labels.push_back(name == "type_channels" && values[i] == 0 ? text(Text::all_channels) : std::to_string(values[i]));
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

} // namespace texelscope::ui
