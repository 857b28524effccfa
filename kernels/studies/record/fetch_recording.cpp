#include "kernels/studies/record/fetch_recording.h"

#include <algorithm>
#include <cstring>
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

// The sites of one process, by their numbers within it.
using Sites = std::map<std::uint64_t, std::size_t>; // in FetchRecording::sites

void add_file(std::span<const std::byte> bytes, const RingFile& head, const Sites& sites, FetchRecording& all,
              const TakeRecord& take) {
  std::vector<std::uint32_t> words_per_lane;
  for (const auto& [number, index] : sites) {
    FetchSite& site = all.sites[index];
    words_per_lane.resize(number + 1);
    words_per_lane[number] = std::uint32_t(site.site.words_per_lane);
    for (std::uint64_t copy = 0; copy < count_copies; ++copy) {
      SiteCounts counts = {};
      std::memcpy(&counts, bytes.data() + page + (copy * max_sites + number) * sizeof counts, sizeof counts);
      site.fetches += counts.fetches;
      site.warps += counts.warps;
    }
  }
  ++all.contexts;
  all.contexts_without_counts += head.copies == 0;
  all.dropped += dropped_of(head.control).fetches;
  if (!take) return;
  const std::span<const std::byte> memory = bytes.subspan(records_offset, head.record_bytes);
  const RecordsRead read = read_records(memory, words_per_lane);
  for (const WarpRecord& record : read.records) {
    const std::size_t site = sites.at(record.header.site);
    const std::size_t behind = std::size_t(record.words.data() - memory.data());
    take(all.sites[site], {head.context, head.begins, behind - sizeof(RecordHeader), site}, record);
  }
}
} // namespace

FetchRecording read_recording(const fs::path& folder, const std::vector<ServedModule>& modules,
                              const TakeRecord& take) {
  FetchRecording all;
  for (const ServedModule& module : modules) {
    if (module.sites.empty()) all.not_recorded.push_back(module);
    for (const Site& site : module.sites)
      all.sites.push_back({module.process, site});
  }
  std::map<std::uint32_t, Sites> of_process;
  std::size_t next = 0;
  for (const ServedModule& module : modules)
    for (std::size_t i = 0; i < module.sites.size(); ++i)
      of_process[module.process][module.first_site + i] = next++;
  std::error_code ignored;
  for (const fs::path& path : folder_entries(folder, ignored)) {
    if (!path.filename().native().starts_with("fetches-")) continue;
    const MappedFile file(path);
    if (const auto head = head_of(file.bytes()))
      add_file(file.bytes(), *head, of_process[head->process], all, take);
  }
  return all;
}

} // namespace texelscope::record
