// The sectors that a warp requests from the L1, predicted and counted.
#include <cstdio>

#include "kernels/reports/profile/live/warp_footprint.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

using namespace profile;

class WarpOnDevice : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped()) need_counters();
  }

  static Session seen(const Image& image, FilterMode filter, Storage storage) {
    Session s;
    s.texture.width = image.width;
    s.texture.height = image.height;
    s.texture.format = image.format;
    s.texture.storage = storage;
    s.sampler.filter = filter;
    s.view.span = 1;
    return s;
  }
  static void expect_counted(const Session& s, const Image& image, int side, const std::string& what) {
    const Effective effective = resolve(s).effective;
    for (const Pixel pixel : {Pixel{0, 0}, Pixel{9, 5}, Pixel{side - 1, side - 1}}) {
      const WarpFootprint predicted = warp_footprint(s, effective, image, side, side, pixel);
      const WarpCounts counted = count_warp(s, effective, image, side, side, pixel);
      std::printf("%s (%d, %d): %lld sectors predicted, %.0f counted; %.0f quads, %.0f requests\n",
                  what.c_str(), pixel.x, pixel.y, (long long)predicted.quad_sectors, counted.sectors,
                  counted.quads, counted.requests);
      EXPECT_EQ(counted.quads, double(predicted.requests)) << what;
      EXPECT_EQ(counted.requests, double(predicted.requests)) << what;
      EXPECT_EQ(counted.sectors, double(predicted.quad_sectors)) << what;
    }
  }
};

TEST_F(WarpOnDevice, PredictedSectorsAreThoseCounted) {
  constexpr int side = 64;
  for (const ElementFormat& format : {ElementFormat{ElementKind::unsigned_int, 8, 4},
                                      {ElementKind::floating, 16, 4},
                                      {ElementKind::floating, 32, 2},
                                      {ElementKind::floating, 32, 4}}) {
    const auto image = noise(format, side, side, 1);
    for (const Storage storage : {Storage::array, Storage::pitch})
      for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
        const Session plain = seen(*image, filter, storage);
        const std::string what = format_name(format) + (storage == Storage::pitch ? " pitch" : " array") +
                                 (filter == FilterMode::point ? " point" : " linear");
        Session moved = plain;
        moved.view.center_x += 0.3 / side; // all weights are more than zero
        moved.view.center_y += 0.3 / side;
        Session turned = moved;
        turned.view.rotation = 30;
        expect_counted(plain, *image, side, what + " 1:1");
        expect_counted(moved, *image, side, what + " moved");
        expect_counted(moved, *image, side / 2, what + " minified");
        expect_counted(turned, *image, side, what + " turned");
      }
  }
}

} // namespace texelscope::device_tests
