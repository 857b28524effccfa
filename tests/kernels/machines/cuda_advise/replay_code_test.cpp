// The kernels that repeat fetches compile, and fetch in the way that they should. NVRTC needs no GPU.
#include <gtest/gtest.h>

#if TEXELSCOPE_HAS_CUDA

#include <optional>

#include "kernels/machines/cuda/advise/replay_code.h"
#include "tests/kernels/reports/advise/made_scene.h"
#include "tests/with_nvrtc.h"

namespace texelscope::cuda {
namespace {

using namespace advise;

class ReplayCodeCompiles : public tests::WithNvrtc<> {
protected:
  std::string ptx_of(const std::string& source) {
    if (!nvrtc) nvrtc.emplace();
    const Nvrtc::Output output =
        nvrtc->compile({"advise", source}, {}, {"--gpu-architecture=compute_75", "--std=c++17"});
    EXPECT_TRUE(output.good) << output.log << "\n" << source;
    return output.ptx;
  }
  std::optional<Nvrtc> nvrtc;
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at)
    ++found;
  return found;
}

// Each way in each dimension; texels' types and where coordinates come from take turns.
TEST_F(ReplayCodeCompiles, InEveryWay) {
  std::array<int, 7> of_way = {};
  std::size_t turn = 0;
  const std::vector<tests::SceneSetup> setups = tests::scene_setups();
  for (std::size_t i = 0; i < setups.size(); i += 5) {
    tests::MadeScene made(setups[i]);
    made.add_fetches(3);
    for (const Choice& choice : choices_of(made.scene)) {
      if (turn++ % 4 != i / 5 % 4) continue;
      const ReplayCode replay = {&made.scene, nullptr, CoordinateSource(turn / 4 % 3), 100};
      SCOPED_TRACE(setups[i].describe() + ": " + name(choice));
      const std::string ptx = ptx_of(replay_code(replay, choice));
      EXPECT_EQ(count(ptx, ".entry replay("), 1u);
      EXPECT_EQ(count(ptx, ".entry results("), 1u);
      const bool gathers = choice.way == Way::gather, unit = fetches_from_texture(choice.way) && !gathers;
      EXPECT_EQ(count(ptx, "\ttex.") >= 8, unit) << "eight fetches of a thread";
      EXPECT_EQ(count(ptx, "\ttex.") == 0, !unit);
      EXPECT_EQ(count(ptx, "tld4.") >= 8 * std::size_t(choice.texels.channels), gathers);
      EXPECT_EQ(count(ptx, ".shared") > 0, choice.way == Way::tile);
      EXPECT_EQ(count(ptx, "bar.sync") > 0, choice.way == Way::tile);
      ++of_way[std::size_t(choice.way)];
    }
  }
  for (const int compiled : of_way)
    EXPECT_GT(compiled, 0);
}

// A choice that takes cells computes no coordinate.
TEST_F(ReplayCodeCompiles, ByCells) {
  int compiled = 0;
  const std::vector<tests::SceneSetup> setups = tests::cell_setups();
  for (std::size_t i = 0; i < setups.size(); i += 3) {
    tests::MadeScene made(setups[i]);
    made.add_cells(64, i % 2 == 0);
    const std::optional<Cells> cells = cells_of(made.scene);
    ASSERT_TRUE(cells);
    for (const Way way : {Way::nearest, Way::tile}) {
      const Choice choice = {way, made.scene.own};
      if (!takes_cells(made.scene, choice, *cells)) continue;
      SCOPED_TRACE(setups[i].describe() + ": " + name(choice));
      const std::string ptx =
          ptx_of(replay_code({&made.scene, &*cells, CoordinateSource::planes, 100}, choice));
      EXPECT_EQ(count(ptx, "cvt.rmi") + count(ptx, "cvt.rzi"), 0u) << "no float becomes an index";
      ++compiled;
    }
  }
  EXPECT_GT(compiled, 10);
}

TEST_F(ReplayCodeCompiles, WithCoordinatesAlone) {
  for (const Dimension dimension : {Dimension::d1, Dimension::d2, Dimension::d3})
    for (const CoordinateSource from :
         {CoordinateSource::planes, CoordinateSource::sloped_planes, CoordinateSource::points}) {
      tests::MadeScene made({.dimension = dimension, .size = {4, dimension == Dimension::d1 ? 1 : 4, 1}});
      made.add_fetches(3);
      const std::string ptx = ptx_of(coordinates_code({&made.scene, nullptr, from, 1}));
      EXPECT_EQ(count(ptx, ".entry replay("), 1u);
      EXPECT_EQ(count(ptx, "\ttex."), 0u);
    }
}

} // namespace
} // namespace texelscope::cuda

#endif
