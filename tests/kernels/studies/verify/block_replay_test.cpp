// Every captured block is decoded and fetched by the model as plain texels; the results are bit for bit what
// the hardware returned.
#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "captures/packed_file.h"
#include "kernels/unit/image/block_compression/decode.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {
namespace {

// tests/captures/README.md describes the format.
struct BlockCapture {
  std::string format;
  int linear = 0, srgb = 0, blocks = 0, bytes = 0, fetches = 0, first = 0, channels = 0;
  std::vector<std::byte> data;        // block after block, which lie side by side
  std::vector<float> coordinates;     // x, y of each linear fetch; point fetches take the texels in turn
  std::vector<std::uint32_t> results; // `channels` components per fetch
};

template <class T>
std::vector<T> take(std::istream& in, int count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  in.read(reinterpret_cast<char*>(values.data()), std::streamsize(values.size() * sizeof(T)));
  return values;
}

std::vector<BlockCapture> read_captures(const std::filesystem::path& path) {
  std::istringstream in(captures::read_packed(path));
  std::vector<BlockCapture> all;
  for (std::string line; std::getline(in, line);) {
    BlockCapture c;
    char format[16] = {};
    if (std::sscanf(line.c_str(),
                    "set %15s %*s linear=%d srgb=%d blocks=%d bytes=%d fetches=%d first=%d channels=%d",
                    format, &c.linear, &c.srgb, &c.blocks, &c.bytes, &c.fetches, &c.first, &c.channels) != 8)
      throw std::runtime_error("not a set: " + line);
    c.format = format;
    c.data = take<std::byte>(in, c.blocks * c.bytes);
    c.coordinates = take<float>(in, c.linear ? 2 * c.blocks * c.fetches : 0);
    c.results = take<std::uint32_t>(in, c.blocks * c.fetches * c.channels);
    all.push_back(std::move(c));
  }
  return all;
}

const std::map<std::string, bc::Format> formats = {
    {"bc1", bc::Format::bc1},           {"bc2", bc::Format::bc2},
    {"bc3", bc::Format::bc3},           {"bc4u", bc::Format::bc4_unorm},
    {"bc4s", bc::Format::bc4_snorm},    {"bc5u", bc::Format::bc5_unorm},
    {"bc5s", bc::Format::bc5_snorm},    {"bc6hu", bc::Format::bc6h_unsigned},
    {"bc6hs", bc::Format::bc6h_signed}, {"bc7", bc::Format::bc7},
};

int replay(const BlockCapture& c) {
  const bc::Format format = formats.at(c.format);
  Texture texture;
  texture.format = bc::decoded_element(format);
  texture.width = 4 * c.blocks;
  texture.height = 4;
  texture.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  texture.sampler.filter = c.linear ? FilterMode::linear : FilterMode::point;
  texture.sampler.read_mode = bc::is_bc6h(format) ? ReadMode::element : ReadMode::normalized_float;
  texture.sampler.srgb = c.srgb;
  std::vector<std::byte> texels(std::size_t(16 * c.blocks * texture.format.texel_bytes()));
  bc::decode_surface(format, c.data.data(), texture.width, texture.height, texels.data());
  texture.level[0] = texels.data();
  int misses = 0;
  for (int i = 0; i < c.blocks * c.fetches; ++i) {
    const int texel = i % c.fetches;
    float x = float(i / c.fetches * 4 + texel % 4) + 0.5f, y = float(texel / 4) + 0.5f;
    if (c.linear) {
      x = c.coordinates[std::size_t(2 * i)];
      y = c.coordinates[std::size_t(2 * i + 1)];
    }
    const TexelBits got = fetch(texture, x, y);
    for (int k = 0; k < c.channels; ++k)
      misses += got[std::size_t(c.first + k)] != c.results[std::size_t(i * c.channels + k)];
  }
  return misses;
}

TEST(BlockReplay, EqualsTheHardware) {
  std::size_t components = 0;
  for (const BlockCapture& capture : read_captures(TEXELSCOPE_SOURCE_DIR "/tests/captures/h200-blocks.bin")) {
    components += capture.results.size();
    EXPECT_EQ(replay(capture), 0) << capture.format << (capture.linear ? " linear" : " point") << ", sRGB "
                                  << capture.srgb << ", of " << capture.results.size();
  }
  EXPECT_GT(components, 20000u);
}

} // namespace
} // namespace texelscope
