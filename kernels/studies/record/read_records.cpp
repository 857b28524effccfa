#include "kernels/studies/record/read_records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace texelscope::record {

std::uint32_t WarpRecord::word(std::uint32_t index, std::uint32_t rank) const {
  if (index >= header.words_per_lane || rank >= header.lanes) throw std::out_of_range("no such word");
  std::uint32_t value = 0;
  const std::size_t place = std::size_t(index) * header.lanes + rank;
  std::memcpy(&value, words.subspan(place * sizeof value, sizeof value).data(), sizeof value);
  return value;
}

std::uint32_t WarpRecord::lane(std::uint32_t rank) const {
  if (rank >= header.lanes) throw std::out_of_range("no such lane");
  std::uint32_t mask = header.mask;
  for (; rank > 0; --rank)
    mask &= mask - 1;
  return std::uint32_t(std::countr_zero(mask));
}

ThreadIndex thread_of(const WarpRecord& record, std::uint32_t rank) {
  const RecordHeader& header = record.header;
  const std::uint32_t linear = header.warp * 32 + record.lane(rank);
  const std::uint32_t width = header.block_size[0], height = header.block_size[1];
  return {linear % width, linear / width % height, linear / width / height};
}

namespace {
bool is_sound(const RecordHeader& header, std::span<const std::uint32_t> words_per_lane) {
  const std::uint64_t threads =
      std::uint64_t(header.block_size[0]) * header.block_size[1] * header.block_size[2];
  const std::uint32_t last_lane = header.mask == 0 ? 0 : std::uint32_t(std::bit_width(header.mask)) - 1;
  return header.site < words_per_lane.size() && header.words_per_lane == words_per_lane[header.site] &&
         header.mask != 0 && header.lanes == std::uint32_t(std::popcount(header.mask)) &&
         header.words == record_words(header.lanes, header.words_per_lane) && threads <= 1024 &&
         header.warp < 32 && header.warp * 32 + last_lane < threads;
}
} // namespace

RecordsRead read_records(std::span<const std::byte> memory, std::span<const std::uint32_t> words_per_lane) {
  RecordsRead read;
  while (!memory.empty()) {
    RecordHeader header = {};
    std::memcpy(&header, memory.data(), std::min(memory.size(), sizeof header));
    if (header.whole != record_whole)
      read.stop = RecordsRead::Stop::not_whole;
    else if (!is_sound(header, words_per_lane) || header.words > memory.size() / 4)
      read.stop = RecordsRead::Stop::damaged;
    if (read.stop != RecordsRead::Stop::end) break;
    const std::size_t values = std::size_t(header.lanes) * header.words_per_lane * 4;
    read.records.push_back({header, memory.subspan(sizeof header, values)});
    memory = memory.subspan(std::size_t(header.words) * 4);
  }
  read.bytes_left = memory.size();
  return read;
}

} // namespace texelscope::record
