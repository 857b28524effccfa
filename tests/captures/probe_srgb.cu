#include <cstdio>
#include <cstring>

#include "tests/captures/probe.h"

namespace texelscope::captures {

namespace {
constexpr std::uint32_t one_half = 0x3f000000u;

// The 256 codes as point fetches of a 256 x 1 texture whose every channel is the column.
std::vector<uint4> decode_all(int channels) {
  const ElementFormat format{ElementKind::unsigned_int, 8, channels};
  std::vector<std::uint8_t> codes(256 * std::size_t(channels));
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes[i] = std::uint8_t(i / std::size_t(channels));
  const Array array = make_array(format, 256, 1, codes.data());
  Sampler sampler;
  sampler.read_mode = ReadMode::normalized_float;
  sampler.srgb = true;
  Texture texture;
  must(make_texture(array.get(), sampler, texture), "cudaCreateTextureObject with sRGB");
  std::vector<std::uint32_t> coordinates;
  for (int i = 0; i < 256; ++i) {
    const float x = float(i) + 0.5f;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &x, 4);
    coordinates.insert(coordinates.end(), {bits, one_half});
  }
  return fetch(texture.get(), format, ResultType::floating, coordinates);
}
} // namespace

void probe_srgb(const std::filesystem::path& folder) {
  std::FILE* file = std::fopen((folder / "srgb.txt").c_str(), "w");
  if (!file) return;
  std::fputs("# code, then float bits: x1, x2 (r g), x4 (r g b a)\n", file);
  const auto one = decode_all(1), two = decode_all(2), four = decode_all(4);
  bool same = true;
  for (std::size_t i = 0; i < 256; ++i) {
    std::fprintf(file, "%zu %08x %08x %08x %08x %08x %08x %08x\n", i, one[i].x, two[i].x, two[i].y, four[i].x,
                 four[i].y, four[i].z, four[i].w);
    same &= one[i].x == four[i].x && two[i].x == four[i].x && two[i].y == four[i].x &&
            four[i].y == four[i].x && four[i].z == four[i].x;
  }
  std::fclose(file);
  std::printf("\nsRGB: r, g and b of 1, 2 and 4 channels %s; table in srgb.txt\n",
              same ? "decode alike" : "DIFFER");
}

} // namespace texelscope::captures
