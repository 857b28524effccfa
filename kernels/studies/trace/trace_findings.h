// What is wrong with one request, and with the life of the objects that were made by it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/studies/trace/record.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

// The name of the call that makes such an object: "cudaCreateTextureObject", "cuTexObjectCreate".
std::string call_name(RecordKind kind, Api api);
// "cudaErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE", "CUresult 123"; empty for 0.
std::string error_name(std::int32_t result, Api api);

// A creation: what was requested, and what CUDA answered.
struct Request {
  ObjectKind kind = ObjectKind::texture;
  TextureRequest request;
  std::string call, error;           // of TracedObject
  bool through_runtime = false;      // the program called the runtime API
  bool null_array = false;           // its array does not exist
  std::uint64_t past_allocation = 0; // bytes
};
// The notes of check(), seen beside CUDA's answer.
std::vector<Finding> findings_of(const Request& request);

// How the lives of the objects of one TracedObject ended.
struct Fate {
  std::uint64_t count = 0, alive = 0;
  std::uint64_t freed = 0;           // whose memory was freed before them
  std::uint64_t with_context = 0;    // destroyed with their context
  std::uint64_t destroyed_twice = 0; // calls that destroy what no longer exists
  bool crashed = false;              // the program did not come to its end
};
std::vector<Finding> findings_of(ObjectKind kind, const Fate& fate);

// Both gravest first.
void sort_objects(TraceReport& report);
void sort_findings(std::vector<Finding>& findings);

} // namespace texelscope::trace
