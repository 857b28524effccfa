// texelscope bench-merge: merges shards and machines into one file.
#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "app/verbs/bench_options.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/reports.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/bench/bench_tools.h"

namespace texelscope {

using namespace profile;

namespace {
std::string lacking_text(const Lacking& lacking) {
  std::vector<std::string> numbers;
  for (const int shard : lacking.shards)
    numbers.push_back(std::to_string(shard));
  const std::string suite = lacking.suite.empty() ? text(Text::merge_by_name) : lacking.suite;
  return say(numbers.size() == 1 ? Text::merge_lacks : Text::merge_lacks_several,
             {lacking.device, suite + (lacking.filter.empty() ? "" : " " + lacking.filter), joined(numbers),
              std::to_string(lacking.of)});
}
} // namespace

int run_bench_merge(const std::vector<std::string>& args) {
  Arguments arguments("texelscope bench-merge", Text::merge_about);
  arguments.positionals("FILES", Text::merge_files_help, Stream::input);
  arguments.option("--out", "FILE", Text::merge_out_help, Stream::output);
  if (!arguments.parse(args)) return 0;
  const std::vector<std::string>& files = arguments.all_text("FILES");
  if (files.empty()) throw UserError(say(Text::tools_missing, {"FILES", "bench-merge"}));
  const std::string out = needed_text(arguments, "--out", "bench-merge");

  const Merged merged = merge(load_all_reports(files));
  if (!merged.doubled.empty()) {
    const Doubled& first = merged.doubled.front();
    throw UserError(say(Text::merge_doubled, {name(first.cell), first.machine.device}));
  }
  write_text_file(out, bench_json(merged.reports));
  std::size_t cells = 0;
  for (const Report& report : merged.reports)
    cells += report.cells.size();
  print_done(say(Text::merge_done,
                 {output_name(out), std::to_string(merged.reports.size()), std::to_string(cells)}));
  for (const Lacking& lacking : merged.lacking)
    print_warning(lacking_text(lacking));
  return 0;
}

} // namespace texelscope
