// Every pattern but noise is a sum that separates into columns and rows, so that nothing but multiplications
// and additions is left for a texel, and the bits are the same everywhere:
//   value(x, y) = base[x] + p[x] * across(y) + q[x] * along(y)
// with one entry in base, p and q for each channel of each column, and a few such sets to choose from by row.
#include "kernels/patterns.h"

#include <algorithm>
#include <array>

#include "kernels/element.h"
#include "kernels/mips.h"
#include "kernels/rows.h"
#include "kernels/turns.h"

namespace texelscope {

namespace {

using Color = std::array<double, 4>;

struct Columns {
  std::vector<double> base, p, q;
};

struct RowChoice {
  std::size_t columns = 0; // which set
  double across = 0, along = 0;
};

struct Separable {
  std::vector<Columns> sets;
  std::function<RowChoice(int y)> row;
};

Columns make_columns(const TextureSpec& spec) {
  const auto words = std::size_t(spec.width) * std::size_t(spec.format.channels);
  return {std::vector<double>(words), std::vector<double>(words), std::vector<double>(words)};
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

Separable checkerboard(const TextureSpec& spec, int plane) {
  constexpr Color dark = {0, 0.15, 0.35, 1}, light = {1, 0.9, 0.7, 1};
  Separable pattern;
  for (int parity = 0; parity < 2; ++parity) {
    Columns& columns = pattern.sets.emplace_back(make_columns(spec));
    for (int x = 0; x < spec.width; ++x)
      set_base(columns, spec, x, (x / spec.cell + parity) % 2 ? dark : light);
  }
  const int swapped = slices(spec) ? plane / spec.cell : plane;
  pattern.row = [cell = spec.cell, swapped](int y) {
    return RowChoice{std::size_t((y / cell + swapped) % 2), 0, 0};
  };
  return pattern;
}

Separable ramp(const TextureSpec& spec, int plane) {
  Columns columns = make_columns(spec);
  const int channels = spec.format.channels;
  for (int x = 0; x < spec.width; ++x) {
    const double u = share(x, spec.width);
    set_base(columns, spec, x, {u, 0, spec.planes() > 1 ? share(plane, spec.planes()) : 1 - u, 1});
    if (channels > 1) columns.p[std::size_t(x * channels + 1)] = 1;
  }
  return {{std::move(columns)}, [h = spec.height](int y) { return RowChoice{0, share(y, h), 0}; }};
}

// (1 + cos(2 pi t)) / 2 with t = (x - W/2)^2 / 2W + (y - H/2)^2 / 2H - c / 12 turns for channel c. Rings
// reach one texel exactly at the edges' middles, and since t then differs by whole turns across an edge,
// repeats join without a seam.
Separable zone_plate(const TextureSpec& spec, int plane) {
  Columns columns = make_columns(spec);
  const std::int64_t planes = spec.planes(), z = 2 * plane - planes;
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
  return {{std::move(columns)}, [=](int y) {
            // (2 y - h)^2 / 8 h turns, and those of the plane
            const std::int64_t row = (2 * y - h) * (2 * y - h);
            const Turn turn = planes == 1 ? turn_of(row, 8 * h)
                              : deep      ? turn_of(row * planes + z * z * h, 8 * h * planes)
                                          : turn_of(row * planes + 8 * h * plane, 8 * h * planes);
            return RowChoice{0, turn.cosine, turn.sine};
          }};
}

// Blue, red, cyan and yellow corners; every second cell darker; white lines between cells of 4 texels or
// more, and a dark line along the first row and column. A single channel is the luminance.
Separable uv_grid(const TextureSpec& spec, int plane) {
  // Where red, green and blue go.
  static constexpr std::size_t orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                               {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
  const auto& order = orders[plane % 6];
  const auto permuted = [&](const Color& color) {
    Color to = color;
    for (std::size_t c = 0; c < 3; ++c)
      to[order[c]] = color[c];
    return to;
  };
  constexpr std::size_t line_row = 2, edge_row = 3;
  constexpr Color line = {0.96, 0.96, 0.96, 1}, edge = {0.06, 0.06, 0.06, 1};
  const int channels = spec.format.channels, cell = spec.cell;
  const bool lines = cell >= 4;
  const auto place = [cell](int i, int size) { return (i / cell + 0.5) / ((size + cell - 1) / cell); };
  Separable pattern;
  for (std::size_t set = 0; set < 4; ++set) {
    Columns& columns = pattern.sets.emplace_back(make_columns(spec));
    for (int x = 0; x < spec.width; ++x) {
      const bool on_edge = lines && (x == 0 || set == edge_row),
                 on_line = lines && (x % cell == 0 || set == line_row);
      const double u = place(x, spec.width), shade = (std::size_t(x / cell) + set) % 2 ? 0.78 : 1;
      const double red = shade * (0.08 + 0.9 * u), blue = shade * (0.95 - 0.8 * u), green = shade;
      if (on_edge || on_line)
        set_base(columns, spec, x, on_edge ? edge : line);
      else if (channels == 1)
        set_base(columns, spec, x, {0.25 * red + 0.15 * blue});
      else
        set_base(columns, spec, x, permuted({red, 0, blue, 1}));
      const std::size_t rows_channel = channels > 1 ? order[1] : 0;
      if (!on_edge && !on_line && rows_channel < std::size_t(channels))
        columns.p[std::size_t(x * channels) + rows_channel] = channels > 1 ? green : 0.6 * green;
    }
  }
  pattern.row = [=, h = spec.height](int y) {
    const std::size_t set = lines && y == 0          ? edge_row
                            : lines && y % cell == 0 ? line_row
                                                     : std::size_t(y / cell % 2);
    return RowChoice{set, 0.12 + 0.76 * place(y, h), 0};
  };
  return pattern;
}

// All channels are 1 in the hot texel and 0 elsewhere; a place outside the texture means the nearest texel in
// it.
Separable one_hot(const TextureSpec& spec, int plane) {
  Separable pattern;
  pattern.sets = {make_columns(spec), make_columns(spec)};
  set_base(pattern.sets[1], spec, std::clamp(spec.hot_x, 0, spec.width - 1), {1, 1, 1, 1});
  const bool hot_plane = plane == std::clamp(spec.hot_z, 0, spec.planes() - 1);
  pattern.row = [hot_plane, hot_y = std::clamp(spec.hot_y, 0, spec.height - 1)](int y) {
    return RowChoice{hot_plane && y == hot_y, 0, 0};
  };
  return pattern;
}

Separable separable(const TextureSpec& spec, int plane) {
  switch (spec.source) {
  case Source::checkerboard:
    return checkerboard(spec, plane);
  case Source::ramp:
    return ramp(spec, plane);
  case Source::uv_grid:
    return uv_grid(spec, plane);
  case Source::one_hot:
    return one_hot(spec, plane);
  case Source::zone_plate:
  case Source::noise:
  case Source::file:
    break;
  }
  return zone_plate(spec, plane);
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

} // namespace

namespace {
template <class E>
bool fill_plane(Image& image, const TextureSpec& spec, int plane, const Progress& progress) {
  const Separable pattern = spec.source == Source::noise ? Separable() : separable(spec, plane);
  return for_rows(spec.height, image.row_bytes(), progress, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const auto out = reinterpret_cast<typename E::Word*>(image.texel(0, y, plane));
      if (spec.source == Source::noise) {
        noise_row<E>(spec, plane, y, out);
      } else {
        const RowChoice row = pattern.row(y);
        separable_row<E>(pattern.sets[row.columns], row, out);
      }
    }
  });
}
} // namespace

Image make_pattern(const TextureSpec& spec, const Progress& progress) {
  const int planes = spec.planes();
  Image shape{spec.width, spec.height, spec.format, {}, spec.dimension, planes, spec.levels};
  Image image = Image::create_like(shape);
  const bool whole = with_element(spec.format.kind, spec.format.bits, [&](auto element) {
    for (int plane = 0; plane < planes; ++plane) {
      const Progress part = [&](double share) { return progress((plane + share) / planes); };
      if (!fill_plane<decltype(element)>(image, spec, plane, progress ? part : Progress())) return false;
    }
    return true;
  });
  if (!whole) return {};
  fill_mips(image, spec.mips);
  if (spec.channel_kind == ChannelKind::packed) quantize_packed(image);
  return image;
}

} // namespace texelscope
