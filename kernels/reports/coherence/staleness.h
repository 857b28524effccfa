// What a fetch sees of a texel that was written, in the launch that writes it and in the next one.
//
// Every texel of a 32-bit texture holds an old value, is written once with a new one, and is fetched again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/host_device.h"
#include "kernels/state/session/enums.h"

namespace texelscope {
namespace staleness {

// The kind of write, which determines where the texels lie: surf2Dwrite into an array, a store into pitch or
// linear memory.
enum class WritePath : std::uint8_t { surface, pitch, linear };
// tex2D or tex1Dfetch, surf2Dread, __ldg, a plain load.
enum class ReadPath : std::uint8_t { texture, surface, read_only_load, load };
// The thread that fetches the texel: its writer, another thread of the block after a barrier, or a thread of
// another block after a flag.
enum class Reader : std::uint8_t { same_thread, same_block, other_block };

struct Combination {
  WritePath write = WritePath::surface;
  ReadPath read = ReadPath::texture;
  Reader reader = Reader::same_thread;
  bool warmed = false;     // the reader fetched the texel before the write
  bool fenced = false;     // __threadfence() between write and fetch, on the reader's side too
  bool relaunched = false; // the fetches of the next launch are counted
  bool operator==(const Combination&) const = default;
};

// All combinations that exist, in the order of their members.
const std::vector<Combination>& combinations();
// Why a write and a read path cannot be combined; empty if they can.
std::optional<Text> obstacle(WritePath write, ReadPath read);
// The guarantee in NVIDIA's documents.
enum class Guarantee : std::uint8_t { fresh, undefined };
Guarantee guarantee(const Combination& combination);
Text rule(const Combination& combination); // the same, as a sentence with its reason

// "surface/texture/same_thread/warmed/fenced/relaunched"; the last three appear only if they are set.
std::string identifier(const Combination& combination);

TEXELSCOPE_HOST_DEVICE constexpr std::uint32_t old_value(std::uint32_t texel) {
  return texel ^ 0x5a5a5a5au;
}
TEXELSCOPE_HOST_DEVICE constexpr std::uint32_t new_value(std::uint32_t texel) {
  return ~old_value(texel);
}

struct Result {
  int width = 0, height = 0;
  int texels = 0, stale = 0, fresh = 0,
      other = 0;                    // fetches that returned the old value, the new one, neither
  std::vector<std::uint8_t> bitmap; // one bit per texel, rows behind each other: stale

  bool is_stale(int x, int y) const {
    const std::size_t i = std::size_t(y) * std::size_t(width) + std::size_t(x);
    return (bitmap[i / 8] >> (i % 8) & 1) != 0;
  }
};
// `seen`: the fetched values, rows behind each other.
Result judge(int width, int height, const std::vector<std::uint32_t>& seen);

class Lab {
public:
  virtual ~Lab() = default;
  virtual bool simulated() const = 0;
  // `combination` must exist. Throws MachineError.
  virtual Result run(const Combination& combination) = 0;
};

// One warp writes 32 columns of 8 rows, whole cache lines in every storage; one block writes the 64 rows of 8
// warps.
inline constexpr int tile_width = 32, warp_rows = 8, block_warps = 8, tile_height = warp_rows * block_warps;
// All blocks must be resident at once, because they wait for each other.
inline constexpr int default_size = 256;

// Sizes must be multiples of the tile, at most 1024 x 1024, else it throws std::invalid_argument. Throws
// MachineError if there is no CUDA.
std::unique_ptr<Lab> make_cuda_lab(int width = default_size, int height = default_size);
// The same results from a model of the caches: what a GPU may do, not what one did.
std::unique_ptr<Lab> make_simulation(int width = default_size, int height = default_size);

void check_size(int width, int height);

} // namespace staleness

template <>
EnumTable enum_table<staleness::WritePath>();
template <>
EnumTable enum_table<staleness::ReadPath>();
template <>
EnumTable enum_table<staleness::Reader>();

} // namespace texelscope
