#include "app/analyses/labs.h"

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/labs/boundary_run.h"
#include "kernels/studies/labs/legality_answers.h"
#include "kernels/studies/labs/write_lab_runs.h"

namespace texelscope {

namespace {
// Small enough to see each texel, large enough for two blocks.
constexpr int staleness_size = 64;

// Selects the calling thread's device on the thread that runs the job; does nothing on the CPU.
std::function<void()> same_device(bool on_device) {
  if (!on_device) return [] {};
  return [ordinal = thread_cuda_device()] { set_thread_cuda_device(ordinal); };
}

ui::StalenessFound run_staleness(const staleness::Combination& combination, bool on_device) {
  const auto lab = on_device ? staleness::make_cuda_lab(staleness_size, staleness_size)
                             : staleness::make_simulation(staleness_size, staleness_size);
  return {combination, lab->run(combination), lab->simulated()};
}

std::vector<write_lab::Comparison> compare_all_routes(const std::stop_token& stop) {
  std::vector<write_lab::Comparison> all;
  for (const ElementFormat& format : write_lab::compared_formats())
    if (!stop.stop_requested()) all.push_back(compare_routes(format));
  return all;
}
} // namespace

void Labs::update(Lab open, const ui::LabChoices& choices,
                  const std::optional<legality::Configuration>& configuration, bool on_device, bool wait) {
  found.on_device = on_device;
  switch (open) {
  case Lab::legality:
    update_legality(choices.legality, configuration, wait);
    break;
  case Lab::staleness:
    update_staleness(choices, wait);
    break;
  case Lab::writes:
    update_writes(choices.writes, wait);
    break;
  case Lab::fetch:  // LiveBody's
  case Lab::bench:  // BenchLab's
  case Lab::advise: // AdviseLab's
  case Lab::trace:  // TraceLab's
  case Lab::amp:    // it follows from the session alone
  case Lab::none:
    break;
  }
}

void Labs::update_legality(const ui::LegalityChoice& choice,
                           const std::optional<legality::Configuration>& configuration, bool wait) {
  if (!capture_read && !found.legality.found && !legality_job.busy()) {
    capture_read = true;
    legality_job.start([](const std::stop_token&) { return answers_of_capture(); });
  }
  if (legality_job.poll(found.legality, wait) || spoken != language()) table_of.reset();
  spoken = language();
  if (!found.legality.found) return;
  const legality::AnsweredAttempts& rows = found.legality.found->rows;
  if (table_of != choice.filter) {
    found.table = make_table(rows, choice.filter);
    table_of = choice.filter;
  }
  found.session = {configuration, nullptr, std::nullopt};
  if (!configuration) return;
  found.session.answer = legality::find(rows, *configuration);
  found.session.cell = place_of(found.table, *configuration, choice.filter.columns);
}

void Labs::update_staleness(const ui::LabChoices& choices, bool wait) {
  const StalenessRequest requested{choices.staleness, choices.staleness_round, found.on_device};
  const bool exists = !obstacle(requested.combination.write, requested.combination.read);
  latest_staleness.poll(wait);
  if (exists && latest_staleness.wants(requested)) {
    latest_staleness.start(requested,
                           [requested, choose = same_device(requested.on_device)](const std::stop_token&) {
                             choose();
                             return run_staleness(requested.combination, requested.on_device);
                           });
    latest_staleness.poll(wait);
  }
  found.staleness = latest_staleness.newest();
}

void Labs::update_writes(const ui::WritesChoice& choice, bool wait) {
  routes_job.poll(found.routes, wait);
  for (std::size_t i = 0; i < fault_jobs.size(); ++i)
    fault_jobs[i].poll(found.faults[i], wait);
  const LandingsRequest requested{choice.boundary_test(), found.on_device};
  latest_landings.poll(wait);
  if (latest_landings.wants(requested)) {
    latest_landings.start(
        requested, [requested, choose = same_device(requested.on_device)](const std::stop_token&) {
          choose();
          return ui::LandingsFound{run_boundary_test(requested.boundary_test, requested.on_device),
                                   requested.on_device};
        });
    latest_landings.poll(wait);
  }
  found.destinations = latest_landings.newest();
}

void Labs::ask_device() {
  if (!legality_job.busy()) legality_job.start(outcomes_of_subprocess);
}

void Labs::read_legality(const std::filesystem::path& report) {
  capture_read = true;
  if (!legality_job.busy())
    legality_job.start([report](const std::stop_token&) { return answers_of_file(report); });
}

void Labs::time_writes() {
  if (routes_job.busy()) return;
  routes_job.start([choose = same_device(found.on_device)](const std::stop_token& stop) {
    choose();
    return compare_all_routes(stop);
  });
}

void Labs::try_fault(write_lab::Fault fault) {
  AsyncJob<write_lab::FaultReport>& job = fault_jobs[std::size_t(fault)];
  if (!job.busy())
    job.start([fault](const std::stop_token& stop) { return fault_in_subprocess(fault, stop); });
}

} // namespace texelscope
