// The sampler's members: one row each, which everything iterates that converts, names, reads or writes them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string_view>
#include <type_traits>

#include "kernels/state/session/spec.h"
#include "texelscope/texture_desc.h"

namespace texelscope {

// In the place of a member CUDA's driver API has a flag, which is set where the member is on.
struct DriverFlag {
  unsigned bit = 0; // of CUDA_TEXTURE_DESC::flags; 0: the driver API has the member itself
  std::string_view name = {};
};

struct SamplerNames {
  std::string_view cuda; // of cudaTextureDesc
  // Of the session; of address modes there is one an axis, with "_x", "_y" or "_z" behind.
  std::string_view field;
  std::string_view stored;     // in a trace's report
  std::string_view python;     // of texelscope.Texture; "not " before it: what the argument turns off
  DriverFlag driver_flag = {}; // of the read mode it is set where integers are returned
  bool in_hip = true;
};

// Calls row(names, member of TextureDesc, member of Sampler) for each member, in cudaTextureDesc's order.
template <class Row>
constexpr void for_each_sampler_member(Row&& row) {
  using D = TextureDesc;
  using S = Sampler;
  row(SamplerNames{"addressMode", "sampler.address", "address_mode", "address"}, &D::addressMode,
      &S::address);
  row(SamplerNames{"filterMode", "sampler.filter", "filter_mode", "filter"}, &D::filterMode, &S::filter);
  row(SamplerNames{"readMode", "sampler.read_mode", "read_mode", "read_mode", {1, "CU_TRSF_READ_AS_INTEGER"}},
      &D::readMode, &S::read_mode);
  row(SamplerNames{"sRGB", "sampler.srgb", "srgb", "srgb", {16, "CU_TRSF_SRGB"}}, &D::sRGB, &S::srgb);
  row(SamplerNames{"borderColor", "sampler.border_color", "border_color", "border"}, &D::borderColor,
      &S::border_color);
  row(SamplerNames{"normalizedCoords",
                   "sampler.normalized_coords",
                   "normalized_coords",
                   "normalized",
                   {2, "CU_TRSF_NORMALIZED_COORDINATES"}},
      &D::normalizedCoords, &S::normalized_coords);
  row(SamplerNames{"maxAnisotropy", "sampler.max_anisotropy", "max_anisotropy", "anisotropy"},
      &D::maxAnisotropy, &S::max_anisotropy);
  row(SamplerNames{"mipmapFilterMode", "sampler.mip_filter", "mipmap_filter_mode", "mip_filter"},
      &D::mipmapFilterMode, &S::mip_filter);
  row(SamplerNames{"mipmapLevelBias", "sampler.mip_bias", "mipmap_level_bias", "mip_bias"},
      &D::mipmapLevelBias, &S::mip_bias);
  row(SamplerNames{"minMipmapLevelClamp", "sampler.mip_min", "min_mipmap_level_clamp", "mip_min"},
      &D::minMipmapLevelClamp, &S::mip_min);
  row(SamplerNames{"maxMipmapLevelClamp", "sampler.mip_max", "max_mipmap_level_clamp", "mip_max"},
      &D::maxMipmapLevelClamp, &S::mip_max);
  row(SamplerNames{"disableTrilinearOptimization",
                   "sampler.disable_trilinear_optimization",
                   "disable_trilinear_optimization",
                   "not trilinear_optimization",
                   {32, "CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION"},
                   false},
      &D::disableTrilinearOptimization, &S::disable_trilinear_optimization);
  row(SamplerNames{"seamlessCubemap",
                   "sampler.seamless_cube",
                   "seamless_cubemap",
                   "seamless",
                   {64, "CU_TRSF_SEAMLESS_CUBEMAP"},
                   false},
      &D::seamlessCubemap, &S::seamless_cube);
}

// The sampler that the descriptor's values act as. What is no enumerator, which CUDA refuses or ignores,
// becomes what is never refused.
constexpr AddressMode to_sampler(TextureAddressMode mode) {
  const bool known = mode >= TextureAddressMode::wrap && mode <= TextureAddressMode::border;
  return known ? AddressMode(mode) : AddressMode::clamp;
}
constexpr FilterMode to_sampler(TextureFilterMode mode) {
  return mode == TextureFilterMode::linear ? FilterMode::linear : FilterMode::point;
}
constexpr ReadMode to_sampler(TextureReadMode mode) {
  return mode == TextureReadMode::normalized_float ? ReadMode::normalized_float : ReadMode::element;
}
constexpr bool to_sampler(std::int32_t flag) {
  return flag != 0;
}
constexpr int to_sampler(std::uint32_t anisotropy) {
  return int(std::min(anisotropy, 16u)); // larger ones act like it
}
constexpr float to_sampler(float number) {
  return number;
}

constexpr Sampler sampler_of(const TextureDesc& desc) {
  Sampler sampler;
  for_each_sampler_member([&](const SamplerNames&, auto from, auto to) {
    if constexpr (requires { (desc.*from).size(); })
      std::ranges::transform(desc.*from, (sampler.*to).begin(), [](auto value) { return to_sampler(value); });
    else
      sampler.*to = to_sampler(desc.*from);
  });
  return sampler;
}

constexpr TextureDesc desc_of(const Sampler& sampler) {
  TextureDesc desc;
  for_each_sampler_member([&](const SamplerNames&, auto to, auto from) {
    if constexpr (requires { (desc.*to).size(); })
      std::ranges::transform(sampler.*from, (desc.*to).begin(), [](auto value) {
        return std::ranges::range_value_t<std::remove_reference_t<decltype(desc.*to)>>(value);
      });
    else
      desc.*to = std::remove_reference_t<decltype(desc.*to)>(sampler.*from);
  });
  return desc;
}

} // namespace texelscope
