// The staleness lab without a GPU: memory, and one texture cache for each reader.
#include <optional>
#include <stdexcept>

#include "kernels/staleness.h"

namespace texelscope::staleness {

namespace {
// Filled by fetches, not told of writes, emptied between launches. Every texel has one reader, so it needs no
// more than one place a texel.
class TextureCache {
public:
  explicit TextureCache(std::size_t texels) : kept(texels) {}
  std::uint32_t fetch(const std::vector<std::uint32_t>& memory, std::size_t texel) {
    if (!kept[texel]) kept[texel] = memory[texel];
    return *kept[texel];
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
    TextureCache cache(texels);
    const bool cached = c.read == ReadPath::texture || c.read == ReadPath::read_only_load;
    const auto fetch_all = [&] {
      for (std::size_t i = 0; i < texels; ++i)
        seen[i] = cached ? cache.fetch(memory, i) : memory[i];
    };
    if (c.warmed) fetch_all();
    for (std::size_t i = 0; i < texels; ++i)
      memory[i] = new_value(std::uint32_t(i));
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
