// The bench lab behind the window: measures cells beside the frame loop, reads and writes reports, compares
// two.
//
// Belongs to one thread. On CUDA it measures on the device of that thread.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/base/async_job.h"
#include "app/profile/bench_run.h"
#include "kernels/text/language.h"
#include "ui/frame/bench.h"

namespace texelscope {

class BenchLab {
public:
  // Once a frame: takes what was measured, and works out what the lab shows where it is open. `wait`: until
  // two reports are compared.
  void update(const ui::BenchChoice& choice, bool open, bool on_device, bool wait);

  // What the choice asks for takes the report's place, cell by cell. Throws UserError where it asks for no
  // cell.
  void start(const ui::BenchChoice& choice);
  void cancel();
  bool measures() const { return run != nullptr; }

  // All throw UserError, or FileError and MachineError of the disk; then nothing has changed.
  void open(const std::filesystem::path& file);
  void open_before(const std::filesystem::path& file);
  // The report as .json or .csv, or the view's plot as .svg.
  void save(const std::filesystem::path& file, const ui::BenchChoice& choice) const;
  void keep_before();

  const ui::BenchFindings& findings() const { return found; }

private:
  void count_wanted(const ui::BenchChoice& choice);
  void take_news();
  void show(const ui::BenchChoice& choice);
  void compare(bool wait);
  void list_compared(const std::string& pattern);

  // What is shown was worked out of these: others begin anew.
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
  bool device = false; // CUDA measures
  std::optional<profile::Report> report, before;
  std::size_t version = 0, before_version = 0; // of these two
  std::optional<Shown> shown;
  std::optional<Wanted> wanted;
  std::optional<std::pair<std::size_t, std::size_t>> compared; // versions
  std::optional<std::string> listed;                           // by this pattern
  // Last: their threads end before the rest.
  std::unique_ptr<BenchRun> run;
  AsyncJob<profile::Comparison> comparing;
};

// The cells of a suite that the choice asks for, and how a report names them.
std::vector<profile::BenchmarkCase> wanted_cells(const ui::BenchChoice& choice);
profile::Run wanted_run(const ui::BenchChoice& choice);

} // namespace texelscope
