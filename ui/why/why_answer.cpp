// The first and the last part of WHY: the value with sentences that explain it, and its error.
#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/base/half.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
ImU32 word_color(const Context& ui, const Explanation& e, std::size_t word) {
  const auto channel = e.function == FetchKind::gather ? std::size_t(e.at.component) : word;
  return ui.color().channel[channel];
}

// The components of the picture's pixel: those that the backend returned, else the model's.
TexelBits shown_bits(const Explanation& e) {
  return e.returned ? *e.returned : e.handed;
}

std::string values_name(const Explanation& e, std::size_t word) {
  return e.function == FetchKind::gather ? fmt::format("value.{}", word)
                                         : std::string("value.") + "rgba"[word];
}

void value(Context& ui, const Explanation& e, std::size_t i) {
  const std::uint32_t bits = shown_bits(e)[i];
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.mono, word_color(ui, e, i), word_name(e, i));
  ImGui::SameLine(x + ui.px(e.function == FetchKind::gather ? 34 : 18));
  const std::string value = e.effective.result == ResultType::floating ? number_text(double(bits_float(bits)))
                                                                       : value_text(e, bits);
  draw_text(ui, ui.theme.fonts.mono, ui.color().text, value, "why." + values_name(e, i));
  if (!ui.state.why.hex) return;
  ImGui::SameLine();
  fact_right(ui, {fmt::format("{:08x}", bits), "bits." + std::to_string(i), ui.color().dim}, right_edge());
}

// The first channel that the picture shows.
std::size_t first_shown(const Context& ui, const Explanation& e) {
  if (e.function == FetchKind::gather) return 0;
  for (std::size_t i = 0; i < std::size_t(e.handed_count); ++i)
    if (ui.session.view.show_channel[i]) return i;
  return 0;
}

// Shows one channel, and the others if they are unfolded.
void values(Context& ui, const Explanation& e) {
  const std::size_t count = std::size_t(e.handed_count), shown = first_shown(ui, e);
  const bool all = shows_details(ui);
  for (std::size_t i = 0; i < count; ++i)
    if (all || i == shown) value(ui, e, i);
  if (all || count < 2) return;
  if (!fold(ui, "channels", text(Text::why_channels), "", false, text(Text::why_channels_help))) return;
  for (std::size_t i = 0; i < count; ++i)
    if (i != shown) value(ui, e, i);
}

// The sentence about the backend is shown here only if it disagrees.
void disagreement(Context& ui, const Explanation& e) {
  if (returned_same(e) || !e.has_values) return;
  for (std::size_t i = 0; i < std::size_t(e.handed_count); ++i)
    if ((*e.returned)[i] != e.handed[i])
      return paragraph(ui, ui.color().red,
                       say(Text::why_differs, {ui.frame.backend->device, word_name(e, i), returned_text(e, i),
                                               value_text(e, e.handed[i])}),
                       "why.differs");
}

void error_rows(Context& ui, const Explanation& e, std::size_t i) {
  const ExplainedComponent& w = e.components[i];
  const std::string end = std::string(".") + "rgba"[i];
  const auto number = [](double value) { return brief_number(value, 6, true); };
  const auto row = [&](Text label, const char* name, std::string shown, Text help, std::string full = {}) {
    fact_row(ui, text(label), {std::move(shown), name + end, 0, std::move(full)}, text(help));
  };
  row(Text::explain_ideal, "ideal", fmt::format("{:.12g}", w.ideal), Text::why_ideal_help,
      fmt::format("{:.17g}", w.ideal));
  if (w.specified)
    row(Text::explain_specified, "specified", fmt::format("{:.12g}", *w.specified), Text::why_specified_help,
        fmt::format("{:.17g}", *w.specified));
  row(Text::explain_error, "error", number(w.value - w.ideal), Text::why_error_help,
      fmt::format("{:+.17g}", w.value - w.ideal));
  if (!e.anisotropic()) {
    row(Text::why_of_weights, "error.weights", number(w.weights_error), Text::why_of_weights_help);
    row(Text::why_of_sum, "error.sum", number(w.sum_error), Text::why_of_sum_help);
  }
  if (w.steps) row(Text::explain_steps, "steps", fmt::format("{:+}", *w.steps), Text::why_steps_help);
}

std::string error_summary(const Explanation& e) {
  std::size_t worst = 0;
  const auto error = [&](std::size_t i) { return std::abs(e.components[i].value - e.components[i].ideal); };
  for (std::size_t i = 1; i < std::size_t(e.word_count); ++i)
    if (error(i) > error(worst)) worst = i;
  return fmt::format("{} {:+.3g}", word_name(e, worst),
                     e.components[worst].value - e.components[worst].ideal);
}

// Compares the value that the backend returned with the model's.
void backend_rows(Context& ui, const Explanation& e) {
  const bool cpu = ui.frame.backend->kind == BackendKind::cpu;
  const Text nothing = !e.pixel ? Text::why_between_pixels : Text::why_not_returned;
  if (!e.returned) return paragraph(ui, ui.color().dim, text(nothing), "why.returned");
  const bool same = returned_same(e);
  paragraph(ui, same ? ui.color().text : ui.color().red,
            same ? say(cpu ? Text::why_same_cpu : Text::why_same_device, {ui.frame.backend->device})
                 : text(Text::why_other),
            "why.returned");
  for (std::size_t i = 0; !same && i < std::size_t(e.handed_count); ++i)
    fact_row(ui, word_name(e, i),
             {fmt::format("{:08x} {}", (*e.returned)[i], returned_text(e, i)),
              std::string("returned.") + "rgba"[i]});
}
} // namespace

void why_answer(Context& ui, const FetchExplanation& explanation) {
  const Explanation& e = explanation.fetch;
  if (!e.empty && (e.has_values || e.returned)) values(ui, e);
  disagreement(ui, e);
  if (e.slab_samples > 0 && !e.empty)
    paragraph(ui, ui.color().text,
              say(Text::explain_slab, {std::to_string(e.slab_samples / 2 + 1), std::to_string(e.slab_samples),
                                       label(e.effective.slab)}),
              "why.slab");
  for (std::size_t i = 0; i < explanation.reasons.size(); ++i)
    paragraph(ui, ui.color().text, explanation.reasons[i], fmt::format("why.reason.{}", i));
  ImGui::Dummy(ImVec2(1, ui.px(3)));
}

void why_result(Context& ui, const Explanation& e) {
  if (!fold(ui, "result", text(Text::explain_result), error_summary(e), true, text(Text::why_result_help)))
    return;
  for (std::size_t i = 0; i < std::size_t(e.word_count); ++i) {
    draw_text(ui, ui.theme.fonts.mono_small, word_color(ui, e, i), word_name(e, i));
    ImGui::SameLine(ui.px(94));
    const std::string shown = component_text(e.components[i]),
                      full = fmt::format("{} {:08x}", shown, e.components[i].bits);
    fact(ui, {ui.state.why.hex ? full : shown, std::string("result.") + "rgba"[i], 0, full});
    error_rows(ui, e, i);
  }
  if (e.anisotropic()) paragraph(ui, ui.color().dim, text(Text::explain_no_ideal));
  backend_rows(ui, e);
}

} // namespace texelscope::ui
