#include "kernels/unit/image/block_compression/block_info.h"
#include "kernels/unit/image/block_compression/parse.h"

namespace texelscope::bc {

BlockInfo describe(Format format, const std::byte* block) {
  BlockInfo info;
  info.format = format;
  info.planes = block_bytes(format) / 8;
  const std::byte* second = block + 8;
  switch (format) {
  case Format::bc1:
    info.plane[0] = parse_colors(block, true);
    break;
  case Format::bc2:
    info.plane = {parse_colors(second, false), parse_stated(block)};
    break;
  case Format::bc3:
    info.plane = {parse_colors(second, false), parse_values(block, 3, false)};
    break;
  case Format::bc4_unorm:
  case Format::bc4_snorm:
    info.plane[0] = parse_values(block, 0, is_snorm(format));
    break;
  case Format::bc5_unorm:
  case Format::bc5_snorm:
    info.plane = {parse_values(block, 0, is_snorm(format)), parse_values(second, 1, is_snorm(format))};
    break;
  case Format::bc6h_unsigned:
  case Format::bc6h_signed:
    return parse_bc6h(format, block);
  case Format::bc7:
    return parse_bc7(block);
  }
  return info;
}

} // namespace texelscope::bc
