// The output of bench-compare: lines for people, JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "kernels/reports/profile/report/comparison.h"

namespace texelscope {

struct ComparedFiles {
  std::string before, after; // the files' names
  double threshold = 0.05;
  std::vector<profile::Comparison> comparisons;
  std::vector<std::string> alone; // machines that only one file has
  // The cells, over all comparisons, that are slower by more than the threshold with their whole 99 %
  // interval.
  std::vector<profile::BenchmarkCase> beyond() const;
};

std::string compared_text(const ComparedFiles& files);
std::string compared_json(const ComparedFiles& files);

} // namespace texelscope
