#include "kernels/studies/advise/figure_scenes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "kernels/ground/base/parallel.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::advise {

namespace {
constexpr std::size_t kilo = 1024, mega = 1024 * kilo;
constexpr std::size_t max_scene_fetches = std::size_t(1) << 24;
constexpr int side = 16;           // of a block of pixels
constexpr int thread_fetches = 16; // of stencils and tables
constexpr double offset = 0.3;     // texels, so that no coordinate is a texel's center or edge

constexpr const char* order_names[] = {"straight", "turned", "close",     "wide",
                                       "stencil",  "warped", "scattered", "table"};

// A row: the orders that scenes of a dimension have, and the bytes of their textures. 0: as many as fetches
// of each texel reach.
constexpr std::size_t reached = 0;
struct Sizes {
  FetchOrder order;
  std::vector<std::size_t> bytes;
};
std::vector<Sizes> sizes_of(Dimension dimension, bool by_index) {
  using enum FetchOrder;
  if (by_index) return {{straight, {8 * mega, reached}}, {scattered, {64 * kilo, 8 * mega, reached}}};
  if (dimension == Dimension::d1)
    return {{straight, {64 * kilo}},
            {turned, {64 * kilo}},
            {scattered, {64 * kilo, 512 * kilo}},
            {table, {kilo}}};
  if (dimension == Dimension::d2)
    return {{straight, {64 * kilo, 8 * mega, reached}},
            {turned, {64 * kilo, 8 * mega, reached}},
            {close, {64 * kilo, mega}},
            {wide, {8 * mega, reached}},
            {stencil, {mega}},
            {warped, {8 * mega, reached}},
            {scattered, {64 * kilo, 8 * mega, 256 * mega}}};
  return {{straight, {8 * mega}},
          {turned, {64 * kilo, 8 * mega, reached}},
          {close, {mega}},
          {stencil, {mega}},
          {scattered, {64 * kilo, 8 * mega, 256 * mega}}};
}

std::vector<FigureScene> all_scenes() {
  std::vector<FigureScene> all;
  const auto add = [&](Dimension dimension, bool by_index, FilterMode filter) {
    for (const int channels : {1, 2, 4})
      for (const Sizes& sizes : sizes_of(dimension, by_index))
        for (const std::size_t bytes : sizes.bytes) {
          const std::size_t most = std::min(128 * mega, max_scene_fetches * 4 * std::size_t(channels));
          all.push_back(
              {dimension, by_index, filter, channels, sizes.order, bytes == reached ? most : bytes});
        }
  };
  for (const Dimension dimension : {Dimension::d1, Dimension::d2, Dimension::d3})
    for (const FilterMode filter : {FilterMode::point, FilterMode::linear})
      add(dimension, false, filter);
  add(Dimension::d1, true, FilterMode::point);
  return all;
}

// A number from 0 to 1 that looks random.
double hashed(std::uint64_t i) {
  i = (i ^ i >> 31) * 0x7fb5d329728ea185u;
  i = (i ^ i >> 27) * 0x81dadef4bc2dd44du;
  return double((i ^ i >> 33) >> 11) * 0x1p-53;
}

// Powers of two, the first axes the larger ones.
std::array<int, 3> size_for(const FigureScene& figure, int axes) {
  std::array<int, 3> size = {1, 1, 1};
  const int doublings = int(std::bit_width(figure.bytes / (4 * std::size_t(figure.channels)))) - 1;
  for (int i = 0; i < doublings; ++i)
    size[std::size_t(i % axes)] *= 2;
  return size;
}

// Texels from one pixel, row and slice of the picture to the next: a row for each axis of the texture.
using Directions = std::array<std::array<double, 3>, 3>;
Directions directions_of(const FigureScene& figure) {
  const double scale = figure.order == FetchOrder::close ? 0.25 : figure.order == FetchOrder::wide ? 3 : 1;
  Directions all = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  if (figure.order != FetchOrder::straight && figure.order != FetchOrder::stencil) {
    if (figure.dimension == Dimension::d2) all = {{{0.95, -0.3, 0}, {0.3, 0.95, 0}, {0, 0, 1}}};
    if (figure.dimension == Dimension::d3) all = {{{0.9, 0.1, 0}, {-0.1, 0.8, 0}, {0.3, 0.4, 1}}};
  }
  for (auto& axis : all)
    axis[0] *= scale, axis[1] *= scale;
  return all;
}

class ListMaker {
public:
  ListMaker(const FigureScene& of, const Scene& scene) : figure(of), size(scene.size), axes(scene.axes()) {}

  FetchList list() {
    const bool stencil = figure.order == FetchOrder::stencil;
    made = FetchList(axes, is_random() || axes == 1 ? lanes : side);
    made.set_fetches_of_thread(stencil || figure.order == FetchOrder::table ? thread_fetches : 1);
    if (is_random())
      add_random();
    else if (axes == 1)
      add_rows();
    else
      add_pictures(stencil);
    made.fill_up(made.entries_of_tile());
    return std::move(made);
  }

private:
  bool is_random() const {
    return figure.order == FetchOrder::scattered || figure.order == FetchOrder::table;
  }

  // More fetches than sectors, so that most are touched.
  void add_random() {
    const std::size_t texels = figure.bytes / (4 * std::size_t(figure.channels));
    const std::size_t count = std::clamp<std::size_t>(2 * texels, 1 << 18, 1 << 23);
    std::uint64_t number = 0;
    while (made.fetches() < count) {
      float at[lanes][3] = {};
      for (auto& lane : at)
        for (int axis = 0; axis < axes; ++axis) {
          const double place = hashed(number++) * size[std::size_t(axis)];
          lane[axis] = float(figure.by_index ? std::floor(place) : std::floor(place) + offset);
        }
      made.add(at, ~std::uint32_t(0));
    }
  }

  void add_rows() {
    const double first = figure.by_index ? 0 : offset, step = figure.order == FetchOrder::turned ? 0.95 : 1;
    for (int begin = 0; begin < size[0]; begin += lanes) {
      float at[lanes][3] = {};
      for (int lane = 0; lane < lanes; ++lane)
        at[lane][0] = float(std::min((begin + lane) * step, size[0] - 1.0) + first);
      made.add(at, ~std::uint32_t(0));
    }
  }

  // Blocks of 16 x 16 pixels, one behind the other; where one would leave the texture it is moved back.
  void add_pictures(bool stencil) {
    const Directions directions = directions_of(figure);
    const double apart = std::hypot(directions[0][0], directions[1][0], directions[2][0]);
    const auto blocks = [&](int axis) {
      return std::max(1, int(size[std::size_t(axis)] / std::max(0.25, std::round(apart * 4) / 4) / side));
    };
    const int columns = blocks(0), rows = blocks(1);
    const int offsets = stencil ? thread_fetches : 1;
    for (int slice = 0; slice < size[2]; ++slice)
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
          if (made.fetches() >= max_scene_fetches) return;
          add_block(directions, {double(column * side), double(row * side), double(slice)}, offsets);
        }
  }

  void add_block(const Directions& directions, const std::array<double, 3>& at, int offsets) {
    std::array<double, 3> first = {};
    for (int axis = 0; axis < axes; ++axis) {
      const auto& d = directions[std::size_t(axis)];
      double low = 0, high = 0;
      for (int i = 0; i < 2; ++i)
        (d[std::size_t(i)] < 0 ? low : high) += d[std::size_t(i)] * (side - 1);
      if (offsets > 1) low -= 2, high += 1;
      if (figure.order == FetchOrder::warped) low -= 0.5, high += 0.5;
      const double room = std::max(1e-3, size[std::size_t(axis)] - 0.5 - (high - low));
      const double begin = d[0] * at[0] + d[1] * at[1] + d[2] * at[2] + low;
      first[std::size_t(axis)] = begin - room * std::floor(begin / room) - low + offset;
    }
    for (int i = 0; i < offsets; ++i)
      for (int warp = 0; warp < warps_of_block; ++warp) {
        float lane_at[lanes][3] = {};
        for (int lane = 0; lane < lanes; ++lane) {
          const double u = lane % side, v = 2.0 * warp + lane / side;
          for (int axis = 0; axis < axes; ++axis) {
            const auto& d = directions[std::size_t(axis)];
            double place = first[std::size_t(axis)] + d[0] * u + d[1] * v;
            if (offsets > 1) place += moved(i, axis);
            if (figure.order == FetchOrder::warped) place += hashed(number++) - 0.5;
            lane_at[lane][axis] = float(place);
          }
        }
        made.add(lane_at, ~std::uint32_t(0));
      }
  }

  // Of a stencil's fetches: 4 x 4 texels, or 4 x 2 x 2.
  double moved(int i, int axis) const {
    if (axis == 0) return i % 4 - 2;
    if (axes == 2) return i / 4 - 2;
    return (axis == 1 ? i / 4 % 2 : i / 8) - 1;
  }

  const FigureScene& figure;
  std::array<int, 3> size;
  int axes;
  std::uint64_t number = 0;
  FetchList made;
};
} // namespace

namespace {
std::string kind_name(Dimension dimension, bool by_index, bool linear, int channels) {
  constexpr const char* dimensions[] = {"1d", "2d", "3d"};
  return std::string(by_index ? "index" : dimensions[std::size_t(dimension)]) +
         (linear ? ".linear." : ".point.") + std::to_string(channels);
}
} // namespace

std::string name(const FigureScene& scene) {
  const std::size_t bytes = scene.bytes;
  return kind_name(scene.dimension, scene.by_index, scene.filter == FilterMode::linear, scene.channels) +
         "." + order_names[std::size_t(scene.order)] + "." +
         (bytes < mega ? std::to_string(bytes / kilo) + "K" : std::to_string(bytes / mega) + "M");
}

std::string kind_of(const Scene& scene) {
  return kind_name(scene.dimension, scene.by_index, scene.is_linear(), scene.own.channels);
}

bool are_alike(const FigureScene& a, const FigureScene& b) {
  return a.dimension == b.dimension && a.by_index == b.by_index && a.filter == b.filter &&
         a.channels == b.channels;
}

const std::vector<FigureScene>& figure_scenes() {
  static const std::vector<FigureScene> all = all_scenes();
  return all;
}

Scene made_scene(const FigureScene& figure) {
  Scene scene;
  scene.title = name(figure);
  scene.dimension = figure.dimension;
  scene.size = size_for(figure, scene.axes());
  scene.own = {ElementKind::floating, 32, figure.channels};
  scene.storage = figure.by_index ? Storage::linear : Storage::array;
  scene.by_index = figure.by_index;
  scene.sampler = zeroed_sampler;
  scene.sampler.filter = figure.filter;
  scene.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  scene.values.resize(scene.texel_count() * std::size_t(figure.channels));
  loop_in_parallel(tbb::blocked_range<std::size_t>(0, scene.values.size()), [&](const auto& part) {
    for (std::size_t i = part.begin(); i < part.end(); ++i)
      scene.values[i] = float(hashed(i));
  });
  scene.least = 0, scene.greatest = 1;
  scene.fetches = ListMaker(figure, scene).list();
  return scene;
}

} // namespace texelscope::advise
