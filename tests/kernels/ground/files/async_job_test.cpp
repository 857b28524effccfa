// When the result of a computation on another thread is reported.
#include "kernels/ground/files/async_job.h"

#include <future>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/wait_for.h"

namespace texelscope {
namespace {

TEST(AsyncJobs, ArriveOnce) {
  AsyncJob<int> job;
  AsyncResult<int> finding;
  EXPECT_FALSE(job.poll(finding, false)) << "none was started";
  std::promise<void> gate;
  job.start([open = gate.get_future().share()](const std::stop_token&) {
    open.wait();
    return 3;
  });
  EXPECT_FALSE(job.poll(finding, false));
  EXPECT_TRUE(finding.busy);
  EXPECT_FALSE(finding.found);
  gate.set_value();
  EXPECT_TRUE(job.poll(finding, true));
  EXPECT_EQ(finding.found, 3);
  EXPECT_FALSE(finding.busy);
  EXPECT_FALSE(job.poll(finding, true));
}

TEST(AsyncJobs, ArriveInThePollAfterTheStartWhereTheyAreDoneByThen) {
  AsyncJob<int> job;
  AsyncResult<int> finding;
  std::promise<void> done;
  job.start([&](const std::stop_token&) {
    done.set_value_at_thread_exit();
    return 4;
  });
  done.get_future().wait();
  bool arrived = false;
  wait_for([&] { return arrived = arrived || job.poll(finding, false); });
  EXPECT_EQ(finding.found, 4);
}

TEST(AsyncJobs, AFailureArrivesToo) {
  AsyncJob<int> job;
  AsyncResult<int> finding;
  job.start([](const std::stop_token&) -> int { throw std::runtime_error("no memory"); });
  EXPECT_TRUE(job.poll(finding, true));
  EXPECT_EQ(finding.failure, "no memory");
  job.start([](const std::stop_token&) { return 5; });
  EXPECT_TRUE(job.poll(finding, true));
  EXPECT_EQ(finding.failure, "");
}

} // namespace
} // namespace texelscope
