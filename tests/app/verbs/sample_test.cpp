// What texelscope sample writes: values computed by hand.
#include <cmath>
#include <limits>
#include <regex>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image_io/write_dds.h"
#include "kernels/unit/image_io/write_image.h"
#include "tests/npy.h"

namespace texelscope {
namespace {

using Floats = std::vector<float>;
using Strings = std::vector<std::string>;

const Floats ramp = {0, 10, 20, 30}; // one row of four texels

TEST(Sample, PointsTakeTheTexelUnderTheCoordinate) {
  const SampleVerb s("4,", ramp, "5,", {0.5f, 1, 2.999f, -7, 99});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "5, 1"), (Floats{0, 10, 20, 0, 30}));
}

TEST(Sample, LinearWeighsNeighbours) {
  const SampleVerb s("4,", ramp, "4, 1", {0.5f, 1, 1.25f, 99});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--filter", "linear"}, "4, 1"), (Floats{0, 5, 7.5f, 30}));
}

TEST(Sample, CoordinatesAreXThenY) {
  const SampleVerb s("2, 3", Floats{0, 1, 2, 10, 11, 12}, "3, 2", {2.5f, 0.5f, 0.5f, 1.5f, 1.5f, 1.5f});
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "3, 1"), (Floats{2, 10, 11}));
  EXPECT_EQ(s.sampled<float>({"--dim=2d", "--filter=linear", "--backend", "cpu"}, "3, 1"),
            (Floats{2, 10, 11}));
}

TEST(Sample, ThreeAxes) {
  const SampleVerb s("2, 2, 2", Floats{0, 1, 2, 3, 4, 5, 6, 7}, "3, 3",
                     {0.5f, 0.5f, 1.5f, 1.5f, 0.5f, 0.5f, 1, 1, 1});
  EXPECT_EQ(s.sampled<float>({"--dim", "3d"}, "3, 1"), (Floats{4, 1, 7}));
  EXPECT_EQ(s.sampled<float>({"--dim", "3d", "--filter", "linear"}, "3, 1"), (Floats{4, 1, 3.5f}));
}

TEST(Sample, LayersAndFaces) {
  const SampleVerb rows("2, 2", Floats{0, 1, 10, 11}, "3,", {0.5f, 1.5f, 1.5f});
  EXPECT_EQ(rows.sampled<float>({"--dim", "1d-layered"}, "3, 1"), (Floats{0, 1, 1}));
  write(rows / "layers.npy", npy<std::int32_t>("3,", {1, 0, 9}));
  EXPECT_EQ(rows.sampled<float>({"--dim", "1d_layered", "--layers", "layers.npy"}, "3, 1"),
            (Floats{10, 1, 11}));
  const SampleVerb planes("2, 1, 2", Floats{0, 1, 10, 11}, "2, 2", {0.5f, 0.5f, 1.5f, 0.5f});
  write(planes / "layers.npy", npy<std::int32_t>("2,", {1, 1}));
  EXPECT_EQ(planes.sampled<float>({"--dim", "2d_layered", "--layers", "layers.npy"}, "2, 1"),
            (Floats{10, 11}));
  const SampleVerb faces("6, 1, 1", Floats{0, 1, 2, 3, 4, 5}, "4, 3",
                         {3, 1, 1, -2, 1, 0, 0, -1, 0, 0.1f, 0, -7});
  EXPECT_EQ(faces.sampled<float>({"--dim", "cube"}, "4, 1"), (Floats{0, 1, 3, 5}));
}

// NumPy's own types, whose values a texture's types hold.
TEST(Sample, ElementsOf64BitsAndBooleans) {
  const SampleVerb s("4,", ramp, "1,", {1.5f});
  const auto sampled = [&](const std::string& type, const void* data, std::size_t bytes) {
    write(s / "t.npy", npy_bytes("2,", type, data, bytes));
    return s.sample({"--dim", "1d"});
  };
  const std::vector<std::int64_t> whole = {1, -7}, large = {1, 4000000000}, too_large = {1, 5000000000};
  Ran ran = sampled("<i8", whole.data(), 16);
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err,
            "texelscope: warning: \"t.npy\" holds int64, which no texture has; its values became int32.\n");
  EXPECT_EQ(contents(s / "o.npy"), npy<std::int32_t>("1, 1", {-7}));
  EXPECT_EQ(sampled("<i8", large.data(), 16).code, 0);
  EXPECT_EQ(contents(s / "o.npy"), npy<std::uint32_t>("1, 1", {4000000000u}));
  expect_refused(sampled("<i8", too_large.data(), 16), "fit int32: at [1] it holds 5000000000");
  const std::vector<double> reals = {0, 0.1};
  EXPECT_EQ(sampled("<f8", reals.data(), 16).code, 0);
  EXPECT_EQ(contents(s / "o.npy"), npy<float>("1, 1", {0.1f}));
  EXPECT_EQ(sampled("|b1", "\0\1", 2).code, 0);
  EXPECT_EQ(contents(s / "o.npy"), npy<float>("1, 1", {1}));
}

// Each level holds its number: a step of 2^n texels reads level n.
TEST(Sample, GradientsChooseTheLevel) {
  const SampleVerb s("4, 4", Floats(16, 0), "3, 2", {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f});
  write(s / "level1.npy", npy<float>("2, 2", Floats(4, 1)));
  write(s / "level2.npy", npy<float>("1, 1", {2}));
  write(s / "steps.npy", npy<float>("3, 4", {0.25f, 0, 0, 0.25f, 0.5f, 0, 0, 0.25f, 0, 0, 0, -1}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d", "--texture", "level1.npy", "--texture", "level2.npy",
                              "--normalized-coords", "--gradients", "steps.npy"},
                             "3, 1"),
            (Floats{0, 1, 2}));
  // Four probes along x at the level of the shorter axis.
  EXPECT_EQ(s.sampled<float>({"--dim", "2d", "--texture", "level1.npy", "--texture", "level2.npy",
                              "--normalized-coords", "--gradients", "steps.npy", "--max-anisotropy", "4"},
                             "3, 1")[1],
            0);
}

TEST(Sample, GradientsOfEveryDimension) {
  const auto with = [](const char* dim, const char* shape, std::size_t texels, const char* half,
                       std::size_t half_texels, int coordinates) {
    const SampleVerb s(shape, Floats(texels, 0), "1, " + std::to_string(coordinates),
                       Floats(std::size_t(coordinates), 0.5f));
    write(s / "half.npy", npy<float>(half, Floats(half_texels, 1)));
    Floats steps(std::size_t(2 * coordinates), 0);
    steps[0] = -1; // across the whole texture or, from a cube's corner, along an edge of its face
    write(s / "steps.npy", npy<float>("1, " + std::to_string(2 * coordinates), steps));
    return s.sampled<float>(
        {"--dim", dim, "--texture", "half.npy", "--normalized-coords", "--gradients", "steps.npy"},
        "1, 1")[0];
  };
  EXPECT_EQ(with("1d", "2,", 2, "1,", 1, 1), 1);
  EXPECT_EQ(with("1d_layered", "3, 2", 6, "3, 1", 3, 1), 1);
  EXPECT_EQ(with("2d-layered", "3, 2, 2", 12, "3, 1, 1", 3, 2), 1);
  EXPECT_EQ(with("3d", "2, 2, 2", 8, "1, 1, 1", 1, 3), 1);
  EXPECT_EQ(with("cube", "6, 2, 2", 24, "6, 1, 1", 6, 3), 1);
  EXPECT_EQ(with("cube-layered", "12, 2, 2", 48, "12, 1, 1", 12, 3), 1);
}

// The values at 5/4 and -1/4 of a texture of four texels, for each mode.
TEST(Sample, AddressModes) {
  const SampleVerb s("4,", ramp, "2,", {1.25f, -0.125f});
  const auto with = [&](const char* mode) {
    return s.sampled<float>({"--dim", "1d", "--normalized-coords", "--address", mode, "--border", "7,8,9,10"},
                            "2, 1");
  };
  EXPECT_EQ(with("wrap"), (Floats{10, 30}));
  EXPECT_EQ(with("clamp"), (Floats{30, 0}));
  EXPECT_EQ(with("mirror"), (Floats{20, 0}));
  EXPECT_EQ(with("border"), (Floats{7, 7}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--normalized-coords"}, "2, 1"), (Floats{10, 30})); // wrap
}

TEST(Sample, AddressModesForEachAxis) {
  const SampleVerb s("2, 2", Floats{0, 1, 2, 3}, "2, 2", {1.25f, 0.25f, 0.25f, 1.25f});
  const auto with = [&](const char* modes) {
    return s.sampled<float>({"--dim", "2d", "--normalized-coords", "--address", modes, "--border=-1,0,0,0"},
                            "2, 1");
  };
  EXPECT_EQ(with("wrap,border"), (Floats{0, -1}));
  EXPECT_EQ(with("border,wrap"), (Floats{-1, 0}));
  EXPECT_EQ(with("wrap"), (Floats{0, 0}));
  EXPECT_EQ(with("border,mirror,wrap"), (Floats{-1, 2}));
  EXPECT_EQ(with("wrap,clamp"), (Floats{0, 2}));
}

// A 1-D texture is one row fetched at y = 0, its edge: half of it is beyond, in the border.
TEST(Sample, OneModeSetsTheHiddenAxisToo) {
  const SampleVerb s("4,", ramp, "1,", {2.5f});
  const auto with = [&](const char* modes) {
    return s.sampled<float>({"--dim", "1d", "--filter", "linear", "--address", modes}, "1, 1");
  };
  EXPECT_EQ(with("border"), (Floats{10}));
  EXPECT_EQ(with("border,clamp"), (Floats{20}));
  EXPECT_EQ(with("clamp,border"), (Floats{10}));
  EXPECT_EQ(with("clamp"), (Floats{20}));
}

TEST(Sample, TheBorderTakesFourNumbersWhateverTheChannels) {
  const SampleVerb s("1, 2", Floats{5, 6}, "1, 1", {-3});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--address", "border", "--border", "-1.5,inf,0,0"}, "1, 2"),
            (Floats{-1.5f, std::numeric_limits<float>::infinity()}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--address", "clamp", "--border", "-1.5,2,0,0"}, "1, 2"),
            (Floats{5, 6}));
}

TEST(Sample, ChannelsByTheNumberOfAxes) {
  const SampleVerb s("2, 4", Floats{0, 1, 2, 3, 4, 5, 6, 7}, "1, 1", {1.5f});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "1, 4"), (Floats{4, 5, 6, 7}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--channels", "4"}, "1, 4"), (Floats{4, 5, 6, 7}));
  write(s / "c.npy", npy<float>("1, 2", {3.5f, 0.5f}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "1, 1"), (Floats{3}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d", "--channels", "1"}, "1, 1"), (Floats{3}));
  write(s / "t.npy", npy<float>("1, 4, 2", {0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "1, 2"), (Floats{6, 7}));
  write(s / "t.npy", npy<float>("1, 4, 1", {0, 1, 2, 3}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "1, 1"), (Floats{3}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d", "--channels", "1"}, "1, 1"), (Floats{3}));
}

template <class T>
void expect_elements(const std::vector<T>& texels) {
  const SampleVerb s("3,", texels, "3,", {0.5f, 1.5f, 2.5f});
  EXPECT_EQ(s.sampled<T>({"--dim", "1d", "--read-mode", "element"}, "3, 1"), texels);
}

TEST(Sample, ElementsKeepTheirType) {
  expect_elements<std::uint8_t>({0, 128, 255});
  expect_elements<std::int8_t>({-128, -1, 127});
  expect_elements<std::uint16_t>({0, 32768, 65535});
  expect_elements<std::int16_t>({-32768, -1, 32767});
  expect_elements<std::uint32_t>({0, 1u << 31, ~0u});
  expect_elements<std::int32_t>({std::numeric_limits<std::int32_t>::min(), -1, 7});
  expect_elements<float>({-1e30f, 1e-40f, 3});
}

TEST(Sample, SmallIntegersAreNormalizedByDefault) {
  const auto first = [](const SampleVerb& s) { return s.sampled<float>({"--dim", "1d"}, "2, 1"); };
  EXPECT_EQ(first({"2,", std::vector<std::uint8_t>{51, 255}, "2,", {0, 1}}), (Floats{51 / 255.0f, 1}));
  EXPECT_EQ(first({"2,", std::vector<std::int8_t>{-128, 127}, "2,", {0, 1}}), (Floats{-1, 1}));
  EXPECT_EQ(first({"2,", std::vector<std::uint16_t>{13107, 65535}, "2,", {0, 1}}),
            (Floats{13107 / 65535.0f, 1}));
  EXPECT_EQ(first({"2,", std::vector<std::int16_t>{-32767, 0}, "2,", {0, 1}}), (Floats{-1, 0}));
  const SampleVerb whole("2,", std::vector<std::int32_t>{-3, 4}, "2,", {0, 1});
  EXPECT_EQ(whole.sampled<std::int32_t>({"--dim", "1d"}, "2, 1"), (std::vector<std::int32_t>{-3, 4}));
}

TEST(Sample, HalvesComeAsFloats) {
  const SampleVerb s("2,", ramp, "3,", {0, 1, 1});
  const std::uint16_t halves[] = {0x3c00, 0xc100}; // 1, -2.5
  write(s / "t.npy", npy_bytes("2,", "<f2", halves, sizeof halves));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "3, 1"), (Floats{1, -2.5f, -2.5f}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--filter", "linear"}, "3, 1"), (Floats{1, -0.75f, -0.75f}));
}

TEST(Sample, SrgbDecodesBytes) {
  const SampleVerb s("2, 2", std::vector<std::uint8_t>{255, 51, 0, 255}, "2, 1", {0, 1});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--srgb"}, "2, 2", "--srgb: Of two channels"),
            (Floats{1, 0.2f, 0, 1}));
  const SampleVerb one("1,", std::vector<std::uint8_t>{128}, "1,", {0});
  const Floats decoded = one.sampled<float>({"--dim", "1d", "--srgb"}, "1, 1");
  EXPECT_NEAR(decoded.at(0), 0.2158, 0.001);
}

TEST(Sample, IgnoredSettingsAreWarnings) {
  const SampleVerb s("4,", ramp, "1,", {5});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--address", "wrap"}, "1, 1",
                             "texelscope: warning: --address: wrap needs normalized"),
            (Floats{30}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--address", "clamp,mirror"}, "1, 1"), (Floats{30}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "1, 1"), (Floats{30}));
  EXPECT_EQ(
      s.sampled<float>({"--dim", "1d", "--srgb"}, "1, 1", "texelscope: warning: --srgb: Only 8-bit unsigned"),
      (Floats{30}));
}

TEST(Sample, NotNumbersAreData) {
  const float inf = std::numeric_limits<float>::infinity();
  const SampleVerb s("4,", ramp, "3,", {std::nanf(""), inf, -inf});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--address", "clamp"}, "3, 1"), (Floats{0, 30, 0}));
}

TEST(Sample, NoFetchesGiveAnEmptyArray) {
  const SampleVerb s("4,", ramp, "0,", {});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "0, 1"), Floats{});
  write(s / "c.npy", npy<float>("0, 2", {}));
  write(s / "t.npy", npy<std::uint8_t>("1, 1, 4", {1, 2, 3, 4}));
  EXPECT_EQ(s.sampled<std::uint8_t>({"--dim", "2d", "--read-mode", "element"}, "0, 4"),
            std::vector<std::uint8_t>{});
}

class Mips : public SampleVerb {
public:
  Mips() : SampleVerb("2, 4", Floats(8, 0), "4, 2", Floats(8, 0.5f)) {
    write("t1.npy", npy<float>("1, 2", {10, 10}));
    write("t2.npy", npy<float>("1, 1", {20}));
    write("l.npy", npy<float>("4,", {0, 0.75f, 1.5f, 9}));
  }
  Floats with(Strings more) const {
    more.insert(more.begin(),
                {"--dim", "2d", "--normalized-coords", "--texture", "t1.npy", "--texture", "t2.npy"});
    return sampled<float>(more, "4, 1");
  }
};

TEST(Sample, LevelsOfDetail) {
  const Mips mips;
  EXPECT_EQ(mips.with({"--lod", "l.npy"}), (Floats{0, 10, 20, 20}));
  EXPECT_EQ(mips.with({"--lod", "l.npy", "--mip-filter", "linear"}), (Floats{0, 7.5f, 15, 20}));
  EXPECT_EQ(mips.with({"--lod", "l.npy", "--mip-filter", "linear", "--lod-clamp", "0.5,1.25"}),
            (Floats{5, 7.5f, 12.5f, 12.5f}));
  EXPECT_EQ(mips.with({"--lod", "l.npy", "--mip-filter", "point", "--lod-clamp=-inf,inf"}),
            (Floats{0, 10, 20, 20}));
  EXPECT_EQ(mips.with({"--mip-filter", "linear"}), (Floats{0, 0, 0, 0}));
  EXPECT_EQ(mips.with({"--lod-clamp", "1,2"}), (Floats{10, 10, 10, 10}));
}

TEST(Sample, OneLevelTakesALodToo) {
  const SampleVerb s("4,", ramp, "2,", {1.5f, 2.5f});
  write(s / "l.npy", npy<float>("2,", {5, -5}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d", "--lod", "l.npy"}, "2, 1"), (Floats{10, 20}));
}

TEST(Sample, FortranOrderIsTransposed) {
  const SampleVerb s("2, 3", ramp, "3, 2", {});
  write(s / "t.npy", npy<float>("2, 3", {0, 10, 1, 11, 2, 12}, true));
  write(s / "c.npy", npy<float>("3, 2", {2.5f, 0.5f, 1.5f, 0.5f, 1.5f, 1.5f}, true));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "3, 1"), (Floats{2, 10, 11}));
  std::vector<std::uint8_t> texels(2 * 3 * 4 * 2); // (D, H, W, C)
  for (std::size_t d = 0; d < 2; ++d)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w)
        for (std::size_t c = 0; c < 2; ++c)
          texels[d + 2 * (h + 3 * (w + 4 * c))] = std::uint8_t(100 * d + 20 * h + 4 * w + c);
  write(s / "t.npy", npy("2, 3, 4, 2", texels, true));
  write(s / "c.npy", npy<float>("2, 3", {3, 2, 1, 1, 0, 0}));
  EXPECT_EQ(s.sampled<std::uint8_t>({"--dim", "3d", "--read-mode", "element"}, "2, 2"),
            (std::vector<std::uint8_t>{152, 153, 4, 5}));
}

// More than two pieces of work, in both orders, with a period that divides no piece.
TEST(Sample, ManyCoordinates) {
  constexpr std::size_t count = 2'500'000;
  std::vector<std::uint16_t> texels(16384);
  Floats coords(count * 2), columns(count * 2);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = std::uint16_t(i);
  for (std::size_t i = 0; i < count; ++i) {
    coords[2 * i] = columns[i] = float(i % 16381);
    coords[2 * i + 1] = columns[count + i] = 0;
  }
  const SampleVerb s("1, 16384", texels, "2500000, 2", coords);
  const auto check = [&] {
    const auto result = s.sampled<std::uint16_t>({"--dim", "2d", "--read-mode", "element"}, "2500000, 1");
    ASSERT_EQ(result.size(), count);
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(result[i], i % 16381) << i;
  };
  check();
  write(s / "c.npy", npy("2500000, 2", columns, true));
  check();
}

// Shapes of two axes and more, in both orders, and single coordinates.
TEST(Sample, CoordinatesOfAnyShape) {
  const SampleVerb s("2, 3", Floats{0, 1, 2, 10, 11, 12}, "2, 1, 2", {2.5f, 0.5f, 0.5f, 1.5f});
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "2, 1, 1"), (Floats{2, 10}));
  write(s / "c.npy", npy<float>("2,", {1.5f, 1.5f}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "1,"), (Floats{11}));
  write(s / "c.npy", npy<float>("2, 0, 2", {}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "2, 0, 1"), Floats{});
  // (2, 3, 2) by columns: entry (i, j) is x = 2 - j, y = i.
  Floats columns(12);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      columns[i + 2 * (j + 3 * 0)] = 2.5f - float(j), columns[i + 2 * (j + 3 * 1)] = 0.5f + float(i);
  write(s / "c.npy", npy("2, 3, 2", columns, true));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d"}, "2, 3, 1"), (Floats{2, 1, 0, 12, 11, 10}));
}

TEST(Sample, OneDimensionalCoordinatesOfAnyShape) {
  const SampleVerb s("4,", ramp, "2, 3", {0, 1, 2, 3, 0, 1});
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "2, 3, 1"), (Floats{0, 10, 20, 30, 0, 10}));
  write(s / "c.npy", npy<float>("2, 2, 1", {0, 1, 2, 3}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "2, 2, 1"), ramp);
  write(s / "c.npy", npy<float>("", {2}));
  EXPECT_EQ(s.sampled<float>({"--dim", "1d"}, "1,"), (Floats{20}));
}

TEST(Sample, LodsLayersAndGradientsOfTheSameShape) {
  const SampleVerb s("2, 2, 2", Floats{0, 0, 0, 0, 1, 1, 1, 1}, "1, 2, 2", Floats(4, 0.5f));
  write(s / "half.npy", npy<float>("2, 1, 1", {10, 11}));
  write(s / "layers.npy", npy<std::int32_t>("1, 2", {1, 0}));
  write(s / "lods.npy", npy<float>("1, 2", {1, 0}));
  write(s / "steps.npy", npy<float>("1, 2, 4", {0.5f, 0, 0, 0.5f, 1, 0, 0, 1}));
  const Strings more = {"--dim",    "2d-layered", "--texture",          "half.npy",
                        "--layers", "layers.npy", "--normalized-coords"};
  const auto with = [&](Strings flags) {
    flags.insert(flags.end(), more.begin(), more.end());
    return s.sampled<float>(flags, "1, 2, 1");
  };
  EXPECT_EQ(with({}), (Floats{1, 0}));
  EXPECT_EQ(with({"--lod", "lods.npy"}), (Floats{11, 0}));
  EXPECT_EQ(with({"--gradients", "steps.npy"}), (Floats{1, 10}));
}

// A part of an entry of the first axis, in Fortran order: pieces end within it.
TEST(Sample, PiecesEndWithinAnEntry) {
  constexpr std::size_t rows = 2, each = 1'500'000; // fetches
  Floats columns(rows * each);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < each; ++j)
      columns[i + rows * j] = float((7 * i + j) % 16381);
  std::vector<std::uint16_t> texels(16384);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = std::uint16_t(i);
  const SampleVerb s("16384,", texels, "1,", {0});
  write(s / "c.npy", npy("2, 1500000", columns, true));
  const auto result = s.sampled<std::uint16_t>({"--dim", "1d", "--read-mode", "element"}, "2, 1500000, 1");
  ASSERT_EQ(result.size(), rows * each);
  for (std::size_t i = 0; i < rows * each; ++i)
    ASSERT_EQ(result[i], (7 * (i / each) + i % each) % 16381) << i;
}

// Each old flag against the session's field of the same meaning.
TEST(Sample, FieldsAndTheirAliases) {
  const SampleVerb s("2, 4", std::vector<std::uint8_t>{0, 51, 102, 153, 204, 255, 0, 51}, "3, 2",
                     {0.3f, 0.2f, 1.3f, -0.4f, 0.7f, 0.6f});
  const auto both = [&](const Strings& old, const Strings& fields) {
    Strings more = {"--dim", "2d"};
    more.insert(more.end(), old.begin(), old.end());
    const Floats expected = s.sampled<float>(more, "3, 1");
    more = {"--texture.dimension", "2d"};
    more.insert(more.end(), fields.begin(), fields.end());
    EXPECT_EQ(s.sampled<float>(more, "3, 1"), expected) << fields[0];
    return expected;
  };
  const Floats nearest = both({"--channels", "1"}, {"--texture.channels", "1"});
  EXPECT_EQ(nearest, (Floats{0, 0.2f, 0}));
  const Strings old = {"--normalized-coords", "--filter", "linear"};
  const Strings fields = {"--sampler.normalized_coords", "on", "--sampler.filter", "linear"};
  const auto linear = [&](const Strings& more_old, const Strings& more_fields) {
    Strings a = old, b = fields;
    a.insert(a.end(), more_old.begin(), more_old.end());
    b.insert(b.end(), more_fields.begin(), more_fields.end());
    return both(a, b);
  };
  const Floats wrap = linear({}, {});
  EXPECT_NE(wrap, nearest);
  const Floats clamp = linear({"--address", "clamp"}, {"--sampler.address", "clamp"});
  EXPECT_NE(clamp, wrap);
  EXPECT_NE(linear({"--address", "wrap,clamp"}, {"--sampler.address", "wrap,clamp"}), wrap);
  EXPECT_EQ(linear({"--address", "clamp,clamp,wrap"},
                   {"--sampler.address_x", "clamp", "--sampler.address_y", "clamp"}),
            clamp);
  EXPECT_NE(linear({"--srgb"}, {"--sampler.srgb", "on"}), wrap);
  EXPECT_NE(linear({"--address", "border", "--border", "9,0,0,0"},
                   {"--sampler.address", "border", "--sampler.border_color", "9,0,0,0"}),
            clamp);
  both({"--read-mode", "normalized-float"}, {"--sampler.read_mode", "normalized_float"});
  both({"--max-anisotropy", "4"}, {"--sampler.max_anisotropy", "4"});
  both({"--mip-filter", "linear"}, {"--sampler.mip_filter", "linear"});
  both({"--seamless-cube"}, {"--sampler.seamless_cube", "on"});
}

TEST(Sample, LodBias) {
  const Mips mips;
  EXPECT_EQ(mips.with({"--lod", "l.npy", "--sampler.mip_bias", "1"}), (Floats{10, 20, 20, 20}));
  EXPECT_EQ(mips.with({"--lod", "l.npy", "--sampler.mip_bias", "-0.5", "--sampler.mip_filter", "linear"}),
            (Floats{0, 2.5f, 10, 20}));
  EXPECT_EQ(mips.with({"--fetch.lod", "1", "--sampler.mip_bias", "0.25", "--sampler.mip_filter", "linear"}),
            (Floats{12.5f, 12.5f, 12.5f, 12.5f}));
  EXPECT_EQ(mips.with({"--lod", "l.npy", "--sampler.mip_min", "1"}), (Floats{10, 10, 20, 20}));
  EXPECT_EQ(mips.with({"--lod", "l.npy", "--sampler.mip_max", "1"}), (Floats{0, 10, 10, 10}));
}

// With anisotropy the optimized step between two levels is steeper than the fraction of the LOD.
TEST(Sample, TrilinearOptimizationCanBeTurnedOff) {
  const Mips mips;
  const Strings flags = {"--fetch.lod", "0.25", "--sampler.mip_filter", "linear", "--sampler.max_anisotropy",
                         "16"};
  Strings off = flags;
  off.insert(off.end(), {"--sampler.disable_trilinear_optimization", "on"});
  EXPECT_EQ(mips.with(off)[0], 2.5f);
  EXPECT_LT(mips.with(flags)[0], 2.5f);
}

// Component after component: lower left, lower right, upper right, upper left.
TEST(Sample, Gathers) {
  const SampleVerb s("2, 2, 2", std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5, 6, 7}, "1, 1, 2", {1, 1});
  EXPECT_EQ(s.sampled<std::uint8_t>({"--dim", "2d", "--read-mode", "element", "--fetch.function", "gather"},
                                    "1, 1, 4"),
            (std::vector<std::uint8_t>{4, 6, 2, 0}));
  EXPECT_EQ(s.sampled<std::uint8_t>({"--dim", "2d", "--read-mode", "element", "--fetch.function", "gather",
                                     "--fetch.component", "1"},
                                    "1, 1, 4"),
            (std::vector<std::uint8_t>{5, 7, 3, 1}));
  EXPECT_EQ(s.sampled<float>({"--dim", "2d", "--fetch.function", "gather"}, "1, 1, 4"),
            (Floats{4 / 255.0f, 6 / 255.0f, 2 / 255.0f, 0}));
  EXPECT_EQ(s.sampled<float>(
                {"--dim", "2d", "--fetch.function", "gather", "--fetch.component", "2"}, "1, 1, 4",
                "--fetch.component: the texture has 2 channels, so a gather of component 2 returns zeros."),
            (Floats{0, 0, 0, 0}));
}

// A texel of 1 among zeros, and a coordinate whose 23rd bit moves the weight by a step.
TEST(Sample, AnArrayForGathersKeepsABitMore) {
  Floats texels(32768, 0.0f);
  texels[16384] = 1;
  const SampleVerb s("1, 32768", texels, "1, 2", {0.5f + 0x1p-23f, 0.5f});
  const Strings plain = {"--dim", "2d", "--filter", "linear", "--normalized-coords"};
  EXPECT_EQ(s.sampled<float>(plain, "1, 1"), (Floats{0.5f}));
  Strings gathers = plain;
  gathers.insert(gathers.end(), {"--texture.gather_flag", "on"});
  EXPECT_EQ(s.sampled<float>(gathers, "1, 1"), (Floats{0.5f + 1.0f / 256}));
}

TEST(Sample, AGatherOfLevelsReadsTheFirst) {
  const SampleVerb s("2, 2", std::vector<float>{1, 2, 3, 4}, "1, 2", {0.5, 0.5});
  write(s / "half.npy", npy<float>("1, 1", {9}));
  EXPECT_EQ(s.sampled<float>({"--texture", "half.npy", "--dim", "2d", "--normalized-coords", "--lod-clamp",
                              "1,1", "--fetch.function", "gather"},
                             "1, 4"),
            (Floats{3, 4, 2, 1}));
}

TEST(Sample, Elements) {
  const SampleVerb s("4, 2", std::vector<std::int16_t>{0, 1, 2, 3, 4, 5, 6, -7}, "1,", {0});
  write(s / "i.npy", npy<std::int32_t>("2, 3", {3, 0, 1, -1, 4, 2}));
  const auto with = [&](Strings more) {
    more.insert(more.begin(), {"sample", "--texture", "t.npy", "--indices", "i.npy", "--out", "o.npy",
                               "--texture.dimension", "1d"});
    const Ran ran = s.run(more);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.err;
  };
  EXPECT_EQ(with({"--sampler.read_mode", "element"}), "");
  const std::vector<std::int16_t> expected = {6, -7, 0, 1, 2, 3, 0, 0, 0, 0, 4, 5}; // none beyond the ends
  EXPECT_EQ(s.result<std::int16_t>("2, 3, 2"), expected);
  EXPECT_EQ(with({"--fetch.function", "texel", "--sampler.read_mode", "element"}), "");
  EXPECT_EQ(s.result<std::int16_t>("2, 3, 2"), expected);
  EXPECT_NE(with({"--sampler.filter", "linear"}).find("tex1Dfetch does not filter"), std::string::npos);
  EXPECT_EQ(s.result<float>("2, 3, 2")[5], 3 / 32767.0f);
  write(s / "i.npy", npy<std::int32_t>("0,", {}));
  with({});
  EXPECT_EQ(s.result<float>("0, 2"), Floats{});
}

// The fields that give one number for all fetches.
TEST(Sample, OneLayerForAll) {
  const SampleVerb s("2, 1, 2", Floats{0, 1, 10, 11}, "2, 2", {0.5f, 0.5f, 1.5f, 0.5f});
  EXPECT_EQ(s.sampled<float>({"--dim", "2d-layered", "--fetch.layer", "1"}, "2, 1"), (Floats{10, 11}));
}

class PictureVerb : public SampleVerb {
public:
  PictureVerb(const std::string& coords_shape, const Floats& coords)
      : SampleVerb("1,", Floats{0}, coords_shape, coords) {}
  Ran sample_from(const Strings& files, const Strings& more) const {
    Strings args = {"sample", "--coords", "c.npy", "--out", "o.npy"};
    for (const std::string& file : files)
      args.insert(args.end(), {"--texture", file});
    args.insert(args.end(), more.begin(), more.end());
    Ran ran = run(args);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    return ran;
  }
};

TEST(Sample, PicturesAreTextures) {
  const PictureVerb s("2, 2", {0.5f, 0.5f, 1.5f, 0.5f});
  write_png(s / "p.png", 2, 1, std::vector<std::uint8_t>{255, 0, 51, 255, 0, 102, 0, 0});
  s.sample_from({"p.png"}, {});
  EXPECT_EQ(s.result<float>("2, 4"), (Floats{1, 0, 0.2f, 1, 0, 0.4f, 0, 0}));
  s.sample_from({"p.png"}, {"--sampler.read_mode", "element", "--dim", "2d"});
  EXPECT_EQ(s.result<std::uint8_t>("2, 4"), (std::vector<std::uint8_t>{255, 0, 51, 255, 0, 102, 0, 0}));
}

TEST(Sample, ExrTextures) {
  const PictureVerb s("1, 2", {0.5f, 0.5f});
  Picture picture;
  picture.width = picture.height = 1;
  picture.pixels = {{float_bits(-2), float_bits(0.5f), float_bits(1e30f), float_bits(1)}};
  write_exr(s / "p.exr", picture);
  s.sample_from({"p.exr"}, {});
  EXPECT_EQ(s.result<float>("1, 4"), (Floats{-2, 0.5f, 1e30f, 1}));
}

// Levels, layers and faces of a DDS file, whose texels hold their own numbers.
TEST(Sample, DdsFilesHaveTheirLevelsLayersAndFaces) {
  const auto file = [](const PictureVerb& s, TextureShape shape) {
    shape.format = {ElementKind::unsigned_int, 32, 1};
    Image image = Image::create(shape);
    for (int level = 0; level < image.level_count; ++level)
      for (int plane = 0; plane < image.size_of(level)[2]; ++plane) {
        const auto count = image.plane_bytes(level) / sizeof(std::uint32_t);
        for (std::size_t i = 0; i < count; ++i) {
          const auto value = std::uint32_t(100 * level + 10 * plane) + std::uint32_t(i);
          std::memcpy(image.level(level) + std::size_t(plane) * image.plane_bytes(level) + i * sizeof value,
                      &value, sizeof value);
        }
      }
    write_dds(s / "t.dds", image);
  };
  using Numbers = std::vector<std::uint32_t>;
  const PictureVerb layers("2, 2", {0.25f, 0.25f, 0.75f, 0.75f});
  file(layers, {.width = 2, .height = 2, .dimension = Dimension::d2_layered, .planes = 3, .level_count = 2});
  write(layers / "l.npy", npy<std::int32_t>("2,", {2, 1}));
  layers.sample_from({"t.dds"}, {"--normalized-coords", "--layers", "l.npy"});
  EXPECT_EQ(layers.result<std::uint32_t>("2, 1"), (Numbers{20, 13}));
  layers.sample_from({"t.dds"}, {"--normalized-coords", "--layers", "l.npy", "--fetch.lod", "1"});
  EXPECT_EQ(layers.result<std::uint32_t>("2, 1"), (Numbers{120, 110}));
  const PictureVerb cube("2, 3", {0, -1, 0, 0, 0, -1});
  file(cube, {.width = 1, .height = 1, .dimension = Dimension::cube, .planes = 6});
  cube.sample_from({"t.dds"}, {"--dim", "cube"});
  EXPECT_EQ(cube.result<std::uint32_t>("2, 1"), (Numbers{30, 50}));
  const PictureVerb volume("2, 3", {1.5f, 0.5f, 0.5f, 0.5f, 0.5f, 2.5f});
  file(volume, {.width = 2, .height = 1, .dimension = Dimension::d3, .planes = 3});
  volume.sample_from({"t.dds"}, {});
  EXPECT_EQ(volume.result<std::uint32_t>("2, 1"), (Numbers{1, 20}));
}

TEST(Sample, DdsFilesSayWhetherTheyAreSrgb) {
  const PictureVerb s("1, 2", {0.5f, 0.5f});
  Image image = Image::create(1, 1, {});
  for (std::size_t c = 0; c < 4; ++c)
    image.texels[c] = std::byte(128);
  image.srgb = true;
  write_dds(s / "t.dds", image);
  s.sample_from({"t.dds"}, {});
  EXPECT_NEAR(s.result<float>("1, 4").at(0), 0.2158, 0.001);
  s.sample_from({"t.dds"}, {"--sampler.srgb", "off"});
  EXPECT_EQ(s.result<float>("1, 4").at(0), 128 / 255.0f);
}

// One level a file, of whatever kind.
TEST(Sample, LevelsFromSeveralFiles) {
  const PictureVerb s("1, 2", {0.5f, 0.5f});
  write_png(s / "p.png", 2, 1, std::vector<std::uint8_t>(8, 51));
  write(s / "t.npy", npy("1, 1, 4", std::vector<std::uint8_t>(4, 102)));
  for (const char* lod : {"0", "1"}) {
    s.sample_from({"p.png", "t.npy"}, {"--normalized-coords", "--fetch.lod", lod});
    EXPECT_EQ(s.result<float>("1, 4").at(0), *lod == '0' ? 0.2f : 0.4f);
  }
}

TEST(Sample, TheOutputMayBeTheInputOrAPipe) {
  const SampleVerb s("4,", ramp, "2,", {1, 2});
  EXPECT_EQ(s.sample({"--dim", "1d"}).code, 0);
  const std::string expected = contents(s / "o.npy");
  const Ran piped =
      s.run({"sample", "--texture", "t.npy", "--coords", "c.npy", "--out", "/dev/stdout", "--dim", "1d"});
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_EQ(piped.out, expected);
  EXPECT_EQ(
      s.run({"sample", "--texture", "t.npy", "--coords", "c.npy", "--out", "c.npy", "--dim", "1d"}).code, 0);
  EXPECT_EQ(contents(s / "c.npy"), expected);
}

TEST(Sample, HelpNamesEveryOptionAndItsDefault) {
  const Program program = {};
  const Ran ran = program.run({"sample", "--help"});
  EXPECT_EQ(ran.code, 0);
  const std::string page = std::regex_replace(ran.out, std::regex("\\s+"), " "); // without its line breaks
  for (const char* option : {"--texture FILE",  "--coords",
                             "--out",           "--dim",
                             "--address",       "--filter",
                             "--channels",      "--normalized-coords",
                             "--read-mode",     "--border R,G,B,A",
                             "--srgb",          "--lod FILE",
                             "--indices FILE",  "--sampler.normalized_coords",
                             ".mip_bias",       "--fetch.function",
                             "--mip-filter",    "--lod-clamp",
                             "--backend",       "Default: wrap.",
                             "Default: point.", "Default: 0,0,0,0.",
                             "Default: cpu."})
    EXPECT_NE(page.find(option), std::string::npos) << option;
}

} // namespace
} // namespace texelscope
