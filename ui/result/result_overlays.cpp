// The overlays of the result: rulers, texels, the [0,1] square, cell names, a row's plot, the chosen pixel.
#include "ui/result/result_overlays.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/text/texts.h"
#include "ui/compare/compare_picture.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

// Ticks along one edge at round values of u (or v).
void ruler(Context& ui, bool horizontal) {
  const Area& a = ui.areas.result_picture;
  const float edge = a.y1;
  const auto from = horizontal ? result_to_texture(ui, a.x0, edge) : result_to_texture(ui, a.x0, a.y0);
  const auto to = horizontal ? result_to_texture(ui, a.x1, edge) : result_to_texture(ui, a.x0, a.y1);
  const int axis = horizontal ? 0 : 1;
  const bool texels = !ui.frame.resolution->effective.sampler.normalized_coords &&
                      ui.session.fetch.coordinates == CoordinateRule::scaled;
  const double unit = texels ? spanned_size(ui.session)[std::size_t(axis)] : 1;
  const double first = from[std::size_t(axis)] * unit, last = to[std::size_t(axis)] * unit;
  const double span = last - first;
  if (!(std::abs(span) > 0)) return;
  const float length = horizontal ? a.width() : a.height();
  const double step = tick_step(span, length / ui.px(horizontal ? 76.f : 44.f));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = axis == 0 ? ui.color().axis_x : ui.color().axis_y;
  const double low = std::min(first, last), high = std::max(first, last);
  int guard = 0;
  for (double tick = std::ceil(low / step) * step; tick <= high && guard < 64; tick += step, ++guard) {
    const float at = float((tick - first) / span) * length;
    std::string label = fmt::format("{:.6g}", std::abs(tick) < step * 1e-6 ? 0.0 : tick);
    const float room = a.x0 - ui.px(7) - ui.areas.result.x0;
    if (!horizontal && mono_width(ui, label) > room && label.starts_with("0.")) label.erase(0, 1);
    const float width = mono_width(ui, label), size = ui.px(12);
    if (horizontal) {
      draw->AddLine(ImVec2(a.x0 + at, a.y1), ImVec2(a.x0 + at, a.y1 + ui.px(4)), ink, ui.px(1));
      const float x = std::clamp(a.x0 + at - width / 2, a.x0, a.x1 - width);
      mono_text(ui, {x, a.y1 + ui.px(5)}, ink, label);
    } else {
      draw->AddLine(ImVec2(a.x0 - ui.px(4), a.y0 + at), ImVec2(a.x0, a.y0 + at), ink, ui.px(1));
      const float y = std::clamp(a.y0 + at - size / 2, a.y0, a.y1 - size);
      mono_text(ui, {std::max(a.x0 - ui.px(6) - width, ui.areas.result.x0 + ui.px(1)), y}, ink, label);
    }
  }
  // Both names are in the corner where the axes meet, each in its axis's hue.
  mono_text(ui, {a.x0 - ui.px(horizontal ? 14 : 26), a.y1 + ui.px(5)}, ink,
            horizontal ? (texels ? "x" : "u") : (texels ? "y" : "v"));
}

// Two families of lines along texel edges, drawn if a texel is at least eight pixels large.
void texel_grid(Context& ui) {
  const Area& a = ui.areas.result_picture;
  const auto size = spanned_size(ui.session);
  const ResultPlace place = result_place(ui);
  const auto [texel_width, texel_height] = texel_pixels(ui.session, place.width, place.height);
  const double smaller =
      is_1d(ui.session.texture.dimension) ? texel_width : std::min(texel_width, texel_height);
  if (!ui.session.view.grid || smaller * place.scale < ui.px(8)) return;
  double low[2] = {1e30, 1e30}, high[2] = {-1e30, -1e30};
  for (const auto& corner : {result_to_texture(ui, a.x0, a.y0), result_to_texture(ui, a.x1, a.y0),
                             result_to_texture(ui, a.x0, a.y1), result_to_texture(ui, a.x1, a.y1)})
    for (int i = 0; i < 2; ++i) {
      low[i] = std::min(low[i], corner[std::size_t(i)] * size[i]);
      high[i] = std::max(high[i], corner[std::size_t(i)] * size[i]);
    }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = IM_COL32(255, 255, 255, 44);
  const int axes = is_1d(ui.session.texture.dimension) ? 1 : 2; // a row has no lines across
  for (int axis = 0; axis < axes; ++axis)
    for (double line = std::ceil(low[axis]); line <= high[axis]; ++line) {
      const double t = line / size[std::size_t(axis)];
      const Point from =
          axis == 0 ? texture_to_result(ui, t, low[1] / size[1]) : texture_to_result(ui, low[0] / size[0], t);
      const Point to = axis == 0 ? texture_to_result(ui, t, high[1] / size[1])
                                 : texture_to_result(ui, high[0] / size[0], t);
      draw->AddLine(ImVec2(from.x, from.y), ImVec2(to.x, to.y), ink, 1);
    }
}

// The size of a resize, and how it is magnified.
void resize_mark(Context& ui) {
  if (!is_resize(ui.session)) return;
  const ResultPlace place = result_place(ui);
  const Area& a = ui.areas.result_picture;
  const bool magnified = place.scale > 1, reduced = place.scale < 1;
  const std::string content = say(magnified ? Text::result_magnified
                                  : reduced ? Text::result_reduced
                                            : Text::result_at_size,
                                  {std::to_string(place.width), std::to_string(place.height),
                                   fmt::format("{:.0f}", magnified ? place.scale : 1 / place.scale)});
  ImFont* font = ui.theme.fonts.small;
  const ImVec2 size = font->CalcTextSizeA(ui.px(13), 1e9f, 0, content.c_str());
  const Area box = {a.x1 - size.x - ui.px(18), a.y1 - size.y - ui.px(12), a.x1 - ui.px(6), a.y1 - ui.px(6)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1), IM_COL32(18, 20, 24, 225), ui.px(4));
  draw->AddText(font, ui.px(13), ImVec2(box.x0 + ui.px(6), box.y0 + ui.px(3)), IM_COL32(232, 235, 240, 255),
                content.c_str());
  map_rect(ui, "result.resize", box, content);
}

static std::string cell_label(const Context& ui, const SheetCell& cell) {
  const Effective& e = ui.frame.resolution->effective;
  std::string label = e.level_count > 1 ? fmt::format("L{}", cell.level) : "";
  if (e.planes == 1) return label;
  if (!label.empty()) label += " ";
  if (!is_cube(e.dimension)) return label + std::to_string(cell.plane);
  return label + (e.depth() > 1 ? fmt::format("{} ", cell.plane / 6) : "") +
         texelscope::label(CubeFace(cell.plane % 6));
}

// Labels each cell of the sheet in its upper margin.
void cell_labels(Context& ui) {
  if (ui.frame.picture.cells.empty()) return;
  int columns = 1, rows = 1;
  for (const SheetCell& cell : ui.frame.picture.cells) {
    columns = std::max(columns, cell.column + 1);
    rows = std::max(rows, cell.row + 1);
  }
  const Point first = texture_to_result(ui, 0, 0), next = texture_to_result(ui, 1.0 / columns, 0);
  const Point below = texture_to_result(ui, 0, 1.0 / rows);
  const bool room = vector_length(next.x - first.x, next.y - first.y) >= ui.px(44) &&
                    vector_length(below.x - first.x, below.y - first.y) >= ui.px(30);
  if (!room) return; // labels do not fit
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float size = ui.px(12);
  for (const SheetCell& cell : ui.frame.picture.cells) {
    const Point p = texture_to_result(ui, (cell.column + 0.08) / columns, (cell.row + 0.08) / rows);
    draw->AddText(ui.theme.fonts.mono_small, size, ImVec2(p.x, p.y - size - ui.px(1)),
                  IM_COL32(190, 196, 205, 255), cell_label(ui, cell).c_str());
  }
}

// Right of the panel's edge, before the picture.
static void plot_label(Context& ui, float y, const std::string& label) {
  const Area& a = ui.areas.result_picture;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PopClipRect();
  mono_text(ui, {a.x0 - ui.px(6), y - ui.px(12) / 2}, ui.color().dim, label, 1);
  draw->PushClipRect(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1), true);
}

// Plots the row's values over the strip, one line per channel, between the values shown black and white.
void line_plot(Context& ui) {
  const Area& a = ui.areas.result_picture;
  const auto& row = ui.frame.pixels.row;
  const ResultPlace place = result_place(ui);
  if (row.empty() || int(row.size()) != place.width) return;
  const Effective& e = ui.frame.resolution->effective;
  const ViewSpec& view = ui.session.view;
  const float top = a.y0 + ui.px(10), bottom = a.y0 + a.height() * 0.62f;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(a.x0, a.y0), ImVec2(a.x1, bottom + ui.px(8)), IM_COL32(12, 14, 18, 225));
  const double span = view.range_high - view.range_low;
  for (int i = 0; i <= 4; ++i) {
    const float y = bottom + (top - bottom) * float(i) / 4;
    draw->AddLine(ImVec2(a.x0, y), ImVec2(a.x1, y), IM_COL32(255, 255, 255, 28), 1);
    plot_label(ui, y, fmt::format("{:.4g}", view.range_low + span * i / 4));
  }
  std::vector<ImVec2> points;
  for (int c = 0; c < e.result_format().channels; ++c) {
    if (!view.show_channel[std::size_t(c)]) continue;
    points.clear();
    for (std::size_t x = 0; x < row.size(); ++x) {
      const double value = shown_value(e.result, e.result_format(), row[x][std::size_t(c)]);
      const double share = (value - view.range_low) / (span == 0 ? 1 : span);
      if (!std::isfinite(share)) continue;
      points.emplace_back(place.window_at(double(x) + 0.5, 0).x,
                          bottom + (top - bottom) * float(std::clamp(share, -0.2, 1.03)));
    }
    draw->AddPolyline(points.data(), int(points.size()), ui.on_picture().channel[c], 0, ui.px(1.5f));
  }
  map_rect(ui, "plot", {a.x0, a.y0, a.x1, bottom}, std::to_string(row.size()));
}

namespace {
struct Stroke {
  ImVec2 from, to;
};

ImVec2 between(const Stroke& s, float t) {
  return {s.from.x + (s.to.x - s.from.x) * t, s.from.y + (s.to.y - s.from.y) * t};
}

// The part of a stroke, from 0 to 1, in a convex quadrangle; empty if the second is not larger.
std::array<float, 2> part_inside(const Stroke& s, const std::array<Point, 4>& quad) {
  float first = 0, last = 1, turn = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Point &p = quad[i], &q = quad[(i + 1) % 4], &r = quad[(i + 2) % 4];
    turn += (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x);
  }
  const float sign = turn < 0 ? -1.0f : 1.0f;
  for (std::size_t i = 0; i < 4; ++i) {
    const Point &p = quad[i], &q = quad[(i + 1) % 4];
    const auto side = [&](const ImVec2& at) {
      return sign * ((q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x));
    };
    const float from = side(s.from), to = side(s.to);
    if (from < 0 && to < 0) return {0, 0};
    if (from < 0) first = std::max(first, from / (from - to));
    if (to < 0) last = std::min(last, from / (from - to));
  }
  return {first, last};
}

// The [0,1] square on the screen; of a row, as high as the picture and more.
std::array<Point, 4> unit_quad(const Context& ui) {
  const double low = is_1d(ui.session.texture.dimension) ? -1e3 : 0, high = 1 - low;
  return {texture_to_result(ui, 0, low), texture_to_result(ui, 1, low), texture_to_result(ui, 1, high),
          texture_to_result(ui, 0, high)};
}
} // namespace

// Thin strokes say where a coordinate is outside; no color of a value is changed.
void outside_strokes(Context& ui) {
  const Area& a = ui.areas.result_picture;
  const auto quad = unit_quad(ui);
  const float apart = ui.px(24);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImDrawListFlags smooth = draw->Flags; // where the CPU draws, smooth strokes take a third of the frame
  draw->Flags &= ~(ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedLinesUseTex);
  const auto line = [&](const Stroke& whole, float from, float to) {
    if (to <= from) return;
    const ImVec2 p = between(whole, from), q = between(whole, to);
    draw->AddLine(p, q, IM_COL32(0, 0, 0, 90), ui.px(1));
    draw->AddLine(ImVec2(p.x + 1, p.y), ImVec2(q.x + 1, q.y), IM_COL32(255, 255, 255, 70), ui.px(1));
  };
  for (float x = a.x0 - a.height() + apart / 2; x < a.x1; x += apart) {
    const Stroke whole = {ImVec2(x, a.y1), ImVec2(x + a.height(), a.y0)};
    const auto [first, last] = part_inside(whole, quad);
    if (last <= first)
      line(whole, 0, 1);
    else
      line(whole, 0, first), line(whole, last, 1);
  }
  draw->Flags = smooth;
}

void unit_square(Context& ui) {
  const Point c[4] = {texture_to_result(ui, 0, 0), texture_to_result(ui, 1, 0), texture_to_result(ui, 1, 1),
                      texture_to_result(ui, 0, 1)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const bool row = is_1d(ui.session.texture.dimension); // a row has no upper and lower edge
  for (int i = row ? 1 : 0; i < 4; i += row ? 2 : 1) {
    const Point &p = c[i], &q = c[(i + 1) % 4];
    draw->AddLine(ImVec2(p.x, p.y), ImVec2(q.x, q.y), IM_COL32(0, 0, 0, 150), ui.px(3));
    draw->AddLine(ImVec2(p.x, p.y), ImVec2(q.x, q.y),
                  i % 2 == 0 ? ui.on_picture().axis_x : ui.on_picture().axis_y, ui.px(1.5f));
  }
}

// Pins are distinguished by number, a lesson's by the coordinate that it asks about; the chosen one also has
// the accent color.
static void pin_mark(Context& ui, const ShownPin& pin, bool chosen) {
  const Area& a = ui.areas.result_picture;
  if (!pin.place) return;
  const auto [left_edge, top_edge] =
      place_of(ui, {int(std::floor((*pin.place)[0])), int(std::floor((*pin.place)[1]))});
  const float size = std::max(1.0f, float(result_place(ui).scale)); // of the pixel on screen
  const float x = std::floor(left_edge + (size - 1) / 2), y = std::floor(top_edge + (size - 1) / 2);
  const float r = std::max(ui.px(7), std::ceil((size - 1) / 2));
  if (!a.contains(x, y)) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = chosen ? ui.on_picture().accent : IM_COL32_WHITE;
  draw->AddRect(ImVec2(x - r, y - r), ImVec2(x + r + 1, y + r + 1), IM_COL32(0, 0, 0, 200), 0, 0, ui.px(3));
  draw->AddRect(ImVec2(x - r, y - r), ImVec2(x + r + 1, y + r + 1), ink, 0, 0, ui.px(1.5f));
  const bool labelled = !pin.label.empty();
  ImFont* font = labelled ? ui.theme.fonts.mono : ui.theme.fonts.mono_small;
  const std::string number = std::to_string(pin.number), &tag = labelled ? pin.label : number;
  const float height = ui.px(labelled ? 14 : 12);
  const ImVec2 text_size = font->CalcTextSizeA(height, 1e9f, 0, tag.c_str());
  // Above right, or on the other side at the picture's edge.
  const float w = text_size.x + ui.px(6), h = height + ui.px(2);
  const float left = x + r + w > a.x1 ? x - r - w : x + r, top = y - r - h < a.y0 ? y + r : y - r - h;
  draw->AddRectFilled(ImVec2(left, top), ImVec2(left + w, top + h), IM_COL32(12, 14, 18, 235), ui.px(3));
  draw->AddRect(ImVec2(left, top), ImVec2(left + w, top + h), ink, ui.px(3), 0, 1);
  draw->AddText(font, height, ImVec2(left + ui.px(3), top + ui.px(1)), IM_COL32_WHITE, tag.c_str());
  map_rect(ui, "pin." + number, {x - r, y - r, x + r + 1, y + r + 1}, chosen ? "chosen" : "");
  if (!pin.label.empty()) map_rect(ui, "pin.label", {left, top, left + w, top + h}, pin.label);
}

void pin_marks(Context& ui) {
  for (std::size_t i = 0; i < ui.frame.pixels.pins.size(); ++i) {
    const SamplePosition* position = ui.state.selection.pins.chosen_position();
    const bool chosen = position != nullptr && *position == ui.frame.pixels.pins[i].position;
    pin_mark(ui, ui.frame.pixels.pins[i], chosen);
  }
}

} // namespace texelscope::ui
