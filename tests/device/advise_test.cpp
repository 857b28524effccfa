// What a device returns in each way to get a scene's values, against exact arithmetic.
#include "kernels/studies/advise/advice.h"

#include "tests/device/device_fixture.h"
#include "tests/kernels/reports/advise/made_scene.h"
#include "tests/with_nvrtc.h"

namespace texelscope::advise {

namespace {
using tests::MadeScene;

class AdviseOnDevice : public tests::WithNvrtc<device_tests::DeviceTest> {};

// How far a choice may be from exact arithmetic: the nearest code of each texel, and the weights of 8 bits
// along each axis where the unit filters.
double allowed_error(const MadeScene& made, const Choice& choice) {
  const double coding = made.coding_error(choice.texels) * 1.001;
  const bool filters = made.scene.is_linear() && (choice.way == Way::array || choice.way == Way::pitch);
  return coding + made.contrast() * (filters ? made.scene.axes() / 256.0 : 1e-5);
}

// Compares each fetch of the scene's list; returns how many.
int compare(const MadeScene& made, const Choice& choice, PreparedChoice& prepared) {
  const FetchList& list = made.scene.fetches;
  const std::vector<float> found = prepared.results(0, list.entries());
  const auto channels = std::size_t(choice.texels.channels);
  EXPECT_EQ(found.size(), list.entries() * lanes * channels);
  int compared = 0;
  double worst = 0;
  for (std::size_t i = 0; i < list.entries() * lanes; ++i) {
    const auto exact = made.exact(i / lanes, int(i % lanes), choice.way == Way::nearest);
    for (std::size_t c = 0; c < channels; ++c)
      worst = std::max(worst, std::abs(double(found[i * channels + c]) - exact[c]));
    ++compared;
  }
  EXPECT_LE(worst, allowed_error(made, choice));
  return compared;
}

const auto go_on = [](std::size_t) { return true; };
} // namespace

TEST_F(AdviseOnDevice, EveryChoiceReturnsTheValues) {
  const std::vector<tests::SceneSetup> setups = tests::scene_setups();
  std::array<int, 7> of_way = {};
  for (std::size_t i = 0; i < setups.size(); i += 3) {
    MadeScene made(setups[i]);
    made.add_fetches(70); // a block and a part of one
    const auto machine = make_cuda_choices(made.scene);
    const std::vector<Choice> choices = choices_of(made.scene);
    machine->compile(choices, go_on);
    for (const Choice& choice : choices) {
      SCOPED_TRACE(setups[i].describe() + ": " + name(choice));
      Sentence refusal;
      const auto prepared = machine->prepare(choice, refusal);
      ASSERT_TRUE(prepared) << refusal.str();
      of_way[std::size_t(choice.way)] += compare(made, choice, *prepared);
      EXPECT_GT(prepared->bytes(), 0u);
      EXPECT_GT(prepared->upload_ms(), 0);
      EXPECT_GT(prepared->launch_ms(8, 1, Part::all), 0);
      EXPECT_GT(prepared->launch_ms(8, 8, Part::all), 0);
      compare(made, choice, *prepared); // launches do not change what it fetches
    }
  }
  for (const int compared : of_way)
    EXPECT_GT(compared, 1000);
}

// Choices that take cells load by index.
TEST_F(AdviseOnDevice, CellsReturnTheValuesToo) {
  std::array<int, 7> of_way = {};
  const std::vector<tests::SceneSetup> setups = tests::cell_setups();
  for (std::size_t i = 0; i < setups.size(); i += 2) {
    MadeScene made(setups[i]);
    made.add_cells(70, i % 4 == 0);
    const std::optional<Cells> cells = cells_of(made.scene);
    ASSERT_TRUE(cells);
    std::vector<Choice> choices;
    for (const Choice& choice : choices_of(made.scene))
      if (takes_cells(made.scene, choice, *cells)) choices.push_back(choice);
    const auto machine = make_cuda_choices(made.scene);
    machine->compile(choices, go_on);
    for (const Choice& choice : choices) {
      SCOPED_TRACE(setups[i].describe() + ": " + name(choice));
      Sentence refusal;
      const auto prepared = machine->prepare(choice, refusal);
      ASSERT_TRUE(prepared) << refusal.str();
      of_way[std::size_t(choice.way)] += compare(made, choice, *prepared);
      for (const Part part : {Part::all, Part::in_l2, Part::in_l1})
        EXPECT_GT(prepared->launch_ms(8, 8, part), 0);
      compare(made, choice, *prepared);
    }
  }
  EXPECT_GT(of_way[std::size_t(Way::nearest)], 1000);
  EXPECT_GT(of_way[std::size_t(Way::tile)], 1000);
}

// Nearer texels are fetched no slower: of a texture far larger than the L2, at scattered places.
TEST_F(AdviseOnDevice, NearerTexelsAreFetchedFaster) {
  constexpr AddressMode wrap = AddressMode::wrap;
  MadeScene made({.size = {16384, 8192, 1}, .filter = FilterMode::point, .address = {wrap, wrap, wrap}});
  made.add_fetches(1 << 17); // 4 million scattered fetches: 128 MB of sectors
  const auto machine = make_cuda_choices(made.scene);
  const std::vector<Choice> choices = {{Way::array, made.scene.own}, {Way::nearest, made.scene.own}};
  machine->compile(choices, go_on);
  for (const Choice& choice : choices) {
    Sentence refusal;
    const auto prepared = machine->prepare(choice, refusal);
    ASSERT_TRUE(prepared) << refusal.str();
    EXPECT_FALSE(prepared->fits_l2());
    const auto fastest = [&](Part part) {
      double best = prepared->launch_ms(8, 1, part);
      for (int i = 0; i < 4; ++i)
        best = std::min(best, prepared->launch_ms(8, 1, part));
      return best;
    };
    const double all = fastest(Part::all), l2 = fastest(Part::in_l2), l1 = fastest(Part::in_l1);
    EXPECT_LT(l2, 0.9 * all) << name(choice);
    EXPECT_LT(l1, 0.9 * l2) << name(choice);
  }
}

// Parts of the list are what the whole has at their places.
TEST_F(AdviseOnDevice, PartsOfTheListAreAsTheWhole) {
  MadeScene made({.own = {ElementKind::floating, 32, 2}});
  made.add_fetches(200);
  const auto machine = make_cuda_choices(made.scene);
  machine->compile(choices_of(made.scene), go_on);
  for (const Way way : {Way::array, Way::filter, Way::tile}) {
    Sentence refusal;
    const auto prepared = machine->prepare({way, made.scene.own}, refusal);
    ASSERT_TRUE(prepared) << refusal.str();
    const std::vector<float> whole = prepared->results(0, 200);
    for (const auto& [first, count] : {std::pair{0, 1}, {63, 2}, {64, 64}, {130, 70}, {199, 1}}) {
      const auto begin = whole.begin() + first * lanes * 2;
      EXPECT_EQ(prepared->results(std::size_t(first), std::size_t(count)),
                (std::vector<float>(begin, begin + count * lanes * 2)))
          << first;
    }
  }
}

TEST_F(AdviseOnDevice, KnowsWhereCoordinatesArePlanes) {
  MadeScene made({});
  made.add_fetches(64);
  EXPECT_FALSE(make_cuda_choices(made.scene)->coordinates_are_planes()) << "random points";
  for (const bool own_slopes : {false, true}) {
    made.scene.fetches = FetchList(2, 8);
    for (int entry = 0; entry < 64; ++entry) {
      float at[lanes][3] = {};
      for (int lane = 0; lane < lanes; ++lane) {
        at[lane][0] = float(entry + lane % 8 * (own_slopes ? 1 + entry % 3 : 1)) / 80;
        at[lane][1] = float(lane / 8) / 7;
      }
      made.scene.fetches.add(at, ~std::uint32_t(0));
    }
    EXPECT_TRUE(make_cuda_choices(made.scene)->coordinates_are_planes()) << own_slopes;
  }
}

TEST_F(AdviseOnDevice, RefusesTilesThatAreTooLarge) {
  MadeScene made({.dimension = Dimension::d3, .size = {64, 64, 64}, .own = {ElementKind::floating, 32, 4}});
  made.add_fetches(64);
  const auto machine = make_cuda_choices(made.scene);
  machine->compile(choices_of(made.scene), go_on);
  Sentence refusal;
  EXPECT_FALSE(machine->prepare({Way::tile, made.scene.own}, refusal));
  EXPECT_NE(refusal, "");
  EXPECT_TRUE(machine->prepare({Way::filter, made.scene.own}, refusal)) << refusal.str();
}

// Four times the work takes about four times as long.
TEST_F(AdviseOnDevice, TimesGrowWithTheWork) {
  MadeScene made({});
  made.add_fetches(64);
  const auto machine = make_cuda_choices(made.scene);
  machine->compile(choices_of(made.scene), go_on);
  for (const Choice& choice : choices_of(made.scene)) {
    Sentence refusal;
    const auto prepared = machine->prepare(choice, refusal);
    ASSERT_TRUE(prepared) << refusal.str();
    prepared->launch_ms(1 << 16, 1, Part::all);
    const auto fastest = [&](int repeats) {
      double best = prepared->launch_ms(repeats, 1, Part::all);
      for (int i = 0; i < 4; ++i)
        best = std::min(best, prepared->launch_ms(repeats, 1, Part::all));
      return best;
    };
    const double ratio = fastest(1 << 17) / fastest(1 << 15);
    EXPECT_GT(ratio, 3) << name(choice);
    EXPECT_LT(ratio, 5) << name(choice);
  }
}

TEST_F(AdviseOnDevice, AdviceFollowsFromWhatWasMeasured) {
  MadeScene made({.size = {200, 100, 1}});
  made.add_fetches(256);
  StudiedScene studied;
  studied.scene = made.scene;
  studied.texture = made.texture;
  const auto machine = make_cuda_choices(studied.scene);
  const auto advice = advise::advise(studied, *machine, {}, [](const std::string&, double) { return true; });
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->compared, 256u * lanes);
  EXPECT_GT(advice->coordinates_ns, 0);
  for (const MeasuredChoice& m : advice->choices) {
    if (!m.refusal.empty()) continue;
    EXPECT_GT(m.median_ns(), 0) << name(m.choice);
    if (m.choice.way == Way::nearest) continue;
    EXPECT_LE(m.worst_error, allowed_error(made, m.choice)) << name(m.choice);
  }
  ASSERT_TRUE(advice->best);
  EXPECT_LE(advice->choices[*advice->best].worst_error, advice->own().worst_error);
}

} // namespace texelscope::advise
