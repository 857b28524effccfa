#include "kernels/studies/report/report_making.h"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include "kernels/ground/base/threads.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/seconds_now.h"
#include "kernels/ground/files/today.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/machines/gl/backends.h"
#include "kernels/reports/profile/cell/suites.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/bench/bench_tools.h"
#include "kernels/studies/bench/roof_file.h"
#include "kernels/studies/labs/legality_answers.h"
#include "kernels/studies/verify/verify_file.h"

namespace texelscope {

using Json = nlohmann::ordered_json;

namespace {
// Of the whole time; the bench gets what is left.
constexpr double legality_share = 0.25, verify_share = 0.35;
constexpr double verify_fetches = 2e8; // an H200 needs five seconds
constexpr std::size_t shortest_name = 3;

class Deadline {
public:
  explicit Deadline(double seconds) : end(seconds_now() + seconds) {}
  double left() const { return end - seconds_now(); }
  bool passed() const { return Interrupt::requested() || left() <= 0; }

private:
  double end;
};

// Requests a stop once the deadline has passed.
class StopAt {
public:
  explicit StopAt(const Deadline& deadline)
      : watcher(start_thread([this, deadline](const std::stop_token& ended) {
          while (!ended.stop_requested() && !deadline.passed())
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
          if (!ended.stop_requested()) source.request_stop();
        })) {}
  std::stop_token token() const { return source.get_token(); }

private:
  std::stop_source source;
  std::jthread watcher; // last: it uses the source
};

MadeSection attempt(const std::function<MadeSection()>& make) {
  if (Interrupt::requested()) return {};
  try {
    return make();
  } catch (const std::exception& error) {
    return {PartState::failed, without_names(sentence_of(error), private_names()), {}};
  }
}

ReportHead head_of(const CudaReport& cuda) {
  ReportHead head;
  head.program = version();
  head.date = today();
  head.device.gpu = !cuda.devices.empty();
  if (!head.device.gpu) {
    head.device.name = profile::make_cpu_profiler()->machine().device;
    return head;
  }
  const CudaDevice& device = cuda.devices.front();
  head.device.name = device.name;
  head.device.compute_capability = fmt::format("{}.{}", device.major, device.minor);
  head.device.driver = cuda.driver_name;
  head.device.cuda = fmt::format("{}.{}", cuda.runtime_version / 1000, cuda.runtime_version % 1000 / 10);
  return head;
}

// The document of the bench, with no name of the host, no number of the device, and no names in messages.
Json bench_document(profile::Report report) {
  report.machine.host.clear();
  report.machine.uuid.clear();
  const std::vector<std::string> names = private_names();
  for (profile::Measured& cell : report.cells)
    cell.message = without_names(cell.message, names);
  return Json::parse(bench_json(report));
}
} // namespace

MadeSection make_verify_section(const MakeVerifyDevice& make, const std::string& device, double fetches,
                                double seconds) {
  return attempt([&]() -> MadeSection {
    const Deadline deadline(seconds);
    ProgressLine progress;
    verify::Options options;
    options.fetches = fetches;
    const verify::Report report = verify::verify(options, make, [&](double share) {
      progress.show(share);
      return !deadline.passed();
    });
    const bool whole = double(report.fetches) >= fetches;
    return {whole ? PartState::done : PartState::partly, "", verify_json(report, options, device)};
  });
}

MadeSection make_fetches_section(const MakeVerifyDevice& make) {
  return attempt([&]() -> MadeSection {
    return {PartState::done, "", fetches_json(verify::fetch_designed(*make()))};
  });
}

MadeSection make_legality_section(double seconds) {
  return attempt([&]() -> MadeSection {
    ProgressLine progress;
    progress.show(0, legality::configurations().size(), "attempts");
    const Deadline deadline(seconds);
    const StopAt stop(deadline);
    try {
      return {PartState::done, "", to_text(capture_of(outcomes_of_subprocess(stop.token())))};
    } catch (const MachineError&) {
      if (deadline.passed()) return {}; // its process was ended
      throw;
    }
  });
}

MadeSection make_bench_section(BackendKind backend, double seconds) {
  return attempt([&]() -> MadeSection {
    const Deadline deadline(seconds);
    ProgressLine progress;
    const auto profiler =
        backend == BackendKind::cuda ? profile::make_cuda_profiler() : profile::make_cpu_profiler();
    const StopAt stop(deadline);
    const profile::Machine machine = machine_of(*profiler);
    const KeptRoofSamples roof_samples(*profiler, machine);
    profile::Run run;
    run.suite = identifier(profile::Suite::quick);
    bool whole = false;
    const profile::Report report = measure_cells(
        *profiler, machine, cells_of(profile::Suite::quick), run, true,
        [&](const profile::MeasurementRun& measuring) {
          whole = measuring.has_ended();
          if (!whole)
            progress.show(measuring.step() + 1, measuring.step_count(), name(measuring.next_cell()));
          return !deadline.passed();
        });
    return {whole ? PartState::done : PartState::partly, "", bench_document(report)};
  });
}

MadeReport make_report(double seconds) {
  const double start = seconds_now();
  const Deadline deadline(seconds);
  const CudaReport cuda = cuda_report();
  MadeReport made{head_of(cuda), {}};
  const auto section = [&](ReportPart part) -> MadeSection& { return made.sections[std::size_t(part)]; };
  if (made.head.device.gpu) {
    section(ReportPart::legality) = make_legality_section(legality_share * seconds);
    section(ReportPart::fetches) = make_fetches_section(make_verify_device);
    section(ReportPart::verify) =
        make_verify_section(make_verify_device, verify_device(cuda), verify_fetches, verify_share * seconds);
  } else {
    for (const ReportPart part : {ReportPart::verify, ReportPart::fetches, ReportPart::legality})
      section(part) = {PartState::no_gpu, without_names(cuda.problem, private_names()), {}};
  }
  section(ReportPart::bench) =
      make_bench_section(made.head.device.gpu ? BackendKind::cuda : BackendKind::cpu, deadline.left());
  made.head.interrupted = Interrupt::requested();
  made.head.seconds = std::round((seconds_now() - start) * 10) / 10;
  return made;
}

std::vector<std::string> private_names() {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (name.size() >= shortest_name) names.push_back(name);
  };
  std::error_code ignored;
  add(std::filesystem::current_path(ignored).string()); // longer ones first: a folder may be below the home
  add(home_folder().string());
  if (const char* home = std::getenv("HOME")) add(home);
  for (const char* variable : {"USER", "LOGNAME"})
    if (const char* user = std::getenv(variable)) add(user);
  if (const passwd* user = ::getpwuid(::getuid())) add(user->pw_name);
  char host[256] = {};
  if (::gethostname(host, sizeof host - 1) == 0) add(host);
  return names;
}

std::string without_names(std::string sentence, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    for (std::size_t at = 0; (at = sentence.find(name, at)) != std::string::npos; at += 3)
      sentence.replace(at, name.size(), "...");
  return sentence;
}

} // namespace texelscope
