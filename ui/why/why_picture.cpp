// WHY's picture: the value, and the four steps from the coordinate to it, drawn from the table of the fetch.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/base/half.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/why/why_cells.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
constexpr float swatch_side = 38, bar_height = 20;

// The components of the picture's pixel: those that the backend returned, else the model's.
TexelBits shown_bits(const Explanation& e) {
  return e.returned ? *e.returned : e.handed;
}

void word(Context& ui, const Explanation& e, std::size_t i, ImVec2 at, float bits_end) {
  const bool gathers = e.function == FetchKind::gather, floating = e.effective.result == ResultType::floating;
  const std::uint32_t bits = shown_bits(e)[i];
  const std::string name = gathers ? fmt::format("value.{}", i) : std::string("value.") + "rgba"[i];
  const std::string full = floating ? number_text(double(bits_float(bits))) : value_text(e, bits);
  const std::string brief =
      floating && std::isfinite(bits_float(bits)) ? brief_number(double(bits_float(bits)), 6) : full;
  ImGui::SetCursorScreenPos(at);
  draw_text(ui, ui.theme.fonts.mono_small, word_color(ui, e, i), word_name(e, i));
  ImGui::SameLine(0, ui.px(6));
  fact(ui, {brief, name, ui.color().text, full});
  if (!ui.state.why.hex) return;
  ImGui::SameLine();
  fact_right(ui, {fmt::format("{:08x}", bits), "bits." + std::to_string(i), ui.color().dim}, bits_end);
}

// The color and all components: in two columns, or with their bits in one.
void value(Context& ui, const Explanation& e, const FetchPicture& picture) {
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = ui.px(swatch_side), left = at.x + side + ui.px(10), right = right_edge(),
              line = ui.px(18);
  if (picture.color) paint_swatch(ui, at, side, *picture.color);
  const std::size_t columns = ui.state.why.hex || e.handed_count == 1 ? 1 : 2;
  const auto count = std::size_t(e.handed_count);
  for (std::size_t i = 0; i < count; ++i)
    word(ui, e, i,
         ImVec2(left + float(i % columns) * std::floor((right - left) / 2),
                at.y + ui.px(3) + float(i / columns) * line),
         right);
  const auto lines = float((count + columns - 1) / columns);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(1, std::max(side, lines * line) + ui.px(2)));
}

// "1  coordinate", and a remark at its right.
void heading(Context& ui, int number, const std::string& title, const std::string& remark = {}) {
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, std::to_string(number));
  ImGui::SameLine(x + ui.px(picture_indent));
  draw_text(ui, ui.theme.fonts.small, ui.color().text, title, fmt::format("why.picture.step.{}", number));
  if (remark.empty()) return;
  ImGui::SameLine();
  const ImVec2 size =
      ui.theme.fonts.mono_small->CalcTextSizeA(ui.theme.fonts.mono_small->FontSize, 1e9f, 0, remark.c_str());
  const float from = right_edge() - size.x;
  if (from < ImGui::GetItemRectMax().x + ui.px(8)) return ImGui::NewLine();
  ImGui::SetCursorScreenPos(ImVec2(std::floor(from), ImGui::GetCursorScreenPos().y));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, remark);
}

struct Piece {
  std::string shown;
  ImU32 color;
};

// The line of an axis: its coordinate, what the address mode did, and at the right the position in texels.
std::vector<Piece> axis_pieces(const Context& ui, const PictureAxis& axis, int digits, ImU32 ink) {
  std::vector<Piece> pieces = {{axis.name, ink}, {brief_number(axis.given, digits), ui.color().text}};
  const bool border = !axis.action.empty() && !axis.landed;
  if (!axis.action.empty() || axis.landed)
    pieces.push_back({axis.action.empty() ? "→" : axis.action + " →", ui.color().dim});
  if (border) pieces.push_back({text(Text::picture_outside), ui.color().text});
  if (axis.landed) pieces.push_back({brief_number(*axis.landed, digits), ui.color().text});
  return pieces;
}

void axis_line(Context& ui, const PictureAxis& axis, std::size_t i) {
  const ImU32 inks[] = {ui.color().axis_x, ui.color().axis_y, ui.color().text};
  ImFont* font = ui.theme.fonts.mono_small;
  const auto width_of = [&](const std::string& shown) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x;
  };
  const float gap = ui.px(7), room = ImGui::GetContentRegionAvail().x - ui.px(picture_indent);
  for (int digits = 6; digits >= 3; --digits) {
    const std::vector<Piece> pieces = axis_pieces(ui, axis, digits, inks[i]);
    const std::string position = axis.texel_name + " " + brief_number(axis.position, digits);
    float width = width_of(position);
    std::string all;
    for (const Piece& piece : pieces) {
      width += width_of(piece.shown) + gap;
      all += piece.shown + " ";
    }
    if (width > room && digits > 3) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float x = at.x + ui.px(picture_indent);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    for (const Piece& piece : pieces) {
      draw->AddText(font, font->FontSize, ImVec2(x, at.y), piece.color, piece.shown.c_str());
      x += width_of(piece.shown) + gap;
    }
    draw->AddText(font, font->FontSize, ImVec2(std::floor(right_edge() - width_of(position)), at.y),
                  ui.color().text, position.c_str());
    ImGui::Dummy(ImVec2(ImGui::GetContentRegionAvail().x, font->FontSize));
    map_item(ui, fmt::format("why.picture.axis.{}", i), all + position);
    tooltip(ui, fmt::format("{} {:.9g}\n{} {:.9g}", axis.name, axis.given, axis.texel_name, axis.position),
            text(Text::why_position_help));
    return;
  }
}

void coordinate(Context& ui, const FetchPicture& picture) {
  heading(ui, 1, text(Text::picture_coordinate), picture.function);
  for (const PictureFact& fact : picture.facts) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(picture_indent));
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, fact.label + " " + fact.value);
  }
  for (std::size_t i = 0; i < picture.axes.size(); ++i)
    axis_line(ui, picture.axes[i], i);
}

// The color of a level's heaviest texel.
const Rgb* color_of_level(const FetchPicture& picture, int level) {
  const PictureTexel* heaviest = nullptr;
  for (const PictureFootprint& footprint : picture.footprints)
    for (const PictureTexel& texel : footprint.texels)
      if (footprint.level == level && texel.color && (heaviest == nullptr || texel.weight > heaviest->weight))
        heaviest = &texel;
  return heaviest != nullptr ? &*heaviest->color : nullptr;
}

void levels(Context& ui, int number, const FetchPicture& picture) {
  heading(ui, number, levels_title(picture));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float x0 = at.x + ui.px(picture_indent), width = right_edge() - x0, height = ui.px(bar_height);
  float x = x0;
  for (std::size_t i = 0; i < picture.levels.size(); ++i) {
    const PictureLevel& level = picture.levels[i];
    const bool last = i + 1 == picture.levels.size();
    const float end = last ? x0 + width : std::floor(x + width * float(level.weight / 256));
    const Area area = {x, at.y, end, at.y + height};
    const std::string share = weight_256ths(level.weight) + "/256";
    paint_share(ui, area, color_of_level(picture, level.level), level_name(level.level) + "  " + share,
                std::to_string(level.level));
    map_rect(ui, fmt::format("why.picture.level.{}", i), area, fmt::format("{} {}", level.level, share));
    x = end;
  }
  ImGui::Dummy(ImVec2(1, height));
}

void sum(Context& ui, int number, const FetchPicture& picture) {
  const std::string line = sum_line(picture);
  if (line.empty() || picture.error.cause == ErrorCause::gathered) return;
  heading(ui, number, sum_title(picture));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(picture_indent));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, line, "why.picture.sum");
}

// The sentence, on a ground of its own.
void closing(Context& ui, const FetchPicture& picture) {
  const std::string& sentence = picture.error.sentence;
  ImGui::Dummy(ImVec2(1, ui.px(3)));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float pad = ui.px(8), width = ImGui::GetContentRegionAvail().x;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->ChannelsSplit(2);
  draw->ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos(ImVec2(at.x + pad, at.y + ui.px(5)));
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2 * pad);
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.color().text);
  ImGui::TextUnformatted(
      whole_numbers(*ui.theme.fonts.small, breakable(ui.theme, sentence), width - 2 * pad).c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  map_item(ui, "why.picture.error", sentence);
  const float end = ImGui::GetItemRectMax().y + ui.px(5);
  draw->ChannelsSetCurrent(0);
  draw->AddRectFilled(at, ImVec2(at.x + width, end), ui.color().control, ui.px(4));
  draw->ChannelsMerge();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(width, end - at.y + ui.px(2)));
}
} // namespace

ImU32 word_color(const Context& ui, const Explanation& e, std::size_t word) {
  const auto channel = e.function == FetchKind::gather ? std::size_t(e.at.component) : word;
  return ui.color().channel[channel];
}

void why_picture(Context& ui, const FetchExplanation& explanation) {
  const Explanation& e = explanation.fetch;
  const FetchPicture& picture = explanation.picture;
  if (!e.empty) {
    if (e.has_values || e.returned) value(ui, e, picture);
    int number = 1;
    coordinate(ui, picture);
    if (!picture.levels.empty()) levels(ui, ++number, picture);
    heading(ui, ++number, texels_title(picture));
    why_cells(ui, e, picture);
    sum(ui, ++number, picture);
  }
  closing(ui, picture);
}

} // namespace texelscope::ui
