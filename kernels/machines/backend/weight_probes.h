// Textures of zeros and ones, from which a fetch returns weights: if one texel is one and all others are
// zero, the result is that texel's weight.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::weights {

// Texels in the order of an Image: rows, planes (slices, layers, faces), levels; `last` is not among them.
struct TexelRange {
  std::int64_t first = 0, last = 0;
  std::int64_t size() const { return last - first; }
  bool operator==(const TexelRange&) const = default;
};

// A block of texels in one level.
struct TexelBox {
  int level = 0;
  std::array<int, 3> at = {0, 0, 0}, size = {1, 1, 1};
  bool operator==(const TexelBox&) const = default;
};

TexelRange all_texels(const TextureShape& shape);
TexelRange texels_of_level(const TextureShape& shape, int level);
// The texel x, y, z of a level.
TexelRange one_texel(const TextureShape& shape, int level, std::array<int, 3> at);
// The same texels as blocks, from whole planes down to parts of rows.
std::vector<TexelBox> boxes_of(const TextureShape& shape, TexelRange range);

// The content of a texture: `rest` is what all texels except for `exceptions` hold, which hold the opposite.
struct Probe {
  bool rest = false; // true: ones
  std::vector<TexelRange> exceptions = {};
  bool border = false; // whether the border color is one
};

// One texel in memory. `one` false: zero.
std::vector<std::byte> texel_bytes(const Texture& like, bool one);
// The border color that is stored as these bits.
std::array<float, 4> border_color(const Texture& like, bool one);
// What a component that holds one returns, as a number.
double returned_one(const Texture& like);
double returned_number(const Texture& like, std::uint32_t component);

// A machine that fetches from such textures. Each instance belongs to one texture's shape and sampler, and is
// used by one thread at a time.
class Machine {
public:
  virtual ~Machine() = default;
  // All fetches `at` from the first probe, then from the second, and so on; components that the texture lacks
  // are 0. Empty if it was stopped. Throws MachineError.
  virtual std::vector<TexelBits> fetch(FetchKind kind, std::span<const FetchAt> at,
                                       std::span<const Probe> probes, const std::stop_token& stop = {}) = 0;
};

// A machine with one texture, which it changes from probe to probe, in the order of its queue: probes need no
// memory, and nothing waits before the last of them.
class PaintedTexture : public Machine {
public:
  std::vector<TexelBits> fetch(FetchKind kind, std::span<const FetchAt> at, std::span<const Probe> probes,
                               const std::stop_token& stop = {}) final;

protected:
  static constexpr int max_painted = 1 << 16;
  // `rest`: what all texels hold at first, if that is known.
  explicit PaintedTexture(const TextureShape& shape, std::optional<bool> rest = {})
      : shape_(shape), rest_(rest) {}

  // At most `max_painted` texels of one plane.
  virtual void paint(const TexelBox& box, bool one) = 0;
  virtual void set_border(bool one) = 0;
  // The calls of one fetch(): begin, one add for each probe, end.
  virtual void begin(FetchKind kind, std::span<const FetchAt> at, std::size_t probe_count) = 0;
  virtual void add(std::size_t probe) = 0;
  virtual std::vector<TexelBits> end() = 0;

private:
  void paint_range(TexelRange range, bool one);

  TextureShape shape_;
  std::optional<bool> rest_, border_; // empty: unknown
};

// The texture that is probed; its texels are null. Block-compressed textures count as decoded ones, because
// no block holds a single texel alone.
Texture probed_texture(const Effective& effective);

// Throws MachineError if there is no device, if CUDA rejects the texture, and in a build without CUDA.
std::unique_ptr<Machine> make_cuda_machine(const Effective& effective);

} // namespace texelscope::weights
