// The profiler on the CPU: measures the fast path's fetches in a cell's order, with coordinates from memory.
#include "kernels/reports/profile/measure/profiler.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "kernels/ground/base/half.h"
#include "kernels/machines/cpu/in_slices.h"
#include "kernels/machines/cpu_profile/core_speed.h"
#include "kernels/machines/cpu_profile/profile_requests.h"
#include "kernels/reports/profile/measure/check.h"
#include "kernels/unit/batch/fast_fetch.h"
#include "kernels/unit/image/image.h"

namespace texelscope::profile {

namespace {
constexpr std::int64_t min_fetches = 1 << 14, max_fetches = 1 << 21;
constexpr double min_ms = 4, ms_between_loops = 0.25;
constexpr std::size_t slice_bytes = 16 << 20; // written in some milliseconds

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  return {};
}

// More than the size of the last-level cache.
std::size_t flushed_bytes() {
  const long cache = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
  return 2 * std::size_t(cache > 0 ? cache : 64 << 20);
}

// A cell's texture in its own memory.
class OwnTexels {
public:
  OwnTexels(const BenchmarkCase& cell, WordMask mask, const std::stop_token& stop)
      : texture(texture_of(cell)) {
    std::size_t bytes = 0;
    std::array<std::size_t, max_mip_levels> offset = {};
    for (int level = 0; level < texture.level_count; ++level) {
      offset[std::size_t(level)] = bytes;
      bytes += level_bytes(level);
    }
    texels.resize(bytes + Image::padding);
    for (int level = 0; level < texture.level_count; ++level) {
      std::byte* const first = texels.data() + offset[std::size_t(level)];
      fill(first, level_bytes(level), mask, stop);
      texture.level[std::size_t(level)] = first;
    }
  }
  Texture texture;

private:
  std::size_t level_bytes(int level) const {
    const auto [width, height, depth] = texture.size_of(level);
    return std::size_t(width) * std::size_t(height) * std::size_t(depth) *
           std::size_t(texture.format.texel_bytes());
  }
  static void fill(std::byte* to, std::size_t bytes, WordMask mask, const std::stop_token& stop) {
    constexpr std::size_t period = std::size_t(texel_period) * sizeof(std::uint32_t);
    static_assert(slice_bytes % period == 0);
    for (std::size_t at = 0; at < std::min(bytes, period); at += sizeof(std::uint32_t)) {
      const std::uint32_t word = texel_word(at / sizeof word, mask);
      std::memcpy(to + at, &word, std::min(sizeof word, bytes - at));
    }
    cpu::in_slices(bytes, slice_bytes, stop, [&](std::size_t first, std::size_t size) {
      for (std::size_t at = std::max(first, period); at < first + size; at += period)
        std::memcpy(to + at, to, std::min(period, bytes - at));
    });
  }

  TexelBytes texels;
};

// Large planes are fetched a band of rows at a time, with the same coordinates for each band, in a cycle.
class CpuPrepared : public Prepared {
public:
  CpuPrepared(const BenchmarkCase& of, int thread_count, WordMask mask, std::stop_token stop)
      : cell(of), kind(kind_of(of)), threads(thread_count), stopping(std::move(stop)),
        memory(of, mask, stopping), pattern(first_band()),
        requests(memory.texture, kind, pattern, min_fetches, max_fetches, stopping),
        each(std::size_t(batch_component_count(memory.texture, kind))),
        components(each * piece * std::size_t(threads)) {
    if (cell.cold) flushed.resize(flushed_bytes());
    time(1); // touches all memory that the next call uses
    times_of_launch = cell.cold ? bands : int(min_ms / std::max(time(1).ms, 1e-3)) + 1;
  }

  std::int64_t texels() const override { return std::int64_t(requests.count()) * times_of_launch; }

  Sample launch(int times) override {
    flush();
    return time(times_of_launch * times);
  }

  // Checks requests from the first to the last.
  double largest_error() override {
    constexpr std::size_t places = 64, together = 16;
    double largest = 0;
    cpu::in_slices(places, 1, stopping, [&](std::size_t place, std::size_t) {
      const std::size_t first = (requests.count() - together) * place / (places - 1);
      fetch_piece(memory.texture, first, together);
      for (std::size_t i = 0; i < together; ++i)
        largest = std::max(largest, error_of(request_at(cell.dimension, kind, requests.from(first), i), i));
    });
    return largest;
  }

  FetchCount fetch_count() override {
    double sum = 0;
    cpu::in_slices(requests.count(), piece, stopping, [&](std::size_t first, std::size_t count) {
      fetch_piece(memory.texture, first, count);
      for (std::size_t i = 0; i < count; ++i)
        sum += type() == ResultType::floating ? double(bits_float(components[i * each]))
                                              : double(components[i * each]);
    });
    return {texels(), std::int64_t(sum) * times_of_launch};
  }

private:
  static constexpr std::size_t piece = 1 << 14; // fetches per thread whose results stay in a cache

  ResultType type() const { return memory.texture.result_type(); }

  // Limits the pattern to rows of regions with about this number of texels.
  AccessPattern first_band() {
    constexpr std::int64_t band_texels = 1 << 20;
    AccessPattern w = access_pattern_of(cell);
    if (cell.dimension != Dimension::d2 || memory.texture.level_count > 1) return w;
    const int whole_rows = w.texels.last_y / w.texels.region_y + 1; // without overlapping regions
    const std::int64_t in_row = std::int64_t(w.texels.region_y) * memory.texture.width;
    const int rows = int(std::clamp<std::int64_t>(band_texels / in_row, 1, whole_rows));
    bands = whole_rows / rows;
    if (bands == 1) return w;
    band_height = rows * w.texels.region_y;
    limit_rows(w, rows);
    return w;
  }

  Texture band(int index) const {
    Texture t = memory.texture;
    if (bands == 1) return t;
    const int row = index * band_height;
    t.height -= row;
    t.level[0] += std::size_t(row) * std::size_t(t.width) * std::size_t(t.format.texel_bytes());
    return t;
  }

  void fetch_piece(const Texture& texture, std::size_t first, std::size_t count) {
    cpu::fetch_batch(texture, kind, requests.from(first), count, components.data(), threads);
  }

  double error_of(const FetchAt& at, std::size_t word) const {
    TexelBits expected = fetch(memory.texture, kind, at), found = {};
    std::copy_n(components.begin() + std::ptrdiff_t(word * each), each, found.begin());
    std::fill(expected.begin() + std::ptrdiff_t(each), expected.end(), 0u);
    return profile::largest_error(type(), {&expected, 1}, {&found, 1}, 1);
  }

  // Flushes the caches, for cold cells.
  void flush() {
    ++flushed_with;
    cpu::in_slices(flushed.size(), slice_bytes, stopping, [&](std::size_t first, std::size_t size) {
      std::memset(flushed.data() + first, flushed_with & 0xff, size);
    });
  }

  // With one thread it also measures the core's speed, by timing core_loop_steps between pieces of the work.
  Sample time(int times) {
    const std::size_t max_fetches_at_once = components.size() / each;
    double ms = 0, since_loop_ms = 0, loop_microseconds = 0;
    int loops = 0;
    const auto time_loop = [&] {
      if (threads > 1) return;
      loop_microseconds += cpu::time_core_loop();
      ++loops;
      since_loop_ms = 0;
    };
    for (int i = 0; i < times; ++i) {
      const Texture texture = band(next_band);
      next_band = (next_band + 1) % bands;
      cpu::in_slices(requests.count(), max_fetches_at_once, stopping,
                     [&](std::size_t first, std::size_t count) {
                       const double start = milliseconds();
                       fetch_piece(texture, first, count);
                       const double took = milliseconds() - start;
                       ms += took;
                       since_loop_ms += took;
                       if (since_loop_ms > ms_between_loops) time_loop();
                     });
    }
    if (loops == 0) time_loop();
    return {ms, loops > 0 ? loops * cpu::core_loop_steps / loop_microseconds : 0};
  }

  // With one thread, the time that other programs take from it does not count.
  double milliseconds() const {
    timespec now = {};
    ::clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
  }

  BenchmarkCase cell;
  FetchKind kind;
  int threads, bands = 1, band_height = 0, next_band = 0, times_of_launch = 1, flushed_with = 0;
  std::stop_token stopping; // checked in everything that may take seconds
  OwnTexels memory;
  AccessPattern pattern;
  cpu::ProfileRequests requests;
  std::size_t each; // components of a fetch
  std::vector<std::uint32_t> components;
  TexelBytes flushed;
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
  std::optional<Obstacle> obstacle_here(const BenchmarkCase& cell) const override {
    if (const auto found = obstacle(cell)) return found;
    return cell.path == Path::tex ? std::nullopt : std::optional(Obstacle::no_backend_path);
  }
  // Beside other programs the core's speed differs by tenths of its value from one visit to the next.
  int visits() const override { return 4; }
  std::unique_ptr<Prepared> prepare(const BenchmarkCase& cell, WordMask texels) override {
    return std::make_unique<CpuPrepared>(cell, threads, texels, stopping);
  }

protected:
  // As long as other visits, because their drift is estimated from these.
  double brief_ms() const override { return visit_ms; }
  // Launches beside other programs count, because the core's speed corrects them.
  SamplingPolicy policy() const override { return {.min_clock_ratio = 0, .limit_ms = visit_ms}; }

private:
  static constexpr double visit_ms = 100; // a core's speed changes faster than a shorter visit can show
  int threads;
};
} // namespace

std::unique_ptr<Profiler> make_cpu_profiler(int threads) {
  return std::make_unique<CpuProfiler>(threads);
}

} // namespace texelscope::profile
