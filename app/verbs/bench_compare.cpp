// texelscope bench-compare: compares two files of texelscope bench, cell by cell.

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "app/verbs/bench_options.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/reports.h"
#include "kernels/studies/bench/bench_compare_report.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/bench/bench_tools.h"

namespace texelscope {

using namespace profile;

namespace {
ComparedFiles compared(const Arguments& arguments) {
  ComparedFiles files;
  files.before = needed_text(arguments, "BEFORE", "bench-compare");
  files.after = needed_text(arguments, "AFTER", "bench-compare");
  files.threshold = arguments.number("--threshold", 0, 1000).value_or(5) / 100;
  std::vector<Report> before = load_bench_reports(files.before), after = load_bench_reports(files.after);
  const std::string pattern = arguments.value("--filter").value_or("");
  if (keep_cells(before, pattern) + keep_cells(after, pattern) == 0)
    throw UserError(say(Text::tools_no_cell, {pattern}));
  const Pairs pairs = pairs_of(before, after);
  if (pairs.pairs.empty()) throw UserError(say(Text::compare_bench_no_pair, {files.before, files.after}));
  for (const auto& [i, j] : pairs.pairs)
    files.comparisons.push_back(compare(before[i], after[j]));
  const std::vector<std::string> names_before = labels(before), names_after = labels(after);
  for (const std::size_t i : pairs.only_before)
    files.alone.push_back(names_before[i]);
  for (const std::size_t j : pairs.only_after)
    files.alone.push_back(names_after[j]);
  return files;
}
} // namespace

int run_bench_compare(const std::vector<std::string>& args) {
  Arguments arguments("texelscope bench-compare", Text::compare_bench_about);
  arguments.positional("BEFORE", Text::compare_bench_before_help, Stream::input);
  arguments.positional("AFTER", Text::compare_bench_after_help, Stream::input);
  arguments.option("--threshold", "PERCENT", Text::compare_bench_threshold_help);
  arguments.option("--filter", "PATTERN", Text::tools_filter_help);
  arguments.option("--json", "FILE", Text::compare_bench_json_help, Stream::output);
  if (!arguments.parse(args)) return 0;
  const ComparedFiles files = compared(arguments);
  print_text(compared_text(files));
  if (const auto json = arguments.value("--json")) write_text_file(*json, compared_json(files));
  return files.beyond().empty() ? 0 : 1;
}

} // namespace texelscope
