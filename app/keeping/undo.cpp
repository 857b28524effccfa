#include "app/keeping/undo.h"

#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/change_text.h"

namespace texelscope {

Undo::Undo(const Session& first) {
  restart(first, text(Text::history_start));
}

void Undo::restart(const Session& first, const std::string& label) {
  sessions_ = {first};
  entries_ = {{label, next_id_++}};
  at_ = 0;
  gesture_ = 0;
}

void Undo::record(const Session& session, std::uint64_t gesture) {
  Session still = session;
  still.write.frame = sessions_[at_].write.frame;
  if (still == sessions_[at_]) return update(session);
  const bool merge = gesture != 0 && gesture == gesture_ && at_ > 0 && at_ + 1 == sessions_.size();
  if (merge && still == sessions_[at_ - 1]) { // the gesture ends where it began: it leaves no step
    sessions_.pop_back();
    entries_.pop_back();
    --at_;
    gesture_ = 0;
    return update(session);
  }
  if (merge) {
    sessions_[at_] = session;
    entries_[at_] = {change_text(sessions_[at_ - 1], session), entries_[at_].id};
    return;
  }
  const std::string label = change_text(sessions_[at_], session);
  sessions_.resize(at_ + 1);
  entries_.resize(at_ + 1);
  sessions_.push_back(session);
  entries_.push_back({label, next_id_++});
  ++at_;
  gesture_ = gesture;
  if (sessions_.size() > limit) {
    sessions_.erase(sessions_.begin());
    entries_.erase(entries_.begin());
    --at_;
  }
}

void Undo::update(const Session& session) {
  sessions_[at_].write.frame = session.write.frame;
}

void Undo::edit(const std::function<void(Session&)>& change) {
  for (auto* list : {&sessions_, aside_ ? &aside_->sessions : nullptr})
    if (list != nullptr)
      for (Session& session : *list)
        change(session);
}

void Undo::reword(const Session& session) {
  sessions_[at_] = session;
}

const Session* Undo::back() {
  return at_ == 0 ? nullptr : go_to(at_ - 1);
}
const Session* Undo::forward() {
  return at_ + 1 >= sessions_.size() ? nullptr : go_to(at_ + 1);
}

const Session* Undo::go_to(std::size_t index) {
  if (index >= sessions_.size()) return nullptr;
  at_ = index;
  gesture_ = 0;
  return &sessions_[at_];
}

void Undo::set_aside(const Session& first, const std::string& label) {
  aside_ = List{std::move(sessions_), std::move(entries_), at_};
  restart(first, label);
}

void Undo::bring_back() {
  if (!aside_) return;
  sessions_ = std::move(aside_->sessions);
  entries_ = std::move(aside_->entries);
  at_ = aside_->at;
  gesture_ = 0;
  aside_.reset();
}

ui::JournalEntry* Undo::find(std::uint64_t id) {
  for (auto* list : {&entries_, aside_ ? &aside_->entries : nullptr})
    if (list != nullptr)
      for (ui::JournalEntry& entry : *list)
        if (entry.id == id) return &entry;
  return nullptr;
}

} // namespace texelscope
