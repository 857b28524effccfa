// The functions of texture_unit.h for many coordinates per call, and much faster: the same bits, computed for
// several fetches at once, and on several cores.
//
//   std::vector<float2> at = ...;
//   std::vector<float4> colors(at.size());
//   tex2D<float4>(texture, at, colors);
//
// Result i is that of fetch i. All spans of a call have the same size, one entry per fetch. T is chosen as
// for a single fetch. Results that are 32 bits wide and have as many numbers as the texture has channels
// (float4 of four channels, float of one) are written without an intermediate copy.
//
// `threads`: how many threads work on the call; 0: as many as there are cores; 1: the caller's alone. Any
// number of threads may call at once. Nothing is allocated per fetch. In the child of a fork() whose parent
// had called with several threads, the caller's works alone, whatever the number: the others are not there.
//
// Gradients: fetches 4 i to 4 i + 3 are the threads of a quad, which may share an anisotropic fetch as on the
// device (docs/texture-unit.md).
//
// Errors are std::invalid_argument, before anything is written: those of a single fetch, and spans of
// different sizes. Texels viewed without padding (TexelStorage::viewed) are fetched one by one, slowly.
//
// Link texelscope::batch, which needs Highway and oneTBB.
#pragma once

#include <span>

#include "texelscope/texture_unit.h"

namespace texelscope {

namespace detail {

// A column of arguments.
struct Column {
  const void* data = nullptr;
  std::size_t size = 0;
  bool taken = false; // by the function

  Column() = default;
  template <class V>
  Column(std::span<const V> values) : data(values.data()), size(values.size()), taken(true) {}
};

struct Batch {
  TextureKind kind;
  Function function;
  Column at = {};          // 1, 2 or 3 floats each
  Column numbers = {};     // int: layers; elements
  Column lods = {};        // float
  Column dx = {}, dy = {}; // as long as a coordinate
  int channel = 0;
};

void fetch(const TextureObject& texture, const Batch& batch, Wanted wanted, std::size_t numbers_each,
           void* results, std::size_t count, int threads);

template <class T>
void fetch_all(const TextureObject& texture, const Batch& batch, std::span<T> results, int threads) {
  using Scalar = typename Parts<T>::Scalar;
  static_assert(sizeof(T) == sizeof(Scalar) * Parts<T>::count);
  fetch(texture, batch, {kind_of<Scalar>(), int(sizeof(Scalar)) * 8}, Parts<T>::count, results.data(),
        results.size(), threads);
}

template <class T>
using Results = std::span<std::type_identity_t<T>>;

} // namespace detail

template <class T>
void tex1D(const TextureObject& texture, std::span<const float> x, detail::Results<T> results,
           int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d1, detail::Function::plain, x}, results, threads);
}
template <class T>
void tex2D(const TextureObject& texture, std::span<const float2> at, detail::Results<T> results,
           int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d2, detail::Function::plain, at}, results, threads);
}
template <class T>
void tex3D(const TextureObject& texture, std::span<const float3> at, detail::Results<T> results,
           int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d3, detail::Function::plain, at}, results, threads);
}
template <class T>
void tex1DLayered(const TextureObject& texture, std::span<const float> x, std::span<const int> layers,
                  detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d1_layered, detail::Function::plain, x, layers}, results,
                       threads);
}
template <class T>
void tex2DLayered(const TextureObject& texture, std::span<const float2> at, std::span<const int> layers,
                  detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d2_layered, detail::Function::plain, at, layers}, results,
                       threads);
}
// at: directions of any length.
template <class T>
void texCubemap(const TextureObject& texture, std::span<const float3> at, detail::Results<T> results,
                int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::cubemap, detail::Function::plain, at}, results, threads);
}
template <class T>
void texCubemapLayered(const TextureObject& texture, std::span<const float3> at, std::span<const int> layers,
                       detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::cubemap_layered, detail::Function::plain, at, layers}, results,
                       threads);
}

// levels: the levels of detail before bias and clamps.
template <class T>
void tex1DLod(const TextureObject& texture, std::span<const float> x, std::span<const float> levels,
              detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d1, detail::Function::lod, x, {}, levels}, results, threads);
}
template <class T>
void tex2DLod(const TextureObject& texture, std::span<const float2> at, std::span<const float> levels,
              detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d2, detail::Function::lod, at, {}, levels}, results, threads);
}
template <class T>
void tex3DLod(const TextureObject& texture, std::span<const float3> at, std::span<const float> levels,
              detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d3, detail::Function::lod, at, {}, levels}, results, threads);
}
template <class T>
void tex1DLayeredLod(const TextureObject& texture, std::span<const float> x, std::span<const int> layers,
                     std::span<const float> levels, detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d1_layered, detail::Function::lod, x, layers, levels}, results,
                       threads);
}
template <class T>
void tex2DLayeredLod(const TextureObject& texture, std::span<const float2> at, std::span<const int> layers,
                     std::span<const float> levels, detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d2_layered, detail::Function::lod, at, layers, levels}, results,
                       threads);
}
template <class T>
void texCubemapLod(const TextureObject& texture, std::span<const float3> at, std::span<const float> levels,
                   detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::cubemap, detail::Function::lod, at, {}, levels}, results,
                       threads);
}
template <class T>
void texCubemapLayeredLod(const TextureObject& texture, std::span<const float3> at,
                          std::span<const int> layers, std::span<const float> levels,
                          detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::cubemap_layered, detail::Function::lod, at, layers, levels},
                       results, threads);
}

// dx, dy: the change of the coordinates, or of a cube's direction, from one pixel to the next and from one
// row to the next.
template <class T>
void tex1DGrad(const TextureObject& texture, std::span<const float> x, std::span<const float> dx,
               std::span<const float> dy, detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d1, detail::Function::grad, x, {}, {}, dx, dy}, results,
                       threads);
}
template <class T>
void tex2DGrad(const TextureObject& texture, std::span<const float2> at, std::span<const float2> dx,
               std::span<const float2> dy, detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d2, detail::Function::grad, at, {}, {}, dx, dy}, results,
                       threads);
}
template <class T>
void tex3DGrad(const TextureObject& texture, std::span<const float3> at, std::span<const float3> dx,
               std::span<const float3> dy, detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d3, detail::Function::grad, at, {}, {}, dx, dy}, results,
                       threads);
}
template <class T>
void tex1DLayeredGrad(const TextureObject& texture, std::span<const float> x, std::span<const int> layers,
                      std::span<const float> dx, std::span<const float> dy, detail::Results<T> results,
                      int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d1_layered, detail::Function::grad, x, layers, {}, dx, dy},
                       results, threads);
}
template <class T>
void tex2DLayeredGrad(const TextureObject& texture, std::span<const float2> at, std::span<const int> layers,
                      std::span<const float2> dx, std::span<const float2> dy, detail::Results<T> results,
                      int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::d2_layered, detail::Function::grad, at, layers, {}, dx, dy},
                       results, threads);
}
template <class T>
void texCubemapGrad(const TextureObject& texture, std::span<const float3> at, std::span<const float3> dx,
                    std::span<const float3> dy, detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::cubemap, detail::Function::grad, at, {}, {}, dx, dy}, results,
                       threads);
}
template <class T>
void texCubemapLayeredGrad(const TextureObject& texture, std::span<const float3> at,
                           std::span<const int> layers, std::span<const float3> dx,
                           std::span<const float3> dy, detail::Results<T> results, int threads = 0) {
  detail::fetch_all<T>(texture,
                       {TextureKind::cubemap_layered, detail::Function::grad, at, layers, {}, dx, dy},
                       results, threads);
}

template <class T>
void tex2Dgather(const TextureObject& texture, std::span<const float2> at, int channel,
                 detail::Results<T> results, int threads = 0) {
  static_assert(detail::Parts<T>::count == 4, "a gather returns four numbers");
  detail::fetch_all<T>(texture, {TextureKind::d2, detail::Function::gather, at, {}, {}, {}, {}, channel},
                       results, threads);
}

template <class T>
void tex1Dfetch(const TextureObject& texture, std::span<const int> indices, detail::Results<T> results,
                int threads = 0) {
  detail::fetch_all<T>(texture, {TextureKind::linear_1d, detail::Function::element, {}, indices}, results,
                       threads);
}

} // namespace texelscope
