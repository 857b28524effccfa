// The document that the window edits: the session, the file that it belongs to, and the list of changes.
//
// While a lesson is open, the session is the lesson's, with a list of changes of its own; the user's own
// session waits beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/keeping/undo.h"
#include "app/keeping/unsaved.h"
#include "kernels/state/stored/session_file.h"

namespace texelscope {

class Document {
public:
  // `path`: the session's file; empty: it has none. Relative texture paths start from `base`. `text`: what
  // was read from the file.
  Document(const Session& session, std::filesystem::path path, std::filesystem::path base,
           std::string text = {});

  const Session& session() const { return session_; } // shown and edited
  const Session& own() const { return own_ ? *own_ : session_; }
  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& base() const { return base_; }
  std::string name() const;                       // of its file
  const Session& saved() const { return saved_; } // what its file holds
  const Undo& changes() const { return changes_; }
  Undo& changes() { return changes_; } // the journal writes into their entries

  // Takes the session as the window's controls left it, once a frame. `held`: one of the controls is in use.
  // All edits until it is released, and wheel steps that follow each other closely, are one change.
  void edit(Session edited, bool held, double now);
  void change(const Session& next); // one change
  void set(const Session& next) { session_ = next; }
  void advance_frame();
  void undo() { show(changes_.back()); }
  void redo() { show(changes_.forward()); }
  void go_to_change(std::size_t index) { show(changes_.go_to(index)); }

  // `own`: the user's session as it was when the lesson took its place.
  void begin_lesson(const Session& own, const Session& lesson);
  void end_lesson();
  bool in_lesson() const { return own_.has_value(); }

  void start_fresh();
  void open(const Session& session, const std::filesystem::path& path, const std::filesystem::path& base,
            const std::string& text = {});
  // The session's size and format are known once its texture's file has been read. `path`: the session's own
  // file; empty: a picture or a pasted state replaces the texture.
  void start_opening(const std::filesystem::path& path, const std::filesystem::path& base,
                     const std::string& text = {});
  bool is_opening() const { return opening_.has_value(); }
  // Takes the session that was read, or nothing because of `failure`. Throws UserError if it is rejected.
  void finish_opening(const std::optional<Session>& opened, const std::string& failure, const Limits& limits);

  bool file_changed() const;              // its file holds something else than was last read or saved here
  bool unsaved() const;                   // the user's session has changes that are in no file
  UnsavedSession unsaved_session() const; // the user's session, with or without changes
  // `file`: the content of the unsaved session's file, which becomes the change before it.
  void restore(const UnsavedSession& unsaved, const LoadedSession& file);
  // Saves the user's session, which is that file's from now on, or a copy of the shown one. Returns
  // texture.path as it is written in the file; throws like save_session().
  std::string save_own(const std::filesystem::path& path);
  std::string save_copy(const std::filesystem::path& path) const;

private:
  struct Opening {
    std::filesystem::path path, base;
    std::string text;
  };
  void show(const Session* session); // null: nothing changes
  void set_base(const std::filesystem::path& base);
  void stop_opening_picture();

  Session session_;
  std::filesystem::path path_, base_;
  Session saved_;    // the content of the session's file
  std::string text_; // the same as it was last read or written
  Undo changes_;
  std::optional<Session> own_;
  std::optional<Opening> opening_;
  double changed_at_ = -1;
  std::uint64_t gesture_ = 1;
  bool was_held_ = false;
};

// "view.json"; a name for a session that has no file.
std::string session_name(const std::filesystem::path& path);

} // namespace texelscope
