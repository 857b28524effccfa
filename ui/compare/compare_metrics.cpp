// The numbers of a comparison.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/compare/compare_rows.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
// Rows of name and number in two columns. `value` can be clicked if a click has an effect.
class MetricRows {
public:
  explicit MetricRows(Context& context) : ui(context) {
    column = std::max(ui.px(150), ImGui::GetContentRegionAvail().x / 2);
  }

  bool add(Text name, Text help, const char* map_name, const std::string& value, ImU32 color = 0) {
    const float x = start + (count++ % 2 == 0 ? 0 : column);
    if (count % 2 == 0) ImGui::SameLine(x);
    ImGui::SetCursorPosX(x);
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(name));
    tooltip(ui, text(help));
    ImGui::SameLine(x + ui.px(72));
    draw_text(ui, ui.theme.fonts.mono_small, color != 0 ? color : ui.color().text, value,
              std::string("compare.") + map_name);
    tooltip(ui, text(help));
    return ImGui::IsItemClicked();
  }

  void end_line() { count += count % 2; } // the next one begins another

private:
  Context& ui;
  float start = ImGui::GetCursorPosX(), column;
  int count = 0;
};

std::string decibels(double value) {
  return std::isnan(value)   ? text(Text::no_number)
         : std::isinf(value) ? "inf dB"
                             : fmt::format("{:.2f} dB", value);
}
std::string short_number(double value, const char* form = "{:.4g}") {
  return std::isnan(value) ? text(Text::no_number) : fmt::format(fmt::runtime(form), value);
}

void pin(Context& ui, const Pixel& pixel) {
  if (const auto position = position_at(ui, pixel)) ui.state.selection.pins.add(*position);
}

// A click goes to the pixel, which WHY then explains.
void largest_row(Context& ui, const Metrics& all, MetricRows& rows) {
  if (!all.largest) {
    rows.add(Text::metric_largest, Text::metric_largest_help, "largest", text(Text::no_number));
    return;
  }
  const LargestError& e = *all.largest;
  if (rows.add(Text::metric_largest, Text::metric_largest_help, "largest",
               fmt::format("{:+.3g}", e.difference), ui.color().accent))
    pin(ui, e.pixel);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImGui::SameLine(0, ui.px(6));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().accent,
            say(Text::compare_place,
                {std::to_string(e.pixel.x), std::to_string(e.pixel.y), channel_name(e.channel)}),
            "compare.largest.place");
  tooltip(ui, text(Text::metric_largest_help));
  if (ImGui::IsItemClicked()) pin(ui, e.pixel);
}
} // namespace

void compare_metrics(Context& ui, const CompareFound& found) {
  const Metrics& all = found.metrics.all;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4), ui.px(2)));
  MetricRows rows(ui);
  largest_row(ui, all, rows);
  rows.end_line();
  rows.add(Text::metric_different, Text::metric_different_help, "different",
           say(Text::metric_of, {std::to_string(all.different), std::to_string(all.count)}));
  rows.end_line();
  rows.add(Text::metric_mean, Text::metric_mean_help, "mean", short_number(all.mean, "{:+.4g}"));
  rows.add(Text::metric_mean_absolute, Text::metric_mean_absolute_help, "mean_absolute",
           short_number(all.mean_absolute));
  rows.add(Text::metric_rmse, Text::metric_rmse_help, "rmse", short_number(all.rmse));
  rows.add(Text::metric_psnr, Text::metric_psnr_help, "psnr", decibels(all.psnr));
  rows.add(Text::metric_ssim, Text::metric_ssim_help, "ssim", short_number(all.ssim, "{:.6f}"));
  rows.add(Text::metric_ulp, Text::metric_ulp_help, "ulp", std::to_string(all.largest_ulp));
  if (all.nans[0] + all.nans[1] + all.infinities[0] + all.infinities[1] > 0)
    rows.add(
        Text::metric_nonfinite, Text::metric_nonfinite_help, "nonfinite",
        say(Text::metric_nonfinite_counts, {std::to_string(all.nans[0]), std::to_string(all.infinities[0]),
                                            std::to_string(all.nans[1]), std::to_string(all.infinities[1])}));
  ImGui::PopStyleVar();
}

// As much of a reason as fits; its tooltip has the rest.
static void reason(Context& ui, const std::string& why, float room) {
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().amber, elided(ui.theme.fonts.small, why, room),
            "compare.strip.failure");
  tooltip(ui, why);
}

void strip_error(Context& ui, const CompareFound& found, float end) {
  const float room = end - ImGui::GetCursorScreenPos().x;
  for (const std::string* why : {&found.sides[0].failure, &found.sides[1].failure, &found.failure})
    if (!why->empty()) return reason(ui, *why, room);
  if (!found.compared) return;
  const auto& largest = found.metrics.all.largest;
  const std::string shown =
      !largest || largest->difference == 0
          ? std::string("±0")
          : fmt::format("{:+.3g}  ", largest->difference) +
                say(Text::compare_place, {std::to_string(largest->pixel.x), std::to_string(largest->pixel.y),
                                          channel_name(largest->channel)});
  ImFont* font = ui.theme.fonts.mono_small;
  if (font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x > room) return;
  ImGui::AlignTextToFramePadding();
  draw_text(ui, font, ui.frame.compare->computing ? ui.color().dim : ui.color().accent, shown,
            "compare.strip.largest");
  tooltip(ui, text(Text::metric_largest_help));
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemClicked() && largest) pin(ui, largest->pixel);
}

} // namespace texelscope::ui
