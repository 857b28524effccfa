// The content of one block: mode, endpoints and indices, as shown by the window and used by decode().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/unit/image/block_compression/block_format.h"

namespace texelscope::bc {

// The values that an index selects from.
enum class Palette : std::uint8_t {
  four_colors,  // two endpoints, two colors between them
  three_colors, // two endpoints, their mean, transparent black: BC1's punch-through
  eight_values, // two endpoints, six values between them
  six_values,   // two endpoints, four values between them, the smallest and the largest value of the format
  weights,      // a weight over 64 between two endpoints
  stated        // no endpoints: the index is the value (BC2's alpha)
};

struct Endpoint {
  // The stored bits, without BC7's p-bit. BC6H: with its sign; a difference if the mode stores differences.
  std::array<int, 4> raw = {};
  // The value for weight 0 or 1: 8 bits (BC1 to BC3, BC7), 8 bits with -128 as -127 (BC4, BC5), 16 bits
  // unquantized (BC6H).
  std::array<int, 4> expanded = {};
  int p_bit = -1; // BC7's bit below all channels; -1: none
};

// The endpoints and indices of the channels starting at `first_channel`, before BC7's rotation.
struct Plane {
  int first_channel = 0;
  int channels = 0;
  Palette palette = Palette::weights;
  int index_bits = 0;
  std::array<std::array<Endpoint, 2>, 3> endpoints = {}; // of each subset
  std::array<std::uint8_t, 16> indices = {};             // of each texel, row after row
};

struct BlockInfo {
  Format format = Format::bc1;
  int mode = -1; // BC6H: the number in the mode bits, 0 to 30. BC7: 0 to 7. -1: the format has no modes
  bool reserved = false;    // undefined mode bits: the texels are 0, alpha is 1 in BC6H and 0 in BC7
  bool differences = false; // BC6H: endpoints except the first are stored as differences from it
  int endpoint_bits = 0;    // BC6H: of an endpoint before it is unquantized
  int subsets = 1;
  int partition = 0;
  int rotation = 0;                         // BC7: 1, 2, 3 swap alpha with red, green, blue
  int index_selection = 0;                  // BC7's mode 4: 1 gives colors the longer indices
  std::array<std::uint8_t, 16> subset = {}; // of each texel
  int planes = 1; // two: color and alpha (BC2, BC3, BC7's modes 4 and 5), red and green (BC5)
  std::array<Plane, 2> plane = {};
};

// `block` holds block_bytes(format) bytes.
BlockInfo describe(Format format, const std::byte* block);

} // namespace texelscope::bc
