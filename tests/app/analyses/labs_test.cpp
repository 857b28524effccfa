// The labs on the CPU: what each computes while it is open, and when it computes again.
#include "app/analyses/labs.h"

#include <future>
#include <stdexcept>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TEST(AsyncJob, GivesWhatTheJobGives) {
  AsyncJob<int> job;
  AsyncResult<int> finding;
  std::promise<void> go;
  job.start([ready = go.get_future().share()](const std::stop_token&) {
    ready.wait();
    return 7;
  });
  job.poll(finding, false);
  EXPECT_TRUE(finding.busy);
  EXPECT_FALSE(finding.found);
  go.set_value();
  job.poll(finding, true);
  EXPECT_FALSE(finding.busy);
  EXPECT_EQ(finding.found, 7);
}

TEST(AsyncJob, KeepsWhatWasFoundWhereAJobFails) {
  AsyncJob<int> job;
  AsyncResult<int> finding;
  finding.found = 3;
  job.start([](const std::stop_token&) -> int { throw std::runtime_error("no memory"); });
  job.poll(finding, true);
  EXPECT_EQ(finding.found, 3);
  EXPECT_EQ(finding.failure, "no memory");
  job.start([](const std::stop_token&) { return 4; });
  job.poll(finding, true);
  EXPECT_EQ(finding.found, 4);
  EXPECT_EQ(finding.failure, "");
}

TEST(AsyncJob, EndsByRequestingAStop) {
  std::promise<bool> stopped;
  auto stopped_result = stopped.get_future();
  {
    AsyncJob<int> job;
    job.start([&](const std::stop_token& stop) {
      while (!stop.stop_requested())
        std::this_thread::yield();
      stopped.set_value(true);
      return 0;
    });
  }
  EXPECT_TRUE(stopped_result.get());
}

TEST(Labs, FindNothingWhileNoneIsOpen) {
  Labs labs;
  labs.update(Lab::none, {}, {}, false, true);
  EXPECT_FALSE(labs.findings().legality.found);
  EXPECT_FALSE(labs.findings().staleness.found);
  EXPECT_FALSE(labs.findings().destinations.found);
}

TEST(Labs, LegalityComesFromTheCapture) {
  Labs labs;
  ui::LabChoices choices;
  Session session;
  labs.update(Lab::legality, choices, legality::configuration_of(session), false, true);
  const ui::LabFindings& found = labs.findings();
  ASSERT_TRUE(found.legality.found) << found.legality.failure;
  EXPECT_TRUE(found.legality.found->source.captured);
  EXPECT_EQ(found.legality.found->source.gpu, "NVIDIA H200");
  EXPECT_EQ(found.table.shown(), int(legality::configurations().size()));
  ASSERT_TRUE(found.session.answer);
  EXPECT_EQ(found.session.answer->verdict, legality::Verdict::accepted);
  ASSERT_TRUE(found.session.cell);
  EXPECT_EQ(found.table.rows[found.session.cell->row]->name, "u8x4");

  choices.legality.filter.formats = legality::FormatClass::blocks;
  session.sampler.normalized_coords = false;
  labs.update(Lab::legality, choices, legality::configuration_of(session), false, true);
  EXPECT_LT(found.table.shown(), int(legality::configurations().size()));
  EXPECT_EQ(found.table.rows.front()->name, "bc1");
  EXPECT_FALSE(found.session.cell);
  ASSERT_TRUE(found.session.answer);
  EXPECT_EQ(found.session.answer->verdict, legality::Verdict::altered);
}

TEST(Labs, StalenessIsSimulatedAndFollowsTheChoice) {
  Labs labs;
  ui::LabChoices choices;
  choices.staleness.warmed = false;
  labs.update(Lab::staleness, choices, {}, false, true);
  const auto& found = labs.findings().staleness.found;
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->simulated);
  EXPECT_EQ(found->result.texels, 4096);
  EXPECT_EQ(found->result.fresh, 4096);
  choices.staleness.warmed = true;
  labs.update(Lab::staleness, choices, {}, false, true);
  EXPECT_EQ(found->requested, choices.staleness);
  EXPECT_EQ(found->result.stale, 4096);
  choices.staleness.read = staleness::ReadPath::load; // an array has no address: nothing is run
  labs.update(Lab::staleness, choices, {}, false, true);
  EXPECT_EQ(found->requested.read, staleness::ReadPath::texture);
}

TEST(Labs, WritesLandByTheRule) {
  Labs labs;
  ui::LabChoices choices;
  choices.writes.x_in_texels = true;
  labs.update(Lab::writes, choices, {}, false, true);
  const auto& found = labs.findings().destinations.found;
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->on_device);
  EXPECT_EQ(found->boundary_test.boundary_test, choices.writes.boundary_test());
  EXPECT_EQ(found->boundary_test.destinations, landings_by_rule(choices.writes.boundary_test()));
  choices.writes.boundary = write_lab::Boundary::clamp;
  labs.update(Lab::writes, choices, {}, false, true);
  EXPECT_EQ(found->boundary_test.boundary_test.boundary, write_lab::Boundary::clamp);
}

} // namespace
} // namespace texelscope
