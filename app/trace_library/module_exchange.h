// The library's end of the socket of kernels/studies/record/exchange.h. One thread at a time calls it.
#pragma once

#include <cstdint>

#include "kernels/studies/record/exchange.h"

namespace texelscope::trace {

struct DeviceFacts {
  std::uint32_t architecture;   // 90 for compute capability 9.0
  std::uint32_t driver_version; // 13000
};

// PTX of the tool, in memory of its own; text is null where the program's own module stays.
struct Exchanged {
  char* text = nullptr;
  std::uint64_t bytes = 0, first_site = 0, sites = 0;
  std::uint32_t max_registers = 0;
  Exchanged() = default;
  Exchanged(const Exchanged&) = delete;
  Exchanged& operator=(const Exchanged&) = delete;
  ~Exchanged();
};

// `folder` has the socket `modules`, and lives.
void exchange_in(const char* folder);
void exchange_image(const void* image, const DeviceFacts& device, Exchanged& answered);
void exchange_file(const char* path, const DeviceFacts& device, Exchanged& answered);
void send_outcome(record::Outcome outcome, std::int32_t result, std::uint32_t threads = 0,
                  std::uint32_t threads_before = 0);

} // namespace texelscope::trace
