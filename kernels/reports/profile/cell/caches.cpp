#include "kernels/reports/profile/cell/caches.h"

#include <set>
#include <string>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry caches[] = {
    {0, "listed", Text::caches_listed, Text::caches_listed_help},
    {1, "warm", Text::caches_warm, Text::caches_warm_help},
    {2, "cold", Text::caches_cold, Text::caches_cold_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Caches>() {
  return caches;
}

namespace profile {

std::vector<BenchmarkCase> with_caches(const std::vector<BenchmarkCase>& cells, Caches caches) {
  std::vector<BenchmarkCase> all;
  std::set<std::string> seen;
  for (BenchmarkCase cell : cells) {
    if (caches != Caches::listed) cell.cold = caches == Caches::cold;
    if (!obstacle(cell) && seen.insert(name(cell)).second) all.push_back(cell);
  }
  return all;
}

} // namespace profile

} // namespace texelscope
