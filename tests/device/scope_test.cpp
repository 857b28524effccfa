// The oscilloscope's CUDA curve against the model.
#include "kernels/studies/sources/scope_curves.h"
#include "tests/device/device_fixture.h"
#include "tests/random_session.h"

namespace texelscope::device_tests {

namespace {

class Scope : public DeviceTest {};

TEST_F(Scope, CudasCurveHasTheModelsBits) {
  std::mt19937 random(11);
  int compared = 0, slabs = 0;
  ScopeDevices devices;
  for (int round = 0; compared < 200 && round < 20000; ++round) {
    const tests::Setup setup = tests::random_setup(random);
    const scope::Subject subject = {
        setup.session, setup.effective, {setup.image, setup.image->texels.data()}};
    ScopeCurves curves(subject, 64, 48, {1.5, 40, 60.25, 3}, 300);
    if (!curves.obstacle(scope::Series::cuda).empty()) continue;
    curves.add(scope::Series::model, nullptr, devices);
    curves.add(scope::Series::cuda, nullptr, devices);
    ASSERT_EQ(curves.fetched()[1].results, curves.fetched()[0].results) << tests::describe(setup.session);
    ++compared;
    slabs += setup.effective.slab != Slab::off;
  }
  EXPECT_EQ(compared, 200);
  EXPECT_GT(slabs, 5);
}

} // namespace

} // namespace texelscope::device_tests
