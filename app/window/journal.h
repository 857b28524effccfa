// Records the effect of each change: watches the frames around it, and writes the verdict and the largest
// change into undo's entries.
//
// Belongs to one thread. Times are those of the frames just before and just after a change, in the same
// picture size on the same backend. The largest change of value is computed beside the frame loop, once the
// session has been idle for a moment; of changes in quick succession only the last is compared.
#pragma once

#include <optional>
#include <vector>

#include "app/keeping/undo.h"
#include "kernels/ground/files/async_job.h"
#include "kernels/studies/compare/value_change.h"

namespace texelscope {

class Journal {
public:
  // Called once a frame, after the backend's. `result` is of `shown`. `wait`: waits until the change is
  // computed.
  void update(Undo& undo, const ShownPicture& shown, const FrameResult& result, double now, bool wait);
  void forget_times(); // another backend

  static constexpr double rest = 0.3;      // seconds without a change before values are compared
  static constexpr double settling = 0.1;  // seconds after a change in which times do not count
  static constexpr int settling_count = 8; // the first times after a change do not count either
  static constexpr std::size_t max_bytes = std::size_t(256)
                                           << 20; // of an image that is kept for the comparison

private:
  struct Times {
    std::uint64_t entry = 0;
    int width = 0, height = 0;
    double since = 0;
    int skipped = 0;
    std::vector<double> seconds;
  };
  struct Compared {
    std::uint64_t entry = 0;
    ValueChange change;
  };
  bool times_are_beside(const Undo& undo) const;
  void change_entry(Undo& undo, const ShownPicture& shown, double now);
  void add_times(Undo& undo, const FrameResult& result, double now);
  void compare(Undo& undo, double now, bool wait);

  Times times, earlier; // of the entry shown, and of the one that was shown before it
  bool judges = false;  // the entry's verdict is still to be found
  std::optional<ShownPicture> shown_now, shown_before;
  bool to_compare = false;
  AsyncResult<Compared> compared;
  AsyncJob<Compared> job; // last: its thread ends before the rest
};

} // namespace texelscope
