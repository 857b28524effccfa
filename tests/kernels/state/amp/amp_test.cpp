#include "kernels/state/amp/amp.h"

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"

namespace texelscope {
namespace {

using enum AmpScalar;
using enum AmpAccess;
using Rules = std::vector<AmpRule>;

constexpr AmpScalar all_scalars[] = {signed_int, unsigned_int, floating, double_precision, norm, unorm};
constexpr AmpAccess all_accesses[] = {read, write, read_and_write, write_by_view, make_view, sample};
constexpr const char* set_message = "error C2338: Invalid value_type for set method.";
constexpr const char* read_and_write_message = "unsupported_feature: Both read and write are detected on a "
                                               "texture with bits-per-scalar-element not equal to 32.";
constexpr const char* combination_message = "unsupported_feature: The combination of the short vector type "
                                            "and bits-per-scalar-element for the texture is not supported.";

AmpOutcome outcome(AmpTexture texture, AmpAccess access, AmpView view = AmpView::texture_view) {
  return amp_outcome({texture, access, AmpPlace::kernel, view});
}

std::string shown(AmpTexture texture, AmpAccess access = read) {
  return outcome(texture, access).shown();
}

TEST(Amp, TheCheckOfRuleThreeIsLenient) {
  for (const int bits : {8, 16})
    for (const AmpAccess access : {write, make_view}) {
      const AmpOutcome alone = outcome({unsigned_int, 1, 2, bits}, access);
      EXPECT_TRUE(alone.allowed()) << bits;
      EXPECT_EQ(alone.broken, Rules{AmpRule::bits_32});
      EXPECT_EQ(alone.reason, text(Text::amp_why_lenient));
    }
  EXPECT_EQ(shown({unsigned_int, 1, 2, 16}, read_and_write), read_and_write_message);
  EXPECT_EQ(shown({floating, 1, 2, 16}, read_and_write), read_and_write_message);
}

TEST(Amp, OneKernelReadsAndWritesPlainScalarsOfThirtyTwoBits) {
  for (const AmpScalar scalar : {signed_int, unsigned_int, floating})
    for (const std::optional<int> bits : {std::optional<int>(), std::optional<int>(32)}) {
      EXPECT_TRUE(outcome({scalar, 1, 3, bits}, read_and_write).allowed());
      EXPECT_EQ(outcome({scalar, 1, 3, bits}, read_and_write).broken, Rules{});
    }
  EXPECT_EQ(shown({double_precision, 1, 2}, read_and_write), set_message);
  EXPECT_EQ(shown({norm, 1, 2, 16}, read_and_write), set_message);
  EXPECT_EQ(shown({floating, 4, 2}, read_and_write), set_message);
}

TEST(Amp, SetRefusesVectorsNormsAndDoubles) {
  using enum AmpRule;
  EXPECT_EQ(outcome({double_precision, 1, 1}, write).broken, (Rules{plain_scalar, bits_32}));
  EXPECT_EQ(outcome({unorm, 4, 1, 8}, write).broken, (Rules{one_component, plain_scalar, bits_32}));
  for (const AmpTexture& texture : {AmpTexture{double_precision, 1, 1},
                                    {unorm, 1, 1, 8},
                                    {norm, 2, 3, 16},
                                    {signed_int, 2, 2, 8},
                                    {floating, 4, 2}}) {
    const AmpOutcome result = outcome(texture, write);
    EXPECT_EQ(result.failure, AmpFailure::compile_time);
    EXPECT_EQ(result.shown(), set_message);
    EXPECT_EQ(result.needed, AmpView::texture_view);
    EXPECT_NE(result.advice.find("texture_view<" + amp_value_type(texture)), std::string::npos);
    EXPECT_TRUE(outcome(texture, write_by_view).allowed()) << amp_type(texture);
  }
}

TEST(Amp, DeclarationsThatDoNotCompile) {
  for (const int rank : {-1, 0, 4})
    EXPECT_EQ(shown({signed_int, 1, rank}), "error C2338: texture is only supported for rank 1, 2, and 3.");
  for (const AmpTexture& texture : {AmpTexture{norm, 3, 2, 8},
                                    {unorm, 3, 2, 16},
                                    {double_precision, 3, 2},
                                    {double_precision, 4, 2},
                                    {signed_int, 5, 2},
                                    {signed_int, 0, 2}})
    EXPECT_EQ(shown(texture), "error C2338: invalid value_type for class texture<value_type, rank>.");
  EXPECT_EQ(shown({norm, 4, 2}), "error C2338: texture cannot be constructed from norm based short vectors "
                                 "via this constructor.");
  EXPECT_EQ(shown({unorm, 1, 2}), "error C2338: texture cannot be constructed from unorm based short vectors "
                                  "via this constructor.");
}

TEST(Amp, BitsThatDoNotExist) {
  for (const int bits : {0, 1, 24, 128}) {
    const AmpOutcome result = outcome({unsigned_int, 1, 2, bits}, read);
    EXPECT_EQ(result.failure, AmpFailure::run_time);
    EXPECT_EQ(result.form, AmpForm::runtime_exception);
    EXPECT_EQ(result.shown(), "runtime_exception: Invalid _Bits_per_scalar_element argument - it can only be "
                              "8, 16, 32, or 64.");
  }
}

TEST(Amp, BitsThatDoNotFitTheType) {
  for (const AmpTexture& texture : {AmpTexture{floating, 1, 2, 8},
                                    {unorm, 4, 2, 32},
                                    {norm, 1, 2, 32},
                                    {signed_int, 3, 2, 16},
                                    {floating, 3, 2, 16}})
    EXPECT_EQ(shown(texture), combination_message) << amp_type(texture);
  EXPECT_EQ(shown({signed_int, 1, 2, 64}),
            "runtime_exception: Invalid _Bits_per_scalar_element argument - 64 is only valid for texture of "
            "double based short vector types.");
  EXPECT_EQ(shown({double_precision, 2, 2, 32}),
            "runtime_exception: Invalid _Bits_per_scalar_element argument - it can only be 64 for texture of "
            "double based short vector types.");
}

TEST(Amp, EveryTextureThatExistsCanBeRead) {
  int readable = 0;
  for (const AmpScalar scalar : all_scalars)
    for (const int components : {1, 2, 3, 4})
      for (const int bits : {8, 16, 32, 64})
        readable += outcome({scalar, components, 2, bits}, read).allowed();
  EXPECT_EQ(readable, 2 * 10 + 7 + 2 + 2 * 6) << "int and uint, float, double, norm and unorm";
  for (const AmpScalar scalar : {signed_int, unsigned_int, floating, double_precision})
    EXPECT_TRUE(outcome({scalar, 2, 2}, read).allowed()) << "the default bits";
}

TEST(Amp, TheCpuAcceleratorHoldsNoTextures) {
  for (const AmpAccess access : all_accesses) {
    const AmpTexture texture{floating, 1, 2, {}, AmpAccelerator::cpu};
    EXPECT_EQ(outcome(texture, access).failure, AmpFailure::run_time);
    EXPECT_EQ(shown(texture, access), "unsupported_feature: Feature not supported on cpu_accelerator");
  }
  EXPECT_EQ(shown({floating, 2, 2, {}, AmpAccelerator::cpu}, write), set_message)
      << "the compiler comes first";
}

TEST(Amp, ViewsInsideAKernelFollowTheTypeRules) {
  EXPECT_TRUE(outcome({floating, 1, 2}, make_view).allowed());
  EXPECT_EQ(shown({floating, 2, 2}, make_view),
            "error C2338: writable texture_view can only be created from a single-component texture on an "
            "accelerator.");
  EXPECT_EQ(shown({unorm, 1, 2, 8}, make_view),
            "error C2338: writable texture_view cannot be created from a unorm texture on an accelerator.");
  for (const AmpScalar scalar : {unorm, norm})
    EXPECT_EQ(outcome({scalar, 1, 2, 8}, make_view, AmpView::writeonly_texture_view).shown(),
              "error C2338: Invalid value_type for the constructor.");
  EXPECT_TRUE(amp_outcome({{unorm, 4, 2, 8}, make_view, AmpPlace::host}).allowed());
}

TEST(Amp, TexelsOfThreeComponentsAreReadOnly) {
  const AmpTexture texture{floating, 3, 2};
  EXPECT_TRUE(outcome(texture, read).allowed());
  EXPECT_EQ(shown(texture, write), set_message);
  EXPECT_EQ(outcome(texture, write).needed, AmpView::none);
  EXPECT_EQ(outcome(texture, write).advice, "");
  EXPECT_EQ(
      outcome(texture, write_by_view, AmpView::writeonly_texture_view).shown(),
      "runtime_exception: writeonly_texture_view cannot be created from a 3-channel texture with 32 bits "
      "per scalar element.");
  EXPECT_EQ(outcome(texture, write_by_view).failure, AmpFailure::run_time);
}

TEST(Amp, WriteonlyTextureViewIsDeprecated) {
  for (const AmpAccess access : {write_by_view, make_view}) {
    EXPECT_EQ(outcome({}, access, AmpView::writeonly_texture_view).deprecation,
              "warning C4996: writeonly_texture_view is deprecated. Please use texture_view instead.");
    EXPECT_EQ(outcome({}, access).deprecation, "");
  }
  EXPECT_EQ(outcome({}, write, AmpView::writeonly_texture_view).deprecation, "");
}

TEST(Amp, SamplingReturnsFloats) {
  for (const AmpTexture& texture : {AmpTexture{floating, 4, 2, 16}, {unorm, 4, 2, 8}, {norm, 1, 1, 16}}) {
    EXPECT_TRUE(outcome(texture, sample).allowed());
    EXPECT_EQ(outcome(texture, sample).needed, AmpView::const_texture_view);
  }
  EXPECT_EQ(shown({unsigned_int, 4, 2, 8}, sample),
            "error C2338: sample is not allowed for uint component types in the texture value_type.");
  EXPECT_EQ(shown({double_precision, 1, 2}, sample),
            "error C2338: sample is not allowed for double component types in the texture value_type.");
}

TEST(Amp, TheHostNeitherReadsNorWrites) {
  for (const AmpAccess access : {read, write, read_and_write, write_by_view, sample}) {
    const AmpOutcome result = amp_outcome({{}, access, AmpPlace::host});
    EXPECT_EQ(result.failure, AmpFailure::compile_time);
    EXPECT_EQ(result.form, AmpForm::compiler_error);
    EXPECT_TRUE(result.shown().starts_with("error C3930: ")) << result.shown();
  }
}

TEST(Amp, CudaCallsAreNamedForTheRank) {
  EXPECT_NE(outcome({floating, 1, 1}, write).cuda.find("surf1Dwrite"), std::string::npos);
  EXPECT_NE(outcome({floating, 1, 2}, write).cuda.find("surf2Dwrite"), std::string::npos);
  EXPECT_NE(outcome({floating, 1, 3}, sample).cuda.find("tex3D"), std::string::npos);
  EXPECT_NE(outcome({floating, 1, 2, 8}, read).cuda.find("cudaChannelFormatDesc"), std::string::npos);
  EXPECT_NE(outcome({double_precision, 1, 2}, read).cuda.find("int2"), std::string::npos);
}

TEST(Amp, EveryOutcomeSaysWhyAndWhatCudaDoes) {
  for (const AmpScalar scalar : all_scalars)
    for (const int components : {1, 2, 3, 4})
      for (const int bits : {8, 16, 32, 64})
        for (const AmpAccess access : all_accesses)
          for (const AmpPlace place : {AmpPlace::host, AmpPlace::kernel}) {
            const AmpOutcome result = amp_outcome({{scalar, components, 2, bits}, access, place});
            EXPECT_NE(result.reason, "");
            EXPECT_NE(result.cuda, "");
            EXPECT_EQ(result.cuda.find('{'), std::string::npos) << result.cuda;
            EXPECT_TRUE(!result.allowed() || result.shown().empty());
          }
  for (const AmpRule rule : {AmpRule::one_component, AmpRule::plain_scalar, AmpRule::bits_32})
    EXPECT_STRNE(amp_rule_text(rule), "");
}

} // namespace
} // namespace texelscope
