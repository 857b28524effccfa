// The PROFILE panel's roofs: when they are measured, which of them counts, and where none is known.
#include <cmath>

#include "tests/app/live_profiles.h"

namespace texelscope {
namespace {

// The window may draw no frames meanwhile.
TEST_F(LiveProfiles, WhileRoofsAreMeasuredNothingElseIs) {
  backend.kind = BackendKind::cuda;
  backend.multiprocessors = 100;
  EXPECT_FALSE(live.measures_roofs());
  for (int i = 0; i < 60 && !live.measures_roofs(); ++i)
    frame(400);
  ASSERT_TRUE(live.measures_roofs()) << "there is a rate, so its roofs are measured";
  now += 1;
  EXPECT_FALSE(frame(400)->due);
  measured = true;
  wait_for([&] { return !live.measures_roofs(); }); // without a frame
  now += 1;
  EXPECT_TRUE(frame(400)->due);
  frames(30, 400);
  ASSERT_TRUE(shows().fetch);
  EXPECT_EQ(shows().fetch->limiter, "texture");
  EXPECT_NEAR(shows().fetch->roof_share.value_or(0), 1, 1e-9);
}

// Of 100 multiprocessors at 1 GHz.
TEST_F(LiveProfiles, TheLowestRoofThatHoldsCounts) {
  backend.kind = BackendKind::cuda;
  backend.multiprocessors = 100;
  here = {{{2, 0}, profile::Stage::l2}, {{4, 0}, profile::Stage::texture}, {{1, 0}, profile::Stage::l1}};
  measured = true;
  const auto share = [&](double giga) {
    ++change;
    settle(giga);
    return shows().fetch ? shows().fetch->roof_share.value_or(0) : 0;
  };
  EXPECT_NEAR(share(50), 0.5, 1e-6);
  EXPECT_EQ(shows().fetch->limiter, "l1");
  EXPECT_NEAR(share(102), 1.02, 1e-6);
  EXPECT_EQ(shows().fetch->limiter, "l1");
  EXPECT_NEAR(share(150), 0.75, 1e-6);
  EXPECT_EQ(shows().fetch->limiter, "l2");
  ASSERT_EQ(shows().fetch->roofs.size(), 2u);
  EXPECT_EQ(shows().fetch->roofs[0].stage, profile::Stage::memory);
  EXPECT_EQ(shows().fetch->roofs[1].stage, profile::Stage::l2) << "the roof that counts is drawn too";
  EXPECT_NEAR(shows().fetch->roofs[1].texels_per_second, 200e9, 1);
  EXPECT_NEAR(share(380), 0.95, 1e-6);
  EXPECT_EQ(shows().fetch->limiter, "texture");
  EXPECT_NEAR(share(450), 1.125, 1e-6) << "no roof is above the rate";
}

TEST_F(LiveProfiles, BetweenTwoMinificationsTimesAreInterpolated) {
  backend.kind = BackendKind::cuda;
  backend.multiprocessors = 100;
  session.texture.width = session.texture.height = 372; // 1.55 texels a pixel
  here = {{{4, 0}, profile::Stage::texture}, {{2, 0}, profile::Stage::l2}, {{4, 0}, profile::Stage::texture}};
  measured = true;
  settle(280);
  ASSERT_TRUE(shows().fetch);
  const double share = (1.55 * 1.55 - 1) / (2 * 2 - 1), roof = 1 / std::lerp(1 / 400.0, 1 / 200.0, share);
  EXPECT_NEAR(shows().fetch->roof_share.value_or(0), 280 / roof, 1e-6);
  EXPECT_EQ(shows().fetch->limiter, "l2");
  session.texture.width = session.texture.height = 432; // 1.8: the same cells
  ++change;
  settle(230);
  EXPECT_NEAR(shows().fetch->roof_share.value_or(0),
              230 * std::lerp(1 / 400.0, 1 / 200.0, (1.8 * 1.8 - 1) / 3), 1e-6);
}

TEST_F(LiveProfiles, ColdLaunchesHaveNoRoof) {
  backend.kind = BackendKind::cuda;
  backend.multiprocessors = 100;
  choice.cold = true;
  measured = true;
  settle(2);
  ASSERT_TRUE(shows().fetch);
  EXPECT_FALSE(shows().fetch->roof_share);
  EXPECT_TRUE(shows().fetch->roofs.empty());
  choice.cold = false;
  ++change;
  settle(2);
  EXPECT_TRUE(shows().fetch->roof_share) << "warm launches have a roof";
  EXPECT_FALSE(shows().fetch->roofs.empty());
}

TEST_F(LiveProfiles, RoofsThatWereBrokenOffAndKnownAllTheSameAreNotForColdLaunches) {
  backend.kind = BackendKind::cuda;
  backend.multiprocessors = 100;
  for (int i = 0; i < 60 && !live.measures_roofs(); ++i)
    frame(2);
  ASSERT_TRUE(live.measures_roofs());
  choice.cold = true;
  measured = true;
  settle(2);
  ASSERT_TRUE(shows().fetch);
  EXPECT_FALSE(shows().fetch->roof_share);
}

TEST_F(LiveProfiles, OtherSettingsBreakRoofsOff) {
  backend.kind = BackendKind::cuda;
  for (int i = 0; i < 60 && !live.measures_roofs(); ++i)
    frame();
  ASSERT_TRUE(live.measures_roofs());
  change_to("filter: linear → point");
  frame();
  wait_for([&] { return !live.measures_roofs(); }); // it ends without a result
  EXPECT_TRUE(broken_off);
  for (int i = 0; i < 60 && !live.measures_roofs(); ++i)
    frame();
  EXPECT_TRUE(live.measures_roofs()) << "the new settings' roofs are measured";
}

} // namespace
} // namespace texelscope
