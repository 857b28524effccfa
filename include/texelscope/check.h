// What CUDA and the hardware really do with your texture: which settings they refuse, and which they silently
// change. The answers are those of a table measured on NVIDIA GPUs; no GPU, driver or CUDA library is needed.
//
//   cudaResourceDesc resource = ...;
//   cudaTextureDesc texture = {};
//   texture.addressMode[0] = cudaAddressModeWrap; // and normalizedCoords is 0
//   for (const texelscope::CheckNote& note : texelscope::check(resource, texture))
//     std::fputs(texelscope::to_text(note).c_str(), stderr);
//
// prints
//
//   altered: cudaTextureDesc::addressMode[0]: wrap needs normalized coordinates, so the hardware clamps.
//     rule: cudaAddressModeWrap and cudaAddressModeMirror work with normalizedCoords = 1 only; otherwise ...
//     cure: cudaTextureDesc::normalizedCoords = 1
//
// In a program that runs, TEXELSCOPE_CHECK(texture) does the same to a texture object, in debug builds:
//
//   cudaCreateTextureObject(&texture, &resource, &desc, nullptr);
//   TEXELSCOPE_CHECK(texture); // prints the notes and aborts if the hardware does something else
//
// The rules were measured on an H200 and an H100 with CUDA 13.0 (docs/texture-unit.md, assets/legality). The
// limits are those that every GPU since Turing has. texture_request.h declares the notes.
//
// This header includes CUDA's types alone and, where NDEBUG is not defined, the declarations of its runtime,
// which only TEXELSCOPE_CHECK calls.
#pragma once

#include <cstring>

#include <driver_types.h>
#include <texture_types.h>

#ifndef NDEBUG
#include <cuda_runtime_api.h>
#endif

#include "texelscope/texture_request.h"

namespace texelscope {

// What cannot be read from a cudaArray_t without a driver: the arguments that it was made with. The extent of
// cudaMallocArray is {width, height, 0}.
struct ArrayInfo {
  cudaChannelFormatDesc desc = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  unsigned levels = 1; // cudaMallocMipmappedArray
};

namespace detail {

inline ChannelRequest channels(const cudaChannelFormatDesc& desc) {
  return {desc.x, desc.y, desc.z, desc.w, int(desc.f)};
}

inline TextureDesc texture_desc(const cudaTextureDesc& desc) {
  TextureDesc copy;
  static_assert(sizeof copy == sizeof desc, "CUDA's descriptor has other members than this library knows");
  std::memcpy(&copy, &desc, sizeof copy);
  return copy;
}

inline void take_memory(TextureRequest& request, const cudaResourceDesc& desc) {
  request.resource = ResourceKind(desc.resType);
  if (desc.resType == cudaResourceTypeLinear) {
    request.address = reinterpret_cast<std::uintptr_t>(desc.res.linear.devPtr);
    request.channels = channels(desc.res.linear.desc);
    request.size_in_bytes = desc.res.linear.sizeInBytes;
  } else if (desc.resType == cudaResourceTypePitch2D) {
    request.address = reinterpret_cast<std::uintptr_t>(desc.res.pitch2D.devPtr);
    request.channels = channels(desc.res.pitch2D.desc);
    request.width = desc.res.pitch2D.width;
    request.height = desc.res.pitch2D.height;
    request.pitch_in_bytes = desc.res.pitch2D.pitchInBytes;
  }
}

} // namespace detail

// The descriptors as a value that can be stored and checked elsewhere.
inline TextureRequest texture_request(const cudaResourceDesc& resource, const cudaTextureDesc& texture,
                                      const cudaResourceViewDesc* view = nullptr,
                                      const ArrayInfo* array = nullptr, TextureUse use = {}) {
  TextureRequest request;
  detail::take_memory(request, resource);
  request.sampler = detail::texture_desc(texture);
  if (array)
    request.array = ArrayRequest{detail::channels(array->desc), array->extent.width, array->extent.height,
                                 array->extent.depth,           array->flags,        array->levels};
  if (view)
    request.view =
        ViewRequest{int(view->format),      view->width,           view->height,     view->depth,
                    view->firstMipmapLevel, view->lastMipmapLevel, view->firstLayer, view->lastLayer};
  request.use = use;
  return request;
}

// The notes on the arguments of cudaCreateTextureObject. Of arrays, `array` says how they were made; without
// it only the sampler is checked, and a note of kind `unchecked` says so.
inline std::vector<CheckNote> check(const cudaResourceDesc& resource, const cudaTextureDesc& texture,
                                    const cudaResourceViewDesc* view = nullptr,
                                    const ArrayInfo* array = nullptr, TextureUse use = {}) {
  return check(texture_request(resource, texture, view, array, use));
}

#ifndef NDEBUG
namespace detail {

// Counts the levels by asking for them: the runtime has no call that returns their number.
inline unsigned level_count(cudaMipmappedArray_t mipmapped, cudaArray_t& first) {
  unsigned count = 0;
  for (cudaArray_t level = nullptr; count < 32; ++count) {
    if (cudaGetMipmappedArrayLevel(&level, mipmapped, count) != cudaSuccess) {
      cudaGetLastError(); // the failure of the last call is expected and must not stay behind
      break;
    }
    if (count == 0) first = level;
  }
  return count;
}

inline bool read_array(const cudaResourceDesc& resource, ArrayInfo& info) {
  cudaArray_t array = nullptr;
  if (resource.resType == cudaResourceTypeArray)
    array = resource.res.array.array;
  else if (resource.resType == cudaResourceTypeMipmappedArray)
    info.levels = level_count(resource.res.mipmap.mipmap, array);
  return array && cudaArrayGetInfo(&info.desc, &info.extent, &info.flags, array) == cudaSuccess;
}

inline void check_object(cudaTextureObject_t object, const char* expression, const char* file, int line) {
  cudaResourceDesc resource = {};
  cudaTextureDesc texture = {};
  cudaResourceViewDesc view = {};
  ArrayInfo array;
  if (cudaGetTextureObjectResourceDesc(&resource, object) != cudaSuccess ||
      cudaGetTextureObjectTextureDesc(&texture, object) != cudaSuccess)
    return; // no texture object: the program's own test of cudaCreateTextureObject says why
  const bool viewed = cudaGetTextureObjectResourceViewDesc(&view, object) == cudaSuccess &&
                      view.format != cudaResViewFormatNone;
  const bool known = read_array(resource, array);
  report(texture_request(resource, texture, viewed ? &view : nullptr, known ? &array : nullptr), expression,
         file, line);
}

} // namespace detail
#endif

} // namespace texelscope

// In debug builds (NDEBUG is not defined): reads the descriptors of a cudaTextureObject_t back from CUDA,
// checks them and passes what it found to the handler, which by default prints it and aborts; see
// set_check_handler. In release builds it does nothing, and its argument is not evaluated.
#ifdef NDEBUG
#define TEXELSCOPE_CHECK(texture) static_cast<void>(0)
#else
#define TEXELSCOPE_CHECK(texture) ::texelscope::detail::check_object((texture), #texture, __FILE__, __LINE__)
#endif
