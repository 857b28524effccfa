#include "app/analyses/advise_lab.h"

#include <cmath>
#include <sstream>
#include <utility>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
// What is shown needs neither texels nor fetches, which may be large.
advise::StudiedScene without_contents(advise::StudiedScene studied) {
  studied.scene.values = {};
  studied.scene.fetches = advise::FetchList();
  studied.texture = {};
  studied.image.reset();
  return studied;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

std::optional<double> error_from(const std::string& typed) {
  const auto number = number_from<double>(trimmed(typed));
  return number && *number >= 0 ? number : std::nullopt; // NaN is no error either
}
} // namespace

AdviseLab::AdviseLab(MakeMachine make) : make_machine(std::move(make)) {}

void AdviseLab::start(MakeSubject make) {
  if (job.busy()) return;
  found.failure = {};
  tell(text(Text::advise_preparing), 0);
  result = {};
  job.start([this, making = std::move(make)](const std::stop_token& stop) { return take(making, stop); });
  found.progress = {true, false, 0, text(Text::advise_preparing)};
}

void AdviseLab::stop() {
  job.cancel();
  found.progress.ending = found.progress.running;
}

void AdviseLab::tell(const std::string& doing, double done) {
  const std::lock_guard lock(mutex);
  now = doing;
  share = done;
}

std::optional<AdviseLab::Taken> AdviseLab::take(const MakeSubject& make, const std::stop_token& stop) {
  Subject subject = make();
  if (stop.stop_requested()) return std::nullopt;
  tell(text(Text::advise_compiling), 0);
  const auto machine = make_machine(subject.scene.scene);
  auto advice = advise::advise(subject.scene, *machine, {}, [&](const std::string& choice, double done) {
    tell(choice.empty() ? text(Text::advise_compiling) : choice, done);
    return !stop.stop_requested();
  });
  if (!advice) return std::nullopt;
  subject.scene = without_contents(std::move(subject.scene));
  return Taken{std::move(subject), std::move(*advice)};
}

void AdviseLab::update(const ui::AdviseChoice& choice, bool open, bool wait) {
  if (job.poll(result, wait)) {
    found.progress = {};
    found.failure = Sentence::recognized(result.failure);
    if (result.found && *result.found) {
      taken = std::move(*result.found);
      ++number;
    }
    result = {};
  } else if (job.busy()) {
    const std::lock_guard lock(mutex);
    found.progress.now = now;
    found.progress.share = share;
  }
  if (open) show(choice);
}

void AdviseLab::show(const ui::AdviseChoice& choice) {
  const Shown requested{number, choice.allowed, language()};
  if (!taken || shown == requested) return;
  shown = requested;
  const std::optional<double> error = error_from(choice.allowed);
  const bool typed = !trimmed(choice.allowed).empty();
  found.wrong_allowed = typed && !error ? text(Text::advise_allowed_wrong) : "";
  advise::Advice& advice = taken->advice;
  advice.allowed_error = error.value_or(advise::present_error(advice));
  advise::decide(advice);
  const advise::StudiedScene& scene = taken->subject.scene;
  found.there = true;
  found.scene = advise::scene_line(scene, advice);
  found.coordinates = advise::coordinates_text(advice);
  found.device = advice.device.name;
  found.notes.clear();
  for (const Sentence& note : scene.notes)
    found.notes.push_back(note.str());
  found.worth = taken->subject.worth.empty() ? std::vector<std::string>()
                                             : lines_of(advise::worth_text(taken->subject.worth));
  found.sentences = advise::verdict_sentences(advice);
  found.rows = advise::advice_rows(advice);
  found.plot = advise::plot_of(scene, advice);
}

} // namespace texelscope
