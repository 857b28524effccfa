#include "kernels/studies/trace_report/kernel_times.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/report.h"
#include "kernels/studies/trace_report/symbolizer.h"

namespace texelscope::trace {

namespace {
constexpr std::size_t max_kept_launches = 1000; // of a kernel

std::vector<double> kept_launches(const std::vector<double>& all) {
  if (all.size() <= max_kept_launches) return all;
  std::vector<double> kept;
  for (std::size_t i = 0; i < max_kept_launches; ++i)
    kept.push_back(all[i * all.size() / max_kept_launches]);
  return kept;
}

std::vector<double> launches_of(const MeasuredRun& run, const std::string& kernel) {
  const auto found = run.times.ns.find(kernel);
  return found == run.times.ns.end() ? std::vector<double>() : found->second;
}

// Of a launch, in the mean; empty: not known.
std::optional<double> fetches_of(const MeasuredRun& run, const std::string& kernel) {
  const std::size_t launches = launches_of(run, kernel).size();
  if (!run.fetches || run.fetches->uncounted > 0 || launches == 0) return std::nullopt;
  std::uint64_t fetches = 0;
  for (const FetchSite& site : run.fetches->sites)
    if (site.function == kernel) fetches += site.fetches;
  return double(fetches) / double(launches);
}

KernelRun run_of(const MeasuredRun& timed, const MeasuredRun& counted, const std::string& kernel) {
  const std::vector<double> all = launches_of(timed, kernel);
  KernelRun run{all.size(), 0, kept_launches(all), fetches_of(counted, kernel)};
  for (const double ns : all)
    run.total_ns += ns;
  return run;
}

std::set<std::string> functions_of(const MeasuredRun& run) {
  std::set<std::string> functions;
  if (run.fetches)
    for (const FetchSite& site : run.fetches->sites)
      functions.insert(site.function);
  return functions;
}
} // namespace

LaunchTimes read_launch_times(const std::filesystem::path& folder) {
  LaunchTimes times;
  std::error_code ignored;
  for (const std::filesystem::path& path : folder_entries(folder, ignored)) {
    if (!path.filename().native().starts_with("times-")) continue;
    std::ifstream file(path);
    std::string first, name;
    while (file >> first && file.get() == ' ' && std::getline(file, name)) {
      if (first == "!") {
        times.error = name;
        continue;
      }
      times.ns[demangled(name)].push_back(std::strtod(first.c_str(), nullptr));
    }
  }
  return times;
}

TimesReport times_report(const MeasuredRun& counted, const MeasuredRun& counted_without,
                         const MeasuredRun& timed, const MeasuredRun& timed_without) {
  TimesReport report;
  std::string error;
  for (const MeasuredRun* run : {&counted, &counted_without, &timed, &timed_without})
    if (!run->times.error.empty()) error = run->times.error;
  if (!error.empty()) report.notes.push_back(say(Text::times_refused, {error}));
  for (const MeasuredRun* run : {&counted_without, &timed, &timed_without})
    if (run->exit_code != counted.exit_code) {
      report.notes.push_back(say(Text::times_exit_code, {std::to_string(run->exit_code)}));
      break;
    }
  const std::set<std::string> replaced = functions_of(timed_without);
  for (const std::string& kernel : functions_of(timed)) {
    const KernelTimes times = {kernel, run_of(timed, counted, kernel),
                               run_of(timed_without, counted_without, kernel)};
    if (!times.with.ns.empty() && !times.without.ns.empty() && replaced.contains(kernel))
      report.kernels.push_back(times);
  }
  if (report.kernels.empty()) report.notes.push_back(text(Text::times_none));
  return report;
}

double median_ns(std::vector<double> ns) {
  return profile::median(std::move(ns));
}

std::string times_text(const TimesReport& report) {
  std::string lines = "\n" + std::string(text(Text::times_title));
  for (const std::string& note : report.notes)
    lines += "  " + note + "\n";
  for (const KernelTimes& kernel : report.kernels)
    lines += say(Text::times_kernel, {kernel.function, std::to_string(kernel.with.launches),
                                      fmt::format("{:.2f}", median_ns(kernel.with.ns) * 1e-3),
                                      fmt::format("{:.2f}", median_ns(kernel.without.ns) * 1e-3)});
  return lines;
}

} // namespace texelscope::trace
