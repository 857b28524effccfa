// The staleness lab without a GPU: memory, and the first-level cache of each reader's multiprocessor. It
// behaves like an H200 (docs/write-lab.md); NVIDIA guarantees none of it.
#include <optional>
#include <stdexcept>

#include "kernels/reports/coherence/staleness.h"

namespace texelscope::staleness {

namespace {
// What happens to a cache line that was loaded by this path.
struct LineRules {
  bool follows_own_writes; // a write of the same multiprocessor updates the line
  bool dropped_by_fence;   // the reader's __threadfence() drops it
};
LineRules rules_of(ReadPath read) {
  switch (read) {
  case ReadPath::texture:
    return {false, false};
  case ReadPath::surface:
    return {true, false};
  default:
    return {true, true};
  }
}

// Every texel has one reader, so that one entry for each is enough. The cache is empty at the start of a
// launch.
class Cache {
public:
  explicit Cache(std::size_t texels) : kept(texels) {}
  std::uint32_t fetch(const std::vector<std::uint32_t>& memory, std::size_t texel) {
    if (!kept[texel]) kept[texel] = memory[texel];
    return *kept[texel];
  }
  void write(std::size_t texel, std::uint32_t value) {
    if (kept[texel]) kept[texel] = value;
  }
  void empty() { kept.assign(kept.size(), std::nullopt); }

private:
  std::vector<std::optional<std::uint32_t>> kept;
};

class Simulation : public Lab {
public:
  Simulation(int w, int h) : width(w), height(h) {}

  bool simulated() const override { return true; }

  Result run(const Combination& c) override {
    if (obstacle(c.write, c.read)) throw std::invalid_argument("staleness: no such combination");
    const std::size_t texels = std::size_t(width) * std::size_t(height);
    std::vector<std::uint32_t> memory(texels), seen(texels);
    for (std::size_t i = 0; i < texels; ++i)
      memory[i] = old_value(std::uint32_t(i));
    Cache cache(texels);
    const LineRules lines = rules_of(c.read);
    const bool own_write = c.reader != Reader::other_block;
    const auto fetch_all = [&] {
      for (std::size_t i = 0; i < texels; ++i)
        seen[i] = cache.fetch(memory, i);
    };
    if (c.warmed) fetch_all();
    for (std::size_t i = 0; i < texels; ++i) {
      memory[i] = new_value(std::uint32_t(i));
      if (own_write && lines.follows_own_writes) cache.write(i, memory[i]);
    }
    if (c.fenced && lines.dropped_by_fence) cache.empty();
    fetch_all();
    if (c.relaunched) {
      cache.empty();
      fetch_all();
    }
    return judge(width, height, seen);
  }

private:
  int width, height;
};
} // namespace

std::unique_ptr<Lab> make_simulation(int width, int height) {
  check_size(width, height);
  return std::make_unique<Simulation>(width, height);
}

} // namespace texelscope::staleness
