#include "ui/widgets/picture_view.h"

#include <algorithm>
#include <cmath>

namespace texelscope::ui {

bool shows_plane(const Context& ui) {
  const Effective& e = ui.frame.resolution->effective;
  return e.projection == Projection::flat && !is_cube(e.dimension);
}

namespace {
double whole_magnification(double scale) {
  constexpr double tolerance = 1e-9; // of a quotient that was multiplied again
  const double whole =
      scale >= 1 ? std::floor(scale * (1 + tolerance)) : 1 / std::ceil(1 / scale * (1 - tolerance));
  return std::clamp(whole, 1.0 / 64, 1024.0);
}

// The next larger or smaller one.
double stepped_magnification(double scale, bool larger) {
  if (larger) return scale >= 1 ? scale + 1 : 1 / std::max(1.0, std::round(1 / scale) - 1);
  return scale > 1 ? scale - 1 : 1 / (std::round(1 / scale) + 1);
}
} // namespace

ResultPlace result_place(const Context& ui) {
  const Area& a = ui.areas.result_picture;
  const ViewSpec& view = ui.session.view;
  if (!is_resize(ui.session)) return {int(a.width()), int(a.height()), a.x0, a.y0, 1};
  const int width = view.resize_width, height = view.resize_height;
  const double scale = whole_magnification(a.height() / (view.span * height));
  return {width, height, std::floor(a.x0 + a.width() / 2 - view.center_x * width * scale),
          std::floor(a.y0 + a.height() / 2 - view.center_y * height * scale), scale};
}

void magnify_resize(Context& ui, double scale) {
  ViewSpec& view = ui.session.view;
  view.span = ui.areas.result_picture.height() / (whole_magnification(scale) * view.resize_height);
}

void zoom_view(Context& ui, double factor) {
  ViewSpec& view = ui.session.view;
  if (!is_resize(ui.session)) {
    view.span = std::clamp(view.span * factor, 1e-7, 1e6);
    return;
  }
  const double now = result_place(ui).scale, next = whole_magnification(now / factor);
  const bool larger = factor < 1, moves = larger ? next > now : next < now;
  magnify_resize(ui, moves ? next : stepped_magnification(now, larger));
}

std::array<double, 2> view_point(const Context& ui, float window_x, float window_y) {
  if (!is_resize(ui.session)) return result_to_texture(ui, window_x, window_y);
  const ResultPlace place = result_place(ui);
  const auto [x, y] = place.pixel_at(double(window_x), double(window_y));
  return {x / place.width, y / place.height};
}

std::array<double, 2> result_to_texture(const Context& ui, float window_x, float window_y) {
  const ResultPlace place = result_place(ui);
  const auto [x, y] = place.pixel_at(double(window_x), double(window_y));
  return picture_to_texture(ui.session, place.width, place.height, x, y);
}

Point texture_to_result(const Context& ui, double u, double v) {
  const ResultPlace place = result_place(ui);
  const auto [x, y] = texture_to_picture(ui.session, place.width, place.height, u, v);
  return place.window_at(x, y);
}

std::optional<SamplePosition> position_at(const Context& ui, const Pixel& pixel) {
  const ResultPlace place = result_place(ui);
  if (!place.contains(pixel)) return std::nullopt;
  return position_of(ui.session, ui.frame.resolution->effective, place.width, place.height, pixel);
}

std::optional<SamplePosition> pin_place(const Context& ui) {
  if (const SamplePosition* pin = ui.state.selection.pins.chosen_position()) return *pin;
  const ResultPlace place = result_place(ui);
  return position_at(ui, ui.state.selection.hovered.value_or(Pixel{place.width / 2, place.height / 2}));
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
