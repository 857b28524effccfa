// A texture on the host: texels, their format and shape, and a sampler. Included by texture_unit.h.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "texelscope/texture_desc.h"
#include "texelscope/vector_types.h"

namespace texelscope {

// The values equal cudaChannelFormatKind.
enum class ChannelFormatKind : std::uint8_t { signed_int, unsigned_int, floating };

// Corresponds to cudaChannelFormatDesc. All channels have the same bits: 8, 16 or 32; floats 16 or 32. There
// are 1, 2 or 4 channels.
struct ChannelFormat {
  ChannelFormatKind kind = ChannelFormatKind::unsigned_int;
  int bits = 8;
  int channels = 1;
};

enum class TextureKind : std::uint8_t {
  d1,
  d2,
  d3,
  d1_layered,
  d2_layered,
  cubemap,
  cubemap_layered,
  linear_1d
};

// Describes texels on the host as cudaResourceDesc describes them on the device. Each level is tightly
// packed, x fastest, then y, then z (layer; face, six per cube in the order +x -x +y -y +z -z).
struct TextureResource {
  TextureKind kind = TextureKind::d2;
  ChannelFormat format;
  // Texels of level 0; cubemaps are square. The largest sizes are CUDA's for compute capability 7.5 and
  // newer: 131072 in 1-D; 131072 x 65536 in 2-D; 16384 on each axis in 3-D; 32768 with several levels, layers
  // or faces; 2048 layers; 341 cubes; 2^28 texels of linear memory.
  int width = 1, height = 1;
  int depth = 1; // d3: slices; layered kinds: layers; cubemap_layered: cubes
  // 1 to 16 mip levels, each of max(1, size >> level) texels on every axis; layers do not shrink.
  std::vector<const void*> levels;
  // d2: an array made with cudaArrayTextureGather. If it has one level with a side longer than 16384 texels,
  // it keeps one bit more of a normalized coordinate.
  bool gather = false;
  // A mipmapped array, which it is in any case with several levels. With one it keeps as many bits as an
  // array for gathers, and a linear mipmapFilterMode sends each texel through the filter.
  bool mipmapped = false;
};

// How many bytes after the end of a level's texels the vector code of batch.h may read, without using them.
inline constexpr std::size_t texel_padding = 64;

enum class TexelStorage : std::uint8_t {
  copied,       // the texture object owns a copy
  viewed,       // the texels must outlive the texture object; changes to them are seen by later fetches
  viewed_padded // the same; besides, texel_padding bytes after each level can be read, which batch.h needs
};

class TextureObject;

namespace detail {

enum class Function : std::uint8_t { plain, lod, grad, gather, element };

struct Request {
  TextureKind kind;
  Function function;
  std::array<float, 3> at = {};
  int number = 0; // the layer; gather: the channel; element: the index
  float lod = 0;
  std::array<float, 3> dx = {}, dy = {}; // along x, y and z
};

inline std::array<float, 3> flat(float2 v) {
  return {v.x, v.y};
}
inline std::array<float, 3> spatial(float4 v) {
  return {v.x, v.y, v.z};
}

// The type of the return value's numbers.
struct Wanted {
  ChannelFormatKind kind;
  int bits;
};

struct TextureState;
const TextureState& state_of(const TextureObject& texture);

std::array<std::uint32_t, 4> fetch(const TextureObject& texture, const Request& request, Wanted wanted);

template <class T>
struct Parts {
  using Scalar = T;
  static constexpr std::size_t count = 1;
};
template <class S>
struct Parts<vector1<S>> {
  using Scalar = S;
  static constexpr std::size_t count = 1;
};
template <class S>
struct Parts<vector2<S>> {
  using Scalar = S;
  static constexpr std::size_t count = 2;
};
template <class S>
struct Parts<vector4<S>> {
  using Scalar = S;
  static constexpr std::size_t count = 4;
};

template <class S>
constexpr ChannelFormatKind kind_of() {
  static_assert(std::is_same_v<S, float> ||
                    (std::is_integral_v<S> && sizeof(S) <= 4 && !std::is_same_v<S, bool>),
                "float, or an integer of 8, 16 or 32 bits");
  if constexpr (std::is_floating_point_v<S>)
    return ChannelFormatKind::floating;
  else
    return std::is_signed_v<S> ? ChannelFormatKind::signed_int : ChannelFormatKind::unsigned_int;
}

template <class S>
S number_from(std::uint32_t word) {
  if constexpr (std::is_floating_point_v<S>) {
    return std::bit_cast<S>(word);
  } else {
    return static_cast<S>(word);
  }
}

template <class T>
T fetch_as(const TextureObject& texture, const Request& request) {
  using Scalar = typename Parts<T>::Scalar;
  constexpr std::size_t count = Parts<T>::count;
  const auto components = fetch(texture, request, {kind_of<Scalar>(), int(sizeof(Scalar)) * 8});
  if constexpr (std::is_same_v<T, Scalar>)
    return number_from<Scalar>(components[0]);
  else if constexpr (count == 1)
    return {number_from<Scalar>(components[0])};
  else if constexpr (count == 2)
    return {number_from<Scalar>(components[0]), number_from<Scalar>(components[1])};
  else
    return {number_from<Scalar>(components[0]), number_from<Scalar>(components[1]),
            number_from<Scalar>(components[2]), number_from<Scalar>(components[3])};
}

} // namespace detail

// Corresponds to cudaCreateChannelDesc<T>().
template <class T>
constexpr ChannelFormat channel_format() {
  using Scalar = typename detail::Parts<T>::Scalar;
  return {detail::kind_of<Scalar>(), int(sizeof(Scalar)) * 8, int(detail::Parts<T>::count)};
}
// 16-bit floats have no type of their own here: pass their bits and this format.
constexpr ChannelFormat half_format(int channels) {
  return {ChannelFormatKind::floating, 16, channels};
}

// Describe resources of one level; the format is that of T unless another is given.
template <class T>
TextureResource texture_1d(const T* texels, int width, ChannelFormat format = channel_format<T>()) {
  return {TextureKind::d1, format, width, 1, 1, {texels}};
}
template <class T>
TextureResource texture_2d(const T* texels, int width, int height,
                           ChannelFormat format = channel_format<T>()) {
  return {TextureKind::d2, format, width, height, 1, {texels}};
}
template <class T>
TextureResource texture_3d(const T* texels, int width, int height, int depth,
                           ChannelFormat format = channel_format<T>()) {
  return {TextureKind::d3, format, width, height, depth, {texels}};
}
template <class T>
TextureResource texture_1d_layered(const T* texels, int width, int layers,
                                   ChannelFormat format = channel_format<T>()) {
  return {TextureKind::d1_layered, format, width, 1, layers, {texels}};
}
template <class T>
TextureResource texture_2d_layered(const T* texels, int width, int height, int layers,
                                   ChannelFormat format = channel_format<T>()) {
  return {TextureKind::d2_layered, format, width, height, layers, {texels}};
}
template <class T>
TextureResource texture_cubemap(const T* texels, int side, ChannelFormat format = channel_format<T>()) {
  return {TextureKind::cubemap, format, side, side, 1, {texels}};
}
template <class T>
TextureResource texture_cubemap_layered(const T* texels, int side, int cubes,
                                        ChannelFormat format = channel_format<T>()) {
  return {TextureKind::cubemap_layered, format, side, side, cubes, {texels}};
}
// Describes linear memory, for tex1Dfetch: up to 2^28 texels.
template <class T>
TextureResource texture_linear(const T* texels, int width, ChannelFormat format = channel_format<T>()) {
  return {TextureKind::linear_1d, format, width, 1, 1, {texels}};
}

// Corresponds to cudaTextureObject_t: a handle to texels and a sampler. Copies are cheap and refer to the
// same texture. Any number of threads may fetch from it at once. One that was moved from refers to no
// texture: a fetch from it throws std::invalid_argument; it can be assigned to.
class TextureObject {
public:
  TextureObject(const TextureResource& resource, const TextureDesc& desc,
                TexelStorage storage = TexelStorage::copied);

private:
  friend const detail::TextureState& detail::state_of(const TextureObject&);
  std::shared_ptr<const detail::TextureState> state;
};

} // namespace texelscope
