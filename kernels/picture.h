// What the fetches returned, as bits, and how they become colours.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/spec.h"

namespace texelscope {

// The type that tex2D<T> returned: float4, uint4 or int4. Channels that the texture has not are 0.
enum class ResultType : std::uint8_t { floating, unsigned_int, signed_int };

using TexelBits = std::array<std::uint32_t, 4>;

// Rows from the top, four 32-bit words a pixel.
struct Picture {
  int width = 0;
  int height = 0;
  ResultType type = ResultType::floating;
  ElementFormat source; // the texture's element, for the real value of integer results
  std::vector<TexelBits> pixels;
};

// The real value of one word of a result: floats as they are, integers as image.h's real_value of `source`.
double shown_value(ResultType type, const ElementFormat& source, std::uint32_t bits);

// 8-bit colours exactly as the window draws them (the shader in ui/ states the same formula): v = (value * 2^exposure -
// low) / (high - low), clamped to [0,1]; masks, false colour and marks as ViewSpec says. Alpha is 255.
std::vector<std::uint8_t> tone_map(const Picture& picture, const ViewSpec& view);

} // namespace texelscope
