// What a rewritten module and its host share: the variable that the host sets, the control block, and the
// records that the module's warps write. All numbers are little endian. The structs have no padding.
//
// The host sets the module's variable `ring_variable` to a RingVariable after loading; as long as its
// control block is 0, nothing is counted or recorded. A warp's fetch at a site adds to the site's counts and,
// if it is among those that are recorded and still fits, appends one record: a RecordHeader, then the words
// of the lanes, word k of the lane with rank r among the n active ones at index k * n + r, then padding. The
// first record lies at the beginning of the record memory, which the host fills with zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace texelscope::record {

inline constexpr const char* ring_variable = "texelscope_ring"; // its name

struct RingVariable {
  std::uint64_t control;    // address of the ControlBlock
  std::uint64_t records;    // address of the record memory, a multiple of record_step
  std::uint64_t counts;     // address of the module's SiteCounts, one for each of its sites, and the copies
  std::uint64_t first_site; // the number of the module's first site in records
};

inline constexpr std::uint64_t record_all = std::uint64_t(1) << 32; // a threshold
inline constexpr std::size_t max_chosen_objects = 8;
inline constexpr std::uint64_t no_object = ~std::uint64_t(0); // no handle is that

// Warps of different multiprocessors add to different copies of a count, so that they seldom wait for each
// other; the count is the sum of the copies. Those of the sites' counts lie max_sites apart.
inline constexpr std::uint32_t count_copies = 16;   // a power of two
inline constexpr std::uint64_t max_sites = 1 << 16; // of a process

struct DroppedCounts {
  std::uint64_t warps;   // records that would have reached past the end
  std::uint64_t fetches; // of their lanes
};

struct ControlBlock {
  std::uint64_t capacity;  // bytes of the record memory
  std::uint64_t position;  // bytes that warps have asked for, changed atomically; may exceed the capacity
  std::uint64_t threshold; // warps with a smaller sampling_hash() are recorded; 0: none
  // Of a module that was rewritten for it: a warp is recorded if one of its lanes has one of these handles.
  std::uint64_t objects[max_chosen_objects];
  DroppedCounts dropped[count_copies];
};
inline DroppedCounts dropped_of(const ControlBlock& control) {
  DroppedCounts sum = {};
  for (const DroppedCounts& each : control.dropped)
    sum.warps += each.warps, sum.fetches += each.fetches;
  return sum;
}

// Of one site, whether recorded or not.
struct SiteCounts {
  std::uint64_t fetches; // of lanes
  std::uint64_t warps;   // warps' executions: lanes that had diverged count as warps of their own
};
inline constexpr std::uint64_t counts_bytes = count_copies * max_sites * sizeof(SiteCounts); // of all copies

inline constexpr std::uint32_t record_step = 16;          // bytes; each record's size is a multiple of it
inline constexpr std::uint32_t record_whole = 0x4c4f4857; // "WHOL"

struct RecordHeader {
  std::uint32_t words;    // of the whole record, 32 bits each
  std::uint32_t site;     // RingVariable::first_site + index in the module
  std::uint64_t grid;     // %gridid: of the launch, within its context
  std::uint32_t block[3]; // %ctaid
  std::uint32_t warp;     // in its block: the linear thread number divided by 32
  std::uint32_t mask;     // lanes that fetched
  std::uint32_t lanes;    // their number
  std::uint32_t time;     // %globaltimer_lo, ns
  std::uint32_t words_per_lane;
  std::uint16_t block_size[3]; // %ntid
  std::uint16_t reserved;
  std::uint32_t unused;
  std::uint32_t whole; // record_whole, written last: what has it was written to its end
};

static_assert(sizeof(RingVariable) == 32 && sizeof(ControlBlock) == 344 && sizeof(SiteCounts) == 16);
static_assert(sizeof(RecordHeader) == 64 && sizeof(RecordHeader) % record_step == 0);
static_assert(std::has_unique_object_representations_v<RingVariable> &&
              std::has_unique_object_representations_v<ControlBlock> &&
              std::has_unique_object_representations_v<SiteCounts> &&
              std::has_unique_object_representations_v<RecordHeader>);

// In words, a multiple of record_step bytes.
constexpr std::uint32_t record_words(std::uint32_t lanes, std::uint32_t words_per_lane) {
  return sizeof(RecordHeader) / 4 + (lanes * words_per_lane + 3) / 4 * 4;
}

inline constexpr std::uint32_t hash_factor = 0x9e3779b1, hash_shift = 15;

// By which warps are chosen, the same in the module: all sites of a warp are recorded, or none.
constexpr std::uint32_t sampling_hash(std::uint64_t grid, const std::uint32_t (&block)[3],
                                      std::uint32_t warp) {
  std::uint32_t hash = 0;
  for (const std::uint32_t part :
       {std::uint32_t(grid), std::uint32_t(grid >> 32), block[0], block[1], block[2], warp}) {
    hash = (hash ^ part) * hash_factor;
    hash ^= hash >> hash_shift;
  }
  return hash;
}

} // namespace texelscope::record
