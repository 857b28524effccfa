#include "ui/labs/recorded_pictures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/display/picture.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

using namespace fetches;

namespace {
constexpr float launch_side = 320, side = 148, gap = 16, caption = 20; // design pixels

ImU32 color_of(float r, float g, float b) {
  const auto byte = [](float value) { return int(std::lround(255 * std::clamp(value, 0.0f, 1.0f))); };
  return IM_COL32(byte(r), byte(g), byte(b), 255);
}

ImU32 heat(double share) {
  const double at = std::clamp(share, 0.0, 1.0) * 15;
  const std::size_t low = std::min<std::size_t>(14, std::size_t(at));
  const float part = float(at - double(low));
  const auto& a = viridis_colors[low];
  const auto& b = viridis_colors[low + 1];
  const auto mixed = [&](std::size_t i) { return std::lerp(float(a[i]), float(b[i]), part) / 255; };
  return color_of(mixed(0), mixed(1), mixed(2));
}

// The received values between the least and the greatest of them, or as they are if they lie in 0..1.
class Colors {
public:
  explicit Colors(const LaunchMap& launch) : colored((launch.received & 6u) != 0) {
    for (const LaunchMap::Cell& cell : launch.cells)
      for (std::size_t i = 0; cell.fetch.number != 0 && i < (colored ? 3 : 1); ++i)
        if (std::isfinite(cell.value[i])) {
          least = std::min(least, cell.value[i]);
          greatest = std::max(greatest, cell.value[i]);
        }
    if (least >= 0 && greatest <= 1) least = 0, greatest = 1;
  }
  ImU32 of(const std::array<float, 4>& value) const {
    const auto shown = [&](std::size_t i) {
      return greatest > least ? (value[colored ? i : 0] - least) / (greatest - least) : 0.5f;
    };
    return color_of(shown(0), shown(1), shown(2));
  }

private:
  bool colored;
  float least = std::numeric_limits<float>::max(), greatest = -least;
};

// Draws the cells, and returns the one under the mouse. `color`: of a cell by its number; 0 leaves it empty.
template <class Color>
std::optional<std::size_t> cells(Context& ui, const char* name, const std::string& title, float max_side,
                                 const CellGrid& grid, Color color, bool crossed = false) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, title, std::string(name) + ".title");
  const float cell = std::max(1.0f, std::floor(ui.px(max_side) / float(std::max(grid.width, grid.height))));
  const float top = at.y + ui.px(caption);
  const Area all = {at.x, top, at.x + cell * float(grid.width), top + cell * float(grid.height)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(all.x0, all.y0), ImVec2(all.x1, all.y1), ui.color().window);
  for (int y = 0; y < grid.height; ++y)
    for (int x = 0; x < grid.width;) { // neighbors of one color are one rectangle
      const auto of = [&](int column) {
        return color(std::size_t(y) * std::size_t(grid.width) + std::size_t(column));
      };
      const ImU32 ink = of(x);
      int end = x + 1;
      while (end < grid.width && of(end) == ink)
        ++end;
      if (ink != 0)
        draw->AddRectFilled(ImVec2(all.x0 + cell * float(x), top + cell * float(y)),
                            ImVec2(all.x0 + cell * float(end), top + cell * float(y + 1)), ink);
      x = end;
    }
  if (crossed) { // its center, where a fetch returns a texel's own value
    const ImVec2 middle((all.x0 + all.x1) / 2, (all.y0 + all.y1) / 2);
    draw->AddLine(ImVec2(middle.x, all.y0), ImVec2(middle.x, all.y1), ui.color().dim);
    draw->AddLine(ImVec2(all.x0, middle.y), ImVec2(all.x1, middle.y), ui.color().dim);
  }
  draw->AddRect(ImVec2(all.x0 - 1, all.y0 - 1), ImVec2(all.x1 + 1, all.y1 + 1), ui.color().line);
  ImGui::SetCursorScreenPos(ImVec2(all.x0, all.y0));
  ImGui::InvisibleButton(name, ImVec2(all.width(), all.height()));
  map_rect(ui, name, all);
  if (!ImGui::IsItemHovered()) return std::nullopt;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return grid.cell_of(std::uint64_t((mouse.x - all.x0) / cell) * grid.each[0],
                      std::uint64_t((mouse.y - all.y0) / cell) * grid.each[1]);
}

// At the right of the picture's title, where the model judges what the program received.
void launch_values(Context& ui, const LaunchMap& launch) {
  LaunchValue& shown = ui.state.labs.trace.shown;
  if (launch.judged() == 0) shown = LaunchValue::received;
  if (launch.judged() == 0) return;
  const Segment items[] = {
      {text(Text::trace_map_received), "received", text(Text::trace_map_received_help), {}},
      {text(Text::trace_map_model), "model", text(Text::trace_map_model_help), {}},
      {text(Text::trace_map_difference), "difference", text(Text::trace_map_difference_help), {}}};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ui.px(200);
  ImGui::SetCursorScreenPos(ImVec2(at.x + ui.px(launch_side) - width, at.y - ui.px(3)));
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(1)));
  int chosen = int(shown);
  if (segments(ui, "trace.launch.value", items, int(std::size(items)), chosen, width))
    shown = LaunchValue(chosen);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(at);
}

ImU32 color_of(const LaunchMap::Cell& cell, const Colors& colors, LaunchValue shown, float greatest) {
  if (cell.fetch.number == 0) return 0;
  if (shown == LaunchValue::received) return colors.of(cell.value);
  if (!cell.judged) return 0;
  if (shown == LaunchValue::model) return colors.of(cell.model);
  if (!cell.differs) return heat(0);
  return heat(greatest > 0 ? 0.35 + 0.65 * double(cell.difference() / greatest) : 1);
}

float greatest_difference(const LaunchMap& launch) {
  float greatest = 0;
  for (const LaunchMap::Cell& cell : launch.cells)
    greatest = std::max(greatest, cell.difference());
  return greatest;
}

void launch_picture(Context& ui, const LaunchMap& launch, int object) {
  const Colors colors(launch);
  launch_values(ui, launch);
  const LaunchValue shown = ui.state.labs.trace.shown;
  const float greatest = greatest_difference(launch);
  const auto hovered =
      cells(ui, "trace.launch", text(Text::trace_map_launch), launch_side, launch.grid,
            [&](std::size_t i) { return color_of(launch.cells[i], colors, shown, greatest); });
  if (!hovered || launch.cells[*hovered].fetch.number == 0) return;
  const LaunchMap::Cell& cell = launch.cells[*hovered];
  ui.state.labs.trace.pointed = cell.fetch;
  std::string values;
  for (std::size_t i = 0; i < cell.value.size(); ++i)
    if ((launch.received >> i & 1) != 0) values += fmt::format(" {:.6g}", cell.value[i]);
  const std::size_t width = std::size_t(launch.grid.width);
  ImGui::SetTooltip(
      "%s", say(Text::trace_map_cell, {std::to_string(*hovered % width * launch.grid.each[0]),
                                       std::to_string(*hovered / width * launch.grid.each[1]), values})
                .c_str());
  if (ImGui::IsItemClicked()) open_fetch(ui, object, cell.fetch.number);
}

void count_picture(Context& ui, const char* name, Text title, const CountMap& map, std::uint64_t fetches,
                   bool crossed) {
  const std::uint32_t greatest = map.greatest();
  const auto hovered = cells(
      ui, name, text(title), side, map.grid,
      [&](std::size_t i) {
        return map.counts[i] == 0 ? 0 : heat(0.15 + 0.85 * double(map.counts[i]) / double(greatest));
      },
      crossed);
  if (hovered)
    ImGui::SetTooltip(
        "%s",
        say(Text::trace_map_count, {std::to_string(map.counts[*hovered]), std::to_string(fetches)}).c_str());
}

// How many of the picture's fetches equal the model's.
void verdict(Context& ui, const LaunchMap& launch) {
  const std::size_t judged = launch.judged(), differing = launch.differing();
  if (judged == 0)
    return paragraph(ui, ui.color().dim, text(Text::trace_map_unjudged), "trace.launch.verdict");
  const std::string count = std::to_string(judged);
  if (differing == 0)
    return paragraph(ui, ui.color().text, say(Text::trace_map_equal, {count}), "trace.launch.verdict");
  paragraph(ui, ui.color().red,
            say(Text::trace_map_differ,
                {std::to_string(differing), count, fmt::format("{:.6g}", greatest_difference(launch))}),
            "trace.launch.verdict");
}

void sentences(Context& ui, const FetchMaps& maps) {
  const auto merged = [&](const CellGrid& grid, Text sentence, const char* name) {
    if (grid.each[0] * grid.each[1] > 1)
      paragraph(ui, ui.color().dim,
                say(sentence, {std::to_string(grid.each[0]), std::to_string(grid.each[1])}), name);
  };
  merged(maps.launch.grid, Text::trace_map_threads, "trace.launch.each");
  merged(maps.texels.grid, Text::trace_map_texels_each, "trace.texels.each");
  if (maps.outside > 0)
    paragraph(ui, ui.color().dim,
              say(Text::trace_map_outside, {std::to_string(maps.outside), std::to_string(maps.fetches)}),
              "trace.outside");
}
} // namespace

void open_fetch(Context& ui, int object, std::uint64_t number) {
  ui.output.actions.push_back({Action::Kind::open_fetch, {}, std::to_string(number), std::size_t(object)});
}

void recorded_pictures(Context& ui, int object) {
  const auto found = ui.frame.trace->maps.find(object);
  if (found == ui.frame.trace->maps.end()) return;
  const FetchMaps& maps = found->second;
  ImGui::Dummy({1, ui.px(4)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  launch_picture(ui, maps.launch, object);
  float bottom = ImGui::GetCursorScreenPos().y, y = at.y;
  const auto beside = [&](const char* name, Text title, const CountMap& map, bool crossed) {
    ImGui::SetCursorScreenPos(ImVec2(at.x + ui.px(launch_side + gap), y));
    count_picture(ui, name, title, map, maps.fetches, crossed);
    y = ImGui::GetCursorScreenPos().y;
    bottom = std::max(bottom, y);
  };
  beside("trace.within", Text::trace_map_within, maps.within, true);
  beside("trace.texels", Text::trace_map_texels, maps.texels, false);
  ImGui::SetCursorScreenPos(ImVec2(at.x, bottom));
  verdict(ui, maps.launch);
  sentences(ui, maps);
}

} // namespace texelscope::ui
