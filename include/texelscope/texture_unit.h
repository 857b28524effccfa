// An NVIDIA texture unit in software, bit for bit: CUDA's texture functions on the host.
//
//   using namespace texelscope;
//   std::vector<uchar4> texels(64 * 48);
//   TextureDesc desc;
//   desc.filterMode = TextureFilterMode::linear;
//   desc.readMode = TextureReadMode::normalized_float;
//   const TextureObject texture(texture_2d(texels.data(), 64, 48), desc);
//   const float4 color = tex2D<float4>(texture, 10.5f, 3.25f);
//
// Each function returns the same bits as the function of that name on the device, measured on an NVIDIA H200
// and an H100, whose texture units are the same. Coordinates count texels, and the center of the first is at
// 0.5; with normalizedCoords they go from 0 to 1. Every float is a valid coordinate, also NaN and infinities.
//
// Errors are std::invalid_argument, whose what() gives the reason in a sentence.
// - Making a TextureObject: what cudaCreateTextureObject refuses, with the name of CUDA's error; sizes over
//   CUDA's limits, with the limit's name.
// - A fetch: a function of another kind of texture (tex3D of a 2-D one); a return type T that does not fit.
//
// T fits if its numbers are floats and the texture returns floats, or if they are integers of the texture's
// signedness and no narrower than its elements (CUDA leaves other cases undefined). If T has fewer numbers
// than the texture has channels, the others are dropped; if it has more, the additional ones are 0.
#pragma once

#include <cstdint>

#include "texelscope/texture_object.h"

namespace texelscope {

template <class T>
T tex1D(const TextureObject& texture, float x) {
  return detail::fetch_as<T>(texture, {TextureKind::d1, detail::Function::plain, {x}});
}
template <class T>
T tex2D(const TextureObject& texture, float x, float y) {
  return detail::fetch_as<T>(texture, {TextureKind::d2, detail::Function::plain, {x, y}});
}
template <class T>
T tex3D(const TextureObject& texture, float x, float y, float z) {
  return detail::fetch_as<T>(texture, {TextureKind::d3, detail::Function::plain, {x, y, z}});
}
// The layer is clamped; a negative one selects the last.
template <class T>
T tex1DLayered(const TextureObject& texture, float x, int layer) {
  return detail::fetch_as<T>(texture, {TextureKind::d1_layered, detail::Function::plain, {x}, layer});
}
template <class T>
T tex2DLayered(const TextureObject& texture, float x, float y, int layer) {
  return detail::fetch_as<T>(texture, {TextureKind::d2_layered, detail::Function::plain, {x, y}, layer});
}
// x, y, z: a direction of any length.
template <class T>
T texCubemap(const TextureObject& texture, float x, float y, float z) {
  return detail::fetch_as<T>(texture, {TextureKind::cubemap, detail::Function::plain, {x, y, z}});
}
template <class T>
T texCubemapLayered(const TextureObject& texture, float x, float y, float z, int layer) {
  return detail::fetch_as<T>(texture,
                             {TextureKind::cubemap_layered, detail::Function::plain, {x, y, z}, layer});
}

// `level`: the level of detail before bias and clamps.
template <class T>
T tex1DLod(const TextureObject& texture, float x, float level) {
  return detail::fetch_as<T>(texture, {TextureKind::d1, detail::Function::lod, {x}, 0, level});
}
template <class T>
T tex2DLod(const TextureObject& texture, float x, float y, float level) {
  return detail::fetch_as<T>(texture, {TextureKind::d2, detail::Function::lod, {x, y}, 0, level});
}
template <class T>
T tex3DLod(const TextureObject& texture, float x, float y, float z, float level) {
  return detail::fetch_as<T>(texture, {TextureKind::d3, detail::Function::lod, {x, y, z}, 0, level});
}
template <class T>
T tex1DLayeredLod(const TextureObject& texture, float x, int layer, float level) {
  return detail::fetch_as<T>(texture, {TextureKind::d1_layered, detail::Function::lod, {x}, layer, level});
}
template <class T>
T tex2DLayeredLod(const TextureObject& texture, float x, float y, int layer, float level) {
  return detail::fetch_as<T>(texture, {TextureKind::d2_layered, detail::Function::lod, {x, y}, layer, level});
}
template <class T>
T texCubemapLod(const TextureObject& texture, float x, float y, float z, float level) {
  return detail::fetch_as<T>(texture, {TextureKind::cubemap, detail::Function::lod, {x, y, z}, 0, level});
}
template <class T>
T texCubemapLayeredLod(const TextureObject& texture, float x, float y, float z, int layer, float level) {
  return detail::fetch_as<T>(texture,
                             {TextureKind::cubemap_layered, detail::Function::lod, {x, y, z}, layer, level});
}

// dx and dy: the change of the coordinates from one pixel to the next, and from one row to the next, in units
// of the coordinates; of cubes, the change of the direction. The fourth number of a float4 is ignored. They
// give the level of detail and, except for 3-D textures and 1-D layers, anisotropy. The result of an
// anisotropic fetch is that of a thread whose gradients differ from those of the other three in its quad;
// with equal gradients the hardware's floats can differ in the last bit, except for cubes
// (docs/texture-unit.md).
template <class T>
T tex1DGrad(const TextureObject& texture, float x, float dx, float dy) {
  return detail::fetch_as<T>(texture, {TextureKind::d1, detail::Function::grad, {x}, 0, 0, {dx}, {dy}});
}
template <class T>
T tex2DGrad(const TextureObject& texture, float x, float y, float2 dx, float2 dy) {
  return detail::fetch_as<T>(
      texture, {TextureKind::d2, detail::Function::grad, {x, y}, 0, 0, detail::flat(dx), detail::flat(dy)});
}
template <class T>
T tex3DGrad(const TextureObject& texture, float x, float y, float z, float4 dx, float4 dy) {
  return detail::fetch_as<T>(
      texture,
      {TextureKind::d3, detail::Function::grad, {x, y, z}, 0, 0, detail::spatial(dx), detail::spatial(dy)});
}
template <class T>
T tex1DLayeredGrad(const TextureObject& texture, float x, int layer, float dx, float dy) {
  return detail::fetch_as<T>(texture,
                             {TextureKind::d1_layered, detail::Function::grad, {x}, layer, 0, {dx}, {dy}});
}
template <class T>
T tex2DLayeredGrad(const TextureObject& texture, float x, float y, int layer, float2 dx, float2 dy) {
  return detail::fetch_as<T>(texture, {TextureKind::d2_layered,
                                       detail::Function::grad,
                                       {x, y},
                                       layer,
                                       0,
                                       detail::flat(dx),
                                       detail::flat(dy)});
}
template <class T>
T texCubemapGrad(const TextureObject& texture, float x, float y, float z, float4 dx, float4 dy) {
  return detail::fetch_as<T>(texture, {TextureKind::cubemap,
                                       detail::Function::grad,
                                       {x, y, z},
                                       0,
                                       0,
                                       detail::spatial(dx),
                                       detail::spatial(dy)});
}
template <class T>
T texCubemapLayeredGrad(const TextureObject& texture, float x, float y, float z, int layer, float4 dx,
                        float4 dy) {
  return detail::fetch_as<T>(texture, {TextureKind::cubemap_layered,
                                       detail::Function::grad,
                                       {x, y, z},
                                       layer,
                                       0,
                                       detail::spatial(dx),
                                       detail::spatial(dy)});
}

// Returns channel `channel` (0 to 3) of the four texels that a linear filter would use, in CUDA's order:
// (0, 1), (1, 1), (1, 0), (0, 0), counted in x and y from the first.
template <class T>
T tex2Dgather(const TextureObject& texture, float x, float y, int channel = 0) {
  static_assert(detail::Parts<T>::count == 4, "a gather returns four numbers");
  return detail::fetch_as<T>(texture, {TextureKind::d2, detail::Function::gather, {x, y}, channel});
}

// Returns what `tex` gives in PTX's result types .f16 and .f16x2 where a fetch returns `component`: the bits
// of the nearest half, ties to the even one, infinity from 65520 on, and 0x7fff for NaN.
std::uint16_t f16_result(float component);

// Returns texel number `index` of linear memory, and 0 outside it.
template <class T>
T tex1Dfetch(const TextureObject& texture, int index) {
  return detail::fetch_as<T>(texture, {TextureKind::linear_1d, detail::Function::element, {}, index});
}

} // namespace texelscope
