// A tour of everything that is shipped, in small pictures: each session, each step of each lesson, and each
// bug, broken and sound, over some frames. scripts/gpu_check.sh runs it under compute-sanitizer.
#include "kernels/studies/lessons/lesson_file.h"
#include "kernels/studies/texture/texture_source.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
namespace fs = std::filesystem;

struct Stop {
  std::string name;
  Session session;
  fs::path base; // where its texture's path starts
};

std::vector<Stop> lesson_stops() {
  const fs::path folder = fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/lessons";
  const LessonLibrary library = load_lessons({folder});
  EXPECT_EQ(library.problems, std::vector<std::string>());
  std::vector<Stop> stops;
  for (const LessonFile& file : library.lessons)
    for (const LessonStep& step : file.lesson.steps)
      stops.push_back({file.lesson.id, step.session, folder});
  for (const Bug& bug : library.bugs) {
    stops.push_back({bug.id + ", broken", bug.broken(), folder});
    stops.push_back({bug.id + ", sound", bug.sound, folder});
  }
  return stops;
}

class Tour : public BothBackends {
protected:
  void visit(const std::string& name, Session session, const std::shared_ptr<const Image>& image) {
    const Effective on_cuda = effective_settings(session, cuda->info().limits),
                    on_cpu = effective_settings(session, cpu->info().limits);
    for (int frame = 0; frame < 3; ++frame, ++session.write.frame) {
      FrameRequest request{session, on_cuda, image, 64, 48};
      request.probe = Pixel{5, 7};
      request.texels = TexelRect{0, 0, 1, 1};
      cuda->frame(request);
      cpu->frame({session, on_cpu, image, 64, 48});
    }
    EXPECT_EQ(difference(cuda->read_result(), cpu->read_result()), "") << name;
    EXPECT_EQ(difference(cuda->read_texture(), cpu->read_texture()), "") << name;
  }
};

INSTANTIATE_TEST_SUITE_P(Cuda, Tour, testing::Values(GlBinding::none, GlBinding::current), binding_name);
} // namespace

TEST_P(Tour, EverySession) {
  const auto files = session_files();
  ASSERT_GE(files.size(), 60u);
  for (const fs::path& file : files) {
    const ShippedSession shipped = shipped_session(file);
    visit(file.filename(), shipped.session, shipped.image);
  }
}

TEST_P(Tour, EveryLessonAndBug) {
  const auto stops = lesson_stops();
  ASSERT_GE(stops.size(), 90u);
  for (const Stop& stop : stops) {
    TextureSource source;
    source.request(stop.session, effective_settings(stop.session), stop.base);
    source.wait();
    ASSERT_TRUE(source.image()) << stop.name << ": " << source.status().error;
    visit(stop.name, stop.session, source.image());
  }
}

} // namespace texelscope::device_tests
