#include <algorithm>
#include <cstring>
#include <type_traits>

#include "kernels/cpu/rows_in_parallel.h"
#include "kernels/cpu/write_kernels.h"
#include "kernels/element.h"
#include "kernels/write_rules.h"

namespace texelscope::cpu {

namespace {
// Reads and writes texels of a format known at compile time.
template <class Element, int channels>
struct Access {
  using Word = typename Element::Word;
  static constexpr ElementFormat format{Element::kind, Element::bits, channels};

  static rules::Texel load(const Image& image, int x, int y) {
    Word words[channels];
    std::memcpy(words, image.texel(x, y), sizeof words);
    rules::Texel texel = {};
    for (int c = 0; c < channels; ++c)
      texel.word[c] = words[c];
    return texel;
  }
  static void store(Image& image, int x, int y, const rules::Texel& texel) {
    Word words[channels];
    for (int c = 0; c < channels; ++c)
      words[c] = Word(texel.word[c]);
    std::memcpy(image.texel(x, y), words, sizeof words);
  }
};

template <class A, FeedbackRule rule>
void step_row(const Image& last, Image& next, BoundaryMode boundary, int y) {
  const auto guarded = [&](int x, int row) {
    const int near_x = std::clamp(x, 0, last.width - 1), near_y = std::clamp(row, 0, last.height - 1);
    if (boundary == BoundaryMode::zero && (near_x != x || near_y != row)) return rules::Texel{};
    return A::load(last, near_x, near_y);
  };
  const auto plain = [&](int x, int row) { return A::load(last, x, row); };
  const auto step_guarded = [&](int first, int end) {
    for (int x = first; x < end; ++x)
      A::store(next, x, y, rules::feedback_texel(rule, A::format, x, y, guarded));
  };
  if (y == 0 || y == last.height - 1 || last.width < 3) {
    step_guarded(0, last.width);
    return;
  }
  step_guarded(0, 1);
  for (int x = 1; x < last.width - 1; ++x)
    A::store(next, x, y, rules::feedback_texel(rule, A::format, x, y, plain));
  step_guarded(last.width - 1, last.width);
}

template <class A, FeedbackRule rule>
void step(const Image& last, Image& next, BoundaryMode boundary) {
  rows_in_parallel(0, last.height, last.width, [&](int first, int end) {
    for (int y = first; y < end; ++y)
      step_row<A, rule>(last, next, boundary, y);
  });
}

template <class A>
void step(const Image& last, Image& next, FeedbackRule rule, BoundaryMode boundary) {
  switch (rule) {
  case FeedbackRule::diffuse:
    step<A, FeedbackRule::diffuse>(last, next, boundary);
    break;
  case FeedbackRule::life:
    step<A, FeedbackRule::life>(last, next, boundary);
    break;
  case FeedbackRule::drift:
    step<A, FeedbackRule::drift>(last, next, boundary);
    break;
  }
}
} // namespace

void feedback_step(const Image& last, Image& next, FeedbackRule rule, BoundaryMode boundary) {
  with_element(last.format.kind, last.format.bits, [&](auto element) {
    using Element = decltype(element);
    if (last.format.channels == 1)
      step<Access<Element, 1>>(last, next, rule, boundary);
    else if (last.format.channels == 2)
      step<Access<Element, 2>>(last, next, rule, boundary);
    else
      step<Access<Element, 4>>(last, next, rule, boundary);
  });
}

} // namespace texelscope::cpu
