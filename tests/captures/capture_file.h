// Captures: what a real texture unit returned for known textures, samplers and coordinates. README.md gives
// the format.
//
// Plain C++ for whoever records, replays or fits. All numbers are little endian, all values are bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/resolve.h"
#include "kernels/spec.h"

namespace texelscope::captures {

// Which bits the texels have; a texel is a pure function of seed, index and style.
enum class TexelStyle : std::uint8_t {
  unit, // integers: any code; floats: in [0,1)
  near, // floats: either sign, magnitudes from 2^-6 to 2^7
  wild  // floats: any bits at all, NaN and Inf and denormals too
};

// One texture and sampler. 40 bytes in the file, in this order.
struct Case {
  std::uint8_t kind = 0; // ElementKind
  std::uint8_t bits = 8;
  std::uint8_t channels = 1;
  std::uint8_t read_mode = 0; // ReadMode
  std::uint8_t filter = 0;    // FilterMode
  std::uint8_t normalized = 0;
  std::uint8_t srgb = 0;
  std::array<std::uint8_t, 2> address = {
      0, 0};              // AddressMode, as asked for (wrap without normalized coordinates too)
  std::uint8_t style = 0; // TexelStyle
  std::uint16_t samples = 0;
  std::array<std::uint32_t, 4> border = {0, 0, 0, 0}; // float bits
  std::uint32_t width = 1, height = 1;
  std::uint32_t seed = 0;

  ElementFormat format() const { return {ElementKind(kind), bits, channels}; }
};
static_assert(sizeof(Case) == 40);

struct Capture {
  Case setup;
  std::vector<std::uint32_t> coordinates; // x, y float bits a sample
  std::vector<std::uint32_t> words; // `channels` words a sample: float bits, or integers extended to 32 bits
};

inline constexpr char magic[8] = {'T', 'X', 'C', 'A', 'P', '0', '0', '1'};

// A well mixed 32-bit number from a seed and an index.
inline std::uint32_t mix(std::uint32_t seed, std::uint32_t index) {
  std::uint64_t z = (std::uint64_t(seed) << 32 | index) + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return std::uint32_t((z ^ (z >> 31)) >> 16);
}

// The bits of channel number `index` (texel * channels + channel), in the low `bits` bits.
inline std::uint32_t texel_bits(const Case& c, std::uint32_t index) {
  const std::uint32_t random = mix(c.seed, index);
  if (ElementKind(c.kind) != ElementKind::floating || TexelStyle(c.style) == TexelStyle::wild)
    return c.bits == 32 ? random : random & ((1u << c.bits) - 1u);
  const bool near = TexelStyle(c.style) == TexelStyle::near;
  if (c.bits == 16) {
    const std::uint32_t exponent = near ? 9u + (random >> 16) % 13u : (random >> 16) % 15u;
    return (near ? (random >> 31) << 15 : 0u) | exponent << 10 | (random & 1023u);
  }
  const std::uint32_t exponent = near ? 121u + (random >> 23) % 13u : 127u - 1u - (random >> 23) % 24u;
  return (near ? (mix(c.seed, ~index) >> 31) << 31 : 0u) | exponent << 23 | (random & 0x7fffffu);
}

// The texture as Image::texels holds it, without padding.
inline std::vector<std::byte> texels(const Case& c) {
  const std::size_t count = std::size_t(c.width) * c.height * c.channels, bytes = c.bits / 8u;
  std::vector<std::byte> out(count * bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t word = texel_bits(c, std::uint32_t(i));
    std::memcpy(out.data() + i * bytes, &word, bytes);
  }
  return out;
}

inline void write_file(const std::filesystem::path& path, const std::vector<Capture>& captures) {
  std::ofstream file(path, std::ios::binary);
  file.write(magic, sizeof magic);
  for (const Capture& c : captures) {
    file.write(reinterpret_cast<const char*>(&c.setup), sizeof c.setup);
    file.write(reinterpret_cast<const char*>(c.coordinates.data()),
               std::streamsize(c.coordinates.size() * 4));
    file.write(reinterpret_cast<const char*>(c.words.data()), std::streamsize(c.words.size() * 4));
  }
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

// Throws std::runtime_error if the file is missing, of another kind or cut short.
inline std::vector<Capture> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.size() < sizeof magic || std::memcmp(bytes.data(), magic, sizeof magic) != 0)
    throw std::runtime_error(path.string() + " is no capture file");
  std::vector<Capture> captures;
  std::size_t at = sizeof magic;
  const auto take = [&](void* to, std::size_t count) {
    if (bytes.size() - at < count) throw std::runtime_error(path.string() + " is cut short");
    std::memcpy(to, bytes.data() + at, count);
    at += count;
  };
  while (at < bytes.size()) {
    Capture& c = captures.emplace_back();
    take(&c.setup, sizeof c.setup);
    c.coordinates.resize(std::size_t(c.setup.samples) * 2);
    c.words.resize(std::size_t(c.setup.samples) * c.setup.channels);
    take(c.coordinates.data(), c.coordinates.size() * 4);
    take(c.words.data(), c.words.size() * 4);
  }
  return captures;
}

} // namespace texelscope::captures
