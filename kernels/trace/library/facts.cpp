#include "kernels/trace/library/facts.h"

#include <algorithm>

namespace texelscope::trace {

namespace {
ChannelsFacts channels(CUarray_format format, unsigned count) {
  ChannelsFacts facts = {};
  facts.format = std::uint32_t(format);
  facts.channels = count;
  return facts;
}

ChannelsFacts channels(const cudaChannelFormatDesc& desc) {
  return {desc.x, desc.y, desc.z, desc.w, std::int32_t(desc.f), 0, 0, 0};
}

template <class Handle>
std::uint64_t number(Handle handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}

// Both APIs name the members of views alike.
template <class Desc>
ViewFacts view_facts(const Desc* desc) {
  if (desc == nullptr) return {};
  return {std::int32_t(desc->format),
          1,
          desc->width,
          desc->height,
          desc->depth,
          desc->firstMipmapLevel,
          desc->lastMipmapLevel,
          desc->firstLayer,
          desc->lastLayer};
}

// And most of the members of samplers.
template <class Desc>
SamplerFacts common_sampler_facts(const Desc& desc) {
  SamplerFacts facts = {};
  for (int axis = 0; axis < 3; ++axis)
    facts.address_mode[axis] = std::int32_t(desc.addressMode[axis]);
  facts.filter_mode = std::int32_t(desc.filterMode);
  std::copy_n(desc.borderColor, 4, facts.border_color);
  facts.max_anisotropy = desc.maxAnisotropy;
  facts.mipmap_filter_mode = std::int32_t(desc.mipmapFilterMode);
  facts.mipmap_level_bias = desc.mipmapLevelBias;
  facts.min_mipmap_level_clamp = desc.minMipmapLevelClamp;
  facts.max_mipmap_level_clamp = desc.maxMipmapLevelClamp;
  return facts;
}
} // namespace

ArrayFacts facts(const CUDA_ARRAY_DESCRIPTOR* desc) {
  if (desc == nullptr) return {};
  return {desc->Width, desc->Height, 0, 0, 1, channels(desc->Format, desc->NumChannels)};
}

ArrayFacts facts(const CUDA_ARRAY3D_DESCRIPTOR* desc, unsigned levels) {
  if (desc == nullptr) return {};
  return {desc->Width, desc->Height, desc->Depth,
          desc->Flags, levels,       channels(desc->Format, desc->NumChannels)};
}

ResourceFacts facts(const CUDA_RESOURCE_DESC* desc) {
  ResourceFacts facts = {};
  if (desc == nullptr) return facts;
  facts.kind = std::int32_t(desc->resType);
  if (desc->resType == CU_RESOURCE_TYPE_ARRAY) {
    facts.array_handle = number(desc->res.array.hArray);
  } else if (desc->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY) {
    facts.array_handle = number(desc->res.mipmap.hMipmappedArray);
  } else if (desc->resType == CU_RESOURCE_TYPE_LINEAR) {
    const auto& linear = desc->res.linear;
    facts.address = linear.devPtr;
    facts.size_in_bytes = linear.sizeInBytes;
    facts.channels = channels(linear.format, linear.numChannels);
  } else if (desc->resType == CU_RESOURCE_TYPE_PITCH2D) {
    const auto& pitch = desc->res.pitch2D;
    facts.address = pitch.devPtr;
    facts.width = pitch.width;
    facts.height = pitch.height;
    facts.pitch_in_bytes = pitch.pitchInBytes;
    facts.channels = channels(pitch.format, pitch.numChannels);
  }
  return facts;
}

SamplerFacts facts(const CUDA_TEXTURE_DESC* desc) {
  if (desc == nullptr) return {};
  SamplerFacts facts = common_sampler_facts(*desc);
  facts.read_mode =
      desc->flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  facts.srgb = (desc->flags & CU_TRSF_SRGB) != 0;
  facts.normalized_coords = (desc->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  facts.disable_trilinear_optimization = (desc->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  facts.seamless_cubemap = (desc->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  return facts;
}

ViewFacts facts(const CUDA_RESOURCE_VIEW_DESC* desc) {
  return view_facts(desc);
}

ArrayFacts facts(const cudaChannelFormatDesc* desc, const cudaExtent& extent, unsigned flags,
                 unsigned levels) {
  return {extent.width, extent.height, extent.depth, flags, levels, desc ? channels(*desc) : ChannelsFacts{}};
}

ResourceFacts facts(const cudaResourceDesc* desc) {
  ResourceFacts facts = {};
  if (desc == nullptr) return facts;
  facts.kind = std::int32_t(desc->resType);
  if (desc->resType == cudaResourceTypeArray) {
    facts.array_handle = number(desc->res.array.array);
  } else if (desc->resType == cudaResourceTypeMipmappedArray) {
    facts.array_handle = number(desc->res.mipmap.mipmap);
  } else if (desc->resType == cudaResourceTypeLinear) {
    const auto& linear = desc->res.linear;
    facts.address = number(linear.devPtr);
    facts.size_in_bytes = linear.sizeInBytes;
    facts.channels = channels(linear.desc);
  } else if (desc->resType == cudaResourceTypePitch2D) {
    const auto& pitch = desc->res.pitch2D;
    facts.address = number(pitch.devPtr);
    facts.width = pitch.width;
    facts.height = pitch.height;
    facts.pitch_in_bytes = pitch.pitchInBytes;
    facts.channels = channels(pitch.desc);
  }
  return facts;
}

SamplerFacts facts(const cudaTextureDesc* desc) {
  if (desc == nullptr) return {};
  SamplerFacts facts = common_sampler_facts(*desc);
  facts.read_mode = std::int32_t(desc->readMode);
  facts.srgb = desc->sRGB;
  facts.normalized_coords = desc->normalizedCoords;
  facts.disable_trilinear_optimization = desc->disableTrilinearOptimization;
  facts.seamless_cubemap = desc->seamlessCubemap;
  return facts;
}

ViewFacts facts(const cudaResourceViewDesc* desc) {
  return view_facts(desc);
}

} // namespace texelscope::trace
