// What the window explains of a pixel and of the settings, with the GPU's own values beside it.
#include "app/analyses/pixel_inspector.h"

#include "kernels/studies/explain/explain_components.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
constexpr int inspected_width = 320, inspected_height = 240;

class PixelInspectorOnDevice : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    if (IsSkipped()) return;
    image = noise({ElementKind::unsigned_int, 8, 4}, 64, 64, 5);
    session = session_for(*image);
  }

  // One frame, as the window's loop runs it.
  void draw() {
    const Resolution resolution = resolve(session, cuda->info().limits);
    FrameRequest request{session, resolution.effective, image, inspected_width, inspected_height};
    request.probe = selection.chosen_pixel(session, resolution.effective, inspected_width, inspected_height);
    const FrameResult result = cuda->frame(request);
    if (result.probe) probe = result.probe;
    explaining.update({session, resolution.effective, resolution.notes, image->texels.data(),
                       result.texture.version, true, inspected_width, inspected_height},
                      selection, probe, true);
  }

  std::shared_ptr<const Image> image;
  Session session;
  ui::PixelSelection selection;
  std::optional<PixelProbe> probe;
  PixelInspector explaining;
};

TEST_F(PixelInspectorOnDevice, TheGpusValueIsTheModels) {
  for (const Pixel pixel : {Pixel{160, 120}, Pixel{3, 200}, Pixel{319, 0}}) {
    selection.pins.clear();
    selection.pins.add(
        *position_of(session, resolve(session).effective, inspected_width, inspected_height, pixel));
    for (int frame = 0; frame < 200; ++frame) {
      draw();
      static_cast<void>(cuda->read_result()); // so that reads arrive
    }
    const Explanation& e = explaining.explanation()->fetch;
    ASSERT_TRUE(e.returned);
    EXPECT_TRUE(returned_same(e)) << returned_text(e, 0);
  }
}

TEST_F(PixelInspectorOnDevice, AValueOfAnEarlierFrameIsNotCompared) {
  for (int frame = 0; frame < 300; ++frame) {
    if (frame % 3 == 0) {
      session.view.center_x += 0.01;
      selection.pins.clear();
      selection.pins.add(
          *position_of(session, resolve(session).effective, inspected_width, inspected_height, {160, 120}));
    }
    draw();
    EXPECT_TRUE(returned_same(explaining.explanation()->fetch)) << frame;
  }
}

TEST_F(PixelInspectorOnDevice, SettingsAreProvedByTheGpu) {
  session.sampler.normalized_coords = false;
  session.sampler.address = {AddressMode::wrap, AddressMode::mirror, AddressMode::wrap};
  const Resolution resolution = resolve(session, cuda->info().limits);
  SettingsReport report;
  report.update(session, resolution, image, BackendKind::cuda, true);
  ASSERT_TRUE(report.found().found) << report.found().failure;
  EXPECT_EQ(report.found().found->failure, "");
  int proved = 0;
  for (const SettingReport& setting : report.found().found->settings) {
    if (setting.change != NoteKind::altered || !setting.proof) continue;
    ASSERT_TRUE(setting.proof->returned) << setting.field->path;
    EXPECT_EQ(setting.proof->returned_value, setting.proof->as_effective) << setting.field->path;
    EXPECT_NE(setting.proof->returned_value, setting.proof->as_requested) << setting.field->path;
    ++proved;
  }
  EXPECT_EQ(proved, 2);
}
} // namespace

} // namespace texelscope::device_tests
