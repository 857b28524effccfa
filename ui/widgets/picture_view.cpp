#include "ui/widgets/picture_view.h"

#include <algorithm>

namespace texelscope::ui {

bool shows_plane(const Context& ui) {
  const Effective& e = ui.frame.resolution->effective;
  return e.projection == Projection::flat && !is_cube(e.dimension);
}

std::array<double, 2> result_to_texture(const Context& ui, float window_x, float window_y) {
  const Area& a = ui.areas.result_picture;
  return picture_to_texture(ui.session, int(a.width()), int(a.height()), double(window_x) - a.x0,
                            double(window_y) - a.y0);
}

Point texture_to_result(const Context& ui, double u, double v) {
  const Area& a = ui.areas.result_picture;
  const auto p = texture_to_picture(ui.session, int(a.width()), int(a.height()), u, v);
  return {float(p[0]) + a.x0, float(p[1]) + a.y0};
}

std::optional<SamplePosition> position_at(const Context& ui, const Pixel& pixel) {
  const Area& a = ui.areas.result_picture;
  return position_of(ui.session, ui.frame.resolution->effective, int(a.width()), int(a.height()), pixel);
}

std::optional<SamplePosition> pin_place(const Context& ui) {
  if (const SamplePosition* pin = ui.state.selection.pins.chosen_position()) return *pin;
  const Area& a = ui.areas.result_picture;
  return position_at(ui, ui.state.selection.hovered.value_or(Pixel{int(a.width()) / 2, int(a.height()) / 2}));
}

std::array<int, 2> plane_size(const Context& ui) {
  if (ui.frame.picture.result != nullptr)
    return {ui.frame.picture.result->texture_width, ui.frame.picture.result->texture_height};
  return {ui.frame.resolution->effective.width, ui.frame.resolution->effective.height};
}

bool skews_rows(const Effective& effective) {
  const MemoryShape memory = effective.memory_shape();
  return effective.is_reinterpreted() && memory.descriptor_pitch != memory.pitch &&
         memory.format == effective.format && memory.width == effective.width;
}

double texture_scale(const Context& ui) {
  const Area& a = ui.areas.texture_picture;
  const auto [width, height] = plane_size(ui);
  return ui.state.texture.scale(a.width(), a.height(), width, height);
}

std::array<double, 2> texture_panel_to_texel(const Context& ui, float window_x, float window_y) {
  const Area& a = ui.areas.texture_picture;
  const double scale = texture_scale(ui);
  const auto [width, height] = plane_size(ui);
  return {ui.state.texture.center_x * width + (double(window_x) - (double(a.x0) + a.x1) / 2) / scale,
          ui.state.texture.center_y * height + (double(window_y) - (double(a.y0) + a.y1) / 2) / scale};
}

Point texel_to_texture_panel(const Context& ui, double x, double y) {
  const Area& a = ui.areas.texture_picture;
  const double scale = texture_scale(ui);
  const auto [width, height] = plane_size(ui);
  return {float((double(a.x0) + a.x1) / 2 + (x - ui.state.texture.center_x * width) * scale),
          float((double(a.y0) + a.y1) / 2 + (y - ui.state.texture.center_y * height) * scale)};
}

void paint(Context& ui, double texel_x, double texel_y, int plane, bool fresh) {
  const WriteSpec& write = ui.session.write;
  if (write.strokes.size() >= max_strokes) return;
  const std::array<float, 2> here = {float(texel_x), float(texel_y)};
  const std::array<float, 2> from = fresh || !ui.state.mouse.stroke_from ? here : *ui.state.mouse.stroke_from;
  if (!fresh && from == here) return;
  ui.session.write.strokes.push_back({from[0], from[1], here[0], here[1], float(write.brush_radius),
                                      write.brush_color, write.all_planes ? -1 : plane});
  ui.state.mouse.stroke_from = here;
}

} // namespace texelscope::ui
