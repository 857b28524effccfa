// Small KTX2 files as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zlib.h>

#include "tests/kernels/make_volumes.h"

namespace texelscope::tests {

struct Ktx2Recipe {
  std::uint32_t format = 9, width = 4, height = 4, depth = 0, layers = 0, faces = 1, level_count = 1,
                scheme = 0;
  std::vector<std::string> levels = {std::string(16, '\1')}; // as they are packed, the largest first
  std::vector<std::uint64_t> bytes = {};                     // of each unpacked; empty: that of `levels`
  std::uint8_t model = 1, flags = 0;                         // of the data format descriptor
  std::string keys = {};
};

inline std::string ktx2_key(const std::string& key, const std::string& value) {
  std::string pair = key + '\0' + value + '\0';
  const auto bytes = std::uint32_t(pair.size());
  pair.resize((pair.size() + 3) / 4 * 4);
  return little(bytes) + pair;
}

inline std::string make_ktx2(const Ktx2Recipe& r) {
  const std::size_t index = 80 + 24 * r.levels.size(), description = 44;
  const auto word = [](std::size_t value) { return little(std::uint32_t(value)); };
  std::string file("\xabKTX 20\xbb\r\n\x1a\n", 12);
  for (const std::uint32_t value :
       {r.format, 1u, r.width, r.height, r.depth, r.layers, r.faces, r.level_count, r.scheme})
    file += little(value);
  file += word(index) + word(description) + word(index + description) + word(r.keys.size()) +
          std::string(16, '\0');
  std::uint64_t place = index + description + r.keys.size();
  for (std::size_t i = 0; i < r.levels.size(); ++i) {
    file += little(place) + little(std::uint64_t(r.levels[i].size())) +
            little(r.bytes.empty() ? std::uint64_t(r.levels[i].size()) : r.bytes[i]);
    place += r.levels[i].size();
  }
  std::string block(description, '\0');
  block[0] = char(description);
  block[8] = 2;
  block[10] = 40;
  block[12] = char(r.model);
  block[15] = char(r.flags);
  file += block + r.keys;
  for (const std::string& level : r.levels)
    file += level;
  return file;
}

} // namespace texelscope::tests
