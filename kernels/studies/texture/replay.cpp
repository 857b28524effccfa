#include "kernels/studies/texture/replay.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/seconds_now.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/write/write_plan.h"

namespace texelscope {

namespace {
constexpr std::size_t piece_bytes = std::size_t(64) << 20; // Ctrl+C is checked between pieces

std::int64_t replayed_frames(const Session& session, const Effective& effective) {
  const WriteSpec writes = effective.writes(session);
  return writes.mode == WriteMode::feedback ? std::max<std::int64_t>(0, writes.frame - writes.feedback_start)
                                            : 0;
}
} // namespace

double ReplayClock::seconds_left(std::int64_t left, double now) {
  if (left > last_left || first_left == 0) {
    first_left = left;
    began = now;
  }
  last_left = left;
  const std::int64_t done = first_left - left;
  return done > 0 ? (now - began) * double(left) / double(done) : std::numeric_limits<double>::quiet_NaN();
}

std::string clock_text(double seconds) {
  if (!(seconds >= 0 && seconds < 1e12)) return "-";
  const auto whole = std::int64_t(std::ceil(seconds));
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60)
                   : fmt::format("{}:{:02}", minutes, whole % 60);
}

std::string replay_text(const std::string& time_left) {
  return "feedback frame, " + time_left + " left";
}

void check_replay(const Session& session, const Effective& effective, std::int64_t limit) {
  const std::int64_t frames = replayed_frames(session, effective);
  if (frames > limit)
    throw UserError(say(Text::frames_limit_passed, {std::to_string(frames), std::to_string(limit)}));
}

FrameResult run_frame(Backend& backend, const FrameRequest& request, std::int64_t limit,
                      ProgressLine& progress) {
  check_replay(request.session, request.effective, limit);
  FrameRequest piece = request;
  piece.width = piece.height = 1; // only the texture matters here
  piece.body = {};
  piece.max_feedback_steps = feedback_steps_within(*request.image, piece_bytes);
  const std::int64_t frames = replayed_frames(request.session, request.effective);
  if (frames <= piece.max_feedback_steps) return backend.frame(request);
  const Interrupt interrupt;
  ReplayClock clock;
  for (std::int64_t left = frames; left > 0;) {
    left = backend.frame(piece).feedback_steps_left;
    if (Interrupt::requested()) throw Interrupted();
    progress.show(std::size_t(frames - left), std::size_t(frames),
                  replay_text(clock_text(clock.seconds_left(left, seconds_now()))));
  }
  return backend.frame(request);
}

} // namespace texelscope
