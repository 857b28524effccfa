// Appends records to the file of a trace, from any thread of any process of the trace.
//
// It neither throws nor takes locks nor allocates with malloc, keeps no file open, and never ends the
// program: where there is no space, records are lost and counted.
#pragma once

#include <cstdint>

#include "kernels/studies/trace/record.h"

namespace texelscope::trace {

// Maps the file's header. False if there is none: nothing is recorded then.
bool open_trace_file(const char* path);
bool is_recording();
void stop_recording();

// Where in the file the next record goes, unless it begins a new chunk.
std::uint64_t next_record();

struct Event {
  RecordKind kind;
  Api api = Api::driver;
  std::int32_t result = 0;
  std::uint64_t context = 0;
};

// Returns where in the file the record begins, or 0 if it is lost.
std::uint64_t append(const Event& event, const void* payload, std::uint32_t bytes);

template <class Payload>
std::uint64_t append(const Event& event, const Payload& payload) {
  return append(event, &payload, sizeof payload);
}

} // namespace texelscope::trace
