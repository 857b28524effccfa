// LEGALITY: formats against samplers and storage, colored by CUDA's outcomes, and the details of a cell.
#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "ui/labs/legality_matrix.h"
#include "ui/widgets/choices.h"

namespace texelscope::ui {

using namespace legality;

namespace {
// The filters; a change deselects the cell.
void filters(Context& ui) {
  LegalityChoice& choice = ui.state.labs.legality;
  const TableFilter before = choice.filter;
  Choices choices(ui);
  choices.add("legality.columns", Text::legality_columns, choice.filter.columns);
  choices.add("legality.formats", Text::legality_formats, choice.filter.formats);
  choices.add("legality.storage", Text::legality_storage, choice.filter.memory);
  choices.add("legality.verdict", Text::legality_verdict_label, choice.filter.verdict);
  ImGui::SetNextItemWidth(ui.px(220));
  text_field("##words", text(Text::legality_search_hint), choice.filter.pattern);
  map_item(ui, "legality.search", choice.filter.pattern);
  if (!(choice.filter == before)) choice.cell.reset();
}

void count_and_buttons(Context& ui) {
  const LabFindings& labs = *ui.frame.labs;
  ImGui::SameLine(0, ui.px(10));
  const std::string count = say(Text::legality_shown, {std::to_string(labs.table.shown()),
                                                       std::to_string(labs.legality.found->rows.size())});
  draw_text(ui, ui.theme.fonts.small, ui.color().text, count, "legality.count");
  ImGui::SameLine(0, ui.px(10));
  ImGui::BeginDisabled(labs.table.shown() == 0);
  if (button(ui, "legality.save", text(Text::legality_save), text(Text::legality_save_help)))
    run_command(ui, CommandId::save_legality);
  ImGui::EndDisabled();
  if (!labs.on_device) return;
  ImGui::SameLine(0, ui.px(4));
  ImGui::BeginDisabled(labs.legality.busy);
  if (button(ui, "legality.ask", text(labs.legality.busy ? Text::legality_asking : Text::legality_ask),
             text(Text::legality_ask_help)))
    run_command(ui, CommandId::ask_device);
  ImGui::EndDisabled();
}

void source(Context& ui) {
  const AsyncResult<Outcomes>& legality = ui.frame.labs->legality;
  const Origin& from = legality.found->source;
  paragraph(ui, ui.color().dim,
            say(from.captured ? Text::legality_from_capture : Text::legality_from_device,
                {from.gpu, from.driver, from.cuda}),
            "legality.source");
  if (from.object_us > 0)
    paragraph(ui, ui.color().dim, say(Text::legality_object_cost, {fmt::format("{:.3g}", from.object_us)}),
              "legality.cost");
  if (!legality.failure.empty()) paragraph(ui, ui.color().red, legality.failure, "legality.failure");
}

// Whether the session's configuration was tried, and its outcome.
void session(Context& ui) {
  const SessionAttempt& session = ui.frame.labs->session;
  if (!session.configuration) return;
  const std::string name = identifier(*session.configuration);
  if (session.answer == nullptr)
    return paragraph(ui, ui.color().dim, say(Text::legality_session_untried, {name}), "legality.session");
  const std::string why = reason(*session.answer);
  paragraph(ui, verdict_ink(ui, session.answer->verdict),
            say(Text::legality_session, {name, label(session.answer->verdict)}) +
                (why.empty() ? "" : ": " + why),
            "legality.session");
}

void attempt_line(Context& ui, const Configuration& configuration, const Outcome& answer, int index) {
  const std::string name = fmt::format("legality.attempt.{}", index);
  draw_text(ui, ui.theme.fonts.small, verdict_ink(ui, answer.verdict), verdict_mark(answer.verdict));
  ImGui::SameLine(ui.px(24));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, identifier(configuration), name);
  if (const std::string why = reason(answer); !why.empty()) {
    ImGui::SetCursorPosX(ui.px(24));
    paragraph(ui, verdict_ink(ui, answer.verdict), why, name + ".reason");
  }
}

// The content of the cell: every configuration with its outcome.
void cell_text(Context& ui, const std::optional<CellPlace>& place) {
  const LabFindings& labs = *ui.frame.labs;
  if (!place) return paragraph(ui, ui.color().dim, text(Text::legality_no_cell), "legality.words");
  const Cell& cell = labs.table.cell(place->row, place->column);
  std::string column;
  for (const char* word : labs.table.columns[place->column])
    column.append(column.empty() ? "" : ", ").append(word);
  paragraph(
      ui, ui.color().text,
      say(Text::legality_cell, {labs.table.rows[place->row]->name, column, std::to_string(cell.counts[0]),
                                std::to_string(cell.counts[1]), std::to_string(cell.counts[2])}),
      "legality.words");
  int index = 0;
  for (const std::size_t i : cell.configurations)
    attempt_line(ui, labs.legality.found->rows[i].first, labs.legality.found->rows[i].second, index++);
}
} // namespace

void legality_panel(Context& ui) {
  const LabFindings& labs = *ui.frame.labs;
  if (!labs.legality.found) {
    const bool failed = !labs.legality.failure.empty();
    paragraph(ui, failed ? ui.color().red : ui.color().dim,
              failed ? labs.legality.failure : text(Text::legality_reading), "legality.failure");
    return;
  }
  ImGui::PushFont(ui.theme.fonts.small);
  filters(ui);
  count_and_buttons(ui);
  source(ui);
  session(ui);
  ImGui::PopFont();
  const float text_height = std::max(ui.px(92), ImGui::GetContentRegionAvail().y * 0.22f);
  const float height = std::max(ui.px(120), ImGui::GetContentRegionAvail().y - text_height - ui.px(12));
  std::optional<CellPlace>& chosen = ui.state.labs.legality.cell;
  if (chosen && (chosen->row >= labs.table.rows.size() || chosen->column >= labs.table.columns.size()))
    chosen.reset(); // the table has changed
  const std::optional<CellPlace> hovered = legality_matrix(ui, height);
  ImGui::Dummy(ImVec2(1, 0));
  ImGui::BeginChild("words", ImVec2(0, text_height));
  cell_text(ui, chosen ? chosen : hovered);
  ImGui::EndChild();
}

} // namespace texelscope::ui
