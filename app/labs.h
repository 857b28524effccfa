// Runs the open lab beside the frame loop and keeps what it found.
//
// Belongs to one thread. On CUDA the jobs use the device of that thread: the runtime shares it between
// threads, and the labs' storage is their own. What may cost a process its GPU runs in another one.
#pragma once

#include <optional>

#include "app/background.h"
#include "kernels/language.h"
#include "ui/labs.h"

namespace texelscope {

class Labs {
public:
  // Once a frame: takes what is done, and starts what the open lab wants to know. `attempt`: what the session
  // asks of CUDA. `wait`: until it knows.
  void follow(ui::Lab open, const ui::LabChoices& choices, const std::optional<legality::Attempt>& attempt,
              bool on_device, bool wait);

  // What only a button starts; nothing while it goes on.
  void ask_device();
  void time_writes();
  void try_fault(write_lab::Fault fault);

  const ui::LabFindings& findings() const { return found; }

private:
  void follow_legality(const ui::LegalityChoice& choice, const std::optional<legality::Attempt>& attempt,
                       bool wait);
  void follow_staleness(const ui::LabChoices& choices, bool wait);
  void follow_writes(const ui::WritesChoice& choice, bool wait);

  // What the last answer to each was asked with: another question starts anew.
  struct StalenessAsked {
    staleness::Combination combination;
    int round = 0;
    bool on_device = false;
    bool operator==(const StalenessAsked&) const = default;
  };
  struct LandingsAsked {
    write_lab::Trial trial;
    bool on_device = false;
    bool operator==(const LandingsAsked&) const = default;
  };

  ui::LabFindings found;
  Language spoken = Language::english; // by the table's words
  bool capture_read = false;
  std::optional<legality::TableFilter> table_of; // nothing: the table is out of date
  std::optional<StalenessAsked> staleness_asked;
  std::optional<LandingsAsked> landings_asked;
  // Last: their threads end before the rest.
  Background<legality::Answers> legality_job;
  Background<ui::StalenessFound> staleness_job;
  Background<ui::LandingsFound> landings_job;
  Background<std::vector<write_lab::Comparison>> routes_job;
  std::array<Background<write_lab::FaultReport>, 2> fault_jobs;
};

} // namespace texelscope
