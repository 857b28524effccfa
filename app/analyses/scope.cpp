#include "app/analyses/scope.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/ground/base/float_steps.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/compare/values.h"
#include "kernels/studies/sources/scope_curves.h"

namespace texelscope {

namespace {
constexpr double per_texel = 512;
constexpr int max_samples = 1 << 19;                     // of the part that is shown
constexpr int max_ideal = 1 << 15;                       // fewer, as exact arithmetic is slower
constexpr std::size_t max_copied = std::size_t(4) << 20; // bytes of written texels, each frame

struct PartRequest {
  scope::Line line;
  int count = 0;
};
// At least two samples for each of the plot's columns, so that no step is missed.
PartRequest part_of_line(const ui::ScopeState& state, const scope::Line& line, const scope::Axis& axis,
                         int columns) {
  const double wanted = std::ceil(axis.length() * (state.high - state.low) * per_texel);
  const double count = std::clamp(wanted, 2.0 * columns, double(max_samples));
  return {line.part(state.low, state.high), int(count)};
}
} // namespace

struct Scope::Job {
  scope::Subject subject;
  std::optional<scope::Subject> pinned;
  std::array<bool, scope::series_count> wanted = {};
  int width = 0, height = 0;
  std::shared_ptr<ScopeDevices> devices;
  int ordinal = 0;
  bool on_device = false;
};

struct Scope::Found {
  Found(const Job& job, const scope::Line& part, int count)
      : curves(job.subject, job.width, job.height, part, count) {}
  ScopeCurves curves;
  Request requested;
  ui::ScopeSweep sweep;
  std::array<std::string, scope::series_count> absent;
};

std::optional<scope::Subject> Scope::subject_of(const ShownFrame& frame) {
  shown.empty.clear();
  const bool written = frame.effective.writes(frame.session).mode != WriteMode::off;
  if (!written) {
    copy.reset();
    return scope::Subject{frame.session, frame.effective, {frame.image, frame.image->texels.data()}};
  }
  const std::size_t bytes = frame.image->texels.size();
  if (frame.result.all_texels == nullptr)
    shown.empty = text(Text::scope_written);
  else if (bytes > max_copied)
    shown.empty = say(Text::scope_too_large, {std::to_string(max_copied >> 20)});
  if (!shown.empty.empty()) return std::nullopt;
  if (!copy || copy_version != frame.result.texture.version) {
    const auto bytes_of =
        std::make_shared<std::vector<std::byte>>(frame.result.all_texels, frame.result.all_texels + bytes);
    copy = {bytes_of, bytes_of->data()};
    copy_version = frame.result.texture.version;
  }
  return scope::Subject{frame.session, frame.effective, copy};
}

Scope::Job Scope::job_of(const ShownFrame& frame, const ui::ScopeState& state, scope::Subject subject) const {
  Job made{std::move(subject),  std::nullopt, state.shown, frame.result.width,
           frame.result.height, devices,      0,           frame.on_device()};
  if (pinned) made.pinned = seen_as(*pinned, frame.session.view, frame.backend.info().limits);
  if (frame.on_device()) made.ordinal = thread_cuda_device();
  return made;
}

namespace {
// Adds every requested curve that is available; `absent` says why the others are not.
template <class Job>
void add_curves(ScopeCurves& curves, const Job& job, ScopeDevices& devices,
                std::array<std::string, scope::series_count>& absent) {
  for (std::size_t i = 0; i < scope::series_count; ++i) {
    const auto series = scope::Series(i);
    absent[i] = curves.obstacle(series);
    if (series == scope::Series::cuda && !job.on_device) absent[i] = text(Text::scope_no_cuda);
    if (series == scope::Series::pinned && !job.pinned) absent[i] = text(Text::scope_no_pin);
    if (!absent[i].empty() || !job.wanted[i]) continue;
    try {
      curves.add(series, job.pinned ? &*job.pinned : nullptr, devices);
    } catch (const MachineError& error) {
      absent[i] = error.what();
    }
  }
}

void add_columns(ui::ScopeSweep& sweep, const ScopeCurves& curves, int columns) {
  for (const ScopeCurves::Fetched& of : curves.fetched()) {
    const auto value = [&](std::size_t i) {
      std::array<double, 4> values;
      for (std::size_t c = 0; c < 4; ++c)
        values[c] = number_of(of.type, of.results[i][c]);
      return values;
    };
    sweep.curves.push_back({of.series, of.channels, scope::columns_of(of.results.size(), columns, value)});
  }
  if (!curves.has_ideal()) return;
  const std::size_t all = std::size_t(curves.samples().count());
  const int each = std::max(1, curves.samples().rule().slab_samples);
  const std::size_t count = std::min(all, std::max(std::size_t(max_ideal / each), std::size_t(2 * columns)));
  const auto value = [&](std::size_t i) {
    return scope::ideal(curves.texture(), curves.samples(), int((2 * i + 1) * all / (2 * count)));
  };
  const int channels = scope::word_count(curves.subject().effective);
  sweep.curves.push_back({scope::Series::ideal, channels, scope::columns_of(count, columns, value)});
}
} // namespace

Scope::Answer Scope::run(const Job& job, const scope::Line& part, const Request& requested, int count) {
  if (job.on_device) set_thread_cuda_device(job.ordinal);
  const auto found = std::make_shared<Found>(job, part, count);
  found->requested = requested;
  add_curves(found->curves, job, *job.devices, found->absent);
  found->sweep.low = requested.low, found->sweep.high = requested.high;
  found->sweep.count = count;
  add_columns(found->sweep, found->curves, requested.columns);
  return found;
}

void Scope::start(const ShownFrame& frame, const ui::ScopeState& state, const Request& requested) {
  std::optional<scope::Subject> subject = subject_of(frame);
  if (!subject) return;
  const PartRequest part = part_of_line(state, requested.line, shown.axis, requested.columns);
  if (!devices) devices = std::make_shared<ScopeDevices>();
  latest.start(requested,
               [made = job_of(frame, state, std::move(*subject)), part, requested](const std::stop_token&) {
                 return run(made, part.line, requested, part.count);
               });
}

void Scope::take(bool wait) {
  if (!latest.poll(wait) || !latest.newest().failure.empty()) return;
  const Found& found = **latest.newest().found;
  shown.sweep = found.sweep;
  shown.absent = found.absent;
}

void Scope::update(const ShownFrame& frame, const ui::ScopeState& state, const scope::Line& line, bool wait) {
  shown.line = line;
  shown.axis = scope::axis_of(frame.session, frame.effective, frame.result.width, frame.result.height, line);
  shown.has_pin = pinned.has_value();
  const Request requested{
      frame.session,
      frame.effective,
      frame.image.get(),
      frame.effective.writes(frame.session).mode == WriteMode::off ? 0 : frame.result.texture.version,
      frame.result.width,
      frame.result.height,
      std::clamp(int(state.columns), 16, 8192),
      line,
      state.low,
      state.high,
      state.shown,
      frame.on_device(),
      pins};
  take(wait);
  shown.empty.clear();
  if (!(shown.axis.length() > 0)) {
    shown.empty = text(Text::scope_point);
  } else if (latest.wants(requested)) {
    start(frame, state, requested);
    take(wait);
  }
  if (!latest.newest().failure.empty()) shown.empty = latest.newest().failure;
  read(state);
}

// Reads the sample at the cursor from the last result.
void Scope::read(const ui::ScopeState& state) {
  shown.reading.reset();
  const std::optional<Answer>& answered = latest.newest().found;
  if (!answered || !state.cursor || !shown.empty.empty()) return;
  const Found& answer = **answered;
  const ScopeCurves& curves = answer.curves;
  const auto& [low, high] = std::pair(answer.sweep.low, answer.sweep.high);
  const int count = answer.sweep.count,
            i = int(std::floor((std::min(*state.cursor, high - 1e-12) - low) / (high - low) * count));
  if (i < 0 || i >= count) return; // it will be known soon
  ui::ScopeReading& reading = shown.reading.emplace();
  const double share = low + (i + 0.5) / count * (high - low);
  reading.pixel = answer.requested.line.at(share);
  reading.at = scope::axis_of(curves.subject().session, curves.subject().effective, answer.requested.width,
                              answer.requested.height, answer.requested.line)
                   .at(share);
  const PixelFetch fetch = curves.samples().at(i);
  reading.empty = fetch.empty;
  if (fetch.empty) return;
  reading.fetch = fetch.at;
  reading.trace = fetch_traced(curves.texture(), curves.samples().function(), fetch.at);
  const Effective& e = curves.subject().effective;
  const auto ideal = scope::ideal(curves.texture(), curves.samples(), i);
  const bool compares = e.result == ResultType::floating && no_ideal(e).empty();
  for (const ScopeCurves::Fetched& of : curves.fetched()) {
    ui::ScopeValues& values = reading.values.emplace_back(ui::ScopeValues{of.series, of.channels, {}, {}});
    for (std::size_t c = 0; c < std::size_t(of.channels); ++c) {
      values.value[c] = number_of(of.type, of.results[std::size_t(i)][c]);
      if (compares && of.series != scope::Series::pinned)
        values.steps[c] = float_steps(float(values.value[c]), float(ideal[c]));
    }
  }
  if (curves.has_ideal()) reading.values.push_back({scope::Series::ideal, scope::word_count(e), ideal, {}});
}

void Scope::toggle_pin(const ShownFrame& frame) {
  ++pins;
  if (pinned) return pinned.reset();
  pinned = subject_of(frame);
}

void Scope::save(const ShownFrame& frame, const ui::ScopeState& state, const scope::Line& line,
                 const std::filesystem::path& path) {
  const scope::Axis axis =
      scope::axis_of(frame.session, frame.effective, frame.result.width, frame.result.height, line);
  const scope::Steps steps = scope::whole_steps(line, axis, per_texel);
  if (steps.count > scope::Samples::max_count)
    throw MachineError(
        say(Text::scope_too_many, {std::to_string(steps.count), std::to_string(scope::Samples::max_count)}));
  std::optional<scope::Subject> subject = subject_of(frame);
  if (!subject) throw MachineError(shown.empty);
  save_job.poll(save_finding, true);
  save_job.start([made = job_of(frame, state, std::move(*subject)), steps, path](const std::stop_token&) {
    if (made.on_device) set_thread_cuda_device(made.ordinal);
    ScopeCurves curves(made.subject, made.width, made.height, steps.line, int(steps.count));
    ScopeDevices own;
    std::array<std::string, scope::series_count> absent;
    add_curves(curves, made, own, absent);
    write_file(path, [&](const PartSink& sink) { write_scope_csv(curves, sink); });
    return say(Text::scope_saved, {path.string(), std::to_string(steps.count)});
  });
}

std::optional<Scope::Saved> Scope::saved(bool wait) {
  if (!save_job.poll(save_finding, wait)) return std::nullopt;
  if (!save_finding.failure.empty()) return Saved{save_finding.failure, true};
  return Saved{*save_finding.found, false};
}

} // namespace texelscope
