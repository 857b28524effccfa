// The chosen pin's coordinate as fields: the typed values are fetched exactly.
#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
struct Field {
  std::string label, name; // in the ui map, under "why.coord."
  double value;
  Text help;
  bool whole = false;
};

// The number with the fewest digits that is the same float: 1.999, where the float is 1.99899995.
double as_typed(float value) {
  double typed = value;
  const std::string digits = shortest_float(value);
  std::from_chars(digits.data(), digits.data() + digits.size(), typed);
  return typed;
}

// Whether Enter was pressed; `value` is then the typed number.
bool number_field(Context& ui, Field& field, float width) {
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, field.label);
  ImGui::SameLine(0, ui.px(4));
  ImGui::SetNextItemWidth(width);
  ImGui::PushID(field.name.c_str());
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
  const TabStops here(true);
  const bool entered = ImGui::InputScalar("##coordinate", ImGuiDataType_Double, &field.value, nullptr,
                                          nullptr, field.whole ? "%.0f" : "%.9g", flags);
  ImGui::PopID();
  map_item(ui, "why.coord." + field.name,
           field.whole ? std::to_string(std::int64_t(field.value)) : fmt::format("{:.9g}", field.value));
  tooltip(ui, text(field.help));
  return entered;
}

// A typed index means the center of its texel.
void set_coordinate(SamplePosition& position, const Context& ui, const Explanation& e, std::size_t axis,
                    double value) {
  const Effective& effective = ui.frame.resolution->effective;
  position.at = coordinate_for(ui.session, effective, position);
  position.in_texels = counts_texels(ui.session, effective);
  position.at[axis] = e.function == FetchKind::texel ? (value + 0.5) / effective.width : value;
}
} // namespace

void why_position(Context& ui, const Explanation& e) {
  static constexpr const char* names[] = {"x", "y", "z"};
  const float handed[] = {e.at.x, e.at.y, e.at.z};
  const bool index = e.function == FetchKind::texel;
  SamplePosition position = *ui.state.selection.pins.chosen_position();
  const SamplePosition before = position;
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(4), ui.px(1)));
  const auto count = std::size_t(coordinate_count(e.effective.dimension));
  const float gap = ui.px(8), label = ui.px(13), room = ImGui::GetContentRegionAvail().x;
  const float width = (room - gap * float(count - 1)) / float(count) - label;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    const std::string axis = is_cube(e.effective.dimension) ? names[i] : axis_name(e, i);
    Field field = {axis, names[i], index ? double(e.at.texel) : as_typed(handed[i]), Text::why_coord_help,
                   index};
    if (number_field(ui, field, width)) set_coordinate(position, ui, e, i, field.value);
  }
  if (is_layered(e.effective.dimension)) {
    Field layer = {text(Text::explain_layer), "layer", double(e.at.layer), Text::why_coord_layer_help, true};
    if (number_field(ui, layer, ui.px(60))) position.layer = int(std::clamp(layer.value, -1e6, 1e6));
  }
  if (e.function == FetchKind::lod) {
    Field lod = {text(Text::explain_lod_given), "lod", as_typed(e.at.lod), Text::why_coord_lod_help};
    if (number_field(ui, lod, ui.px(80))) position.lod = lod.value;
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (!(position == before)) ui.state.selection.pins.move_chosen(position);
}

} // namespace texelscope::ui
