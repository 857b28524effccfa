#include "app/legality_answers.h"

#include <fmt/format.h>

#include "app/own_process.h"
#include "app/paths.h"
#include "kernels/cuda_support.h"
#include "kernels/legality_probe.h"
#include "kernels/texts.h"

namespace texelscope {

using namespace legality;

namespace {
constexpr const char* capture_name = "h200-cuda13.0.csv";

// `name`: of the capture, for reasons.
Answers answers_from(const Capture& capture, const std::string& name, bool captured) {
  Answers answers{{capture.gpu, capture.driver, capture.cuda, captured}, {}};
  for (const Attempt& attempt : attempts()) {
    const Answer* answer = capture.find(attempt);
    if (!answer) throw MachineError(say(Text::legality_lacks, {name, identifier(attempt)}));
    answers.rows.emplace_back(attempt, *answer);
  }
  return answers;
}
} // namespace

Answers answers_of_device() {
  const CudaReport cuda = cuda_report();
  if (cuda.devices.empty()) throw MachineError(cuda.problem + (cuda.cure.empty() ? "" : " " + cuda.cure));
  const std::string version =
      fmt::format("{}.{}", cuda.runtime_version / 1000, cuda.runtime_version % 1000 / 10);
  Answers answers{{cuda.devices.front().name, cuda.driver_name, version, false}, {}};
  const std::vector<Answer> told = probe(attempts());
  for (std::size_t i = 0; i < told.size(); ++i)
    answers.rows.emplace_back(attempts()[i], told[i]);
  return answers;
}

Answers answers_of_capture() {
  const std::filesystem::path assets = assets_folder();
  if (assets.empty()) throw MachineError(say(Text::legality_no_capture, {capture_name}));
  const std::filesystem::path path = assets / "legality" / capture_name;
  return answers_from(read_capture(path), path.string(), true);
}

Answers answers_of_own_process(std::stop_token stop) {
  const OwnProcess child = run_own_process({"legality", "--device-answers", "--as-capture"}, stop);
  if (child.code != 0) throw MachineError(say(Text::legality_child_failed, {std::to_string(child.code)}));
  const std::string name = text(Text::legality_child);
  return answers_from(capture_from(child.out, name), name, false);
}

Capture capture_of(const Answers& answers) {
  Capture capture{answers.source.gpu, answers.source.driver, answers.source.cuda, {}};
  for (const auto& [attempt, answer] : answers.rows)
    capture.answers.emplace(identifier(attempt), answer);
  return capture;
}

} // namespace texelscope
