#include "kernels/unit/image_io/color_space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>

#include <fmt/format.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image/srgb.h"

namespace texelscope {

namespace {

using Bytes = std::span<const unsigned char>;
using Curve = std::function<double(double)>;

bool is_near(const Curve& curve, const Curve& other) {
  for (int i = 1; i < 8; ++i)
    if (!(std::abs(curve(i / 8.0) - other(i / 8.0)) <= 0.01)) return false; // NaN is not near
  return true;
}

ColorCurve kind_of(const Curve& curve) {
  if (is_near(curve, decoded_srgb)) return ColorCurve::srgb;
  return is_near(curve, [](double v) { return v; }) ? ColorCurve::linear : ColorCurve::other;
}

// A part of a profile, whose numbers are big endian; what lies outside of it reads as 0.
struct IccBytes {
  Bytes bytes;

  std::uint32_t u16(std::size_t at) const { return u8(at) << 8 | u8(at + 1); }
  std::uint32_t u32(std::size_t at) const { return u16(at) << 16 | u16(at + 2); }
  double fixed(std::size_t at) const { return static_cast<std::int32_t>(u32(at)) / 65536.0; }
  bool says(std::size_t at, std::string_view name) const {
    return at + 4 <= bytes.size() && std::equal(name.begin(), name.end(), bytes.begin() + std::ptrdiff_t(at));
  }
  IccBytes part(std::size_t at, std::size_t size) const {
    if (at > bytes.size()) return {};
    return {bytes.subspan(at, std::min(size, bytes.size() - at))};
  }

private:
  std::uint32_t u8(std::size_t at) const { return at < bytes.size() ? bytes[at] : 0u; }
};

IccBytes tag_of(const IccBytes& profile, std::string_view name) {
  constexpr std::size_t table = 128, entry = 12, max_tags = 100;
  const std::size_t count = std::min<std::size_t>(profile.u32(table), max_tags);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = table + 4 + entry * i;
    if (profile.says(at, name)) return profile.part(profile.u32(at + 4), profile.u32(at + 8));
  }
  return {};
}

Curve table_curve(const IccBytes& tag) {
  const std::uint32_t count = tag.u32(8);
  if (count == 0) return [](double v) { return v; };
  if (count == 1) return [gamma = tag.u16(12) / 256.0](double v) { return std::pow(v, gamma); };
  return [tag, count](double v) {
    const double at = v * (count - 1.0), below = std::floor(at);
    const auto entry = [&](double index) { return tag.u16(12 + 2 * std::size_t(index)) / 65535.0; };
    return entry(below) + (at - below) * (entry(std::min(below + 1, count - 1.0)) - entry(below));
  };
}

// y = (a x + b)^g + e from d on, c x + f below it; the types state more of them from 0 to 4.
Curve parametric_curve(const IccBytes& tag) {
  const std::uint32_t type = tag.u16(8);
  std::array<double, 7> p = {}; // g a b c d e f
  static constexpr std::size_t counts[] = {1, 3, 4, 5, 7};
  if (type >= std::size(counts)) return nullptr;
  for (std::size_t i = 0; i < counts[type]; ++i)
    p[i] = tag.fixed(12 + 4 * i);
  if (type == 0) p[1] = 1;
  if (type == 1 || type == 2) {
    const double offset = type == 2 ? p[3] : 0;
    p = {p[0], p[1], p[2], 0, p[1] != 0 ? -p[2] / p[1] : 0, offset, offset};
  }
  return [p](double v) { return v >= p[4] ? std::pow(p[1] * v + p[2], p[0]) + p[5] : p[3] * v + p[6]; };
}

ColorCurve curve_of(const IccBytes& profile) {
  IccBytes tag = tag_of(profile, "rTRC");
  if (tag.bytes.empty()) tag = tag_of(profile, "kTRC");
  const Curve curve = tag.says(0, "curv")   ? table_curve(tag)
                      : tag.says(0, "para") ? parametric_curve(tag)
                                            : nullptr;
  return curve ? kind_of(curve) : ColorCurve::other;
}

// Its description in ASCII: the first of its languages.
std::string description_of(const IccBytes& profile) {
  constexpr std::size_t max_length = 60;
  const IccBytes tag = tag_of(profile, "desc");
  const bool wide = tag.says(0, "mluc");
  const IccBytes text = wide ? tag.part(tag.u32(24), tag.u32(20)) : tag.part(12, tag.u32(8));
  std::string name;
  for (std::size_t i = 0; i + (wide ? 1 : 0) < text.bytes.size() && name.size() < max_length;
       i += wide ? 2 : 1) {
    const std::uint32_t code = wide ? text.u16(i) : text.bytes[i];
    if (code == 0) break;
    name += code < 128 ? char(code) : '?';
  }
  return visible_line(name);
}

} // namespace

ColorSpace gamma_space(double exponent) {
  return {fmt::format("gamma {:.5g}", exponent), kind_of([&](double v) { return std::pow(v, exponent); })};
}

ColorSpace icc_space(Bytes bytes) {
  const IccBytes profile = {bytes};
  if (!profile.says(36, "acsp")) return {};
  const std::string name = description_of(profile);
  return {name.empty() ? "ICC" : "ICC: " + name, curve_of(profile)};
}

void state_color_space(Image& image, const InputFile& file, const ColorSpace& space) {
  if (space.name.empty()) return;
  image.file.color_space = space.name;
  const bool bytes = image.format.kind == ElementKind::unsigned_int && image.format.bits == 8;
  if (space.curve == ColorCurve::linear)
    image.srgb = false;
  else if (space.curve == ColorCurve::srgb && bytes)
    image.srgb = true;
  else
    add_note(image, say(Text::image_color_space, {input_name(file.path), space.name}));
}

} // namespace texelscope
