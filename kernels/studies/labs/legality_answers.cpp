#include "kernels/studies/labs/legality_answers.h"

#include <fmt/format.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/subprocess.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/reports/support_matrix/legality_probe.h"
#include "kernels/studies/verify/report_file.h"

namespace texelscope {

using namespace legality;

namespace {
constexpr const char* capture_name = "h200-cuda13.0.csv";

// `name`: the capture's name, for error messages. A capture of an older program lacks what this one tries in
// addition. Throws Error if it lacks all.
template <class Error>
Outcomes answers_from(const Capture& capture, const std::string& name, bool captured) {
  Outcomes answers{{capture.gpu, capture.driver, capture.cuda, captured, capture.object_us}, {}};
  for (const Configuration& configuration : configurations()) {
    if (const Outcome* answer = capture.find(configuration))
      answers.rows.emplace_back(configuration, *answer);
  }
  if (answers.rows.empty())
    throw Error(say(Text::legality_lacks, {name, identifier(configurations().front())}));
  return answers;
}
} // namespace

Outcomes answers_of_device() {
  const CudaReport cuda = cuda_report();
  if (cuda.devices.empty()) throw MachineError(cuda.problem + (cuda.cure.empty() ? "" : " " + cuda.cure));
  const std::string version =
      fmt::format("{}.{}", cuda.runtime_version / 1000, cuda.runtime_version % 1000 / 10);
  Outcomes answers{{cuda.devices.front().name, cuda.driver_name, version, false}, {}};
  const std::vector<Outcome> outcomes = probe(configurations());
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    answers.rows.emplace_back(configurations()[i], outcomes[i]);
  answers.source.object_us = object_us();
  return answers;
}

Outcomes answers_of_capture() {
  const std::filesystem::path assets = assets_folder();
  if (assets.empty()) throw MachineError(say(Text::legality_no_capture, {capture_name}));
  const std::filesystem::path path = assets / "legality" / capture_name;
  return answers_from<MachineError>(read_capture(path), path.string(), true);
}

Outcomes answers_of_text(const std::string& capture, const std::string& name) {
  return answers_from<FileError>(capture_from(capture, name), name, true);
}

Outcomes answers_of_file(const std::filesystem::path& path) {
  std::string content = read_text_file(path, max_report_bytes);
  const std::string name = input_name(path);
  if (!content.starts_with('{')) return answers_of_text(content, name);
  const ReportFile report(std::move(content), name);
  return answers_of_text(report_document(report.root(), ReportPart::legality).string(), name);
}

Outcomes outcomes_of_subprocess(const std::stop_token& stop) {
  const Subprocess child = run_subprocess({"legality", "--device-answers", "--as-capture"}, stop);
  if (child.code != 0) throw MachineError(say(Text::legality_child_failed, {std::to_string(child.code)}));
  const std::string name = text(Text::legality_child);
  return answers_from<MachineError>(capture_from(child.out, name), name, false);
}

Capture capture_of(const Outcomes& answers) {
  Capture capture{
      answers.source.gpu, answers.source.driver, answers.source.cuda, {}, answers.source.object_us};
  for (const auto& [configuration, answer] : answers.rows)
    capture.answers.emplace(identifier(configuration), answer);
  return capture;
}

} // namespace texelscope
