#include "ui/result/lod_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/text/texts.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
using Vector = LodScope::Vector;
constexpr const char* names[] = {"dx", "dy"};

// The geometry of the picture: the fetch's coordinate is at its center.
struct View {
  Area area;
  double scale = 1; // pixels per texel of level 0
  bool one_row = false;
  int level = 0;        // the level whose texels are drawn
  Vector texel = {};    // the size of one of them in pixels
  Vector position = {}; // the coordinate, counted in them

  ImVec2 middle() const { return {(area.x0 + area.x1) / 2, (area.y0 + area.y1) / 2}; }
  ImVec2 from_middle(const Vector& texels) const {
    return {middle().x + float(texels[0] * scale), middle().y + float(texels[1] * scale)};
  }
  ImVec2 in_level(double x, double y) const {
    return {middle().x + float((x - position[0]) * texel[0]),
            middle().y + float((y - position[1]) * texel[1])};
  }
  // The start of a gradient. With one row both lie along x; they are drawn one above the other to be
  // distinguishable.
  ImVec2 origin(int which) const {
    const float apart = one_row ? area.height() / 6 : 0;
    return {middle().x, middle().y + (which == 0 ? -apart : apart)};
  }
  ImVec2 tip(const LodScope& scope, int which) const {
    const ImVec2 from = origin(which), to = from_middle(scope.vectors[std::size_t(which)]);
    return {to.x, to.y + from.y - middle().y};
  }
};

double length(const Vector& v) {
  return vector_length(v[0], v[1]);
}

// Changes in steps of half a power of two, so that small changes do not rescale the picture: the longer
// gradient reaches 57 to 80 % of the way to the edge; without gradients, half a texel does.
double fitting_scale(const LodScope& scope, const Area& area) {
  double longest = std::max(length(scope.vectors[0]), length(scope.vectors[1]));
  if (longest == 0) longest = std::ldexp(0.5, levels_of(scope.fetch)[0]);
  return std::exp2(std::floor(2 * std::log2(0.4 * area.width() / longest)) / 2);
}

View view_of(const Context& ui, const LodScope& scope, const Area& area) {
  View view{area};
  const auto& drag = ui.state.lod.gradient_drag;
  view.scale = drag ? drag->scale : fitting_scale(scope, area) * ui.state.lod.zoom;
  view.one_row = is_1d(scope.dimension);
  view.level = levels_of(scope.fetch)[0];
  const Effective& e = ui.frame.resolution->effective;
  const auto size = e.size_of(view.level);
  view.texel = {view.scale * e.width / size[0], view.scale * (view.one_row ? 1 : e.height) / size[1]};
  for (const LevelTrace* part : parts_of(scope.fetch))
    if (part->level == view.level) view.position = {part->axis[0].position, part->axis[1].position};
  if (view.one_row) view.position[1] = 0.5; // the row's middle
  return view;
}

// Draws each texel with a brightness proportional to its weight.
void texels_read(Context& ui, const LodScope& scope, const View& view) {
  for (const LevelTrace* part : parts_of(scope.fetch)) {
    if (part->level != view.level) continue;
    for (int i = 0; i < part->tap_count; ++i) {
      const double weight = std::ldexp(part->tap[std::size_t(i)].weight, -part->weight_bits);
      const int x = part->axis[0].footprint[std::size_t(i & 1)];
      const int y = view.one_row ? 0 : part->axis[1].footprint[std::size_t(i >> 1 & 1)];
      ImGui::GetWindowDrawList()->AddRectFilled(view.in_level(x, y), view.in_level(x + 1, y + 1),
                                                with_alpha(ui.color().accent, float(0.6 * weight)));
    }
  }
}

void texel_lines(Context& ui, const View& view) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (std::size_t axis = 0; axis < (view.one_row ? 1u : 2u); ++axis) {
    if (view.texel[axis] < ui.px(6)) continue;
    const double reach = view.area.width() / 2 / view.texel[axis];
    for (double t = std::ceil(view.position[axis] - reach); t <= view.position[axis] + reach; ++t) {
      const ImVec2 at = view.in_level(t, t);
      if (axis == 0)
        draw->AddLine({at.x, view.area.y0}, {at.x, view.area.y1}, ui.color().line);
      else
        draw->AddLine({view.area.x0, at.y}, {view.area.x1, at.y}, ui.color().line);
    }
  }
}

// Draws the parallelogram between half the gradients in both directions, and the ellipse in it.
void footprint(Context& ui, const LodScope& scope, const View& view) {
  const auto &dx = scope.vectors[0], &dy = scope.vectors[1];
  const auto place = [&](double a, double b) {
    return view.from_middle({(a * dx[0] + b * dy[0]) / 2, (a * dx[1] + b * dy[1]) / 2});
  };
  const ImVec2 corners[] = {place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)};
  std::array<ImVec2, 64> ellipse;
  for (std::size_t i = 0; i < ellipse.size(); ++i) {
    const double turn = 2 * std::numbers::pi * double(i) / double(ellipse.size());
    ellipse[i] = place(std::cos(turn), std::sin(turn));
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddConvexPolyFilled(ellipse.data(), int(ellipse.size()), with_alpha(ui.color().text, 0.12f));
  draw->AddPolyline(ellipse.data(), int(ellipse.size()), ui.color().text, ImDrawFlags_Closed, ui.px(1.5f));
  draw->AddPolyline(corners, 4, ui.color().dim, ImDrawFlags_Closed, ui.px(1));
}

// Whether weights fit beside each probe of the level: the probes must be a line's height or a weight's width
// apart.
bool room_for_weights(const Context& ui, const LodScope& scope, const View& view) {
  int count = 0, x = 0, y = 0;
  for (const LevelTrace* part : parts_of(scope.fetch)) {
    if (part->level != view.level) continue;
    ++count;
    x = std::max(x, std::abs(part->offset[0]));
    y = std::max(y, std::abs(part->offset[1]));
  }
  const double apart = count < 2 ? 0 : 2.0 / (256 * (count - 1));
  return x * view.texel[0] * apart > ui.px(52) || y * view.texel[1] * apart > ui.px(13);
}

// Draws a dot for each fetched position, sized by its weight; in the coarser level they are rings.
void probes(Context& ui, const LodScope& scope, const View& view) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const bool weights = room_for_weights(ui, scope, view);
  for (const LevelTrace* part : parts_of(scope.fetch)) {
    const double coarser = std::ldexp(1.0 / 256, part->level - view.level);
    const ImVec2 at = view.in_level(view.position[0] + part->offset[0] * coarser,
                                    view.position[1] + part->offset[1] * coarser);
    const float radius = ui.px(1) + ui.px(4) * float(std::sqrt(std::ldexp(part->weight, -part->weight_bits)));
    if (part->level > view.level) {
      draw->AddCircle(at, radius, ui.color().text, 0, ui.px(1));
      continue;
    }
    draw->AddCircleFilled(at, radius + ui.px(1), ui.color().window);
    draw->AddCircleFilled(at, radius, ui.color().text);
    if (weights)
      mono_text(ui, {at.x + radius + ui.px(2), at.y - ui.px(6)}, ui.color().text,
                fmt::format("{}/{}", part->weight, 1 << part->weight_bits));
  }
}

void arrow(Context& ui, const LodScope& scope, const View& view, int which, bool held) {
  const ImVec2 from = view.origin(which), to = view.tip(scope, which);
  const ImU32 own = which == 0 ? ui.color().axis_x : ui.color().axis_y;
  const ImU32 ink = scope.called == FetchKind::grad ? own : with_alpha(own, 0.6f);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine(from, to, ui.color().window, ui.px(4));
  draw->AddLine(from, to, ink, ui.px(2));
  draw->AddCircleFilled(to, ui.px(5), held ? ui.color().accent : ink);
  const float x = std::clamp(to.x + ui.px(to.x < from.x ? -22 : 8), view.area.x0, view.area.x1 - ui.px(16));
  const float y = std::abs(x - to.x) < ui.px(6) ? to.y + ui.px(6) : to.y - ui.px(7);
  mono_text(ui, {x, y}, own, names[which]);
}

// The ends of the gradients take the mouse before the picture does. Returns whether the mouse is over it or
// holds it.
bool handle(Context& ui, const LodScope& scope, const View& view, int which) {
  const ImVec2 tip = view.tip(scope, which);
  const float reach = ui.px(9);
  if (!view.area.contains(tip.x, tip.y) || ui.frame.resolution->effective.projection == Projection::sheet)
    return false;
  ImGui::SetCursorScreenPos({tip.x - reach, tip.y - reach});
  ImGui::InvisibleButton(names[which], {2 * reach, 2 * reach});
  const Vector& vector = scope.vectors[std::size_t(which)];
  const std::string x = fmt::format("{:.4g}", vector[0]), y = fmt::format("{:.4g}", vector[1]);
  map_item(ui, std::string("lod.") + names[which], say(Text::lod_vector, {x, y}));
  tooltip(ui, say(Text::lod_vector_help, {names[which], x, y}), text(Text::lod_vector_drag));
  auto& drag = ui.state.lod.gradient_drag;
  if (ImGui::IsItemActivated()) drag = {which, view.scale, vector};
  const ImVec2 moved = ImGui::GetIO().MouseDelta, all = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (ImGui::IsItemActive() && drag && (moved.x != 0 || moved.y != 0))
    give_gradient(ui.session, scope, which,
                  {drag->from[0] + all.x / drag->scale, drag->from[1] + all.y / drag->scale});
  return ImGui::IsItemHovered() || ImGui::IsItemActive();
}

void zoom(Context& ui, const Area& area) {
  ImGui::SetCursorScreenPos({area.x0, area.y0});
  ImGui::InvisibleButton("picture", {area.width(), area.height()});
  map_item(ui, "lod.picture");
  // Also over the tip of an arrow, which lies close to the center if the picture is small.
  const bool over = ImGui::IsMouseHoveringRect({area.x0, area.y0}, {area.x1, area.y1}) &&
                    ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (!over) return;
  if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0)
    ui.state.lod.zoom = std::clamp(ui.state.lod.zoom * std::pow(1.18, double(wheel)), 1.0 / 64, 64.0);
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ui.state.lod.zoom = 1;
}
} // namespace

std::vector<const LevelTrace*> parts_of(const Trace& trace) {
  std::vector<const LevelTrace*> parts;
  for (const LevelTrace& probe : trace.probes)
    parts.push_back(&probe);
  for (int i = 0; i < trace.level_count; ++i)
    parts.push_back(&trace.level[std::size_t(i)]);
  return parts;
}

std::array<int, 2> levels_of(const Trace& trace) {
  const auto parts = parts_of(trace);
  const auto [first, last] =
      std::minmax_element(parts.begin(), parts.end(), [](auto a, auto b) { return a->level < b->level; });
  return {(*first)->level, (*last)->level};
}

void lod_picture(Context& ui, const LodScope& scope, const Area& area) {
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) ui.state.lod.gradient_drag.reset();
  const View view = view_of(ui, scope, area);
  const bool held[] = {handle(ui, scope, view, 0), handle(ui, scope, view, 1)};
  zoom(ui, area);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({area.x0, area.y0}, {area.x1, area.y1}, ui.color().window, ui.px(4));
  draw->PushClipRect({area.x0, area.y0}, {area.x1, area.y1}, true);
  texels_read(ui, scope, view);
  texel_lines(ui, view);
  if (!view.one_row) footprint(ui, scope, view);
  probes(ui, scope, view);
  for (const int which : {0, 1})
    arrow(ui, scope, view, which, held[which]);
  small_text(ui, {area.x0 + ui.px(5), area.y0 + ui.px(3)}, ui.color().dim,
             say(Text::lod_picture_level, {std::to_string(view.level)}));
  draw->PopClipRect();
}

} // namespace texelscope::ui
