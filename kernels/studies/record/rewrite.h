// Rewrites a module's PTX so that its texture instructions record what they fetch: record_layout.h describes
// the records. What the module computes stays the same, and each of its statements is kept verbatim.
#pragma once

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

// `by_object`: only warps that fetch of ControlBlock::objects are recorded.
std::variant<Rewritten, Refusal> rewrite(std::string_view ptx, const FunctionChoice& chosen = {},
                                         bool by_object = false);

} // namespace texelscope::record
