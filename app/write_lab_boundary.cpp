// The surface boundary part of the write lab's report.
#include <algorithm>

#include <fmt/format.h>

#include "app/help.h"
#include "app/write_lab_report.h"

namespace texelscope {

using namespace write_lab;

namespace {
constexpr std::size_t line_width = 110;

// The row that is shown; the others behave alike.
constexpr int shown_row = 1;

std::string landed_words(const Landing& landing) {
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

std::string trial_words(const BoundaryTrial& trial, bool on_device) {
  const auto right = std::ranges::count_if(trial.landings, &Landing::right);
  const auto dropped =
      std::ranges::count_if(trial.landings, [](const Landing& landing) { return landing.landed.empty(); });
  const auto places = std::ssize(trial.landings);
  std::string words =
      say(trial.trial.x_in_texels ? Text::lab_trial_texels : Text::lab_trial_bytes,
          {format_name(trial.trial.format), label(trial.trial.boundary), std::to_string(places),
           std::to_string(right), std::to_string(dropped), std::to_string(places - right - dropped)});
  if (!trial.problem.empty()) words += " " + trial.problem;
  if (!on_device || !trial.problem.empty()) words += std::string(" ") + text(Text::lab_by_rule);
  if (trial.unlike_rule > 0) words += " " + say(Text::lab_unlike_rule, {std::to_string(trial.unlike_rule)});
  return two_columns("", words, 0, line_width) + picture(trial);
}
} // namespace

std::string row_name(const Trial& trial) {
  return fmt::format("boundary/{}/{}{}", identifier(trial.boundary), format_name(trial.format),
                     trial.x_in_texels ? "/x_in_texels" : "");
}

std::string boundary_table(const WriteLabReport& report) {
  if (report.trials.empty() && !report.trap_wanted) return {};
  std::string table = two_columns("", text(Text::lab_boundaries), 0, line_width);
  for (const BoundaryTrial& trial : report.trials)
    table += trial_words(trial, !report.device.empty());
  if (report.trap)
    table +=
        two_columns("", say(Text::lab_trap, {report.trap->inside, report.trap->outside, report.trap->after}),
                    0, line_width);
  else if (report.trap_wanted)
    table += two_columns("", text(Text::lab_trap_by_rule), 0, line_width);
  return table;
}

} // namespace texelscope
