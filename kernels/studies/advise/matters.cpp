#include "kernels/studies/advise/matters.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/trace_report/kernel_times.h"

namespace texelscope::advise {

namespace {
constexpr double max_change_of_fetches = 0.01;

bool fetches_changed(const KernelWorth& kernel) {
  return kernel.fetches && kernel.fetches_without &&
         std::abs(*kernel.fetches_without - *kernel.fetches) > max_change_of_fetches * *kernel.fetches;
}

Worth worth_by(const profile::Judged& judged) {
  if (!judged.interval) return Worth::unclear;
  if (-judged.interval->low < least_gain) return Worth::leave_it;
  return -judged.interval->high >= least_gain ? Worth::matters : Worth::unclear;
}

std::string share_text(double share) {
  return fmt::format("{:.1f} %", share * 100);
}

std::string gain_text(const KernelWorth& kernel) {
  if (!kernel.judged.interval) return share_text(kernel.gain());
  return say(Text::matters_gain, {share_text(kernel.gain()), share_text(-kernel.judged.interval->high),
                                  share_text(-kernel.judged.interval->low)});
}

Text sentence_of(Worth worth) {
  switch (worth) {
  case Worth::leave_it:
    return Text::matters_leave_it;
  case Worth::matters:
    return Text::matters_matters;
  case Worth::unclear:
    return Text::matters_unclear;
  case Worth::changed:
    break;
  }
  return Text::matters_changed;
}
} // namespace

std::string_view name(Worth worth) {
  constexpr std::string_view names[] = {"leave it", "matters", "unclear", "changed"};
  return names[std::size_t(worth)];
}

KernelWorth worth_of(const trace::KernelTimes& kernel) {
  KernelWorth worth;
  worth.kernel = kernel.function;
  worth.ns = trace::median_ns(kernel.with.ns), worth.ns_without = trace::median_ns(kernel.without.ns);
  worth.fetches = kernel.with.fetches, worth.fetches_without = kernel.without.fetches;
  worth.judged = profile::judge_times(kernel.with.ns, kernel.without.ns, 0, 1);
  worth.worth = fetches_changed(worth) ? Worth::changed : worth_by(worth.judged);
  return worth;
}

std::vector<KernelWorth> worth_of(const trace::TraceReport& recorded, int object,
                                  const trace::TimesReport& times) {
  std::set<std::string> functions;
  if (recorded.fetches)
    for (const trace::FetchSite& site : recorded.fetches->sites)
      if (std::ranges::find(site.objects, object, &trace::FetchedObject::object) != site.objects.end())
        functions.insert(site.function);
  std::vector<KernelWorth> all;
  for (const trace::KernelTimes& kernel : times.kernels)
    if (functions.contains(kernel.function) && !kernel.with.ns.empty() && !kernel.without.ns.empty())
      all.push_back(worth_of(kernel));
  return all;
}

std::string worth_text(const std::vector<KernelWorth>& kernels) {
  if (kernels.empty()) return text(Text::matters_no_times);
  std::string lines;
  for (const KernelWorth& kernel : kernels) {
    lines += say(Text::matters_times, {kernel.kernel, fmt::format("{:.2f}", kernel.ns * 1e-3),
                                       fmt::format("{:.2f}", kernel.ns_without * 1e-3), gain_text(kernel)});
    const auto count = [](const std::optional<double>& fetches) {
      return fetches ? fmt::format("{:.0f}", *fetches) : std::string("?");
    };
    lines += say(sentence_of(kernel.worth), {count(kernel.fetches), count(kernel.fetches_without)});
  }
  return lines;
}

nlohmann::ordered_json worth_json(const std::vector<KernelWorth>& kernels) {
  auto all = nlohmann::ordered_json::array();
  for (const KernelWorth& kernel : kernels) {
    nlohmann::ordered_json one;
    one["kernel"] = kernel.kernel;
    one["ns"] = kernel.ns;
    one["ns_without_fetches"] = kernel.ns_without;
    one["gain"] = kernel.gain();
    if (kernel.judged.interval)
      one["interval"] = {-kernel.judged.interval->high, -kernel.judged.interval->low};
    if (kernel.fetches) one["fetches_of_launch"] = *kernel.fetches;
    if (kernel.fetches_without) one["fetches_of_launch_without"] = *kernel.fetches_without;
    one["worth"] = name(kernel.worth);
    all.push_back(one);
  }
  return all;
}

} // namespace texelscope::advise
