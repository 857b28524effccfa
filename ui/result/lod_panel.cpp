// LOD: the effect of two gradients on a fetch, as a picture, on a ruler of the levels, and as numbers.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/result/levels_panel.h"
#include "ui/result/lod_picture.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
double level(int over_256) {
  return over_256 / 256.0;
}

constexpr float name_width = 54; // design pixels

std::string length_text(int log, int digits = 3) {
  return fmt::format("{:.{}g}", std::exp2(level(log)), digits);
}

// With three digits each, or two where they have no room and are shorter.
std::string axes_text(const Context& ui, const unit::GradientTrace& g) {
  const auto with_digits = [&](int digits) {
    return length_text(g.log_major, digits) + " × " + length_text(g.log_minor, digits);
  };
  const ImFont* font = ui.theme.fonts.mono_small;
  const std::string exact = with_digits(3);
  const float room = ImGui::GetContentRegionAvail().x - ui.px(name_width);
  if (font->CalcTextSizeA(font->FontSize, 1e9f, 0, exact.c_str()).x <= room) return exact;
  const std::string brief = with_digits(2);
  return brief.size() < exact.size() ? brief : exact;
}

void lod_row(Context& ui, Text name, Text help, const char* map_name, const std::string& value,
             bool counts = true, const std::string& more = {}) {
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(name));
  tooltip(ui, text(help), more);
  ImGui::SameLine(x + ui.px(name_width));
  draw_text(ui, ui.theme.fonts.mono_small, counts ? ui.color().text : ui.color().dim, value,
            std::string("lod.") + map_name);
  tooltip(ui, text(help), more);
}

// The weights of each level's probes, in their order.
std::string weights(const LodScope& scope) {
  std::string all;
  const auto [first, last] = levels_of(scope.fetch);
  for (int level = first; level <= last; ++level) {
    std::string list;
    int bits = 0;
    for (const LevelTrace* part : parts_of(scope.fetch)) {
      if (part->level != level) continue;
      list += (list.empty() ? "" : ", ") + std::to_string(part->weight);
      bits = part->weight_bits;
    }
    all += (all.empty() ? "" : "\n") +
           say(Text::lod_weights, {std::to_string(level), std::to_string(1 << bits), list});
  }
  return all;
}

// The numbers of the gradients; dim if the called function takes none.
void footprint_rows(Context& ui, const LodScope& scope) {
  const unit::GradientTrace& g = scope.gradients;
  const bool counts = scope.called == FetchKind::grad;
  const bool has_area = g.log_minor > unit::log_of_nothing / 2;
  lod_row(ui, Text::lod_axes, Text::lod_axes_help, "axes",
          has_area ? axes_text(ui, g) : length_text(g.log_major), counts);
  lod_row(ui, Text::lod_ratio, Text::lod_ratio_help, "ratio",
          has_area ? length_text(g.log_major - g.log_minor) : text(Text::no_number), counts);
  const int first = levels_of(scope.fetch)[0];
  const auto parts = parts_of(scope.fetch);
  const auto finer = std::count_if(parts.begin(), parts.end(), [&](auto p) { return p->level == first; });
  const auto coarser = std::ptrdiff_t(parts.size()) - finer;
  lod_row(ui, Text::lod_probes, Text::lod_probes_help, "probes",
          coarser > 0 ? fmt::format("{} + {}", finer, coarser) : std::to_string(finer), true, weights(scope));
}

// The numbers of the called function.
void level_rows(Context& ui, const LodScope& scope) {
  const auto lod_text = [](int lod) { return fmt::format("{:.3f}", level(lod)); };
  lod_row(ui, Text::lod_given, Text::lod_given_help, "given", lod_text(scope.lod.given));
  lod_row(ui, Text::lod_biased, Text::lod_biased_help, "biased", lod_text(scope.lod.biased));
  lod_row(ui, Text::lod_limited, Text::lod_limited_help, "limited", lod_text(scope.lod.limited));
  const auto [first, last] = levels_of(scope.fetch);
  lod_row(ui, Text::lod_levels, Text::lod_levels_help, "levels",
          first == last ? std::to_string(first) : fmt::format("{}, {}", first, last));
  const bool nearest = ui.frame.resolution->effective.sampler.mip_filter == FilterMode::point;
  lod_row(ui, Text::lod_fraction, Text::lod_fraction_help, "fraction",
          nearest ? text(Text::lod_nearest) : fmt::format("{}/256", scope.lod.limited & 255));
}

// In a low panel the rows stand a little closer; where even so not all fit, whole rows are in sight.
void numbers(Context& ui, const LodScope& scope, const Area& area) {
  constexpr float rows = 8; // of both below
  const float line = ui.theme.fonts.small->FontSize;
  const float between = std::clamp(std::floor((area.height() - rows * line) / (rows - 1)), -ui.px(1), 0.0f);
  const float shown = std::clamp(std::floor((area.height() - between) / (line + between)), 1.0f, rows);
  ImGui::SetCursorScreenPos({area.x0, area.y0});
  if (ImGui::BeginChild("numbers", {area.width(), shown * (line + between) - between})) { // in sight
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(4), between});
    footprint_rows(ui, scope);
    level_rows(ui, scope);
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

// A triangle that points at the ruler's line from the right.
void mark(Context& ui, ImVec2 at, ImU32 color, bool filled) {
  const float r = ui.px(5);
  const ImVec2 a = at, b = {at.x + 1.6f * r, at.y - r}, c = {at.x + 1.6f * r, at.y + r};
  if (filled)
    ImGui::GetWindowDrawList()->AddTriangleFilled(a, b, c, color);
  else
    ImGui::GetWindowDrawList()->AddTriangle(a, b, c, color, ui.px(1));
}

// A ruler with level 0 at the top.
void ruler(Context& ui, const LodScope& scope, const Area& area) {
  const int last = ui.frame.resolution->effective.level_count - 1;
  const float edge = ui.px(7), x = area.x0 + ui.px(20), step = (area.height() - 2 * edge) / float(last);
  const auto y = [&](int over_256) {
    return area.y0 + edge + step * float(level(std::clamp(over_256, 0, 256 * last)));
  };
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine({x, y(0)}, {x, y(256 * last)}, ui.color().line, ui.px(2));
  draw->AddLine({x, y(scope.rule.lowest)}, {x, y(std::max(scope.rule.lowest, scope.rule.highest))},
                ui.color().dim, ui.px(4));
  const auto [first, second] = levels_of(scope.fetch);
  const int apart = int(std::ceil(ui.px(12) / step)); // minimum distance of digits
  for (int i = 0; i <= last; ++i) {
    const bool read = i == first || i == second;
    const ImU32 ink = read ? ui.color().text : ui.color().dim;
    draw->AddLine({x - ui.px(4), y(256 * i)}, {x, y(256 * i)}, ink, ui.px(read ? 2 : 1));
    if (i % apart == 0) mono_text(ui, {area.x0, y(256 * i) - ui.px(7)}, ink, fmt::format("{:>2}", i));
  }
  mark(ui, {x + ui.px(3), y(scope.lod.given)}, ui.color().dim, false);
  mark(ui, {x + ui.px(3), y(scope.lod.limited)}, ui.color().accent, true);
  ImGui::SetCursorScreenPos({area.x0, area.y0});
  ImGui::Dummy({area.width(), area.height()});
  map_item(ui, "lod.ruler", fmt::format("{} {}", first, second));
  tooltip(ui, text(Text::lod_ruler_help));
}

std::string heading(const Context& ui, const LodScope& scope) {
  if (scope.called == FetchKind::grad)
    return say(Text::lod_pixel, {std::to_string(scope.pixel.x), std::to_string(scope.pixel.y)});
  return text(ui.frame.resolution->effective.projection == Projection::sheet ? Text::lod_sheet
                                                                             : Text::lod_call);
}
} // namespace

void lod_part(Context& ui, const Area& area) {
  if (!ui.frame.pixels.lod) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushTextWrapPos(area.x1 - ImGui::GetWindowPos().x);
    ImGui::SetCursorScreenPos(at);
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::lod_empty), "lod.empty");
    ImGui::PopTextWrapPos();
    return;
  }
  const LodScope& scope = *ui.frame.pixels.lod;
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, heading(ui, scope), "lod.heading");
  const float top = ImGui::GetItemRectMax().y + ui.px(2), gap = ui.px(8);
  const bool has_ruler = ui.frame.resolution->effective.level_count > 1;
  const float side = std::max(ui.px(40), std::min(area.y1 - top, 0.36f * area.width()));
  const Area picture = {area.x0, top, area.x0 + side, top + side};
  const Area levels = {picture.x1 + gap, top, picture.x1 + gap + (has_ruler ? ui.px(34) : 0), picture.y1};
  lod_picture(ui, scope, picture);
  if (has_ruler) ruler(ui, scope, levels);
  numbers(ui, scope, {levels.x1 + gap, top, area.x1, area.y1});
}
} // namespace texelscope::ui
