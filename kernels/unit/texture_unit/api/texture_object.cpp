// The library's public interface to the model: checks what CUDA checks, then calls the model.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include "kernels/ground/base/half.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/state/session/size_limits.h"
#include "kernels/unit/texture_unit/api/texture_state.h"

namespace texelscope {

namespace {

[[noreturn]] void refuse(const std::string& reason) {
  throw std::invalid_argument("texelscope: " + reason);
}
void require(bool holds, const char* reason) {
  if (!holds) refuse(reason);
}

ElementFormat element_of(const ChannelFormat& format) {
  const bool floating = format.kind == ChannelFormatKind::floating;
  require(format.bits == 32 || format.bits == 16 || (format.bits == 8 && !floating),
          "a texture's channels are integers of 8, 16 or 32 bits or floats of 16 or 32");
  require(format.channels == 1 || format.channels == 2 || format.channels == 4,
          "a texture has 1, 2 or 4 channels");
  const ElementKind kind = floating                                       ? ElementKind::floating
                           : format.kind == ChannelFormatKind::signed_int ? ElementKind::signed_int
                                                                          : ElementKind::unsigned_int;
  return {kind, format.bits, format.channels};
}

Dimension dimension_of(TextureKind kind) {
  return kind == TextureKind::linear_1d ? Dimension::d1 : Dimension(kind); // the others have the same order
}
static_assert(int(TextureKind::cubemap_layered) == int(Dimension::cube_layered));

bool is_cube(TextureKind kind) {
  return kind == TextureKind::cubemap || kind == TextureKind::cubemap_layered;
}

std::string size_text(const std::array<int, 3>& size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " + std::to_string(size[2]);
}

void check_largest_size(const TextureResource& r) {
  const bool linear = r.kind == TextureKind::linear_1d;
  const TextureShape shape{.dimension = dimension_of(r.kind),
                           .level_count = std::max(int(r.levels.size()), r.mipmapped ? 2 : 1)};
  const SizeLimit limit = size_limit(shape, linear ? Storage::linear : Storage::array, r.gather);
  const LargestSize& largest = common_largest_sizes[std::size_t(limit)];
  const int faces = is_cube(r.kind) ? 6 : 1;
  if (r.width > largest[0] || r.height > largest[1] || r.depth > largest[2] / faces)
    refuse(size_text({r.width, r.height, r.depth}) + " texels are more than " + std::string(name(limit)) +
           " allows, " + size_text({largest[0], largest[1], largest[2] / faces}));
}

void check_size(const TextureResource& r) {
  const bool linear = r.kind == TextureKind::linear_1d;
  require(r.width >= 1 && r.height >= 1 && r.depth >= 1, "a texture has at least one texel on every axis");
  const bool one_row = linear || r.kind == TextureKind::d1 || r.kind == TextureKind::d1_layered;
  require(!one_row || r.height == 1, "a 1-D texture has height 1");
  const bool one_slice =
      linear || r.kind == TextureKind::d1 || r.kind == TextureKind::d2 || r.kind == TextureKind::cubemap;
  require(!one_slice || r.depth == 1, "only 3-D and layered textures have a depth");
  require(!is_cube(r.kind) || r.width == r.height, "a cubemap's faces are square");
  require(!r.gather || r.kind == TextureKind::d2, "only 2-D arrays are made with cudaArrayTextureGather");
  require(!r.mipmapped || !linear, "linear memory has no mip levels");
  check_largest_size(r);
}

void check_levels(const TextureResource& r) {
  require(!r.levels.empty(), "a texture has at least one level");
  require(!std::ranges::count(r.levels, nullptr), "a level's texels are a null pointer");
  if (r.levels.size() == 1) return;
  require(r.kind != TextureKind::linear_1d, "linear memory has no mip levels");
  const int longest = std::max({r.width, r.height, r.kind == TextureKind::d3 ? r.depth : 1});
  require(r.levels.size() <= std::size_t(std::bit_width(unsigned(longest))),
          "more mip levels than down to one texel");
}

void check_sampler(const ElementFormat& format, const TextureDesc& desc) {
  const bool integer = format.kind != ElementKind::floating;
  require(desc.readMode == TextureReadMode::element || format.is_normalizable(),
          "cudaErrorInvalidNormSetting: only 8 and 16-bit integers are read as normalized floats");
  require(desc.filterMode == TextureFilterMode::point || !integer ||
              desc.readMode == TextureReadMode::normalized_float,
          "cudaErrorInvalidFilterSetting: integers read as elements are not filtered");
}

const char* name_of(TextureKind kind) {
  static constexpr const char* names[] = {
      "1-D", "2-D", "3-D", "1-D layered", "2-D layered", "cubemap", "cubemap layered", "linear memory"};
  return names[std::size_t(kind)];
}

bool fits(const Texture& texture, const detail::Wanted& wanted) {
  switch (texture.result_type()) {
  case ResultType::floating:
    return wanted.kind == ChannelFormatKind::floating;
  case ResultType::signed_int:
    return wanted.kind == ChannelFormatKind::signed_int && wanted.bits >= texture.format.bits;
  case ResultType::unsigned_int:
    break;
  }
  return wanted.kind == ChannelFormatKind::unsigned_int && wanted.bits >= texture.format.bits;
}

} // namespace

detail::TextureState::TextureState(const TextureResource& resource, const TextureDesc& desc,
                                   TexelStorage storage)
    : kind(resource.kind), padded(storage != TexelStorage::viewed) {
  texture.format = element_of(resource.format);
  check_size(resource);
  check_levels(resource);
  check_sampler(texture.format, desc);
  texture.dimension = dimension_of(kind);
  texture.storage = kind == TextureKind::linear_1d ? Storage::linear : Storage::array;
  texture.width = resource.width, texture.height = resource.height;
  texture.planes = is_cube(kind) ? resource.depth * 6 : resource.depth;
  texture.level_count = int(resource.levels.size());
  texture.gather_array = resource.gather;
  texture.mipmapped = resource.mipmapped || texture.level_count > 1;
  texture.one_level = texture.mipmapped && texture.level_count == 1;
  texture.sampler = sampler_of(desc);
  std::ranges::transform(resource.levels, texture.level.begin(),
                         [](const void* texels) { return static_cast<const std::byte*>(texels); });
  if (storage == TexelStorage::copied) copy_texels();
}

// One block of memory, so that the vector code's 32-bit indices reach all levels.
void detail::TextureState::copy_texels() {
  const auto bytes_of = [&](int level) {
    const auto [width, height, depth] = texture.size_of(level);
    return std::size_t(width) * std::size_t(height) * std::size_t(depth) *
           std::size_t(texture.format.texel_bytes());
  };
  std::size_t bytes = texel_padding;
  for (int i = 0; i < texture.level_count; ++i)
    bytes += bytes_of(i);
  owned.reset(new std::byte[bytes]);
  std::byte* to = owned.get();
  for (int i = 0; i < texture.level_count; ++i) {
    const std::byte*& texels = texture.level[std::size_t(i)];
    std::memcpy(to, texels, bytes_of(i));
    texels = to;
    to += bytes_of(i);
  }
  std::memset(to, 0, texel_padding);
}

void detail::TextureState::check_fetch(TextureKind called, Function function, Wanted wanted,
                                       int number) const {
  if (kind != called)
    refuse(std::string("a function for a ") + name_of(called) + " texture was called on a " + name_of(kind) +
           " one");
  if (!fits(texture, wanted)) refuse("the return type does not fit what the texture returns");
  if (function == Function::gather && (number < 0 || number > 3)) refuse("a gather takes channel 0 to 3");
}

TextureObject::TextureObject(const TextureResource& resource, const TextureDesc& desc, TexelStorage storage)
    : state(std::make_shared<const detail::TextureState>(resource, desc, storage)) {}

const detail::TextureState& detail::state_of(const TextureObject& texture) {
  require(texture.state != nullptr, "the texture object was moved from");
  return *texture.state;
}

std::array<std::uint32_t, 4> detail::fetch(const TextureObject& object, const Request& request,
                                           Wanted wanted) {
  const TextureState& state = state_of(object);
  state.check_fetch(request.kind, request.function, wanted, request.number);
  FetchAt at;
  at.x = request.at[0], at.y = request.at[1], at.z = request.at[2];
  at.layer = at.component = at.texel = request.number; // the function uses its own member
  at.lod = request.lod;
  at.dx = {request.dx[0], request.dx[1], request.dx[2]};
  at.dy = {request.dy[0], request.dy[1], request.dy[2]};
  return texelscope::fetch(state.texture, FetchKind(request.function), at);
}

std::uint16_t f16_result(float component) {
  return std::isnan(component) ? std::uint16_t(0x7fff) : float_to_half(component);
}

} // namespace texelscope
