// The legality matrix as a table, CSV and JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/legality.h"

namespace texelscope {

// Who answered.
struct LegalitySource {
  std::string gpu, driver, cuda;
  bool captured = false;
};

using AnsweredAttempts = std::vector<std::pair<legality::Attempt, legality::Answer>>;

// Few attempts one by one, many by their answers.
std::string legality_table(const AnsweredAttempts& rows);
// A header row, then a row an attempt; no value has commas or quotes in it.
std::string legality_csv(const AnsweredAttempts& rows);
std::string legality_json(const LegalitySource& source, const AnsweredAttempts& rows);

} // namespace texelscope
