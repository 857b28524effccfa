// What of a session and of a recording is compared: the texels, the order of the fetches, and what is
// refused.
#include "kernels/studies/advise/studied_scene.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "kernels/reports/advise/choice_code.h"
#include "kernels/studies/texture/texture_source.h"
#include "tests/kernels/studies/fetches/made_recording.h"
#include "tests/refusal.h"

namespace texelscope::advise {

namespace {
using tests::MadeRecording;

Session small_session() {
  Session session;
  session.texture.width = 20, session.texture.height = 18;
  session.view.span = 1;
  return session;
}

StudiedScene scene_of(const Session& session, int width = 20, int height = 18) {
  LoadedSession loaded;
  loaded.session = session;
  const Study study = open_study(loaded, {});
  return session_scene(session, study.resolution.effective, study.image, "made", width, height);
}

TEST(SessionScene, FetchesInBlocksOf16x16Pixels) {
  const StudiedScene studied = scene_of(small_session());
  const FetchList& list = studied.scene.fetches;
  EXPECT_EQ(list.axes(), 2);
  EXPECT_EQ(list.lanes_in_row(), 16);
  EXPECT_EQ(list.fetches(), 20u * 18) << "each pixel once";
  ASSERT_EQ(list.entries(), 4u * 8) << "two rows of a block each; of the last blocks the last rows again";
  const auto expect_pixel = [&](std::size_t entry, int lane, int x, int y) {
    EXPECT_TRUE(list.fetches_here(entry, lane));
    EXPECT_NEAR(list.at(entry, lane, 0), (x + 0.5) / 20, 1e-6) << entry << " " << lane;
    EXPECT_NEAR(list.at(entry, lane, 1), (y + 0.5) / 18, 1e-6) << entry << " " << lane;
  };
  expect_pixel(0, 0, 0, 0);
  expect_pixel(0, 15, 15, 0);
  expect_pixel(0, 16, 0, 1);
  expect_pixel(7, 31, 15, 15);
  expect_pixel(8, 0, 16, 0);
  expect_pixel(8, 19, 19, 1);
  EXPECT_FALSE(list.fetches_here(8, 4)) << "beyond the picture";
  expect_pixel(16, 17, 1, 17);
  expect_pixel(23, 17, 1, 17);
  expect_pixel(24, 3, 19, 16);
  EXPECT_FALSE(list.is_repeated(16));
  EXPECT_TRUE(list.is_repeated(17)) << "what fills a block up is not compared once more";
  EXPECT_TRUE(list.planes({1e-4f, 1e-4f, 1e-4f})) << "a picture's coordinates follow from the pixel";
  EXPECT_TRUE(studied.notes.empty());
  EXPECT_TRUE(studied.scene.texels_are_known);
}

// A tile of a block at the picture's end has its pixels alone, and none of the first block.
TEST(SessionScene, TilesHoldThePixelsOfOneBlock) {
  Session session = small_session();
  session.texture.width = session.texture.height = 512;
  for (const int height : {100, 101, 108, 112}) {
    const Scene scene = scene_of(session, 100, height).scene;
    ASSERT_EQ(scene.fetches.entries() % scene.fetches.entries_of_tile(), 0u);
    const double texels_of_pixel = 512 / 100.0 * 1.001;
    const double most = std::pow(15 * texels_of_pixel + 3, 2);
    EXPECT_LE(double(max_box_texels(boxes_of(scene, planes_of(scene), cells_of(scene)))), most) << height;
  }
}

TEST(SessionScene, HasTheTexelsAsFloats) {
  Session session = small_session();
  session.texture.source = Source::one_hot;
  session.texture.hot_x = 3, session.texture.hot_y = 2;
  const StudiedScene studied = scene_of(session);
  const Scene& scene = studied.scene;
  EXPECT_EQ(scene.size, (std::array{20, 18, 1}));
  EXPECT_EQ(scene.own, (ElementFormat{ElementKind::unsigned_int, 8, 4}));
  EXPECT_TRUE(scene.is_linear());
  ASSERT_EQ(scene.values.size(), 20u * 18 * 4);
  EXPECT_EQ(scene.values[(2 * 20 + 3) * 4], 1);
  EXPECT_EQ(scene.values[(2 * 20 + 4) * 4], 0);
  EXPECT_EQ(scene.values[(3 * 20 + 2) * 4], 0);
  EXPECT_EQ(scene.least, 0);
  EXPECT_EQ(scene.greatest, 1);
}

// The unit limits the border to what the texels' type holds; texels of another type get the same border.
TEST(SessionScene, HasTheBorderInEffect) {
  Session session = small_session();
  session.sampler.address = {AddressMode::border, AddressMode::border, AddressMode::border};
  session.sampler.border_color = {2, -1, 0.5f, 1};
  EXPECT_EQ(scene_of(session).scene.sampler.border_color, (std::array{1.0f, 0.0f, 0.5f, 1.0f}));
  session.texture.format = {ElementKind::floating, 32, 4};
  EXPECT_EQ(scene_of(session).scene.sampler.border_color, session.sampler.border_color);
}

// Of 3 x 4 x 5 texels the slice in the middle along z; x changes first.
TEST(SessionScene, HasTheTexelsOfVolumes) {
  Session session = small_session();
  session.texture.source = Source::one_hot;
  session.texture.dimension = Dimension::d3;
  session.texture.width = 3, session.texture.height = 4, session.texture.depth = 5;
  session.texture.hot_x = 1, session.texture.hot_y = 3, session.texture.hot_z = 2;
  session.texture.format = {ElementKind::floating, 32, 1};
  const StudiedScene studied = scene_of(session);
  EXPECT_EQ(studied.scene.size, (std::array{3, 4, 5}));
  ASSERT_EQ(studied.scene.values.size(), 60u);
  for (std::size_t i = 0; i < 60; ++i)
    EXPECT_EQ(studied.scene.values[i], i == (2 * 4 + 3) * 3 + 1 ? 1 : 0) << i;
  EXPECT_EQ(studied.scene.fetches.axes(), 3);
  EXPECT_NEAR(studied.scene.fetches.at(0, 0, 2), 0.5, 1e-6);
}

TEST(SessionScene, FetchesByIndex) {
  Session session = small_session();
  session.texture.dimension = Dimension::d1;
  session.texture.storage = Storage::linear;
  session.texture.width = 40;
  session.fetch.function = FetchKind::texel;
  const StudiedScene studied = scene_of(session, 40, 4);
  EXPECT_TRUE(studied.scene.by_index);
  EXPECT_FALSE(studied.scene.is_linear());
  EXPECT_EQ(studied.function, FetchKind::texel);
  for (int lane = 0; lane < 16; ++lane)
    EXPECT_EQ(studied.scene.fetches.at(0, lane, 0), std::floor(studied.scene.fetches.at(0, lane, 0)));
  EXPECT_LT(studied.scene.fetches.at(0, 0, 0), studied.scene.fetches.at(0, 15, 0));
}

TEST(SessionScene, SaysWhatItRefuses) {
  using Change = std::function<void(Session&)>;
  const auto refused = [](const Change& change) {
    return refusal_of([&] {
      Session session = small_session();
      session.texture.storage = Storage::array;
      change(session);
      scene_of(session);
    });
  };
  EXPECT_EQ(refused([](Session&) {}), "nothing");
  EXPECT_EQ(refused([](Session& s) {
              s.texture.dimension = Dimension::cube;
              s.texture.width = s.texture.height = 16;
            }),
            "advise compares fetches from 1-D, 2-D and 3-D textures; this one is cube.");
  EXPECT_EQ(refused([](Session& s) { s.texture.dimension = Dimension::d2_layered; }),
            "advise compares fetches from 1-D, 2-D and 3-D textures; this one is 2d_layered.");
  EXPECT_EQ(refused([](Session& s) { s.texture.levels = 3; }),
            "advise compares fetches from one mip level; this texture has 3.");
  EXPECT_EQ(refused([](Session& s) { s.fetch.function = FetchKind::lod; }),
            "advise compares tex1D, tex2D, tex3D and tex1Dfetch; this session fetches by \"lod\".");
  EXPECT_EQ(refused([](Session& s) { s.fetch.function = FetchKind::gather; }),
            "advise compares tex1D, tex2D, tex3D and tex1Dfetch; this session fetches by \"gather\".");
  EXPECT_EQ(refused([](Session& s) {
              s.sampler.read_mode = ReadMode::element;
              s.sampler.filter = FilterMode::point;
            }),
            "advise compares fetches that return floats; this texture returns integers.");
  const std::string view = "advise compares pictures with one plain fetch for each pixel: no slab, no fetch "
                           "body, no other type.";
  EXPECT_EQ(refused([](Session& s) { s.fetch.body = "return tex2D<Texel>(tex, x, y);"; }), view);
  EXPECT_EQ(refused([](Session& s) {
              s.texture.dimension = Dimension::d3;
              s.fetch.slab = Slab::mean;
            }),
            view);
  const std::string storage = "advise compares textures whose texels are plain numbers in memory of their "
                              "own: no blocks, no packed channels, no resource view.";
  EXPECT_EQ(refused([](Session& s) {
              s.texture.channel_kind = ChannelKind::packed, s.sampler.read_mode = ReadMode::element;
            }),
            storage);
  EXPECT_EQ(refused([](Session& s) { s.sampler.srgb = true; }),
            "advise compares texels that are numbers as they are stored; this texture decodes sRGB, which no "
            "other choice does.");
  EXPECT_EQ(refused([](Session& s) {
              s.texture.view.on = true;
              s.texture.view.format = {ElementKind::unsigned_int, 16, 2};
            }),
            storage);
  EXPECT_EQ(refused([](Session& s) {
              s.texture.dimension = Dimension::d1;
              s.texture.storage = Storage::linear;
              s.fetch.function = FetchKind::texel;
              s.texture.format = {ElementKind::unsigned_int, 8, 1};
              s.texture.width = (1 << 24) + 1;
            }),
            "advise compares such textures of up to 16777216 texels; this one has 16777217.");
}

// --- recordings ---

class RecordedScene : public testing::Test {
protected:
  struct Fetch {
    std::uint64_t grid = 5;
    std::array<std::uint32_t, 3> block = {};
    std::uint32_t thread = 0; // of blocks of 16 x 4 threads
    float x = 0;
    FetchKind function = FetchKind::plain;
    int object = 1;
    std::size_t site = 0;
    bool incomplete = false;
  };

  RecordedScene() {
    made.save_texels();
    made.save_fetches();
  }

  void save(const std::vector<Fetch>& all) {
    const std::filesystem::path file = made.folder / "fetched.npy";
    fetches::write_fetch_file(file, all.size(), [&](const fetches::TakeFetches& take) {
      for (const Fetch& each : all) {
        record::Site site = made.modules[0].sites.at(0);
        if (each.incomplete) site.offsets = {7, 2};
        fetches::RecordedFetch fetch;
        fetch.grid = each.grid, fetch.block = each.block;
        fetch.thread = {each.thread % 16, each.thread / 16, 0};
        fetch.block_size = {16, 4, 1};
        fetch.lane = each.thread % 32;
        fetch.function = each.function;
        fetch.coordinates = {each.x, 0.5, 0};
        fetch.at.x = each.x, fetch.at.y = 0.5f;
        take({7, site, 1, 1}, each.site, each.object, {&fetch, 1});
      }
    });
  }
  StudiedScene scene(int object = 1) const {
    return recorded_scene(made.report, {made.folder / "trace.json", object});
  }

  // The coordinates along x of an entry's first lanes.
  static std::vector<float> lanes_of(const FetchList& list, std::size_t entry, int count) {
    std::vector<float> all;
    for (int lane = 0; lane < count; ++lane)
      all.push_back(list.at(entry, lane, 0));
    return all;
  }

  MadeRecording made;
};

TEST_F(RecordedScene, HasTheProgramsTexelsAndSampler) {
  save({{.x = 1.5f}});
  const StudiedScene studied = scene();
  EXPECT_EQ(studied.scene.title, "trace.json#1");
  EXPECT_EQ(studied.scene.values, (std::vector<float>{0, 1, 2, 3, 10, 11, 12, 13}));
  EXPECT_EQ(studied.scene.size, (std::array{4, 2, 1}));
  EXPECT_TRUE(studied.scene.is_linear());
  EXPECT_FALSE(studied.scene.sampler.normalized_coords);
  EXPECT_EQ(studied.scene.sampler.address[0], AddressMode::clamp);
  EXPECT_TRUE(studied.scene.texels_are_known);
  EXPECT_TRUE(studied.notes.empty());
  EXPECT_EQ(studied.scene.fetches.lanes_in_row(), 16);
  EXPECT_EQ(studied.scene.fetches.fetches(), 1u);
}

// A block's warps take turns: all first fetches, then all second ones, whichever were recorded first.
TEST_F(RecordedScene, IsInTheOrderOfBlocksStepsAndWarps) {
  save({{.block = {1, 0, 0}, .thread = 0, .x = 100},
        {.thread = 32, .x = 10},
        {.thread = 33, .x = 11},
        {.thread = 32, .x = 20, .site = 1},
        {.thread = 33, .x = 21, .site = 1},
        {.thread = 0, .x = 0},
        {.thread = 2, .x = 2},
        {.thread = 1, .x = 5}}); // a lane below: the warp fetches once more
  const StudiedScene studied = scene();
  const FetchList& list = studied.scene.fetches;
  EXPECT_EQ(list.fetches(), 8u);
  ASSERT_EQ(list.entries(), 16u) << "five, filled up to a tile of two steps";
  EXPECT_EQ(lanes_of(list, 0, 3), (std::vector<float>{0, 0, 2})) << "block 0, step 0, warp 0";
  EXPECT_EQ(lanes_of(list, 1, 2), (std::vector<float>{10, 11})) << "its warp 1";
  EXPECT_EQ(lanes_of(list, 2, 2), (std::vector<float>{5, 5})) << "step 1, warp 0: lane 1 alone";
  EXPECT_FALSE(list.fetches_here(2, 0));
  EXPECT_EQ(lanes_of(list, 3, 2), (std::vector<float>{20, 21}));
  EXPECT_EQ(list.at(4, 0, 0), 100) << "block 1";
}

TEST_F(RecordedScene, TilesDoNotGoOnInAnotherRowOfBlocks) {
  save({{.block = {0, 1, 0}, .x = 7}, {.block = {0, 0, 0}, .x = 3}});
  const StudiedScene studied = scene();
  const FetchList& list = studied.scene.fetches;
  EXPECT_EQ(list.entries_of_tile(), 8u);
  ASSERT_EQ(list.entries(), 16u);
  EXPECT_EQ(list.fetches(), 2u);
  EXPECT_EQ(list.at(0, 0, 0), 3);
  EXPECT_EQ(list.at(7, 0, 0), 3) << "repeated up to the tile's end";
  EXPECT_EQ(list.at(8, 0, 0), 7);
}

TEST_F(RecordedScene, IsOfTheLastLaunchThatFetchedOfTheTexture) {
  save({{.grid = 4, .thread = 1, .x = 1},
        {.grid = 6, .x = 2},
        {.grid = 5, .thread = 3, .x = 3},
        {.grid = 9, .x = 4, .object = 2},
        {.grid = 9, .x = 5, .function = FetchKind::lod},
        {.grid = 9, .x = 6, .incomplete = true},
        {.grid = 9, .x = 7, .function = FetchKind::texel},
        {.grid = 6, .thread = 40, .x = 8}});
  const StudiedScene studied = scene();
  ASSERT_EQ(studied.scene.fetches.entries(), 8u) << "two, filled up to a tile";
  EXPECT_EQ(studied.scene.fetches.fetches(), 2u);
  EXPECT_EQ(studied.scene.fetches.at(0, 0, 0), 2);
  EXPECT_EQ(studied.scene.fetches.at(1, 8, 0), 8);
}

TEST_F(RecordedScene, SaysWhereTexelsWereNotCopied) {
  save({{.x = 1}});
  made.report.objects.at(0).texels.clear();
  const StudiedScene studied = scene();
  EXPECT_FALSE(studied.scene.texels_are_known);
  ASSERT_EQ(studied.notes.size(), 1u);
  EXPECT_EQ(studied.notes[0].str(),
            "The texels of texture 1 were not copied, so a pattern stands for them, and errors are not those "
            "of the program's data. trace --texels FOLDER copies them.");
}

TEST_F(RecordedScene, SaysWhatItRefuses) {
  save({{.x = 5, .function = FetchKind::lod}});
  EXPECT_EQ(refusal_of([&] { scene(); }),
            (made.folder / "trace.json").string() +
                " holds no fetch of texture 1 that can be repeated: plain fetches of floats, or fetches by "
                "index.");
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "has no object 2; its objects are: 1.",
                      refusal_of([&] { scene(2); }));
  made.report.fetches->file.clear();
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "The report has no file of recorded fetches",
                      refusal_of([&] { scene(); }));
}
} // namespace

} // namespace texelscope::advise
