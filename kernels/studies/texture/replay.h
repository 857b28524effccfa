// If a session with a feedback requests a frame, the frames before it are replayed, a piece at a time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "kernels/machines/backend/backend.h"

namespace texelscope {

class ProgressLine;

// The most frames that are replayed unless --frames-limit gives another number: a session's file may request
// a thousand million.
inline constexpr std::int64_t max_replayed_frames = 100'000;

// Estimates how long the rest takes from the time so far.
class ReplayClock {
public:
  // `left`: frames, at this time in seconds. NaN until a piece has been timed.
  double seconds_left(std::int64_t left, double now);

private:
  std::int64_t first_left = 0, last_left = 0;
  double began = 0;
};

// "0:59", "11:05:09"; "-" where it is NaN.
std::string clock_text(double seconds);
std::string replay_text(const std::string& time_left); // for the progress line

// Throws UserError if more frames would have to be replayed.
void check_replay(const Session& session, const Effective& effective, std::int64_t limit);

// Runs a frame after the frames before it, with progress and an estimate of the time left. Throws UserError
// like check_replay(), and Interrupted at Ctrl+C.
FrameResult run_frame(Backend& backend, const FrameRequest& request, std::int64_t limit,
                      ProgressLine& progress);

} // namespace texelscope
