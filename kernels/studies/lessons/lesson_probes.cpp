#include "kernels/studies/lessons/lesson_probes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/reports/coherence/staleness.h"
#include "kernels/reports/support_matrix/legality_probe.h"
#include "kernels/reports/support_matrix/legality_table.h"
#include "kernels/studies/labs/boundary_run.h"
#include "kernels/studies/labs/legality_answers.h"
#include "kernels/studies/texture/texture_recipe.h"

namespace texelscope {

LessonTruth staleness_answer(const Quantity& q, bool on_device) {
  constexpr int size = 64;
  const auto& all = staleness::combinations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& c) { return identifier(c) == q.word; });
  if (found == all.end()) throw std::invalid_argument(say(Text::lesson_unknown, {q.word}));
  const auto lab = on_device ? staleness::make_cuda_lab(size, size) : staleness::make_simulation(size, size);
  const staleness::Result result = lab->run(*found);
  const char* word = result.fresh == result.texels   ? "fresh"
                     : result.stale == result.texels ? "stale"
                                                     : "mixed";
  return {std::string(word), text(lab->simulated() ? Text::lesson_by_simulation : Text::lesson_by_gpu)};
}

LessonTruth legality_answer(const Quantity& q, bool on_device) {
  const auto& all = legality::configurations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& a) { return identifier(a) == q.word; });
  if (found == all.end()) throw std::invalid_argument(say(Text::lesson_unknown, {q.word}));
  if (on_device) {
    const auto outcomes = legality::probe({&*found, 1});
    return {std::string(word(outcomes.front().verdict)), text(Text::lesson_by_gpu)};
  }
  static const legality::Outcomes capture = answers_of_capture();
  const legality::Outcome* answer = legality::find(capture.rows, *found);
  return {std::string(word(answer->verdict)),
          say(Text::lesson_by_capture, {capture.source.gpu, capture.source.cuda})};
}

LessonTruth landing_answer(const Quantity& q, bool on_device) {
  const std::string source = text(on_device ? Text::lesson_by_gpu : Text::lesson_by_rules);
  const write_lab::BoundaryResult boundary_test = run_boundary_test(q.boundary_test, on_device);
  for (const write_lab::WriteDestination& destination : boundary_test.destinations) {
    if (destination.requested != q.place) continue;
    if (destination.misaligned) return {std::string("misaligned"), source};
    if (destination.landed.empty()) return {std::string("dropped"), source};
    return {
        double(q.part == AnswerPart::texel_y ? destination.landed.front().y : destination.landed.front().x),
        source};
  }
  throw std::invalid_argument(say(Text::lesson_unknown, {fmt::format("{}, {}", q.place.x, q.place.y)}));
}

LessonTruth amp_answer(const Quantity& q) {
  static constexpr const char* failures[] = {"never", "compile_time", "run_time"};
  AmpAttempt configuration = q.configuration;
  for (const AmpExample& example : amp_examples())
    if (example.name == q.word) configuration = example.configuration;
  const AmpOutcome outcome = amp_outcome(configuration);
  const std::string source = text(Text::lesson_by_amp);
  if (q.part == AnswerPart::broken) return {double(amp_broken_rules(configuration.texture).size()), source};
  return {std::string(failures[std::size_t(outcome.failure)]), source};
}

namespace {
// The median of several frames' fetch stages, in seconds.
double fetch_time(Backend& backend, const Session& session, const AnswerMachine& machine) {
  constexpr int side = 1024, max_frames = 200;
  const std::size_t wanted = machine.on_device ? 31 : 7;
  const Effective effective = effective_settings(session, backend.info().limits);
  TextureFiles files;
  const auto image = make_texture(texture_recipe(session.texture, effective, machine.base), files,
                                  [](double) { return true; });
  std::vector<double> times;
  for (int i = 0; i < max_frames && times.size() < wanted; ++i) {
    FrameRequest request{session, effective, image, side, side};
    request.max_feedback_steps = 1; // the fetch is timed, whatever frame of a feedback it reads
    const FrameResult frame = backend.frame(request);
    for (const StageTimes& stage : frame.times)
      if (std::isfinite(stage.fetch) && stage.frame > 2)
        times.push_back(stage.fetch);             // the first ones warm up
    if (machine.on_device) backend.read_result(); // so that the next frame finds its times
  }
  if (times.empty()) throw MachineError(text(Text::lesson_no_times));
  std::nth_element(times.begin(), times.begin() + std::ptrdiff_t(times.size() / 2), times.end());
  return times[times.size() / 2];
}
} // namespace

LessonTruth time_answer(const Session& session, const Session& over, const AnswerMachine& machine) {
  const auto make = [&] {
    return machine.on_device ? make_cuda_backend({.gl = GlBinding::none}) : make_cpu_backend();
  };
  const double first = fetch_time(*make(), session, machine), second = fetch_time(*make(), over, machine);
  const Text by = machine.on_device ? Text::lesson_timed_gpu : Text::lesson_timed_cpu;
  const auto micro = [](double seconds) { return fmt::format("{:.1f}", seconds * 1e6); };
  return {first / second, say(by, {micro(first), micro(second)})};
}

} // namespace texelscope
