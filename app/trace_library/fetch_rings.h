// The record memory of each context, with its control block and counts, on the device and in a file.
#pragma once

#include <cstdint>

#include <cuda.h>

#include "kernels/studies/record/exchange.h"

namespace texelscope::trace {

struct FetchRing {
  CUcontext context;
  std::uint64_t launches; // if they are counted
  bool has_twins;         // it was tried to make its file
  record::RingFile* file; // null: it could not be made, and nothing is recorded in this context
  CUdeviceptr control, counts, records;
  CUstream stream;
  int armed; // twins before this one have their variable
  bool lives;
  std::uint64_t copied_launches;                     // those that had begun when its counts were copied
  std::uint64_t objects[record::max_chosen_objects]; // handles of those that are wanted; else no_object
};

// `folder`: of the files. What is recorded is said by the environment.
void begin_rings(const char* folder);

// The lock is held. Null: there are too many. The context is the thread's current one.
FetchRing* ring_of(CUcontext context);
// The lock is held. All sites before it count.
void use_sites(std::uint64_t end);

void stream_capture_changed(bool begun, std::int32_t result);
// Before a launch. Null: the legacy default stream.
void launch_begins(CUcontext context, CUstream stream);
// After the program has waited for the device. It may be the last time: what it launches is copied.
void copy_counts(CUcontext context);
void end_ring(CUcontext context);
// As fetch_position() and texture_object_made().
std::uint64_t ring_position(CUcontext context);
void choose_object(CUcontext context, std::uint64_t handle, std::uint64_t number);

} // namespace texelscope::trace
