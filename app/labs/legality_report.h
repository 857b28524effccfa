// The legality matrix as a table, CSV and JSON.
#pragma once

#include <string>

#include "kernels/support_matrix/legality.h"

namespace texelscope {

// Lists few configurations one by one, and groups many by their outcomes.
std::string legality_table(const legality::AnsweredAttempts& rows);
// A header row, then one row per configuration; no value contains commas or quotes.
std::string legality_csv(const legality::AnsweredAttempts& rows);
std::string legality_json(const legality::Origin& source, const legality::AnsweredAttempts& rows);

} // namespace texelscope
