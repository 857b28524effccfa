// The GPU's counters of a cell: bars in the table, and all of them below it.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/bench_parts.h"

namespace texelscope::ui {

using namespace profile;

namespace {
constexpr float counter_label_width = 118, value_width = 64, gap = 18; // design pixels

std::string texel_text(const Measured& m, Counter counter) {
  const double value = of_texel(*m.counts, counter, m.texels);
  return is_share(counter) ? fmt::format("{:.2f} %", value) : fmt::format("{:.4f}", value);
}

std::string of_launch(const Measured& m, Counter counter) {
  if (is_share(counter)) return metric(counter);
  return say(Text::bench_count_sum, {fmt::format("{:.0f}", (*m.counts)[counter]), metric(counter)});
}

void one_counter(Context& ui, const Measured& m, Counter counter, ImVec2 at) {
  const std::string shown = texel_text(m, counter);
  const float right = at.x + ui.px(counter_label_width + value_width), height = ui.px(15);
  small_text(ui, at, ui.color().dim, label(counter));
  mono_text(ui, {right, at.y + ui.px(1)}, ui.color().text, shown, 1);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({right - at.x, height});
  map_item(ui, "bench.count." + std::string(identifier(counter)), shown);
  tooltip(ui, text(enum_table<Counter>()[std::size_t(counter)].help), of_launch(m, counter));
}
} // namespace

void bench_counters(Context& ui, const Measured& m) {
  paragraph(ui, ui.color().dim, text(Text::bench_counts_each), "bench.counts");
  std::vector<Counter> all;
  for (const EnumEntry& entry : enum_table<Counter>())
    if (m.counts->has(Counter(entry.value))) all.push_back(Counter(entry.value));
  const float step = ui.px(counter_label_width + value_width + gap), line = ui.px(16);
  const std::size_t across =
      std::size_t(std::max(1.0f, (ImGui::GetContentRegionAvail().x + ui.px(gap)) / step));
  const std::size_t down = (all.size() + across - 1) / across; // read down, then across
  const ImVec2 from = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < all.size(); ++i)
    one_counter(ui, m, all[i], {from.x + step * float(i / down), from.y + line * float(i % down)});
  ImGui::SetCursorScreenPos({from.x, from.y + line * float(down)});
}

void bench_share_bar(Context& ui, double share, bool strong) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = at.x - ui.px(4), room = ImGui::GetContentRegionAvail().x + ui.px(8);
  const ImU32 ink = with_alpha(ui.color().series[0], strong ? 0.5f : 0.15f);
  const float wide = room * float(std::clamp(share, 0.0, 1.0));
  ImGui::GetWindowDrawList()->AddRectFilled({left, at.y}, {left + wide, at.y + ImGui::GetTextLineHeight()},
                                            ink);
}

} // namespace texelscope::ui
