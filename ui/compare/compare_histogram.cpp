// The distribution of the differences.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/compare/compare_rows.h"
#include "ui/widgets/axes.h"

namespace texelscope::ui {

namespace {
double bar_share(std::int64_t count, std::int64_t most, bool logarithmic) {
  if (count == 0 || most == 0) return 0;
  return logarithmic ? std::log1p(double(count)) / std::log1p(double(most)) : double(count) / double(most);
}

// Draws a stepped line for each channel, on `base`.
void channel_steps(Context& ui, const Histogram& h, const ImVec2& at, float width, float base) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::int64_t most = 0;
  for (const auto& counts : h.counts)
    for (const std::int64_t count : counts)
      most = std::max(most, count);
  for (std::size_t c = 0; c < 4; ++c) {
    const float step = width / float(std::max<std::size_t>(1, h.counts[c].size()));
    for (std::size_t i = 0; i < h.counts[c].size(); ++i) {
      const float share = float(bar_share(h.counts[c][i], most, h.powers));
      if (share == 0) continue;
      const float x = at.x + step * float(i),
                  top = base - std::max(ui.px(1), share * (base - at.y - ui.px(2)));
      draw->AddRectFilled(ImVec2(x, top), ImVec2(x + std::max(1.0f, step - 1), base),
                          with_alpha(ui.color().channel[c], 0.55f));
    }
  }
}
} // namespace

void compare_histogram(Context& ui, const CompareFound& found, float height) {
  const Histogram& h = ui.state.compare.logarithmic ? found.powers : found.linear;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, base = at.y + height - ui.px(15);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, ImVec2(at.x + width, base), ui.color().window, ui.px(3));
  channel_steps(ui, h, at, width, base);
  const std::string low = h.powers ? fmt::format("2^{}", h.first_power) : fmt::format("{:.3g}", -h.reach);
  const std::string high =
      h.powers ? fmt::format("2^{}", h.first_power + max_powers - 1) : fmt::format("{:+.3g}", h.reach);
  const auto mark = [&](float x, const std::string& content) {
    const float w = mono_width(ui, content);
    mono_text(ui, {std::clamp(x - w / 2, at.x, at.x + width - w), base + ui.px(1)}, ui.color().dim, content);
  };
  mark(at.x + (h.powers ? ui.px(40) : 0), low);
  mark(at.x + width, high);
  mark(h.powers ? at.x : at.x + width / 2, text(Text::compare_histogram_zero));
  ImGui::Dummy(ImVec2(width, height));
  map_item(ui, "compare.histogram", say(Text::compare_map_scale, {low, high}));
  tooltip(ui, text(h.powers ? Text::compare_log_help : Text::compare_linear_help));
}

} // namespace texelscope::ui
