#include "app/window/analyses.h"

#include <utility>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/trace_report/trace_report_file.h"

namespace texelscope {

namespace {
scope::Line scope_line_of(const ShownFrame& shown, const ui::State& state) {
  return ui::scope_line(shown.session, shown.effective, state, shown.result.width, shown.result.height);
}
} // namespace

bool Analyses::measures() {
  return lab_measures() || profile_.measures_roofs(waits_);
}

std::optional<profile::LiveRequest>
Analyses::launches(const LiveProfile::Scene& scene, const ui::ProfileState& choice, bool shown, double now) {
  return profile_.request(choice, shown && !lab_measures(), scene, now, waits_);
}

void Analyses::add_launches(const LiveProfile::Scene& scene, const FrameResult& result, double now) {
  profile_.update(scene, result, now);
}

void Analyses::explain_pixels(const PixelDetails::Shown& shown, const ui::PixelSelection& selection,
                              const ui::TextureView& texture) {
  details_.update(shown, selection, texture.hovered);
}

void Analyses::update_weights(const ui::WhyState& why, const BackendInfo& backend) {
  if (!why.shows_weights() || explanation() == nullptr) return weights_.forget();
  const bool cuda = backend.kind == BackendKind::cuda && !why.opengl;
  weights_.update(explanation()->fetch, cuda ? WeighedMachine::cuda : WeighedMachine::opengl, backend,
                  waits_);
}

void Analyses::forget_pixels() {
  details_.forget();
  weights_.forget();
}

void Analyses::update_scope(const ShownFrame& shown, const ui::State& state) {
  shows_levels_ = ui::shows_levels(state.scope, shown.effective);
  if (shows_levels_) return levels_.update(shown, state.scope, waits_);
  scope_.update(shown, state.scope, scope_line_of(shown, state), waits_);
}

void Analyses::update_warp(const ShownFrame& shown, const ui::PixelSelection& selection) {
  const FrameResult& result = shown.result;
  warp_.update(shown, selection.chosen_pixel(shown.session, shown.effective, result.width, result.height),
               waits_);
}

void Analyses::update_labs(Lab open, const ui::LabChoices& choices, const Session& session,
                           const Image* image, bool on_device) {
  std::optional<bc::Format> blocks;
  if (image != nullptr && image->compressed) blocks = image->compressed->format;
  labs_.update(open, choices, legality::configuration_of(session, blocks), on_device, waits_);
  bench_.update(choices.bench, open == Lab::bench, on_device, waits_);
  advise_.update(choices.advise, open == Lab::advise, waits_);
  if (open == Lab::trace) explain_recorded(choices.trace.pointed);
}

void Analyses::explain_recorded(const std::optional<fetches::FetchRow>& pointed) {
  auto& explained = trace_.explained;
  if (!pointed || !trace_.report) return explained.reset();
  const bool same_language = std::exchange(explained_in_, language()) == language();
  if (!same_language) explainer_.reset(); // it holds sentences
  if (same_language && explained && explained->row.object == pointed->object &&
      explained->row.number == pointed->number)
    return;
  try {
    if (!explainer_) explainer_ = std::make_unique<fetches::FetchExplainer>(*trace_.report);
    explained = explainer_->explain(*pointed);
  } catch (const std::exception& error) {
    explained.emplace();
    explained->row = *pointed;
    explained->why_not = sentence_of(error);
  }
}

void Analyses::update_settings(const Session& session, const Resolution& resolution,
                               const std::shared_ptr<const Image>& image, BackendKind backend) {
  settings_.update(session, resolution, image, backend, waits_);
}

void Analyses::compare(const ShownFrame* shown, std::uint64_t change, const ui::CompareChoice& choice) {
  if (shown != nullptr) comparator_.remember(*shown, change);
  comparator_.update(choice, shown, waits_);
}

void Analyses::judge_changes(Undo& changes, const ShownPicture& shown, const FrameResult& result,
                             double now) {
  journal_.update(changes, shown, result, now, waits_);
}

void Analyses::forget_times() {
  journal_.forget_times();
}

int Analyses::pin(const ShownFrame& shown) {
  return comparator_.pin(shown);
}

void Analyses::save_scope(const ShownFrame& shown, const ui::State& state,
                          const std::filesystem::path& path) {
  scope_.save(shown, state.scope, scope_line_of(shown, state), path);
}

void Analyses::run_lab(ui::CommandId id) {
  need_free_device();
  if (id == ui::CommandId::ask_device) labs_.ask_device();
  if (id == ui::CommandId::time_writes) labs_.time_writes();
  if (id == ui::CommandId::write_trap) labs_.try_fault(write_lab::Fault::trap);
  if (id == ui::CommandId::write_misaligned) labs_.try_fault(write_lab::Fault::misaligned);
}

void Analyses::count_warp(const ShownFrame* shown) {
  profile_.measures_roofs(true); // measuring both at once would disturb both
  if (shown != nullptr) warp_.count(*shown);
}

void Analyses::run_bench(ui::CommandId id, const ui::BenchChoice& choice) {
  if (id == ui::CommandId::keep_bench_before) return bench_.keep_before();
  if (bench_.measures()) return bench_.cancel();
  need_free_device();
  profile_.measures_roofs(true);
  bench_.start(choice);
}

// Two measurements at a time would disturb each other.
void Analyses::need_free_device() const {
  if (advise_.measures()) throw UserError(text(Text::advise_busy));
  if (bench_.measures()) throw UserError(text(Text::bench_busy));
}

void Analyses::run_advise(const ShownFrame* shown, const std::string& title) {
  if (advise_.measures()) return advise_.stop();
  need_free_device();
  if (shown == nullptr) throw UserError(text(Text::compare_no_texture));
  profile_.measures_roofs(true);
  const bool writes = shown->effective.writes(shown->session).mode != WriteMode::off;
  const auto image = writes ? std::make_shared<const Image>(shown->backend.read_texture()) : shown->image;
  advise_.start([session = shown->session, effective = shown->effective, image, title,
                 width = shown->result.width, height = shown->result.height] {
    return AdviseLab::Subject{advise::session_scene(session, effective, image, title, width, height)};
  });
}

void Analyses::advise_traced(int object) {
  if (!trace_.report) return; // another report was opened in the same frame
  need_free_device();
  profile_.measures_roofs(true);
  advise_.start([report = *trace_.report, place = trace::TracePlace{trace_.source, object}] {
    AdviseLab::Subject subject{advise::recorded_scene(report, place)};
    if (report.times) subject.worth = advise::worth_of(report, place.number, *report.times);
    return subject;
  });
}

void Analyses::open_trace(const std::filesystem::path& path) {
  trace::TraceReport loaded = trace::load_trace_report(path);
  explainer_.reset();
  trace_ = {std::move(loaded), path.string(), {}, {}, {}, {}};
  const auto& report = trace_.report;
  if (!report->fetches || report->fetches->file.empty()) return;
  try {
    fetches::FetchFile file = fetches::fetch_file_of(*report);
    trace_.fetches = first_fetches(file);
    trace_.maps = fetch_maps(*report, file);
  } catch (const std::exception& error) { // the report is shown without
    trace_.problem = Sentence::recognized(sentence_of(error));
  }
}

void Analyses::save_bench(const std::filesystem::path& path, const ui::BenchChoice& choice) const {
  bench_.save(path, choice);
}

std::optional<legality::AnsweredAttempts> Analyses::legality_rows(const legality::TableFilter& filter) const {
  const auto& answers = labs_.findings().legality.found;
  if (!answers) return std::nullopt;
  return shown_configurations(answers->rows, filter);
}

ui::PixelFrame Analyses::pixels() const {
  ui::PixelFrame frame;
  frame.explanation = explanation();
  frame.weights = weights_.found();
  frame.pins = details_.explaining().pins();
  frame.lod = details_.lod();
  frame.block = details_.block();
  frame.row = details_.row();
  return frame;
}

void Analyses::fill(ui::Frame& frame) const {
  frame.settings = &settings_.found();
  frame.labs = &labs_.findings();
  frame.bench = &bench_.findings();
  frame.advise = &advise_.findings();
  frame.trace = &trace_;
  frame.compare = &comparator_.findings();
  if (frame.picture.result != nullptr) frame.scope = shows_levels_ ? &levels_.frame() : &scope_.frame();
  frame.profile = &profile_.frame();
  frame.warp = &warp_.frame();
}

} // namespace texelscope
