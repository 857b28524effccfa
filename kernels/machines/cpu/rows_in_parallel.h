// A parallel loop over rows, in bands that are large enough to be worth a task.
#pragma once

#include <algorithm>

#include "kernels/ground/base/parallel.h"

namespace texelscope::cpu {

// Calls visit(first, last) for bands that cover [first_row, last_row), of at least `min_rows` if possible.
// `row_work`: texels or pixels in a row.
template <class Visit>
void rows_in_parallel(int first_row, int last_row, int row_work, Visit&& visit, int min_rows = 1) {
  constexpr int band_work = 4096;
  const auto grain = std::size_t(std::max(min_rows, band_work / std::max(1, row_work)));
  loop_in_parallel(tbb::blocked_range<int>(first_row, std::max(first_row, last_row), grain),
                   [&](const tbb::blocked_range<int>& rows) { visit(rows.begin(), rows.end()); });
}

} // namespace texelscope::cpu
