// The textures that benchmarks of batches share.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "bench/views.h"
#include "kernels/state/session/format_name.h"
#include "kernels/unit/image/image.h"

namespace texelscope::bench {

// Smooth enough that floats have ordinary exponents.
inline std::vector<std::byte> texels(const ElementFormat& format, std::size_t count) {
  const std::size_t bytes = std::size_t(format.bits) / 8;
  std::vector<std::byte> made(count * std::size_t(format.texel_bytes()) + Image::padding);
  std::byte* to = made.data();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < std::size_t(format.channels); ++c, to += bytes) {
      const std::uint32_t word = encode_real(format, double((i * 7 + i / side * 13 + c * 101) % 1021) / 1020);
      std::memcpy(to, &word, bytes);
    }
  return made;
}

} // namespace texelscope::bench
