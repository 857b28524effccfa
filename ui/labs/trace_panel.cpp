// TRACE: the textures, surfaces and arrays of a program that `texelscope trace` ran, gravest first, and what
// is wrong with the chosen one.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/trace_report/trace_text.h"
#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/check/request_session.h"
#include "ui/labs/recorded_pictures.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

using namespace trace;

namespace {
// In the order of FindingKind and of ObjectKind.
constexpr Text finding_kinds[] = {Text::trace_kind_refused,    Text::trace_kind_altered,
                                  Text::trace_kind_freed,      Text::trace_kind_misread,
                                  Text::trace_kind_suspicious, Text::trace_kind_leaked,
                                  Text::trace_kind_unused,     Text::trace_kind_unchecked};
static_assert(std::size(finding_kinds) == std::size_t(FindingKind::unchecked) + 1);
constexpr Text object_kinds[] = {Text::trace_kind_texture, Text::trace_kind_surface, Text::trace_kind_array};

struct Column {
  Text label;
  float width; // design pixels; 0: what the others leave
};
constexpr Column columns[] = {{Text::trace_column_number, 36},
                              {Text::trace_column_finding, 84},
                              {Text::trace_column_object, 0},
                              {Text::trace_column_count, 60}};

ImU32 color_of(const Context& ui, FindingKind kind) {
  if (kind == FindingKind::refused) return ui.color().red;
  return kind <= FindingKind::leaked ? ui.color().amber : ui.color().dim;
}

// "texture 2-D, 64 x 32, 4 x 8 unsigned".
std::string described_object(const TracedObject& object) {
  const std::string kind = text(object_kinds[std::size_t(object.kind)]);
  const auto session = request_session(object.request);
  if (!session) return kind;
  const TextureSpec& texture = session->texture;
  return fmt::format("{} {}, {}, {} x {} {}", kind, label(texture.dimension), trace::size_text(texture),
                     texture.format.channels, texture.format.bits, label(texture.format.kind));
}

const TracedObject* chosen_object(const Context& ui) {
  const TraceReport& report = *ui.frame.trace->report;
  if (const TracedObject* chosen = object_of(report, ui.state.labs.trace.object)) return chosen;
  return report.objects.empty() ? nullptr : &report.objects.front();
}

// Until one of the object's fetches is hovered, WHY has the first of its picture.
void point_at_first_fetch(Context& ui, const TracedObject& object) {
  auto& pointed = ui.state.labs.trace.pointed;
  if (pointed && pointed->object == object.number) return;
  pointed.reset();
  const auto maps = ui.frame.trace->maps.find(object.number);
  if (maps == ui.frame.trace->maps.end()) return;
  const auto& cells = maps->second.launch.cells;
  const auto first = std::ranges::find_if(cells, [](const auto& cell) { return cell.fetch.number != 0; });
  if (first != cells.end()) pointed = first->fetch;
}

void head(Context& ui) {
  if (button(ui, "trace.open", text(Text::trace_open_report), text(Text::trace_open_report_help)))
    run_command(ui, CommandId::open_trace);
  const auto& report = ui.frame.trace->report;
  if (!report) return;
  ImGui::SameLine(0, ui.px(10));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text,
            elided(ui.theme.fonts.mono_small, command_text(*report), right_edge() - ImGui::GetCursorPosX()),
            "trace.command");
  const auto with_findings =
      std::ranges::count_if(report->objects, [](const TracedObject& each) { return !each.findings.empty(); });
  paragraph(ui, with_findings > 0 ? ui.color().text : ui.color().dim,
            say(Text::trace_counts, {std::to_string(with_findings), std::to_string(report->objects.size()),
                                     std::to_string(report->exit_code), ui.frame.trace->source}),
            "trace.counts");
  if (report->lost > 0)
    paragraph(ui, ui.color().amber, say(Text::trace_lost_records, {std::to_string(report->lost)}),
              "trace.lost");
  for (const TracedProcess& each : report->processes)
    if (!each.problem.empty())
      paragraph(ui, ui.color().amber,
                say(Text::trace_process, {std::to_string(each.process), each.program, each.problem}),
                "trace.problem");
}

void row(Context& ui, const TracedObject& object, bool chosen) {
  const std::string name = fmt::format("trace.object.{}", object.number);
  const bool clean = object.findings.empty();
  const FindingKind kind = clean ? FindingKind::unused : object.findings.front().kind;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (ImGui::Selectable(fmt::format("{}##{}", object.number, name).c_str(), chosen,
                        ImGuiSelectableFlags_SpanAllColumns))
    ui.state.labs.trace.object = object.number;
  const std::string finding = clean ? "" : text(finding_kinds[std::size_t(kind)]);
  map_item(ui, name, finding);
  if (!object.stack.empty()) tooltip(ui, place_text(object.stack.front()));
  ImGui::TableNextColumn();
  draw_text(ui, ui.theme.fonts.small, color_of(ui, kind), finding);
  ImGui::TableNextColumn();
  ImFont* const font = ui.theme.fonts.small;
  draw_text(ui, font, clean ? ui.color().dim : ui.color().text,
            elided(font, described_object(object), ImGui::GetContentRegionAvail().x));
  ImGui::TableNextColumn();
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, fmt::format("{:>6}", object.count));
}

void table(Context& ui, const TracedObject* chosen, float height) {
  const auto flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoSavedSettings |
                     ImGuiTableFlags_BordersOuter | ImGuiTableFlags_NoBordersInBody;
  if (!ImGui::BeginTable("objects", int(std::size(columns)), flags, {0, height})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const Column& column : columns)
    ImGui::TableSetupColumn(text(column.label),
                            column.width > 0 ? ImGuiTableColumnFlags_WidthFixed
                                             : ImGuiTableColumnFlags_WidthStretch,
                            ui.px(column.width));
  ImGui::TableHeadersRow();
  const auto& objects = ui.frame.trace->report->objects;
  ImGuiListClipper clipper;
  clipper.Begin(int(objects.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      row(ui, objects[std::size_t(i)], &objects[std::size_t(i)] == chosen);
  ImGui::EndTable();
}

// Only the settings in which the two differ are those that a reader looks for.
void settings(Context& ui, const TracedObject& object) {
  const auto session = request_session(object.request);
  if (!session || object.kind != ObjectKind::texture || !object.effective) return;
  Session effective = *session;
  effective.sampler = *object.effective;
  for (const Field& field : fields()) {
    if (field.part() != "sampler") continue;
    const std::string wanted = format_value(field, field.get(*session)),
                      made = format_value(field, field.get(effective));
    if (wanted == made) continue;
    paragraph(ui, ui.color().amber, say(Text::trace_setting, {text(field.label), wanted, made}),
              "trace.setting." + std::string(field.path));
  }
}

void findings(Context& ui, const std::vector<Finding>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Finding& each = all[i];
    const std::string name = fmt::format("trace.finding.{}", i);
    std::string sentence =
        say(Text::setting_text, {text(finding_kinds[std::size_t(each.kind)]), each.sentence.str()});
    if (!each.error.empty()) sentence += " " + each.error;
    if (!each.field.empty())
      draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, each.field, name + ".field");
    paragraph(ui, color_of(ui, each.kind), sentence, name);
    if (!each.rule.empty()) paragraph(ui, ui.color().text, each.rule.str(), name + ".rule");
    if (!each.cure.empty())
      paragraph(ui, ui.color().accent, say(Text::trace_cure, {each.cure.str()}), name + ".cure");
    ImGui::Dummy({1, ui.px(4)});
  }
}

// The instructions that fetched of the object.
void sites(Context& ui, const TracedObject& object) {
  const auto& fetches = ui.frame.trace->report->fetches;
  if (!fetches) return;
  int shown = 0;
  for (const FetchSite& site : fetches->sites)
    for (const FetchedObject& fetched : site.objects) {
      if (fetched.object != object.number) continue;
      if (shown == 0) section(ui, Text::trace_title_sites);
      const std::string name = fmt::format("trace.site.{}", shown++);
      const std::string place = site.places.empty() ? "" : " " + site.places.front();
      ImGui::PushTextWrapPos(0);
      draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, site.function + place, name);
      ImGui::PopTextWrapPos();
      const std::string ranges = ranges_text(fetched), count = std::to_string(fetched.recorded);
      paragraph(ui, ui.color().dim,
                ranges.empty() ? say(Text::trace_site_no_range, {site.instruction, count})
                               : say(Text::trace_site_facts, {site.instruction, count, ranges}),
                name + ".facts");
    }
}

constexpr Column fetch_columns[] = {{Text::trace_column_number, 44},
                                    {Text::trace_fetch_thread, 92},
                                    {Text::trace_fetch_at, 0},
                                    {Text::trace_fetch_got, 0}};

std::string coordinates_text(const fetches::FetchRow& row, Dimension dimension) {
  std::string line;
  for (std::size_t i = 0; i < std::size_t(coordinate_count(dimension)); ++i)
    line += (i == 0 ? "" : ", ") + fmt::format("{:.6g}", row.fetch.coordinates[i]);
  if (!is_layered(dimension)) return line;
  return say(Text::trace_fetch_layer, {line, std::to_string(row.fetch.at.layer)});
}

void fetch_row(Context& ui, const fetches::FetchRow& row, Dimension dimension) {
  const std::string name = fmt::format("trace.fetch.{}", row.number);
  const fetches::RecordedFetch& fetch = row.fetch;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (ImGui::Selectable(fmt::format("{}##{}", row.number, name).c_str(), false,
                        ImGuiSelectableFlags_SpanAllColumns))
    open_fetch(ui, row.object, row.number);
  if (ImGui::IsItemHovered()) ui.state.labs.trace.pointed = row;
  const std::string place = coordinates_text(row, dimension);
  map_item(ui, name, place);
  tooltip(ui, text(Text::trace_fetch_help));
  ImFont* const font = ui.theme.fonts.mono_small;
  const auto cell = [&](const std::string& content) {
    ImGui::TableNextColumn();
    draw_text(ui, font, ui.color().text, elided(font, content, ImGui::GetContentRegionAvail().x));
  };
  cell(fmt::format("{},{},{}", fetch.position(0), fetch.position(1), fetch.position(2)));
  cell(place);
  cell(results_text(row));
}

void fetches_of(Context& ui, const TracedObject& object) {
  const TraceFindings& trace = *ui.frame.trace;
  const auto session = request_session(object.request);
  if (!session || object.kind != ObjectKind::texture) return;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < trace.fetches.size(); ++i)
    if (trace.fetches[i].object == object.number) rows.push_back(i);
  if (!trace.problem.empty()) paragraph(ui, ui.color().amber, trace.problem.str(), "trace.fetches.problem");
  if (rows.empty()) return;
  section(ui, Text::trace_title_fetches);
  if (!ImGui::BeginTable("fetches", int(std::size(fetch_columns)),
                         ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_NoBordersInBody))
    return;
  for (const Column& column : fetch_columns)
    ImGui::TableSetupColumn(text(column.label),
                            column.width > 0 ? ImGuiTableColumnFlags_WidthFixed
                                             : ImGuiTableColumnFlags_WidthStretch,
                            ui.px(column.width));
  ImGui::TableHeadersRow();
  for (const std::size_t index : rows)
    fetch_row(ui, trace.fetches[index], session->texture.dimension);
  ImGui::EndTable();
  paragraph(ui, ui.color().dim,
            say(Text::trace_first_fetches,
                {std::to_string(rows.size()), trace.source, std::to_string(object.number)}),
            "trace.fetches.first");
}

// Disabled where there is nothing to repeat; its tooltip says why.
void advise_button(Context& ui, const TracedObject& object) {
  const bool recorded = object.kind == ObjectKind::texture &&
                        std::ranges::find(ui.frame.trace->fetches, object.number,
                                          &fetches::FetchRow::object) != ui.frame.trace->fetches.end();
  ImGui::BeginDisabled(!recorded);
  if (button(ui, "trace.advise", text(Text::advise_start),
             text(recorded ? Text::advise_traced_help : Text::advise_untraced)))
    ui.output.actions.push_back({Action::Kind::advise_traced, {}, {}, std::size_t(object.number)});
  ImGui::EndDisabled();
}

void details(Context& ui, const TracedObject& object) {
  const bool opens = object.kind == ObjectKind::texture && request_session(object.request).has_value();
  draw_text(ui, ui.theme.fonts.text, ui.color().accent,
            fmt::format("#{} {}", object.number, described_object(object)), "trace.chosen");
  ImGui::SameLine(0, ui.px(12));
  ImGui::BeginDisabled(!opens);
  if (button(ui, "trace.session", text(Text::trace_as_session), text(Text::trace_as_session_help)))
    ui.output.actions.push_back({Action::Kind::open_traced, {}, {}, std::size_t(object.number)});
  ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(8));
  advise_button(ui, object);
  if (!opens) {
    ImGui::SameLine(0, ui.px(8));
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::trace_no_session), "trace.no_session");
  }
  ImGui::Dummy({1, ui.px(4)});
  if (!object.error.empty())
    paragraph(ui, ui.color().red, say(Text::trace_call_failed, {object.call, object.error}), "trace.error");
  settings(ui, object);
  findings(ui, object.findings);
  if (object.findings.empty()) paragraph(ui, ui.color().dim, text(Text::trace_clean_object), "trace.clean");
  recorded_pictures(ui, object.number);
  sites(ui, object);
  fetches_of(ui, object);
  if (!object.stack.empty()) section(ui, Text::trace_title_stack);
  for (std::size_t i = 0; i < object.stack.size(); ++i) {
    ImGui::PushTextWrapPos(0);
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, place_text(object.stack[i]),
              fmt::format("trace.stack.{}", i));
    ImGui::PopTextWrapPos();
  }
}
} // namespace

void trace_panel(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  head(ui);
  ImGui::Dummy({1, ui.px(4)});
  if (!ui.frame.trace->report) {
    paragraph(ui, ui.color().dim, text(Text::trace_empty), "trace.empty");
    if (button(ui, "trace.sample", text(Text::trace_sample), text(Text::trace_sample_help)))
      ui.output.actions.push_back({Action::Kind::open_shipped_trace, {}, {}, 0});
  } else if (const TracedObject* chosen = chosen_object(ui)) {
    point_at_first_fetch(ui, *chosen);
    findings(ui, ui.frame.trace->report->findings);
    const float rows =
        float(ui.frame.trace->report->objects.size() + 1) * ImGui::GetTextLineHeightWithSpacing();
    table(ui, chosen, std::clamp(rows + ui.px(8), ui.px(70), 0.42f * ImGui::GetContentRegionAvail().y));
    ImGui::Dummy({1, ui.px(4)});
    ImGui::BeginChild("details");
    details(ui, *chosen);
    ImGui::EndChild();
  } else {
    paragraph(ui, ui.color().dim, text(Text::trace_nothing), "trace.nothing");
  }
  ImGui::PopFont();
}

} // namespace texelscope::ui
