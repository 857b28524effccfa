// Reads the record memory of a program, also one that still runs or was ended while it wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/studies/record/record_layout.h"

namespace texelscope::record {

// A warp's fetch. It points into the memory that was read.
struct WarpRecord {
  RecordHeader header;
  std::span<const std::byte> words; // of the lanes

  // Of the lane with this rank among the active ones; no lane or no word: an exception.
  std::uint32_t word(std::uint32_t index, std::uint32_t rank) const;
  std::uint64_t object(std::uint32_t rank) const { // of a site that has one
    return word(0, rank) | std::uint64_t(word(1, rank)) << 32;
  }
  // The number in its warp of the lane with this rank.
  std::uint32_t lane(std::uint32_t rank) const;
};

struct ThreadIndex {
  std::uint32_t x = 0, y = 0, z = 0;

  bool operator==(const ThreadIndex&) const = default;
};
// %tid of that lane.
ThreadIndex thread_of(const WarpRecord& record, std::uint32_t rank);

struct RecordsRead {
  enum class Stop : std::uint8_t {
    end,       // every byte was read
    not_whole, // a record is missing its last word: it is being written, or the memory behind is unused
    damaged    // a header contradicts itself or its site
  };
  std::vector<WarpRecord> records; // as they were reserved
  Stop stop = Stop::end;
  std::size_t bytes_left = 0; // from the first record that was not read
};

// `words_per_lane`: of each site. Reads up to the first record that is not whole.
RecordsRead read_records(std::span<const std::byte> memory, std::span<const std::uint32_t> words_per_lane);

} // namespace texelscope::record
