// The plots of PROFILE: the rate over the last minute, and its position under the roofs.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/profile_panel.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
bool overlap(const Area& a, const Area& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

void ground(Context& ui, const Area& a) {
  ImGui::GetWindowDrawList()->AddRectFilled({a.x0, a.y0}, {a.x1, a.y1}, ui.color().window, ui.px(4));
}

void empty_text(Context& ui, const Area& a, Text content) {
  mono_text(ui, {a.x0 + ui.px(8), a.y0 + ui.px(6)}, ui.color().dim, text(content));
}

// Vertical lines, each with its label in the first row where it overlaps no other: after the line if there is
// room, else before it.
void marks(Context& ui, const Area& a, const std::vector<ProfileMark>& all, double from, double seconds) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  constexpr int rows = 3;
  std::vector<Area> taken;
  const auto x_of = [&](const ProfileMark& mark) {
    return a.x0 + a.width() * float((mark.at - from) / seconds);
  };
  for (const ProfileMark& mark : all)
    draw->AddLine({x_of(mark), a.y0}, {x_of(mark), a.y1}, with_alpha(ui.color().dim, 0.7f), 1);
  for (std::size_t i = all.size(); i-- > 0;) {
    const float x = x_of(all[i]);
    if (x < a.x0) continue;
    map_rect(ui, fmt::format("profile.mark.{}", i), {x, a.y0, x + 1, a.y1}, all[i].label);
    const std::string content = elided(ui.theme.fonts.mono_small, all[i].label, a.width() - ui.px(12));
    const float width = mono_width(ui, content),
                left = x + ui.px(4) + width < a.x1 ? x + ui.px(3) : std::max(x - ui.px(3) - width, a.x0);
    for (int row = 0; row < rows; ++row) {
      const float y = a.y0 + ui.px(2) + float(row) * ui.px(13);
      const Area box = {left - ui.px(2), y, left + width + ui.px(2), y + ui.px(13)};
      const bool free =
          std::none_of(taken.begin(), taken.end(), [&](const Area& t) { return overlap(box, t); });
      if (!free) continue;
      draw->AddRectFilled({box.x0, box.y0}, {box.x1, box.y1}, ui.color().window);
      mono_text(ui, {left, y}, ui.color().text, content);
      taken.push_back(box);
      break;
    }
  }
}

void history(Context& ui, const Area& panel) {
  const ProfileFrame& found = *ui.frame.profile;
  const Area a = {panel.x0 + ui.px(44), panel.y0, panel.x1, panel.y1 - ui.px(16)};
  ground(ui, a);
  map_rect(ui, "profile.history", a, std::to_string(found.history.size()));
  if (found.history.empty()) return empty_text(ui, a, Text::live_waiting);
  double top = 0;
  for (const ProfileMoment& moment : found.history)
    top = std::max(top, moment.texels_per_second * 1e-9);
  // Leaves room for the marks' labels above.
  const double step = tick_step(top * 1.45, std::max(2.0f, a.height() / ui.px(28)));
  top = std::ceil(top * 1.45 / step) * step;
  const auto y_of = [&](double giga) { return a.y1 - a.height() * float(giga / top); };
  for (double giga = 0; giga < top * 0.999; giga += step)
    level_line(ui, a, y_of(giga), ui.color().line, fmt::format("{:.4g}", giga));
  const double seconds =
      std::clamp(std::ceil(found.now - found.history.front().at), 10.0, ProfileFrame::seconds);
  const double from = found.now - seconds;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect({a.x0, a.y0}, {a.x1, a.y1}, true);
  const auto place = [&](const ProfileMoment& moment) {
    return ImVec2(a.x0 + a.width() * float((moment.at - from) / seconds),
                  y_of(moment.texels_per_second * 1e-9));
  };
  for (std::size_t i = 1; i < found.history.size(); ++i) {
    const ProfileMoment &before = found.history[i - 1], &moment = found.history[i];
    const bool looked_away = moment.at - before.at > 1;
    if (!looked_away)
      draw->AddLine(place(before), place(moment), ui.color().series[stage_fetch], ui.px(1.5f));
  }
  draw->AddCircleFilled(place(found.history.back()), ui.px(2.5f), ui.color().series[stage_fetch]);
  marks(ui, a, found.marks, from, seconds);
  draw->PopClipRect();
  mono_text(ui, {a.x0, a.y1 + ui.px(2)}, ui.color().dim,
            say(Text::live_ago, {fmt::format("{:.0f}", seconds)}));
  mono_text(ui, {a.x1, a.y1 + ui.px(2)}, ui.color().dim, "GTexel/s", 1);
}

// Both axes are logarithmic: bytes to the base 2, the rate to the base 10.
struct LogAxes {
  Area area;
  double low_x, high_x, low_y, high_y;
  float x(double bytes) const {
    return area.x0 + area.width() * float((std::log2(bytes) - low_x) / (high_x - low_x));
  }
  float y(double per_second) const {
    return area.y1 - area.height() * float((std::log10(per_second) - low_y) / (high_y - low_y));
  }
};

LogAxes axes_of(const ProfileFrame& found, const Area& area) {
  double low_x = 1e9, high_x = 0, low_y = 1e9, high_y = 0;
  const auto take = [&](double per_second) {
    if (!(per_second > 0)) return;
    low_y = std::min(low_y, std::log10(per_second));
    high_y = std::max(high_y, std::log10(per_second));
  };
  for (const ProfilePoint& point : found.points) {
    low_x = std::min(low_x, std::log2(point.bytes_read));
    high_x = std::max(high_x, std::log2(point.bytes_read));
    take(point.texels_per_second);
  }
  for (const profile::Roof& roof : found.fetch ? found.fetch->roofs : std::vector<profile::Roof>())
    take(roof.texels_per_second);
  return {area, std::max(0.0, low_x - 2), high_x + 3, std::floor(low_y - 0.3), std::ceil(high_y + 0.3)};
}

void axis_lines(Context& ui, const LogAxes& axes) {
  const Area& a = axes.area;
  for (double power = axes.low_y; power <= axes.high_y; ++power)
    level_line(ui, a, axes.y(std::pow(10, power)), ui.color().line,
               fmt::format("{:g}", std::pow(10, power - 9)));
  for (double power = std::ceil(axes.low_x); power <= axes.high_x; ++power) {
    const float x = axes.x(std::exp2(power));
    ImGui::GetWindowDrawList()->AddLine({x, a.y0}, {x, a.y1}, ui.color().line, 1);
    if (x < a.x1 - ui.px(110))
      mono_text(ui, {x, a.y1 + ui.px(2)}, ui.color().dim, fmt::format("{:g}", std::exp2(power)), 0.5f);
  }
  mono_text(ui, {a.x1, a.y1 + ui.px(2)}, ui.color().dim, text(Text::live_axis_bytes), 1);
}

// Lines of equal byte rate of the texels that fetches read.
void byte_lines(Context& ui, const LogAxes& axes) {
  const Area& a = axes.area;
  for (int power = int(std::floor(axes.low_y)); power <= int(axes.high_y + axes.high_x); ++power) {
    const double bytes_per_second = std::pow(10, power);
    const ImVec2 from = {a.x0, axes.y(bytes_per_second / std::exp2(axes.low_x))},
                 to = {a.x1, axes.y(bytes_per_second / std::exp2(axes.high_x))};
    ImGui::GetWindowDrawList()->AddLine(from, to, with_alpha(ui.color().dim, 0.35f), 1);
    const float over = axes.x(bytes_per_second / std::pow(10, axes.high_y)); // where it enters from above
    const bool from_left = from.y > a.y0;
    if (from_left ? from.y > a.y1 - ui.px(14) : over > a.x1 - ui.px(70)) continue;
    mono_text(ui, {(from_left ? a.x0 : over) + ui.px(6), from_left ? from.y + ui.px(1) : a.y0 + ui.px(1)},
              ui.color().dim, fmt::format("{:g} GB/s", bytes_per_second * 1e-9));
  }
}

void roofs(Context& ui, const LogAxes& axes, const profile::LiveReading& reading) {
  const Area& a = axes.area;
  for (const profile::Roof& roof : reading.roofs) {
    if (!(roof.texels_per_second > 0)) continue;
    const float y = axes.y(roof.texels_per_second);
    const std::string stage(identifier(roof.stage));
    const bool nearest = stage == reading.limiter;
    ImGui::GetWindowDrawList()->AddLine({a.x0, y}, {a.x1, y}, nearest ? ui.color().text : ui.color().dim,
                                        ui.px(nearest ? 2 : 1));
    mono_text(ui, {a.x1 - ui.px(4), y - ui.px(14)}, nearest ? ui.color().text : ui.color().dim, stage, 1);
  }
}

// The present point is drawn last and filled; labels are drawn if there is room.
void trail(Context& ui, const LogAxes& axes, const std::vector<ProfilePoint>& points) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::vector<Area> taken;
  for (std::size_t i = points.size(); i-- > 0;) {
    const bool present = i + 1 == points.size();
    const ImVec2 at = {axes.x(points[i].bytes_read), axes.y(points[i].texels_per_second)};
    const ImU32 ink = present ? ui.color().text : ui.color().dim;
    if (!present)
      draw->AddLine(at, {axes.x(points[i + 1].bytes_read), axes.y(points[i + 1].texels_per_second)},
                    with_alpha(ui.color().dim, 0.6f), ui.px(1));
    if (present)
      draw->AddCircleFilled(at, ui.px(4), ui.color().series[stage_fetch]);
    else
      draw->AddCircle(at, ui.px(3), ui.color().series[stage_fetch], 0, ui.px(1.5f));
    map_rect(ui, fmt::format("profile.point.{}", i),
             {at.x - ui.px(4), at.y - ui.px(4), at.x + ui.px(4), at.y + ui.px(4)}, points[i].label);
    const float before = at.x - axes.area.x0 - ui.px(10),
                behind = axes.area.x1 - at.x - ui.px(10); // room beside it
    const bool left = mono_width(ui, points[i].label) > behind && before > behind;
    const std::string content = elided(ui.theme.fonts.mono_small, points[i].label, left ? before : behind);
    const float x = left ? at.x - ui.px(7) - mono_width(ui, content) : at.x + ui.px(7);
    const Area box = {x, at.y - ui.px(7), x + mono_width(ui, content), at.y + ui.px(6)};
    const bool free =
        std::none_of(taken.begin(), taken.end(), [&](const Area& t) { return overlap(box, t); });
    if (!free) continue;
    mono_text(ui, {box.x0, box.y0}, ink, content);
    taken.push_back(box);
  }
}

void roofline(Context& ui, const Area& panel) {
  const ProfileFrame& found = *ui.frame.profile;
  const Area a = {panel.x0 + ui.px(44), panel.y0, panel.x1, panel.y1 - ui.px(16)};
  ground(ui, a);
  map_rect(ui, "profile.roofline", a, std::to_string(found.points.size()));
  if (found.points.empty()) return empty_text(ui, a, Text::live_waiting);
  const LogAxes axes = axes_of(found, a);
  axis_lines(ui, axes);
  ImGui::GetWindowDrawList()->PushClipRect({a.x0, a.y0}, {a.x1, a.y1}, true);
  byte_lines(ui, axes);
  if (found.fetch) roofs(ui, axes, *found.fetch);
  trail(ui, axes, found.points);
  ImGui::GetWindowDrawList()->PopClipRect();
}
} // namespace

void profile_plot(Context& ui, const Area& area) {
  using Plot = ProfileState::Plot;
  if (ui.state.profile.plot == Plot::warp) return warp_view(ui, area);
  if (ui.state.profile.plot == Plot::history)
    history(ui, area);
  else
    roofline(ui, area);
  ImGui::SetCursorScreenPos({area.x0, area.y0});
  ImGui::Dummy({std::max(area.width(), 1.0f), std::max(area.height(), 1.0f)});
}

} // namespace texelscope::ui
