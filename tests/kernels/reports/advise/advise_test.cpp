// Fetches as lists, planes for their coordinates, the choices of a scene, and texels in other types.
#include <cstring>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "tests/kernels/reports/advise/made_scene.h"

namespace texelscope::advise {

namespace {
using tests::MadeScene;
using tests::SceneSetup;

constexpr std::uint32_t every_lane = ~std::uint32_t(0);
constexpr std::array<float, 3> tight = {1e-4f, 1e-4f, 1e-4f};

// at(column, row, axis) of each lane.
template <class At>
void add(FetchList& list, const At& at, std::uint32_t mask = every_lane) {
  float coordinates[lanes][3] = {};
  for (int lane = 0; lane < lanes; ++lane)
    for (int axis = 0; axis < list.axes(); ++axis)
      coordinates[lane][axis] = float(at(lane % list.lanes_in_row(), lane / list.lanes_in_row(), axis));
  list.add(coordinates, mask);
}

TEST(FetchList, HoldsEachAxisOfEachEntry) {
  FetchList list(2, 8);
  add(list, [](int column, int row, int axis) { return axis == 0 ? column : 100 + row; });
  add(list, [](int column, int, int axis) { return axis == 0 ? -column : 7; });
  EXPECT_EQ(list.entries(), 2u);
  EXPECT_EQ(list.fetches(), 64u);
  EXPECT_EQ(list.blocks(), 1u);
  EXPECT_EQ(list.at(0, 31, 0), 7);
  EXPECT_EQ(list.at(0, 31, 1), 103);
  EXPECT_EQ(list.at(1, 9, 0), -1);
  ASSERT_EQ(list.all().size(), 2u * 2 * lanes);
  EXPECT_EQ(list.all()[lanes + 31], 103) << "32 numbers of x, then 32 of y";
  for (int i = 0; i < 63; ++i)
    add(list, [](int, int, int) { return 0; });
  EXPECT_EQ(list.blocks(), 2u) << "of 64 entries and one";
}

TEST(FetchList, LanesThatDoNotFetchRepeatTheFirstThatDoes) {
  FetchList list(1);
  const auto column = [](int c, int, int) { return c; };
  add(list, column, 0);
  EXPECT_EQ(list.entries(), 0u) << "no lane, no entry";
  add(list, column, 0b1010100);
  EXPECT_EQ(list.fetches(), 3u);
  const float expected[] = {2, 2, 2, 2, 4, 2, 6, 2};
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(list.at(0, lane, 0), expected[lane]) << lane;
    EXPECT_EQ(list.fetches_here(0, lane), lane == 2 || lane == 4 || lane == 6);
  }
  EXPECT_EQ(list.at(0, 31, 0), 2);
}

TEST(FetchList, IsFilledUpByItsLastEntry) {
  FetchList list(2);
  list.fill_up(8);
  EXPECT_EQ(list.entries(), 0u) << "nothing to repeat";
  for (int i = 0; i < 3; ++i)
    add(
        list, [i](int c, int, int axis) { return c + 10 * i + 1000 * axis; }, 0b11);
  list.fill_up(8);
  ASSERT_EQ(list.entries(), 8u);
  EXPECT_EQ(list.fetches(), 6u) << "repeated fetches are none of the kernel's";
  EXPECT_EQ(list.at(7, 1, 0), 21);
  EXPECT_EQ(list.at(7, 1, 1), 1021);
  EXPECT_FALSE(list.fetches_here(7, 2));
  list.fill_up(8);
  EXPECT_EQ(list.entries(), 8u);
}

TEST(FetchList, TilesHoldAPowerOfTwoOfSteps) {
  FetchList list;
  const std::pair<double, std::size_t> expected[] = {{0, 8},   {1, 8},    {1.5, 16},
                                                     {9, 128}, {64, 512}, {1e9, 8 * most_tile_steps}};
  for (const auto& [fetches, entries] : expected) {
    list.set_fetches_of_thread(fetches);
    EXPECT_EQ(list.entries_of_tile(), entries) << fetches;
  }
}

TEST(FetchPlanes, OfOneSlope) {
  FetchList list(2, 16);
  for (int i = 0; i < 5; ++i)
    add(list, [i](int c, int r, int axis) { return axis == 0 ? 3 * i + 0.5 * c - 2 * r : i - r; });
  const auto planes = list.planes(tight);
  ASSERT_TRUE(planes);
  EXPECT_TRUE(planes->slopes.empty());
  EXPECT_EQ(planes->slope[0], (std::array{0.5f, -2.0f}));
  EXPECT_EQ(planes->slope[1], (std::array{0.0f, -1.0f}));
  for (std::size_t entry = 0; entry < 5; ++entry)
    for (int lane = 0; lane < lanes; ++lane)
      for (int axis = 0; axis < 2; ++axis)
        EXPECT_NEAR(planes->at(list, entry, lane, axis), list.at(entry, lane, axis), 1e-4);
}

TEST(FetchPlanes, OfSlopesOfTheirOwn) {
  FetchList list(2, 8);
  for (int i = 0; i < 5; ++i)
    add(list, [i](int c, int r, int axis) { return axis == 0 ? i * c + 2 * r : 7 - i * r; });
  const auto planes = list.planes(tight);
  ASSERT_TRUE(planes);
  ASSERT_EQ(planes->slopes.size(), 5u * 2 * 2);
  ASSERT_EQ(planes->first.size(), 5u * 2);
  for (std::size_t entry = 0; entry < 5; ++entry)
    for (int lane = 0; lane < lanes; ++lane)
      for (int axis = 0; axis < 2; ++axis)
        EXPECT_NEAR(planes->at(list, entry, lane, axis), list.at(entry, lane, axis), 1e-4);
}

TEST(FetchPlanes, AreNoneWhereCoordinatesDependOnData) {
  FetchList list(2);
  add(list, [](int c, int, int) { return c; });
  ASSERT_TRUE(list.planes(tight));
  add(list, [](int c, int, int axis) { return axis == 1 && c == 17 ? c + 0.001 : c; });
  EXPECT_FALSE(list.planes(tight)) << "one lane lies beside the plane";
  EXPECT_TRUE(list.planes({1e-4f, 2e-3f, 0})) << "within the tolerance of that axis";
  EXPECT_FALSE(list.planes({2e-3f, 1e-4f, 0}));
  FetchList wild(1);
  add(wild, [](int c, int, int) { return c == 3 ? NAN : float(c); });
  EXPECT_FALSE(wild.planes(tight));
}

// A plane goes through the lanes that fetch; the others, which repeat the first of them, say nothing.
TEST(FetchPlanes, GoThroughLanesThatFetch) {
  FetchList list(2, 16);
  const auto at = [](int c, int r, int axis) { return axis == 0 ? 2 + 0.25 * c : 5 + 3 * r; };
  add(list, at, 0x0ff00ff0u);
  add(list, at, 0x000000f0u); // of one row
  add(list, at, every_lane);
  add(list, at, 1u << 21); // one lane
  const auto planes = list.planes(tight);
  ASSERT_TRUE(planes);
  EXPECT_TRUE(planes->slopes.empty()) << "the whole warp has the slope of all";
  for (std::size_t entry = 0; entry < list.entries(); ++entry)
    for (int lane = 0; lane < lanes; ++lane)
      EXPECT_NEAR(planes->at(list, entry, lane, 1), 5 + 3 * (lane / 16), 1e-4) << entry << " " << lane;
}

// --- choices ---

std::set<std::string> names_of(const Scene& scene) {
  std::set<std::string> names;
  for (const Choice& choice : choices_of(scene))
    EXPECT_TRUE(names.insert(name(choice)).second) << name(choice) << " is listed twice";
  return names;
}

std::set<std::string> ways_in(const std::set<std::string>& names) {
  std::set<std::string> ways;
  for (const std::string& each : names)
    ways.insert(each.substr(0, each.find('.')));
  return ways;
}

// A scene of 20 x 10 texels with unnormalized coordinates, of two rows of 16 lanes.
Scene row_scene() {
  Scene scene;
  scene.size = {20, 10, 1};
  scene.sampler.filter = FilterMode::point;
  scene.sampler.normalized_coords = false;
  scene.fetches = FetchList(2, 16);
  return scene;
}

TEST(Cells, AreTheTexelsInWhichTheCoordinatesLie) {
  Scene scene = row_scene();
  add(scene.fetches, [](int column, int row, int axis) { return axis == 0 ? column + 2.5 : 2 * row + 7.25; });
  add(scene.fetches, [](int column, int row, int axis) { return axis == 0 ? column + 1.0 : 2 * row; });
  const auto cells = cells_of(scene);
  ASSERT_TRUE(cells);
  EXPECT_EQ(cells->first, (std::vector<int>{2, 7, 1, 0}));
  EXPECT_EQ(cells->step[0], (std::array{1, 0}));
  EXPECT_EQ(cells->step[1], (std::array{0, 2}));
  EXPECT_EQ(cells->at(scene.fetches, 0, 17, 0), 3);
  EXPECT_EQ(cells->at(scene.fetches, 0, 17, 1), 9);
  EXPECT_TRUE(cells->inside[0]);
  EXPECT_TRUE(cells->inside[1]);
}

TEST(Cells, SayAlongWhichAxisALaneLeavesTheTexture) {
  for (const double first : {-1.0, 0.0, 4.0, 5.0}) {
    Scene scene = row_scene();
    add(scene.fetches,
        [&](int column, int row, int axis) { return axis == 0 ? first + column + 0.5 : row + 0.5; });
    const auto cells = cells_of(scene);
    ASSERT_TRUE(cells);
    EXPECT_EQ(cells->inside[0], first == 0 || first == 4) << first;
    EXPECT_TRUE(cells->inside[1]);
  }
}

TEST(Cells, LanesThatDoNotFetchMayLieAnywhereButCountForTheEdges) {
  Scene scene = row_scene();
  const auto at = [](int column, int row, int axis) { return axis == 0 ? column + 4.5 : row + 8.5; };
  add(scene.fetches, at);
  add(
      scene.fetches, [](int column, int row, int axis) { return axis == 0 ? column + 8.5 : row + 8.5; },
      0xfffu << 2);
  const auto cells = cells_of(scene);
  ASSERT_TRUE(cells);
  EXPECT_EQ(cells->first, (std::vector<int>{4, 8, 8, 8}));
  EXPECT_FALSE(cells->inside[0]) << "lane 15 would load texel 23";
  scene.fetches = FetchList(2, 16);
  add(scene.fetches, at, 0xffff);
  EXPECT_FALSE(cells_of(scene)) << "no entry tells the steps of all lanes";
}

TEST(Cells, AreNoneWhereLanesLieNoWholeTexelsApart) {
  for (const double step : {0.5, 1.07, 1.5, 0.93}) {
    Scene scene = row_scene();
    add(scene.fetches,
        [&](int column, int row, int axis) { return axis == 0 ? step * column + 0.01 : row + 0.5; });
    EXPECT_FALSE(cells_of(scene)) << step;
  }
  Scene scene = row_scene(); // each entry for itself has steps, but they differ
  for (const int step : {1, 2})
    add(scene.fetches, [&](int column, int row, int axis) { return axis == 0 ? step * column : row; });
  EXPECT_FALSE(cells_of(scene));
  for (const float wild :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38f}) {
    scene = row_scene();
    add(scene.fetches, [&](int, int row, int axis) { return axis == 0 ? wild : float(row); });
    EXPECT_FALSE(cells_of(scene)) << wild;
  }
}

// Where rounding decides between two texels, a kernel may take either.
TEST(Cells, OfNormalizedCoordinatesLieAwayFromEdges) {
  for (const double within : {0.0, 0.0005, 0.9995, 0.5, 0.01, 0.99}) {
    Scene scene = row_scene();
    scene.sampler.normalized_coords = true;
    add(scene.fetches, [&](int column, int row, int axis) {
      return axis == 0 ? (column + 1 + within) / 20 : (row + 0.5) / 10;
    });
    EXPECT_EQ(cells_of(scene).has_value(), within >= 0.01 && within <= 0.99) << within;
  }
}

TEST(Cells, AreTakenWhereTheAddressModeNeedsNoDivisionAndATileHasNoBorder) {
  struct Case {
    AddressMode mode;
    bool inside, nearest, tile;
  };
  for (const Case& c : {Case{AddressMode::clamp, true, true, true},
                        {AddressMode::clamp, false, true, true},
                        {AddressMode::wrap, true, true, true},
                        {AddressMode::wrap, false, false, true},
                        {AddressMode::mirror, true, true, true},
                        {AddressMode::mirror, false, false, true},
                        {AddressMode::border, true, true, false},
                        {AddressMode::border, false, true, false}}) {
    Scene scene = row_scene();
    scene.sampler.address = {c.mode, AddressMode::clamp, AddressMode::clamp};
    Cells cells;
    cells.inside[0] = c.inside;
    EXPECT_EQ(takes_cells(scene, {Way::nearest, scene.own}, cells), c.nearest) << int(c.mode) << c.inside;
    EXPECT_EQ(takes_cells(scene, {Way::tile, scene.own}, cells), c.tile) << int(c.mode) << c.inside;
    EXPECT_FALSE(takes_cells(scene, {Way::array, scene.own}, cells));
    scene.sampler.filter = FilterMode::linear;
    EXPECT_EQ(takes_cells(scene, {Way::nearest, scene.own}, cells), c.nearest);
    EXPECT_FALSE(takes_cells(scene, {Way::tile, scene.own}, cells)) << "it filters";
    EXPECT_FALSE(takes_cells(scene, {Way::filter, scene.own}, cells));
  }
}

TEST(Choices, AreThoseThatCanStandForTheScene) {
  using Names = std::set<std::string>;
  const auto ways_of = [](const SceneSetup& setup) { return ways_in(names_of(MadeScene(setup).scene)); };
  EXPECT_EQ(ways_of({}), (Names{"array", "pitch", "nearest", "filter", "tile", "gather"}));
  EXPECT_EQ(ways_of({.filter = FilterMode::point}), (Names{"array", "pitch", "nearest", "tile"}));
  EXPECT_EQ(ways_of({.dimension = Dimension::d1, .size = {9, 1, 1}}),
            (Names{"array", "nearest", "filter", "tile"}));
  EXPECT_EQ(ways_of({.dimension = Dimension::d3, .size = {4, 4, 4}}),
            (Names{"array", "nearest", "filter", "tile"}));
  EXPECT_EQ(
      ways_of(
          {.dimension = Dimension::d1, .size = {9, 1, 1}, .storage = Storage::linear, .normalized = false}),
      (Names{"linear", "nearest"}))
      << "by index there is no filter, whatever the sampler says";
}

TEST(Choices, ThePresentOneIsTheFirst) {
  const auto first = [](const SceneSetup& setup) { return name(choices_of(MadeScene(setup).scene).at(0)); };
  EXPECT_EQ(first({}), "array.f32");
  EXPECT_EQ(first({.own = {ElementKind::signed_int, 8, 2}}), "array.s8");
  EXPECT_EQ(first({.own = {ElementKind::unsigned_int, 16, 1}, .storage = Storage::pitch}), "pitch.u16");
  EXPECT_EQ(first({.dimension = Dimension::d1,
                   .size = {9, 1, 1},
                   .own = {ElementKind::floating, 16, 4},
                   .storage = Storage::linear,
                   .normalized = false}),
            "linear.f16");
}

TEST(Choices, HaveFourTypesAndThePresentOne) {
  EXPECT_EQ(names_of(MadeScene({}).scene).size(), 6u * 4);
  const auto names = names_of(MadeScene({.own = {ElementKind::signed_int, 16, 4}}).scene);
  EXPECT_EQ(names.size(), 6u * 5);
  EXPECT_TRUE(names.contains("gather.s16"));
  for (const Choice& choice : choices_of(MadeScene({.own = {ElementKind::floating, 32, 2}}).scene))
    EXPECT_EQ(choice.texels.channels, 2);
}

// --- coding ---

constexpr ElementFormat f32 = {ElementKind::floating, 32, 1}, f16 = {ElementKind::floating, 16, 1},
                        u8 = {ElementKind::unsigned_int, 8, 1}, u16 = {ElementKind::unsigned_int, 16, 1},
                        s8 = {ElementKind::signed_int, 8, 1};

Scene scene_of(const std::vector<float>& values) {
  Scene scene;
  scene.size = {int(values.size()), 1, 1};
  scene.values = values;
  scene.set_range();
  return scene;
}

// What each texel is worth in that type.
std::vector<double> worth(const Scene& scene, const ElementFormat& texels) {
  const std::vector<std::byte> all = encoded(scene, texels);
  const auto bytes = std::size_t(texels.bits / 8);
  const Coding coding = coding_of(scene, texels);
  std::vector<double> values;
  for (std::size_t i = 0; i < scene.values.size(); ++i) {
    std::uint32_t code = 0;
    std::memcpy(&code, all.data() + i * bytes, bytes);
    values.push_back(real_value(texels, code) * coding.scale + coding.offset);
  }
  return values;
}

TEST(Coding, TheRangeIsThatOfFiniteValues) {
  const float infinity = std::numeric_limits<float>::infinity();
  Scene scene = scene_of({NAN, infinity, 3, -2, -infinity});
  EXPECT_EQ(scene.least, -2);
  EXPECT_EQ(scene.greatest, 3);
  scene = scene_of({NAN, NAN});
  EXPECT_EQ(scene.least, 0);
  EXPECT_EQ(scene.greatest, 0);
}

TEST(Coding, UnitRangesAreKept) {
  const Scene scene = scene_of({0.2f, 0.4f, 0.7f});
  for (const ElementFormat& texels : {u8, u16, s8, f16, f32})
    EXPECT_TRUE(coding_of(scene, texels).is_plain()) << texels.bits;
  EXPECT_EQ(encoded(scene, u8).at(0), std::byte(51));
  EXPECT_EQ(encoded(scene, u8).at(1), std::byte(102));
  EXPECT_EQ(encoded(scene, s8).at(2), std::byte(89)) << "0.7 * 127 = 88.9";
}

TEST(Coding, OtherRangesAreStretched) {
  const Scene scene = scene_of({-10, 0, 30});
  const Coding coding = coding_of(scene, u8);
  EXPECT_EQ(coding.scale, 40);
  EXPECT_EQ(coding.offset, -10);
  const std::vector<std::byte> codes = encoded(scene, u8);
  EXPECT_EQ(codes[0], std::byte(0));
  EXPECT_EQ(codes[1], std::byte(64));
  EXPECT_EQ(codes[2], std::byte(255));
  EXPECT_TRUE(coding_of(scene, f32).is_plain());
  EXPECT_TRUE(coding_of(scene, f16).is_plain());
  for (const ElementFormat& texels : {u8, u16}) {
    const std::vector<double> values = worth(scene, texels);
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_NEAR(values[i], scene.values[i], 20.001 / ((1 << texels.bits) - 1));
  }
}

TEST(Coding, AllOfTheRangeOfFloatsIsNoInfiniteScale) {
  const Scene scene = scene_of({-3e38f, 0, 3e38f});
  EXPECT_TRUE(std::isfinite(coding_of(scene, u8).scale));
  for (const double value : worth(scene, u8))
    EXPECT_TRUE(std::isfinite(value));
}

TEST(Coding, SignedCodesKeepTheirZero) {
  const Scene scene = scene_of({-2, 0, 1});
  EXPECT_EQ(coding_of(scene, s8).scale, 2);
  EXPECT_EQ(coding_of(scene, s8).offset, 0);
  EXPECT_EQ(worth(scene, s8), (std::vector<double>{-2, 0, 2 * 64.0 / 127}));
}

TEST(Coding, ConstantDataAreExact) {
  for (const float value : {-3.5f, 0.0f, 1.0f, 2.0f, 1e6f})
    for (const ElementFormat& texels : {u8, u16, s8})
      EXPECT_EQ(worth(scene_of({value, value}), texels), (std::vector<double>{value, value}))
          << value << " in " << texels.bits;
}

TEST(Coding, WhatIsNoNumberIsAnyCode) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Scene scene = scene_of({NAN, infinity, -infinity, 5, 1});
  const std::vector<double> values = worth(scene, u8);
  EXPECT_EQ(values, (std::vector<double>{1, 5, 1, 5, 1})) << "the code 0, and the ends of the range";
  const std::vector<double> halves = worth(scene, f16);
  EXPECT_TRUE(std::isnan(halves[0]));
  EXPECT_EQ(halves[1], infinity);
  EXPECT_EQ(halves[2], -infinity);
}

TEST(Coding, FloatsAreRoundedToTheNearestHalf) {
  const Scene scene = scene_of({1.0f + 3.0f / 4096, 65504, 1e6f});
  const std::vector<double> values = worth(scene, f16);
  EXPECT_EQ(values[0], 1 + 1.0 / 1024);
  EXPECT_EQ(values[1], 65504);
  EXPECT_EQ(values[2], std::numeric_limits<double>::infinity());
  EXPECT_EQ(worth(scene, f32)[0], scene.values[0]);
}
} // namespace

} // namespace texelscope::advise
