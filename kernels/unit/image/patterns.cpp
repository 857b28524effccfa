// Every pattern except noise is a sum that separates into columns and rows, so that a texel only needs
// multiplications and additions, and the bits are the same everywhere:
//   value(x, y) = base[x] + p[x] * across(y) + q[x] * along(y)
// with one entry in base, p and q for each channel of each column, and a few such sets from which each row
// chooses.
#include "kernels/unit/image/patterns.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <optional>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/base/rows.h"
#include "kernels/unit/image/element.h"
#include "kernels/unit/image/mips.h"

namespace texelscope {

namespace {

using Color = std::array<double, 4>;

struct Columns {
  std::vector<double> base, p, q;
};

struct RowChoice {
  std::size_t columns = 0; // the index of the set
  double across = 0, along = 0;
  bool operator==(const RowChoice&) const = default;
};

struct Separable {
  std::vector<Columns> sets;
  std::function<RowChoice(int plane, int y)> row;
};

Columns make_columns(const TextureSpec& spec) {
  const auto count = std::size_t(spec.width) * std::size_t(spec.format.channels);
  return {std::vector<double>(count), std::vector<double>(count), std::vector<double>(count)};
}

void set_base(Columns& columns, const TextureSpec& spec, int x, const Color& color) {
  for (int c = 0; c < spec.format.channels; ++c)
    columns.base[std::size_t(x) * std::size_t(spec.format.channels) + std::size_t(c)] = color[std::size_t(c)];
}

double share(int i, int size) {
  return size > 1 ? double(i) / (size - 1) : 0;
}

bool slices(const TextureSpec& spec) {
  return spec.dimension == Dimension::d3;
}

Separable checkerboard(const TextureSpec& spec) {
  constexpr Color dark = {0, 0.15, 0.35, 1}, light = {1, 0.9, 0.7, 1};
  Separable pattern;
  for (int parity = 0; parity < 2; ++parity) {
    Columns& columns = pattern.sets.emplace_back(make_columns(spec));
    for (int x = 0; x < spec.width; ++x)
      set_base(columns, spec, x, (x / spec.cell + parity) % 2 ? dark : light);
  }
  pattern.row = [cell = spec.cell, deep = slices(spec)](int plane, int y) {
    const int swapped = deep ? plane / cell : plane;
    return RowChoice{std::size_t((y / cell + swapped) % 2), 0, 0};
  };
  return pattern;
}

Separable ramp(const TextureSpec& spec) {
  Columns columns = make_columns(spec);
  const int channels = spec.format.channels, planes = spec.planes();
  for (int x = 0; x < spec.width; ++x) {
    const double u = share(x, spec.width);
    set_base(columns, spec, x, {u, 0, planes > 1 ? 0 : 1 - u, 1});
    if (channels > 1) columns.p[std::size_t(x * channels + 1)] = 1;
    if (channels > 2 && planes > 1) columns.q[std::size_t(x * channels + 2)] = 1;
  }
  return {{std::move(columns)}, [planes, h = spec.height](int plane, int y) {
            return RowChoice{0, share(y, h), share(plane, planes)};
          }};
}

// (1 + cos(2 pi t)) / 2 with t = (x - W/2)^2 / 2W + (y - H/2)^2 / 2H - c / 12 turns for channel c. Rings
// become one texel wide exactly at the centers of the edges, and since t then differs by whole turns across
// an edge, repeats join without a seam.
Separable zone_plate(const TextureSpec& spec) {
  Columns columns = make_columns(spec);
  const std::int64_t planes = spec.planes();
  const std::int64_t w = spec.width, h = spec.height;
  std::size_t i = 0;
  for (std::int64_t x = 0; x < w; ++x)
    for (int c = 0; c < spec.format.channels; ++c, ++i) {
      columns.base[i] = c == 3 ? 1 : 0.5;
      if (c == 3) continue;
      const Turn turn = turn_of(3 * (2 * x - w) * (2 * x - w) - 2 * w * c, 24 * w);
      columns.p[i] = turn.cosine / 2;
      columns.q[i] = -turn.sine / 2;
    }
  const bool deep = slices(spec);
  return {{std::move(columns)}, [=](int plane, int y) {
            // (2 y - h)^2 / 8 h turns, plus those of the plane.
            const std::int64_t row = (2 * y - h) * (2 * y - h), z = 2 * plane - planes;
            const Turn turn = planes == 1 ? turn_of(row, 8 * h)
                              : deep      ? turn_of(row * planes + z * z * h, 8 * h * planes)
                                          : turn_of(row * planes + 8 * h * plane, 8 * h * planes);
            return RowChoice{0, turn.cosine, turn.sine};
          }};
}

// The orders of red, green and blue in uv_grid, a different one for each plane.
constexpr std::size_t color_orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
// The sets of columns for rows in even and odd cells, for lines and for the edge.
constexpr std::size_t line_row = 2, edge_row = 3, uv_rows = 4;

double cell_place(int i, int size, int cell) {
  return (i / cell + 0.5) / ((size + cell - 1) / cell);
}

Columns uv_columns(const TextureSpec& spec, const std::size_t (&order)[3], std::size_t kind) {
  constexpr Color line = {0.96, 0.96, 0.96, 1}, edge = {0.06, 0.06, 0.06, 1};
  const int channels = spec.format.channels, cell = spec.cell;
  const bool lines = cell >= 4;
  const std::size_t rows_channel = channels > 1 ? order[1] : 0;
  Columns columns = make_columns(spec);
  for (int x = 0; x < spec.width; ++x) {
    const bool on_edge = lines && (x == 0 || kind == edge_row),
               on_line = lines && (x % cell == 0 || kind == line_row);
    const double u = cell_place(x, spec.width, cell), shade = (std::size_t(x / cell) + kind) % 2 ? 0.78 : 1;
    const double red = shade * (0.08 + 0.9 * u), blue = shade * (0.95 - 0.8 * u), green = shade;
    Color color = {0, 0, 0, 1};
    color[order[0]] = red, color[order[2]] = blue;
    if (on_edge || on_line)
      set_base(columns, spec, x, on_edge ? edge : line);
    else if (channels == 1)
      set_base(columns, spec, x, {0.25 * red + 0.15 * blue});
    else
      set_base(columns, spec, x, color);
    if (!on_edge && !on_line && rows_channel < std::size_t(channels))
      columns.p[std::size_t(x * channels) + rows_channel] = channels > 1 ? green : 0.6 * green;
  }
  return columns;
}

// Has blue, red, cyan and yellow corners, every second cell darker, white lines between cells of 4 texels or
// more, and a dark line along the first row and column. A single channel is the luminance.
Separable uv_grid(const TextureSpec& spec) {
  const std::size_t orders = spec.format.channels == 1 ? 1 : std::size_t(std::min(6, spec.planes()));
  Separable pattern;
  for (std::size_t order = 0; order < orders; ++order)
    for (std::size_t kind = 0; kind < uv_rows; ++kind)
      pattern.sets.push_back(uv_columns(spec, color_orders[order], kind));
  pattern.row = [=, cell = spec.cell, h = spec.height](int plane, int y) {
    const bool lines = cell >= 4;
    const std::size_t kind = lines && y == 0          ? edge_row
                             : lines && y % cell == 0 ? line_row
                                                      : std::size_t(y / cell % 2);
    return RowChoice{std::size_t(plane) % orders * uv_rows + kind, 0.12 + 0.76 * cell_place(y, h, cell), 0};
  };
  return pattern;
}

// All channels are 1 in the hot texel and 0 elsewhere; a position outside the texture selects the nearest
// texel in it.
Separable one_hot(const TextureSpec& spec) {
  Separable pattern;
  pattern.sets = {make_columns(spec), make_columns(spec)};
  set_base(pattern.sets[1], spec, std::clamp(spec.hot_x, 0, spec.width - 1), {1, 1, 1, 1});
  const int hot_plane = std::clamp(spec.hot_z, 0, spec.planes() - 1);
  pattern.row = [hot_plane, hot_y = std::clamp(spec.hot_y, 0, spec.height - 1)](int plane, int y) {
    return RowChoice{plane == hot_plane && y == hot_y, 0, 0};
  };
  return pattern;
}

Separable separable(const TextureSpec& spec) {
  switch (spec.source) {
  case Source::checkerboard:
    return checkerboard(spec);
  case Source::ramp:
    return ramp(spec);
  case Source::uv_grid:
    return uv_grid(spec);
  case Source::one_hot:
    return one_hot(spec);
  case Source::zone_plate:
  case Source::noise:
  case Source::file:
    break;
  }
  return zone_plate(spec);
}

template <class E>
void separable_row(const Columns& columns, const RowChoice& row, typename E::Word* out) {
  const double* base = columns.base.data();
  const double* p = columns.p.data();
  const double* q = columns.q.data();
  for (std::size_t i = 0; i < columns.base.size(); ++i)
    out[i] = E::encode_unit(base[i] + (p[i] * row.across + q[i] * row.along));
}

// Two independent 32-bit numbers for a seed, a texel and a pair of channels (the finaliser of SplitMix64).
std::uint64_t random_pair(std::uint64_t seed, int x, int y, int pair) {
  std::uint64_t z = (seed << 32 | std::uint64_t(y) << 16 | std::uint64_t(x) << 1 | unsigned(pair)) + 1;
  z *= 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Each channel is n / 2^32 for a random 32-bit n; alpha is 1.
template <class E>
void noise_row(const TextureSpec& spec, int plane, int y, typename E::Word* out) {
  const int channels = spec.format.channels;
  const std::uint64_t seed = spec.seed ^ std::uint32_t(plane) * 0x9e3779b9u;
  const auto encode = [](std::uint64_t pair) {
    return E::encode_unit(double(std::int64_t(pair & 0xffffffffu)) * 0x1p-32);
  };
  const auto one = E::encode(1);
  for (int x = 0; x < spec.width; ++x, out += channels) {
    const std::uint64_t first = random_pair(seed, x, y, 0);
    out[0] = encode(first);
    if (channels > 1) out[1] = encode(first >> 32);
    if (channels < 4) continue;
    out[2] = encode(random_pair(seed, x, y, 1));
    out[3] = one;
  }
}

template <class E>
void noise_rows(Image& image, const TextureSpec& spec, int first, int last) {
  for (int row = first; row < last; ++row) {
    const int plane = row / spec.height, y = row % spec.height;
    noise_row<E>(spec, plane, y, reinterpret_cast<typename E::Word*>(image.texel(0, y, plane)));
  }
}

// A row that equals the previous one is copied.
template <class E>
void separable_rows(Image& image, const Separable& pattern, int first, int last) {
  const std::size_t row_bytes = image.row_bytes();
  std::byte* to = image.texels.data() + std::size_t(first) * row_bytes;
  std::optional<RowChoice> before;
  for (int row = first; row < last; ++row, to += row_bytes) {
    const RowChoice choice = pattern.row(row / image.height, row % image.height);
    if (before == choice)
      std::memcpy(to, to - row_bytes, row_bytes);
    else
      separable_row<E>(pattern.sets[choice.columns], choice, reinterpret_cast<typename E::Word*>(to));
    before = choice;
  }
}

// Fills the first level of all planes.
template <class E>
bool fill_planes(Image& image, const TextureSpec& spec, const Progress& progress) {
  const bool noise = spec.source == Source::noise;
  const Separable pattern = noise ? Separable() : separable(spec);
  return for_rows(image.height * image.planes, image.row_bytes(), progress, [&](int first, int last) {
    if (noise)
      noise_rows<E>(image, spec, first, last);
    else
      separable_rows<E>(image, pattern, first, last);
  });
}
} // namespace

Image make_pattern(const TextureSpec& spec, const Progress& progress, bool averages_light) {
  Image image = Image::unwritten(shape_of(spec));
  const double first_level = double(image.level_offset(1)) / double(image.size_bytes());
  const bool whole = with_element(spec.format.kind, spec.format.bits, [&](auto element) {
    return fill_planes<decltype(element)>(image, spec, part_of(progress, 0, first_level));
  });
  if (!whole || !fill_mips(image, {spec.mips, averages_light}, part_of(progress, first_level, 1))) return {};
  if (spec.channel_kind == ChannelKind::packed) quantize_packed(image);
  return image;
}

} // namespace texelscope
