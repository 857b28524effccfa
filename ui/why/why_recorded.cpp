// WHY beside the trace lab: what a thread of the traced program fetched, where its kernel says so, and why.
#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/frame/trace.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
void origin(Context& ui, const fetches::ExplainedFetch& fetch) {
  const fetches::RecordedFetch& made = fetch.row.fetch;
  const std::string thread = fmt::format("{}, {}, {}", made.position(0), made.position(1), made.position(2));
  paragraph(ui, ui.color().text, say(Text::why_recorded, {std::to_string(fetch.row.number), thread}),
            "why.recorded");
  const trace::FetchSite& site = fetch.site;
  ImGui::PushTextWrapPos(0);
  if (!site.function.empty())
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim,
              site.function + (site.places.empty() ? "" : "\n" + site.places.front()), "why.recorded.site");
  ImGui::PopTextWrapPos();
}
// What is wrong with the object's fetches.
void findings(Context& ui, int object) {
  const trace::TracedObject* const found = object_of(*ui.frame.trace->report, object);
  if (found == nullptr) return;
  for (std::size_t i = 0; i < found->findings.size(); ++i) {
    const trace::Finding& finding = found->findings[i];
    if (finding.kind != trace::FindingKind::misread) continue;
    paragraph(ui, ui.color().amber, finding.sentence.str(), fmt::format("why.recorded.finding.{}", i));
    if (!finding.cure.empty())
      paragraph(ui, ui.color().accent, say(Text::why_recorded_cure, {finding.cure.str()}),
                fmt::format("why.recorded.cure.{}", i));
  }
}
} // namespace

void why_recorded(Context& ui) {
  const auto& fetch = ui.frame.trace->explained;
  if (!fetch) return paragraph(ui, ui.color().dim, text(Text::why_recorded_empty), "why.empty");
  origin(ui, *fetch);
  findings(ui, fetch->row.object);
  if (!fetch->why_not.empty()) {
    paragraph(ui, ui.color().text, say(Text::why_recorded_got, {results_text(fetch->row)}),
              "why.recorded.got");
    return paragraph(ui, ui.color().amber, fetch->why_not, "why.recorded.why_not");
  }
  const Explanation& e = fetch->explanation.fetch;
  if (!e.returned)
    paragraph(ui, ui.color().text, say(Text::why_recorded_got, {results_text(fetch->row)}),
              "why.recorded.got");
  why_picture(ui, fetch->explanation);
  if (e.returned && e.has_values) why_disagreement(ui, e, text(Text::why_the_program));
  for (std::size_t i = 0; i < fetch->unsaid.size(); ++i)
    paragraph(ui, ui.color().dim, fetch->unsaid[i], fmt::format("why.recorded.unsaid.{}", i));
}

} // namespace texelscope::ui
