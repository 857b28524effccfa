// Runs a body once for each instruction set that this machine has.
#pragma once

#include <set>
#include <string>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "kernels/unit/batch/fast_fetch.h"

namespace texelscope::tests {

class EachTarget : public ::testing::Test {
protected:
  ~EachTarget() override { hwy::SetSupportedTargetsForTest(0); }

  template <class Body>
  void on_each_target(Body&& body) {
    std::set<std::string> seen;
    for (std::int64_t target = 1; target != 0 && target < (std::int64_t(1) << 62); target <<= 1) {
      hwy::SetSupportedTargetsForTest(0);
      if ((hwy::SupportedTargets() & target) == 0) continue;
      hwy::SetSupportedTargetsForTest(target);
      if (seen.insert(cpu::fetch_instructions()).second) body();
    }
    hwy::SetSupportedTargetsForTest(std::int64_t(HWY_STATIC_TARGET));
    if (seen.insert(cpu::fetch_instructions()).second) body();
    EXPECT_GE(seen.size(), 1u);
  }

  // The same, except those where the model fetches.
  template <class Body>
  void on_each_vector_target(Body&& body) {
    on_each_target([&] {
      if (cpu::has_vectors()) body();
    });
  }
};

} // namespace texelscope::tests
