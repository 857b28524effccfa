// The metrics of kernels/studies/compare for a caller's pictures.
#include "kernels/studies/compare/compare.h"

#include <bit>
#include <type_traits>

#include "app/c/calls.h"
#include "app/c/texels.h"
#include "kernels/studies/compare/compare_report.h"

namespace texelscope::c {

namespace {
struct GivenPicture {
  texelscope_picture picture;
  std::array<std::int64_t, 3> strides; // from row to row, pixel to pixel, channel to channel

  template <class Number>
  Number number(std::size_t y, std::size_t x, std::size_t channel) const {
    Number value;
    std::memcpy(&value,
                static_cast<const std::byte*>(picture.data) + std::int64_t(y) * strides[0] +
                    std::int64_t(x) * strides[1] + std::int64_t(channel) * strides[2],
                sizeof value);
    return value;
  }
};

GivenPicture given_picture(const texelscope_picture* from) {
  const auto picture = taken(from, offsetof(texelscope_picture, strides), "texelscope_picture");
  check_enumerator(picture.kind, TEXELSCOPE_FLOAT, "texelscope_picture::kind");
  require(picture.data, "texelscope_picture::data is a null pointer");
  require(picture.reserved == 0, "texelscope_picture::reserved is not 0");
  const bool known = picture.kind == TEXELSCOPE_FLOAT
                         ? picture.bits == 32 || picture.bits == 64
                         : picture.bits == 8 || picture.bits == 16 || picture.bits == 32;
  require(known, "a picture's numbers are integers of 8, 16 or 32 bits or floats of 32 or 64");
  require(picture.channels >= 1 && picture.channels <= 4, "a picture has 1 to 4 channels");
  require(picture.width >= 1 && picture.height >= 1, "a picture has at least one pixel");
  const auto [rows, pixels, channels] = picture.strides;
  if (rows != 0 || pixels != 0 || channels != 0) return {picture, {rows, pixels, channels}};
  const std::int64_t bytes = picture.bits / 8;
  return {picture, {bytes * picture.channels * picture.width, bytes * picture.channels, bytes}};
}

template <class Number>
void read(const GivenPicture& from, Values& to, const std::function<bool()>& stops) {
  const auto width = std::size_t(to.picture.width), height = std::size_t(to.picture.height);
  for (std::size_t y = 0; y < height && !stops(); ++y)
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t c = 0; c < std::size_t(to.channels); ++c) {
        const auto number = from.number<Number>(y, x, c);
        std::uint32_t& bits = to.picture.pixels[y * width + x][c];
        if constexpr (std::is_same_v<Number, double>) to.exact[y * width + x][c] = number;
        if constexpr (std::is_floating_point_v<Number>)
          bits = std::bit_cast<std::uint32_t>(float(number));
        else
          bits = std::uint32_t(std::int64_t(number));
      }
}

using Read = void (*)(const GivenPicture&, Values&, const std::function<bool()>&);
Read reader(std::int32_t kind, std::int32_t bits) {
  if (kind == TEXELSCOPE_FLOAT) return bits == 64 ? read<double> : read<float>;
  if (kind == TEXELSCOPE_SIGNED)
    return bits == 8 ? read<std::int8_t> : bits == 16 ? read<std::int16_t> : read<std::int32_t>;
  return bits == 8 ? read<std::uint8_t> : bits == 16 ? read<std::uint16_t> : read<std::uint32_t>;
}

Values values_of(const GivenPicture& from, const std::function<bool()>& stops) {
  const texelscope_picture& p = from.picture;
  Values values;
  values.picture.width = p.width, values.picture.height = p.height;
  values.channels = p.channels;
  values.picture.pixels.resize(std::size_t(p.width) * std::size_t(p.height));
  if (p.bits == 64) values.exact.resize(values.picture.pixels.size());
  const bool floating = p.kind == TEXELSCOPE_FLOAT;
  values.picture.source = {floating                      ? ElementKind::floating
                           : p.kind == TEXELSCOPE_SIGNED ? ElementKind::signed_int
                                                         : ElementKind::unsigned_int,
                           floating ? 32 : p.bits, p.channels};
  values.picture.type = floating                      ? ResultType::floating
                        : p.kind == TEXELSCOPE_SIGNED ? ResultType::signed_int
                                                      : ResultType::unsigned_int;
  reader(p.kind, p.bits)(from, values, stops);
  return values;
}
} // namespace

} // namespace texelscope::c

using namespace texelscope;
using namespace texelscope::c;

texelscope_status texelscope_compare(const texelscope_picture* a, const texelscope_picture* b,
                                     const volatile std::int32_t* stop, char** json, char** text) {
  return call([&] {
    const std::array<GivenPicture, 2> given = {given_picture(a), given_picture(b)};
    Stop stopping(stop);
    const auto stops = stopping.asked();
    std::array<ComparedPicture, 2> pictures = {{{"a", {}}, {"b", {}}}};
    for (std::size_t i = 0; i < 2; ++i)
      pictures[i].values = values_of(given[i], stops);
    if (const std::string why = cannot_compare(pictures[0].values, pictures[1].values); !why.empty())
      refuse(why);
    const PictureComparison result = compare(pictures[0].values, pictures[1].values, {}, stops);
    stopping.check();
    OwnedText as_json = json ? text_of(compare_json(pictures, result)) : no_text();
    OwnedText as_text = text ? text_of(compare_text(pictures, result)) : no_text();
    if (json) *json = as_json.release();
    if (text) *text = as_text.release();
  });
}
