// Beside the sampler's title: how many settings take no effect as requested; unfolded, the requested and the
// effective value of each, with the rule and the fetch that proves it.
#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/settings/sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

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
  return {width * 0.36f, width * 0.64f, width * 0.94f};
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
  const std::string told =
      setting.change ? text(v.word) + std::string(": ") + setting.sentence : text(v.word);
  tooltip(ui, told, text(Text::effective_row_help));
  const auto cell = [&](float from, float to, ImFont* font, ImU32 ink, const std::string& shown) {
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, ImVec2(line.x + from, line.y), ink,
                                        elided(font, shown, to - from - ui.px(4)).c_str());
  };
  cell(0, at.requested, ui.theme.fonts.mono_small, ui.color().text,
       std::string(setting.field->path.substr(8))); // "sampler."
  cell(at.requested, at.effective, ui.theme.fonts.mono_small, ui.color().text, setting.requested);
  cell(at.effective, at.verdict, ui.theme.fonts.mono_small, v.color, effective);
  cell(at.verdict, width + ui.px(4), ui.theme.fonts.small, v.color, text(v.mark));
  if (setting.change && *setting.change != NoteKind::no_effect) {
    ImGui::Indent(ui.px(10));
    paragraph(ui, v.color, setting.sentence, name + ".sentence");
    paragraph(ui, ui.color().dim, setting.rule, name + ".rule");
    proof(ui, setting, reports, name);
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

void table(Context& ui) {
  const AsyncResult<SettingReports>* finding = ui.frame.settings;
  if (finding == nullptr || !finding->found) {
    const bool failed = finding != nullptr && !finding->failure.empty();
    return paragraph(ui, failed ? ui.color().red : ui.color().dim,
                     failed ? finding->failure : std::string(text(Text::lab_busy)), "effective.empty");
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
}

struct Count {
  std::string shown;
  ImU32 color;
};
Count count(const Context& ui) {
  std::set<std::string_view> altered, refused;
  for (const Note& note : ui.frame.resolution->notes) {
    if (!note.field.starts_with("sampler.")) continue;
    if (note.kind == NoteKind::altered) altered.insert(note.field);
    if (note.kind == NoteKind::refused) refused.insert(note.field);
  }
  const std::string changed = say(Text::effect_changed, {std::to_string(altered.size())}),
                    rejected = say(Text::effect_refused, {std::to_string(refused.size())});
  if (altered.empty() && refused.empty()) return {text(Text::settings_as_asked), ui.color().dim};
  if (refused.empty()) return {changed, ui.color().amber};
  return {altered.empty() ? rejected : rejected + ", " + changed, ui.color().red};
}
} // namespace

void effect_count(Context& ui) {
  bool& open = ui.state.settings.effect_open;
  if (ui.frame.hides_answer) return;
  const Count counted = count(ui);
  ImFont* font = ui.theme.fonts.small;
  const float width = font->CalcTextSizeA(font->FontSize, 1e9f, 0, counted.shown.c_str()).x + ui.px(20);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("settings.effect", ImVec2(width, ui.px(18)))) open = !open;
  map_item(ui, "settings.effect", counted.shown);
  const bool marked = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  tooltip(ui, text(Text::tab_effective_help));
  const ImU32 ink = marked && counted.color == ui.color().dim ? ui.color().text : counted.color;
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, ImVec2(at.x, at.y + ui.px(1)), ink,
                                      counted.shown.c_str());
  triangle(ui, ImVec2(at.x + width - ui.px(6), at.y + ui.px(8)), open, ink);
  if (!open) return;
  table(ui);
  ImGui::Dummy(ImVec2(1, ui.px(6)));
}

} // namespace texelscope::ui
