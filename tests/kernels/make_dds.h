// Small DDS files as bytes.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/unit/image_io/read_dds.h"

namespace texelscope::tests {

inline constexpr std::uint32_t cube_caps = 0xfe00, volume_caps = 0x200000;

struct DdsRecipe {
  std::uint32_t width = 4, height = 4, depth = 0, levels = 1;
  std::string four_cc = "DX10";
  std::uint32_t pixel_flags = 4, bits = 0, masks[4] = {};
  std::uint32_t caps2 = 0;
  std::uint32_t dxgi = 71, dimension = 3, flags = 0, layers = 1; // where four_cc is DX10
  std::size_t bytes = 8;                                         // of texels: 0, 1, 2 ... 250, 0 ...
};

inline std::string dds(const DdsRecipe& r) {
  std::string file = "DDS ";
  const auto put = [&](std::uint32_t word) { file.append(reinterpret_cast<const char*>(&word), 4); };
  for (const std::uint32_t word : {124u, 0x1007u, r.height, r.width, 0u, r.depth, r.levels})
    put(word);
  file.append(44, '\0');
  put(32);
  put(r.pixel_flags);
  file += r.four_cc;
  put(r.bits);
  for (const std::uint32_t mask : r.masks)
    put(mask);
  put(0x1000);
  put(r.caps2);
  file.append(12, '\0');
  if (r.four_cc == "DX10")
    for (const std::uint32_t word : {r.dxgi, r.dimension, r.flags, r.layers, 0u})
      put(word);
  for (std::size_t i = 0; i < r.bytes; ++i)
    file += char(i % 251);
  return file;
}

} // namespace texelscope::tests
