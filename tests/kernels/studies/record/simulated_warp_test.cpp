// What the inserted statements do, in a simulated warp.
#include "tests/kernels/studies/record/simulated_warp.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/studies/record/read_records.h"
#include "kernels/studies/record/rewrite.h"
#include "tests/kernels/studies/record/small_ptx.h"

namespace texelscope::record {
namespace {

// Where things lie in the memory. Behind the records nothing may be written.
constexpr std::uint64_t ring_at = 64, control_at = 128, counts_at = 512;
constexpr std::uint64_t records_at = counts_at + 2 * sizeof(SiteCounts);
constexpr std::uint64_t object = 0x123456789abcull;

// The second fetch is made by threads with an even number, and overwrites its guard and coordinates.
const std::string program = small_module(R"(
mov.b32 %r1, %tid.x;
mov.b32 %f5, %r1;
mov.b32 %f6, 77;
and.b32 %r2, %r1, 1;
setp.eq.b32 %p1, %r2, 0;
tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];
@%p1 tex.2d.v4.f32.f32 {%f5, %f6, _, %f8}|%p1, [%rd1, {%f5, %f6}];)");

struct Recorded {
  std::vector<Site> sites;
  ControlBlock control;
  SiteCounts counts[2];
  RecordsRead read;
  std::vector<std::byte> memory;
};

template <class Value>
void put(std::vector<std::byte>& memory, std::uint64_t address, const Value& value) {
  std::memcpy(memory.data() + address, &value, sizeof value);
}

Recorded run(std::uint64_t capacity, std::uint64_t threshold, const SimulatedWarp::Lanes& lanes,
             unsigned seed, bool armed = true, const FunctionChoice& chosen = {}) {
  const Rewritten rewritten = std::get<Rewritten>(rewrite(program, chosen));
  SimulatedWarp warp(rewritten.ptx);
  warp.memory.resize(records_at + capacity + 1024);
  warp.variables[ring_variable] = ring_at;
  if (armed) put(warp.memory, ring_at, RingVariable{control_at, records_at, counts_at, 40});
  put(warp.memory, control_at, ControlBlock{capacity, 0, threshold, {}, {}});
  warp.grid = 0x500000007;
  warp.block[0] = 9, warp.block[1] = 8, warp.block[2] = 7;
  warp.block_size[0] = 24, warp.block_size[1] = 6, warp.block_size[2] = 2;
  warp.warp = 5;
  warp.seed = seed;
  warp.run("kernel", lanes, object);
  Recorded recorded = {
      rewritten.sites,
      warp.load<ControlBlock>(control_at),
      {warp.load<SiteCounts>(counts_at), warp.load<SiteCounts>(counts_at + sizeof(SiteCounts))},
      {},
      warp.memory};
  std::vector<std::uint32_t> words(42);
  words[40] = std::uint32_t(recorded.sites[0].words_per_lane);
  words[41] = std::uint32_t(recorded.sites[1].words_per_lane);
  recorded.read = read_records(std::span(recorded.memory).subspan(records_at, capacity), words);
  for (std::size_t byte = records_at + capacity; byte < recorded.memory.size(); ++byte)
    EXPECT_EQ(recorded.memory[byte], std::byte()) << "behind the end";
  return recorded;
}

SimulatedWarp::Lanes all_lanes() {
  SimulatedWarp::Lanes lanes(32);
  std::iota(lanes.begin(), lanes.end(), 0);
  return lanes;
}

// Of warp 5 in rows of 24 threads: threads 160 to 191.
std::uint32_t thread_x(std::uint32_t lane) {
  return (160 + lane) % 24;
}

void expect_values(const Recorded& recorded, const WarpRecord& record) {
  const Site& site = recorded.sites[record.header.site - 40];
  for (std::uint32_t rank = 0; rank < record.header.lanes; ++rank) {
    const std::uint32_t x = thread_x(record.lane(rank));
    EXPECT_EQ(thread_of(record, rank), (ThreadIndex{x, (160 + record.lane(rank)) / 24 % 6, 1}));
    EXPECT_EQ(record.object(rank), object);
    EXPECT_EQ(record.word(std::uint32_t(site.coordinates.first), rank), x);
    EXPECT_EQ(record.word(std::uint32_t(site.coordinates.first) + 1, rank), 77u);
    for (std::size_t result = 0; result < 4; ++result)
      if (site.results[result] >= 0) {
        EXPECT_EQ(record.word(std::uint32_t(site.results[result]), rank), x + 1000 * (result + 1));
      }
    if (site.resident.count > 0) {
      EXPECT_EQ(record.word(std::uint32_t(site.resident.first), rank), x & 1);
    }
  }
}

TEST(SimulatedWarp, RecordsEachFetch) {
  const Recorded recorded = run(8192, record_all, all_lanes(), 0);
  ASSERT_EQ(recorded.read.records.size(), 2u);
  EXPECT_EQ(recorded.read.stop, RecordsRead::Stop::not_whole);
  EXPECT_EQ(recorded.control.position, 8192 - recorded.read.bytes_left);
  EXPECT_EQ(recorded.control.position, 64u + 32 * 8 * 4 + 64 + 16 * 8 * 4);
  const RecordHeader& header = recorded.read.records[0].header;
  EXPECT_EQ(header.site, 40u);
  EXPECT_EQ(header.grid, 0x500000007u);
  EXPECT_EQ(header.block[0], 9u);
  EXPECT_EQ(header.block[1], 8u);
  EXPECT_EQ(header.block[2], 7u);
  EXPECT_EQ(header.warp, 5u);
  EXPECT_EQ(header.mask, 0xffffffffu);
  EXPECT_EQ(header.time, 12345u);
  EXPECT_EQ(header.block_size[0], 24u);
  EXPECT_EQ(header.block_size[1], 6u);
  EXPECT_EQ(header.block_size[2], 2u);
  EXPECT_EQ(recorded.read.records[1].header.site, 41u);
  EXPECT_EQ(recorded.read.records[1].header.mask, 0x55555555u);
  for (const WarpRecord& record : recorded.read.records)
    expect_values(recorded, record);
  EXPECT_EQ(recorded.counts[0].fetches, 32u);
  EXPECT_EQ(recorded.counts[0].warps, 1u);
  EXPECT_EQ(recorded.counts[1].fetches, 16u);
  EXPECT_EQ(dropped_of(recorded.control).warps, 0u);
}

TEST(SimulatedWarp, OfFunctionsThatAreNotChosenFetchesAreCounted) {
  for (const char* const function : {"kernel", "other"}) {
    const bool recorded_one = std::string(function) == "kernel";
    const Recorded recorded = run(8192, record_all, all_lanes(), 0, true,
                                  [&](const std::string& name) { return name == function; });
    EXPECT_EQ(recorded.read.records.size(), recorded_one ? 2u : 0u);
    EXPECT_EQ(recorded.control.position, recorded_one ? 64u + 32 * 8 * 4 + 64 + 16 * 8 * 4 : 0u);
    EXPECT_EQ(dropped_of(recorded.control).warps, 0u);
    for (const Site& site : recorded.sites)
      EXPECT_EQ(site.recorded, recorded_one);
    EXPECT_EQ(recorded.counts[0].fetches, 32u);
    EXPECT_EQ(recorded.counts[1].fetches, 16u);
    EXPECT_EQ(recorded.counts[1].warps, 1u);
  }
}

TEST(SimulatedWarp, DivergedLanesAreWarpsOfTheirOwn) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Recorded recorded = run(16384, record_all, all_lanes(), seed);
    std::uint64_t fetches[2] = {}, warps[2] = {};
    std::uint32_t seen[2] = {};
    for (const WarpRecord& record : recorded.read.records) {
      const std::size_t site = record.header.site - 40;
      expect_values(recorded, record);
      EXPECT_EQ(seen[site] & record.header.mask, 0u);
      seen[site] |= record.header.mask;
      fetches[site] += record.header.lanes;
      ++warps[site];
    }
    EXPECT_EQ(recorded.control.position, 16384 - recorded.read.bytes_left) << seed;
    EXPECT_EQ(seen[0], 0xffffffffu) << seed;
    EXPECT_EQ(seen[1], 0x55555555u) << seed;
    for (const std::size_t site : {0, 1}) {
      EXPECT_EQ(recorded.counts[site].fetches, fetches[site]);
      EXPECT_EQ(recorded.counts[site].warps, warps[site]);
    }
  }
}

// ptxas makes one call of two that lanes of both branches reach: seen on an H200.
TEST(SimulatedWarp, LanesOfTwoSitesInOneCallAreRecordsOfTheirOwn) {
  for (unsigned seed = 0; seed <= 20; ++seed) {
    SimulatedWarp warp(std::get<Rewritten>(rewrite(program)).ptx + R"(
.visible .entry merged(.param .u64 object)
{
mov.b32 %r1, %tid.x;
and.b32 %r2, %r1, 1;
st.param.b32 [texelscope_index], %r2;
st.param.b32 [texelscope_count], 8;
call (texelscope_place), texelscope_reserve, (texelscope_index, texelscope_count);
ret;
}
)");
    warp.memory.resize(records_at + 8192);
    warp.variables[ring_variable] = ring_at;
    put(warp.memory, ring_at, RingVariable{control_at, records_at, counts_at, 40});
    put(warp.memory, control_at, ControlBlock{8192, 0, record_all, {}, {}});
    warp.block_size[0] = 32;
    warp.seed = seed;
    warp.run("merged", all_lanes(), object);
    std::uint32_t seen[2] = {};
    std::uint64_t records[2] = {};
    for (std::uint64_t at = 0; at < warp.load<ControlBlock>(control_at).position;) {
      const auto header = warp.load<RecordHeader>(records_at + at);
      ASSERT_TRUE(header.site == 40 || header.site == 41) << seed;
      const std::size_t site = header.site - 40;
      EXPECT_EQ(seen[site] & header.mask, 0u) << seed;
      seen[site] |= header.mask;
      ++records[site];
      at += header.words * 4;
    }
    EXPECT_EQ(seen[0], 0x55555555u) << seed;
    EXPECT_EQ(seen[1], 0xaaaaaaaau) << seed;
    for (const std::size_t site : {0, 1}) {
      const auto counts = warp.load<SiteCounts>(counts_at + site * sizeof(SiteCounts));
      EXPECT_EQ(counts.fetches, 16u) << seed;
      EXPECT_EQ(counts.warps, records[site]) << seed;
    }
    if (seed == 0) {
      EXPECT_EQ(records[0] + records[1], 2u);
    }
  }
}

TEST(SimulatedWarp, CountsWhatDoesNotFit) {
  for (const auto& [capacity, records, dropped] : {std::tuple(64 + 1024u, 1u, 16u),
                                                   {64 + 1023u / 16 * 16, 0u, 48u},
                                                   {0u, 0u, 48u},
                                                   {1088 + 576u, 2u, 0u}}) {
    const Recorded recorded = run(capacity, record_all, all_lanes(), 0);
    EXPECT_EQ(recorded.read.records.size(), records) << capacity;
    EXPECT_EQ(dropped_of(recorded.control).fetches, dropped) << capacity;
    EXPECT_EQ(dropped_of(recorded.control).warps, 2 - records) << capacity;
    EXPECT_EQ(recorded.counts[0].fetches, 32u);
    EXPECT_EQ(recorded.counts[1].fetches, 16u);
  }
}

TEST(SimulatedWarp, CountsInTheCopyOfItsMultiprocessor) {
  SimulatedWarp warp(std::get<Rewritten>(rewrite(program)).ptx);
  warp.memory.resize(counts_at + counts_bytes);
  warp.variables[ring_variable] = ring_at;
  put(warp.memory, ring_at, RingVariable{control_at, records_at, counts_at, 40});
  put(warp.memory, control_at, ControlBlock{0, 0, record_all, {}, {}});
  for (const std::uint32_t multiprocessor : {2u, 18u, 131u}) { // copies 2, 2 and 3
    warp.multiprocessor = multiprocessor;
    warp.run("kernel", all_lanes(), object);
  }
  for (std::uint32_t copy = 0; copy < count_copies; ++copy) {
    const std::uint64_t runs = copy == 2 ? 2 : copy == 3 ? 1 : 0;
    for (const std::uint64_t site : {0, 1}) {
      const auto counts = warp.load<SiteCounts>(counts_at + (copy * max_sites + site) * sizeof(SiteCounts));
      EXPECT_EQ(counts.fetches, runs * (site == 0 ? 32 : 16)) << copy;
      EXPECT_EQ(counts.warps, runs) << copy;
    }
    const DroppedCounts dropped = warp.load<ControlBlock>(control_at).dropped[copy];
    EXPECT_EQ(dropped.warps, runs * 2) << copy;
    EXPECT_EQ(dropped.fetches, runs * 48) << copy;
  }
}

TEST(SimulatedWarp, RecordsTheWarpsOfTheHash) {
  const std::uint64_t hash = sampling_hash(0x500000007, {9, 8, 7}, 5);
  for (const auto& [threshold, records] : {std::pair(hash, 0u), {hash + 1, 2u}, {std::uint64_t(0), 0u}}) {
    const Recorded recorded = run(4096, threshold, {3, 4, 30}, 0);
    EXPECT_EQ(recorded.read.records.size(), records);
    EXPECT_EQ(recorded.counts[0].fetches, 3u);
    EXPECT_EQ(recorded.counts[1].fetches, 2u);
    EXPECT_EQ(dropped_of(recorded.control).fetches, 0u);
  }
}

// Each of three lanes in a row has a handle of its own.
TEST(SimulatedWarp, RecordsTheWarpsThatFetchOfChosenObjects) {
  const Rewritten rewritten = std::get<Rewritten>(rewrite(small_module(R"(
mov.b32 %r1, %tid.x;
mov.b64 %rd2, {%r1, %r1};
mov.b32 %f5, %r1;
mov.b32 %f6, %r1;
tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd2, {%f5, %f6}];
tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {%f5, %f6}];)"),
                                                          {}, true));
  const auto handle = [](std::uint64_t lane) { return lane << 32 | lane; };
  const struct {
    std::vector<std::uint64_t> chosen;
    SimulatedWarp::Lanes lanes;
    std::size_t records;
  } rows[] = {{{}, {1, 2, 3}, 0},
              {{handle(3)}, {1, 2, 3}, 1},
              {{handle(4), handle(1)}, {1, 2, 3}, 1},
              {{1, 2, 3, std::uint64_t(2) << 32}, {1, 2, 3}, 0},
              {{9, 9, 9, 9, 9, 9, 9, handle(2)}, {1, 2, 3}, 1},
              {{handle(0)}, {0}, 2}}; // a texture reference has none, which is 0
  for (const auto& row : rows)
    for (unsigned seed = 0; seed <= 20; ++seed) {
      SimulatedWarp warp(rewritten.ptx);
      warp.memory.resize(records_at + 8192);
      warp.variables[ring_variable] = ring_at;
      put(warp.memory, ring_at, RingVariable{control_at, records_at, counts_at, 40});
      ControlBlock control = {8192, 0, record_all, {}, {}};
      std::ranges::fill(control.objects, no_object);
      std::ranges::copy(row.chosen, control.objects);
      put(warp.memory, control_at, control);
      warp.seed = seed;
      warp.run("kernel", row.lanes, object);
      std::size_t records = 0;
      std::uint32_t recorded_lanes = 0;
      for (std::uint64_t at = 0; at < warp.load<ControlBlock>(control_at).position; ++records) {
        const auto header = warp.load<RecordHeader>(records_at + at);
        EXPECT_EQ(header.whole, record_whole);
        recorded_lanes |= header.mask;
        at += header.words * 4;
      }
      std::uint32_t chosen_lanes = 0;
      for (const int lane : row.lanes)
        if (std::ranges::find(row.chosen, handle(std::uint64_t(lane))) != row.chosen.end())
          chosen_lanes |= 1u << lane;
      EXPECT_EQ(recorded_lanes & chosen_lanes, chosen_lanes) << seed;
      EXPECT_EQ(records > 0, row.records > 0) << seed;
      if (seed == 0) { // the lanes stay together
        EXPECT_EQ(records, row.records);
      }
      for (const std::size_t site : {0, 1})
        EXPECT_EQ(warp.load<SiteCounts>(counts_at + site * sizeof(SiteCounts)).fetches, row.lanes.size());
      EXPECT_EQ(dropped_of(warp.load<ControlBlock>(control_at)).warps, 0u);
    }
}

TEST(SimulatedWarp, DoesNothingBeforeTheHostSetsTheRing) {
  const Recorded recorded = run(4096, record_all, all_lanes(), 0, false);
  EXPECT_TRUE(recorded.read.records.empty());
  EXPECT_EQ(recorded.counts[0].fetches, 0u);
  EXPECT_EQ(recorded.control.position, 0u);
}

} // namespace
} // namespace texelscope::record
