// The surface boundary part of the write lab's report.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/format_name.h"
#include "kernels/studies/labs/write_lab_report.h"

namespace texelscope {

using namespace write_lab;

namespace {
// The row that is shown; the others behave the same.
constexpr int shown_row = 1;

std::string landed_text(const WriteDestination& destination) {
  if (destination.misaligned) return "!";
  if (destination.landed.empty()) return ".";
  if (destination.landed.size() > 1 || !destination.whole) return "?";
  return std::to_string(destination.landed.front().x);
}

std::string picture(const BoundaryResult& boundary_test) {
  std::string requested = fmt::format("  {:<12}", text(Text::lab_asked)),
              landed = fmt::format("  {:<12}", text(Text::lab_landed));
  for (const WriteDestination& destination : boundary_test.destinations)
    if (destination.requested.y == shown_row) {
      requested += fmt::format("{:>4}", destination.requested.x);
      landed += fmt::format("{:>4}", landed_text(destination));
    }
  return requested + "\n" + landed + "\n";
}

std::string trial_text(const BoundaryResult& boundary_test) {
  const auto count = [&](auto&& is) {
    return std::to_string(std::ranges::count_if(boundary_test.destinations, is));
  };
  const std::string right = count(&WriteDestination::right),
                    misaligned = count(&WriteDestination::misaligned),
                    dropped =
                        count([](const WriteDestination&l) { return l.landed.empty() && !l.misaligned; }),
                    elsewhere =
                        count([](const WriteDestination&l) { return !l.landed.empty() && !l.right(); });
  std::string out =
      say(boundary_test.boundary_test.x_in_texels ? Text::lab_trial_texels : Text::lab_trial_bytes,
          {format_name(boundary_test.boundary_test.format), label(boundary_test.boundary_test.boundary),
           std::to_string(boundary_test.destinations.size()), right, dropped, elsewhere, misaligned});
  if (boundary_test.unlike_rule > 0)
    out += " " + say(Text::lab_unlike_rule, {std::to_string(boundary_test.unlike_rule)});
  return paragraph(out) + picture(boundary_test);
}

std::string fault_text(Fault fault, const std::optional<FaultReport>& report) {
  const bool trap = fault == Fault::trap;
  if (!report) return paragraph(text(trap ? Text::lab_trap_by_rule : Text::lab_misaligned_by_rule));
  return paragraph(
      say(trap ? Text::lab_trap : Text::lab_misaligned_told, {report->right, report->faulty, report->after}));
}
} // namespace

std::string row_name(Fault fault) {
  return "boundary/fault/" + std::string(identifier(fault));
}

std::string row_name(const BoundaryTest& boundary_test) {
  return fmt::format("boundary/{}/{}{}", identifier(boundary_test.boundary),
                     format_name(boundary_test.format), boundary_test.x_in_texels ? "/x_in_texels" : "");
}

std::string boundary_table(const WriteLabReport& report) {
  std::string table;
  if (!report.boundary_tests.empty()) {
    table += paragraph(text(Text::lab_boundaries));
    if (report.device.empty()) table += paragraph(text(Text::lab_by_rule));
  }
  for (const BoundaryResult& boundary_test : report.boundary_tests)
    table += trial_text(boundary_test);
  for (const auto& [fault, result] : report.faults)
    table += fault_text(fault, result);
  return table;
}

} // namespace texelscope
