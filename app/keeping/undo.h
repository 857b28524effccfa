// Undo is the list of earlier sessions. Changes of one gesture (a drag, a run of wheel steps) become one
// entry, and the frame number alone makes none.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/state/session/spec.h"
#include "ui/frame/journal.h"

namespace texelscope {

class Undo {
public:
  explicit Undo(const Session& first);

  // `gesture`: changes with the same nonzero number and the same fields replace each other.
  void record(const Session& session, std::uint64_t gesture);
  // The frame number advanced; this belongs to the present entry.
  void update(const Session& session);
  const Session* back();    // null at the first
  const Session* forward(); // null at the last
  const Session* go_to(std::size_t index);
  // Rewrites the same sessions in another form without a new entry.
  void edit(const std::function<void(Session&)>& change); // of all
  void reword(const Session& session);                    // of the present one
  void restart(const Session& first, const std::string& label);

  // Begins another list; bring_back() restores the one before it unchanged.
  void set_aside(const Session& first, const std::string& label);
  void bring_back();
  bool is_aside() const { return aside_.has_value(); }

  std::size_t position() const { return at_; }
  const Session& present() const { return sessions_[at_]; }
  const std::vector<ui::JournalEntry>& entries() const { return entries_; }
  ui::JournalEntry* find(std::uint64_t id); // null if it was dropped

private:
  static constexpr std::size_t limit = 500;
  struct List {
    std::vector<Session> sessions;
    std::vector<ui::JournalEntry> entries;
    std::size_t at = 0;
  };
  std::vector<Session> sessions_;
  std::vector<ui::JournalEntry> entries_;
  std::uint64_t next_id_ = 1; // unique over all lists
  std::size_t at_ = 0;
  std::optional<List> aside_;
  std::uint64_t gesture_ = 0;
};

} // namespace texelscope
