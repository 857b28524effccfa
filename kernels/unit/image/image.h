// Host images: texels as a texture stores them, and the rule that converts between element formats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/state/session/texel.h"
#include "kernels/unit/image/block_compression/block_format.h"

namespace texelscope {

// The content of a block-compressed file: for each level the blocks of all its planes, rows of (width + 3) /
// 4 blocks.
struct CompressedTexels {
  bc::Format format = bc::Format::bc1;
  std::vector<std::vector<std::byte>> levels;
  bool srgb = false; // the file declares its codes as sRGB
};

// Makes a vector's elements without writing to them, so that memory is first touched by the threads that fill
// it.
template <class T>
struct Unwritten : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unwritten<U>;
  };
  template <class U, class... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    if constexpr (sizeof...(Arguments) == 0)
      ::new (static_cast<void*>(at)) U;
    else
      ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
  }
};
using TexelBytes = std::vector<std::byte, Unwritten<std::byte>>;

// What a file states of itself, as identifiers: they are the same in every language.
struct FileFacts {
  std::string format; // "PNG"; empty: the image is no file's
  std::string
      texels; // as the file holds them: "u8x3", "f64x1", "R9G9B9E5", "palette"; empty: as in the image
  std::string color_space; // "sRGB", "gamma 0.45455", "ICC: Display P3"; empty: it states none
};

// Rows of texels from y = 0 on, tightly packed, little endian, channels interleaved; planes (slices, layers,
// faces) behind each other, mip levels behind each other. `texels` holds size_bytes() bytes and at least 64
// more as padding, so that vector gathers may read 32 bits at the end.
struct Image : TextureShape {
  static constexpr std::size_t padding = 64;

  Image() : TextureShape{.width = 0, .height = 0} {}                 // nothing
  explicit Image(const TextureShape& shape) : TextureShape(shape) {} // the texels are added later

  TexelBytes texels;
  // The blocks from which `texels` were decoded; null: there are none, or the texels were resized since.
  std::shared_ptr<const CompressedTexels> compressed = {};
  std::optional<bool> srgb = {}; // whether its file declares the codes as sRGB; empty: it does not say
  std::string note = {};         // what its file's values became, sentences; empty: they are unchanged
  FileFacts file = {};

  static Image create(const TextureShape& shape);                   // zeroed
  static Image create(TextureShape shape, ElementFormat format);    // the same in another format, zeroed
  static Image create(int width, int height, ElementFormat format); // zeroed, 2-D, one level
  static Image unwritten(const TextureShape& shape);                // the caller must write every texel

  const TextureShape& shape() const { return *this; }
  std::byte* texel(int x, int y, int plane = 0) {
    return texels.data() + std::size_t(plane) * plane_bytes() + std::size_t(y) * row_bytes() +
           std::size_t(x) * std::size_t(format.texel_bytes());
  }
  const std::byte* texel(int x, int y, int plane = 0) const {
    return const_cast<Image*>(this)->texel(x, y, plane);
  }
  const std::byte* level(int index) const { return texels.data() + level_offset(index); }
  std::byte* level(int index) { return texels.data() + level_offset(index); }
  // The stored bits of one channel, zero extended (8 and 16 bits) or complete (32 bits).
  std::uint32_t bits_at(int x, int y, int channel) const;
  std::uint32_t bits_at(int x, int y, int plane, int level, int channel) const;
};

// For messages, rounded up, so that an allocation never needs 0 MiB.
inline std::string mebibytes(std::size_t bytes) {
  return std::to_string((bytes >> 20) + (bytes % (1 << 20) != 0));
}

// The real value of a texel: unsigned code / (2^bits - 1); signed code / (2^(bits-1) - 1), at least -1;
// floats unchanged.
double real_value(const ElementFormat& format, std::uint32_t bits);
// The nearest code (ties to even) of a real value clamped to the format's range; NaN gives 0 in integer
// formats.
std::uint32_t encode_real(const ElementFormat& format, double value);

// Like std::memcpy, from several threads.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes);

// The conversion rule: every channel keeps its real value, rounded to the new format. Channels that `to` adds
// are 0, alpha 1; one channel to four is repeated in r, g and b; with fewer channels the last ones are
// dropped.
Image convert(const Image& from, const ElementFormat& to); // 2-D images of one level, as resize()

// Multiplies r, g and b of each texel by its alpha, which stays; four channels, all levels and planes. The
// real values are multiplied and rounded to the nearest code. `light`: bytes are sRGB codes, which the curve
// decodes before and encodes after, because only light may be mixed.
void premultiply(Image& image, bool light);

// Rounds four unsigned channels of 16 bits to those of a texture of 10, 10, 10 and 2 bits: the nearest codes,
// widened by repeating their bits.
void quantize_packed(Image& image);
// Such texels in 32 bits each, red lowest.
std::vector<std::uint32_t> packed_texels(const std::byte* texels, std::size_t count);

// Point resampling to another size: texel i of n takes texel floor((i + 0.5) * m / n) of m.
Image resize(const Image& from, int width, int height);

} // namespace texelscope
