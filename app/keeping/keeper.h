// Writes what the next start restores (saved_state.h, unsaved.h): about a second after it changed, and when
// the window ends.
//
// Each file appears as a whole, and is written only if its content has changed, so that of two windows the
// one used last is remembered. A thread of its own writes: nothing waits for the disk until the end.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/keeping/saved_state.h"
#include "app/keeping/unsaved.h"
#include "kernels/ground/files/async_job.h"

namespace texelscope {

// Everything that is kept, as a value.
struct KeptState {
  Settings settings;
  UnsavedSession session;
  bool unsaved = false; // it has changes that are not in its own file
};

class Keeper {
public:
  explicit Keeper(const SavedState& loaded); // what the files hold already

  // Called once a frame. `state` is called at most once a second.
  void update(double now, const std::function<KeptState()>& state);
  // Called at the end; waits until everything is written. `closed`: the window was closed in the ordinary
  // way, so that nothing needs restoring.
  void finish(KeptState state, bool closed);
  // The window shows what another one left, and from now on owns those files.
  void adopt(UnsavedFiles files);
  // Sentences about what could not be written, each returned once.
  std::vector<std::string> take_problems() { return std::exchange(problems, {}); }
  // The failures of the last attempt.
  const std::vector<std::string>& failures() const { return failed; }

private:
  // What the files hold; of a pending write, only the parts that changed.
  struct Parts {
    std::optional<Settings> settings;
    std::optional<Session> session;
    std::optional<UnsavedSession> unsaved;
    bool none_unsaved = false;
    bool empty() const { return !settings && !session && !unsaved && !none_unsaved; }
  };
  using Failures = std::vector<std::string>;
  Parts changed(const KeptState& state, bool with_frame) const;
  Failures write(const Parts& parts);
  void take(const Failures& failures); // of writing `writing`
  bool poll(bool wait);

  bool keeps_settings, keeps_session, keeps_unsaved;
  UnsavedFiles files;
  Parts held, writing;
  Failures problems, failed, said;
  double next = 1; // seconds
  AsyncResult<Failures> written;
  AsyncJob<Failures> job; // last: it ends before the rest
};

} // namespace texelscope
