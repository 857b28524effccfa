// The parts of the window that a lesson can open.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/state/session/enums.h"

namespace texelscope {

// The tabs of the window's lower row, in order. The last two are former ones, whose names open what took
// their place: the lab of C++ AMP, and the table beside the sampler's title.
enum class Tab : std::uint8_t { levels, scope, history, cost, block, amp, effective };

enum class Lab : std::uint8_t { none, legality, staleness, writes, fetch, bench, advise, trace, amp };

template <>
EnumTable enum_table<Tab>();
template <>
EnumTable enum_table<Lab>();

// The tab of this name, or of one that it had before: "journal" is HISTORY.
std::optional<Tab> tab_named(std::string_view name);
// Whether the name was a tab's whose contents have a place of their own now: WHY, COMPARE and the lesson.
bool was_tab(std::string_view name);

} // namespace texelscope
