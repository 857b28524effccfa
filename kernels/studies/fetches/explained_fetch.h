// Why a fetch that a traced program made returned its value: the explanation of the exact fetch, with the
// value that the program got beside the model's.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/studies/explain/explain.h"
#include "kernels/studies/fetches/fetch_file.h"
#include "kernels/studies/trace_report/trace_session.h"

namespace texelscope::fetches {

struct ExplainedFetch {
  FetchRow row;
  trace::FetchSite site;
  std::string why_not;             // a sentence: why there is no explanation; empty: there is one
  FetchExplanation explanation;    // `returned`: the program's; without values if its texels are not known
  std::vector<std::string> unsaid; // sentences: what the session cannot say
  bool own_texels = false;         // they were copied
};

class FetchExplainer {
public:
  // The report must outlive it.
  explicit FetchExplainer(const trace::TraceReport& report);
  ~FetchExplainer();

  // Throws UserError if the row is of another report, or FileError if the texels cannot be read.
  ExplainedFetch explain(const FetchRow& row);

private:
  struct Object; // with its texels, kept for the next fetch

  const trace::TraceReport& report;
  std::map<int, std::unique_ptr<Object>> objects;
};

// The object as a session that makes such fetches, and where this one samples: for the window.
struct FetchSession {
  trace::ObjectSession opened;
  SamplePosition position;
};
FetchSession fetch_session(const trace::TracedObject& object, const FetchRow& row); // throws UserError

// The file of the report's fetches. Throws UserError if it has none that can be read again, or FileError.
FetchFile fetch_file_of(const trace::TraceReport& report);

// The first of each object, as far as they come early in the file.
std::vector<FetchRow> first_fetches(FetchFile& file);

// The recorded fetch of that number, of that object. Throws UserError if there is none.
FetchRow find_fetch(FetchFile& file, int object, std::uint64_t number);

// What a thread fetched during the last launch in which it did, of one object or of any (0): the first 16 are
// explained, the others counted. Throws UserError if it made none.
std::string thread_text(const trace::TraceReport& report, FetchFile& file, const ThreadPosition& position,
                        int object);
nlohmann::ordered_json thread_json(const trace::TraceReport& report, FetchFile& file,
                                   const ThreadPosition& position, int object);

std::string results_text(const FetchRow& row); // as the program got them: "0.25 0.5 - -"
std::string fetch_text(const ExplainedFetch& fetch);
nlohmann::ordered_json fetch_json(const ExplainedFetch& fetch);

} // namespace texelscope::fetches
