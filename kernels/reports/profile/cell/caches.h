// The content of the caches before a launch, chosen for a whole list of cells.
#pragma once

#include <vector>

#include "kernels/reports/profile/cell/cell.h"

namespace texelscope {
namespace profile {

enum class Caches : std::uint8_t { listed, warm, cold };

// Each cell once, in the list's order; cells that do not support the choice are left out.
std::vector<BenchmarkCase> with_caches(const std::vector<BenchmarkCase>& cells, Caches caches);

} // namespace profile

template <>
EnumTable enum_table<profile::Caches>();

} // namespace texelscope
