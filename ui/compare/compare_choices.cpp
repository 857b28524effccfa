// Chooses what is compared, and how.
#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "ui/compare/compare_rows.h"

namespace texelscope::ui {

namespace {
void mode_row(Context& ui) {
  std::vector<Segment> items;
  for (const EnumEntry& mode : enum_table<CompareMode>())
    items.push_back({text(mode.label), std::string(mode.identifier), text(mode.help), {}});
  int chosen = int(ui.state.compare.mode);
  if (segments(ui, "compare.mode", items.data(), int(items.size()), chosen,
               std::min(ImGui::GetContentRegionAvail().x, ui.px(520))))
    set_mode(ui.state.compare, CompareMode(chosen));
}

std::string pin_text(const CompareFindings& findings, int number) {
  for (const ComparePin& pin : findings.pins)
    if (pin.number == number || (number == 0 && &pin == &findings.pins.back()))
      return say(Text::compare_pin_named, {std::to_string(pin.number), pin.label});
  return label(ValueSource::pinned);
}

std::string choice_text(const CompareFindings& findings, const ComparedChoice& choice) {
  return choice.source == ValueSource::pinned ? pin_text(findings, choice.pin) : label(choice.source);
}

// One line of the list; each pin has its own.
void source_item(Context& ui, ComparedChoice& choice, const ComparedChoice& item, const std::string& content,
                 const std::string& name) {
  if (ImGui::Selectable(content.c_str(), choice == item)) choice = item;
  map_item(ui, name, content);
  tooltip(ui, text(enum_table<ValueSource>()[std::size_t(item.source)].help));
}

void source_choice(Context& ui, const CompareFindings& findings, std::size_t side, float width,
                   const std::string& name) {
  ComparedChoice& choice = ui.state.compare.sides[side];
  const std::string shown = choice_text(findings, choice);
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(("##" + name).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge);
  map_item(ui, name, shown);
  if (!open) return tooltip(ui, text(enum_table<ValueSource>()[std::size_t(choice.source)].help));
  for (const EnumEntry& entry : enum_table<ValueSource>()) {
    const ValueSource source = ValueSource(entry.value);
    const std::string item = name + "." + std::string(entry.identifier);
    if (source != ValueSource::pinned || findings.pins.empty())
      source_item(ui, choice, {source, 0}, text(entry.label), item);
    else
      for (const ComparePin& pin : findings.pins)
        source_item(ui, choice, {source, pin.number}, pin_text(findings, pin.number),
                    item + "." + std::to_string(pin.number));
  }
  ImGui::EndCombo();
}

void side_letter(Context& ui, std::size_t side) {
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(side == 0 ? Text::compare_a : Text::compare_b));
  ImGui::SameLine(0, ui.px(5));
}

void sources_row(Context& ui, const CompareFindings& findings) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float buttons = ui.px(92), letters = ui.px(46);
  const float width = std::clamp((room - buttons - letters) / 2, ui.px(70), ui.px(190));
  for (std::size_t side = 0; side < 2; ++side) {
    side_letter(ui, side);
    source_choice(ui, findings, side, width, side == 0 ? "compare.a" : "compare.b");
    if (side == 0) ImGui::SameLine(0, ui.px(6));
  }
  ImGui::SameLine(0, ui.px(6));
  auto& sides = ui.state.compare.sides;
  if (button(ui, "compare.swap", text(Text::compare_swap), text(Text::compare_swap_help)))
    std::swap(sides[0], sides[1]);
  ImGui::SameLine(0, ui.px(3));
  if (button(ui, "compare.pin", text(Text::compare_pin), text(Text::compare_pin_help)))
    ui.act(CommandId::pin_state);
  const bool file = sides[0].source == ValueSource::file || sides[1].source == ValueSource::file;
  if (!file) return;
  if (button(ui, "compare.open", text(Text::compare_file_button), text(Text::compare_file_help)))
    run_command(ui, CommandId::open_reference);
  ImGui::SameLine(0, ui.px(6));
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, ui.state.compare.reference, "compare.reference");
}
} // namespace

float strip_mode_width(Context& ui) {
  return ui.px(is_map(ui.state.compare.mode) ? 196 : 190);
}

// The modes like the chosen one: of the differences, or of the pictures.
void strip_modes(Context& ui) {
  const bool maps = is_map(ui.state.compare.mode);
  std::vector<Segment> items;
  std::vector<CompareMode> modes;
  for (const EnumEntry& entry : enum_table<CompareMode>())
    if (CompareMode mode = CompareMode(entry.value); mode != CompareMode::off && is_map(mode) == maps) {
      items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help), {}});
      modes.push_back(mode);
    }
  int chosen = int(std::ranges::find(modes, ui.state.compare.mode) - modes.begin());
  if (segments(ui, "compare.strip.mode", items.data(), int(items.size()), chosen, strip_mode_width(ui)))
    set_mode(ui.state.compare, modes[std::size_t(chosen)]);
}

void strip_sides(Context& ui, const CompareFindings& findings, float width) {
  for (std::size_t side = 0; side < 2; ++side) {
    ImGui::SameLine(0, ui.px(8));
    side_letter(ui, side);
    source_choice(ui, findings, side, width, side == 0 ? "compare.strip.a" : "compare.strip.b");
  }
}

void compare_choices(Context& ui, const CompareFindings& findings) {
  mode_row(ui);
  sources_row(ui, findings);
}

} // namespace texelscope::ui
