// What the PROFILE panel receives: which launches count, when numbers change, and the marks and points of
// changes.
#include <cmath>
#include <filesystem>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/live/live.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/texture/texture_source.h"
#include "tests/app/live_profiles.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

TEST_F(LiveProfiles, MeasuresNothingWhileNobodyLooks) {
  shown = false;
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(frame());
  EXPECT_FALSE(shows().fetch);
  EXPECT_TRUE(shows().history.empty());
}

TEST_F(LiveProfiles, NumbersOfOtherSettingsAreNotShownElsewhere) {
  frames(30, 2);
  shown = false;
  frame();
  EXPECT_TRUE(shows().fetch);
  change_to("filter: linear → point");
  frame();
  EXPECT_FALSE(shows().fetch);
}

TEST_F(LiveProfiles, ALaunchAFrameAndNoMoreThan75ASecond) {
  int due = 0;
  for (int i = 0; i < 60; ++i)
    due += frame()->due;
  EXPECT_EQ(due, 60);
  now += 1;
  due = 0;
  for (int i = 0; i < 600; ++i) {
    now -= 1.0 / 60 - 1.0 / 600; // 600 frames a second
    due += frame()->due;
  }
  EXPECT_GT(due, 60);
  EXPECT_LE(due, 75);
}

TEST_F(LiveProfiles, TheNumberIsTheMedianOfASecondAndChangesFourTimesInOne) {
  frames(60, 2);
  ASSERT_TRUE(shows().fetch);
  EXPECT_DOUBLE_EQ(shows().fetch->texels_per_second, 2e9);
  EXPECT_DOUBLE_EQ(shows().fetch->bytes_per_second, 8e9);
  EXPECT_EQ(shows().cell, "u8x4.bilinear.2d.array.tile.16K.tex");
  frames(20, 4); // fewer than half of the launches of that second
  EXPECT_DOUBLE_EQ(shows().fetch->texels_per_second, 2e9);
  frames(60, 4);
  EXPECT_DOUBLE_EQ(shows().fetch->texels_per_second, 4e9);
  EXPECT_NEAR(double(shows().history.size()), 140.0 / 15, 2);
  EXPECT_TRUE(shows().marks.empty());
}

TEST_F(LiveProfiles, AChangeIsAMarkAndAPointAndForgetsTheOldLaunches) {
  frames(60, 2);
  change_to("filter: linear → point");
  session.sampler.filter = FilterMode::point;
  frame(0);
  EXPECT_FALSE(shows().fetch) << "these settings have no measurement yet";
  frames(60, 4);
  EXPECT_DOUBLE_EQ(shows().fetch->texels_per_second, 4e9);
  ASSERT_EQ(shows().marks.size(), 1u);
  EXPECT_EQ(shows().marks[0].label, "filter: linear → point");
  ASSERT_EQ(shows().points.size(), 2u);
  EXPECT_EQ(shows().points[0].label, "start");
  EXPECT_EQ(shows().points[0].bytes_read, 16);
  EXPECT_DOUBLE_EQ(shows().points[0].texels_per_second, 2e9);
  EXPECT_EQ(shows().points[1].bytes_read, 4);
  EXPECT_DOUBLE_EQ(shows().points[1].texels_per_second, 4e9);
  for (int i = 0; i < 10; ++i) {
    change_to("change " + std::to_string(i));
    frames(20, 1);
  }
  EXPECT_EQ(shows().points.size(), LiveProfile::max_points);
  EXPECT_EQ(shows().points.back().label, "change 9");
}

TEST_F(LiveProfiles, LaunchesOfOtherSettingsDoNotCount) {
  frame(2);
  change_to("a change");
  frame(0);
  const Effective effective = resolve(session).effective;
  FrameResult late;
  late.launches = {{1, 1'000'000, 0.5, 0}}; // of the first tag
  live.update({session, effective, backend, 640, 480, change, label, write_seconds}, late, now);
  EXPECT_FALSE(shows().fetch);
}

TEST_F(LiveProfiles, ColdIsCudasAlone) {
  choice.cold = choice.heat = true;
  EXPECT_FALSE(frame()->cold);
  EXPECT_FALSE(frame()->heat);
  backend.kind = BackendKind::cuda;
  EXPECT_TRUE(frame()->cold);
  EXPECT_TRUE(frame()->heat);
  choice.cold = false;
  EXPECT_FALSE(frame()->cold);
  ASSERT_EQ(shows().marks.size(), 1u) << "another machine is no change of the settings";
  EXPECT_EQ(shows().marks[0].label, text(Text::live_to_warm));
}

TEST_F(LiveProfiles, CountersAreCudasAndClosedWhileNobodyLooks) {
  choice.counters = true;
  frames(30, 1);
  EXPECT_FALSE(shows().counts.on) << "a CPU has no counters";
  backend.kind = BackendKind::cuda;
  const auto opens = [&] {
    for (int i = 0; i < 2000 && open.use_count() < 2; ++i) {
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return open.use_count() == 2;
  };
  EXPECT_TRUE(opens());
  EXPECT_TRUE(shows().counts.on);
  shown = false;
  frame();
  EXPECT_EQ(open.use_count(), 1);
  shown = true;
  EXPECT_TRUE(opens());
  choice.counters = false;
  frame();
  EXPECT_EQ(open.use_count(), 1);
  EXPECT_FALSE(shows().counts.on);
}

TEST_F(LiveProfiles, HistoryIsOfTheLastMinute) {
  frames(60, 1);
  change_to("an early change");
  frames(60 * 65, 1);
  EXPECT_TRUE(shows().marks.empty());
  EXPECT_GE(shows().history.front().at, now - 61);
  EXPECT_NEAR(double(shows().history.size()), 235, 12)
      << "every 15 frames, or 16 where a quarter of a second is a little more";
}

TEST_F(LiveProfiles, SaysWhyNothingIsMeasured) {
  failure = "The device has no memory left.";
  frame();
  failure.clear();
  EXPECT_FALSE(frame()) << "and does not request again";
  EXPECT_EQ(shows().nothing, "The device has no memory left.");
  change_to("size: 16384 → 64");
  EXPECT_TRUE(frame());
  EXPECT_EQ(shows().nothing, "");
  session.fetch.body = "return tex(x, y);";
  EXPECT_TRUE(frame()) << "only CUDA runs this one";
  backend.limits.runs_bodies = true;
  EXPECT_FALSE(frame());
  EXPECT_EQ(shows().nothing, text(Text::live_body));
}

TEST_F(LiveProfiles, WritesThatGoOverAllTexelsHaveARate) {
  write_seconds = 1e-3;
  frame();
  EXPECT_TRUE(std::isnan(shows().written_per_second)) << "no write kernel runs";
  session.write.mode = WriteMode::pattern;
  change_to("write: off → pattern");
  frames(20, 1);
  EXPECT_DOUBLE_EQ(shows().written_per_second, 64 * 64 / 1e-3);
}

bool same_sums(const profile::LiveSums& a, const profile::LiveSums& b) {
  for (std::size_t c = 0; c < 4; ++c)
    if (a[c] != b[c] && !(std::isnan(a[c]) && std::isnan(b[c]))) return false;
  return true;
}

TEST(LiveSessions, APassReturnsThePicturesOwnValues) {
  const auto backend = make_cpu_backend();
  const auto live = profile::make_cpu_live();
  int sessions = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/sessions")) {
    if (entry.path().extension() != ".json") continue;
    LoadedSession loaded = load_session(entry.path());
    loaded.session.write.mode = WriteMode::off;
    TextureSource source;
    adopt_file_now(source, loaded);
    const Effective effective = resolve(loaded.session).effective;
    source.request(loaded.session, effective, loaded.base);
    source.wait();
    source.poll();
    backend->frame({loaded.session, effective, source.image(), 161, 90});
    EXPECT_TRUE(same_sums(live->pass({loaded.session, effective, source.image(), 161, 90, {}}),
                          profile::sums_of(backend->read_result())))
        << entry.path().filename();
    ++sessions;
  }
  EXPECT_GE(sessions, 40);
}

} // namespace
} // namespace texelscope
