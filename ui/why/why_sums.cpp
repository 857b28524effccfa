// WHY's sums: how each component of the result is added up, step by step.
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
void step_row(Context& ui, const Explanation& e, const SumTrace& sum, const SumTrace::Step& step,
              const std::string& name, bool wide) {
  const bool adds = step.tap == SumTrace::Step::addition;
  const float x = ImGui::GetCursorScreenPos().x;
  const std::string means = brief_number(step_value(sum, step.sum, step.unit), 6);
  const std::string all =
      fmt::format("{} x 2^{} = {:.10g}", step.sum, step.unit, step_value(sum, step.sum, step.unit));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim,
            adds ? "+" : std::to_string(e.texel_number(step.tap)));
  tooltip(ui, adds ? text(Text::explain_added) : std::string());
  if (!adds) {
    ImGui::SameLine();
    fact_right(ui, {std::to_string(step.product), name + ".product"}, x + ui.px(wide ? 112 : 82));
  }
  ImGui::SameLine();
  const float sum_end = wide ? right_edge() : x + ui.px(160);
  fact_right(ui, {std::to_string(step.sum), name + ".sum", 0, all}, sum_end);
  if (!wide) ImGui::SameLine();
  fact_right(ui,
             {wide ? fmt::format("2^{} = {}", step.unit, means) : means, name, ui.color().dim,
              fmt::format("{:.10g}", step_value(sum, step.sum, step.unit))},
             right_edge());
}

void headings(Context& ui, bool wide) {
  const float x = ImGui::GetCursorScreenPos().x;
  const auto at = [&](Text title, Text help, float x1) {
    heading_right(ui, text(title), x1, text(help));
    ImGui::SameLine();
  };
  at(Text::why_product, Text::why_product_help, x + ui.px(wide ? 112 : 82));
  at(Text::why_so_far, Text::why_so_far_help, wide ? right_edge() : x + ui.px(160));
  if (!wide) at(Text::explain_means, Text::why_means_help, right_edge());
  ImGui::NewLine();
}

void sum_rows(Context& ui, const Explanation& e, const SumTrace& sum, const std::string& name) {
  const bool wide = sum.largest_code == 0; // floats and integers have large counts
  headings(ui, wide);
  for (std::size_t i = 0; i < sum.steps.size(); ++i)
    step_row(ui, e, sum, sum.steps[i], fmt::format("{}.{}", name, i), wide);
  if (sum.largest_wide != 0)
    paragraph(ui, ui.color().text,
              say(Text::explain_wide, {std::to_string(sum.wide), std::to_string(sum.largest_wide)}),
              "why." + name + ".end");
  else if (sum.digits != 0)
    paragraph(ui, ui.color().text, say(Text::explain_digits, {std::to_string(sum.digits)}),
              "why." + name + ".end");
}
} // namespace

void why_sums(Context& ui, const Explanation& e) {
  for (std::size_t i = 0; i < std::size_t(e.word_count); ++i) {
    const SumTrace& sum = e.components[i].sum;
    if (sum.steps.empty()) continue; // one unfiltered texel
    const std::string name = fmt::format("sum.{}", i);
    if (fold(ui, name, say(Text::explain_sum_of, {word_name(e, i)}), component_text(e.components[i]), i == 0,
             text(Text::why_sum_help)))
      sum_rows(ui, e, sum, name);
  }
}

} // namespace texelscope::ui
