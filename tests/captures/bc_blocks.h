// Blocks of compressed texels to probe the texture unit with: sweeps of endpoints, random ones of every mode,
// edge cases.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace texelscope::captures {

class BlockMaker {
public:
  explicit BlockMaker(std::size_t block_bytes) : size(block_bytes) {}

  // Random bytes; every fourth block has many bytes of all zeros or all ones, where carries and limits show.
  std::uint8_t* random() {
    bytes.resize(bytes.size() + size);
    std::uint8_t* block = &bytes[bytes.size() - size];
    const bool extreme = count() % 4 == 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t word = std::uint32_t(generator());
      const std::uint32_t choice = extreme ? word >> 8 & 3 : 2;
      block[i] = choice < 2 ? std::uint8_t(choice * 255) : std::uint8_t(word);
    }
    return block;
  }
  std::uint32_t number(std::uint32_t below) { return std::uint32_t(generator() % below); }
  std::size_t count() const { return bytes.size() / size; }

  const std::size_t size;
  std::vector<std::uint8_t> bytes;

private:
  std::mt19937_64 generator{12345};
};

// `texels` indices of three bits from `first` on, in a block of BC4's layout.
inline void put_ramp(std::uint8_t* block, int first, int texels) {
  std::uint64_t indices = 0;
  for (int i = 0; i < texels; ++i)
    indices |= std::uint64_t(first + i) << 3 * i;
  for (int i = 0; i < 6; ++i)
    block[2 + i] = std::uint8_t(indices >> 8 * i);
}

// Every `step`th pair of endpoints of BC4 or of BC3's alpha; the first six texels are the interpolated
// values.
inline void sweep_bc4(BlockMaker& maker, int step) {
  for (int pair = 0; pair < 65536; pair += step) {
    std::uint8_t* block = maker.random();
    block[0] = std::uint8_t(pair);
    block[1] = std::uint8_t(pair >> 8);
    put_ramp(block, 2, 6);
  }
}

// Every pair of greens, and of reds and blues; the first four texels are the four colours. In BC1 the pairs
// come in both orders of the colours, as far as red has two.
inline void sweep_bc1(BlockMaker& maker) {
  const std::size_t colors = maker.size - 8;
  const auto put = [&](unsigned first, unsigned second) {
    std::uint8_t* block = maker.random() + colors;
    block[0] = std::uint8_t(first);
    block[1] = std::uint8_t(first >> 8);
    block[2] = std::uint8_t(second);
    block[3] = std::uint8_t(second >> 8);
    block[4] = 0xe4; // 0 1 2 3
  };
  for (unsigned green = 0; green < 4096; ++green) {
    const unsigned red = green & 1023, blue = (green * 7 + 3) & 1023, r0 = red & 31, r1 = red >> 5;
    const auto color = [&](unsigned r, unsigned g, unsigned b) { return r << 11 | g << 5 | b; };
    const unsigned g0 = green & 63, g1 = green >> 6, b0 = blue & 31, b1 = blue >> 5;
    put(color(r0, g0, b0), color(r1, g1, b1));
    if (colors == 0) put(color(r1, g0, b1), color(r0, g1, b0));
  }
}

inline void random_blocks(BlockMaker& maker, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    maker.random();
}

// Mode m of BC7 is m zeros and a one; 8 is the byte 0, which is reserved.
inline void random_bc7(BlockMaker& maker, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* block = maker.random();
    const unsigned mode = unsigned(i % 64 == 63 ? 8 : i % 8);
    block[0] = std::uint8_t((block[0] >> mode | 1) << mode);
  }
}

// The 14 modes in turn, at times one of the four reserved ones.
inline void random_bc6h(BlockMaker& maker, std::size_t count) {
  constexpr std::uint8_t modes[] = {2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15};
  constexpr std::uint8_t reserved[] = {19, 23, 27, 31};
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* block = maker.random();
    const std::size_t mode = i % 14;
    if (i % 64 == 63)
      block[0] = std::uint8_t((block[0] & ~31u) | reserved[i / 64 % 4]);
    else if (mode < 2)
      block[0] = std::uint8_t((block[0] & ~3u) | mode);
    else
      block[0] = std::uint8_t((block[0] & ~31u) | modes[mode - 2]);
  }
}

} // namespace texelscope::captures
