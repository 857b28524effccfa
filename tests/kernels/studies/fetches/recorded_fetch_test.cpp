// A record's lanes as fetches of the model.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "kernels/studies/fetches/recorded_fetch.h"

namespace texelscope::fetches {

namespace {
using record::Site;
using record::WarpRecord;

class Recorded {
public:
  Recorded(std::uint32_t mask, std::uint32_t words_per_lane)
      : lanes(std::uint32_t(std::popcount(mask))), words(words_per_lane * lanes) {
    header.mask = mask, header.lanes = lanes, header.words_per_lane = words_per_lane;
    header.block[0] = 3, header.block[1] = 5, header.warp = 1, header.grid = 77;
    header.block_size[0] = 16, header.block_size[1] = 8, header.block_size[2] = 1;
  }
  void put(std::uint32_t word, std::uint32_t rank, std::uint32_t value) {
    words[word * lanes + rank] = value;
  }
  void put(std::uint32_t word, std::uint32_t rank, float value) {
    put(word, rank, std::bit_cast<std::uint32_t>(value));
  }
  WarpRecord record() const { return {header, std::as_bytes(std::span(words))}; }

private:
  record::RecordHeader header = {};
  std::uint32_t lanes;
  std::vector<std::uint32_t> words;
};

TEST(RecordedFetches, HaveEachOperandInItsPlace) {
  Site site;
  site.geometry = record::Geometry::a2d;
  site.kind = record::FetchKind::level;
  site.object = {0, 2}, site.layer = {2, 1}, site.coordinates = {3, 2}, site.level = {5, 1};
  site.results = {6, -1, 7, -1};
  Recorded made(0b100010, 8);
  for (const std::uint32_t rank : {0u, 1u}) {
    made.put(0, rank, 0x11u), made.put(1, rank, rank);
    made.put(2, rank, std::uint32_t(-2 + int(rank)));
    made.put(3, rank, 1.25f + float(rank)), made.put(4, rank, -0.5f), made.put(5, rank, 2.75f);
    made.put(6, rank, 0.125f), made.put(7, rank, 8u + rank);
  }
  const auto fetches = fetches_of(site, made.record());
  ASSERT_EQ(fetches.size(), 2u);
  const RecordedFetch& second = fetches[1];
  EXPECT_EQ(second.handle, 0x100000011u);
  EXPECT_EQ(second.grid, 77u);
  EXPECT_EQ(second.lane, 5u);
  EXPECT_EQ(second.thread, (std::array<std::uint32_t, 3>{5, 2, 0})) << "thread 37 of blocks 16 wide";
  EXPECT_EQ(second.position(0), 53u);
  EXPECT_EQ(second.position(1), 42u);
  EXPECT_EQ(second.function, FetchKind::lod);
  EXPECT_EQ(second.at.layer, -1);
  EXPECT_EQ(second.at.x, 2.25f);
  EXPECT_EQ(second.at.y, -0.5f);
  EXPECT_EQ(second.at.lod, 2.75f);
  EXPECT_EQ(second.coordinates, (std::array<double, 3>{2.25, -0.5, 0}));
  EXPECT_EQ(second.result, (TexelBits{std::bit_cast<std::uint32_t>(0.125f), 0, 9, 0}));
  EXPECT_EQ(dimension_of(site), Dimension::d2_layered);
}

TEST(RecordedFetches, ByIndexAreThoseOfTex1Dfetch) {
  Site site;
  site.geometry = record::Geometry::d1;
  site.coordinate_type = record::CoordinateType::s32;
  site.coordinates = {0, 1};
  Recorded made(1, 1);
  made.put(0, 0, std::uint32_t(-7));
  const auto fetches = fetches_of(site, made.record());
  EXPECT_EQ(fetches.at(0).function, FetchKind::texel);
  EXPECT_EQ(fetches.at(0).at.texel, -7);
  EXPECT_EQ(fetches.at(0).coordinates[0], -7);
}

// Threads of a quad with equal gradients share the texture unit's passes; the others are fetched alone.
TEST(RecordedFetches, KnowTheirQuads) {
  Site site;
  site.kind = record::FetchKind::gradients;
  site.coordinates = {0, 2}, site.dx = {2, 2}, site.dy = {4, 2};
  Recorded made(0b111100001111, 6);
  for (std::uint32_t rank = 0; rank < 8; ++rank)
    made.put(2, rank, rank < 4 ? 0.5f : float(rank)), made.put(5, rank, 0.25f);
  const auto fetches = fetches_of(site, made.record());
  std::vector<int> lanes;
  for (const RecordedFetch& fetch : fetches)
    lanes.push_back(fetch.at.quad_lane);
  EXPECT_EQ(lanes, (std::vector<int>{0, 1, 2, 3, 0, 0, 0, 0}));
  EXPECT_EQ(fetches[7].at.dx, (Gradient{7, 0, 0}));
  EXPECT_EQ(fetches[7].at.dy, (Gradient{0, 0.25f, 0}));
}
} // namespace

} // namespace texelscope::fetches
