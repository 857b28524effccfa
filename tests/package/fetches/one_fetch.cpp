// Calls every function once, with only the installed headers and library.
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include <texelscope/texture_unit.h>

using namespace texelscope;

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("failed: %s\n", what);
  ++failures;
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__)

bool throws(const std::function<void()>& action) try {
  action();
  return false;
} catch (const std::invalid_argument& error) {
  return error.what()[0] != 0;
}

TextureDesc linear() {
  TextureDesc desc;
  desc.addressMode.fill(TextureAddressMode::clamp);
  desc.filterMode = TextureFilterMode::linear;
  return desc;
}

TextureDesc normalized() {
  TextureDesc desc;
  desc.normalizedCoords = true;
  return desc;
}

void planes() {
  const std::vector<float4> texels = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13, 14, 15}};
  const TextureObject texture(texture_2d(texels.data(), 2, 2), linear());
  EXPECT(tex2D<float4>(texture, 0.5f, 0.5f) == float4{0, 1, 2, 3});
  EXPECT(tex2D<float4>(texture, 1, 1) == float4{6, 7, 8, 9});
  EXPECT(tex2D<float2>(texture, 1, 1) == float2{6, 7});
  EXPECT(tex2D<float>(texture, std::numeric_limits<float>::infinity(), 9) == 12);
  EXPECT(tex2DGrad<float>(texture, 1, 1, {1, 0}, {0, 1}) == 6);
  EXPECT(tex2Dgather<float4>(texture, 1, 1, 1) == float4{9, 13, 5, 1});
  const TextureObject copy = texture;
  EXPECT(tex2DLod<float4>(copy, 1.5f, 0.5f, 3) == float4{4, 5, 6, 7});
}

void lines() {
  const std::vector<unsigned char> bytes = {0, 51, 255, 102};
  TextureDesc desc = linear();
  desc.readMode = TextureReadMode::normalized_float;
  const TextureObject texture(texture_1d(bytes.data(), 4), desc);
  EXPECT(tex1D<float>(texture, 1.5f) == 0.2f);
  EXPECT(tex1DLod<float1>(texture, 2.5f, 0) == float1{1});
  EXPECT(tex1D<float4>(texture, 2.5f) == float4{1, 0, 0, 0});
  const TextureObject layered(texture_1d_layered(bytes.data(), 2, 2), TextureDesc{});
  EXPECT(tex1DLayered<unsigned char>(layered, 0.5f, 1) == 255);
  EXPECT(tex1DLayeredLod<uchar4>(layered, 1.5f, 1, 0) == uchar4{102, 0, 0, 0});
  EXPECT(tex1DLayered<unsigned>(layered, 1.5f, -1) == 102);
  const TextureObject memory(texture_linear(bytes.data(), 4), TextureDesc{});
  EXPECT(tex1Dfetch<unsigned char>(memory, 2) == 255);
  EXPECT(tex1Dfetch<uint4>(memory, 4) == uint4{0, 0, 0, 0});
}

void volumes() {
  std::vector<short2> texels;
  for (short i = 0; i < 24; ++i)
    texels.push_back({short(-i), i});
  const TextureObject solid(texture_3d(texels.data(), 4, 3, 2), TextureDesc{});
  EXPECT(tex3D<short2>(solid, 1.5f, 2.5f, 1.5f) == short2{-21, 21});
  EXPECT(tex3DLod<int2>(solid, 0, 0, 1, 0) == int2{-12, 12});
  const TextureObject layers(texture_2d_layered(texels.data(), 4, 3, 2), TextureDesc{});
  EXPECT(tex2DLayered<short>(layers, 3.5f, 0.5f, 1) == -15);
  EXPECT(tex2DLayeredLod<int>(layers, 3.5f, 0.5f, 7, 0) == -15);
  const TextureObject cube(texture_cubemap(texels.data(), 2), normalized());
  EXPECT(tex2DLayered<short>(layers, 0, 0, 0) == 0);
  EXPECT(texCubemap<short2>(cube, -1, 0.5f, -0.5f) == short2{-4, 4});
  EXPECT(texCubemapLod<int>(cube, 0, 0, -1, 0) <= -20);
  std::vector<unsigned> faces(12);
  for (unsigned i = 0; i < 12; ++i)
    faces[i] = i;
  const TextureObject cubes(texture_cubemap_layered(faces.data(), 1, 2), normalized());
  EXPECT(texCubemapLayered<unsigned>(cubes, 0, 1, 0, 1) == 8);
  EXPECT(texCubemapLayeredLod<unsigned>(cubes, 0, 0, -1, 0, 0) == 5);
}

void mips_and_halves() {
  const std::vector<float> zero(8, 0), one(2, 1), two(1, 2);
  TextureDesc desc = normalized();
  desc.mipmapFilterMode = TextureFilterMode::linear;
  desc.maxMipmapLevelClamp = 2;
  TextureResource resource = texture_2d(zero.data(), 4, 2);
  resource.levels = {zero.data(), one.data(), two.data()};
  const TextureObject texture(resource, desc);
  EXPECT(tex2DLod<float>(texture, 0.5f, 0.5f, 1.25f) == 1.25f);
  desc.normalizedCoords = false; // levels take normalized coordinates nevertheless
  EXPECT(tex2DLod<float>(TextureObject(resource, desc), 0.5f, 0.5f, 1.25f) == 1.25f);
  const std::vector<std::uint16_t> halves = {0x3c00, 0xc100};
  const TextureObject half(texture_1d(halves.data(), 2, half_format(1)), TextureDesc{});
  EXPECT(tex1D<float>(half, 1.5f) == -2.5f);
}

// Each level holds its number, so that a fetch returns its level of detail.
struct Levels {
  explicit Levels(int texels_of_the_first) {
    for (int level = 0; level < 4; ++level)
      texels.emplace_back(texels_of_the_first, float(level));
  }
  TextureObject object(TextureResource resource) const {
    TextureDesc desc = normalized();
    desc.mipmapFilterMode = TextureFilterMode::linear;
    desc.maxMipmapLevelClamp = 3;
    resource.levels.clear();
    for (const std::vector<float>& level : texels)
      resource.levels.push_back(level.data());
    return {resource, desc};
  }
  const float* data() const { return texels[0].data(); }

  std::vector<std::vector<float>> texels;
};

// A step of two texels gives level 1, of four level 2; the longer of two at right angles counts.
void gradients() {
  const Levels all(8 * 8 * 12);
  const float two = 2 / 8.0f, four = 4 / 8.0f;
  const TextureObject line = all.object(texture_1d(all.data(), 8)),
                      lines = all.object(texture_1d_layered(all.data(), 8, 2)),
                      plane = all.object(texture_2d(all.data(), 8, 8)),
                      planes = all.object(texture_2d_layered(all.data(), 8, 8, 3)),
                      solid = all.object(texture_3d(all.data(), 8, 8, 8)),
                      cube = all.object(texture_cubemap(all.data(), 8)),
                      cubes = all.object(texture_cubemap_layered(all.data(), 8, 2));
  EXPECT(tex1DGrad<float>(line, 0.3f, two, 0) == 1);
  EXPECT(tex1DGrad<float>(line, 0.3f, 0, -four) == 2);
  EXPECT(tex1DLayeredGrad<float>(lines, 0.3f, 1, 0, -four) == 2);
  EXPECT(tex2DGrad<float>(plane, 0.3f, 0.6f, {0, two}, {0, 0}) == 1);
  EXPECT(tex2DLayeredGrad<float>(planes, 0.3f, 0.6f, 2, {two, 0}, {0, four}) == 2);
  EXPECT(tex3DGrad<float>(solid, 0.25f, 0.5f, 0.5f, {0, 0, two, 9}, {0, 0, 0, 9}) == 1);
  EXPECT(tex3DGrad<float2>(solid, 0.25f, 0.5f, 0.5f, {}, {0, four, 0, 0}) == float2{2, 0});
  // A face goes from -1 to 1, so that a texel is a quarter.
  EXPECT(texCubemapGrad<float>(cube, 1, 0, 0, {0, 2 * two, 0, 0}, {}) == 1);
  EXPECT(texCubemapLayeredGrad<float>(cubes, 0, 0, -1, 1, {}, {2 * two, 0, 0, 0}) == 1);
  EXPECT(throws([&] { tex3DGrad<float>(plane, 0, 0, 0, {}, {}); }));
}

void ownership() {
  std::vector<int> texels = {1, 2};
  const TextureObject copied(texture_1d(texels.data(), 2), TextureDesc{});
  const TextureObject viewed(texture_1d(texels.data(), 2), TextureDesc{}, TexelStorage::viewed);
  texels[1] = 9;
  EXPECT(tex1D<int>(copied, 1.5f) == 2);
  EXPECT(tex1D<int>(viewed, 1.5f) == 9);
}

void errors() {
  const std::vector<int> texels(64);
  const auto make = [&](const TextureResource& resource, const TextureDesc& desc = {}) {
    return throws([&] { TextureObject(resource, desc); });
  };
  EXPECT(!make(texture_2d(texels.data(), 8, 8)));
  EXPECT(make(texture_2d(texels.data(), 8, 8), linear()));
  EXPECT(make(texture_2d(texels.data(), 0, 8)));
  EXPECT(make(texture_2d(texels.data(), 131073, 1)));
  EXPECT(make(texture_2d(static_cast<int*>(nullptr), 8, 8)));
  EXPECT(make(texture_2d(texels.data(), 8, 8, {ChannelFormatKind::signed_int, 32, 3})));
  EXPECT(make(texture_2d(texels.data(), 8, 8, {ChannelFormatKind::floating, 8, 1})));
  TextureDesc norm;
  norm.readMode = TextureReadMode::normalized_float;
  EXPECT(make(texture_2d(texels.data(), 8, 8), norm));
  const TextureObject texture(texture_2d(texels.data(), 8, 8), TextureDesc{});
  EXPECT(throws([&] { tex2D<float>(texture, 0, 0); }));
  EXPECT(throws([&] { tex2D<unsigned>(texture, 0, 0); }));
  EXPECT(throws([&] { tex2D<short>(texture, 0, 0); }));
  EXPECT(throws([&] { tex3D<int>(texture, 0, 0, 0); }));
  EXPECT(throws([&] { tex1Dfetch<int>(texture, 0); }));
  EXPECT(throws([&] { tex2Dgather<int4>(texture, 0, 0, 4); }));
}

void moves() {
  const std::vector<int> texels = {4, 5};
  const TextureResource resource = texture_1d(texels.data(), 2);
  TextureObject from(resource, TextureDesc{});
  TextureObject to(std::move(from));
  EXPECT(tex1D<int>(to, 1.5f) == 5);
  EXPECT(throws([&] { tex1D<int>(from, 1.5f); }));
  const TextureObject copy(from);
  EXPECT(throws([&] { tex1D<int>(copy, 1.5f); }));
  from = to;
  EXPECT(tex1D<int>(from, 1.5f) == 5);
  to = std::move(from);
  EXPECT(throws([&] { tex1D<int>(from, 1.5f); }));
  EXPECT(tex1D<int>(to, 0.5f) == 4);
}

} // namespace

int main() {
  planes();
  lines();
  volumes();
  mips_and_halves();
  gradients();
  ownership();
  errors();
  moves();
  return failures > 0;
}
