// The warp of the chosen pixel in PROFILE: its texels and sectors as a picture, and as numbers, predicted
// beside counted.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/profile_panel.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

using profile::TouchedTexel, profile::WarpCounts, profile::WarpFootprint;

namespace {
constexpr float name_width = 98, warp_column_width = 56,
                warp_numbers_width = name_width + 2 * warp_column_width; // design pixels
constexpr float min_picture = 92, note_height = 34;

// A row of the table: counted values beside predicted ones.
class Table {
public:
  Table(Context& to, float x) : ui(to), left(x) {}

  void heading() {
    cell(name_width, text(Text::warp_predicted), ui.color().dim, "profile.warp.predicted",
         Text::warp_predicted_help, ui.theme.fonts.small);
    cell(name_width + warp_column_width, text(Text::warp_counted), ui.color().dim, "profile.warp.counted",
         Text::warp_counted_help, ui.theme.fonts.small);
    next();
  }
  void row(Text name, Text help, const char* map_name, const std::string& predicted,
           std::optional<double> counted = {}) {
    const std::string map = std::string("profile.warp.") + map_name;
    cell(0, text(name), ui.color().dim, "", help, ui.theme.fonts.small);
    cell(name_width, predicted, ui.color().text, map, help, ui.theme.fonts.mono_small);
    if (counted)
      cell(name_width + warp_column_width, counted_text(*counted), ui.color().text, map + "_counted", help,
           ui.theme.fonts.mono_small);
    next();
  }

private:
  static std::string counted_text(double value) {
    return std::isnan(value) ? text(Text::no_number) : fmt::format("{:6.0f}", value);
  }
  void cell(float x, std::string_view shown, ImU32 ink, const std::string& map, Text help, ImFont* font) {
    ImGui::SetCursorScreenPos({left + ui.px(x), y});
    draw_text(ui, font, ink, shown, map);
    tooltip(ui, text(help));
  }
  void next() { y += ImGui::GetTextLineHeight() + ui.px(1); }

  Context& ui;
  float left, y = ImGui::GetCursorScreenPos().y;
};

std::string whole(std::int64_t value) {
  return fmt::format("{:6}", value);
}

void numbers(Context& ui, const WarpFootprint& found, const std::optional<WarpCounts>& counted) {
  const auto of = [&](double WarpCounts::*which) {
    return counted ? std::optional((*counted).*which) : std::nullopt;
  };
  Table table(ui, ImGui::GetCursorScreenPos().x);
  table.heading();
  table.row(Text::warp_lanes, Text::warp_lanes_help, "lanes", whole(found.lanes));
  table.row(Text::warp_fetched, Text::warp_fetched_help, "fetched", whole(found.fetched));
  table.row(Text::warp_texels, Text::warp_texels_help, "texels", whole(found.texels));
  table.row(Text::warp_sectors, Text::warp_sectors_help, "sectors", whole(found.sectors));
  table.row(Text::warp_lines, Text::warp_lines_help, "lines", whole(found.lines));
  table.row(Text::warp_used, Text::warp_used_help, "used", fmt::format("{:6.1f} %", 100 * found.used));
  table.row(Text::warp_quads, Text::warp_quads_help, "quads", whole(found.quads), of(&WarpCounts::quads));
  table.row(Text::warp_requests, Text::warp_requests_help, "requests", whole(found.requests),
            of(&WarpCounts::requests));
  table.row(Text::warp_quad_sectors, Text::warp_quad_sectors_help, "quad_sectors", whole(found.quad_sectors),
            of(&WarpCounts::sectors));
  table.row(Text::warp_quad_lines, Text::warp_quad_lines_help, "quad_lines", whole(found.quad_lines));
}

// The texels of one plane that lie in touched sectors.
class Plane {
public:
  Plane(const std::vector<TouchedTexel>& moved, int level, int plane) {
    for (const TouchedTexel& texel : moved) {
      if (texel.level != level || texel.plane != plane) continue;
      texels[{texel.x, texel.y}] = &texel;
      box = {std::min(box.x0, float(texel.x)), std::min(box.y0, float(texel.y)),
             std::max(box.x1, float(texel.x + 1)), std::max(box.y1, float(texel.y + 1))};
      read += texel.lanes != 0;
    }
  }
  bool same_sector(const TouchedTexel& texel, int dx, int dy) const {
    const auto beside = texels.find({texel.x + dx, texel.y + dy});
    return beside != texels.end() && beside->second->sector == texel.sector;
  }

  std::map<std::pair<int, int>, const TouchedTexel*> texels;
  Area box = {1e9f, 1e9f, 0, 0}; // in texels
  int read = 0;
};

// Adjacent cache lines have different tints.
bool is_tinted(const TouchedTexel& texel, bool blocks) {
  const std::int64_t line = texel.line();
  return ((blocks ? line ^ line >> 1 : line + texel.y) & 1) != 0;
}

void sector_frame(Context& ui, const Plane& plane, const TouchedTexel& texel, const Area& at) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto side = [&](int dx, int dy, ImVec2 from, ImVec2 to) {
    if (!plane.same_sector(texel, dx, dy)) draw->AddLine(from, to, ui.color().text, ui.px(1));
  };
  side(-1, 0, {at.x0, at.y0}, {at.x0, at.y1});
  side(1, 0, {at.x1, at.y0}, {at.x1, at.y1});
  side(0, -1, {at.x0, at.y0}, {at.x1, at.y0});
  side(0, 1, {at.x0, at.y1}, {at.x1, at.y1});
}

void lane_number(Context& ui, const TouchedTexel& texel, const Area& at) {
  const std::string number = std::to_string(std::countr_zero(texel.lanes));
  ImFont* font = ui.theme.fonts.mono_small;
  const ImVec2 size = font->CalcTextSizeA(ui.px(11), 1e9f, 0, number.c_str());
  if (at.width() < size.x + ui.px(3) || at.height() < size.y) return;
  ImGui::GetWindowDrawList()->AddText(font, ui.px(11),
                                      {(at.x0 + at.x1 - size.x) / 2, (at.y0 + at.y1 - size.y) / 2},
                                      ui.color().text, number.c_str());
}

void texels(Context& ui, const Plane& plane, const Area& a) {
  const float across = plane.box.width(), along = plane.box.height();
  const float scale = std::min({a.width() / across, a.height() / along, ui.px(28)}),
              least = std::max(scale, ui.px(1.5f));
  const float x0 = std::floor((a.x0 + a.x1 - scale * across) / 2),
              y0 = std::floor((a.y0 + a.y1 - scale * along) / 2);
  const bool blocks = is_array(ui.frame.resolution->effective.storage), framed = scale >= ui.px(3);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto place = [&](const TouchedTexel& texel) {
    const float x = x0 + scale * (float(texel.x) - plane.box.x0),
                y = y0 + scale * (float(texel.y) - plane.box.y0);
    return Area{x, y, x + least, y + least};
  };
  for (const auto& [at, texel] : plane.texels) {
    const Area box = place(*texel);
    draw->AddRectFilled({box.x0, box.y0}, {box.x1, box.y1},
                        is_tinted(*texel, blocks) ? ui.color().hover : ui.color().control);
    const float gap = framed ? ui.px(1) : 0;
    if (texel->lanes != 0)
      draw->AddRectFilled({box.x0 + gap, box.y0 + gap}, {box.x1 - gap, box.y1 - gap},
                          with_alpha(ui.color().accent, 0.45f));
  }
  if (!framed) return;
  for (const auto& [at, texel] : plane.texels) {
    sector_frame(ui, plane, *texel, place(*texel));
    if (texel->lanes != 0) lane_number(ui, *texel, place(*texel));
  }
}

// Shows the plane with the first texel that is read.
void picture(Context& ui, const WarpFootprint& found, const Area& a) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({a.x0, a.y0}, {a.x1, a.y1}, ui.color().window, ui.px(4));
  ImGui::SetCursorScreenPos({a.x0, a.y0});
  ImGui::Dummy({a.width(), a.height()});
  tooltip(ui, text(Text::warp_picture_help));
  ImFont* font = ui.theme.fonts.small;
  if (found.moved.empty())
    return draw->AddText(font, ui.px(13), {a.x0 + ui.px(8), a.y0 + ui.px(6)}, ui.color().dim,
                         text(Text::warp_no_texels));
  const TouchedTexel& first = found.moved.front();
  const Plane plane(found.moved, first.level, first.plane);
  const std::string content =
      say(Text::warp_plane, {std::to_string(first.level), std::to_string(first.plane),
                             std::to_string(plane.read), std::to_string(found.texels)});
  const float rim = ui.px(8), width = a.width() - 2 * rim;
  const ImVec2 caption = {a.x0 + rim,
                          a.y1 - ui.px(4) - font->CalcTextSizeA(ui.px(13), 1e9f, width, content.c_str()).y};
  texels(ui, plane, {a.x0 + rim, a.y0 + rim, a.x1 - rim, caption.y - ui.px(4)});
  draw->AddText(font, ui.px(13), caption, ui.color().dim, content.c_str(), nullptr, width);
  map_rect(ui, "profile.warp.picture", a, content);
}

void note(Context& ui, const WarpFrame& frame) {
  if (!frame.on_device)
    paragraph(ui, ui.color().dim, text(Text::warp_cpu), "profile.warp.note");
  else if (frame.counted.busy)
    paragraph(ui, ui.color().dim, text(Text::warp_counting), "profile.warp.note");
  else if (!frame.counted.failure.empty())
    paragraph(ui, ui.color().text, frame.counted.failure, "profile.warp.note");
}
} // namespace

void warp_tools(Context& ui) {
  const WarpFrame* frame = ui.frame.warp;
  const bool counts =
      frame && frame->on_device && frame->predicted && frame->predicted->lanes > 0 && !frame->counted.busy;
  const bool no_device = frame && !frame->on_device;
  ImGui::SameLine(0, ui.px(6));
  ImGui::BeginDisabled(!counts);
  if (button(ui, "profile.warp.count", text(Text::warp_count),
             text(no_device ? Text::warp_cpu : Text::warp_count_help)))
    run_command(ui, CommandId::profile_count);
  ImGui::EndDisabled();
}

void warp_view(Context& ui, const Area& area) {
  const WarpFrame* frame = ui.frame.warp;
  ImGui::SetCursorScreenPos({area.x0, area.y0});
  const auto empty = [&](Text content) {
    paragraph(ui, ui.color().dim, text(content), "profile.warp.empty");
  };
  if (!frame || !frame->predicted) return empty(Text::warp_hover);
  if (frame->predicted->lanes == 0) return empty(Text::warp_nothing);
  const bool beside = area.width() >= ui.px(warp_numbers_width + 8 + min_picture);
  numbers(ui, *frame->predicted, frame->counted.found);
  const float below = ImGui::GetItemRectMax().y + ui.px(4);
  const Area right = {area.x0 + ui.px(warp_numbers_width + 8), area.y0, area.x1,
                      std::max(below, area.y1 - ui.px(note_height))};
  const Area under = {area.x0, below, area.x1, below + ui.px(1.5f * min_picture)};
  const Area& picture_area = beside ? right : under;
  picture(ui, *frame->predicted, picture_area);
  ImGui::SetCursorScreenPos({area.x0, picture_area.y1 + ui.px(2)});
  note(ui, *frame);
}

} // namespace texelscope::ui
