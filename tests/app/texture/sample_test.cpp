// What texelscope sample writes: values computed by hand.
#include <cmath>
#include <limits>

#include "tests/app/npy.h"

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
    write(*this / "t1.npy", npy<float>("1, 2", {10, 10}));
    write(*this / "t2.npy", npy<float>("1, 1", {20}));
    write(*this / "l.npy", npy<float>("4,", {0, 0.75f, 1.5f, 9}));
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
  for (const char* option : {"--texture FILE", "--coords", "--out", "--dim", "--address", "--filter",
                             "--channels", "--normalized-coords", "--read-mode", "--border R,G,B,A", "--srgb",
                             "--lod FILE", "--mip-filter", "--lod-clamp", "--backend", "Default: wrap.",
                             "Default: point.", "Default: 0,0,0,0.", "Default: cpu."})
    EXPECT_NE(ran.out.find(option), std::string::npos) << option;
}

} // namespace
} // namespace texelscope
