// The names of element formats in files, reports, cells and on screen: "u8x4", "s16x1", "f32x2". What other
// APIs call them is in texel_format.h.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/state/session/texel_format.h"

namespace texelscope {

// "u8": one channel.
inline std::string element_name(const ElementFormat& format) {
  return "usf"[std::size_t(format.kind)] + std::to_string(format.bits);
}

// "u8x4"; files also hold what no texture has, such as "u1x3".
inline std::string format_name(const ElementFormat& format) {
  return element_name(format) + 'x' + std::to_string(format.channels);
}

// None: CUDA has no texels of that name, or they are normalized, packed or blocks.
inline std::optional<ElementFormat> format_named(std::string_view name) {
  const auto* found = std::ranges::find(texel_formats, name, &TexelFormatRow::name);
  if (found == texel_formats.end() || found->kind != ChannelKind::plain) return std::nullopt;
  return found->element;
}

} // namespace texelscope
