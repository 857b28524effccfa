// texelscope legality: what CUDA accepts, rejects and silently changes, from this machine's GPU or a capture.

#include <fmt/format.h>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/labs/legality_answers.h"
#include "kernels/studies/labs/legality_report.h"

namespace texelscope {

using namespace legality;

namespace {
Outcomes ask(bool device_only, bool capture_only) {
  const bool device = device_only || (!capture_only && !cuda_report().devices.empty());
  return device ? answers_of_device() : answers_of_capture();
}

void keep_only(const std::string& pattern, AnsweredAttempts& rows) {
  std::erase_if(rows, [&](const auto& row) { return !matches(pattern, row.first, row.second); });
  if (!rows.empty()) return;
  std::vector<std::string> names;
  for (const Configuration& configuration : configurations())
    names.push_back(identifier(configuration));
  throw UserError(say(Text::legality_nothing, {pattern, terms_of(names)}));
}
} // namespace

namespace {
void print_limits() {
  const CudaReport cuda = cuda_report();
  if (cuda.devices.empty()) return;
  for (const std::string& limit : device_limits(cuda.devices.front()))
    print_line(limit);
}
} // namespace

int run_legality(const std::vector<std::string>& args) {
  Arguments arguments("texelscope legality", Text::legality_about,
                      two_columns("", text(Text::legality_legend), 0, 100));
  std::optional<std::string> only, csv, json, report;
  bool device_only = false, capture_only = false, as_capture = false;
  arguments.option("--only", "PATTERN", Text::legality_only_help, only);
  arguments.option("--csv", "FILE", Text::legality_csv_help, csv, Stream::output);
  arguments.option("--json", "FILE", Text::legality_json_help, json, Stream::output);
  arguments.toggle("--device-answers", Text::legality_device_help, device_only);
  arguments.toggle("--capture", Text::legality_capture_help, capture_only);
  arguments.option("--report", "FILE", Text::legality_report_help, report, Stream::input);
  arguments.toggle("--as-capture", Text::legality_as_capture_help, as_capture);
  if (!arguments.parse(args)) return 0;
  if (device_only + capture_only + report.has_value() > 1) throw UserError(text(Text::legality_both));
  if (as_capture && (only || csv || json)) throw UserError(text(Text::legality_as_capture_alone));

  Outcomes answers = [&] {
    ProgressLine progress;
    progress.show(0, configurations().size(), "attempts");
    return report ? answers_of_file(*report) : ask(device_only, capture_only);
  }();
  if (as_capture) {
    print_data(to_text(capture_of(answers)));
    return 0;
  }
  auto& [source, rows] = answers;
  keep_only(only.value_or(""), rows);
  if (csv) write_text_file(*csv, legality_csv(rows));
  if (json) write_text_file(*json, legality_json(source, rows));
  const Text from = source.captured ? Text::legality_from_capture : Text::legality_from_device;
  print_line(say(from, {source.gpu, source.driver, source.cuda}));
  if (source.object_us > 0)
    print_line(say(Text::legality_object_cost, {fmt::format("{:.3g}", source.object_us)}));
  if (!source.captured && only.value_or("").empty()) print_limits();
  print_text(legality_table(rows));
  return 0;
}

} // namespace texelscope
