#include "app/window/journal.h"

#include <cmath>

#include "app/analyses/fetch_verdict.h"

namespace texelscope {

namespace {
bool same_but_frame(const Session& a, const Session& b) {
  Session still = a;
  still.write.frame = b.write.frame;
  return still == b;
}

bool same_but_view(const Session& a, const Session& b) {
  Session seen = a;
  seen.view = b.view;
  seen.view.align_corners = a.view.align_corners; // how it samples
  return same_but_frame(seen, b);
}

std::size_t bytes_of(const Image* image) {
  return image == nullptr ? 0 : image->texels.size();
}
} // namespace

void Journal::update(Undo& undo, const ShownPicture& shown, const FrameResult& result, double now,
                     bool wait) {
  const std::uint64_t entry = undo.entries()[undo.position()].id;
  const bool up_to_date = same_but_frame(shown.session, undo.present());
  const bool changed = !shown_now || !same_but_frame(shown.session, shown_now->session);
  const bool resized = shown.width != times.width || shown.height != times.height;
  if (up_to_date && (entry != times.entry || changed)) {
    change_entry(undo, shown, now);
  } else if (resized) {
    times = {entry, shown.width, shown.height, now, 0, {}};
    judges = false;
  }
  if (shown_now) shown_now->session.write.frame = shown.session.write.frame;
  add_times(undo, result, now);
  compare(undo, now, wait);
}

void Journal::forget_times() {
  times.seconds.clear();
  times.skipped = 0;
  judges = false;
}

// Whether `earlier` belongs to the previous entry and has the same size.
bool Journal::times_are_beside(const Undo& undo) const {
  return undo.position() > 0 && undo.entries()[undo.position() - 1].id == earlier.entry &&
         earlier.width == times.width && earlier.height == times.height;
}

// Starts another entry, or continues the same one during a drag.
void Journal::change_entry(Undo& undo, const ShownPicture& shown, double now) {
  const std::uint64_t entry = undo.entries()[undo.position()].id;
  if (entry != times.entry) {
    earlier = std::move(times);
    shown_before = std::move(shown_now);
    if (shown_before && bytes_of(shown_before->image.get()) > max_bytes) shown_before.reset();
  }
  times = {entry, shown.width, shown.height, now, 0, {}};
  shown_now = shown;
  ui::JournalEntry& line = *undo.find(entry);
  const bool follows = undo.position() > 0 && undo.entries()[undo.position() - 1].id == earlier.entry;
  line.only_view = follows && shown_before && same_but_view(shown_before->session, shown.session);
  judges = !line.only_view && times_are_beside(undo) && line.verdict == ui::TimeVerdict::unmeasured;
  to_compare = follows && !line.change;
}

void Journal::add_times(Undo& undo, const FrameResult& result, double now) {
  for (const StageTimes& t : result.times) {
    if (std::isnan(t.fetch)) continue;
    if (now - times.since < settling || times.skipped < settling_count) {
      ++times.skipped;
      continue;
    }
    times.seconds.push_back(t.fetch);
  }
  if (times.seconds.size() > 2 * FetchVerdict::most)
    times.seconds.erase(times.seconds.begin(), times.seconds.end() - std::ptrdiff_t(FetchVerdict::most));
  if (!judges || times.seconds.size() < FetchVerdict::least) return;
  const FetchVerdict judged = judge_fetch_times(earlier.seconds, times.seconds);
  if (ui::JournalEntry* entry = undo.find(times.entry)) {
    entry->verdict = judged.verdict;
    if (judged.verdict != ui::TimeVerdict::unmeasured)
      entry->before = judged.before, entry->after = judged.after;
  }
  if (times.seconds.size() >= FetchVerdict::most) judges = false; // this verdict is final
}

void Journal::compare(Undo& undo, double now, bool wait) {
  const auto take = [&] {
    job.poll(compared, wait);
    if (!compared.found) return;
    if (ui::JournalEntry* entry = undo.find(compared.found->entry)) entry->change = compared.found->change;
    compared.found.reset();
  };
  take();
  if (!to_compare || job.busy() || (!wait && now - times.since < rest)) return;
  to_compare = false;
  ui::JournalEntry* entry = undo.find(times.entry);
  const bool known = shown_before && shown_now && comparable(*shown_before, *shown_now);
  if (entry != nullptr && !known) entry->change = ValueChange{};
  if (known)
    job.start([entry_id = times.entry, before = *shown_before, after = *shown_now](const std::stop_token&) {
      return Compared{entry_id, value_change(before, after)};
    });
  take();
}

} // namespace texelscope
