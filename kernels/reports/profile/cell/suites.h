// Lists of cells to measure.
#pragma once

#include <vector>

#include "kernels/reports/profile/cell/cell.h"

namespace texelscope {
namespace profile {

//   quick      some of every format, filter, dimension, storage, pattern, working set and path
//   full       all compatible combinations of them
//   matrix     81 cells: every format by every filter that takes it, anisotropy once; cached
//   staircase  40 working sets from 4 KB to 1 GB
enum class Suite : std::uint8_t { quick, full, matrix, staircase };

// Each cell once, all without an obstacle.
std::vector<BenchmarkCase> cells_of(Suite suite);

std::vector<std::int64_t> staircase_bytes();

} // namespace profile

template <>
EnumTable enum_table<profile::Suite>();

} // namespace texelscope
