// A choice as a program of its own, which fetches some of the scene's coordinates and compares the values
// with those that a device returned.
#pragma once

#include <string>
#include <vector>

#include "kernels/reports/advise/choice_machine.h"

namespace texelscope::advise {

enum class ProgramLanguage : std::uint8_t { cuda, cupy };

struct ProgramRequest {
  Choice choice;
  std::vector<std::size_t> entries; // of the list: their fetches are in the program
  std::vector<float> promised;      // what the device returned for them: of each lane the channels
  double worst_error = 0;           // against exact arithmetic, of all of the scene's fetches
  std::string device, command;      // for the comment
  std::string texel_file;           // from which the program reads Scene::values
};
// Entries that lie evenly over the list, at most eight.
std::vector<std::size_t> program_entries(const FetchList& list);

// Throws UserError if a block has not the shared memory for an entry's tile.
std::string choice_program(const Scene& scene, const ProgramRequest& request, ProgramLanguage language);

} // namespace texelscope::advise
