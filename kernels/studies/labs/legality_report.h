// The legality matrix as a table, CSV and JSON.
#pragma once

#include <string>
#include <vector>

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/reports/support_matrix/legality.h"

namespace texelscope {

// Lists few configurations one by one, and groups many by their outcomes.
std::string legality_table(const legality::AnsweredAttempts& rows);
// A header row, then one row per configuration; no value contains commas or quotes.
std::string legality_csv(const legality::AnsweredAttempts& rows);
std::string legality_json(const legality::Origin& source, const legality::AnsweredAttempts& rows);

// "cudaDeviceProp::maxTexture2D: 131072 x 65536", one for each limit of a size and each alignment.
std::vector<std::string> device_limits(const CudaDevice& device);

} // namespace texelscope
