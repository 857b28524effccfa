// Whether the way in which a kernel gets its values matters at all: its time beside its time with numbers in
// registers in the place of its fetches, which is the most that any choice can win.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "kernels/reports/profile/report/verdict.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::advise {

inline constexpr double least_gain = 0.05; // of a kernel's time, below which a choice is not worth it

enum class Worth : std::uint8_t {
  leave_it, // certainly less than least_gain can be won
  matters,  // certainly as much or more
  unclear,  // least_gain lies within the interval, or there are too few launches for one
  changed   // without its fetches the kernel fetches more often or less: it does other work
};
std::string_view name(Worth worth); // "leave it"

struct KernelWorth {
  std::string kernel;
  double ns = 0, ns_without = 0; // medians
  profile::Judged judged;        // the time without, over the time with
  Worth worth = Worth::unclear;
  std::optional<double> fetches, fetches_without; // of a launch

  double gain() const { return -judged.change; } // of the time, at most
};

KernelWorth worth_of(const trace::KernelTimes& kernel);
// Of the kernels in which the object's fetches were recorded. Empty: their times were not measured.
std::vector<KernelWorth> worth_of(const trace::TraceReport& recorded, int object,
                                  const trace::TimesReport& times);

std::string worth_text(const std::vector<KernelWorth>& kernels);
nlohmann::ordered_json worth_json(const std::vector<KernelWorth>& kernels);

} // namespace texelscope::advise
