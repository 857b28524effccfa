// Anisotropic fetches captured from a texture unit, most of them with a point filter: each probe reads one
// texel, and the filter mixes them, integers too. Without normalized coordinates gradients count texels.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/unit/texture_unit/lod.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {
namespace {

// The capture's texels: a hashed number for each level and position, of which integers take the lowest bits.
std::uint32_t mixed(std::uint32_t level, std::uint32_t x, std::uint32_t y) {
  std::uint32_t a = level * 0x9E3779B1u ^ x * 0x85EBCA6Bu ^ y * 0xC2B2AE35u;
  a ^= a >> 15, a *= 0x2C1B3C6Du, a ^= a >> 12, a *= 0x297A2D39u, a ^= a >> 15;
  return a;
}

std::uint32_t texel_bits(const ElementFormat& format, std::uint32_t number) {
  if (format.is_integer()) return number;
  if (format.bits == 16) return (number & 0x83ff) | ((12 + (number >> 20) % 6) << 10); // halves near 1
  const bool negative = (number & 1) != 0;
  return std::bit_cast<std::uint32_t>(float(number >> 8) * 0x1p-24f * (negative ? -3.0f : 2.0f));
}

std::vector<std::byte> texels_of(const TextureShape& shape) {
  std::vector<std::byte> texels(shape.size_bytes());
  const auto bytes = std::size_t(shape.format.texel_bytes());
  for (int level = 0; level < shape.level_count; ++level) {
    const auto [width, height, planes] = shape.size_of(level);
    std::byte* to = texels.data() + shape.level_offset(level);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x, to += bytes) {
        const std::uint32_t bits =
            texel_bits(shape.format, mixed(std::uint32_t(level), std::uint32_t(x), std::uint32_t(y)));
        std::memcpy(to, &bits, bytes);
      }
  }
  return texels;
}

// The columns that its third line names.
class Row {
public:
  explicit Row(const std::string& line) : cells(line) {}
  int integer() { return std::stoi(next()); }
  float number() { return std::stof(next()); }
  std::uint32_t bits() { return std::uint32_t(std::stoul(next(), nullptr, 16)); }

private:
  std::string next() {
    std::string cell;
    std::getline(cells, cell, ',');
    return cell;
  }
  std::istringstream cells;
};

Texture texture_of(Row& row) {
  Texture t;
  t.format.kind = ElementKind(row.integer());
  t.format.bits = row.integer();
  t.format.channels = 1;
  Sampler& s = t.sampler;
  s.read_mode = ReadMode(row.integer());
  s.srgb = row.integer() != 0;
  t.width = row.integer();
  t.height = row.integer();
  t.level_count = row.integer();
  t.mipmapped = t.level_count > 1;
  s.filter = FilterMode(row.integer());
  s.mip_filter = FilterMode(row.integer());
  s.normalized_coords = row.integer() != 0;
  s.max_anisotropy = row.integer();
  s.disable_trilinear_optimization = row.integer() != 0;
  s.address[0] = AddressMode(row.integer());
  s.address[1] = AddressMode(row.integer());
  s.mip_bias = row.number();
  s.mip_min = row.number();
  s.mip_max = row.number();
  s.border_color.fill(row.number());
  return t;
}

FetchAt request_of(Row& row) {
  FetchAt at;
  at.x = row.number();
  at.y = row.number();
  at.dx.x = row.number();
  at.dx.y = row.number();
  at.dy.x = row.number();
  at.dy.y = row.number();
  return at;
}

TEST(AnisotropicPoints, EqualTheHardware) {
  std::ifstream file(TEXELSCOPE_SOURCE_DIR "/tests/captures/h100-anisotropic-points.csv");
  std::string line;
  for (int heading = 0; heading < 3; ++heading)
    ASSERT_TRUE(std::getline(file, line));
  int rows = 0, probed = 0, integers = 0, in_texels = 0;
  while (std::getline(file, line)) {
    Row row(line);
    Texture texture = texture_of(row);
    const FetchAt at = request_of(row);
    const std::vector<std::byte> texels = texels_of(texture);
    for (int level = 0; level < texture.level_count; ++level)
      texture.level[std::size_t(level)] = texels.data() + texture.level_offset(level);
    const Trace trace = fetch_traced(texture, FetchKind::grad, at);
    EXPECT_EQ(trace.result[0], row.bits()) << line;
    EXPECT_EQ(fetch(texture, FetchKind::grad, at), trace.result);
    ++rows;
    probed += !trace.probes.empty();
    integers += texture.result_type() != ResultType::floating;
    in_texels += !texture.sampler.normalized_coords;
  }
  EXPECT_EQ(rows, 179);
  EXPECT_GT(probed, 100);
  EXPECT_GT(integers, 40);
  EXPECT_GT(in_texels, 20);
}

// verify on an H100, seed 7: a small step under an infinite bias showed that the driver lowers the bias for
// the steeper fraction before it limits it.
TEST(AnisotropicBias, IsLimitedOnceItIsLowered) {
  Texture texture;
  texture.level_count = 5;
  texture.mipmapped = true;
  Sampler& s = texture.sampler;
  const auto bias = [&](int max_anisotropy, float requested) {
    s.max_anisotropy = max_anisotropy;
    s.mip_bias = requested;
    return unit::lod_rule(texture).bias;
  };
  for (const float huge :
       {0x1p24f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    for (const int max_anisotropy : {1, 3, 7, 16})
      EXPECT_EQ(bias(max_anisotropy, huge), 15 * 256);
  EXPECT_EQ(bias(1, 15), 3840);
  EXPECT_EQ(bias(16, 15), 3776);
  EXPECT_EQ(bias(7, 15), 3785);
  EXPECT_EQ(bias(3, 15), 3797);
}

} // namespace
} // namespace texelscope
