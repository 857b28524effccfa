// The conversion rule of image.h in two steps for each row: channels first, in the source's own element type,
// then element by element.
#include <cstring>
#include <functional>

#include "kernels/ground/base/rows.h"
#include "kernels/unit/image/element.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

namespace {

// Converts elements of one format to another: from, to, count.
using ConvertElements = std::function<void(const std::byte*, std::byte*, std::size_t)>;

// The same element format keeps the bits, and floats are converted directly between their formats, so that
// NaN keeps its payload.
template <class From, class To>
typename To::Word convert_word(typename From::Word word) {
  if constexpr (From::kind == To::kind && From::bits == To::bits)
    return word;
  else if constexpr (From::kind == ElementKind::floating && To::kind == ElementKind::floating) {
    if constexpr (From::bits == 16)
      return float_bits(half_to_float(word));
    else
      return float_to_half(bits_float(word));
  } else
    return To::encode(From::real(word));
}

template <class From, class To, class Rule>
void each_word(const std::byte* from, std::byte* to, std::size_t count, Rule&& rule) {
  for (std::size_t i = 0; i < count; ++i) {
    typename From::Word in;
    std::memcpy(&in, from + i * sizeof in, sizeof in);
    const typename To::Word out = rule(in);
    std::memcpy(to + i * sizeof out, &out, sizeof out);
  }
}

// 8 and 16-bit sources have few codes: if there are more elements than codes, a table of all codes is used.
template <class From, class To>
ConvertElements element_converter(std::size_t element_count) {
  if constexpr (From::bits < 32) {
    constexpr std::size_t codes = std::size_t(1) << From::bits;
    if (element_count > codes) {
      std::vector<typename To::Word> table(codes);
      for (std::size_t code = 0; code < codes; ++code)
        table[code] = convert_word<From, To>(static_cast<typename From::Word>(code));
      return [table = std::move(table)](const std::byte* from, std::byte* to, std::size_t count) {
        each_word<From, To>(from, to, count, [entries = table.data()](auto word) { return entries[word]; });
      };
    }
  }
  return [](const std::byte* from, std::byte* to, std::size_t count) {
    each_word<From, To>(from, to, count, convert_word<From, To>);
  };
}

ConvertElements element_converter(const ElementFormat& from, const ElementFormat& to,
                                  std::size_t element_count) {
  return with_element(from.kind, from.bits, [&](auto source) {
    return with_element(to.kind, to.bits, [&](auto target) {
      return element_converter<decltype(source), decltype(target)>(element_count);
    });
  });
}

// The source channel that fills each channel of the target: an index, or one of these.
constexpr int zero = -1, one = -2;

std::array<int, 4> channel_map(int from, int to) {
  std::array<int, 4> map = {0, 1, 2, 3};
  for (int c = from; c < to; ++c)
    map[std::size_t(c)] = c == 3 ? one : zero;
  if (from == 1 && to == 4) map = {0, 0, 0, one};
  return map;
}

template <class Word>
void map_channels(const std::byte* from, int from_channels, std::byte* to, int to_channels, int width,
                  const std::array<int, 4>& map, Word white) {
  for (int x = 0; x < width; ++x) {
    std::array<Word, 4> in = {}, out = {};
    std::memcpy(in.data(), from, sizeof(Word) * std::size_t(from_channels));
    for (std::size_t c = 0; c < 4; ++c)
      out[c] = map[c] >= 0 ? in[std::size_t(map[c])] : map[c] == one ? white : Word(0);
    std::memcpy(to, out.data(), sizeof(Word) * std::size_t(to_channels));
    from += sizeof(Word) * std::size_t(from_channels);
    to += sizeof(Word) * std::size_t(to_channels);
  }
}

} // namespace

Image convert(const Image& from, const ElementFormat& to) {
  if (from.format == to) return from;
  Image result = Image::unwritten({from.width, from.height, to});
  const ElementFormat mapped = {from.format.kind, from.format.bits, to.channels};
  const std::size_t row_elements = std::size_t(from.width) * std::size_t(to.channels);
  const ConvertElements convert_row =
      element_converter(from.format, to, row_elements * std::size_t(from.height));
  const auto map = channel_map(from.format.channels, to.channels);
  const std::uint32_t white = encode_real(from.format, 1);
  for_rows(from.height, result.row_bytes(), {}, [&](int first, int last) {
    std::vector<std::byte> row(
        from.format.channels == to.channels ? 0 : row_elements * std::size_t(mapped.bits / 8));
    for (int y = first; y < last; ++y) {
      if (row.empty()) {
        convert_row(from.texel(0, y), result.texel(0, y), row_elements);
        continue;
      }
      with_element(mapped.kind, mapped.bits, [&](auto element) {
        using Word = typename decltype(element)::Word;
        map_channels<Word>(from.texel(0, y), from.format.channels, row.data(), to.channels, from.width, map,
                           Word(white));
      });
      convert_row(row.data(), result.texel(0, y), row_elements);
    }
  });
  return result;
}

} // namespace texelscope
