#include "app/web/page_gpu.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/web/answered.h"
#include "app/web/page.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/explain/measured_weights.h"
#include "kernels/studies/explain/software_machine.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/texture_unit/decode.h"

namespace texelscope::web {

namespace {
using Json = nlohmann::ordered_json;

// Axes of the coordinate; a layer follows them.
int gpu_axes(Dimension dimension) {
  if (is_1d(dimension)) return 1;
  return dimension == Dimension::d2 || dimension == Dimension::d2_layered ? 2 : 3;
}

// Where JavaScript finds it in the module's memory.
Json address_of(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}

Json sampler_json(const Texture& texture, FetchKind function) {
  const Sampler& s = texture.sampler;
  Json address = Json::array();
  for (const AddressMode mode : s.address)
    address.push_back(identifier(mode));
  return {{"address", std::move(address)},
          {"filter", identifier(s.filter)},
          {"mipFilter", identifier(s.mip_filter)},
          {"bias", function == FetchKind::plain ? 0 : s.mip_bias}, // which has no effect there
          {"minLod", s.mip_min},
          {"maxLod", s.mip_max},
          {"anisotropy", std::max(1, s.max_anisotropy)},
          {"seamlessCube", s.seamless_cube}};
}

// The texels of a level as 32 bits each.
std::vector<std::uint32_t> packed_level(const Texture& texture, int level) {
  const auto [width, height, depth] = texture.size_of(level);
  return packed_texels(texture.level[std::size_t(level)],
                       std::size_t(width) * std::size_t(height) * std::size_t(depth));
}

// `packed`: packed_level() of each level, if the texture is packed.
Json request_json(const Texture& texture, const Effective& effective,
                  const std::vector<std::vector<std::uint32_t>>& packed) {
  Json levels = Json::array();
  for (std::size_t level = 0; level < std::size_t(texture.level_count); ++level)
    if (texture.packed)
      levels.push_back({address_of(packed[level].data()), packed[level].size() * sizeof(std::uint32_t)});
    else
      levels.push_back({address_of(texture.level[level]),
                        texture.plane_bytes(int(level)) * std::size_t(texture.size_of(int(level))[2])});
  return {{"dimension", identifier(texture.dimension)},
          {"width", texture.width},
          {"height", texture.height},
          {"depth", texture.depth()},
          {"format", gpu_format(texture, effective.channel_kind)},
          {"levels", std::move(levels)},
          {"sampler", sampler_json(texture, effective.function)}};
}
} // namespace

GpuFetches gpu_fetches(const Texture& texture, const FetchView& view, int width, int height) {
  GpuFetches fetches;
  const int axes = gpu_axes(texture.dimension);
  const bool layered = is_layered(texture.dimension);
  fetches.coordinate_size = axes + layered;
  fetches.gradient_size = axes;
  const auto append = [axes](std::vector<float>& to, float x, float y, float z) {
    const std::array<float, 3> all = {x, y, z};
    to.insert(to.end(), all.begin(), all.begin() + axes);
  };
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const auto [at, empty] = rules::pixel_fetch(view, column, row);
      fetches.empty.push_back(empty);
      append(fetches.coordinates, at.x, at.y, at.z);
      if (layered) fetches.coordinates.push_back(float(at.layer));
      if (view.function == FetchKind::lod) fetches.lod.push_back(at.lod);
      if (view.function != FetchKind::grad) continue;
      append(fetches.dx, at.dx.x, at.dx.y, at.dx.z);
      append(fetches.dy, at.dy.x, at.dy.y, at.dy.z);
    }
  return fetches;
}

FetchAt fetch_at(const Texture& texture, const float* coordinate) {
  FetchAt at;
  const int axes = gpu_axes(texture.dimension);
  at.x = coordinate[0];
  if (axes > 1) at.y = coordinate[1];
  if (axes > 2) at.z = coordinate[2];
  if (is_layered(texture.dimension)) at.layer = int(coordinate[axes]);
  return at;
}

std::string gpu_format(const Texture& texture, ChannelKind channels) {
  if (channels == ChannelKind::blocks) return "bc";
  const bool srgb = texture.sampler.srgb && unit::channel_kind(texture, 0) == unit::Channel::srgb8;
  const bool whole = srgb && texture.format.channels == 4;
  std::string name = whole ? gl_srgb8x4.name : unit::format_as_read(texture).gl.internal.name;
  name.erase(0, std::string_view("GL_").size());
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return srgb && !whole ? "s" + name : name;
}

std::string no_gpu_fetch(const Effective& e, const Texture& texture) {
  if (e.function == FetchKind::gather) return text(Text::web_gpu_no_gather);
  if (e.function == FetchKind::texel || e.storage == Storage::linear) return text(Text::web_gpu_no_index);
  if (e.slab != Slab::off) return text(Text::web_gpu_no_slab);
  if (e.type != FetchType::native) return text(Text::web_gpu_no_type);
  if (e.is_reinterpreted()) return text(Text::web_gpu_no_view);
  if (!texture.takes_normalized()) return text(Text::web_gpu_no_texel_coordinates);
  return "";
}

std::string Page::gpu() {
  return answered([&] {
    require_picture();
    const int width = model_.picture.width, height = model_.picture.height;
    if (const std::string why = no_gpu_fetch(effective(), bound_); !why.empty())
      return json_text({{"why", why}});
    gpu_fetches_ =
        gpu_fetches(bound_, make_fetch_view(scene_.session, effective(), width, height), width, height);
    const GpuFetches& f = gpu_fetches_;
    const Values& plain = plain_values();
    gpu_packed_.clear();
    for (int level = 0; bound_.packed && level < bound_.level_count; ++level)
      gpu_packed_.push_back(packed_level(bound_, level));
    Json json = {{"why", ""}, {"function", identifier(effective().function)}};
    json["request"] = request_json(bound_, effective(), gpu_packed_);
    json["picture"] = {{"width", width},
                       {"height", height},
                       {"channels", plain.channels},
                       {"values", address_of(plain.picture.pixels.data())},
                       {"empty", address_of(f.empty.data())},
                       {"coordinateSize", f.coordinate_size},
                       {"gradientSize", f.gradient_size},
                       {"coordinates", address_of(f.coordinates.data())},
                       {"lod", f.lod.empty() ? Json() : address_of(f.lod.data())},
                       {"dx", f.dx.empty() ? Json() : address_of(f.dx.data())},
                       {"dy", f.dy.empty() ? Json() : address_of(f.dy.data())}};
    return json_text(std::move(json));
  });
}

std::string Page::gpu_weights(std::array<int, 3> texel, const float* coordinates, int count) {
  return answered([&] {
    require_picture();
    Texture like = weights::probed_texture(effective());
    weights::SoftwareMachine machine(like);
    std::vector<FetchAt> at;
    const int size = gpu_axes(like.dimension) + is_layered(like.dimension);
    for (int i = 0; i < count; ++i)
      at.push_back(fetch_at(like, coordinates + std::ptrdiff_t(i) * size));
    const weights::Probe probe = {false, {weights::one_texel(like, 0, texel)}, false};
    gpu_weights_.clear();
    for (const TexelBits& value : machine.fetch(FetchKind::plain, at, {&probe, 1}))
      gpu_weights_.push_back(float(weights::returned_number(like, value[0]) / weights::returned_one(like)));
    return json_text({{"weights", address_of(gpu_weights_.data())}});
  });
}

std::string Page::gpu_levels(const float* lods, int count) {
  return answered([&] {
    require_picture();
    const Texture like = weights::probed_texture(effective());
    weights::SoftwareMachine machine(like);
    gpu_weights_.clear();
    for (const auto& level : measure_levels(like, {lods, std::size_t(count)}, machine))
      gpu_weights_.insert(gpu_weights_.end(), level.begin(), level.end());
    return json_text({{"shares", address_of(gpu_weights_.data())}});
  });
}

std::string Page::gpu_fetch_weights(int x, int y) {
  return answered([&] {
    require_picture();
    if (const std::string why = no_weights(effective()); !why.empty()) throw UserError(why);
    const int width = model_.picture.width, height = model_.picture.height;
    const auto [at, empty] =
        rules::pixel_fetch(make_fetch_view(scene_.session, effective(), width, height), x, y);
    Json texels = Json::array();
    const Texture like = weights::probed_texture(effective());
    weights::SoftwareMachine machine(like);
    const auto found = empty ? std::nullopt : measure_weights(like, effective().function, at, machine);
    for (const MeasuredTexel& texel : found ? found->texels : std::vector<MeasuredTexel>{})
      if (const auto& place = texel.place; place && texel.weight != 0)
        texels.push_back({{"level", place->level},
                          {"x", place->x},
                          {"y", place->y},
                          {"z", place->plane},
                          {"weight", texel.weight}});
    return json_text({{"texels", std::move(texels)}});
  });
}

} // namespace texelscope::web
