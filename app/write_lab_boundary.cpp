// The surface boundary part of the write lab's report.
#include <algorithm>

#include <fmt/format.h>

#include "app/write_lab_report.h"
#include "kernels/texts.h"

namespace texelscope {

using namespace write_lab;

namespace {
// The row that is shown; the others behave alike.
constexpr int shown_row = 1;

std::string landed_words(const Landing& landing) {
  if (landing.misaligned) return "!";
  if (landing.landed.empty()) return ".";
  if (landing.landed.size() > 1 || !landing.whole) return "?";
  return std::to_string(landing.landed.front().x);
}

std::string picture(const BoundaryTrial& trial) {
  std::string asked = fmt::format("  {:<12}", text(Text::lab_asked)),
              landed = fmt::format("  {:<12}", text(Text::lab_landed));
  for (const Landing& landing : trial.landings)
    if (landing.asked.y == shown_row) {
      asked += fmt::format("{:>4}", landing.asked.x);
      landed += fmt::format("{:>4}", landed_words(landing));
    }
  return asked + "\n" + landed + "\n";
}

std::string trial_words(const BoundaryTrial& trial) {
  const auto count = [&](auto&& is) { return std::to_string(std::ranges::count_if(trial.landings, is)); };
  const std::string right = count(&Landing::right), misaligned = count(&Landing::misaligned),
                    dropped = count([](const Landing&l) { return l.landed.empty() && !l.misaligned; }),
                    elsewhere = count([](const Landing&l) { return !l.landed.empty() && !l.right(); });
  std::string words = say(trial.trial.x_in_texels ? Text::lab_trial_texels : Text::lab_trial_bytes,
                          {format_name(trial.trial.format), label(trial.trial.boundary),
                           std::to_string(trial.landings.size()), right, dropped, elsewhere, misaligned});
  if (trial.unlike_rule > 0) words += " " + say(Text::lab_unlike_rule, {std::to_string(trial.unlike_rule)});
  return paragraph(words) + picture(trial);
}

std::string fault_words(Fault fault, const std::optional<FaultReport>& report) {
  const bool trap = fault == Fault::trap;
  if (!report) return paragraph(text(trap ? Text::lab_trap_by_rule : Text::lab_misaligned_by_rule));
  return paragraph(
      say(trap ? Text::lab_trap : Text::lab_misaligned_told, {report->right, report->faulty, report->after}));
}
} // namespace

std::string row_name(Fault fault) {
  return "boundary/fault/" + std::string(identifier(fault));
}

std::string row_name(const Trial& trial) {
  return fmt::format("boundary/{}/{}{}", identifier(trial.boundary), format_name(trial.format),
                     trial.x_in_texels ? "/x_in_texels" : "");
}

std::string boundary_table(const WriteLabReport& report) {
  std::string table;
  if (!report.trials.empty()) {
    table += paragraph(text(Text::lab_boundaries));
    if (report.device.empty()) table += paragraph(text(Text::lab_by_rule));
  }
  for (const BoundaryTrial& trial : report.trials)
    table += trial_words(trial);
  for (const auto& [fault, told] : report.faults)
    table += fault_words(fault, told);
  return table;
}

} // namespace texelscope
