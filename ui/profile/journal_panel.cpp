// HISTORY: the changes and their effects, newest last; a click goes back to one.
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
std::string microseconds(double seconds) {
  const double us = seconds * 1e6;
  return fmt::format("{:.{}f}", us, us < 100 ? 1 : 0);
}

std::string time_line(const JournalEntry& entry, bool here) {
  if (entry.verdict == TimeVerdict::unmeasured)
    return text(here ? Text::journal_not_yet : Text::journal_never);
  static constexpr Text verdicts[] = {Text::journal_unmeasured, Text::journal_same, Text::journal_faster,
                                      Text::journal_slower, Text::journal_unclear};
  return say(Text::journal_time,
             {microseconds(entry.before), microseconds(entry.after), text(verdicts[int(entry.verdict)])});
}

std::string value_line(const JournalEntry& entry) {
  if (!entry.change) return text(Text::journal_pending);
  const ValueChange& change = *entry.change;
  if (!change.comparable) return text(Text::journal_not_comparable);
  if (change.largest == 0) return text(Text::journal_no_value);
  const std::string largest = std::isnan(change.largest) ? "NaN" : fmt::format("{:.6g}", change.largest);
  return say(Text::journal_value, {largest, std::to_string(change.at.x), std::to_string(change.at.y)});
}

// The measurements; the value is beside the time if it fits, else below it.
void measured(Context& ui, const JournalEntry& entry, std::size_t index) {
  const bool is_clear = entry.verdict == TimeVerdict::faster || entry.verdict == TimeVerdict::slower;
  ImFont* font = ui.theme.fonts.mono_small;
  const bool here = index == ui.frame.document.position;
  const std::string time = time_line(entry, here), value = value_line(entry);
  const auto width = [&](const std::string& shown) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, shown.c_str()).x;
  };
  const bool one_line = width(time) + ui.px(10) + width(value) <= ImGui::GetContentRegionAvail().x;
  flowing_text(ui, font, is_clear ? ui.color().text : ui.color().dim, time,
               fmt::format("journal_time.{}", index));
  tooltip(ui, text(Text::journal_time_help));
  if (one_line) ImGui::SameLine(0, ui.px(10));
  flowing_text(ui, font, ui.color().dim, value, fmt::format("journal_value.{}", index));
  tooltip(ui, text(Text::journal_value_help));
}

void line(Context& ui, const JournalEntry& entry, std::size_t index) {
  const bool here = index == ui.frame.document.position, undone = index > ui.frame.document.position;
  const std::string label = (undone ? "· " : "") + entry.label;
  if (flowing_row(ui, "##entry", label, here, here ? ui.color().text : ui.color().dim))
    ui.output.actions.push_back({Action::Kind::load_history, {}, {}, index});
  map_item(ui, fmt::format("journal.{}", index), label);
  if (index > 0 && !entry.only_view) measured(ui, entry, index); // there is nothing before the first
}
} // namespace

void journal_panel(Context& ui, const Area& area) {
  begin_panel(ui, "history", area, Text::title_history);
  ImGui::PushFont(ui.theme.fonts.small);
  const std::size_t count = ui.frame.document.changes == nullptr ? 0 : ui.frame.document.changes->size();
  for (std::size_t i = 0; i < count; ++i) {
    ImGui::PushID(int(i));
    line(ui, (*ui.frame.document.changes)[i], i);
    ImGui::PopID();
    if (i == ui.frame.document.position && i + 1 == count) ImGui::SetScrollHereY(1);
  }
  ImGui::PopFont();
  end_panel();
}

} // namespace texelscope::ui
