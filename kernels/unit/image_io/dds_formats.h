// Internal: the formats that the numbers in a DDS file stand for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/state/session/texel_format.h"
#include "kernels/unit/image_io/read_dds.h"
#include "kernels/unit/image_io/textures/texel_layout.h"

namespace texelscope {

struct DdsPixelFormat { // DDS_PIXELFORMAT without its size
  std::uint32_t flags = 0, four_cc = 0, bits = 0;
  std::array<std::uint32_t, 4> masks = {};

  bool has_four_cc() const { return flags & 4; }
};

struct DdsTexelFormat {
  DdsFormat format;         // of the texels that are read
  TexelLayout layout = {};  // of those in the file
  std::string name = {};    // of a format that becomes another one
  bool is_typeless = false; // which says nothing of sRGB
};

std::optional<DdsTexelFormat> dds_dxgi_format(std::uint32_t number);
std::string dds_dxgi_name(std::uint32_t number); // "R9G9B9E5_SHAREDEXP"
// `srgb`: of codes that are declared as sRGB.
std::uint32_t dds_dxgi_number(TexelFormat format, bool srgb);
std::optional<DdsTexelFormat> dds_legacy_format(const DdsPixelFormat& pixel);

// "DXT1", "YUY2", "8-bit palette", "24 bits with masks ff0000, ff00, ff, 0"
std::string dds_format_text(const DdsPixelFormat& pixel);

constexpr std::uint32_t four_cc(const char (&name)[5]) {
  std::uint32_t code = 0;
  for (int i = 0; i < 4; ++i)
    code |= std::uint32_t(static_cast<unsigned char>(name[i])) << 8 * i;
  return code;
}

} // namespace texelscope
