#include "app/analyses/live_profile.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <unistd.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/reports/profile/live/nearest.h"
#include "kernels/reports/profile/measure/nvml.h"
#include "kernels/studies/bench/bench_tools.h"
#include "kernels/studies/bench/roof_file.h"
#include "kernels/unit/batch/fast_fetch.h"
#include "kernels/unit/resolve/shipped_body.h"

namespace texelscope {

using namespace profile;

namespace {

// The rate of a kernel that writes all texels.
double written_per_second(const Session& session, const Effective& e, double seconds) {
  const WriteMode mode = e.writes(session).mode;
  const bool all = mode == WriteMode::pattern || mode == WriteMode::feedback;
  if (!all || !(seconds > 0)) return std::numeric_limits<double>::quiet_NaN();
  return double(e.width) * e.height * e.planes / seconds;
}

template <class List>
void forget_before(List& list, double at) {
  std::erase_if(list, [&](const auto& entry) { return entry.at < at; });
}

// Roof samples that have never been measured take some tenths of a second.
Profiler::Bounds device_bounds(const std::vector<BenchmarkCase>& cells, const std::stop_token& stop) {
  const auto profiler = make_cuda_profiler(thread_cuda_device());
  profiler->set_stop_token(stop);
  const KeptRoofSamples kept(*profiler, machine_of(*profiler));
  return profiler->bounds(cells);
}
} // namespace

// NVML is opened once, on the thread that queries it.
class LiveProfile::Watch {
public:
  explicit Watch(std::string of) : uuid(std::move(of)) {}
  Watched look() {
    if (!nvml) {
      nvml = std::make_unique<Nvml>(uuid);
      neighbors.emplace(nvml->process_query(), unsigned(::getpid()));
    }
    Watched found{nvml->condition(), nvml->top_clock_mhz()};
    found.condition.others = neighbors->work();
    return found;
  }

private:
  std::string uuid;
  std::unique_ptr<Nvml> nvml;
  std::optional<DeviceNeighbors> neighbors;
};

LiveProfile::LiveProfile(LiveCounting::Open open_counters, BoundsOf bounds_of)
    : counting_(std::move(open_counters)), bounds_of_(bounds_of ? std::move(bounds_of) : device_bounds) {}

std::optional<LiveRequest> LiveProfile::request(const ui::ProfileState& choice, bool shown,
                                                const Scene& scene, double now, bool wait) {
  frame_.now = now;
  frame_.on_device = scene.backend.kind == BackendKind::cuda;
  frame_.simd = frame_.on_device ? "" : cpu::fetch_instructions();
  watch_job_.poll(watched_, false);
  const bool measures_cells = measures_roofs(wait);
  if (!shown) {
    counting_.begin(false, tag_, now);
    if (subject_ && subject_->change != scene.change) frame_.fetch.reset(); // it belongs to other settings
    return std::nullopt;
  }
  const Subject next{scene.change, choice.cold && frame_.on_device, frame_.on_device, scene.width,
                     scene.height};
  if (subject_ != next) begin(next, scene.label, now);
  const std::string& body = scene.session.fetch.body;
  const bool of_body =
      !body.empty() && (scene.backend.limits.runs_bodies || cpu_body(body, scene.effective).has_value());
  frame_.nothing = of_body ? text(Text::live_body) : failure_;
  if (frame_.on_device) watch(scene.backend, now);
  const bool measures = frame_.nothing.empty();
  counting_.begin(choice.counters && frame_.on_device && measures, tag_, now);
  if (!measures_cells) counting_.open(wait);
  frame_.counts = counting_.found();
  if (!measures) return std::nullopt;
  const bool due = now - launched_at_ >= between_launches && !measures_cells;
  if (due) launched_at_ = now;
  LiveRequest requested{due, next.cold, choice.heat && frame_.on_device, tag_};
  if (frame_.fetch) counting_.ask(requested, now); // by then the launch length is known
  return requested;
}

bool LiveProfile::measures_roofs(bool wait) {
  bounds_.poll(wait);
  return bounds_.busy();
}

// Starts measuring another subject. The measurements of the earlier settings stay as their point.
void LiveProfile::begin(const Subject& next, const std::string& label, double now) {
  const bool first = !subject_;
  const bool same_settings = !first && subject_->change == next.change;
  const bool turned = same_settings && subject_->on_device == next.on_device && subject_->cold != next.cold;
  label_ = turned ? text(next.cold ? Text::live_to_cold : Text::live_to_warm) : label;
  if (!first && (!same_settings || turned)) frame_.marks.push_back({now, label_});
  if (same_settings && !turned && point_is_there_)
    frame_.points.pop_back(); // another size or device moves the point
  subject_ = next;
  bounds_.cancel(); // frames are drawn again
  ++tag_;
  launches_.clear();
  summarized_at_ = -1;
  point_is_there_ = false;
  failure_.clear();
  frame_.fetch.reset();
  frame_.heat.reset();
}

void LiveProfile::watch(const BackendInfo& backend, double now) {
  if (watched_.found) {
    frame_.condition = watched_.found->condition;
    frame_.top_clock_mhz = watched_.found->top_clock_mhz;
  }
  if (watch_job_.busy() || now - watched_at_ < 1) return;
  watched_at_ = now;
  if (!watch_) watch_ = std::make_shared<Watch>(backend.uuid);
  watch_job_.start([watch = watch_](const std::stop_token&) { return watch->look(); });
}

void LiveProfile::update(const Scene& scene, const FrameResult& result, double now) {
  if (!result.live_failure.empty()) failure_ = result.live_failure;
  for (const LiveSample& sample : result.launches)
    if (sample.tag == tag_) launches_.push_back({now, sample});
  forget_before(launches_, now - 1);
  counting_.update(result, now);
  frame_.counts = counting_.found();
  frame_.heat = result.heat && result.heat->tag == tag_ ? result.heat : nullptr;
  if (!launches_.empty() && (summarized_at_ < 0 || now - summarized_at_ >= between_numbers))
    summarize(scene, now);
}

void LiveProfile::summarize(const Scene& scene, double now) {
  summarized_at_ = now;
  std::vector<LiveSample> samples;
  for (const Timed& launch : launches_)
    samples.push_back(launch.sample);
  const SamplingPolicy policy{.top_clock_mhz = frame_.top_clock_mhz.value_or(0), .min_clock_ratio = 0};
  frame_.fetch =
      read_launches(samples, policy, delivered_bytes(scene.effective), scene.backend.multiprocessors);
  frame_.written_per_second = written_per_second(scene.session, scene.effective, scene.write_seconds);
  const bool cold = subject_ && subject_->cold;
  const auto cell = nearest_cell(scene.session, scene.effective, scene.width, scene.height, cold);
  frame_.cell = cell ? name(*cell) : std::string();
  // The bench's cold launches cover a texture; these cover a picture that may have fifty times as many
  // pixels.
  if (frame_.on_device)
    update_bounds(cold ? CellsAbout()
                       : cells_about(scene.session, scene.effective, scene.width, scene.height));
  if (!frame_.fetch) return;
  set_roofs(*frame_.fetch, scene.backend.multiprocessors);
  const double rate = frame_.fetch->texels_per_second;
  frame_.history.push_back({now, rate});
  forget_before(frame_.history, now - ui::ProfileFrame::seconds);
  forget_before(frame_.marks, now - ui::ProfileFrame::seconds);
  const double bytes = double(texels_read(scene.effective)) * scene.effective.format.texel_bytes();
  if (!point_is_there_) frame_.points.push_back({label_, bytes, rate});
  frame_.points.back() = {label_, bytes, rate};
  point_is_there_ = true;
  if (frame_.points.size() > max_points) frame_.points.erase(frame_.points.begin());
}

void LiveProfile::update_bounds(const CellsAbout& about) {
  about_ = about;
  if (about.cells.empty() || !bounds_.wants(about.cells) || counting_.is_opening()) return;
  bounds_.start(about.cells, [bounds_of = bounds_of_, cells = about.cells,
                              ordinal = thread_cuda_device()](const std::stop_token& stop) {
    set_thread_cuda_device(ordinal);
    return bounds_of(cells, stop);
  });
}

// The lowest roof that is not exceeded counts. Between two minifications the time of a fetch grows with the
// texels per pixel.
void LiveProfile::set_roofs(LiveReading& reading, int multiprocessors) const {
  const std::optional<Profiler::Bounds> bounds = bounds_.current(about_.cells).found;
  if (!bounds || !value_of(reading, Column::clock)) return;
  const auto roof = [&](const Bound& bound) { return roof_of(bound, reading.clock_mhz, multiprocessors); };
  std::ranges::transform(bounds->all, std::back_inserter(reading.roofs), roof);
  std::vector<Roof> here;
  std::ranges::transform(bounds->here, std::back_inserter(here), roof);
  if (here.empty()) return;
  if (about_.between && here.size() == about_.cells.size())
    here.push_back({here[1].stage, 1 / std::lerp(1 / here[0].texels_per_second, 1 / here[1].texels_per_second,
                                                 *about_.between)});
  const Roof effective = effective_roof(reading.texels_per_second, std::move(here));
  reading.set_roof(effective.texels_per_second, identifier(effective.stage));
  const auto drawn = std::ranges::find(reading.roofs, effective.stage, &Roof::stage);
  if (drawn != reading.roofs.end())
    *drawn = effective;
  else
    reading.roofs.push_back(effective);
}

} // namespace texelscope
