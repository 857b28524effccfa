// Internal to compare: two pictures' numbers in the same unit.
#pragma once

#include <algorithm>

#include "kernels/studies/compare/values.h"

namespace texelscope {

class ComparedPair {
public:
  ComparedPair(const Values& first, const Values& second)
      : values_a(first), values_b(second), both_integers(first.picture.type == second.picture.type &&
                                                         first.picture.type != ResultType::floating) {}

  bool integers() const { return both_integers; }
  int width() const { return values_a.picture.width; }
  std::size_t channels() const { return std::size_t(std::min(values_a.channels, values_b.channels)); }
  // The element format of the texture that does not hold floats, if there is one: it determines the range of
  // values.
  const ElementFormat& source() const {
    const ElementFormat& first = values_a.picture.source;
    return first.kind != ElementKind::floating ? first : values_b.picture.source;
  }
  double a(std::size_t pixel, std::size_t channel) const { return value(values_a, pixel, channel); }
  double b(std::size_t pixel, std::size_t channel) const { return value(values_b, pixel, channel); }

private:
  double value(const Values& of, std::size_t pixel, std::size_t channel) const {
    return both_integers ? of.number(pixel, channel) : of.real(pixel, channel);
  }

  const Values& values_a;
  const Values& values_b;
  bool both_integers;
};

} // namespace texelscope
