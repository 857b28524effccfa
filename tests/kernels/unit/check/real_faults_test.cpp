// Faults of real programs, each in a few lines of our own: check() names the setting, what happens, and the
// cure.
#include "tests/kernels/unit/check/requests.h"

namespace texelscope {
namespace {

using namespace tests;

// NVIDIA/cuda-samples#176, convolutionFFT2D: wrap without normalized coordinates.
TEST(CheckRealFaults, WrapWithoutNormalizedCoordinatesClamps) {
  TextureDesc sampler;
  sampler.addressMode = {wrap, wrap, wrap};
  sampler.filterMode = TextureFilterMode::linear;
  const TextureRequest request = array_request({float1, 1024, 512, 0}, sampler);
  EXPECT_EQ(error_of(request), "");
  const CheckNote note = note_on(request, "cudaTextureDesc::addressMode[0]");
  EXPECT_EQ(note.kind, CheckKind::altered);
  EXPECT_EQ(note.sentence, "wrap needs normalized coordinates, so the hardware clamps.");
  EXPECT_EQ(note.cure, "cudaTextureDesc::normalizedCoords = 1");
  EXPECT_EQ(note_on(request, "cudaTextureDesc::addressMode[1]").kind, CheckKind::altered);
  TextureDesc cured = sampler;
  cured.normalizedCoords = true;
  EXPECT_EQ(check(array_request({float1, 1024, 512, 0}, cured)).size(), 0u);
}

// BrownBiomechanics/Autoscoper#268: the third axis of a volume was not clamped as the others are.
TEST(CheckRealFaults, TheThirdAxisIsLeftAtZero) {
  TextureDesc sampler;
  sampler.addressMode = {clamp, clamp, wrap};
  sampler.filterMode = TextureFilterMode::linear;
  sampler.readMode = TextureReadMode::normalized_float;
  sampler.normalizedCoords = true;
  const ArrayRequest volume = {{16, 0, 0, 0, kind_unsigned}, 128, 128, 64};
  const auto notes = check(array_request(volume, sampler));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].kind, CheckKind::suspicious);
  EXPECT_EQ(notes[0].field, "cudaTextureDesc::addressMode[2]");
  EXPECT_EQ(notes[0].cure, "cudaTextureDesc::addressMode[2] = cudaAddressModeClamp");
  sampler.addressMode[2] = clamp;
  EXPECT_EQ(check(array_request(volume, sampler)).size(), 0u);
}

// kornia/kornia-rs#1000: rows of three floats a pixel, tightly packed. Only every eighth width works.
TEST(CheckRealFaults, ThePitchOfTightRowsIsRefused) {
  const auto tight = [](std::size_t pixels) {
    TextureRequest request = pitch_request(pixels * 3, 480, pixels * 3 * sizeof(float));
    request.sampler.addressMode = {border, border, border};
    return request;
  };
  for (const std::size_t pixels : {8, 64, 640, 1280})
    EXPECT_EQ(check(tight(pixels)).size(), 0u) << pixels;
  for (const std::size_t pixels : {1, 7, 100, 641, 1279})
    EXPECT_EQ(error_of(tight(pixels)), "cudaErrorInvalidValue") << pixels;
  const CheckNote note = note_on(tight(641), "cudaResourceDesc::res.pitch2D.pitchInBytes");
  EXPECT_EQ(note.kind, CheckKind::refused);
  EXPECT_EQ(note.sentence, "A pitch of 7692 bytes is refused; the right one is 8192.");
  EXPECT_EQ(note.cure, "cudaMallocPitch, which returns a pitch of 8192 bytes for these rows");
}

// opencv/opencv_contrib#4068: a continuous image of bytes, whose step is its width.
TEST(CheckRealFaults, TheStepOfAContinuousImageIsRefused) {
  const ChannelRequest uchar1 = {8, 0, 0, 0, kind_unsigned};
  const TextureRequest request = pitch_request(10, 10, 10, uchar1);
  EXPECT_EQ(error_of(request), "cudaErrorInvalidValue");
  const CheckNote note = note_on(request, "cudaResourceDesc::res.pitch2D.pitchInBytes");
  EXPECT_EQ(note.sentence, "A pitch of 10 bytes is refused; the right one is 512.");
  EXPECT_EQ(error_of(pitch_request(10, 10, 512, uchar1)), "");
  EXPECT_EQ(error_of(pitch_request(64, 64, 64, uchar1)), "");
}

// lattice/quda#832: a field that begins within an allocation, at an address that is not aligned.
TEST(CheckRealFaults, AnAddressWithinAnAllocationIsRefused) {
  const std::uintptr_t allocation = 0x7f0000000000;
  const ChannelRequest float4 = {32, 32, 32, 32, kind_float};
  EXPECT_EQ(error_of(linear_request(allocation, 1 << 20, float4)), "");
  EXPECT_EQ(error_of(linear_request(allocation + 1536, 1 << 20, float4)), "");
  const TextureRequest request = linear_request(allocation + 1280, 1 << 20, float4);
  EXPECT_EQ(error_of(request), "cudaErrorInvalidValue");
  const CheckNote note = note_on(request, "cudaResourceDesc::res.linear.devPtr");
  EXPECT_EQ(note.sentence, "devPtr is 256 bytes past a multiple of 512.");
  EXPECT_NE(note.rule.find("textureAlignment"), std::string::npos);
  EXPECT_NE(note.cure.find("256 bytes earlier"), std::string::npos);
}

} // namespace
} // namespace texelscope
