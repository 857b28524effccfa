#include "kernels/unit/display/values.h"

#include <algorithm>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image/element.h"

namespace texelscope {

namespace {
// The real value, as image.h defines it, of the texel that was decoded to this number.
double real_of(const ElementFormat& source, double number) {
  if (source.kind == ElementKind::floating) return number;
  return std::max(number / code_of_one(source.kind, source.bits),
                  source.kind == ElementKind::unsigned_int ? 0.0 : -1.0);
}
} // namespace

double number_of(ResultType type, std::uint32_t bits) {
  switch (type) {
  case ResultType::unsigned_int:
    return bits;
  case ResultType::signed_int:
    return std::int32_t(bits);
  case ResultType::floating:
    break;
  }
  return bits_float(bits);
}

double Values::number(std::size_t pixel, std::size_t channel) const {
  return exact.empty() ? number_of(picture.type, picture.pixels[pixel][channel]) : exact[pixel][channel];
}

double Values::real(std::size_t pixel, std::size_t channel) const {
  const double value = number(pixel, channel);
  return picture.type == ResultType::floating ? value : real_of(picture.source, value);
}

Values values_like(const Effective& effective, const FetchView& view, int width, int height) {
  Values values;
  values.picture = {width, height, effective.result, effective.result_format(), {}};
  values.picture.pixels.resize(std::size_t(width) * std::size_t(height));
  values.channels = view.component_count;
  return values;
}

} // namespace texelscope
