#include "kernels/reports/support_matrix/legality_judge.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <optional>

#include "kernels/ground/base/half.h"

namespace texelscope::legality {

namespace {
// The texel that is fetched inside, and two positions outside, chosen so that every address mode reads a
// different texel there.
constexpr int inside = 5, before = -6, after = 21;
constexpr int edge = 8;                                              // the coordinate between texels 7 and 8
enum Index : std::size_t { center, other_center, between, outside }; // then two outside for each axis

bool is_cube(const Configuration& a) {
  return a.dimension == Dimension::cube || a.dimension == Dimension::cube_layered;
}
bool is_layered(const Configuration& a) {
  return a.dimension == Dimension::d1_layered || a.dimension == Dimension::d2_layered ||
         a.dimension == Dimension::cube_layered;
}
int axis_count(const Configuration& a) {
  if (is_cube(a)) return 0;
  if (a.dimension == Dimension::d3) return 3;
  return a.dimension == Dimension::d1 || a.dimension == Dimension::d1_layered ? 1 : 2;
}

// Converts a position in texels to a coordinate. For cubes on the face +x, s and t run against z and y.
FetchAt at(const Configuration& a, bool normalized, float x, float y, float z) {
  FetchAt request;
  request.layer = is_layered(a) ? 1 : 0;
  if (is_cube(a)) {
    request.x = 1;
    request.y = 1 - y * 2 / side;
    request.z = 1 - x * 2 / side;
    return request;
  }
  const float scale = normalized ? 1.0f / side : 1;
  request.x = x * scale;
  request.y = y * scale;
  request.z = z * scale;
  return request;
}

Question plain_question(const Configuration& a) {
  Question question;
  const float c = inside + 0.5f;
  question.at = {at(a, a.normalized, c, c, c), at(a, !a.normalized, c, c, c),
                 at(a, a.normalized, edge, c, c)};
  for (int axis = 0; axis < axis_count(a); ++axis)
    for (const int place : {before, after}) {
      const float p = float(place) + 0.5f;
      question.at.push_back(at(a, a.normalized, axis == 0 ? p : c, axis == 1 ? p : c, axis == 2 ? p : c));
    }
  return question;
}

Question texel_question() {
  Question question = {FetchKind::texel, {}};
  for (const int index : {inside, inside, edge, before, after})
    question.at.push_back({.texel = index});
  return question;
}

class Judge {
public:
  Judge(const Configuration& configuration, const std::vector<std::vector<TexelBits>>& results)
      : a(configuration), f(*configuration.format), plain(results[0]), levels_between(results) {}

  std::vector<std::string> run() {
    if (!find_reading()) return changes;
    reading_rules();
    coordinates();
    filter();
    for (int axis = 0; axis < axis_count(a); ++axis)
      address(axis);
    mip_filter();
    return changes;
  }

private:
  void change(const std::string& setting, std::string_view value) {
    changes.push_back("fetch:" + setting + "=" + std::string(value));
  }

  int code(int x, int y, int z) const {
    const bool layered = is_layered(a);
    return code_at(f, x, axis_count(a) == 1 ? 0 : y,
                   is_cube(a)           ? (layered ? 6 : 0)
                   : layered            ? 1
                   : axis_count(a) == 3 ? z
                                        : 0);
  }
  int code_along(int axis, int index) const {
    return code(axis == 0 ? index : inside, axis == 1 ? index : inside, axis == 2 ? index : inside);
  }
  double value(int of_code) const { return value_of(f, of_code, reading); }

  double number(const TexelBits& bits, std::size_t channel, Reading as) const {
    if (as != Reading::integer) return bits_float(bits[channel]);
    return f.kind == kind::signed_int ? double(std::int32_t(bits[channel])) : double(bits[channel]);
  }
  static bool near(double found, double wanted, Reading as, bool block) {
    const double size = std::abs(wanted);
    const double tolerance = as == Reading::integer   ? 1
                             : block                  ? 0.004 + 0.004 * size
                             : as == Reading::decoded ? 0.0015 + 0.005 * size
                                                      : 0.0002 + 0.004 * size;
    return std::abs(found - wanted) <= tolerance;
  }
  bool reads(std::size_t index, double wanted) const {
    return near(number(plain[index], 0, reading), wanted, reading, f.is_block());
  }

  // Finds how texels are decoded, from the fetch at a texel's center.
  bool find_reading() {
    for (const std::size_t index : {center, other_center})
      for (const Reading as : {Reading::real, Reading::decoded, Reading::integer}) {
        if (as == Reading::integer && !f.is_integer()) continue;
        const double wanted = value_of(f, code(inside, inside, inside), as);
        const double corner = value_of(f, code(0, 0, 0), as);
        const double found = number(plain[index], 0, as);
        const bool in_corner = is_cube(a) && !a.normalized && near(found, corner, as, f.is_block());
        if (!near(found, wanted, as, f.is_block()) && !in_corner) continue;
        reading = as;
        if (index == other_center) {
          change("coordinates", a.normalized ? "unnormalized" : "normalized");
          return false;
        }
        return true;
      }
    unexplained();
    return false;
  }

  // A 1-D texture is one row, fetched at its upper edge.
  void unexplained() {
    const double half = (value_of(f, code(inside, 0, 0), Reading::real) + border_color) / 2;
    for (const std::size_t index : {center, other_center})
      if (axis_count(a) == 1 && near(bits_float(plain[index][0]), half, Reading::real, false)) {
        if (index == other_center) change("coordinates", a.normalized ? "unnormalized" : "normalized");
        return change("value", "half_border");
      }
    char hex[16];
    std::snprintf(hex, sizeof hex, "0x%08x", plain[center][0]);
    change("value", hex);
  }

  void reading_rules() {
    const bool integer = reading == Reading::integer;
    if (f.is_integer() && integer != (a.read_mode == ReadMode::element))
      change("read_mode", integer ? "element" : "normalized_float");
    if (a.srgb != (reading == Reading::decoded)) return change("srgb", a.srgb ? "off" : "on");
    const double undecoded = value_of(f, code(inside, inside, inside), Reading::real);
    if (a.srgb && f.channels() == 2 &&
        near(bits_float(plain[center][1]), undecoded, Reading::real, f.is_block()))
      change("srgb", "first_channel");
  }

  void coordinates() {
    if (a.memory == Memory::linear) {
      if (a.normalized) change("coordinates", "index");
    } else if (is_cube(a) && !a.normalized && reads(center, value(code(inside, inside, 0)))) {
      change("coordinates", "normalized");
    }
  }

  void filter() {
    const double left = value(code_along(0, edge - 1)), right = value(code_along(0, edge));
    if (is_cube(a) && !reads(center, value(code(inside, inside, 0)))) return;
    const bool point = reads(between, right), linear = reads(between, (left + right) / 2);
    if (a.filter == FilterMode::linear && !linear) change("filter", point ? "point" : "unclear");
    if (a.filter == FilterMode::point && !point) change("filter", linear ? "linear" : "unclear");
  }

  static const char* name(AddressMode mode) {
    constexpr const char* names[] = {"wrap", "clamp", "mirror", "border"};
    return names[std::size_t(mode)];
  }

  void address(int axis) {
    const std::size_t first = outside + 2 * std::size_t(axis), second = first + 1;
    const auto both = [&](int low, int high) {
      return reads(first, value(code_along(axis, low))) && reads(second, value(code_along(axis, high)));
    };
    std::string found = "unclear";
    if (both(side + before, after - side))
      found = "wrap";
    else if (both(0, side - 1))
      found = "clamp";
    else if (both(-1 - before, 2 * side - 1 - after))
      found = "mirror";
    else if (plain[first][0] == 0 && plain[second][0] == 0)
      found = "zero";
    else if (plain[first][0] == plain[second][0])
      found = "border";
    constexpr const char* settings[] = {"address", "address_y", "address_z"};
    if (found != name(axis == 0 ? a.address : a.other_address)) change(settings[axis], found);
  }

  void mip_filter() {
    if (levels_between.size() < 2) return;
    const double near_level = value(code(inside, inside, inside)), far_level = value(level1_code);
    const double found = number(levels_between[1][0], 0, reading);
    const bool point = near(found, far_level, reading, f.is_block());
    const bool linear = near(found, (near_level + far_level) / 2, reading, f.is_block());
    if (a.mip_filter == FilterMode::linear && !linear) change("mip_filter", point ? "point" : "unclear");
    if (a.mip_filter == FilterMode::point && !point) change("mip_filter", linear ? "linear" : "unclear");
  }

  const Configuration& a;
  const Format& f;
  const std::vector<TexelBits>& plain;
  const std::vector<std::vector<TexelBits>>& levels_between;
  Reading reading = Reading::real;
  std::vector<std::string> changes;
};
} // namespace

ResultType result_type(const Configuration& a) {
  if (!a.format->is_integer() || a.read_mode == ReadMode::normalized_float) return ResultType::floating;
  return a.format->kind == kind::unsigned_int ? ResultType::unsigned_int : ResultType::signed_int;
}

std::vector<Question> questions(const Configuration& a) {
  if (a.memory == Memory::linear) return {texel_question()};
  std::vector<Question> all = {plain_question(a)};
  if (a.memory == Memory::mipmapped) {
    const float c = inside + 0.5f;
    FetchAt request = at(a, a.normalized, c, c, c);
    request.lod = 0.5f;
    all.push_back({FetchKind::lod, {request}});
  }
  return all;
}

std::vector<std::string> judge(const Configuration& configuration,
                               const std::vector<std::vector<TexelBits>>& results) {
  return Judge(configuration, results).run();
}

} // namespace texelscope::legality
