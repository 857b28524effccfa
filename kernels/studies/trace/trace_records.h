// Reads the file of a trace. Whatever its bytes are, reading ends and stays within them.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/studies/trace/record.h"

namespace texelscope::trace {

struct Record {
  RecordHead head;
  std::uint64_t offset = 0; // in the file
  std::span<const std::byte> payload;

  // The payload; missing bytes are zeros.
  template <class Payload>
  Payload as() const {
    Payload value = {};
    std::memcpy(static_cast<void*>(&value), payload.data(), std::min(payload.size(), sizeof value));
    return value;
  }
};

struct Records {
  std::vector<Record> all; // in the order of the calls; they point into the bytes
  std::uint64_t start_ns = 0;
  std::uint64_t lost = 0; // records for which the file had no space
  std::uint64_t cut = 0;  // records that were not written to their end
};

// Empty if the bytes are no file of a trace, or of another version.
std::optional<Records> read_records(std::span<const std::byte> file);

// A text of a record, which ends with a zero or with its place.
template <std::size_t size>
std::string text_of(const char (&chars)[size]) {
  return {chars, ::strnlen(chars, size)};
}

} // namespace texelscope::trace
