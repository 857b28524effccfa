// Small scenes of what kernels fetch, with the texture from which exact arithmetic fetches the same.
#pragma once

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "kernels/reports/advise/choice_code.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope::tests {

struct SceneSetup {
  Dimension dimension = Dimension::d2;
  std::array<int, 3> size = {13, 7, 1};
  ElementFormat own = {ElementKind::floating, 32, 1};
  Storage storage = Storage::array;
  FilterMode filter = FilterMode::linear;
  std::array<AddressMode, 3> address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  bool normalized = true;
  std::array<float, 4> border = {0.25f, 0.5f, 0.75f, 1};
  double least = 0, greatest = 1; // of the texels

  std::string describe() const {
    std::string all = "dimension " + std::to_string(int(dimension)) + ", filter " +
                      std::to_string(int(filter)) + ", normalized " + std::to_string(normalized) +
                      ", storage " + std::to_string(int(storage)) + ", address";
    for (const AddressMode mode : address)
      all += " " + std::to_string(int(mode));
    return all + ", own " + std::to_string(int(own.kind)) + " " + std::to_string(own.bits) + " " +
           std::to_string(own.channels);
  }
};

// Scenes of all dimensions, address modes, filters, formats, and by index.
inline std::vector<SceneSetup> scene_setups() {
  std::vector<SceneSetup> all;
  constexpr ElementFormat formats[] = {
      {ElementKind::floating, 32, 1},  {ElementKind::floating, 16, 2},     {ElementKind::unsigned_int, 8, 4},
      {ElementKind::signed_int, 8, 1}, {ElementKind::unsigned_int, 16, 2}, {ElementKind::signed_int, 16, 4},
      {ElementKind::floating, 32, 4},
  };
  constexpr AddressMode modes[] = {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror,
                                   AddressMode::border};
  constexpr std::array<int, 3> sizes[] = {{29, 1, 1}, {13, 7, 1}, {5, 4, 3}};
  const auto add = [&](SceneSetup setup) {
    setup.own = formats[all.size() % std::size(formats)];
    if (setup.own.kind != ElementKind::unsigned_int) setup.least = -1;
    if (setup.own.kind == ElementKind::floating) setup.greatest = 3;
    all.push_back(setup);
  };
  for (const int axes : {1, 2, 3})
    for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
      SceneSetup setup = {.dimension = Dimension(axes - 1), .size = sizes[axes - 1], .filter = filter};
      for (std::size_t first = 0; first < 4; ++first) {
        for (std::size_t axis = 0; axis < std::size_t(axes); ++axis) // border along y halves 1-D fetches
          setup.address[axis] = modes[(first + axis) % 4];
        setup.size = sizes[axes - 1];
        add(setup);
        setup.size = {axes == 1 ? 16 : 1, axes > 1 ? 8 : 1, 1}; // powers of two, and one texel
        add(setup);
      }
      setup.size = sizes[axes - 1];
      setup.normalized = false;
      for (const AddressMode mode : {AddressMode::clamp, AddressMode::border}) {
        setup.address = {mode, AddressMode::clamp, axes == 3 ? mode : AddressMode::clamp};
        add(setup);
      }
    }
  for (std::size_t i = 0; i < std::size(formats); ++i)
    add({.dimension = Dimension::d1,
         .size = {37, 1, 1},
         .storage = Storage::linear,
         .filter = FilterMode::point,
         .normalized = false,
         .border = {}});
  return all;
}

// Scenes that MadeScene::add_cells() suits.
inline std::vector<SceneSetup> cell_setups() {
  std::vector<SceneSetup> all;
  for (SceneSetup setup : scene_setups()) {
    if (setup.size[0] == 1 || setup.size[0] == 16) continue;
    setup.size = {41, setup.dimension == Dimension::d1 ? 1 : 11, setup.dimension == Dimension::d3 ? 3 : 1};
    all.push_back(setup);
  }
  return all;
}

// Not to be moved: the texture points to its texels.
class MadeScene {
public:
  explicit MadeScene(const SceneSetup& setup, unsigned seed = 1) : random(seed) {
    scene.title = "made";
    scene.dimension = setup.dimension;
    scene.size = setup.size;
    scene.own = setup.own;
    scene.storage = setup.storage;
    scene.by_index = setup.storage == Storage::linear;
    scene.sampler = {.normalized_coords = setup.normalized && !scene.by_index,
                     .address = setup.address,
                     .border_color = setup.border,
                     .filter = setup.filter,
                     .read_mode = setup.own.is_integer() ? ReadMode::normalized_float : ReadMode::element,
                     .mip_filter = FilterMode::point,
                     .mip_max = 0,
                     .max_anisotropy = 0};
    const std::size_t count = scene.texel_count() * std::size_t(setup.own.channels);
    std::uniform_real_distribution<double> any(setup.least, setup.greatest);
    const auto bytes = std::size_t(setup.own.bits / 8);
    texels.resize(count * bytes + Image::padding);
    for (std::size_t i = 0; i < count; ++i) {
      // The ends are among them, so that coding stretches over all of the range.
      const double value = i == 0 ? setup.least : i == 1 ? setup.greatest : any(random);
      const std::uint32_t code = encode_real(setup.own, value);
      std::memcpy(texels.data() + i * bytes, &code, bytes);
      scene.values.push_back(float(real_value(setup.own, code)));
    }
    scene.set_range();
    scene.fetches = advise::FetchList(scene.axes());
    texture.width = setup.size[0], texture.height = setup.size[1], texture.planes = setup.size[2];
    texture.dimension = setup.dimension;
    texture.format = setup.own;
    texture.storage = setup.storage;
    texture.sampler = scene.sampler;
    texture.level[0] = texels.data();
  }
  MadeScene(const MadeScene&) = delete;
  MadeScene& operator=(const MadeScene&) = delete;

  // Entries with 32 coordinates each, from 1.5 textures before the first texel to 1.5 behind the last, none
  // of which lies near a texel's edge, where rounding decides between neighbors.
  void add_fetches(int entries) {
    for (int entry = 0; entry < entries; ++entry) {
      float at[advise::lanes][3] = {};
      for (auto& lane : at)
        for (int axis = 0; axis < scene.axes(); ++axis)
          lane[axis] = coordinate(axis);
      scene.fetches.add(at, ~std::uint32_t(0));
    }
  }

  // Entries with that coordinate along an axis, or all axes (-1).
  void add_same(float coordinate_of_all, int axis_of_all, int entries) {
    for (int entry = 0; entry < entries; ++entry) {
      float at[advise::lanes][3] = {};
      for (auto& lane : at)
        for (int axis = 0; axis < scene.axes(); ++axis)
          lane[axis] = axis_of_all == axis || axis_of_all < 0 ? coordinate_of_all : coordinate(axis);
      scene.fetches.add(at, ~std::uint32_t(0));
    }
  }

  // Entries whose lanes lie a texel from the next along x and along y, in four rows of eight, each as far
  // into its texel; those of a block's warps lie near each other. `inside`: none lies beyond the edges of a
  // texture of at least 8 x 4 texels.
  void add_cells(int entries, bool inside) {
    constexpr int lanes_in_row = 8;
    scene.fetches = advise::FetchList(scene.axes(), lanes_in_row);
    std::array<int, 3> near = {};
    for (int entry = 0; entry < entries; ++entry) {
      float at[advise::lanes][3] = {};
      for (int axis = 0; axis < scene.axes(); ++axis) {
        const int n = scene.size[std::size_t(axis)];
        const int span = axis == 0 ? lanes_in_row : axis == 1 ? advise::lanes / lanes_in_row : 1;
        if (entry % advise::warps_of_block == 0)
          near[std::size_t(axis)] = int(random() % unsigned(4 * n)) - 3 * n / 2;
        int first = near[std::size_t(axis)] + int(random() % 3);
        if (inside) first = std::clamp(first, 0, n - span);
        const double within = scene.by_index ? 0 : double(1 + random() % 15) / 16;
        for (int lane = 0; lane < advise::lanes; ++lane) {
          const int step = axis == 0 ? lane % lanes_in_row : axis == 1 ? lane / lanes_in_row : 0;
          at[lane][axis] = float((first + step + within) / (scene.sampler.normalized_coords ? n : 1));
        }
      }
      scene.fetches.add(at, ~std::uint32_t(0));
    }
  }

  // The exact result of an entry's lane; `nearest`: of the texel in which its coordinate lies.
  std::array<double, 4> exact(std::size_t entry, int lane, bool nearest = false) const {
    Texture of = texture;
    if (nearest) of.sampler.filter = FilterMode::point;
    const auto coordinate_of = [&](int axis) {
      return axis < scene.axes() ? scene.fetches.at(entry, lane, axis) : 0.0f;
    };
    FetchAt at{.x = coordinate_of(0), .y = coordinate_of(1), .z = coordinate_of(2)};
    if (scene.by_index) at.texel = int(at.x);
    return unit::ideal_result(of, scene.by_index ? FetchKind::texel : FetchKind::plain, at);
  }

  // How far the values are apart, the border's with them.
  double contrast() const {
    double least = scene.least, greatest = scene.greatest;
    for (const float border : scene.sampler.border_color)
      least = std::min(least, double(border)), greatest = std::max(greatest, double(border));
    return greatest - least;
  }

  // How far the nearest code may be from a value.
  double coding_error(const ElementFormat& texels) const {
    const double largest = std::max(std::abs(scene.least), std::abs(scene.greatest));
    if (!texels.is_integer()) return texels.bits == 32 ? 0 : largest / 2048;
    const int bits = texels.kind == ElementKind::signed_int ? texels.bits - 1 : texels.bits;
    return advise::coding_of(scene, texels).scale / double((1 << bits) - 1) / 2;
  }

  advise::Scene scene;
  Texture texture;
  std::vector<std::byte> texels;

private:
  float coordinate(int axis) {
    const int n = scene.size[std::size_t(axis)];
    const int texel = int(random() % unsigned(4 * n)) - 3 * n / 2;
    if (scene.by_index) return float(texel);
    const double inside = 0.05 + 0.9 * double(random() % 4096) / 4096;
    return float((texel + inside) / (scene.sampler.normalized_coords ? n : 1));
  }

  std::mt19937 random;
};

} // namespace texelscope::tests
