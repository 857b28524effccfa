// Calls every function for batches once, with only the installed headers and libraries, and compares with
// single fetches.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <texelscope/batch.h>

using namespace texelscope;

namespace {

int failures = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::printf("failed: %s\n", what.c_str());
  ++failures;
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__)

// What the exception says; empty if there is none.
std::string refusal(const std::function<void()>& action) try {
  action();
  return {};
} catch (const std::invalid_argument& error) {
  return error.what();
}

constexpr std::size_t count = 2503; // more than a piece of work, and no multiple of anything
constexpr int side = 16;

// Numbers from -0.25 to 1.25, different in each column.
float number(std::size_t i, int column) {
  return float((i * 7919 + std::size_t(column) * 104729) % 6007) / 4000 - 0.25f;
}

struct Columns {
  std::vector<float> x, level;
  std::vector<float2> at2, dx2, dy2;
  std::vector<float3> at3, dx3, dy3;
  std::vector<int> layer, index;

  Columns() {
    for (std::size_t i = 0; i < count; ++i) {
      const auto n = [&](int column) { return number(i, column); };
      x.push_back(n(0));
      at2.push_back({n(0), n(1)});
      at3.push_back({n(0) - 0.5f, n(1) - 0.5f, n(2) - 0.5f});
      dx2.push_back({n(3), n(4)});
      dy2.push_back({n(5), n(6)});
      dx3.push_back({n(3), n(4), n(7)});
      dy3.push_back({n(5), n(6), n(8)});
      level.push_back(4 * n(9));
      layer.push_back(int(i % 5) - 1);
      index.push_back(int(i * 5) - 20);
    }
  }
};

// Eight bits each, with levels down to one texel.
struct Levels {
  std::vector<std::vector<uchar4>> texels;

  TextureObject object(TextureResource resource, int planes, unsigned anisotropy = 0) {
    resource.levels.clear();
    texels.clear();
    for (int level = 0; side >> level; ++level) {
      auto& all = texels.emplace_back(std::size_t((side >> level) * (side >> level) * planes));
      for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = {(unsigned char)(i * 37), (unsigned char)(i * 11 + 5), (unsigned char)(i / 3),
                  (unsigned char)(255 - i)};
    }
    for (const auto& level : texels)
      resource.levels.push_back(level.data());
    TextureDesc desc;
    desc.normalizedCoords = true;
    desc.filterMode = desc.mipmapFilterMode = TextureFilterMode::linear;
    desc.readMode = TextureReadMode::normalized_float;
    desc.maxMipmapLevelClamp = 4;
    desc.maxAnisotropy = anisotropy;
    desc.addressMode = {TextureAddressMode::mirror, TextureAddressMode::wrap, TextureAddressMode::clamp};
    return {resource, desc};
  }
};

// Whether the batch equals single fetches to the bit, on one thread and on three.
template <class T, class Batch, class Single>
void compare(const char* what, const Batch& batch, const Single& single) {
  for (const int threads : {1, 3, 0}) {
    std::vector<T> results(count + 1);
    std::memset(static_cast<void*>(&results[count]), 0x5a, sizeof(T));
    const T untouched = results[count];
    batch(std::span(results).first(count), threads);
    std::size_t equal = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const T one = single(i);
      equal += std::memcmp(&one, &results[i], sizeof(T)) == 0;
    }
    expect(equal == count,
           std::string(what) + ": " + std::to_string(equal) + " of " + std::to_string(count) + " equal");
    expect(std::memcmp(&untouched, &results[count], sizeof(T)) == 0,
           std::string(what) + " wrote past the end");
  }
}

const Columns c;
const uchar4* const later = nullptr; // the levels follow

void lines() {
  Levels levels;
  const TextureObject line = levels.object(texture_1d(later, side), 1);
  compare<float4>(
      "tex1D", [&](auto to, int threads) { tex1D<float4>(line, c.x, to, threads); },
      [&](std::size_t i) { return tex1D<float4>(line, c.x[i]); });
  compare<float4>(
      "tex1DLod", [&](auto to, int threads) { tex1DLod<float4>(line, c.x, c.level, to, threads); },
      [&](std::size_t i) { return tex1DLod<float4>(line, c.x[i], c.level[i]); });
  compare<float4>(
      "tex1DGrad", [&](auto to, int threads) { tex1DGrad<float4>(line, c.x, c.x, c.level, to, threads); },
      [&](std::size_t i) { return tex1DGrad<float4>(line, c.x[i], c.x[i], c.level[i]); });
}

void layered_lines() {
  Levels levels;
  const TextureObject lines = levels.object(texture_1d_layered(later, side, 3), 3);
  compare<float4>(
      "tex1DLayered", [&](auto to, int threads) { tex1DLayered<float4>(lines, c.x, c.layer, to, threads); },
      [&](std::size_t i) { return tex1DLayered<float4>(lines, c.x[i], c.layer[i]); });
  compare<float2>(
      "tex1DLayeredLod",
      [&](auto to, int threads) { tex1DLayeredLod<float2>(lines, c.x, c.layer, c.level, to, threads); },
      [&](std::size_t i) { return tex1DLayeredLod<float2>(lines, c.x[i], c.layer[i], c.level[i]); });
  compare<float4>(
      "tex1DLayeredGrad",
      [&](auto to, int threads) { tex1DLayeredGrad<float4>(lines, c.x, c.layer, c.x, c.level, to, threads); },
      [&](std::size_t i) { return tex1DLayeredGrad<float4>(lines, c.x[i], c.layer[i], c.x[i], c.level[i]); });
}

void planes() {
  Levels levels;
  const TextureObject plane = levels.object(texture_2d(later, side, side), 1);
  compare<float4>(
      "tex2D", [&](auto to, int threads) { tex2D<float4>(plane, c.at2, to, threads); },
      [&](std::size_t i) { return tex2D<float4>(plane, c.at2[i].x, c.at2[i].y); });
  compare<float>(
      "tex2D", [&](auto to, int threads) { tex2D<float>(plane, c.at2, to, threads); },
      [&](std::size_t i) { return tex2D<float>(plane, c.at2[i].x, c.at2[i].y); });
  compare<float4>(
      "tex2DLod", [&](auto to, int threads) { tex2DLod<float4>(plane, c.at2, c.level, to, threads); },
      [&](std::size_t i) { return tex2DLod<float4>(plane, c.at2[i].x, c.at2[i].y, c.level[i]); });
  compare<float4>(
      "tex2DGrad", [&](auto to, int threads) { tex2DGrad<float4>(plane, c.at2, c.dx2, c.dy2, to, threads); },
      [&](std::size_t i) { return tex2DGrad<float4>(plane, c.at2[i].x, c.at2[i].y, c.dx2[i], c.dy2[i]); });
  compare<float4>(
      "tex2Dgather", [&](auto to, int threads) { tex2Dgather<float4>(plane, c.at2, 2, to, threads); },
      [&](std::size_t i) { return tex2Dgather<float4>(plane, c.at2[i].x, c.at2[i].y, 2); });
}

void layered_planes() {
  Levels levels;
  const TextureObject planes = levels.object(texture_2d_layered(later, side, side, 3), 3);
  compare<float4>(
      "tex2DLayered",
      [&](auto to, int threads) { tex2DLayered<float4>(planes, c.at2, c.layer, to, threads); },
      [&](std::size_t i) { return tex2DLayered<float4>(planes, c.at2[i].x, c.at2[i].y, c.layer[i]); });
  compare<float4>(
      "tex2DLayeredLod",
      [&](auto to, int threads) { tex2DLayeredLod<float4>(planes, c.at2, c.layer, c.level, to, threads); },
      [&](std::size_t i) {
        return tex2DLayeredLod<float4>(planes, c.at2[i].x, c.at2[i].y, c.layer[i], c.level[i]);
      });
  compare<float4>(
      "tex2DLayeredGrad",
      [&](auto to, int threads) {
        tex2DLayeredGrad<float4>(planes, c.at2, c.layer, c.dx2, c.dy2, to, threads);
      },
      [&](std::size_t i) {
        return tex2DLayeredGrad<float4>(planes, c.at2[i].x, c.at2[i].y, c.layer[i], c.dx2[i], c.dy2[i]);
      });
}

void volumes() {
  Levels levels;
  const TextureObject solid = levels.object(texture_3d(later, side, side, side), side);
  compare<float4>(
      "tex3D", [&](auto to, int threads) { tex3D<float4>(solid, c.at3, to, threads); },
      [&](std::size_t i) { return tex3D<float4>(solid, c.at3[i].x, c.at3[i].y, c.at3[i].z); });
  compare<float4>(
      "tex3DLod", [&](auto to, int threads) { tex3DLod<float4>(solid, c.at3, c.level, to, threads); },
      [&](std::size_t i) { return tex3DLod<float4>(solid, c.at3[i].x, c.at3[i].y, c.at3[i].z, c.level[i]); });
  compare<float4>(
      "tex3DGrad", [&](auto to, int threads) { tex3DGrad<float4>(solid, c.at3, c.dx3, c.dy3, to, threads); },
      [&](std::size_t i) {
        return tex3DGrad<float4>(solid, c.at3[i].x, c.at3[i].y, c.at3[i].z,
                                 {c.dx3[i].x, c.dx3[i].y, c.dx3[i].z, 9},
                                 {c.dy3[i].x, c.dy3[i].y, c.dy3[i].z, 9});
      });
}

void cubes() {
  Levels levels;
  const TextureObject cube = levels.object(texture_cubemap(later, side), 6);
  Levels more;
  const TextureObject cubes = more.object(texture_cubemap_layered(later, side, 3), 18);
  compare<float4>(
      "texCubemap", [&](auto to, int threads) { texCubemap<float4>(cube, c.at3, to, threads); },
      [&](std::size_t i) { return texCubemap<float4>(cube, c.at3[i].x, c.at3[i].y, c.at3[i].z); });
  compare<float4>(
      "texCubemapLod",
      [&](auto to, int threads) { texCubemapLod<float4>(cube, c.at3, c.level, to, threads); },
      [&](std::size_t i) {
        return texCubemapLod<float4>(cube, c.at3[i].x, c.at3[i].y, c.at3[i].z, c.level[i]);
      });
  compare<float4>(
      "texCubemapGrad",
      [&](auto to, int threads) { texCubemapGrad<float4>(cube, c.at3, c.dx3, c.dy3, to, threads); },
      [&](std::size_t i) {
        return texCubemapGrad<float4>(cube, c.at3[i].x, c.at3[i].y, c.at3[i].z,
                                      {c.dx3[i].x, c.dx3[i].y, c.dx3[i].z, 9},
                                      {c.dy3[i].x, c.dy3[i].y, c.dy3[i].z, 9});
      });
  compare<float4>(
      "texCubemapLayered",
      [&](auto to, int threads) { texCubemapLayered<float4>(cubes, c.at3, c.layer, to, threads); },
      [&](std::size_t i) {
        return texCubemapLayered<float4>(cubes, c.at3[i].x, c.at3[i].y, c.at3[i].z, c.layer[i]);
      });
  compare<float4>(
      "texCubemapLayeredLod",
      [&](auto to, int threads) {
        texCubemapLayeredLod<float4>(cubes, c.at3, c.layer, c.level, to, threads);
      },
      [&](std::size_t i) {
        return texCubemapLayeredLod<float4>(cubes, c.at3[i].x, c.at3[i].y, c.at3[i].z, c.layer[i],
                                            c.level[i]);
      });
  compare<float4>(
      "texCubemapLayeredGrad",
      [&](auto to, int threads) {
        texCubemapLayeredGrad<float4>(cubes, c.at3, c.layer, c.dx3, c.dy3, to, threads);
      },
      [&](std::size_t i) {
        return texCubemapLayeredGrad<float4>(cubes, c.at3[i].x, c.at3[i].y, c.at3[i].z, c.layer[i],
                                             {c.dx3[i].x, c.dx3[i].y, c.dx3[i].z, 9},
                                             {c.dy3[i].x, c.dy3[i].y, c.dy3[i].z, 9});
      });
}

// Four fetches with equal gradients are a quad, as a single fetch is not; all others are as alone.
void anisotropy() {
  Levels levels;
  const TextureObject plane = levels.object(texture_2d(later, side, side), 1, 16);
  compare<float4>(
      "tex2DGrad", [&](auto to, int threads) { tex2DGrad<float4>(plane, c.at2, c.dx2, c.dy2, to, threads); },
      [&](std::size_t i) { return tex2DGrad<float4>(plane, c.at2[i].x, c.at2[i].y, c.dx2[i], c.dy2[i]); });
}

// With one level and no anisotropy gradients choose nothing.
void gradients_of_one_level() {
  std::vector<float> texels(side * side);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = number(i, 2);
  TextureDesc desc;
  desc.normalizedCoords = true;
  desc.filterMode = TextureFilterMode::linear;
  const TextureObject plane(texture_2d(texels.data(), side, side), desc);
  compare<float>(
      "tex2DGrad", [&](auto to, int threads) { tex2DGrad<float>(plane, c.at2, c.dx2, c.dy2, to, threads); },
      [&](std::size_t i) { return tex2D<float>(plane, c.at2[i].x, c.at2[i].y); });
  compare<float4>(
      "tex2DGrad", [&](auto to, int threads) { tex2DGrad<float4>(plane, c.at2, c.dx2, c.dy2, to, threads); },
      [&](std::size_t i) { return tex2D<float4>(plane, c.at2[i].x, c.at2[i].y); });
}

// Every width of a result, and texels that are viewed with and without padding.
void types() {
  std::vector<signed char> bytes(300 + texel_padding);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = (signed char)(i * 77);
  const auto* pairs = reinterpret_cast<const char2*>(bytes.data());
  for (const TexelStorage storage :
       {TexelStorage::copied, TexelStorage::viewed, TexelStorage::viewed_padded}) {
    const TextureObject memory(texture_linear(pairs, 150), TextureDesc{}, storage);
    const auto elements = [&]<class T>(T) {
      compare<T>(
          "tex1Dfetch", [&](auto to, int threads) { tex1Dfetch<T>(memory, c.index, to, threads); },
          [&](std::size_t i) { return tex1Dfetch<T>(memory, c.index[i]); });
    };
    elements((signed char)(0));
    elements(short(0));
    elements(0);
    elements(char2());
    elements(short4());
    elements(int1());
    elements(int2());
    elements(int4());
  }
  const TextureObject before(texture_linear(pairs, 150), TextureDesc{}, TexelStorage::viewed);
  bytes[2] = 99;
  std::vector<char2> result(1);
  tex1Dfetch<char2>(before, std::vector{1}, result);
  EXPECT(result[0].x == 99);
}

void errors() {
  const std::vector<float4> texels(64);
  const TextureObject plane(texture_2d(texels.data(), 8, 8), TextureDesc{});
  const std::vector<float2> at(5);
  std::vector<float4> to(4, float4{7, 7, 7, 7});
  const std::string sizes = refusal([&] { tex2D<float4>(plane, at, to); });
  EXPECT(sizes == "texelscope: there are 4 results, but 5 coordinates");
  EXPECT(to[0] == float4{7, 7, 7, 7});
  to.resize(5);
  EXPECT(refusal([&] { tex2D<float4>(plane, at, to); }).empty());
  EXPECT(refusal([&] { tex2D<float4>(plane, {}, to); }) ==
         "texelscope: there are 5 results, but 0 coordinates");
  EXPECT(refusal([&] { tex2DLod<float4>(plane, at, std::vector<float>(6), to); }) ==
         "texelscope: there are 5 results, but 6 levels");
  EXPECT(refusal([&] { tex2DGrad<float4>(plane, at, at, std::vector<float2>(1), to); }) ==
         "texelscope: there are 5 results, but 1 gradients dy");
  const TextureObject planes(texture_2d_layered(texels.data(), 4, 4, 4), TextureDesc{});
  EXPECT(refusal([&] { tex2DLayered<float4>(planes, at, {}, to); }) ==
         "texelscope: there are 5 results, but 0 layers");
  EXPECT(!refusal([&] { tex2D<float4>(planes, at, to); }).empty());
  std::vector<int4> whole(5);
  EXPECT(!refusal([&] { tex2D<int4>(plane, at, whole); }).empty());
  EXPECT(!refusal([&] { tex2Dgather<float4>(plane, at, 4, to); }).empty());
  const std::vector<float2> pairs(64, float2{5, 6}); // a channel that they lack is zero, not the next texel
  tex2Dgather<float4>(TextureObject(texture_2d(pairs.data(), 8, 8), TextureDesc{}), at, 2, to);
  EXPECT(to[0] == float4{0, 0, 0, 0} && to[4] == float4{0, 0, 0, 0});
  EXPECT(!refusal([&] { tex2D<float4>(plane, at, to, -1); }).empty());
  EXPECT(
      refusal([&] { tex2D<float4>(plane, at, to, 1'000'000); }).empty()); // more threads than any machine has
  EXPECT(refusal([&] { tex2D<float4>(plane, {}, {}); }).empty());         // no fetch at all
}

// Several callers at once get what one alone gets.
void threads() {
  Levels levels;
  const TextureObject plane = levels.object(texture_2d(later, side, side), 1);
  std::vector<std::vector<float4>> results(4, std::vector<float4>(count));
  std::vector<std::thread> callers;
  for (auto& to : results)
    callers.emplace_back([&] {
      for (int i = 0; i < 20; ++i)
        tex2DLod<float4>(plane, c.at2, c.level, to);
    });
  for (std::thread& caller : callers)
    caller.join();
  for (const auto& to : results)
    EXPECT(std::memcmp(to.data(), results[0].data(), count * sizeof(float4)) == 0);
  EXPECT(results[0][7] == tex2DLod<float4>(plane, c.at2[7].x, c.at2[7].y, c.level[7]));
}

} // namespace

int main() {
  lines();
  layered_lines();
  planes();
  layered_planes();
  volumes();
  cubes();
  anisotropy();
  gradients_of_one_level();
  types();
  errors();
  threads();
  return failures > 0;
}
