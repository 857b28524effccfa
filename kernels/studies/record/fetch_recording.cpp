#include "kernels/studies/record/fetch_recording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/ground/base/folder_entries.h"
#include "kernels/studies/record/exchange.h"
#include "kernels/studies/record/read_records.h"

namespace texelscope::record {

namespace {
namespace fs = std::filesystem;

// The bytes of a file, for as long as it lives: a program may have recorded more than fits into memory twice.
class MappedFile {
public:
  explicit MappedFile(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status = {};
    if (descriptor < 0) return;
    if (::fstat(descriptor, &status) == 0 && status.st_size > 0) {
      void* const at = ::mmap(nullptr, std::size_t(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (at != MAP_FAILED) content = {static_cast<const std::byte*>(at), std::size_t(status.st_size)};
    }
    ::close(descriptor);
  }
  ~MappedFile() {
    if (!content.empty()) ::munmap(const_cast<std::byte*>(content.data()), content.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return content; }

private:
  std::span<const std::byte> content;
};

std::optional<RingFile> head_of(std::span<const std::byte> bytes) {
  RingFile head = {};
  if (bytes.size() < records_offset) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (std::memcmp(head.magic, ring_magic, sizeof ring_magic) != 0 || head.version != ring_version ||
      head.record_bytes > bytes.size() - records_offset)
    return std::nullopt;
  return head;
}

void add_lane(FetchSite& of, const WarpRecord& record, std::uint32_t rank) {
  ++of.recorded;
  bool finite = true;
  for (int i = 0; i < of.site.coordinates.count; ++i) {
    const std::uint32_t word = record.word(std::uint32_t(of.site.coordinates.first + i), rank);
    const double value = of.site.coordinate_type == CoordinateType::s32 ? double(std::int32_t(word))
                                                                        : double(std::bit_cast<float>(word));
    finite &= std::isfinite(value);
    if (std::isnan(value)) continue;
    of.least[std::size_t(i)] = std::min(of.least[std::size_t(i)], value);
    of.greatest[std::size_t(i)] = std::max(of.greatest[std::size_t(i)], value);
  }
  of.not_finite += !finite;
}

// The sites of one process, by their numbers within it.
using Sites = std::map<std::uint64_t, FetchSite*>;

void add_file(std::span<const std::byte> bytes, const RingFile& head, const Sites& sites,
              FetchRecording& all) {
  std::vector<std::uint32_t> words_per_lane;
  for (const auto& [number, site] : sites) {
    words_per_lane.resize(number + 1);
    words_per_lane[number] = std::uint32_t(site->site.words_per_lane);
    SiteCounts counts = {};
    std::memcpy(&counts, bytes.data() + page + number * sizeof counts, sizeof counts);
    site->fetches += counts.fetches;
    site->warps += counts.warps;
  }
  ++all.contexts;
  all.contexts_without_counts += head.copies == 0;
  all.dropped += head.control.dropped_fetches;
  const RecordsRead read = read_records(bytes.subspan(records_offset, head.record_bytes), words_per_lane);
  for (const WarpRecord& record : read.records)
    for (std::uint32_t rank = 0; rank < record.header.lanes; ++rank)
      add_lane(*sites.at(record.header.site), record, rank);
}
} // namespace

FetchRecording read_recording(const fs::path& folder, const std::vector<ServedModule>& modules) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  FetchRecording all;
  for (const ServedModule& module : modules) {
    if (module.sites.empty()) all.not_recorded.push_back(module);
    for (const Site& site : module.sites) {
      FetchSite& made = all.sites.emplace_back();
      made.process = module.process;
      made.site = site;
      made.least.fill(infinity), made.greatest.fill(-infinity);
    }
  }
  std::map<std::uint32_t, Sites> of_process;
  std::size_t next = 0;
  for (const ServedModule& module : modules)
    for (std::size_t i = 0; i < module.sites.size(); ++i)
      of_process[module.process][module.first_site + i] = &all.sites[next++];
  std::error_code ignored;
  for (const fs::path& path : folder_entries(folder, ignored)) {
    if (!path.filename().native().starts_with("fetches-")) continue;
    const MappedFile file(path);
    if (const auto head = head_of(file.bytes()))
      add_file(file.bytes(), *head, of_process[head->process], all);
  }
  return all;
}

} // namespace texelscope::record
