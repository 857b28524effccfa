// The trace lab: the report of `texelscope trace`, and the object that is chosen in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/fetches/fetch_file.h"
#include "kernels/studies/fetches/fetch_maps.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::ui {

// Of each thread of the launch's picture.
enum class LaunchValue : std::uint8_t { received, model, difference };

struct TraceChoice {
  int object = 0; // its number; 0 or one that the report lacks: the first, which is the gravest
  LaunchValue shown = LaunchValue::received;
  std::optional<fetches::FetchRow> pointed = {}; // what WHY explains: the fetch that was hovered last
};

struct TraceFindings {
  std::optional<trace::TraceReport> report;         // empty: none is open
  std::string source;                               // its file
  std::vector<fetches::FetchRow> fetches;           // the first ones of each object
  std::map<int, fetches::FetchMaps> maps;           // of its fetches, by the number of the object
  Sentence problem;                                 // why their file cannot be read
  std::optional<fetches::ExplainedFetch> explained; // TraceChoice::pointed
};

} // namespace texelscope::ui
