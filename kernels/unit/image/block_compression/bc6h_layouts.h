// Internal: where the 14 modes of BC6H store the bits of their endpoints (Khronos Data Format Specification,
// BPTC).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace texelscope::bc {

// The field and the bit that one bit of a block belongs to. Fields are r0 g0 b0 r1 ... b3, starting at 0.
struct BitPlace {
  std::uint8_t field = 0;
  std::uint8_t bit = 0;
};

struct Bc6hLayout {
  std::array<BitPlace, 75> places = {};
  std::size_t count = 0;
};

// "g2[4] r0[9:0]": the first bit of the block is bit 4 of g2, then the bits of r0 from 0 to 9 follow; [10:15]
// runs from 15 down.
consteval Bc6hLayout bc6h_layout(std::string_view description) {
  Bc6hLayout layout;
  std::size_t at = 0;
  const auto number = [&] {
    int n = 0;
    while (description[at] >= '0' && description[at] <= '9')
      n = 10 * n + (description[at++] - '0');
    return n;
  };
  while (at < description.size()) {
    const char name = description[at++];
    const int field = 3 * number() + (name == 'r' ? 0 : name == 'g' ? 1 : 2);
    ++at; // [
    const int left = number();
    int right = left;
    if (description[at] == ':') {
      ++at;
      right = number();
    }
    at += 2; // ] and a space
    for (int bit = right;; bit += left < right ? -1 : 1) {
      layout.places[layout.count++] = {std::uint8_t(field), std::uint8_t(bit)};
      if (bit == left) break;
    }
  }
  return layout;
}

struct Bc6hMode {
  int number; // the mode bits; two of them for 0 and 1, else five
  bool differences;
  int subsets, endpoint_bits;
  std::array<int, 3> other_bits; // of the endpoints after the first
  Bc6hLayout layout;
};

// Null for the four numbers that are not defined.
const Bc6hMode* bc6h_mode(int number);

} // namespace texelscope::bc
