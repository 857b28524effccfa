// Khronos Data Format Specification, BPTC; Microsoft, "BC6H Format".
#include "kernels/unit/image/block_compression/bc6h_layouts.h"
#include "kernels/unit/image/block_compression/bit_reader.h"
#include "kernels/unit/image/block_compression/parse.h"

namespace texelscope::bc {

namespace {

int sign_extended(int code, int bits) {
  return code >> (bits - 1) & 1 ? code - (1 << bits) : code;
}

int unquantized_unsigned(int code, int bits) {
  if (bits >= 15 || code == 0) return code;
  if (code == (1 << bits) - 1) return 0xffff;
  return ((code << 15) + 0x4000) >> (bits - 1);
}

int unquantized_signed(int code, int bits) {
  if (bits >= 16 || code == 0) return code;
  const int magnitude = code < 0 ? -code : code;
  const int value = magnitude >= (1 << (bits - 1)) - 1 ? 0x7fff : ((magnitude << 15) + 0x4000) >> (bits - 1);
  return code < 0 ? -value : value;
}

using Fields = std::array<int, 12>; // as in BitPlace

Fields take_fields(BitReader& bits, const Bc6hLayout& layout) {
  Fields fields = {};
  for (std::size_t i = 0; i < layout.count; ++i)
    fields[layout.places[i].field] |= bits.take(1) << layout.places[i].bit;
  return fields;
}

void set_endpoints(const Bc6hMode& mode, bool is_signed, const Fields& fields, Plane& plane) {
  const int bits = mode.endpoint_bits;
  for (std::size_t e = 0; e < 2 * std::size_t(mode.subsets); ++e)
    for (std::size_t c = 0; c < 3; ++c) {
      const bool difference = mode.differences && e > 0;
      const int stored = fields[3 * e + c], stored_bits = e == 0 ? bits : mode.other_bits[c];
      const int raw = is_signed || difference ? sign_extended(stored, stored_bits) : stored;
      int code = raw;
      if (difference) {
        code = (fields[c] + raw) & ((1 << bits) - 1);
        if (is_signed) code = sign_extended(code, bits);
      }
      Endpoint& endpoint = plane.endpoints[e / 2][e % 2];
      endpoint.raw[c] = raw;
      endpoint.expanded[c] = is_signed ? unquantized_signed(code, bits) : unquantized_unsigned(code, bits);
    }
}

} // namespace

BlockInfo parse_bc6h(Format format, const std::byte* block) {
  BlockInfo info;
  info.format = format;
  BitReader bits(block, 16);
  info.mode = bits.take(2);
  if (info.mode >= 2) info.mode |= bits.take(3) << 2;
  const Bc6hMode* mode = bc6h_mode(info.mode);
  info.reserved = !mode;
  if (info.reserved) return info;
  info.differences = mode->differences;
  info.endpoint_bits = mode->endpoint_bits;
  info.subsets = mode->subsets;
  const Fields fields = take_fields(bits, mode->layout);
  if (info.subsets == 2) info.partition = bits.take(5);
  set_subsets(info);
  Plane& plane = info.plane[0];
  plane.channels = 3;
  plane.index_bits = info.subsets == 2 ? 3 : 4;
  set_endpoints(*mode, format == Format::bc6h_signed, fields, plane);
  take_indices(bits, info, plane);
  return info;
}

} // namespace texelscope::bc
