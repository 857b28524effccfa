#include "kernels/reports/support_matrix/legality_texels.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image/block_compression/block_format.h"
#include "kernels/unit/image/srgb.h"

namespace texelscope::legality {

namespace {
// Bits of a texel or a block, the lowest first.
class Bits {
public:
  explicit Bits(int bytes) : bytes_(std::size_t(bytes)) {}
  Bits& put(std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i, ++at_)
      if (value >> i & 1u) bytes_[at_ / 8] |= std::byte(1u << at_ % 8);
    return *this;
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

bool is_signed(const Format& f) {
  return f.texels ? f.texels->element.kind == ElementKind::signed_int : f.kind == kind::signed_int;
}
bool is_bc6h(const Format& f) {
  return f.is_block() && bc::is_bc6h(f.texels->block.format);
}

// The stored number of one channel.
std::int64_t stored(const Format& f, int code) {
  const int bits = f.bits[0];
  if (bits == 8) return is_signed(f) ? std::int8_t(code) : code;
  if (bits == 10) return code * 4;
  if (bits == 16) return is_signed(f) ? code * 100 : code * 257;
  return is_signed(f) ? std::int64_t(code) * 1000000 : std::int64_t(code) * 0x01010101;
}

std::uint32_t stored_float(const Format& f, int code) {
  const float value = float(code) / 256;
  return f.bits[0] == 16 ? float_to_half(value) : float_bits(value);
}

// BC6H: the 10-bit endpoint, and the half that it represents.
bool is_unsigned_bc6h(const Format& f) {
  return f.texels->block.format == bc::Format::bc6h_unsigned;
}
int endpoint(const Format& f, int code) {
  return is_unsigned_bc6h(f) ? 400 + code : 200 + code;
}
double bc6h_value(const Format& f, int code) {
  const int whole = endpoint(f, code) * 64 + 32;
  return half_to_float(std::uint16_t(whole * 31 >> (is_unsigned_bc6h(f) ? 6 : 5)));
}

std::uint32_t rgb565(int code) {
  const auto c = std::uint32_t(code);
  return c >> 3 << 11 | c >> 2 << 5 | c >> 3;
}

// One color for all 16 texels: both endpoints are equal, and every index is 0.
std::vector<std::byte> block(const Format& f, int code) {
  const auto c = std::uint32_t(code);
  Bits bits(f.bytes());
  switch (f.texels->block.format) {
  case bc::Format::bc1:
    return bits.put(rgb565(code), 16).put(rgb565(code), 16).take();
  case bc::Format::bc2:
    return bits.put(~0u, 32).put(~0u, 32).put(rgb565(code), 16).put(rgb565(code), 16).take();
  case bc::Format::bc3:
    return bits.put(c, 8).put(c, 8).put(0, 24).put(0, 24).put(rgb565(code), 16).put(rgb565(code), 16).take();
  case bc::Format::bc7:
    bits.put(0x40, 7); // mode 6
    for (int i = 0; i < 8; ++i)
      bits.put(c >> 1, 7);
    return bits.put(c, 1).put(c, 1).take();
  case bc::Format::bc6h_unsigned:
  case bc::Format::bc6h_signed:
    bits.put(3, 5); // one region, two endpoints of 10 bits
    for (int i = 0; i < 6; ++i)
      bits.put(std::uint32_t(endpoint(f, code)), 10);
    return bits.take();
  default: // bc4, bc5
    for (int i = 0; i < f.bytes() / 8; ++i)
      bits.put(c, 8).put(c, 8).put(0, 24).put(0, 24);
    return bits.take();
  }
}

} // namespace

Size size_of(const Configuration& a, int level) {
  const int length = side >> level;
  Size size = {length, is_1d(a.dimension) ? 1 : length, 1};
  switch (a.dimension) {
  case Dimension::d1:
  case Dimension::d2:
    break;
  case Dimension::d3:
    size.z = length;
    break;
  case Dimension::d1_layered:
  case Dimension::d2_layered:
    size.z = layers;
    break;
  case Dimension::cube:
    size.z = 6;
    break;
  case Dimension::cube_layered:
    size.z = 6 * layers;
    break;
  }
  return size;
}

int code_at(const Format& f, int x, int y, int z) {
  return f.is_block() ? 16 + 7 * (x & ~3) + 5 * (y & ~3) + 3 * z : 16 + 7 * x + 5 * y + 3 * z;
}

double value_of(const Format& f, int code, Reading reading) {
  const bool from565 = f.is_block() && f.texels->block.format <= bc::Format::bc3;
  double real = 0;
  if (is_bc6h(f))
    real = bc6h_value(f, code);
  else if (from565)
    real = (code >> 3) / 31.0;
  else if (f.kind == kind::floating)
    real = code / 256.0;
  else if (reading == Reading::integer)
    return double(stored(f, code));
  else
    real = double(stored(f, code)) / (std::ldexp(1.0, f.bits[0] - (is_signed(f) ? 1 : 0)) - 1);
  if (reading != Reading::decoded) return real;
  return decoded_srgb(real);
}

std::vector<std::byte> texel_of(const Format& f, int code) {
  if (f.is_block()) return block(f, code);
  Bits bits(f.bytes());
  for (const int width : f.bits)
    if (width == 2)
      bits.put(3, 2);
    else
      bits.put(f.kind == kind::floating ? stored_float(f, code) : std::uint32_t(stored(f, code)),
               std::min(width, 32));
  return bits.take();
}

std::vector<std::byte> texels_of(const Configuration& a, int level) {
  const Format& f = *a.format;
  const Size size = size_of(a, level);
  const int step = f.is_block() ? 4 : 1;
  std::vector<std::byte> all;
  for (int z = 0; z < size.z; ++z)
    for (int y = 0; y < size.y; y += step)
      for (int x = 0; x < size.x; x += step) {
        const auto one = texel_of(f, level == 0 ? code_at(f, x, y, z) : level1_code);
        all.insert(all.end(), one.begin(), one.end());
      }
  return all;
}

} // namespace texelscope::legality
