#include "kernels/reports/profile/cell/suites.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <string>

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry suites[] = {
    {0, "quick", Text::profile_quick, Text::profile_quick_help},
    {1, "full", Text::profile_full, Text::profile_full_help},
    {2, "matrix", Text::profile_matrix, Text::profile_matrix_help},
    {3, "staircase", Text::profile_staircase, Text::profile_staircase_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Suite>() {
  return suites;
}

namespace profile {

namespace {
constexpr std::int64_t kilo = 1024, mega = 1024 * kilo, giga = 1024 * mega;
constexpr std::int64_t cached = 64 * kilo, beside = 4 * mega; // in the first cache; in the second

class List {
public:
  void add(const BenchmarkCase& cell) {
    if (!obstacle(cell) && seen.insert(name(cell)).second) cells.push_back(cell);
  }
  std::vector<BenchmarkCase> cells;

private:
  std::set<std::string> seen;
};

struct Format {
  ElementFormat element;
  bool srgb = false;
};
constexpr ElementFormat u8x1{ElementKind::unsigned_int, 8, 1}, u8x4{ElementKind::unsigned_int, 8, 4},
    f16x4{ElementKind::floating, 16, 4}, f32x1{ElementKind::floating, 32, 1},
    f32x4{ElementKind::floating, 32, 4};

// Every format that CUDA has, then sRGB.
std::vector<Format> all_formats() {
  std::vector<Format> all;
  for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::signed_int, ElementKind::floating})
    for (const int bits : {8, 16, 32})
      for (const int channels : {1, 2, 4})
        if (kind != ElementKind::floating || bits > 8) all.push_back({{kind, bits, channels}});
  all.push_back({u8x4, true});
  return all;
}

// Formats whose rates differ.
std::vector<Format> some_formats() {
  using enum ElementKind;
  return {{u8x1},
          {{unsigned_int, 8, 2}},
          {u8x4},
          {{unsigned_int, 16, 4}},
          {{signed_int, 16, 2}},
          {{floating, 16, 1}},
          {{floating, 16, 2}},
          {f16x4},
          {f32x1},
          {{floating, 32, 2}},
          {f32x4},
          {u8x4, true}};
}

struct PatternSetting {
  Pattern pattern;
  int amount = 0;
};
constexpr PatternSetting pattern_settings[] = {
    {Pattern::tile},         {Pattern::row},         {Pattern::column},     {Pattern::rotated, 30},
    {Pattern::rotated, 45},  {Pattern::strided, 2},  {Pattern::strided, 4}, {Pattern::strided, 16},
    {Pattern::minified, 2},  {Pattern::minified, 4}, {Pattern::window, 64}, {Pattern::window, 256},
    {Pattern::window, 1024}, {Pattern::gather},      {Pattern::divergent}};
constexpr Dimension dimensions[] = {Dimension::d1,          Dimension::d2,         Dimension::d3,
                                    Dimension::d1_layered,  Dimension::d2_layered, Dimension::cube,
                                    Dimension::cube_layered};
constexpr Filter filters[] = {Filter::point,  Filter::bilinear, Filter::trilinear, Filter::aniso2,
                              Filter::aniso4, Filter::aniso8,   Filter::aniso16};

Pattern plain_pattern(Dimension dimension) {
  return is_1d(dimension) ? Pattern::row : Pattern::tile;
}

BenchmarkCase cell(const Format& format, Filter filter, std::int64_t bytes = cached) {
  BenchmarkCase c;
  c.format = format.element;
  c.srgb = format.srgb;
  c.filter = filter;
  c.bytes = bytes;
  return c;
}
BenchmarkCase of(BenchmarkCase c, Dimension dimension, Storage storage = Storage::array) {
  c.dimension = dimension;
  c.storage = storage;
  c.pattern = plain_pattern(dimension);
  return c;
}
BenchmarkCase with(BenchmarkCase c, PatternSetting setting) {
  c.pattern = setting.pattern;
  c.amount = setting.amount;
  return c;
}

// Adds the cell for every path that supports it, in the memory that the path requires.
void add_paths(List& list, BenchmarkCase c) {
  for (const EnumEntry& path : enum_table<Path>())
    for (const Storage storage : {Storage::array, Storage::pitch, Storage::linear}) {
      c.path = Path(path.value);
      c.storage = storage;
      c.dimension = storage == Storage::linear ? Dimension::d1 : Dimension::d2;
      list.add(c);
    }
}

void add_cold(List& list, BenchmarkCase c) {
  c.cold = true;
  list.add(c);
}

List quick() {
  List list;
  for (const Format& format : some_formats())
    for (const Filter filter : {Filter::point, Filter::bilinear})
      list.add(cell(format, filter));
  for (const ElementFormat& format : {u8x4, f16x4, f32x4})
    for (const Filter filter : {Filter::trilinear, Filter::aniso2, Filter::aniso4, Filter::aniso16})
      list.add(cell({format}, filter));
  for (const Dimension dimension : dimensions)
    for (const ElementFormat& format : {u8x4, f32x1})
      list.add(of(cell({format}, Filter::bilinear), dimension));
  for (const PatternSetting& setting : pattern_settings)
    list.add(with(cell({u8x4}, Filter::bilinear, beside), setting));
  for (const ElementFormat& format : {u8x4, f32x4}) {
    for (const Filter filter : {Filter::point, Filter::bilinear})
      add_paths(list, cell({format}, filter));
    list.add(with(of(cell({format}, Filter::point), Dimension::d1, Storage::linear), {Pattern::row}));
    for (const std::int64_t bytes : {mega, 16 * mega, 128 * mega, giga})
      list.add(cell({format}, Filter::point, bytes));
    for (const std::int64_t bytes : {mega, 64 * mega})
      add_cold(list, cell({format}, Filter::point, bytes));
  }
  return list;
}

List full() {
  List list = quick();
  for (const Format& format : all_formats()) {
    for (const Filter filter : filters)
      for (const Dimension dimension : dimensions)
        for (const std::int64_t bytes : {cached, beside})
          list.add(of(cell(format, filter, bytes), dimension));
    for (const PatternSetting& setting : pattern_settings)
      for (const Filter filter : {Filter::point, Filter::bilinear})
        list.add(with(cell(format, filter, beside), setting));
    for (const Filter filter : {Filter::point, Filter::bilinear})
      for (const std::int64_t bytes : {cached, beside})
        add_paths(list, cell(format, filter, bytes));
  }
  for (const ElementFormat& format : {u8x4, f16x4, f32x4})
    for (const std::int64_t bytes : staircase_bytes())
      for (const Filter filter : {Filter::point, Filter::bilinear}) {
        BenchmarkCase c = cell({format}, filter, bytes);
        list.add(c);
        add_cold(list, c);
        c.storage = Storage::pitch;
        for (const Path path : {Path::ldg, Path::load}) {
          c.path = path;
          list.add(c);
        }
      }
  return list;
}

List matrix() {
  List list;
  for (const Filter filter : {Filter::point, Filter::bilinear, Filter::trilinear, Filter::aniso2})
    for (const Format& format : all_formats())
      if (filter != Filter::aniso2 || !format.srgb) list.add(cell(format, filter));
  return list;
}

List staircase() {
  List list;
  for (const std::int64_t bytes : staircase_bytes())
    list.add(cell({f32x4}, Filter::point, bytes));
  return list;
}
} // namespace

// Evenly spaced on a logarithmic scale, but rounded to whole kilobytes and five significant bits.
std::vector<std::int64_t> staircase_bytes() {
  constexpr int points = 40;
  std::vector<std::int64_t> all;
  for (int i = 0; i < points; ++i) {
    const double even = 4096 * std::exp2(18.0 * i / (points - 1));
    const double unit = std::max(1024.0, std::exp2(std::floor(std::log2(even)) - 5));
    all.push_back(std::int64_t(std::round(even / unit) * unit));
  }
  return all;
}

std::vector<BenchmarkCase> cells_of(Suite suite) {
  switch (suite) {
  case Suite::quick:
    return quick().cells;
  case Suite::full:
    return full().cells;
  case Suite::matrix:
    return matrix().cells;
  case Suite::staircase:
    break;
  }
  return staircase().cells;
}

} // namespace profile

} // namespace texelscope
