// What a recorded program is made of, and what it leaves.
#include <algorithm>
#include <span>
#include <vector>

#include "kernels/studies/fetches/fetch_file.h"
#include "kernels/studies/record/read_records.h"
#include "kernels/studies/record/rewrite.h"
#include "tests/fuzz/nameless_file.h"
#include "tests/fuzz/parsers.h"
#include "tests/fuzz/properties.h"

namespace texelscope::fuzz {

namespace {
void require_words(const record::Site& site) {
  std::vector<int> used(std::size_t(site.words_per_lane));
  const auto use = [&used](int word) {
    require(word >= 0 && std::size_t(word) < used.size(), "an operand lies within its lane's words");
    ++used[std::size_t(word)];
  };
  for (const record::Words& words : {site.object, site.layer, site.coordinates, site.level, site.dx, site.dy,
                                     site.offsets, site.reference, site.resident})
    for (int i = 0; i < words.count; ++i)
      use(words.first + i);
  for (const int word : site.results)
    if (word >= 0) use(word);
  require(std::ranges::all_of(used, [](int times) { return times == 1; }), "each word has one operand");
}
} // namespace

void ptx(std::string_view bytes) {
  const auto result = record::rewrite(bytes);
  if (const auto* refusal = std::get_if<record::Refusal>(&result)) {
    require_sentence(record::refusal_text(*refusal), bytes);
    require(refusal->line >= 1 && refusal->line <= 1 + std::ranges::count(bytes, '\n'),
            "a refusal has its line");
    return;
  }
  const auto& [rewritten, sites] = std::get<record::Rewritten>(result);
  std::ranges::for_each(sites, require_words);
  if (sites.empty()) {
    require(rewritten == bytes, "a module without textures stays as it is");
    return;
  }
  std::size_t kept = 0;
  for (const char c : rewritten)
    kept += kept < bytes.size() && c == bytes[kept];
  require(kept == bytes.size(), "nothing of the module is lost");
  const auto again = record::rewrite(rewritten);
  const auto* refusal = std::get_if<record::Refusal>(&again);
  require(refusal && refusal->reason == record::Refusal::Reason::name_taken, "no module is rewritten twice");
}

void record_memory(std::string_view bytes) {
  static constexpr std::uint32_t words_per_lane[] = {1, 4, 8, 17};
  const auto memory = std::as_bytes(std::span(bytes));
  const record::RecordsRead read = record::read_records(memory, words_per_lane);
  std::size_t used = 0;
  for (const record::WarpRecord& record : read.records) {
    const std::uint32_t last = record.header.lanes - 1;
    static_cast<void>(record.word(record.header.words_per_lane - 1, last));
    require(record.lane(last) < 32, "a lane lies within its warp");
    const record::ThreadIndex thread = thread_of(record, last);
    require(thread.x < record.header.block_size[0] && thread.y < record.header.block_size[1] &&
                thread.z < record.header.block_size[2],
            "a thread lies within its block");
    used += std::size_t(record.header.words) * 4;
  }
  require(used + read.bytes_left == bytes.size(), "each byte is read or left");
  require((read.stop == record::RecordsRead::Stop::end) == (read.bytes_left == 0), "reading ends at the end");
}

void fetch_file(std::string_view bytes) {
  accepted(bytes, [](std::string_view content) {
    const NamelessFile nameless(content);
    fetches::FetchFile file(nameless.path());
    std::uint64_t rows = 0;
    file.read([&](const fetches::FetchRow& row) {
      require(row.number > 0 && row.object >= 0 && row.received < 16 && row.fetch.lane < 32,
              "a row is one of a recording");
      return ++rows < file.size();
    });
    require(rows == file.size() && rows <= content.size(), "each row is read");
    return rows;
  });
}

} // namespace texelscope::fuzz
