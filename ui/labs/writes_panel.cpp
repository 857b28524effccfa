// WRITES: where surface writes land, what the ways to write cost, and writes that end a kernel.
#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/format_name.h"
#include "ui/labs/landings_grid.h"
#include "ui/widgets/choices.h"

namespace texelscope::ui {

using namespace write_lab;

namespace {
void landing_choices(Context& ui) {
  WritesChoice& choice = ui.state.labs.writes;
  std::vector<std::string> names;
  for (const ElementFormat& format : boundary_formats())
    names.push_back(format_name(format));
  std::vector<Segment> formats;
  for (const std::string& name : names)
    formats.push_back({name.c_str(), name, text(Text::writes_format_help), {}});
  const Segment units[] = {{text(Text::writes_x_bytes), "bytes", text(Text::writes_x_bytes_help), {}},
                           {text(Text::writes_x_texels), "texels", text(Text::writes_x_texels_help), {}}};
  int unit = choice.x_in_texels ? 1 : 0;
  Choices choices(ui);
  choices.add_segments("writes.format", Text::lab_format, formats.data(), int(formats.size()), choice.format);
  choices.add("writes.boundary", Text::writes_boundary, choice.boundary);
  choices.add_segments("writes.x", Text::writes_x, units, 2, unit);
  choice.x_in_texels = unit == 1;
}

// The numbers of writes by outcome, and the source of these results.
void landing_text(Context& ui, const LandingsFound& found) {
  const BoundaryResult& boundary_test = found.boundary_test;
  const LandingCounts counts = count_landings(boundary_test, ui.state.labs.writes.boundary);
  const auto number = [](int n) { return std::to_string(n); };
  paragraph(
      ui, ui.color().text,
      say(Text::landing_counts, {number(int(boundary_test.destinations.size())), number(counts.right),
                                 number(counts.dropped), number(counts.elsewhere), number(counts.ended)}),
      "writes.counts");
  std::string source =
      found.on_device ? say(Text::landing_on_device, {ui.frame.backend->device}) : text(Text::lab_by_rule);
  if (boundary_test.unlike_rule > 0)
    source += " " + say(Text::lab_unlike_rule, {number(boundary_test.unlike_rule)});
  paragraph(ui, boundary_test.unlike_rule > 0 ? ui.color().amber : ui.color().dim, source, "writes.source");
}

void destinations(Context& ui) {
  section(ui, Text::writes_title_landings);
  landing_choices(ui);
  const AsyncResult<LandingsFound>& finding = ui.frame.labs->destinations;
  if (!finding.failure.empty()) return paragraph(ui, ui.color().red, finding.failure, "writes.failure");
  if (!finding.found) return paragraph(ui, ui.color().dim, text(Text::stale_running), "writes.running");
  landing_text(ui, *finding.found);
  landings_grid(ui, finding.found->boundary_test);
}

// A row of the table: the route, its time as number and bar, the copy's share, the wrong texels.
void route_row(Context& ui, const std::string& format, const RouteTime& route, double slowest) {
  const float x = ImGui::GetCursorPosX();
  const std::string name = fmt::format("writes.route.{}.{}", format, identifier(route.route));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, route.route == Route::surface ? format : "");
  ImGui::SameLine(x + ui.px(56));
  draw_text(ui, ui.theme.fonts.small, ui.color().text, label(route.route));
  ImGui::SameLine(x + ui.px(190));
  const std::string copy = route.copy_seconds > 0 ? time_text(route.copy_seconds) : text(Text::no_number);
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text,
            fmt::format("{:>11} {:>14} {:>7}", time_text(route.seconds), copy, route.wrong), name);
  ImGui::SameLine(0, ui.px(14));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = std::max(0.0f, ImGui::GetContentRegionAvail().x - ui.px(4));
  ImGui::GetWindowDrawList()->AddRectFilled(
      ImVec2(at.x, at.y + ui.px(4)), ImVec2(at.x + room * float(route.seconds / slowest), at.y + ui.px(12)),
      ui.color().series[stage_write], ui.px(2));
  ImGui::NewLine();
}

void routes_table(Context& ui, const std::vector<Comparison>& all) {
  const Comparison& one = all.front();
  paragraph(ui, ui.color().dim,
            say(Text::lab_paths,
                {std::to_string(one.width), std::to_string(one.height), std::to_string(one.runs)}) +
                " " + text(Text::routes_meanwhile),
            "writes.routes.meaning");
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::lab_format));
  ImGui::SameLine(x + ui.px(56));
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::lab_written_by));
  ImGui::SameLine(x + ui.px(190));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim,
            fmt::format("{:>11} {:>14} {:>7}", text(Text::routes_time), text(Text::routes_copy),
                        text(Text::routes_wrong)));
  for (const Comparison& comparison : all) {
    double slowest = 0;
    for (const RouteTime& route : comparison.routes)
      slowest = std::max(slowest, route.seconds);
    for (const RouteTime& route : comparison.routes)
      route_row(ui, format_name(comparison.format), route, slowest);
  }
}

// A button that is disabled while its job is running.
void try_button(Context& ui, const char* name, Text label, Text help, CommandId command, bool busy) {
  ImGui::BeginDisabled(busy);
  if (button(ui, name, text(busy ? Text::lab_busy : label), text(help))) run_command(ui, command);
  ImGui::EndDisabled();
}

void routes(Context& ui) {
  const auto& finding = ui.frame.labs->routes;
  section(ui, Text::writes_title_routes);
  if (!ui.frame.labs->on_device)
    return paragraph(ui, ui.color().dim, text(Text::lab_paths_skipped), "writes.routes.skipped");
  try_button(ui, "writes.time", Text::routes_button, Text::routes_button_help, CommandId::time_writes,
             finding.busy);
  if (!finding.failure.empty()) paragraph(ui, ui.color().red, finding.failure, "writes.routes.failure");
  if (finding.found) routes_table(ui, *finding.found);
}

struct FaultTexts {
  const char* name;
  Text button, report, by_rule;
  CommandId command;
};
constexpr FaultTexts fault_texts[] = {
    {"writes.trap", Text::fault_trap_button, Text::lab_trap, Text::lab_trap_by_rule, CommandId::write_trap},
    {"writes.misaligned", Text::fault_misaligned_button, Text::lab_misaligned_told,
     Text::lab_misaligned_by_rule, CommandId::write_misaligned}};

void fault(Context& ui, Fault which) {
  const FaultTexts& texts = fault_texts[std::size_t(which)];
  const AsyncResult<FaultReport>& finding = ui.frame.labs->faults[std::size_t(which)];
  const std::string outcome = std::string(texts.name) + ".outcome";
  if (!ui.frame.labs->on_device) return paragraph(ui, ui.color().dim, text(texts.by_rule), outcome);
  try_button(ui, texts.name, texts.button, Text::fault_help, texts.command, finding.busy);
  if (!finding.failure.empty()) paragraph(ui, ui.color().red, finding.failure, outcome);
  if (finding.found)
    paragraph(ui, ui.color().text,
              say(texts.report, {finding.found->right, finding.found->faulty, finding.found->after}),
              outcome);
}
} // namespace

void writes_panel(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  destinations(ui);
  routes(ui);
  section(ui, Text::writes_title_faults);
  fault(ui, Fault::trap);
  fault(ui, Fault::misaligned);
  ImGui::PopFont();
}

} // namespace texelscope::ui
