// What is found in fetches, and what is not: each launch as a program would make it.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "kernels/studies/fetches/fetch_findings.h"

namespace texelscope::fetches {

namespace {
using record::Geometry;
using record::ResultType;
using record::Site;
using trace::FindingKind;

Site site_of(Geometry geometry, int coordinates) {
  Site site;
  site.function = "f";
  site.instruction = "tex.2d.v4.f32.f32";
  site.geometry = geometry;
  site.coordinates = {2, coordinates};
  return site;
}

FetchedTexture picture(int width, int height, bool normalized, FilterMode filter = FilterMode::linear,
                       AddressMode mode = AddressMode::clamp) {
  FetchedTexture texture;
  texture.size = {width, height, 1};
  texture.sampler.normalized_coords = normalized;
  texture.sampler.filter = filter;
  texture.sampler.address = {mode, mode, mode};
  return texture;
}

using Coordinates = std::function<std::array<double, 3>(int x, int y)>;

// One fetch by each thread of a launch of blocks of 32 x 8.
SiteFetches launch(const FetchedTexture& texture, const Site& site, int width, int height,
                   const Coordinates& at, int repeats = 1) {
  SiteFetches fetches = {&site, "f() app.cu:12", {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; x += 32)
      for (int repeat = 0; repeat < repeats; ++repeat) {
        std::vector<RecordedFetch> lanes;
        for (int lane = 0; lane < 32 && x + lane < width; ++lane) {
          RecordedFetch& fetch = lanes.emplace_back();
          fetch.block_size = {32, 8, 1};
          fetch.block = {std::uint32_t(x / 32), std::uint32_t(y / 8), 0};
          fetch.thread = {std::uint32_t(lane), std::uint32_t(y % 8), 0};
          fetch.lane = std::uint32_t(lane);
          fetch.coordinates = at(x + lane, y + repeat);
          for (double& coordinate : fetch.coordinates)
            coordinate = double(float(coordinate));
        }
        fetches.statistics.add(lanes, scale_of(texture, site));
      }
  return fetches;
}

// "misread x 0 .." as kind and sentence.
std::string found(const FetchedTexture& texture, const std::vector<SiteFetches>& sites) {
  std::string all;
  for (const trace::Finding& each : findings_of(texture, sites)) {
    EXPECT_FALSE(each.rule.empty());
    EXPECT_FALSE(each.cure.empty());
    EXPECT_EQ(each.field, "f() app.cu:12");
    all += std::string(name(each.kind)) + ": " + each.sentence.str() + "\n";
  }
  return all;
}

const Site flat = site_of(Geometry::d2, 2);

std::string found_in(const FetchedTexture& texture, int width, int height, const Coordinates& at) {
  return found(texture, {launch(texture, flat, width, height, at)});
}

TEST(FetchFindings, PixelsWithoutTheirHalf) {
  const std::string both = "misread: Thread 0 samples x at 0 texels, and each next one 1 texels further: the "
                           "picture is shifted by 0.5 texels.\n"
                           "misread: Thread 0 samples y at 0 texels, and each next one 1 texels further: the "
                           "picture is shifted by 0.5 texels.\n";
  EXPECT_EQ(found_in(picture(96, 64, false), 96, 64,
                     [](int x, int y) {
                       return std::array<double, 3>{double(x), double(y), 0};
                     }),
            both);
  EXPECT_EQ(found_in(picture(96, 64, true), 96, 64,
                     [](int x, int y) {
                       return std::array<double, 3>{x / 96.0, y / 64.0, 0};
                     }),
            both);
  // Of one axis, of a resize by a factor that is not whole.
  EXPECT_EQ(found_in(picture(96, 64, true), 150, 40,
                     [](int x, int y) {
                       return std::array<double, 3>{x / 150.0, (y + 0.5) / 40, 0};
                     }),
            "misread: Thread 0 samples x at 0 texels, and each next one 0.64 texels further: the picture is "
            "shifted by 0.32 texels.\n");
}

TEST(FetchFindings, WhatIsRightIsNotFound) {
  const auto nothing = [](const FetchedTexture& texture, int width, int height, const Coordinates& at) {
    EXPECT_EQ(found_in(texture, width, height, at), "");
  };
  nothing(picture(96, 64, false), 96, 64, [](int x, int y) {
    return std::array<double, 3>{x + 0.5, y + 0.5, 0};
  });
  nothing(picture(96, 64, true), 150, 40, [](int x, int y) {
    return std::array<double, 3>{(x + 0.5) / 150, (y + 0.5) / 40, 0};
  });
  // Half the size: the mean of 2 x 2 texels, on their common corner.
  nothing(picture(96, 64, false), 48, 32, [](int x, int y) {
    return std::array<double, 3>{2.0 * x + 1, 2.0 * y + 1, 0};
  });
  // Corners on corners.
  nothing(picture(101, 51, false), 201, 101, [](int x, int y) {
    return std::array<double, 3>{x * 0.5 + 0.5, y * 0.5 + 0.5, 0};
  });
  nothing(picture(96, 64, false, FilterMode::point), 96, 64, [](int x, int y) {
    return std::array<double, 3>{double(x), double(y), 0};
  });
  nothing(picture(64, 64, true, FilterMode::linear, AddressMode::wrap), 256, 256, [](int x, int y) {
    return std::array<double, 3>{(x + 0.5) * 37 / 256, (y + 0.5) * 37 / 256, 0};
  });
  nothing(picture(96, 64, true, FilterMode::linear, AddressMode::border), 96, 64, [](int x, int y) {
    return std::array<double, 3>{((x + 0.5) / 96 - 0.5) * 2 + 0.5, ((y + 0.5) / 64 - 0.5) * 2 + 0.5, 0};
  });
  nothing(picture(96, 64, false), 96, 64, [](int, int) { return std::array<double, 3>{0.5, 0.5, 0}; });
}

// A filter's taps lie to both sides of the pixel's center.
TEST(FetchFindings, TapsBetweenTexelsAreRightInTheMean) {
  const FetchedTexture texture = picture(96, 64, false);
  const auto taps = [&](double first, double second) {
    std::vector<SiteFetches> sites;
    for (const double tap : {first, second})
      sites.push_back(launch(texture, flat, 96, 64, [&](int x, int y) {
        return std::array<double, 3>{x + tap, y + 0.5, 0};
      }));
    return found(texture, sites);
  };
  EXPECT_EQ(taps(0, 1), "");
  EXPECT_NE(taps(0, 2), "");
}

TEST(FetchFindings, NumbersOfTexelsInAFilterOfSeveralRows) {
  const FetchedTexture texture = picture(96, 64, false);
  SiteFetches sites = launch(
      texture, flat, 96, 64,
      [](int x, int y) {
        return std::array<double, 3>{x + 0.5, y - 4.0, 0};
      },
      9);
  EXPECT_EQ(found(texture, {sites}), "misread: Each y lies on the edge between two texels, from -4 to 67: "
                                     "the linear filter returns the mean of both.\n");
}

TEST(FetchFindings, AnUnrolledLoopIsFoundOnce) {
  const FetchedTexture texture = picture(96, 64, false);
  const SiteFetches each = launch(texture, flat, 96, 64, [](int x, int y) {
    return std::array<double, 3>{double(x), y + 0.5, 0};
  });
  EXPECT_EQ(found(texture, {each, each}), found(texture, {each}));
}

TEST(FetchFindings, ATableThatEndsHalfATexelTooEarly) {
  FetchedTexture table = picture(16, 1, false);
  table.dimension = Dimension::d1;
  const Site line = site_of(Geometry::d1, 1);
  const auto at = [](double factor, double added) {
    return [=](int x, int y) {
      return std::array<double, 3>{((x * 37 + y * 101) % 256) / 255.0 * factor + added, 0, 0};
    };
  };
  EXPECT_EQ(found(table, {launch(table, line, 96, 64, at(15, 0))}),
            "misread: x goes from 0 to 15 texels: the last texel's center is at 15.5, so that the picture is "
            "shifted by half a texel.\n");
  EXPECT_EQ(found(table, {launch(table, line, 96, 64, at(15, 0.5))}), "");
}

TEST(FetchFindings, CoordinatesOfAnotherKind) {
  EXPECT_EQ(found_in(picture(96, 64, false), 96, 64,
                     [](int x, int y) {
                       return std::array<double, 3>{(x + 0.5) / 96, (y + 0.5) / 64, 0};
                     }),
            "misread: x, y: the coordinates go from 0 to 1, as if the texture ended at 1, but they count "
            "texels here: only the first ones are sampled.\n");
  const auto in_texels = [](int x, int y) { return std::array<double, 3>{x + 0.5, y + 0.5, 0}; };
  const std::string found_both = "misread: x goes from 0.5 to 95.5, as if it counted the 96 texels, but the "
                                 "texture ends at 1: 99 % lie outside.\n"
                                 "misread: y goes from 0.5 to 63.5, as if it counted the 64 texels, but the "
                                 "texture ends at 1: 98.4 % lie outside.\n";
  EXPECT_EQ(found_in(picture(96, 64, true), 96, 64, in_texels), found_both);
  EXPECT_EQ(found_in(picture(96, 64, true, FilterMode::linear, AddressMode::wrap), 96, 64, in_texels),
            found_both);
}

TEST(FetchFindings, WhatLiesOutside) {
  EXPECT_EQ(found_in(picture(96, 64, false), 96, 64,
                     [](int x, int y) {
                       return std::array<double, 3>{x - 47.5, y + 0.5, 0};
                     }),
            "suspicious: 50 % of the x coordinates lie outside: they go from -47.5 to 47.5, and the texture "
            "from 0 to 96. They get the texels of its edge.\n");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(found_in(picture(96, 64, false), 96, 64,
                     [&](int x, int y) {
                       return std::array<double, 3>{x == 3 && y < 2 ? nan : x + 0.5, y + 0.5, 0};
                     }),
            "misread: 2 of 6144 fetches have a coordinate that is NaN or infinite.\n");
}

TEST(FetchFindings, LayersLevelsAndHandles) {
  FetchedTexture texture = picture(96, 64, false);
  texture.dimension = Dimension::d2_layered, texture.layers = 8;
  const Site layered = site_of(Geometry::a2d, 2);
  SiteFetches fetches = {&layered, "f() app.cu:12", {}};
  std::vector<RecordedFetch> lanes(32);
  for (int lane = 0; lane < 32; ++lane)
    lanes[std::size_t(lane)].at.layer = lane / 4 + 1;
  fetches.statistics.add(lanes, scale_of(texture, layered));
  fetches.statistics.split_warps = 1;
  EXPECT_EQ(found(texture, {fetches}),
            "misread: 4 of 32 fetches name a layer that does not exist: they go from 1 to 8, and the last "
            "layer is 7.\n"
            "suspicious: In 1 of 1 warps' fetches the lanes have several texture objects.\n");

  FetchedTexture levels = picture(64, 64, true);
  levels.levels = 7;
  const auto in_view = [](int x, int y) { return std::array<double, 3>{(x + 0.5) / 64, (y + 0.5) / 64, 0}; };
  SiteFetches all = launch(levels, flat, 64, 64, in_view);
  EXPECT_EQ(found(levels, {all}), "suspicious: The texture has 7 levels, and every fetch takes level 0.\n");
  all.statistics.above_level_0 = 1;
  EXPECT_EQ(found(levels, {all}), "");
}

TEST(FetchFindings, TypesAndKindsThatDoNotFit) {
  FetchedTexture integers = picture(96, 64, false, FilterMode::point);
  integers.returns_floats = false;
  EXPECT_EQ(found_in(integers, 8, 8,
                     [](int, int) {
                       return std::array<double, 3>{1.5, 1.5, 0};
                     }),
            "misread: tex.2d.v4.f32.f32 takes floats, but the texture returns integers: their bits are taken "
            "as those of floats.\n");
  Site of_integers = site_of(Geometry::d2, 2);
  of_integers.result_type = ResultType::s32;
  const auto at = [](int, int) { return std::array<double, 3>{1.5, 1.5, 0}; };
  EXPECT_EQ(found(integers, {launch(integers, of_integers, 8, 8, at)}),
            "suspicious: tex.2d.v4.f32.f32 takes signed integers, but the texels are unsigned.\n");
  integers.is_signed = true;
  EXPECT_EQ(found(integers, {launch(integers, of_integers, 8, 8, at)}), "");
  integers.returns_floats = true;
  EXPECT_EQ(found(integers, {launch(integers, of_integers, 8, 8, at)}),
            "misread: tex.2d.v4.f32.f32 takes integers, but the texture returns floats: the bits of floats "
            "are taken as integers.\n");
  FetchedTexture memory = picture(96, 1, false);
  memory.linear_memory = true;
  EXPECT_EQ(found_in(memory, 8, 8, at),
            "misread: tex.2d.v4.f32.f32 does not fit: the object is a texture of linear memory.\n");
  Site by_index = site_of(Geometry::d1, 1);
  by_index.coordinate_type = record::CoordinateType::s32;
  const auto fetch = [&](int first) {
    return found(memory, {launch(memory, by_index, 96, 1, [&](int x, int) {
                   return std::array<double, 3>{double(x + first), 0, 0};
                 })});
  };
  EXPECT_EQ(fetch(0), "");
  EXPECT_EQ(fetch(-2),
            "suspicious: 2 of 96 indices lie outside: they go from -2 to 93, and the last texel is 95.\n");
  EXPECT_EQ(fetch(1),
            "suspicious: 1 of 96 indices lie outside: they go from 1 to 96, and the last texel is 95.\n");
}
} // namespace

} // namespace texelscope::fetches
