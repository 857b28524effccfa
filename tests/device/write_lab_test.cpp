// The write lab on a GPU: guarantees hold, the write paths agree, writes land by the rule.
#include "kernels/reports/coherence/write_lab.h"

#include "kernels/reports/coherence/staleness.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

class WriteLabOnDevice : public DeviceTest {};

TEST_F(WriteLabOnDevice, FreshValuesAreReadWhereGuaranteed) {
  const auto lab = staleness::make_cuda_lab(256, 256);
  EXPECT_FALSE(lab->simulated());
  for (const staleness::Combination& c : staleness::combinations()) {
    const staleness::Result result = lab->run(c);
    EXPECT_EQ(result.texels, 65536);
    EXPECT_EQ(result.stale + result.fresh + result.other, 65536);
    EXPECT_EQ(result.other, 0) << identifier(c);
    if (guarantee(c) == staleness::Guarantee::fresh) {
      EXPECT_EQ(result.stale, 0) << identifier(c);
    }
  }
}

TEST_F(WriteLabOnDevice, EveryRouteWritesTheSameBits) {
  for (const ElementFormat& format : all_formats())
    for (const auto& [width, height] : {std::pair{256, 64}, {1003, 57}, {1, 1}}) {
      const write_lab::Comparison comparison = write_lab::compare_write_paths(format, width, height);
      ASSERT_EQ(comparison.routes.size(), 3u);
      for (const write_lab::RouteTime& route : comparison.routes) {
        EXPECT_EQ(route.wrong, 0u) << format_name(format) << " " << identifier(route.route);
        EXPECT_GT(route.seconds, 0) << format_name(format);
        EXPECT_EQ(route.copy_seconds > 0, route.route == write_lab::Route::linear_copy);
      }
    }
}

TEST_F(WriteLabOnDevice, WritesLandByTheRule) {
  for (const ElementFormat& format : all_formats())
    for (const auto boundary : {write_lab::Boundary::zero, write_lab::Boundary::clamp})
      for (const bool x_in_texels : {false, true}) {
        const write_lab::BoundaryTest boundary_test = {
            .format = format, .boundary = boundary, .x_in_texels = x_in_texels};
        EXPECT_EQ(landings_on_device(boundary_test), landings_by_rule(boundary_test)) << format_name(format);
      }
}

} // namespace texelscope::device_tests
