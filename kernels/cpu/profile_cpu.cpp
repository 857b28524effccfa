// The profiler on the CPU: the fast path's fetches in a cell's order, from coordinates in memory.
#include "kernels/profile/profiler.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "kernels/cpu/fast_fetch.h"
#include "kernels/cpu/profile_requests.h"
#include "kernels/half.h"
#include "kernels/image.h"
#include "kernels/profile/check.h"

namespace texelscope::profile {

namespace {
constexpr std::int64_t least_fetches = 1 << 16, most_fetches = 1 << 22;
constexpr double least_ms = 4;

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  return {};
}

// Larger than the last cache.
std::size_t flushed_bytes() {
  const long cache = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
  return 2 * std::size_t(cache > 0 ? cache : 64 << 20);
}

// A cell's texture in memory of its own.
class OwnTexels {
public:
  OwnTexels(const Cell& cell, WordMask mask) : texture(texture_of(cell)) {
    std::size_t bytes = 0;
    std::array<std::size_t, Texture::most_levels> offset = {};
    for (int level = 0; level < texture.level_count; ++level) {
      offset[std::size_t(level)] = bytes;
      bytes += level_bytes(level);
    }
    texels.resize(bytes + Image::padding);
    for (int level = 0; level < texture.level_count; ++level) {
      std::byte* const first = texels.data() + offset[std::size_t(level)];
      fill(first, level_bytes(level), mask);
      texture.level[std::size_t(level)] = first;
    }
  }
  Texture texture;

private:
  std::size_t level_bytes(int level) const {
    const auto [width, height, depth] = texture.size_of(level);
    return std::size_t(width) * std::size_t(height) * std::size_t(depth) * std::size_t(texture.format.texel_bytes());
  }
  static void fill(std::byte* to, std::size_t bytes, WordMask mask) {
    constexpr std::size_t period = std::size_t(texel_period) * sizeof(std::uint32_t);
    for (std::size_t at = 0; at < std::min(bytes, period); at += sizeof(std::uint32_t)) {
      const std::uint32_t word = texel_word(at / sizeof word, mask);
      std::memcpy(to + at, &word, std::min(sizeof word, bytes - at));
    }
    for (std::size_t at = period; at < bytes; at += period)
      std::memcpy(to + at, to, std::min(period, bytes - at));
  }

  TexelBytes texels;
};

class CpuPrepared : public Prepared {
public:
  CpuPrepared(const Cell& cell, int thread_count, WordMask mask)
      : kind(kind_of(cell)), threads(thread_count), memory(cell, mask),
        requests(memory.texture, kind, walk_of(cell), least_fetches, most_fetches),
        each(std::size_t(cpu::batch_words(memory.texture, kind))), words(each * requests.count()) {
    if (cell.cold) flushed.resize(flushed_bytes());
    const double once = time(1);
    if (!cell.cold) passes = int(least_ms / std::max(once, 1e-3)) + 1;
  }

  std::int64_t texels() const override { return std::int64_t(requests.count()) * passes; }

  Sample launch(int times) override {
    if (!flushed.empty()) std::memset(flushed.data(), ++flushed_with & 0xff, flushed.size());
    return {time(passes * times), 0};
  }

  // Of requests from the first to the last.
  double largest_error() override {
    constexpr std::size_t most = 1024;
    const std::size_t step = std::max<std::size_t>(1, requests.count() / most);
    double largest = 0;
    for (std::size_t i = 0; i < requests.count(); i += step) {
      const FetchAt at = cpu::request_at(memory.texture.dimension, kind, requests.arrays(), i);
      TexelBits expected = fetch(memory.texture, kind, at), found = {};
      std::copy_n(words.begin() + std::ptrdiff_t(i * each), each, found.begin());
      std::fill(expected.begin() + std::ptrdiff_t(each), expected.end(), 0u);
      largest = std::max(largest, profile::largest_error(type(), {&expected, 1}, {&found, 1}, 1));
    }
    return largest;
  }

  std::int64_t counted() override {
    double sum = 0;
    for (std::size_t i = 0; i < requests.count(); ++i)
      sum += type() == ResultType::floating ? bits_float(words[i * each]) : words[i * each];
    return std::int64_t(sum) * passes;
  }

private:
  ResultType type() const { return memory.texture.result_type(); }

  double time(int times) {
    const Clock clock = steady_clock();
    const double start = clock();
    for (int i = 0; i < times; ++i)
      cpu::fetch_batch(memory.texture, kind, requests.arrays(), requests.count(), words.data(), threads);
    return clock() - start;
  }

  FetchKind kind;
  int threads, passes = 1, flushed_with = 0;
  OwnTexels memory;
  cpu::ProfileRequests requests;
  std::size_t each; // words of a fetch
  std::vector<std::uint32_t> words;
  std::vector<std::byte> flushed;
};

class CpuProfiler : public Profiler {
public:
  explicit CpuProfiler(int thread_count)
      : threads(thread_count > 0 ? thread_count : std::max(1, int(std::thread::hardware_concurrency()))) {}

  Machine machine() override {
    Machine m;
    m.backend = "cpu";
    m.device = cpu_name();
    m.simd = cpu::fetch_instructions();
    m.cores = threads;
    return m;
  }
  std::optional<Obstacle> obstacle_here(const Cell& cell) const override {
    if (const auto found = obstacle(cell)) return found;
    return cell.path == Path::tex ? std::nullopt : std::optional(Obstacle::no_backend_path);
  }
  std::unique_ptr<Prepared> prepare(const Cell& cell, WordMask texels) override {
    return std::make_unique<CpuPrepared>(cell, threads, texels);
  }

private:
  int threads;
};
} // namespace

std::unique_ptr<Profiler> make_cpu_profiler(int threads) {
  return std::make_unique<CpuProfiler>(threads);
}

} // namespace texelscope::profile
