// Runs the open lab beside the frame loop and keeps its results.
//
// Belongs to one thread. On CUDA the jobs use the device of that thread: the runtime shares it between
// threads, and the labs have their own storage. Work that may cost a process its GPU runs in a subprocess.
#pragma once

#include <filesystem>
#include <optional>

#include "kernels/ground/files/async_job.h"
#include "kernels/ground/files/latest.h"
#include "kernels/ground/text/language.h"
#include "ui/frame/labs.h"

namespace texelscope {

class Labs {
public:
  // Called once a frame: takes finished results, and starts the jobs of the open lab. `configuration`: what
  // the session requests of CUDA. `wait`: waits for the results.
  void update(Lab open, const ui::LabChoices& choices,
              const std::optional<legality::Configuration>& configuration, bool on_device, bool wait);

  // These are started only by buttons, and do nothing while they are running.
  void ask_device();
  void read_legality(const std::filesystem::path& report); // of texelscope report, or a capture
  void time_writes();
  void try_fault(write_lab::Fault fault);

  const ui::LabFindings& findings() const { return found; }

private:
  void update_legality(const ui::LegalityChoice& choice,
                       const std::optional<legality::Configuration>& configuration, bool wait);
  void update_staleness(const ui::LabChoices& choices, bool wait);
  void update_writes(const ui::WritesChoice& choice, bool wait);

  // What each result depends on.
  struct StalenessRequest {
    staleness::Combination combination;
    int round = 0;
    bool on_device = false;
    bool operator==(const StalenessRequest&) const = default;
  };
  struct LandingsRequest {
    write_lab::BoundaryTest boundary_test;
    bool on_device = false;
    bool operator==(const LandingsRequest&) const = default;
  };

  ui::LabFindings found;
  Language spoken = Language::english; // of the table's texts
  bool capture_read = false;
  std::optional<legality::TableFilter> table_of; // nothing: the table is out of date
  // These come last: their threads end before the other members.
  AsyncJob<legality::Outcomes> legality_job;
  Latest<StalenessRequest, ui::StalenessFound> latest_staleness;
  Latest<LandingsRequest, ui::LandingsFound> latest_landings;
  AsyncJob<std::vector<write_lab::Comparison>> routes_job;
  std::array<AsyncJob<write_lab::FaultReport>, 2> fault_jobs;
};

} // namespace texelscope
