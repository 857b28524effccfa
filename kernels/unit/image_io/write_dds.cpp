#include "kernels/unit/image_io/write_dds.h"

#include <array>
#include <span>

#include "kernels/ground/base/write_file.h"
#include "kernels/unit/image_io/dds_formats.h"

namespace texelscope {

namespace {
// Integers that a texture can read as normalized floats are written as such.
std::uint32_t dxgi_number(const Image& image) {
  const TexelFormatRow* const texels = format_as_read(image.format, image.format.is_normalizable());
  return dds_dxgi_number(texels->format, texels->format == TexelFormat::unorm8x4 && image.srgb == true);
}

using Header = std::array<std::uint32_t, 37>; // magic, DDS_HEADER, DDS_HEADER_DXT10

Header header_of(const Image& image) {
  const bool mips = image.level_count > 1, cube = is_cube(image.dimension),
             volume = image.dimension == Dimension::d3;
  Header h = {};
  h[0] = four_cc("DDS ");
  h[1] = 124;
  h[2] =
      0x1007u | 0x8u | (mips ? 0x20000u : 0) | (volume ? 0x800000u : 0); // caps, height, width, format, pitch
  h[3] = std::uint32_t(image.height);
  h[4] = std::uint32_t(image.width);
  h[5] = std::uint32_t(image.row_bytes());
  h[6] = volume ? std::uint32_t(image.planes) : 0;
  h[7] = std::uint32_t(image.level_count);
  h[19] = 32; // the pixel format: see the extended header
  h[20] = 4;
  h[21] = four_cc("DX10");
  h[27] = 0x1000u | (mips ? 0x400008u : cube || volume ? 8u : 0);
  h[28] = cube ? 0xfe00u : volume ? 0x200000u : 0;
  h[32] = dxgi_number(image);
  h[33] = is_1d(image.dimension) ? 2 : volume ? 4 : 3;
  h[34] = cube ? 4 : 0;
  h[35] = volume ? 1 : std::uint32_t(cube ? image.planes / 6 : image.planes);
  return h;
}
} // namespace

void write_dds(const std::filesystem::path& path, const Image& image) {
  const Header header = header_of(image);
  write_file(path, [&](const PartSink& put) {
    put(std::as_bytes(std::span(header)));
    const bool volume = image.dimension == Dimension::d3;
    for (int surface = 0; surface < (volume ? 1 : image.planes); ++surface)
      for (int level = 0; level < image.level_count; ++level) {
        const std::size_t plane = image.plane_bytes(level);
        const std::size_t planes = volume ? std::size_t(image.size_of(level)[2]) : 1;
        put(std::span(image.level(level) + std::size_t(surface) * plane, plane * planes));
      }
  });
}

} // namespace texelscope
