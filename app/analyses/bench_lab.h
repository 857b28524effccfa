// The bench lab behind the window: measures cells beside the frame loop, reads and writes reports, and
// compares two.
//
// Belongs to one thread. On CUDA it measures on the device of that thread.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/analyses/bench_run.h"
#include "kernels/ground/files/async_job.h"
#include "kernels/ground/text/language.h"
#include "ui/frame/bench.h"

namespace texelscope {

class BenchLab {
public:
  // Called once a frame: takes new measurements, and updates what the lab shows while it is open. `wait`:
  // waits until two reports are compared.
  void update(const ui::BenchChoice& choice, bool open, bool on_device, bool wait);

  // The requested cells replace those of the report one by one. Throws UserError if no cell is requested.
  void start(const ui::BenchChoice& choice);
  void cancel();
  bool measures() const { return run != nullptr; }

  // All throw UserError, or FileError and MachineError for the disk; then nothing has changed.
  void open(const std::filesystem::path& file);
  void open_before(const std::filesystem::path& file);
  // Saves the report as .json or .csv, or the view's plot as .svg.
  void save(const std::filesystem::path& file, const ui::BenchChoice& choice) const;
  void keep_before();

  const ui::BenchFindings& findings() const { return found; }

private:
  void count_wanted(const ui::BenchChoice& choice);
  void take_news();
  void show(const ui::BenchChoice& choice);
  void compare(bool wait);
  void list_compared(const std::string& pattern);

  // The shown tables were computed from these values; if any differs, they are computed anew.
  struct Shown {
    ui::BenchView view;
    std::string pattern;
    std::optional<profile::Order> order;
    std::size_t version;
    Language spoken;
    bool operator==(const Shown&) const = default;
  };
  struct Wanted {
    profile::Suite suite;
    profile::Caches caches;
    std::string pattern;
    bool on_device;
    bool operator==(const Wanted&) const = default;
  };

  ui::BenchFindings found;
  bool device = false; // CUDA is measured
  std::optional<profile::Report> report, before;
  std::size_t version = 0, before_version = 0; // versions of the two reports
  std::optional<Shown> shown;
  std::optional<Wanted> wanted;
  std::optional<std::pair<std::size_t, std::size_t>> compared; // versions
  std::optional<std::string> listed;                           // the pattern of the list
  // These come last: their threads end before the other members.
  std::unique_ptr<BenchRun> run;
  AsyncJob<profile::Comparison> comparing;
};

// The cells that the choice requests from a suite, and the run as a report names it.
std::vector<profile::BenchmarkCase> wanted_cells(const ui::BenchChoice& choice);
profile::Run wanted_run(const ui::BenchChoice& choice);

} // namespace texelscope
