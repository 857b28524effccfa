// WHY's coordinate: the function's arguments, and the steps from there to the texels on each axis; and the
// level of detail.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "ui/why/why_axes.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
// "u" if the unit takes it directly; a cube's direction has x, y and z.
std::string handed_name(const Explanation& e, std::size_t axis) {
  static constexpr const char* direction[] = {"x", "y", "z"};
  return is_cube(e.effective.dimension) ? direction[axis] : axis_name(e, axis);
}

void handed(Context& ui, const Explanation& e) {
  static constexpr const char* names[] = {"x", "y", "z"};
  static constexpr Text help = Text::why_coordinate_help;
  const float numbers[] = {e.at.x, e.at.y, e.at.z};
  const ImU32 inks[] = {ui.color().axis_x, ui.color().axis_y, 0};
  for (std::size_t i = 0; i < std::size_t(coordinate_count(e.effective.dimension)); ++i)
    fact_row(ui, handed_name(e, i), {float_text(numbers[i]), names[i], inks[i]}, text(help));
}

void more_arguments(Context& ui, const Explanation& e) {
  const Effective& effective = e.effective;
  if (is_cube(effective.dimension))
    fact_row(ui, text(Text::explain_face), {label(CubeFace(e.trace.face)), "face"},
             text(Text::why_face_help));
  if (is_layered(effective.dimension))
    fact_row(ui, text(Text::explain_layer), {fmt::format("{} > {}", e.at.layer, e.trace.layer), "layer"},
             text(Text::why_layer_help));
  if (e.function == FetchKind::lod)
    fact_row(ui, text(Text::explain_lod_given), {shortest_float(e.at.lod), "lod.given"});
  if (e.function == FetchKind::gather)
    fact_row(ui, text(Text::explain_component), {std::to_string(e.at.component), "component"});
  if (e.function != FetchKind::grad) return;
  fact_row(ui, text(Text::explain_dx), {gradient_text(e, e.at.dx), "dx"}, text(Text::why_gradient_help));
  fact_row(ui, text(Text::explain_dy), {gradient_text(e, e.at.dy), "dy"}, text(Text::why_gradient_help));
}

// "u 1.25 > texel 15, 16"
std::string summary(const Explanation& e) {
  return function_name(e.function, e.effective.dimension);
}
} // namespace

void why_coordinate(Context& ui, const Explanation& e) {
  if (!fold(ui, "coordinate", text(Text::explain_coordinate), summary(e), true,
            text(Text::why_coordinate_help)))
    return;
  for (const auto& [axis, step] : e.resize)
    fact_row(ui, say(Text::explain_resize, {axis}), {step, "resize." + axis},
             text(Text::explain_resize_help));
  if (e.function == FetchKind::texel)
    return fact_row(ui, text(Text::explain_index), {std::to_string(e.at.texel), "index"});
  handed(ui, e);
  more_arguments(ui, e);
  if (e.parts.size() == 1) why_axes(ui, e, e.parts.front().trace, "");
}

void why_level_of_detail(Context& ui, const Explanation& e) {
  if (!e.lod) return;
  const ExplainedLod& lod = *e.lod;
  if (!fold(ui, "lod", text(Text::explain_lod), fmt::format("{:.6g}", lod.lod / 256.0),
            e.effective.level_count > 1, text(Text::why_lod_help)))
    return;
  const auto row = [&](Text label, const char* name, const std::string& shown) {
    fact_row(ui, text(label), {shown, name});
  };
  if (e.function == FetchKind::grad) {
    row(Text::explain_lengths, "lod.lengths", fmt::format("{:.5g}, {:.5g}", lod.length[0], lod.length[1]));
    row(Text::explain_major, "lod.major", fmt::format("{:.6g}", lod.major));
    if (lod.ratio) row(Text::explain_ratio, "lod.ratio", fmt::format("{:.6g}", *lod.ratio));
    row(Text::explain_anisotropy, "lod.anisotropy", fmt::format("{:.6g}", lod.anisotropy));
  }
  row(Text::explain_lod_asked, "lod.asked", levels_text(lod.exact));
  row(Text::explain_bias, "lod.bias", shortest_float(lod.bias));
  if (lod.slope != 4) row(Text::explain_slope, "lod.slope", slope_text(lod));
  row(Text::explain_biased, "lod.biased", levels_text(lod.biased));
  row(Text::explain_clamps, "lod.clamps",
      fmt::format("{:.6g} .. {:.6g}", lod.lowest / 256.0, lod.highest / 256.0));
  row(Text::explain_lod_used, "lod", levels_text(lod.lod));
  row(Text::explain_lod_ideal, "lod.ideal", fmt::format("{:.9g}", lod.ideal));
}

} // namespace texelscope::ui
