// A fixture of tests that compile fetch bodies. They need no GPU, and are skipped where NVRTC is not
// installed.
#pragma once

#include <optional>

#include <gtest/gtest.h>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/custom_kernel/fetch_body.h"

namespace texelscope::tests {

template <class Fixture = testing::Test>
class WithNvrtc : public Fixture {
protected:
  void SetUp() override {
    Fixture::SetUp();
    if (Fixture::IsSkipped()) return;
    try {
      compiler.emplace();
    } catch (const MachineError& error) {
      GTEST_SKIP() << error.what();
    }
  }

  std::optional<BodyCompiler> compiler;
};

} // namespace texelscope::tests
