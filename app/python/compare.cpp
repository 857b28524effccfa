// The metrics of kernels/studies/compare for arrays.
#include "kernels/studies/compare/compare.h"

#include <bit>
#include <stdexcept>
#include <type_traits>

#include "app/python/core.h"
#include "app/python/outside.h"
#include "kernels/studies/compare/compare_report.h"

namespace texelscope::python {

namespace {
template <class Number>
void read(const Numbers& from, Values& to, const Stops& stops) {
  const auto* numbers = from.data<const Number>();
  const auto channels = std::size_t(to.channels);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (i % 65536 == 0 && stops()) return;
    for (std::size_t c = 0; c < channels; ++c) {
      const Number number = numbers[i * channels + c];
      if constexpr (std::is_same_v<Number, double>) {
        to.exact[i][c] = number;
        to.picture.pixels[i][c] = std::bit_cast<std::uint32_t>(float(number));
      } else if constexpr (std::is_same_v<Number, float>) {
        to.picture.pixels[i][c] = std::bit_cast<std::uint32_t>(number);
      } else {
        to.picture.pixels[i][c] = std::uint32_t(std::int64_t(number));
      }
    }
  }
}

// `array`: (height, width, channels).
Values values_of(const Numbers& array, const Stops& stops) {
  Values values;
  values.picture.height = array.length(0), values.picture.width = array.length(1);
  values.channels = array.length(2);
  values.picture.pixels.resize(std::size_t(values.picture.height) * std::size_t(values.picture.width));
  const char kind = array.kind();
  const int bits = array.bits();
  if (kind == 'f' && bits == 64) {
    values.exact.resize(values.picture.pixels.size());
    values.picture.source = {ElementKind::floating, 32, values.channels};
    read<double>(array, values, stops);
    return values;
  }
  values.picture.source = array.element(values.channels);
  values.picture.type = kind == 'f'   ? ResultType::floating
                        : kind == 'i' ? ResultType::signed_int
                                      : ResultType::unsigned_int;
  if (kind == 'f')
    read<float>(array, values, stops);
  else if (kind == 'i')
    bits == 8    ? read<std::int8_t>(array, values, stops)
    : bits == 16 ? read<std::int16_t>(array, values, stops)
                 : read<std::int32_t>(array, values, stops);
  else
    bits == 8    ? read<std::uint8_t>(array, values, stops)
    : bits == 16 ? read<std::uint16_t>(array, values, stops)
                 : read<std::uint32_t>(array, values, stops);
  return values;
}
} // namespace

void declare_compare(py::module_& module) {
  module.def("compare", [](const py::buffer& a, const py::buffer& b) {
    const std::array<Numbers, 2> arrays = {Numbers(a), Numbers(b)};
    std::array<ComparedPicture, 2> pictures = {{{"a", {}}, {"b", {}}}};
    PictureComparison result;
    run_outside([&](const Stops& stops) {
      for (std::size_t i = 0; i < 2; ++i)
        pictures[i].values = values_of(arrays[i], stops);
      if (const std::string why = cannot_compare(pictures[0].values, pictures[1].values); !why.empty())
        throw std::invalid_argument(why);
      result = compare(pictures[0].values, pictures[1].values, {}, stops);
    });
    return py::make_tuple(compare_text(pictures, result), compare_json(pictures, result));
  });
}

} // namespace texelscope::python
