// texelscope trace-open: a traced texture as a session, or a report as text.
#include <charconv>

#include "app/base/errors.h"
#include "app/base/messages.h"
#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "app/session/share_line.h"
#include "app/trace/trace_report_file.h"
#include "app/trace/trace_session.h"
#include "app/trace/trace_text.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {
struct Place {
  std::string file;
  int number = 0; // of the object; 0: none is named
};

// "trace.json#3". A file whose name has a # is meant by its whole name, if it exists.
Place place_of(const std::string& argument) {
  const std::size_t mark = argument.find_last_of('#');
  std::error_code ignored;
  if (mark == std::string::npos || std::filesystem::exists(argument, ignored)) return {argument, 0};
  Place place{argument.substr(0, mark), 0};
  const char* const end = argument.data() + argument.size();
  const auto [stop, error] = std::from_chars(argument.data() + mark + 1, end, place.number);
  if (error != std::errc() || stop != end || place.number < 1)
    throw UserError(say(Text::trace_open_number, {argument.substr(mark + 1)}));
  return place;
}

const trace::TracedObject& find_object(const trace::TraceReport& report, const Place& place) {
  const trace::TracedObject* object = object_of(report, place.number);
  if (object) return *object;
  std::string numbers;
  for (const trace::TracedObject& each : report.objects)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(each.number);
  throw UserError(say(Text::trace_open_no_object, {place.file, std::to_string(place.number), numbers}));
}
} // namespace

int run_trace_open(const std::vector<std::string>& args) {
  Arguments arguments("texelscope trace-open", Text::trace_open_about);
  arguments.positional("REPORT", Text::trace_open_file_help);
  arguments.option("--out", "SESSION", Text::trace_open_out_help);
  if (!arguments.parse(args)) return 0;
  const auto argument = arguments.value("REPORT");
  if (!argument) throw UserError(text(Text::trace_open_no_file));
  const Place place = place_of(*argument);
  const trace::TraceReport report = trace::load_trace_report(place.file);
  const auto out = arguments.value("--out");
  if (place.number == 0) {
    if (out) throw UserError(text(Text::trace_open_out_alone));
    print_text(trace::trace_text(report));
    return 0;
  }
  const trace::ObjectSession opened = trace::object_session(find_object(report, place));
  for (const std::string& sentence : opened.unsaid)
    print_warning(sentence);
  if (!out) return open_window({share_line(opened.session).line});
  save_session(*out, opened.session);
  print_done(*out);
  return 0;
}

} // namespace texelscope
