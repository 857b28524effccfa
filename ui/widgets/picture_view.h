// Code shared by the result and the texture panel: tools, rulers, overlays in picture coordinates.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

struct Point {
  float x, y;
};

// Whether the result is an affine view of a plane, so that texels, repeats and texture coordinates have a
// position in it.
bool shows_plane(const Context&);

// Where the panel draws the result: pixel (i, j) from x0 + i * scale, y0 + j * scale on, in window pixels. A
// resize is magnified by a whole number, or reduced to every n-th pixel; other results fill the panel.
struct ResultPlace {
  int width, height; // pixels of the result
  double x0, y0, scale;

  bool contains(const Pixel& p) const { return p.x >= 0 && p.y >= 0 && p.x < width && p.y < height; }
  std::array<double, 2> pixel_at(double window_x, double window_y) const {
    return {(window_x - x0) / scale, (window_y - y0) / scale};
  }
  Point window_at(double x, double y) const { return {float(x0 + x * scale), float(y0 + y * scale)}; }
  Area area() const { return {float(x0), float(y0), float(x0 + width * scale), float(y0 + height * scale)}; }
};
ResultPlace result_place(const Context&);

// Changes the view's span: a factor below 1 magnifies. A resize goes to another whole magnification.
void zoom_view(Context&, double factor);
// Makes a pixel of a resize `scale` window pixels large, or the next smaller whole magnification.
void magnify_resize(Context&, double scale);
// A point of the window in the unit of the view's center: the texture coordinate, or the share of a resize.
std::array<double, 2> view_point(const Context&, float window_x, float window_y);

// Convert between window pixels and normalized texture coordinates of the result panel's picture.
std::array<double, 2> result_to_texture(const Context&, float window_x, float window_y);
Point texture_to_result(const Context&, double u, double v);

// The position that a pixel of the result samples; empty where the view has nothing.
std::optional<SamplePosition> position_at(const Context&, const Pixel&);
// The position that a key acts on: the chosen pin, the pixel under the mouse, or the center one.
std::optional<SamplePosition> pin_place(const Context&);

// Texels of the plane that the texture panel shows.
std::array<int, 2> plane_size(const Context&);
// Whether the descriptor's pitch is not that of the rows, so that the texture object sees them skewed.
bool skews_rows(const Effective&);
// Pixels per texel in the texture panel, fitted or as zoomed.
double texture_scale(const Context&);
std::array<double, 2> texture_panel_to_texel(const Context&, float window_x, float window_y);
Point texel_to_texture_panel(const Context&, double x, double y);

// Paints along the mouse, in texels, into one plane (slice, layer or face) or, if the session says so, into
// all. `fresh`: the button was pressed in this frame.
void paint(Context&, double texel_x, double texel_y, int plane, bool fresh);

} // namespace texelscope::ui
