#include "app/analyses/frame_timing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glad/gl.h>

namespace texelscope {

namespace {
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t history_length = 240;
constexpr double usual_age = 1, max_age = 5; // seconds
} // namespace

DrawTimer::DrawTimer() {
  glCreateQueries(GL_TIME_ELAPSED, GLsizei(ring), queries_.data());
}
DrawTimer::~DrawTimer() {
  glDeleteQueries(GLsizei(ring), queries_.data());
}

void DrawTimer::begin() {
  open_ = next_ - oldest_ < ring;
  if (!open_) return;
  begun_[next_ % ring] = std::chrono::steady_clock::now();
  glBeginQuery(GL_TIME_ELAPSED, queries_[next_ % ring]);
}

void DrawTimer::end() {
  if (!open_) return;
  glEndQuery(GL_TIME_ELAPSED);
  ++next_;
}

double DrawTimer::finished() {
  double seconds = nan_value;
  while (oldest_ < next_) {
    GLuint ready = 0;
    glGetQueryObjectuiv(queries_[oldest_ % ring], GL_QUERY_RESULT_AVAILABLE, &ready);
    if (!ready) break;
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(queries_[oldest_ % ring], GL_QUERY_RESULT, &nanoseconds);
    const double elapsed = double(nanoseconds) * 1e-9;
    // Mesa's llvmpipe sometimes reports the time since the machine started.
    const std::chrono::duration<double> since_oldest =
        std::chrono::steady_clock::now() - begun_[oldest_ % ring];
    if (elapsed <= since_oldest.count()) seconds = elapsed;
    ++oldest_;
  }
  return seconds;
}

void FrameTiming::clear() {
  *this = FrameTiming();
}

void FrameTiming::add(const FrameResult& result, double draw_seconds, double now, double fetches,
                      double texel_bytes) {
  fetches_ = fetches;
  texel_bytes_ = texel_bytes;
  frames_.push_back(now);
  while (frames_.size() > 2 && frames_.front() < now - 1)
    frames_.pop_front();
  const auto sample = [&](const StageTimes& t) {
    samples_.push_back({now, {t.map, t.write, t.fetch, t.unmap, t.copy, draw_seconds}});
  };
  std::ranges::for_each(result.times, sample);
  if (result.times.empty() && !std::isnan(draw_seconds)) sample({});
  while (samples_.size() > history_length && samples_.front().at < now - 1)
    samples_.pop_front();
  // Numbers and plots that change every frame cannot be read, and the window would be drawn for nothing else:
  // four times a second is enough.
  if (summarized_at_ < 0 || now - summarized_at_ >= 0.25) summarize(now);
}

void FrameTiming::summarize(double now) {
  summarized_at_ = now;
  if (frames_.size() >= 2)
    timing_.frames_per_second = double(frames_.size() - 1) / std::max(1e-9, frames_.back() - frames_.front());
  for (std::size_t stage = 0; stage < ui::stage_count; ++stage) {
    std::vector<double> values;
    for (auto sample = samples_.rbegin(); sample != samples_.rend(); ++sample) {
      const bool enough = values.size() >= profile::MiddleRange::min_values;
      if (sample->at < now - (enough ? usual_age : max_age)) break;
      if (!std::isnan(sample->seconds[stage])) values.push_back(sample->seconds[stage]);
    }
    timing_.stages[stage] = profile::middle_range(std::move(values));
    auto& history = timing_.history[stage];
    history.clear();
    const std::size_t first = samples_.size() > history_length ? samples_.size() - history_length : 0;
    for (std::size_t i = first; i < samples_.size(); ++i)
      history.push_back(float(samples_[i].seconds[stage]));
  }
  const auto& fetch = timing_.stages[ui::stage_fetch];
  timing_.fetches_per_second = fetch && fetch->median > 0 ? fetches_ / fetch->median : nan_value;
  timing_.bytes_per_second = timing_.fetches_per_second * texel_bytes_;
}

} // namespace texelscope
