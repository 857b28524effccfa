#include "ui/labs/landings_grid.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

using namespace write_lab;

namespace {
enum class Fate { right, dropped, elsewhere, trapped, misaligned };

Fate fate_of(const WriteDestination& destination, Boundary boundary) {
  if (destination.misaligned) return Fate::misaligned;
  if (destination.right()) return Fate::right;
  if (!destination.landed.empty()) return Fate::elsewhere;
  return boundary == Boundary::trap ? Fate::trapped : Fate::dropped;
}

std::string place_text(const TexelCoord& place) {
  return fmt::format("{}, {}", place.x, place.y);
}

// The outcome of the write, as a sentence.
std::string fate_text(const WriteDestination& destination, const BoundaryTest& boundary_test, Fate fate) {
  switch (fate) {
  case Fate::right:
    return text(Text::landing_right);
  case Fate::dropped:
    return text(Text::landing_dropped);
  case Fate::elsewhere:
    return say(destination.landed.size() == 1 && destination.whole ? Text::landing_elsewhere
                                                                   : Text::landing_parts,
               {place_text(destination.landed.front())});
  case Fate::trapped:
    return text(Text::landing_trapped);
  case Fate::misaligned:
    break;
  }
  return say(Text::landing_misaligned, {std::to_string(boundary_test.format.texel_bytes())});
}

class LandingsGrid {
public:
  LandingsGrid(Context& context, const BoundaryResult& shown)
      : ui(context), made(shown), columns(shown.boundary_test.width + 4),
        rows(shown.boundary_test.height + 4) {
    const float room = ImGui::GetContentRegionAvail().x - ui.px(34);
    cell_x = std::floor(std::clamp(room / float(columns), ui.px(24), ui.px(92)));
    cell_y = std::floor(std::clamp(cell_x * 0.42f, ui.px(24), ui.px(38)));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    left = at.x + ui.px(30);
    top = at.y + ui.px(20);
  }

  void draw() {
    const WriteDestination* hovered = nullptr;
    axes();
    ImGui::PushID("landings");
    for (const WriteDestination& destination : made.destinations)
      if (cell(destination)) hovered = &destination;
    ImGui::PopID();
    frame_surface();
    if (hovered) point_out(*hovered);
    ImGui::SetCursorScreenPos(ImVec2(left - ui.px(30), top + cell_y * float(rows) + ui.px(4)));
    paragraph(ui, hovered ? ui.color().text : ui.color().dim,
              hovered ? sentence(*hovered) : std::string(text(Text::landing_legend)), "writes.words");
  }

private:
  Area area_of(const TexelCoord& place) const {
    const float x = left + cell_x * float(place.x + 2), y = top + cell_y * float(place.y + 2);
    return {x, y, x + cell_x - ui.px(2), y + cell_y - ui.px(2)};
  }

  void centered(const Area& a, ImU32 color, const std::string& shown) const {
    const ImVec2 size = ui.theme.fonts.mono_small->CalcTextSizeA(ui.px(12), 1e9f, 0, shown.c_str());
    ImGui::GetWindowDrawList()->AddText(
        ui.theme.fonts.mono_small, ui.px(12),
        ImVec2(std::floor((a.x0 + a.x1 - size.x) / 2), std::floor((a.y0 + a.y1 - size.y) / 2)), color,
        shown.c_str());
  }

  // Labels the texel coordinates of the cells.
  void axes() const {
    for (int x = -2; x < columns - 2; ++x)
      centered({area_of({x, 0}).x0, top - ui.px(20), area_of({x, 0}).x1, top}, ui.color().dim,
               std::to_string(x));
    for (int y = -2; y < rows - 2; ++y)
      centered({left - ui.px(30), area_of({0, y}).y0, left, area_of({0, y}).y1}, ui.color().dim,
               std::to_string(y));
  }

  bool cell(const WriteDestination& destination) {
    const Fate fate = fate_of(destination, ui.state.labs.writes.boundary);
    const Area a = area_of(destination.requested);
    const bool ends = fate == Fate::trapped || fate == Fate::misaligned;
    const ImU32 fill = ends                      ? with_alpha(ui.color().red, 0.4f)
                       : fate == Fate::elsewhere ? with_alpha(ui.color().amber, 0.4f)
                       : fate == Fate::right     ? ui.color().hover
                                                 : ui.color().window;
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1), fill, ui.px(2));
    const std::string mark = ends                    ? text(Text::mark_of_refused)
                             : fate == Fate::dropped ? std::string("·")
                                                     : place_text(destination.landed.front());
    centered(a, fate == Fate::dropped ? ui.color().dim : ui.color().text, mark);
    ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y0));
    const std::string name =
        fmt::format("writes.place.{}.{}", destination.requested.x, destination.requested.y);
    ImGui::InvisibleButton(name.c_str(), ImVec2(a.width(), a.height()));
    map_item(ui, name, mark);
    return ImGui::IsItemHovered() || ImGui::IsItemFocused();
  }

  void frame_surface() const {
    const Area first = area_of({0, 0}),
               last = area_of({made.boundary_test.width - 1, made.boundary_test.height - 1});
    const float w = ui.px(2);
    ImGui::GetWindowDrawList()->AddRect(ImVec2(first.x0 - w, first.y0 - w), ImVec2(last.x1 + w, last.y1 + w),
                                        ui.color().dim, ui.px(3), 0, ui.px(1.5f));
  }

  // Outlines the requested texel, and draws a line to each texel that changed.
  void point_out(const WriteDestination& destination) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const auto outline = [&](const Area& a) {
      draw->AddRect(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1), ui.color().accent, ui.px(2), 0, ui.px(2));
    };
    const Area from = area_of(destination.requested);
    outline(from);
    for (const TexelCoord& place : destination.landed) {
      const Area to = area_of(place);
      outline(to);
      draw->AddLine(ImVec2((from.x0 + from.x1) / 2, (from.y0 + from.y1) / 2),
                    ImVec2((to.x0 + to.x1) / 2, (to.y0 + to.y1) / 2), ui.color().accent, ui.px(2));
    }
  }

  std::string sentence(const WriteDestination& destination) const {
    const Fate fate = fate_of(destination, ui.state.labs.writes.boundary);
    return say(Text::landing_hovered,
               {std::to_string(destination.x_bytes), std::to_string(destination.requested.y),
                place_text(destination.requested), fate_text(destination, made.boundary_test, fate)});
  }

  Context& ui;
  const BoundaryResult& made;
  int columns, rows;
  float cell_x, cell_y, left, top;
};
} // namespace

LandingCounts count_landings(const BoundaryResult& boundary_test, Boundary boundary) {
  LandingCounts counts;
  for (const WriteDestination& destination : boundary_test.destinations)
    switch (fate_of(destination, boundary)) {
    case Fate::right:
      ++counts.right;
      break;
    case Fate::dropped:
      ++counts.dropped;
      break;
    case Fate::elsewhere:
      ++counts.elsewhere;
      break;
    case Fate::trapped:
    case Fate::misaligned:
      ++counts.ended;
      break;
    }
  return counts;
}

void landings_grid(Context& ui, const BoundaryResult& boundary_test) {
  LandingsGrid(ui, boundary_test).draw();
}

} // namespace texelscope::ui
