// What bench-compare prints: lines for people, JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "kernels/profile/report/comparison.h"

namespace texelscope {

struct ComparedFiles {
  std::string before, after; // the files' names
  double threshold = 0.05;
  std::vector<profile::Comparison> comparisons;
  std::vector<std::string> alone; // machines of one file alone
  // Cells that are slower by more than the threshold beyond doubt, of all comparisons.
  std::vector<profile::BenchmarkCase> beyond() const;
};

std::string compared_text(const ComparedFiles& files);
std::string compared_json(const ComparedFiles& files);

} // namespace texelscope
