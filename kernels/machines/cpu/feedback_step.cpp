#include <algorithm>
#include <cstring>

#include "kernels/machines/cpu/rows_in_parallel.h"
#include "kernels/machines/cpu/write_kernels.h"
#include "kernels/unit/image/element.h"
#include "kernels/unit/write/write_rules.h"

// Corresponds to rules::feedback_texel. Away from the edges every element depends only on the elements around
// it, so that rows are treated as plain arrays of elements there.
namespace texelscope::cpu {

namespace {
template <class Word>
struct RowsAround {
  const Word *up, *middle, *down;
};

template <class Element>
typename Element::Word diffused(const RowsAround<typename Element::Word>& rows, int i, int channels) {
  const auto left = rows.middle[i - channels], right = rows.middle[i + channels];
  if constexpr (Element::kind != ElementKind::floating &&
                Element::bits < 32) { // in 32 bits, which compilers vectorize
    using Code = std::conditional_t<Element::is_signed, typename Element::Signed, typename Element::Word>;
    const int sides = int(Code(left)) + int(Code(right)) + int(Code(rows.up[i])) + int(Code(rows.down[i]));
    return typename Element::Word((4 * int(Code(rows.middle[i])) + sides + 4) >> 3);
  } else {
    const std::uint32_t around[5] = {rows.middle[i], left, right, rows.up[i], rows.down[i]};
    return typename Element::Word(rules::diffuse_word(Element::kind, Element::bits, around));
  }
}

template <class Element>
int lives(typename Element::Word word) {
  return rules::lives(Element::kind, Element::bits, word);
}

template <class Element>
typename Element::Word next_life(const RowsAround<typename Element::Word>& rows, int i, int channels) {
  const auto three = [&](const typename Element::Word* row) {
    return lives<Element>(row[i - channels]) + lives<Element>(row[i]) + lives<Element>(row[i + channels]);
  };
  const int here = lives<Element>(rows.middle[i]);
  const int neighbors = three(rows.up) + three(rows.middle) + three(rows.down) - here;
  const auto dead = typename Element::Word(rules::encode_unorm16(Element::kind, Element::bits, 0));
  const auto alive = typename Element::Word(rules::encode_unorm16(Element::kind, Element::bits, 65535));
  return (neighbors | here) == 3 ? alive : dead; // three neighbors, or two and alive
}

template <class Element>
void step_inside(const Image& last, Image& next, FeedbackRule rule, int plane, int y) {
  using Word = typename Element::Word;
  const auto row = [&](int at) { return reinterpret_cast<const Word*>(last.texel(0, at, plane)); };
  const RowsAround<Word> rows = {row(y - 1), row(y), row(y + 1)};
  Word* out = reinterpret_cast<Word*>(next.texel(0, y, plane));
  const int channels = last.format.channels, end = (last.width - 1) * channels;
  switch (rule) {
  case FeedbackRule::diffuse:
    for (int i = channels; i < end; ++i)
      out[i] = diffused<Element>(rows, i, channels);
    break;
  case FeedbackRule::life:
    for (int i = channels; i < end; ++i)
      out[i] = next_life<Element>(rows, i, channels);
    break;
  case FeedbackRule::drift:
    std::copy(rows.middle, rows.middle + end - channels, out + channels);
    break;
  }
}

void step_at_edge(const Image& last, Image& next, FeedbackRule rule, BoundaryMode boundary, int plane, int x,
                  int y) {
  const auto read = [&](int at_x, int at_y) {
    const int near_x = std::clamp(at_x, 0, last.width - 1), near_y = std::clamp(at_y, 0, last.height - 1);
    rules::Texel texel = {};
    if (boundary == BoundaryMode::zero && (near_x != at_x || near_y != at_y)) return texel;
    for (int c = 0; c < last.format.channels; ++c)
      texel.word[c] = last.bits_at(near_x, near_y, plane, 0, c);
    return texel;
  };
  const rules::Texel texel = rules::feedback_texel(rule, last.format, x, y, read);
  const std::size_t bytes = std::size_t(last.format.bits) / 8;
  for (std::size_t c = 0; c < std::size_t(last.format.channels); ++c)
    std::memcpy(next.texel(x, y, plane) + c * bytes, &texel.word[c], bytes);
}

template <class Element>
void step_row(const Image& last, Image& next, FeedbackRule rule, BoundaryMode boundary, int plane, int y) {
  const bool inside = y > 0 && y < last.height - 1 && last.width > 2;
  if (inside) step_inside<Element>(last, next, rule, plane, y);
  const int stride = inside ? last.width - 1 : 1; // inside: the first and the last texel
  for (int x = 0; x < last.width; x += stride)
    step_at_edge(last, next, rule, boundary, plane, x, y);
}
} // namespace

void feedback_step(const Image& last, Image& next, FeedbackRule rule, BoundaryMode boundary) {
  with_element(last.format.kind, last.format.bits, [&](auto element) {
    rows_in_parallel(0, last.height * last.planes, last.width, [&](int first, int end) {
      for (int row = first; row < end; ++row)
        step_row<decltype(element)>(last, next, rule, boundary, row / last.height, row % last.height);
    });
  });
}

} // namespace texelscope::cpu
