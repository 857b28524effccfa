// Reports of devices and programs.
#include <span>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "kernels/studies/advise/device_figures.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/report/report_summary.h"
#include "kernels/studies/trace/trace_linker.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/trace_report/trace_session.h"
#include "kernels/studies/trace_report/trace_text.h"
#include "kernels/studies/verify/report_file.h"
#include "tests/fuzz/parsers.h"
#include "tests/fuzz/properties.h"

namespace texelscope::fuzz {

void bench_report(std::string_view bytes) {
  accepted(
      bytes, [](std::string_view json) { return parse_bench_reports(json, "bench.json"); },
      [](const std::vector<profile::Report>& reports) { return bench_json(reports); });
}

void chip_report(std::string_view bytes) {
  const auto summary = accepted(bytes, [](std::string_view json) {
    const ReportFile file(std::string(json), "report.json");
    return report_summary_text(file.root()) + report_summary_json(file.root());
  });
  require(!summary || !summary->empty(), "a report has a summary");
}

void device_figures(std::string_view bytes) {
  accepted(
      bytes, [](std::string_view json) { return advise::parse_figures(json, "figures.json"); },
      [](const advise::DeviceFigures& figures) { return figures_json(figures); });
}

void capture(std::string_view bytes) {
  accepted(
      bytes, [](std::string_view csv) { return legality::capture_from(csv, "capture.csv"); },
      legality::to_text);
}

namespace {
trace::TraceReport read_trace_report(std::string_view json) {
  return trace::parse_trace_report(json, "trace.json");
}

// As text, and each texture as a session.
void show(const trace::TraceReport& report, std::string_view bytes) {
  require(!trace_text(report).empty(), "a trace has a text");
  for (const trace::TracedObject& object : report.objects)
    if (const auto opened = accepted(bytes, [&](std::string_view) { return object_session(object); }))
      require_valid(opened->session);
}
} // namespace

void trace_records(std::string_view bytes) {
  const auto file = std::as_bytes(std::span(bytes));
  const auto records = trace::read_records(file);
  if (!records) return;
  for (const trace::Record& record : records->all)
    require(record.payload.data() >= file.data() &&
                record.payload.data() + record.payload.size() <= file.data() + file.size(),
            "a record lies within its file");
  const auto report =
      link_records(*records, 0, [](const std::string& module, std::uint64_t) { return module; });
  show(report, bytes);
  require_comes_back(write_trace_report(report), read_trace_report, trace::write_trace_report);
}

void trace_report(std::string_view bytes) {
  if (const auto report = accepted(bytes, read_trace_report, trace::write_trace_report)) show(*report, bytes);
}

} // namespace texelscope::fuzz
