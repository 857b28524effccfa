#include "kernels/reports/profile/report/reports.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace texelscope::profile {

namespace {
auto order_of(const BenchmarkCase& c) {
  const ElementFormat& f = c.format;
  return std::tuple(f.kind, f.bits, f.channels, c.srgb, c.filter, c.dimension, c.storage, c.pattern, c.amount,
                    c.path, c.cold, c.bytes);
}

bool same_run(const Run& a, const Run& b) {
  return a.suite == b.suite && a.filter == b.filter && a.of == b.of;
}

// The shards of `all` that one of the runs lacks.
std::vector<int> shards_lacking(const std::vector<const Report*>& runs, int of) {
  std::set<int> here;
  for (const Report* report : runs)
    here.insert(report->run.shards.begin(), report->run.shards.end());
  std::vector<int> lacking;
  for (int shard = 1; shard <= of; ++shard)
    if (!here.contains(shard)) lacking.push_back(shard);
  return lacking;
}

void add_shards(Run& into, const Run& from) {
  into.shards.insert(into.shards.end(), from.shards.begin(), from.shards.end());
  std::ranges::sort(into.shards);
  into.shards.erase(std::unique(into.shards.begin(), into.shards.end()),
                    into.shards.end()); // Clang 14 has no subrange
}

void add_cells(Report& into, const Report& from, std::vector<Doubled>& doubled) {
  for (const Measured& measured : from.cells) {
    const auto found = std::ranges::find(into.cells, measured.cell, &Measured::cell);
    if (found == into.cells.end())
      into.cells.push_back(measured);
    else if (*found != measured)
      doubled.push_back({from.machine, measured.cell});
  }
}

std::vector<Lacking> lacking_of(const std::vector<Report>& reports) {
  std::vector<Lacking> all;
  std::vector<bool> seen(reports.size(), false);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (seen[i]) continue;
    std::vector<const Report*> runs;
    for (std::size_t j = i; j < reports.size(); ++j)
      if (same_run(reports[i].run, reports[j].run) && same_kind(reports[i].machine, reports[j].machine)) {
        runs.push_back(&reports[j]);
        seen[j] = true;
      }
    const Run& run = reports[i].run;
    Lacking lacking{reports[i].machine.device, run.suite, run.filter, shards_lacking(runs, run.of), run.of};
    if (!lacking.shards.empty()) all.push_back(std::move(lacking));
  }
  return all;
}
} // namespace

bool precedes(const BenchmarkCase& a, const BenchmarkCase& b) {
  return order_of(a) < order_of(b);
}

bool same_machine(const Machine& a, const Machine& b) {
  Machine other = b;
  other.condition = a.condition;
  return a == other;
}

bool same_kind(const Machine& a, const Machine& b) {
  Machine other = b;
  other.condition = a.condition;
  other.host = a.host;
  other.uuid = a.uuid;
  return a == other;
}

Merged merge(const std::vector<Report>& reports) {
  Merged merged;
  for (const Report& report : reports) {
    const auto found = std::ranges::find_if(merged.reports, [&](const Report& other) {
      return same_machine(other.machine, report.machine) && same_run(other.run, report.run);
    });
    if (found == merged.reports.end()) {
      merged.reports.push_back({report.machine, {}, report.run, report.anchors});
      add_cells(merged.reports.back(), report, merged.doubled);
      continue;
    }
    add_shards(found->run, report.run);
    found->anchors.insert(found->anchors.end(), report.anchors.begin(), report.anchors.end());
    add_cells(*found, report, merged.doubled);
  }
  merged.lacking = lacking_of(merged.reports);
  for (Report& report : merged.reports) {
    std::ranges::sort(report.cells, precedes, &Measured::cell);
    if (int(report.run.shards.size()) == report.run.of)
      report.run = {report.run.suite, report.run.filter, {1}, 1};
  }
  return merged;
}

std::vector<std::string> labels(const std::vector<Report>& reports) {
  const auto all_differ = [](const std::vector<std::string>& names) {
    return std::set<std::string>(names.begin(), names.end()).size() == names.size();
  };
  std::vector<std::string> names;
  for (const Report& report : reports)
    names.push_back(report.machine.device);
  for (const auto member : {&Machine::program, &Machine::driver, &Machine::host}) {
    if (all_differ(names)) return names;
    const auto differs = [&](const Report& r) {
      return r.machine.*member != reports.front().machine.*member;
    };
    if (std::ranges::none_of(reports, differs)) continue;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const std::string& more = reports[i].machine.*member; !more.empty()) names[i] += ", " + more;
  }
  if (all_differ(names)) return names;
  for (std::size_t i = 0; i < names.size(); ++i)
    names[i] += " #" + std::to_string(i + 1);
  return names;
}

} // namespace texelscope::profile
