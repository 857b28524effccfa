// texelscope report: makes one file about this machine's device to hand in, and shows what such a file holds.
#include <span>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/report/report_making.h"
#include "kernels/studies/report/report_summary.h"

namespace texelscope {

namespace {
constexpr double min_seconds = 1, max_seconds = 3600,
                 default_seconds = 110; // the whole then takes two minutes

int write_report(const std::string& out, double seconds) {
  const Interrupt interrupt;
  std::string json;
  write_file(out, [&](const PartSink& write) { // an unwritable path is refused before two minutes are spent
    const MadeReport made = make_report(seconds);
    json = report_json(made.head, made.sections);
    write(std::as_bytes(std::span(json)));
  });
  const ReportFile written(json, output_name(out));
  if (!standard_output_is_claimed()) print_text(report_summary_text(written.root()));
  print_done(say(Text::report_written, {output_name(out)}));
  if (!Interrupt::requested()) return 0;
  print_warning(text(Text::report_interrupted));
  return interrupted_code;
}

int show_report(const std::string& path, bool as_json) {
  const ReportFile file{std::filesystem::path(path)};
  if (as_json)
    print_data(report_summary_json(file.root()));
  else
    print_text(report_summary_text(file.root()));
  return 0;
}
} // namespace

int run_report(const std::vector<std::string>& args) {
  Arguments arguments("texelscope report", Text::report_about);
  std::optional<std::string> out, show;
  double seconds = default_seconds;
  bool json = false;
  arguments.option("--out", "FILE", Text::report_out_help, out, Stream::output);
  arguments.option("--seconds", "NUMBER", Text::report_seconds_help, seconds, min_seconds, max_seconds);
  arguments.option("--show", "FILE", Text::report_show_help, show, Stream::input);
  arguments.toggle("--json", Text::explain_json_help, json);
  if (!arguments.parse(args)) return 0;
  if (out.has_value() == show.has_value()) throw UserError(text(Text::report_out_or_show));
  if (json && !show) throw UserError(text(Text::report_json_alone));
  if (arguments.given("--seconds") && !out) throw UserError(text(Text::report_seconds_alone));
  if (show) return show_report(*show, json);
  return write_report(*out, seconds);
}

} // namespace texelscope
