// The values of `texelscope trace --set`, and the descriptors that they change.
#include "kernels/studies/trace_report/descriptor_change.h"

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"

namespace texelscope::trace {
namespace {

TextureDesc changed(const std::vector<std::string>& given, const TextureDesc& from = {}) {
  TextureDesc desc = from;
  for (const ObjectChange& each : parse_changes(given))
    desc = each.change.applied_to(desc);
  return desc;
}

std::string refusal(const std::string& given) {
  try {
    parse_changes({given});
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

TEST(DescriptorChange, HoldsForAPlaceOrANumber) {
  const auto changes = parse_changes({"normalizedCoords=1", "sRGB=1,filterMode=linear@libapp.so.2+0xA4b0",
                                      "normalizedCoords=0@12", "sRGB=0@a@b+0x0"});
  ASSERT_EQ(changes.size(), 4u);
  EXPECT_EQ(changes[0].number, 0u);
  EXPECT_STREQ(changes[0].module.data(), "");
  EXPECT_STREQ(changes[1].module.data(), "libapp.so.2");
  EXPECT_EQ(changes[1].offset, 0xa4b0u);
  EXPECT_EQ(changes[1].change.applied_to({}).sRGB, 1);
  EXPECT_EQ(changes[1].change.applied_to({}).filterMode, TextureFilterMode::linear);
  EXPECT_EQ(changes[2].number, 12u);
  EXPECT_STREQ(changes[2].module.data(), "");
  EXPECT_STREQ(changes[3].module.data(), "a@b");
  EXPECT_EQ(changes[3].offset, 0u);
  const std::string name(239, 'a');
  EXPECT_EQ(parse_changes({"sRGB=1@" + name + "+0x1"})[0].module.data(), name);
  for (const std::string& place :
       {std::string(), std::string("0"), std::string("-1"), std::string("app"), std::string("app+0x"),
        std::string("+0x12"), std::string("app+12"), std::string("app+0x12g"), std::string("dir/app+0x12"),
        std::string("app+0x11112222333344445"), name + "a+0x1"})
    EXPECT_TRUE(refusal("sRGB=1@" + place).starts_with("\"" + place + "\" behind @ names no texture objects"))
        << place << ": " << refusal("sRGB=1@" + place);
  EXPECT_NE(refusal("@2").find("changes nothing"), std::string::npos);
  const std::vector<std::string> many(max_changes + 1, "sRGB=1");
  EXPECT_THROW(parse_changes(many), UserError);
}

TEST(DescriptorChange, OfObjectsThatAreNotThereIsSaid) {
  TraceReport report;
  report.objects.resize(3);
  report.objects[0].stack = {{"/a/libcudart.so.13", 0x10, ""}, {"/home/app", 0x20, "main"}};
  report.objects[0].count = 2;
  report.objects[1].process = 8;
  report.objects[2].kind = ObjectKind::surface;
  report.objects[2].stack = {{"/home/app", 0x30, "main"}};
  const auto found = [&](const std::vector<std::string>& given) {
    std::vector<std::string> sentences;
    for (const Finding& each : changes_of_nothing(parse_changes(given), report)) {
      EXPECT_EQ(each.kind, FindingKind::unused);
      EXPECT_EQ(each.field, "--set");
      sentences.push_back(each.sentence.str());
    }
    return sentences;
  };
  EXPECT_TRUE(found({"sRGB=1", "sRGB=1@app+0x20", "sRGB=1@libcudart.so.13+0x10", "sRGB=1@2"}).empty());
  EXPECT_EQ(found({"sRGB=1@3", "sRGB=1@app+0x30", "sRGB=1@ap+0x20"}),
            (std::vector<std::string>{"No process made a texture object 3.",
                                      "No texture object is known to have been made at app+0x30.",
                                      "No texture object is known to have been made at ap+0x20."}));
}

} // namespace
} // namespace texelscope::trace
