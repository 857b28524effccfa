// The texels that a cudaChannelFormatDesc describes.
#pragma once

#include <optional>

#include "kernels/session/spec.h"
#include "texelscope/texture_request.h"

namespace texelscope::checking {

struct TexelFormat {
  ElementFormat element; // of blocks: what they decode to
  ChannelKind kind = ChannelKind::plain;
  bool is_srgb = false; // blocks of a kind that must be read with sRGB

  // Whether a view of blocks accepts the array.
  bool holds_blocks(int block_bytes) const {
    return kind == ChannelKind::plain && element.is_integer() && element.bits == 32 &&
           element.texel_bytes() == block_bytes;
  }
};

inline constexpr int kind_nv12 = 4; // cudaChannelFormatKindNV12

// Empty if CUDA has no such texels, and for NV12.
std::optional<TexelFormat> texel_format(const ChannelRequest& channels);

// What a cudaResourceViewFormat describes: plain texels, or blocks of `block_bytes` bytes each.
struct ViewFormat {
  ElementFormat element;
  int block_bytes = 0; // 0: no blocks
};
std::optional<ViewFormat> view_format(int format);

} // namespace texelscope::checking
