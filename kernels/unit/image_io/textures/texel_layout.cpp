#include "kernels/unit/image_io/textures/texel_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/ground/base/half.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

namespace {

using Kind = TexelLayout::Kind;
using Masks = std::array<std::uint32_t, 4>;

std::uint32_t word_at(const std::byte* from, int bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, from, std::size_t(bytes));
  return word;
}

// One channel of a word: where it lies, and each of its codes as one of the element.
class MaskedChannel {
public:
  MaskedChannel(std::uint32_t of, const TexelLayout& layout, bool is_alpha) : mask(of) {
    const std::uint32_t max_code = (std::uint32_t(1) << layout.becomes.bits) - 1;
    if (mask == 0) {
      codes = {!is_alpha ? 0 : layout.kind == Kind::masks ? max_code : 1};
      return;
    }
    shift = std::countr_zero(mask);
    const std::uint32_t last = mask >> shift;
    for (std::uint32_t code = 0; code <= last; ++code)
      codes.push_back(layout.kind == Kind::integers ? code
                                                    : encode_real(layout.becomes, double(code) / last));
  }
  std::uint32_t operator()(std::uint32_t word) const { return codes[(word & mask) >> shift]; }

private:
  std::uint32_t mask;
  int shift = 0;
  std::vector<std::uint32_t> codes; // of 16 bits at most, so they are few
};

template <class Word>
void unpack_masks(const TexelLayout& layout, const std::byte* from, Word* to, std::size_t count) {
  std::vector<MaskedChannel> channels;
  for (int c = 0; c < layout.becomes.channels; ++c) {
    const bool alpha = c + 1 == layout.becomes.channels && c > 0;
    channels.emplace_back(layout.masks[alpha ? 3u : unsigned(c)], layout, alpha);
  }
  for (std::size_t i = 0; i < count; ++i, from += layout.bytes) {
    const std::uint32_t word = word_at(from, layout.bytes);
    for (const MaskedChannel& channel : channels)
      *to++ = Word(channel(word));
  }
}

// The largest code of unsigned integers, 1 as signed integers mean it, or 1.0.
std::uint32_t alpha_of(const ElementFormat& format) {
  return encode_real(format, 1);
}

void unpack_three(const TexelLayout& layout, const std::byte* from, std::byte* to, std::size_t count) {
  const std::uint32_t alpha = alpha_of(layout.becomes);
  const std::size_t element = std::size_t(layout.becomes.bits) / 8;
  for (std::size_t i = 0; i < count; ++i, from += 3 * element, to += 4 * element) {
    std::memcpy(to, from, 3 * element);
    std::memcpy(to + 3 * element, &alpha, element);
  }
}

// Both kinds of floats are halves without loss: their exponents are as large, their fractions shorter.
std::array<std::uint16_t, 4> shared_exponent_texel(std::uint32_t word) {
  constexpr int bias = 15, fraction_bits = 9;
  const int exponent = int(word >> 27) - bias - fraction_bits;
  std::array<std::uint16_t, 4> halves = {0, 0, 0, float_to_half(1)};
  for (std::size_t c = 0; c < 3; ++c)
    halves[c] = float_to_half(std::ldexp(float(word >> fraction_bits * c & 511), exponent));
  return halves;
}
std::array<std::uint16_t, 4> small_floats_texel(std::uint32_t word) {
  const auto half = [&](int shift, int bits) {
    return std::uint16_t((word >> shift & ((1u << bits) - 1)) << (15 - bits));
  };
  return {half(0, 11), half(11, 11), half(22, 10), float_to_half(1)};
}

template <class Texel>
void unpack_halves(const std::byte* from, std::byte* to, std::size_t count, const Texel& texel) {
  for (std::size_t i = 0; i < count; ++i, from += 4, to += 8) {
    const std::array<std::uint16_t, 4> halves = texel(word_at(from, 4));
    std::memcpy(to, halves.data(), sizeof halves);
  }
}

} // namespace

bool TexelLayout::is_rounded() const {
  if (kind != Kind::masks) return false;
  return std::ranges::any_of(
      masks, [&](std::uint32_t mask) { return mask != 0 && std::popcount(mask) != becomes.bits; });
}

TexelLayout masked_layout(int bits, const Masks& masks, bool luminance) {
  int max_bits = 0;
  for (const std::uint32_t mask : masks)
    max_bits = std::max(max_bits, std::popcount(mask));
  const int channels = !luminance ? 4 : masks[3] != 0 ? 2 : 1;
  return {Kind::masks, bits / 8, masks, {ElementKind::unsigned_int, max_bits > 8 ? 16 : 8, channels}};
}

std::string masks_name(int bits, const Masks& masks, bool luminance) {
  std::array<int, 4> order = {0, 1, 2, 3};
  std::ranges::sort(order, {}, [&](int c) { return masks[std::size_t(c)]; });
  std::string name;
  int used = 0;
  for (const int c : order) {
    const int width = std::popcount(masks[std::size_t(c)]);
    if (width == 0) continue;
    name += (luminance && c == 0 ? 'L' : "RGBA"[c]) + std::to_string(width);
    used += width;
  }
  return used < bits ? name + "X" + std::to_string(bits - used) : name;
}

void convert_texels(const TexelLayout& layout, std::vector<std::byte>& texels) {
  if (layout.is_same()) return;
  const std::size_t count = texels.size() / std::size_t(layout.bytes);
  std::vector<std::byte> converted(count * std::size_t(layout.becomes.texel_bytes()));
  const std::byte* from = texels.data();
  std::byte* to = converted.data();
  switch (layout.kind) {
  case Kind::same:
    return;
  case Kind::masks:
  case Kind::integers:
    if (layout.becomes.bits == 8)
      unpack_masks(layout, from, reinterpret_cast<std::uint8_t*>(to), count);
    else
      unpack_masks(layout, from, reinterpret_cast<std::uint16_t*>(to), count);
    break;
  case Kind::three_channels:
    unpack_three(layout, from, to, count);
    break;
  case Kind::shared_exponent:
    unpack_halves(from, to, count, shared_exponent_texel);
    break;
  case Kind::small_floats:
    unpack_halves(from, to, count, small_floats_texel);
    break;
  }
  texels = std::move(converted);
}

std::string conversion_note(const InputFile& file, const TexelLayout& layout, std::string_view name) {
  if (layout.is_same()) return "";
  const std::string_view becomes = find_texel_format(layout.becomes)->name;
  return say(layout.is_rounded() ? Text::image_became_nearest : Text::image_became,
             {input_name(file.path), name, becomes});
}

} // namespace texelscope
