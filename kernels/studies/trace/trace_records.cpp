#include "kernels/studies/trace/trace_records.h"

#include <algorithm>

namespace texelscope::trace {

namespace {
// Whether a whole record begins there.
bool is_record(const RecordHead& head, std::size_t left) {
  return head.magic == record_magic && head.bytes >= sizeof head && head.bytes % record_step == 0 &&
         head.bytes <= left;
}

// Whether a record was begun there: its size is written before its magic number.
bool is_begun(const RecordHead& head, std::size_t left) {
  return head.magic == 0 && head.bytes >= sizeof head && head.bytes % record_step == 0 && head.bytes <= left;
}
} // namespace

std::optional<Records> read_records(std::span<const std::byte> file) {
  FileHeader header = {};
  if (file.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.magic, file_magic, sizeof file_magic) != 0 || header.version != file_version)
    return std::nullopt;
  Records records;
  records.start_ns = header.start_ns;
  records.lost = header.lost;
  const std::size_t end = std::size_t(std::min<std::uint64_t>(header.used, file.size()));
  for (std::size_t at = sizeof header; at + sizeof(RecordHead) <= end;) {
    RecordHead head = {};
    std::memcpy(&head, file.data() + at, sizeof head);
    std::size_t step = record_step;
    if (is_record(head, end - at)) {
      records.all.push_back({head, at, file.subspan(at + sizeof head, head.bytes - sizeof head)});
      step = head.bytes;
    } else if (is_begun(head, end - at)) {
      ++records.cut;
      step = head.bytes;
    }
    at += step;
  }
  return records;
}

} // namespace texelscope::trace
