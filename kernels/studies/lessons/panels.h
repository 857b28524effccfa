// The parts of the window that a lesson can open.
#pragma once

#include <cstdint>

#include "kernels/state/session/enums.h"

namespace texelscope {

// The tabs beside the texture, in order. WHY and COST are tabs only if the window is narrow.
enum class Tab : std::uint8_t {
  why,
  cost,
  journal,
  compare,
  scope,
  profile,
  amp,
  lod,
  block,
  effective,
  lesson
};

enum class Lab : std::uint8_t { none, legality, staleness, writes, fetch, bench, trace };

template <>
EnumTable enum_table<Tab>();
template <>
EnumTable enum_table<Lab>();

} // namespace texelscope
