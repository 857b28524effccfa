// Plots in the window.
#pragma once

#include "kernels/reports/profile/plot/canvas.h"
#include "ui/widgets/context.h"

namespace texelscope::ui {

// A canvas on ImGui's current window.
class WindowCanvas final : public profile::Canvas {
public:
  using Position = profile::Position;
  using Rect = profile::Rect;
  using TextRole = profile::TextRole;
  using Align = profile::Align;
  using LineRole = profile::LineRole;

  explicit WindowCanvas(Context& of) : Canvas(profile::window_spacing), ui(of) {}

  double px(double design_pixels) const override;
  double text_width(std::string_view content) const override;
  // The small font has no bold face: text that is strong in a file is dim here.
  void text(Position at, std::string_view content, TextRole role, Align align = Align::left) override;
  void line(Position from, Position to, LineRole role) override;
  void arc(Position center, double radius, LineRole role) override;
  void ring(Position center, double radius, LineRole role) override;
  void polyline(const std::vector<Position>& points, std::size_t series) override;
  void mark(Position center, std::size_t series, std::string_view help) override;
  void bar(const Rect& rect, std::size_t series, std::string_view help) override;
  void heat(const Rect& rect, double share, std::string_view help) override;

private:
  Context& ui;
};

inline Area area_of(const profile::Rect& r) {
  return {float(r.x), float(r.y), float(r.x + r.width), float(r.y + r.height)};
}

} // namespace texelscope::ui
