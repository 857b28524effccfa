// Rewrites a module's PTX so that its texture instructions record what they fetch: record_layout.h describes
// the records. What the module computes stays the same, and each of its statements is kept verbatim.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/studies/record/record_layout.h"
#include "kernels/studies/record/refusal.h"
#include "kernels/studies/record/site.h"

namespace texelscope::record {

struct Rewritten {
  std::string ptx;
  std::vector<Site> sites; // in the module's order; none: the PTX is the given one
};

// Of functions whose mangled names are not chosen, fetches are counted and not recorded. Empty: all are
// chosen.
using FunctionChoice = std::function<bool(const std::string& function)>;

// Whether the twin fetches. Where it does not, the results get numbers that follow from the coordinates at
// the cost of a few integer instructions: floats between 1/16 and 1, integers below 256. All else is computed
// as before, with these.
enum class Fetching : std::uint8_t { kept, replaced };

// `by_object`: only warps that fetch of ControlBlock::objects are recorded.
std::variant<Rewritten, Refusal> rewrite(std::string_view ptx, const FunctionChoice& chosen = {},
                                         bool by_object = false, Fetching fetching = Fetching::kept);

// For measuring times: nothing is added that counts or records.
std::variant<Rewritten, Refusal> rewrite_uncounted(std::string_view ptx, Fetching fetching);

} // namespace texelscope::record
