// Records creations. A program may create the same object millions of times: what equals an earlier creation
// is recorded in short, and stacks are taken of the first few only.
#pragma once

#include <cstddef>

#include "app/trace_library/trace_file.h"

namespace texelscope::trace {

// A record and what in it differs between equal creations.
struct Creation {
  Event event;
  void* payload;         // begins with the handle that CUDA returned, which append_creation() may clear
  std::uint32_t bytes;   // a multiple of eight
  ResourceFacts* memory; // within the payload; null: it has none
};
void append_creation(const Creation& creation);

// Arrays whose creation is recorded, and allocations that texture objects read, by handle or address. Of
// more than some thousands at a time some are not noted: such an array is asked for each time, and when such
// memory is freed is not recorded.
void note(std::uint64_t handle);
void forget(std::uint64_t handle);
bool is_noted(std::uint64_t handle);

// Whether the context had a texture object of this handle before; from now on it had. Of more than some
// thousands of handles, it answers yes.
bool handle_was_used(std::uint64_t context, std::uint64_t handle);

} // namespace texelscope::trace
