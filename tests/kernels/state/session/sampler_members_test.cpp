#include "kernels/state/session/sampler_members.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TEST(SamplerMembers, HaveTheFlagsOfTheDriverApi) {
  std::map<std::string, unsigned> bits;
  for_each_sampler_member([&](const SamplerNames& names, auto, auto) {
    if (names.driver_flag.bit != 0) bits[std::string(names.driver_flag.name)] = names.driver_flag.bit;
  });
  const std::map<std::string, unsigned> of_cuda_h = {{"CU_TRSF_READ_AS_INTEGER", 0x01},
                                                     {"CU_TRSF_NORMALIZED_COORDINATES", 0x02},
                                                     {"CU_TRSF_SRGB", 0x10},
                                                     {"CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION", 0x20},
                                                     {"CU_TRSF_SEAMLESS_CUBEMAP", 0x40}};
  EXPECT_EQ(bits, of_cuda_h);
}

TEST(SamplerMembers, ADescriptorAndItsSamplerSayTheSame) {
  TextureDesc desc;
  desc.addressMode = {TextureAddressMode::border, TextureAddressMode::mirror, TextureAddressMode::clamp};
  desc.filterMode = TextureFilterMode::linear;
  desc.readMode = TextureReadMode::normalized_float;
  desc.sRGB = 5; // a flag that is on
  desc.borderColor = {0.25f, 0.5f, 0.75f, 1.0f};
  desc.normalizedCoords = 1;
  desc.maxAnisotropy = 400;
  desc.mipmapLevelBias = -0.5f;
  desc.maxMipmapLevelClamp = 3;
  desc.seamlessCubemap = 1;
  const Sampler sampler = sampler_of(desc);
  EXPECT_EQ(sampler.address, (std::array{AddressMode::border, AddressMode::mirror, AddressMode::clamp}));
  EXPECT_EQ(sampler.filter, FilterMode::linear);
  EXPECT_EQ(sampler.read_mode, ReadMode::normalized_float);
  EXPECT_TRUE(sampler.srgb);
  EXPECT_EQ(sampler.border_color, (std::array{0.25f, 0.5f, 0.75f, 1.0f}));
  EXPECT_TRUE(sampler.normalized_coords);
  EXPECT_EQ(sampler.max_anisotropy, 16);
  EXPECT_EQ(sampler.mip_filter, FilterMode::point);
  EXPECT_EQ(sampler.mip_bias, -0.5f);
  EXPECT_EQ(sampler.mip_max, 3.0f);
  EXPECT_FALSE(sampler.disable_trilinear_optimization);
  EXPECT_TRUE(sampler.seamless_cube);
  EXPECT_EQ(sampler_of(desc_of(sampler)), sampler);
}

} // namespace
} // namespace texelscope
