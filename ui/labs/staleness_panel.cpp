// STALENESS: which fetches of a written texel still return its old value, and what is guaranteed.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/choices.h"

namespace texelscope::ui {

using namespace staleness;

namespace {
void controls(Context& ui) {
  Combination& requested = ui.state.labs.staleness;
  Choices choices(ui);
  choices.add("staleness.write", Text::lab_written_by, requested.write);
  choices.add("staleness.read", Text::lab_fetched_by, requested.read);
  choices.add("staleness.reader", Text::lab_reader, requested.reader);
  choices.add_switch("staleness.warmed", Text::lab_warm, Text::stale_warmed_help, requested.warmed);
  choices.add_switch("staleness.fenced", Text::lab_fence, Text::stale_fenced_help, requested.fenced);
  choices.add_switch("staleness.relaunched", Text::lab_next_launch, Text::stale_relaunched_help,
                     requested.relaunched);
  ImGui::SameLine(0, ui.px(16));
  if (button(ui, "staleness.again", text(Text::stale_again), text(Text::stale_again_help)))
    ++ui.state.labs.staleness_round;
}

// Draws runs of stale texels over a background of fresh ones.
void draw_texels(Context& ui, const Result& result, const Area& a, float texel) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1), ui.color().hover);
  for (int y = 0; y < result.height; ++y)
    for (int x = 0; x < result.width;) {
      const bool stale = result.is_stale(x, y);
      int end = x + 1;
      while (end < result.width && result.is_stale(end, y) == stale)
        ++end;
      const float top = a.y0 + float(y) * texel;
      if (stale)
        draw->AddRectFilled(ImVec2(a.x0 + float(x) * texel, top),
                            ImVec2(a.x0 + float(end) * texel, top + texel), ui.color().amber);
      x = end;
    }
  if (texel < 4) return;
  for (int i = 1; i < result.width; ++i)
    draw->AddLine(ImVec2(a.x0 + float(i) * texel, a.y0), ImVec2(a.x0 + float(i) * texel, a.y1),
                  ui.color().panel);
  for (int i = 1; i < result.height; ++i)
    draw->AddLine(ImVec2(a.x0, a.y0 + float(i) * texel), ImVec2(a.x1, a.y0 + float(i) * texel),
                  ui.color().panel);
}

void texel_text(Context& ui, const Result& result, int x, int y) {
  const auto texel = std::uint32_t(y * result.width + x);
  const bool stale = result.is_stale(x, y);
  tooltip(ui, say(stale ? Text::stale_texel_stale : Text::stale_texel_fresh,
                  {std::to_string(x), std::to_string(y), fmt::format("{:08x}", old_value(texel)),
                   fmt::format("{:08x}", new_value(texel))}));
}

void texels(Context& ui, const Result& result, float side) {
  const float texel = std::max(1.0f, std::floor(side / float(std::max(result.width, result.height))));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Area a = {at.x, at.y, at.x + texel * float(result.width), at.y + texel * float(result.height)};
  draw_texels(ui, result, a, texel);
  ImGui::InvisibleButton("texels", ImVec2(a.width(), a.height()));
  map_item(ui, "staleness.texels",
           say(Text::stale_counts,
               {std::to_string(result.stale), std::to_string(result.fresh), std::to_string(result.other)}));
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int x = std::clamp(int((mouse.x - a.x0) / texel), 0, result.width - 1);
  const int y = std::clamp(int((mouse.y - a.y0) / texel), 0, result.height - 1);
  if (result.other == 0) texel_text(ui, result, x, y); // otherwise a texel that is not stale may be neither
}

void legend_row(Context& ui, const char* name, ImU32 color, int count, Text meaning) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float x = ImGui::GetCursorPosX();
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + ui.px(3)),
                                            ImVec2(at.x + ui.px(11), at.y + ui.px(14)), color, ui.px(2));
  ImGui::SetCursorPosX(x + ui.px(18));
  draw_text(ui, ui.theme.fonts.mono, ui.color().text, fmt::format("{:>5}", count), name);
  ImGui::SameLine(x + ui.px(70));
  paragraph(ui, ui.color().dim, text(meaning), {});
}

void headline(Context& ui, const Result& result) {
  const std::string all = std::to_string(result.texels);
  const bool none = result.stale == 0;
  std::string shown =
      none ? say(result.other == 0 ? Text::stale_headline_none : Text::stale_headline_other, {all})
           : say(Text::stale_headline, {std::to_string(result.stale), all});
  ImGui::PushTextWrapPos(0);
  draw_text(ui, ui.theme.fonts.text, none ? ui.color().text : ui.color().amber, shown, "staleness.headline");
  ImGui::PopTextWrapPos();
}

// The steps of the kernel.
void steps(Context& ui, const Combination& c) {
  std::vector<std::string> all;
  if (c.warmed) all.push_back(say(Text::stale_step_warm, {label(c.read)}));
  all.push_back(say(Text::stale_step_write, {label(c.write)}));
  if (c.fenced) all.push_back(text(Text::stale_step_fence));
  all.push_back(say(Text::stale_step_fetch, {label(c.reader), label(c.read)}));
  if (c.relaunched) all.push_back(text(Text::stale_step_relaunch));
  for (std::size_t i = 0; i < all.size(); ++i)
    paragraph(ui, ui.color().text, fmt::format("{}  {}", i + 1, all[i]), fmt::format("staleness.step.{}", i));
}

void explanation(Context& ui, const StalenessFound& found) {
  headline(ui, found.result);
  legend_row(ui, "staleness.stale", ui.color().amber, found.result.stale, Text::stale_legend_stale);
  legend_row(ui, "staleness.fresh", ui.color().hover, found.result.fresh, Text::stale_legend_fresh);
  legend_row(ui, "staleness.other", ui.color().red, found.result.other, Text::stale_legend_other);
  section(ui, Text::stale_title_rule);
  paragraph(ui, ui.color().text, text(rule(found.requested)), "staleness.rule");
  section(ui, Text::stale_title_steps);
  steps(ui, found.requested);
  section(ui, Text::stale_title_source);
  const Result& r = found.result;
  paragraph(ui, ui.color().text,
            found.simulated ? text(Text::stale_simulated)
                            : say(Text::stale_measured, {ui.frame.backend->device, std::to_string(r.width),
                                                         std::to_string(r.height)}),
            "staleness.source");
}
} // namespace

void staleness_panel(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  controls(ui);
  ImGui::PopFont();
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  const Combination& requested = ui.state.labs.staleness;
  const auto& finding = ui.frame.labs->staleness;
  if (const auto reason = obstacle(requested.write, requested.read))
    return paragraph(ui, ui.color().red, std::string(text(Text::mark_of_refused)) + " " + text(*reason),
                     "staleness.obstacle");
  if (!finding.failure.empty()) return paragraph(ui, ui.color().red, finding.failure, "staleness.failure");
  if (!finding.found) return paragraph(ui, ui.color().dim, text(Text::stale_running), "staleness.running");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float side = std::min({room.y, room.x * 0.52f, ui.px(640)});
  ImGui::BeginGroup();
  texels(ui, finding.found->result, side);
  ImGui::EndGroup();
  ImGui::SameLine(0, ui.px(16));
  ImGui::BeginChild("explanation", ImVec2(std::min(ImGui::GetContentRegionAvail().x, ui.px(520)), 0));
  explanation(ui, *finding.found);
  ImGui::EndChild();
}

} // namespace texelscope::ui
