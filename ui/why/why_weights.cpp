// WHY's measured weights: those that a machine itself gives to each texel, beside the model's.
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
// The right edges of the columns, from the panel's: the model's weight and the measured one; the difference
// is at the panel's edge.
constexpr float model_column = 128, measured_column = 58;

std::string summary(const AsyncResult<MachineWeights>& weights) {
  if (!weights.found) return {};
  if (weights.found->found.equal()) return text(Text::why_weights_equal);
  std::size_t differ = 0;
  for (const MeasuredTexel& texel : weights.found->found.texels)
    differ += !texel.of_model || !texel.equal();
  return say(Text::why_weights_differ, {std::to_string(differ)});
}

// Else OpenGL's sampler.
bool measures_gpu(const Context& ui) {
  return ui.frame.backend->kind == BackendKind::cuda && !ui.state.why.opengl;
}

std::string difference_text(double difference) {
  const bool tiny = std::abs(difference) < 0.0005 && difference != 0;
  return tiny ? fmt::format("{:+.0e}", difference) : fmt::format("{:+.3f}", difference);
}

// The GPU that draws the picture, or OpenGL.
void machine_choice(Context& ui) {
  if (ui.frame.backend->kind != BackendKind::cuda) return;
  ImGui::PushFont(ui.theme.fonts.small);
  const Segment machines[] = {{text(Text::scope_cuda), "cuda", text(Text::why_weights_cuda_help), {}},
                              {text(Text::scope_opengl), "opengl", text(Text::why_weights_opengl_help), {}}};
  int chosen = ui.state.why.opengl ? 1 : 0;
  if (segments(ui, "why.machine", machines, 2, chosen, ImGui::GetContentRegionAvail().x))
    ui.state.why.opengl = chosen == 1;
  ImGui::PopFont();
}

void headings(Context& ui, const MeasuredWeights& found) {
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::explain_texel));
  ImGui::SameLine();
  heading_right(ui, say(Text::why_weights_model, {std::to_string(1 << found.weight_bits)}),
                right_edge() - ui.px(model_column), text(Text::why_weight_help));
  ImGui::SameLine();
  heading_right(ui, text(Text::why_weights_measured), right_edge() - ui.px(measured_column),
                text(Text::why_weights_measured_help));
  ImGui::SameLine();
  heading_right(ui, text(Text::why_weights_difference), right_edge(),
                text(Text::why_weights_difference_help));
}

void texel_row(Context& ui, const Explanation& e, const MeasuredWeights& found, std::size_t i) {
  const MeasuredTexel& texel = found.texels[i];
  const std::string name = fmt::format("measured.{}", i);
  const double weight = std::ldexp(texel.weight, found.weight_bits);
  const bool equal = texel.of_model && texel.equal();
  const ImU32 ink = equal || !measures_gpu(ui) ? ui.color().text : ui.color().red; // the model is the GPU's
  fact(ui, {measured_text(e, texel, true), name, 0,
            fmt::format("{} {:.9g}/{}", measured_text(e, texel), weight, 1 << found.weight_bits)});
  ImGui::SameLine();
  fact_right(ui,
             {texel.of_model ? std::to_string(texel.model_weight) : text(Text::no_number), name + ".model"},
             right_edge() - ui.px(model_column));
  ImGui::SameLine();
  fact_right(ui, {fmt::format("{:.4f}", weight), name + ".weight", ink, fmt::format("{:.17g}", weight)},
             right_edge() - ui.px(measured_column));
  ImGui::SameLine();
  const double difference = weight - texel.model_weight;
  fact_right(ui,
             {equal ? "=" : difference_text(difference), name + ".difference", equal ? ui.color().dim : ink,
              fmt::format("{:+.9g}", difference)},
             right_edge());
}
} // namespace

void why_weights(Context& ui, const Explanation& e) {
  const AsyncResult<MachineWeights>& weights = ui.frame.pixels.weights;
  if (!fold(ui, weights_fold, text(Text::why_weights), summary(weights), false, text(Text::why_weights_help)))
    return;
  machine_choice(ui);
  if (!weights.failure.empty()) return paragraph(ui, ui.color().dim, weights.failure, "why.weights.failure");
  if (!weights.found) return paragraph(ui, ui.color().dim, text(Text::why_weights_busy), "why.weights.busy");
  const MeasuredWeights& found = weights.found->found;
  paragraph(ui, ui.color().dim, say(Text::why_weights_machine, {weights.found->machine}),
            "why.weights.machine");
  headings(ui, found);
  for (std::size_t i = 0; i < found.texels.size(); ++i)
    texel_row(ui, e, found, i);
  const auto sentences = weights_sentences(found);
  for (std::size_t i = 0; i < sentences.size(); ++i)
    paragraph(ui, ui.color().text, sentences[i], fmt::format("why.weights.{}", i));
}

} // namespace texelscope::ui
