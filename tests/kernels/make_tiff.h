// Small TIFF files, as bytes: little endian, each page a directory behind its texels.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace texelscope::tests {

struct TiffPageRecipe {
  std::uint32_t width = 1, height = 1, bits = 8, samples = 1;
  std::vector<std::string> blocks = {};                          // strips, or tiles if there is tag 322
  std::map<std::uint16_t, std::vector<std::uint32_t>> tags = {}; // replace those of a plain page
  std::string icc = {};
};

inline std::string little_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i)
    out += char(value >> 8 * i);
  return out;
}

class TiffMaker {
public:
  void add(const TiffPageRecipe& page) {
    auto tags = page.tags;
    std::vector<std::uint32_t> offsets, sizes;
    for (const std::string& block : page.blocks) {
      offsets.push_back(std::uint32_t(bytes.size()));
      sizes.push_back(std::uint32_t(block.size()));
      append(block);
    }
    const bool tiled = tags.contains(322);
    tags.insert({256, {page.width}});
    tags.insert({257, {page.height}});
    tags.insert({258, std::vector<std::uint32_t>(page.samples, page.bits)});
    tags.insert({259, {1}});
    tags.insert({262, {page.samples >= 3 ? 2u : 1u}});
    tags.insert({277, {page.samples}});
    tags.insert({tiled ? 324 : 273, offsets});
    tags.insert({tiled ? 325 : 279, sizes});
    if (!tiled) tags.insert({278, {page.height}});
    const std::uint32_t icc = std::uint32_t(bytes.size());
    append(page.icc);
    write_directory(tags, page.icc.empty() ? 0 : icc, std::uint32_t(page.icc.size()));
  }

  std::string bytes = "II*" + std::string(5, '\0');

private:
  void append(const std::string& more) { bytes += more + std::string(more.size() % 2, '\0'); }

  void write_directory(const std::map<std::uint16_t, std::vector<std::uint32_t>>& tags, std::uint32_t icc,
                       std::uint32_t icc_bytes) {
    std::string entries, beside;
    const std::size_t count = tags.size() + (icc_bytes > 0 ? 1 : 0);
    const std::size_t at = bytes.size(), end = at + 2 + 12 * count + 4;
    const auto entry = [&](std::uint32_t tag, std::uint32_t type, std::size_t values, std::uint32_t value) {
      entries +=
          little_endian(tag, 2) + little_endian(type, 2) + little_endian(values, 4) + little_endian(value, 4);
    };
    for (const auto& [tag, values] : tags) {
      if (values.size() == 1) {
        entry(tag, 4, 1, values[0]);
        continue;
      }
      entry(tag, 4, values.size(), std::uint32_t(end + beside.size()));
      for (const std::uint32_t value : values)
        beside += little_endian(value, 4);
    }
    if (icc_bytes > 0) entry(34675, 7, icc_bytes, icc);
    bytes.replace(link, 4, little_endian(at, 4));
    link = end - 4;
    bytes += little_endian(count, 2) + entries + std::string(4, '\0') + beside;
  }

  std::size_t link = 4; // where the offset of the next directory belongs
};

inline std::string make_tiff(const TiffPageRecipe& page) {
  TiffMaker maker;
  maker.add(page);
  return maker.bytes;
}

} // namespace texelscope::tests
