// The legality matrix as a table, CSV and JSON.
#pragma once

#include <string>

#include "kernels/support_matrix/legality.h"

namespace texelscope {

// Few attempts one by one, many by their answers.
std::string legality_table(const legality::AnsweredAttempts& rows);
// A header row, then a row an attempt; no value has commas or quotes in it.
std::string legality_csv(const legality::AnsweredAttempts& rows);
std::string legality_json(const legality::Origin& source, const legality::AnsweredAttempts& rows);

} // namespace texelscope
