#include "kernels/reports/advise/choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/parallel.h"
#include "kernels/state/session/format_name.h"
#include "kernels/unit/image/image.h"

namespace texelscope::advise {

namespace {
constexpr const char* way_names[] = {"array", "pitch", "linear", "nearest", "filter", "tile", "gather"};

constexpr bool suits(const Scene& scene, Way way) {
  switch (way) {
  case Way::array:
    return !scene.by_index;
  case Way::pitch:
    return !scene.by_index && scene.dimension == Dimension::d2;
  case Way::linear:
    return scene.by_index;
  case Way::nearest:
    return true;
  case Way::filter:
    return scene.is_linear();
  case Way::tile:
    return !scene.by_index;
  case Way::gather:
    return scene.is_linear() && scene.dimension == Dimension::d2;
  }
  return false;
}

Way own_way(const Scene& scene) {
  if (scene.storage == Storage::linear) return Way::linear;
  return scene.storage == Storage::pitch ? Way::pitch : Way::array;
}
} // namespace

void Scene::set_range() {
  least = INFINITY, greatest = -INFINITY;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    least = std::min(least, double(value));
    greatest = std::max(greatest, double(value));
  }
  if (!(least <= greatest)) least = greatest = 0;
}

std::string_view name(Way way) {
  return way_names[std::size_t(way)];
}

std::optional<Way> way_named(std::string_view name) {
  const auto found = std::ranges::find(way_names, name);
  if (found == std::end(way_names)) return std::nullopt;
  return Way(found - std::begin(way_names));
}

std::string name(const Choice& choice) {
  return std::string(name(choice.way)) + "." + element_name(choice.texels);
}

Coding coding_of(const Scene& scene, const ElementFormat& texels) {
  if (!texels.is_integer()) return {};
  const double least = scene.least, greatest = scene.greatest;
  if (texels.kind == ElementKind::signed_int) {
    const double largest = std::max(-least, greatest);
    return largest <= 1 ? Coding{} : Coding{float(largest), 0};
  }
  if (least >= 0 && greatest <= 1) return {};
  const double range = std::min(greatest - least, double(std::numeric_limits<float>::max()));
  return {range > 0 ? float(range) : 1.0f, float(least)};
}

std::vector<std::byte> encoded(const Scene& scene, const ElementFormat& texels) {
  const Coding coding = coding_of(scene, texels);
  const auto bytes = std::size_t(texels.bits / 8);
  std::vector<std::byte> all(scene.values.size() * bytes + Image::padding);
  loop_in_parallel(tbb::blocked_range<std::size_t>(0, scene.values.size()), [&](const auto& part) {
    for (std::size_t i = part.begin(); i < part.end(); ++i) {
      const double real = (double(scene.values[i]) - coding.offset) / coding.scale;
      const std::uint32_t code = encode_real(texels, real);
      for (std::size_t byte = 0; byte < bytes; ++byte)
        all[i * bytes + byte] = std::byte(code >> 8 * byte);
    }
  });
  return all;
}

Texture texture_of(const Scene& scene, const Choice& choice, const std::vector<std::byte>& texels) {
  Texture texture;
  texture.width = scene.size[0];
  texture.height = scene.size[1];
  texture.dimension = scene.dimension;
  texture.planes = scene.size[2];
  texture.format = choice.texels;
  texture.storage = choice.way == Way::pitch    ? Storage::pitch
                    : choice.way == Way::linear ? Storage::linear
                                                : Storage::array;
  texture.gather_array = choice.way == Way::gather;
  texture.sampler = scene.sampler;
  texture.sampler.read_mode = choice.texels.is_integer() ? ReadMode::normalized_float : ReadMode::element;
  texture.sampler.srgb = false;
  const Coding coding = coding_of(scene, choice.texels);
  for (float& border : texture.sampler.border_color)
    border = (border - coding.offset) / coding.scale;
  texture.level[0] = texels.data();
  return texture;
}

std::optional<FetchList::Planes> planes_of(const Scene& scene) {
  constexpr double tolerance = 1.0 / 64; // texels
  std::array<float, 3> of_axis = {};
  for (std::size_t axis = 0; axis < 3; ++axis)
    of_axis[axis] = float(scene.is_normalized() ? tolerance / scene.size[axis] : tolerance);
  return scene.fetches.planes(of_axis);
}

std::vector<Choice> choices_of(const Scene& scene) {
  const int channels = scene.own.channels;
  std::vector<ElementFormat> formats = {{ElementKind::floating, 32, channels},
                                        {ElementKind::floating, 16, channels},
                                        {ElementKind::unsigned_int, 16, channels},
                                        {ElementKind::unsigned_int, 8, channels}};
  if (std::ranges::find(formats, scene.own) == formats.end()) formats.push_back(scene.own);
  std::vector<Choice> all = {{own_way(scene), scene.own}};
  for (const ElementFormat& texels : formats)
    for (const Way way :
         {Way::array, Way::pitch, Way::linear, Way::nearest, Way::filter, Way::tile, Way::gather})
      if (const Choice choice{way, texels}; suits(scene, way) && choice != all.front()) all.push_back(choice);
  return all;
}

} // namespace texelscope::advise
