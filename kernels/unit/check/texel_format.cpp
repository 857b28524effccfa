#include "kernels/unit/check/texel_format.h"

namespace texelscope::checking {

const TexelFormatRow* texel_format(const ChannelRequest& channels) {
  const std::array<int, 4> bits = {channels.x, channels.y, channels.z, channels.w};
  for (const TexelFormatRow& row : texel_formats)
    if (row.runtime.value == channels.kind && row.bits == bits) return &row;
  return nullptr;
}

const TexelFormatRow* view_format(int format) {
  for (const TexelFormatRow& row : texel_formats)
    if (format != 0 && row.view.value == format) return &row;
  return nullptr;
}

} // namespace texelscope::checking
