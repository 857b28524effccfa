#include "app/trace_library/facts.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "kernels/state/session/sampler_members.h"

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

// The driver's descriptor has flags where the runtime's has some members, and the others in another order.
TextureDesc facts(const CUDA_TEXTURE_DESC* desc) {
  TextureDesc facts;
  if (desc == nullptr) return facts;
  for (std::size_t axis = 0; axis < 3; ++axis)
    facts.addressMode[axis] = TextureAddressMode(desc->addressMode[axis]);
  facts.filterMode = TextureFilterMode(desc->filterMode);
  std::ranges::copy(desc->borderColor, facts.borderColor.begin());
  facts.maxAnisotropy = desc->maxAnisotropy;
  facts.mipmapFilterMode = TextureFilterMode(desc->mipmapFilterMode);
  facts.mipmapLevelBias = desc->mipmapLevelBias;
  facts.minMipmapLevelClamp = desc->minMipmapLevelClamp;
  facts.maxMipmapLevelClamp = desc->maxMipmapLevelClamp;
  for_each_sampler_member([&]<class Value>(const SamplerNames& names, Value TextureDesc::*member, auto) {
    if constexpr (std::is_convertible_v<bool, Value> || std::is_enum_v<Value>)
      if (names.driver_flag.bit != 0) facts.*member = Value((desc->flags & names.driver_flag.bit) != 0);
  });
  facts.readMode = TextureReadMode(!bool(facts.readMode)); // its flag is set where the mode is 0
  return facts;
}

void set_members(CUDA_TEXTURE_DESC& desc, const TextureDesc& to) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    desc.addressMode[axis] = CUaddress_mode(to.addressMode[axis]);
  desc.filterMode = CUfilter_mode(to.filterMode);
  std::ranges::copy(to.borderColor, desc.borderColor);
  desc.maxAnisotropy = to.maxAnisotropy;
  desc.mipmapFilterMode = CUfilter_mode(to.mipmapFilterMode);
  desc.mipmapLevelBias = to.mipmapLevelBias;
  desc.minMipmapLevelClamp = to.minMipmapLevelClamp;
  desc.maxMipmapLevelClamp = to.maxMipmapLevelClamp;
  for_each_sampler_member([&]<class Value>(const SamplerNames& names, Value TextureDesc::*member, auto) {
    if constexpr (std::is_convertible_v<bool, Value> || std::is_enum_v<Value>) {
      if (names.driver_flag.bit == 0) return;
      bool set = bool(to.*member);
      if constexpr (std::is_same_v<Value, TextureReadMode>) set = !set; // as above
      desc.flags = (desc.flags & ~names.driver_flag.bit) | (set ? names.driver_flag.bit : 0);
    }
  });
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

TextureDesc facts(const cudaTextureDesc* desc) {
  return desc == nullptr ? TextureDesc() : std::bit_cast<TextureDesc>(*desc);
}

ViewFacts facts(const cudaResourceViewDesc* desc) {
  return view_facts(desc);
}

} // namespace texelscope::trace
