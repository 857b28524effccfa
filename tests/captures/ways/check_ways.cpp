// texelscope_check_ways FILE...: compares captures of ways with the model and its fast path; prints a line a
// way. Ends with 1 if a fetch differs. "--keep N OUT" writes every N-th case of each way, except for those of
// more than 2^18 texels, into OUT.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

#include <tbb/parallel_for.h>

#include "tests/captures/ways/read_ways.h"

namespace {
using ways::WayCapture;
using ways::WayCase;

struct Tally {
  std::size_t fetches = 0, wrong = 0, fast_wrong = 0;
  std::map<std::string, std::size_t> where; // wrong fetches by shape and function
};

std::string described(const WayCase& c) {
  static const char* const functions[] = {"tex", "lod", "grad", "gather"};
  char line[200];
  std::snprintf(line, sizeof line,
                "%ux%ux%u levels %d kind %d bits %d x%d %s filter %d mip %d normalized %d aniso %d", c.width,
                c.height, c.planes, c.levels, c.kind, c.bits, c.channels, functions[c.function], c.filter,
                c.mip_filter, c.normalized, c.anisotropy);
  return line;
}

std::size_t differing(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); i += 4)
    count += !std::equal(&a[i], &a[i] + 4, &b[i]);
  return count;
}

// Consecutive captures that share their texels.
void compare(const WayCapture* first, const WayCapture* last, std::map<std::string, Tally>& tallies) {
  static std::mutex mutex;
  const ways::WayTexels texels(first->setup);
  for (; first != last; ++first) {
    const texelscope::Texture texture = ways::model_texture(first->setup, texels);
    const std::size_t wrong = differing(ways::model_results(texture, *first), first->results),
                      fast_wrong = differing(ways::fast_results(texture, *first), first->results);
    const std::lock_guard lock(mutex);
    Tally& tally = tallies[first->setup.way];
    tally.fetches += first->setup.count;
    tally.wrong += wrong;
    tally.fast_wrong += fast_wrong;
    if (wrong > 0) tally.where[described(first->setup)] += wrong;
  }
}

int keep(int every, const char* to, const std::vector<WayCapture>& captures) {
  ways::Writer writer(to);
  if (!writer) return std::fprintf(stderr, "%s cannot be written\n", to), 1;
  std::map<std::string, int> seen;
  for (const WayCapture& c : captures)
    if (std::uint64_t(c.setup.width) * c.setup.height * c.setup.planes <= 1 << 18 &&
        seen[c.setup.way]++ % every == 0)
      writer.put(c.setup, c.requests, c.results);
  return 0;
}
} // namespace

int main(int argc, char** argv) {
  const bool keeps = argc > 3 && std::string(argv[1]) == "--keep";
  std::vector<WayCapture> captures;
  for (int i = keeps ? 4 : 1; i < argc; ++i)
    for (WayCapture& capture : ways::read_ways(argv[i]))
      captures.push_back(std::move(capture));
  if (keeps) return keep(std::max(1, std::atoi(argv[2])), argv[3], captures);
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < captures.size(); ++i)
    if (i == 0 || !ways::share_texels(captures[i - 1].setup, captures[i].setup)) starts.push_back(i);
  starts.push_back(captures.size());
  std::map<std::string, Tally> tallies;
  tbb::parallel_for(std::size_t(0), starts.size() - 1, [&](std::size_t i) {
    compare(captures.data() + starts[i], captures.data() + starts[i + 1], tallies);
  });
  Tally all;
  for (const auto& [way, tally] : tallies) {
    std::printf("%-44s %8zu fetches, %zu differ from the model, %zu from its fast path\n", way.c_str(),
                tally.fetches, tally.wrong, tally.fast_wrong);
    int lines = 0;
    for (const auto& [where, count] : tally.where)
      if (lines++ < 12) std::printf("    %6zu  %s\n", count, where.c_str());
    all.fetches += tally.fetches, all.wrong += tally.wrong, all.fast_wrong += tally.fast_wrong;
  }
  std::printf("all: %zu fetches, %zu differ from the model, %zu from its fast path\n", all.fetches, all.wrong,
              all.fast_wrong);
  return all.wrong || all.fast_wrong || all.fetches == 0;
}
