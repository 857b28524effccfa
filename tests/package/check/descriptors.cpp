// Checks CUDA's descriptors without a driver and without CUDA's libraries: five faults of real programs.
#define NDEBUG // only CUDA's types are included
#include <texelscope/check.h>

#include "expect.h"

using namespace texelscope;

namespace {

constexpr cudaChannelFormatDesc float_texels = {32, 0, 0, 0, cudaChannelFormatKindFloat},
                                byte_texels = {8, 0, 0, 0, cudaChannelFormatKindUnsigned},
                                short_texels = {16, 0, 0, 0, cudaChannelFormatKindUnsigned};

cudaTextureDesc clamped() {
  cudaTextureDesc desc = {};
  for (cudaTextureAddressMode& mode : desc.addressMode)
    mode = cudaAddressModeClamp;
  return desc;
}
cudaResourceDesc array() {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypeArray;
  return desc;
}
void* device_pointer(std::uintptr_t address) {
  return reinterpret_cast<void*>(address);
}
cudaResourceDesc pitch(const cudaChannelFormatDesc& texels, std::size_t width, std::size_t height,
                       std::size_t bytes) {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypePitch2D;
  desc.res.pitch2D.devPtr = device_pointer(0x700000000);
  desc.res.pitch2D.desc = texels;
  desc.res.pitch2D.width = width;
  desc.res.pitch2D.height = height;
  desc.res.pitch2D.pitchInBytes = bytes;
  return desc;
}

// cuda-samples#176
void wrap_without_normalized_coordinates() {
  cudaTextureDesc desc = {};
  desc.filterMode = cudaFilterModeLinear;
  const ArrayInfo info = {float_texels, {1024, 512, 0}};
  EXPECT(has(check(array(), desc, nullptr, &info), CheckKind::altered, "cudaTextureDesc::addressMode[0]"));
  EXPECT(has(check(array(), desc), CheckKind::altered, "cudaTextureDesc::addressMode[0]"));
  EXPECT(has(check(array(), desc), CheckKind::unchecked, "cudaResourceDesc::res"));
  desc.normalizedCoords = 1;
  EXPECT(check(array(), desc, nullptr, &info).empty());
}

// Autoscoper#268
void third_axis_left_at_zero() {
  cudaTextureDesc desc = clamped();
  desc.filterMode = cudaFilterModeLinear;
  desc.readMode = cudaReadModeNormalizedFloat;
  desc.normalizedCoords = 1;
  const ArrayInfo info = {short_texels, {128, 128, 64}};
  EXPECT(check(array(), desc, nullptr, &info).empty());
  desc.addressMode[2] = cudaTextureAddressMode(0);
  EXPECT(has(check(array(), desc, nullptr, &info), CheckKind::suspicious, "cudaTextureDesc::addressMode[2]"));
}

// kornia-rs#1000, opencv_contrib#4068
void pitches_that_are_not_aligned() {
  const char* field = "cudaResourceDesc::res.pitch2D.pitchInBytes";
  EXPECT(has(check(pitch(float_texels, 641 * 3, 480, 641 * 12), clamped()), CheckKind::refused, field,
             "cudaErrorInvalidValue"));
  EXPECT(check(pitch(float_texels, 640 * 3, 480, 640 * 12), clamped()).empty());
  EXPECT(has(check(pitch(byte_texels, 10, 10, 10), clamped()), CheckKind::refused, field,
             "cudaErrorInvalidValue"));
  EXPECT(check(pitch(byte_texels, 10, 10, 512), clamped()).empty());
}

// quda#832
void address_within_an_allocation() {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypeLinear;
  desc.res.linear = {device_pointer(0x700000100), float_texels, 4096};
  EXPECT(has(check(desc, {}), CheckKind::refused, "cudaResourceDesc::res.linear.devPtr",
             "cudaErrorInvalidValue"));
  desc.res.linear.devPtr = device_pointer(0x700000200);
  EXPECT(check(desc, {}).empty());
}

// Each member arrives where it belongs.
void members() {
  cudaTextureDesc desc = {};
  desc.addressMode[1] = cudaAddressModeMirror;
  desc.borderColor[3] = 0.5f;
  desc.maxAnisotropy = 8;
  desc.mipmapFilterMode = cudaFilterModeLinear;
  desc.mipmapLevelBias = 0.25f;
  desc.minMipmapLevelClamp = 1;
  desc.maxMipmapLevelClamp = 3;
  desc.disableTrilinearOptimization = 1;
  desc.seamlessCubemap = 1;
  desc.sRGB = 1;
  cudaResourceViewDesc view = {};
  view.format = cudaResViewFormatHalf2;
  view.width = 1;
  view.height = 2;
  view.depth = 3;
  view.firstMipmapLevel = 4;
  view.lastMipmapLevel = 5;
  view.firstLayer = 6;
  view.lastLayer = 7;
  const ArrayInfo info = {byte_texels, {11, 12, 13}, cudaArrayLayered, 14};
  const TextureRequest r = texture_request(array(), desc, &view, &info, {true, false});
  EXPECT(r.sampler.addressMode ==
             std::array{TextureAddressMode::wrap, TextureAddressMode::mirror, TextureAddressMode::wrap} &&
         r.sampler.borderColor[3] == 0.5f);
  EXPECT(r.sampler.maxAnisotropy == 8 && r.sampler.mipmapFilterMode == TextureFilterMode::linear &&
         r.sampler.sRGB);
  EXPECT(r.sampler.mipmapLevelBias == 0.25f && r.sampler.minMipmapLevelClamp == 1);
  EXPECT(r.sampler.maxMipmapLevelClamp == 3 && r.sampler.disableTrilinearOptimization);
  EXPECT(r.sampler.seamlessCubemap && !r.sampler.normalizedCoords && r.use.gather && !r.use.surface);
  EXPECT(r.view->format == 20 && r.view->width == 1 && r.view->height == 2 && r.view->depth == 3);
  EXPECT(r.view->first_level == 4 && r.view->last_level == 5 && r.view->first_layer == 6 &&
         r.view->last_layer == 7);
  EXPECT(r.array->width == 11 && r.array->height == 12 && r.array->depth == 13 && r.array->flags == 1);
  EXPECT(r.array->levels == 14 && r.array->channels.x == 8 && r.array->channels.kind == 1);
}

} // namespace

int main() {
  wrap_without_normalized_coordinates();
  third_axis_left_at_zero();
  pitches_that_are_not_aligned();
  address_within_an_allocation();
  members();
  return failures > 0;
}
