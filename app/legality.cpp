// texelscope legality: what CUDA accepts, refuses and silently changes, from this machine's GPU or a capture.
#include <cstdio>

#include <fmt/format.h>

#include "app/arguments.h"
#include "app/errors.h"
#include "app/files.h"
#include "app/help.h"
#include "app/legality_report.h"
#include "app/paths.h"
#include "app/verbs.h"
#include "kernels/cuda_support.h"
#include "kernels/legality_capture.h"
#include "kernels/legality_probe.h"

namespace texelscope {

using namespace legality;

namespace {
constexpr const char* capture_name = "h200-cuda13.0.csv";

struct Answered {
  LegalitySource source;
  AnsweredAttempts rows;
};

Answered from_device(const CudaReport& cuda) {
  const std::string version =
      fmt::format("{}.{}", cuda.runtime_version / 1000, cuda.runtime_version % 1000 / 10);
  Answered answered{{cuda.devices.front().name, cuda.driver_name, version, false}, {}};
  const std::vector<Answer> answers = probe(attempts());
  for (std::size_t i = 0; i < answers.size(); ++i)
    answered.rows.emplace_back(attempts()[i], answers[i]);
  return answered;
}

Answered from_capture() {
  const std::filesystem::path assets = assets_folder();
  if (assets.empty()) throw MachineError(say(Text::legality_no_capture, {capture_name}));
  const std::filesystem::path path = assets / "legality" / capture_name;
  const Capture capture = read_capture(path);
  Answered answered{{capture.gpu, capture.driver, capture.cuda, true}, {}};
  for (const Attempt& attempt : attempts()) {
    const Answer* answer = capture.find(attempt);
    if (!answer) throw MachineError(say(Text::legality_lacks, {path.string(), identifier(attempt)}));
    answered.rows.emplace_back(attempt, *answer);
  }
  return answered;
}

Answered ask(bool device_only, bool capture_only) {
  if (capture_only) return from_capture();
  const CudaReport cuda = cuda_report();
  if (!cuda.devices.empty()) return from_device(cuda);
  if (device_only) throw MachineError(cuda.problem + (cuda.cure.empty() ? "" : " " + cuda.cure));
  return from_capture();
}

void keep_only(const std::string& pattern, AnsweredAttempts& rows) {
  std::erase_if(rows, [&](const auto& row) { return !matches(pattern, row.first, row.second); });
  if (rows.empty()) throw UserError(say(Text::legality_nothing, {pattern, identifier(attempts().front())}));
}
} // namespace

int run_legality(const std::vector<std::string>& words) {
  Arguments arguments("texelscope legality", Text::legality_about,
                      two_columns("", text(Text::legality_legend), 0, 100));
  arguments.option("--only", "PATTERN", Text::legality_only_help);
  arguments.option("--csv", "FILE", Text::legality_csv_help);
  arguments.option("--json", "FILE", Text::legality_json_help);
  arguments.toggle("--device-answers", Text::legality_device_help);
  arguments.toggle("--capture", Text::legality_capture_help);
  if (!arguments.parse(words)) return 0;
  const bool device_only = arguments.given("--device-answers"), capture_only = arguments.given("--capture");
  if (device_only && capture_only) throw UserError(text(Text::legality_both));

  auto [source, rows] = ask(device_only, capture_only);
  keep_only(arguments.words("--only").value_or(""), rows);
  const auto csv = arguments.words("--csv"), json = arguments.words("--json");
  if (csv) write_text_file(*csv, legality_csv(rows));
  if (json) write_text_file(*json, legality_json(source, rows));
  const Text from = source.captured ? Text::legality_from_capture : Text::legality_from_device;
  std::puts(say(from, {source.gpu, source.driver, source.cuda}).c_str());
  std::fputs(legality_table(rows).c_str(), stdout);
  return 0;
}

} // namespace texelscope
