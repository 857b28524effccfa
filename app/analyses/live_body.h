// Compiles the session's body while it is typed, beside the frame loop, and keeps the last one without
// errors.
#pragma once

#include <memory>

#include "kernels/ground/files/latest.h"
#include "kernels/studies/bodies/body_process.h"
#include "ui/frame/body.h"

namespace texelscope {

class LiveBody {
public:
  explicit LiveBody(BodyProcess compiles_in = {}) : process(std::move(compiles_in)) {}

  // Called once a frame, `now` in seconds. A body that does not wait for the user is compiled once it has not
  // changed for `pause`, which ends a process that compiles another. `wait`: compiles at once and waits until
  // it is done.
  void update(const BodySource& wanted, double now, bool wait, BodyWaits waits = BodyWaits::no);
  static constexpr double pause = 0.2;

  // The body that runs; null if none was compiled for this target.
  std::shared_ptr<const CompiledBody> running(const BodyTarget& target) const;
  // Examples are read when they are first requested.
  const ui::BodyFindings& findings(bool with_examples, BodyOrigin origin = BodyOrigin::file);

private:
  using Compiled = std::shared_ptr<const CompiledBody>;
  void take(bool wait);

  BodyProcess process;
  ui::BodyFindings found;
  bool examples_read = false;
  Compiled good;
  BodySource seen;
  double seen_at = 0;
  Latest<BodySource, Compiled> latest; // last: its thread ends before the rest
};

} // namespace texelscope
