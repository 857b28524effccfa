// EFFECTIVE: the requested and the effective value of each sampler setting, with the rule and the fetch that
// proves it.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

void reveal_setting(Context& ui, const Field& field) {
  const auto& map = ui.output.map; // the settings are drawn earlier in the frame
  const bool there = std::any_of(map.begin(), map.end(),
                                 [&](const MapItem& item) { return item.name.starts_with(field.path); });
  if (!there) ui.state.settings.show_all = true;
  ui.state.panels.show_left = true;
  ui.state.revealed.path = field.path;
  ui.state.revealed.until = ImGui::GetTime() + 2;
  ui.state.revealed.scrolls = true;
}

namespace {
// Sorts by importance: refused, altered, without effect, as requested.
int gravity(const SettingReport& setting) {
  if (!setting.change) return 3;
  return *setting.change == NoteKind::refused ? 0 : *setting.change == NoteKind::altered ? 1 : 2;
}

struct Verdict {
  Text mark;
  Text word;
  ImU32 color;
};
Verdict verdict(const Context& ui, const SettingReport& setting) {
  switch (gravity(setting)) {
  case 0:
    return {Text::mark_of_refused, Text::settings_refused, ui.color().red};
  case 1:
    return {Text::mark_of_altered, setting.rounded ? Text::settings_rounded : Text::settings_altered,
            ui.color().amber};
  case 2:
    return {Text::mark_of_idle, Text::settings_idle, ui.color().dim};
  default:
    return {Text::mark_of_accepted, Text::settings_as_asked, ui.color().text};
  }
}

struct Columns {
  float requested, effective, verdict; // where they begin, from the line's start
};
Columns columns(float width) {
  return {width * 0.34f, width * 0.56f, width * 0.78f};
}

void proof(Context& ui, const SettingReport& setting, const SettingReports& reports,
           const std::string& name) {
  if (!setting.proof) return paragraph(ui, ui.color().dim, setting.no_proof, name + ".proof");
  const SettingProof& p = *setting.proof;
  const auto number = [](double value) { return brief_number(value, 9); };
  const std::string returned = p.returned ? number(p.returned_value) : std::string(text(Text::no_number));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, proof_call(setting, reports.dimension),
            name + ".call");
  tooltip(ui, text(Text::effective_call_help));
  fact_row(ui, text(Text::effective_as_asked), {number(p.as_requested), {}, ui.color().dim},
           text(Text::effective_as_asked_help));
  map_item(ui, name + ".as_asked", number(p.as_requested));
  fact_row(ui, text(Text::effective_as_effective), {number(p.as_effective)},
           text(Text::effective_as_effective_help));
  map_item(ui, name + ".as_effective", number(p.as_effective));
  fact_row(ui, text(Text::effective_returned), {returned},
           say(Text::effective_returned_help, {ui.frame.backend->device}));
  map_item(ui, name + ".returned", returned);
  if (p.returned && p.returned_value == p.as_effective && p.as_requested != p.as_effective)
    paragraph(ui, ui.color().text, text(Text::effective_proved), name + ".proved");
}

void setting_row(Context& ui, const SettingReport& setting, const SettingReports& reports) {
  const std::string name = "effective." + std::string(setting.field->path);
  const Verdict v = verdict(ui, setting);
  const float width = ImGui::GetContentRegionAvail().x;
  const Columns at = columns(width);
  ImGui::PushID(name.c_str());
  const ImVec2 line = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", ui.state.revealed.path == setting.field->path,
                        ImGuiSelectableFlags_AllowItemOverlap, ImVec2(width, 0)))
    reveal_setting(ui, *setting.field);
  const std::string effective =
      setting.change == NoteKind::no_effect ? text(Text::no_number) : setting.effective;
  const std::string judged = std::string(text(v.mark)) + " " + text(v.word);
  map_item(ui, name, setting.requested + " > " + effective + " " + judged);
  tooltip(ui, text(setting.field->help), text(Text::effective_row_help));
  const auto cell = [&](float from, float to, ImFont* font, ImU32 ink, const std::string& shown) {
    const ImVec4 clip(line.x + from, line.y, line.x + to - ui.px(4), line.y + ui.px(20));
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, ImVec2(line.x + from, line.y), ink,
                                        shown.c_str(), nullptr, 0, &clip);
  };
  cell(0, at.requested, ui.theme.fonts.mono_small, ui.color().text,
       std::string(setting.field->path.substr(8))); // "sampler."
  cell(at.requested, at.effective, ui.theme.fonts.mono_small, ui.color().text, setting.requested);
  cell(at.effective, at.verdict, ui.theme.fonts.mono_small, v.color, effective);
  cell(at.verdict, width, ui.theme.fonts.small, v.color, judged);
  if (setting.change) {
    ImGui::Indent(ui.px(10));
    paragraph(ui, v.color, setting.sentence, name + ".sentence");
    paragraph(ui, ui.color().dim, setting.rule, name + ".rule");
    if (*setting.change != NoteKind::no_effect || setting.proof) proof(ui, setting, reports, name);
    ImGui::Unindent(ui.px(10));
  }
  ImGui::PopID();
}

void headings(Context& ui) {
  const float width = ImGui::GetContentRegionAvail().x, x = ImGui::GetCursorPosX();
  const Columns at = columns(width);
  const auto heading = [&](float from, Text title) {
    ImGui::SameLine(x + from);
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(title));
  };
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::settings_field));
  heading(at.requested, Text::settings_requested);
  heading(at.effective, Text::settings_effective);
}
} // namespace

void effective_panel(Context& ui, const Area& area) {
  begin_panel(ui, "effective", area, Text::title_effective);
  const AsyncResult<SettingReports>* finding = ui.frame.settings;
  if (finding == nullptr || !finding->found) {
    const bool failed = finding != nullptr && !finding->failure.empty();
    paragraph(ui, failed ? ui.color().red : ui.color().dim,
              failed ? finding->failure : std::string(text(Text::lab_busy)), "effective.empty");
    return end_panel();
  }
  const SettingReports& reports = *finding->found;
  if (!reports.failure.empty()) paragraph(ui, ui.color().red, reports.failure, "effective.failure");
  std::vector<const SettingReport*> order;
  for (const SettingReport& setting : reports.settings)
    order.push_back(&setting);
  std::stable_sort(order.begin(), order.end(), [](auto a, auto b) { return gravity(*a) < gravity(*b); });
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4), ui.px(2)));
  headings(ui);
  for (const SettingReport* setting : order)
    setting_row(ui, *setting, reports);
  ImGui::PopStyleVar();
  end_panel();
}

} // namespace texelscope::ui
