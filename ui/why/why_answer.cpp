// WHY in sentences and buttons: the reasons, what helps, and the result beside the ideal.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
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
  const ExplainedComponent& shown = e.components[e.shown];
  return fmt::format("{} {:+.3g}", word_name(e, e.shown), shown.value - shown.ideal);
}

// Whether the note is about what determines a fetch, and its button helps.
bool helps(const Note& note) {
  return note.kind != NoteKind::no_effect && !note.fix_label.empty() &&
         (note.field.starts_with("texture.") || note.field.starts_with("sampler.") ||
          note.field.starts_with("fetch."));
}

// The shipped body that filters with float weights: it is written for tex2D.
const BodyExample* float_filter(const Context& ui) {
  const Effective& effective = ui.frame.resolution->effective;
  if (ui.frame.body == nullptr || effective.dimension != Dimension::d2 ||
      effective.function != FetchKind::plain || !ui.session.fetch.body.empty())
    return nullptr;
  const auto is_filter = [](const BodyExample& one) {
    return one.name.find("bilinear-in-float") != std::string::npos;
  };
  const auto found = std::ranges::find_if(ui.frame.body->examples, is_filter);
  return found != ui.frame.body->examples.end() ? &*found : nullptr;
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

void why_disagreement(Context& ui, const Explanation& e, const std::string& who) {
  if (returned_same(e) || !e.has_values) return;
  for (std::size_t i = 0; i < std::size_t(e.handed_count); ++i)
    if ((*e.returned)[i] != e.handed[i])
      return paragraph(
          ui, ui.color().red,
          say(Text::why_differs, {who, word_name(e, i), returned_text(e, i), value_text(e, e.handed[i])}),
          "why.differs");
}

void why_reasons(Context& ui, const FetchExplanation& explanation) {
  for (std::size_t i = 0; i < explanation.reasons.size(); ++i)
    paragraph(ui, ui.color().text, explanation.reasons[i], fmt::format("why.reason.{}", i));
  ImGui::Dummy(ImVec2(1, ui.px(3)));
}

void why_cures(Context& ui, const FetchPicture& picture) {
  std::vector<const Note*> notes;
  for (const Note& note : ui.frame.resolution->notes)
    if (helps(note) &&
        std::none_of(notes.begin(), notes.end(), [&](const Note* other) { return other->fix == note.fix; }))
      notes.push_back(&note);
  ImGui::PushFont(ui.theme.fonts.small);
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const bool refused = notes[i]->kind == NoteKind::refused;
    draw_text(ui, ui.theme.fonts.bold, refused ? ui.color().red : ui.color().amber,
              text(refused ? Text::mark_refused : Text::mark_altered));
    tooltip(ui, notes[i]->sentence);
    ImGui::SameLine(0, ui.px(6));
    if (button(ui, fmt::format("why.fix.{}", i), notes[i]->fix_label.c_str(), notes[i]->sentence.c_str()))
      apply_fix(ui, *notes[i]);
  }
  if (const BodyExample* example = picture.error.float_weights_help ? float_filter(ui) : nullptr)
    if (button(ui, "why.fix.float", text(Text::why_float_weights), text(Text::why_float_weights_help))) {
      ui.output.actions.push_back(
          {Action::Kind::body_edited, {}, std::exchange(ui.session.fetch.body, example->body), 0});
      run_command(ui, CommandId::lab_fetch);
    }
  ImGui::PopFont();
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
