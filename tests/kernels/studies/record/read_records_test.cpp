#include "kernels/studies/record/read_records.h"

#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace texelscope::record {
namespace {

constexpr std::uint32_t words_per_lane[] = {3, 8};

// Of lanes 1, 4 and 31 of warp 2 in a block of 17 x 5 x 3 threads; word k of rank r is 100 k + r.
RecordHeader three_lanes() {
  return {.words = 28,
          .site = 0,
          .grid = 0x100000002,
          .block = {4, 5, 6},
          .warp = 2,
          .mask = 0x80000012,
          .lanes = 3,
          .time = 77,
          .words_per_lane = 3,
          .block_size = {17, 5, 3},
          .reserved = 0,
          .unused = 0,
          .whole = record_whole};
}

void append(std::vector<std::byte>& memory, const RecordHeader& header) {
  const std::size_t begin = memory.size();
  memory.resize(begin + std::size_t(record_words(header.lanes, header.words_per_lane)) * 4);
  std::memcpy(memory.data() + begin, &header, sizeof header);
  for (std::uint32_t k = 0; k < header.words_per_lane; ++k)
    for (std::uint32_t r = 0; r < header.lanes; ++r) {
      const std::uint32_t value = 100 * k + r;
      std::memcpy(memory.data() + begin + sizeof header + (k * header.lanes + r) * 4, &value, 4);
    }
}

TEST(ReadRecords, FindsEachWord) {
  std::vector<std::byte> memory;
  append(memory, three_lanes());
  RecordHeader one = three_lanes();
  one.site = 1;
  one.words_per_lane = 8;
  one.mask = 1;
  one.lanes = 1;
  one.words = 24;
  append(memory, one);
  const RecordsRead read = read_records(memory, words_per_lane);
  EXPECT_EQ(read.stop, RecordsRead::Stop::end);
  EXPECT_EQ(read.bytes_left, 0u);
  ASSERT_EQ(read.records.size(), 2u);
  const WarpRecord& first = read.records[0];
  EXPECT_EQ(first.header.grid, 0x100000002u);
  EXPECT_EQ(first.words.size(), 36u);
  EXPECT_EQ(first.word(0, 0), 0u);
  EXPECT_EQ(first.word(2, 1), 201u);
  EXPECT_EQ(first.object(2), 0x6600000002u);
  EXPECT_EQ(first.lane(0), 1u);
  EXPECT_EQ(first.lane(1), 4u);
  EXPECT_EQ(first.lane(2), 31u);
  EXPECT_EQ(thread_of(first, 0), (ThreadIndex{14, 3, 0})); // 65
  EXPECT_EQ(thread_of(first, 2), (ThreadIndex{10, 0, 1})); // 95
  EXPECT_THROW(first.word(3, 0), std::out_of_range);
  EXPECT_THROW(first.word(0, 3), std::out_of_range);
  EXPECT_THROW(first.lane(3), std::out_of_range);
  EXPECT_EQ(read.records[1].word(7, 0), 700u);
  EXPECT_EQ(read.records[1].header.site, 1u);
}

TEST(ReadRecords, StopsAtTheFirstThatIsNotWhole) {
  std::vector<std::byte> memory;
  append(memory, three_lanes());
  RecordHeader cut = three_lanes();
  cut.whole = 0;
  append(memory, cut);
  append(memory, three_lanes());
  memory.resize(memory.size() + 5);
  RecordsRead read = read_records(memory, words_per_lane);
  EXPECT_EQ(read.records.size(), 1u);
  EXPECT_EQ(read.stop, RecordsRead::Stop::not_whole);
  EXPECT_EQ(read.bytes_left, 112u + 112 + 5);
  read = read_records(std::span(memory).first(112 + 63), words_per_lane);
  EXPECT_EQ(read.records.size(), 1u);
  EXPECT_EQ(read.stop, RecordsRead::Stop::not_whole);
  EXPECT_EQ(read.bytes_left, 63u);
  read = read_records({}, words_per_lane);
  EXPECT_EQ(read.stop, RecordsRead::Stop::end);
  EXPECT_EQ(read.bytes_left, 0u);
}

TEST(ReadRecords, StopsAtWhatContradictsItself) {
  const struct {
    const char* what;
    std::function<void(RecordHeader&)> change;
  } rows[] = {
      {"size", [](RecordHeader& header) { header.words += 4; }},
      {"no size", [](RecordHeader& header) { header.words = 0; }},
      {"site", [](RecordHeader& header) { header.site = 2; }},
      {"words of another site", [](RecordHeader& header) { header.site = 1; }},
      {"words", [](RecordHeader& header) { header.words_per_lane = 2; }},
      {"no lanes", [](RecordHeader& header) { header.mask = header.lanes = 0, header.words = 16; }},
      {"lanes", [](RecordHeader& header) { header.mask |= 1; }},
      {"warp", [](RecordHeader& header) { header.warp = 8; }},
      {"lane behind the block's last", [](RecordHeader& header) { header.warp = 7; }},
      {"warp that overflows", [](RecordHeader& header) { header.warp = 0x08000000; }},
      {"no block", [](RecordHeader& header) { header.block_size[1] = 0; }},
      {"block", [](RecordHeader& header) { header.block_size[2] = 13; }},
  };
  for (const auto& row : rows) {
    std::vector<std::byte> memory;
    append(memory, three_lanes());
    RecordHeader changed = three_lanes();
    row.change(changed);
    append(memory, changed);
    memory.resize(memory.size() + 64);
    const RecordsRead read = read_records(memory, words_per_lane);
    EXPECT_EQ(read.stop, RecordsRead::Stop::damaged) << row.what;
    EXPECT_EQ(read.records.size(), 1u) << row.what;
    EXPECT_EQ(read.bytes_left, memory.size() - 112) << row.what;
  }
  // Whole, but longer than the memory.
  std::vector<std::byte> memory;
  append(memory, three_lanes());
  memory.resize(111);
  EXPECT_EQ(read_records(memory, words_per_lane).stop, RecordsRead::Stop::damaged);
}

TEST(RecordLayout, SamplingHashSpreadsWarps) {
  // A quarter of the threshold records a quarter of the warps of each launch, within 2 %.
  for (const std::uint64_t grid : {std::uint64_t(1), std::uint64_t(2), std::uint64_t(1) << 33}) {
    int chosen = 0;
    for (std::uint32_t x = 0; x < 100; ++x)
      for (std::uint32_t y = 0; y < 100; ++y)
        for (std::uint32_t warp = 0; warp < 8; ++warp)
          chosen += sampling_hash(grid, {x, y, 0}, warp) < record_all / 4;
    EXPECT_NEAR(chosen, 20000, 400) << grid;
  }
  EXPECT_EQ(record_words(1, 1), 20u);
  EXPECT_EQ(record_words(32, 8), 16u + 256);
}

} // namespace
} // namespace texelscope::record
