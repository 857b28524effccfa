// The values of `texelscope trace --set`, and the descriptors that they change.
#include "kernels/studies/trace_report/descriptor_change.h"

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"

namespace texelscope::trace {
namespace {

TextureDesc changed(const std::vector<std::string>& given, const TextureDesc& from = {}) {
  return parse_change(given).applied_to(from);
}

std::string refusal(const std::string& given) {
  try {
    parse_change({given});
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(DescriptorChange, EachMemberIsChangedAlone) {
  TextureDesc before;
  before.addressMode = {TextureAddressMode::mirror, TextureAddressMode::mirror, TextureAddressMode::mirror};
  before.borderColor = {1, 2, 3, 4};
  before.maxAnisotropy = 9;
  before.mipmapLevelBias = -3;
  const TextureDesc all = changed(
      {"addressMode=clamp,addressMode[1]=cudaAddressModeBorder", "filterMode=linear",
       "readMode=cudaReadModeNormalizedFloat,sRGB=true", "borderColor[2]=-0.5", "normalizedCoords=1",
       "maxAnisotropy=16", "mipmapFilterMode=linear", "minMipmapLevelClamp=1.5,maxMipmapLevelClamp=1e9",
       "disableTrilinearOptimization=1,seamlessCubemap=1"},
      before);
  EXPECT_EQ(all.addressMode,
            (std::array{TextureAddressMode::clamp, TextureAddressMode::border, TextureAddressMode::clamp}));
  EXPECT_EQ(all.filterMode, TextureFilterMode::linear);
  EXPECT_EQ(all.readMode, TextureReadMode::normalized_float);
  EXPECT_EQ(all.sRGB, 1);
  EXPECT_EQ(all.borderColor, (std::array{1.f, 2.f, -0.5f, 4.f}));
  EXPECT_EQ(all.normalizedCoords, 1);
  EXPECT_EQ(all.maxAnisotropy, 16u);
  EXPECT_EQ(all.mipmapFilterMode, TextureFilterMode::linear);
  EXPECT_EQ(all.mipmapLevelBias, -3.f) << "not named";
  EXPECT_EQ(all.minMipmapLevelClamp, 1.5f);
  EXPECT_EQ(all.maxMipmapLevelClamp, 1e9f);
  EXPECT_EQ(all.disableTrilinearOptimization, 1);
  EXPECT_EQ(all.seamlessCubemap, 1);
  EXPECT_EQ(changed({"maxAnisotropy=0"}, before).maxAnisotropy, 0u);
  EXPECT_EQ(changed({"normalizedCoords=1", "normalizedCoords=0"}).normalizedCoords, 0) << "the last one";
}

TEST(DescriptorChange, WhatCannotBeSetIsSaid) {
  EXPECT_EQ(refusal("normalizedCoord=1"),
            "cudaTextureDesc has no member \"normalizedCoord\". Did you mean \"normalizedCoords\"?");
  EXPECT_EQ(refusal("filterMode=smooth"), "filterMode cannot be \"smooth\"; expected point, linear.");
  EXPECT_EQ(refusal("filterMode=clamp"), "filterMode cannot be \"clamp\"; expected point, linear.");
  EXPECT_EQ(refusal("sRGB=2"), "sRGB cannot be \"2\"; expected 0 or 1.");
  EXPECT_EQ(refusal("maxAnisotropy=-1"), "maxAnisotropy cannot be \"-1\"; expected a number.");
  EXPECT_EQ(refusal("mipmapLevelBias=1x"), "mipmapLevelBias cannot be \"1x\"; expected a number.");
  for (const char* text :
       {"", "normalizedCoords", "normalizedCoords=1,", "addressMode[3]=clamp", "addressMode[0=clamp",
        "addressMode[]=clamp", "filterMode[0]=point", "addressMode[-1]=clamp"})
    EXPECT_NE(refusal(text).find("changes nothing; expected a member of cudaTextureDesc"), std::string::npos)
        << text << ": " << refusal(text);
}

} // namespace
} // namespace texelscope::trace
