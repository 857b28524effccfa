// texelscope trace-open: a traced texture as a session, or a report as text.
#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/trace_report/trace_place.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/trace_report/trace_session.h"
#include "kernels/studies/trace_report/trace_text.h"

namespace texelscope {

int run_trace_open(const std::vector<std::string>& args) {
  Arguments arguments("texelscope trace-open", Text::trace_open_about);
  std::optional<std::string> argument, out;
  arguments.positional("REPORT", Text::trace_open_file_help, argument);
  arguments.option("--out", "SESSION", Text::trace_open_out_help, out);
  if (!arguments.parse(args)) return 0;
  if (!argument) throw UserError(text(Text::trace_open_no_file));
  const trace::TracePlace place = trace::trace_place(*argument);
  const trace::TraceReport report = trace::load_trace_report(place.file);
  if (place.number == 0) {
    if (out) throw UserError(text(Text::trace_open_out_alone));
    print_text(trace::trace_text(report));
    return 0;
  }
  const trace::ObjectSession opened = trace::object_session(trace::find_object(report, place));
  for (const std::string& sentence : opened.unsaid)
    print_warning(sentence);
  if (!out) return open_window({share_line(opened.session).line});
  save_session(*out, opened.session);
  print_done(*out);
  return 0;
}

} // namespace texelscope
