// A texture made in one of the ways that CUDA has, what was fetched from it, and what came back.
//
// The programs that capture this include CUDA's headers, OpenGL's or Vulkan's, and this file: nothing of the
// product, so that a fault of the product cannot repeat itself here. check_ways.cpp compares the files with
// the model.
//
// A file is the eight bytes TXWAYS01, then cases, one after the other: a WayCase, `count` requests of
// request_words() each, `count` results of four each. All numbers are 32 bits, little endian.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#ifdef __CUDACC__
#define WAYS_HOST_DEVICE __host__ __device__
#else
#define WAYS_HOST_DEVICE
#endif

namespace ways {

constexpr char magic[9] = "TXWAYS01";

enum Kind : std::uint8_t { unsigned_int, signed_int, floating };
enum Dim : std::uint8_t { d1, d2, d3, d1_layered, d2_layered, cube, cube_layered };
enum Function : std::uint8_t { plain, lod, grad, gather };
enum Channels : std::uint8_t { plain_kind, normalized_kind, packed_kind }; // packed: 10, 10, 10 and 2 bits
enum Resource : std::uint8_t { array, mipmapped, linear, pitch };

struct WayCase {
  char way[48] = {};                                         // how it was made, in words
  std::uint8_t kind = 0, bits = 8, channels = 1, stored = 0; // Kind; Channels
  std::uint8_t dim = d2, function = plain, resource = array, gather_flag = 0;
  std::uint8_t filter = 0, read_mode = 0, normalized = 0, srgb = 0; // cudaTextureDesc's values
  std::uint8_t address[3] = {}, mip_filter = 0;
  std::uint8_t anisotropy = 0, seamless = 0, no_trilinear_optimization = 0, component = 0;
  std::uint8_t levels = 1, first_level = 0, view_levels = 1,
               unused = 0; // the view's; view_levels: levels that it sees
  float bias = 0, mip_min = 0, mip_max = 0;
  float border[4] = {};
  std::uint32_t width = 1, height = 1, planes = 1; // of the array; planes: slices, layers or faces
  std::uint32_t first_plane = 0, view_planes = 1;  // what a view of layers sees
  std::uint32_t seed = 0, count = 0;

  // x, y, z, layer, LOD; with gradients six more.
  int request_words() const { return function == grad ? 11 : 5; }
};
static_assert(sizeof(WayCase) == 128);

WAYS_HOST_DEVICE inline std::uint32_t mixed(std::uint32_t a, std::uint32_t b) {
  std::uint32_t h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  return h ^ h >> 15;
}

// Word `i` of a level's texels, which are tightly packed. Floats have either sign and some eight magnitudes.
WAYS_HOST_DEVICE inline std::uint32_t texel_word(std::uint32_t seed, int level, int kind, int bits,
                                                 std::uint32_t i) {
  const std::uint32_t h = mixed(seed + std::uint32_t(level) * 0x51ed27u, i);
  if (kind != floating) return h;
  if (bits == 32) return (h & 0x807fffffu) | (121 + (h >> 23 & 7)) << 23;
  const std::uint32_t exponents = (9 + (h >> 10 & 7)) << 10 | (9 + (h >> 26 & 7)) << 26;
  return (h & 0x83ff83ffu) | exponents;
}

inline int halved(int size, int level) {
  return size >> level > 1 ? size >> level : 1;
}
inline void level_size(const WayCase& c, int level, int size[3]) {
  const bool rows = c.dim == d1 || c.dim == d1_layered;
  size[0] = halved(int(c.width), level);
  size[1] = rows ? 1 : halved(int(c.height), level);
  size[2] = c.dim == d3 ? halved(int(c.planes), level) : int(c.planes);
}
inline int texel_bytes(const WayCase& c) {
  return c.stored == packed_kind ? 4 : c.bits / 8 * c.channels;
}

class Writer {
public:
  explicit Writer(const char* path) : file_(std::fopen(path, "wb")) {
    if (file_) std::fwrite(magic, 1, 8, file_);
  }
  ~Writer() {
    if (file_) std::fclose(file_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  explicit operator bool() const { return file_; }
  void put(const WayCase& c, const std::vector<std::uint32_t>& requests,
           const std::vector<std::uint32_t>& results) {
    std::fwrite(&c, sizeof c, 1, file_);
    std::fwrite(requests.data(), 4, requests.size(), file_);
    std::fwrite(results.data(), 4, results.size(), file_);
  }

private:
  std::FILE* file_;
};

} // namespace ways
