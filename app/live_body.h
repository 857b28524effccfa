// Compiles the session's body while it is typed, beside the frame loop, and keeps the last one without errors.
#pragma once

#include <memory>
#include <optional>

#include "app/background.h"
#include "ui/body.h"

namespace texelscope {

class LiveBody {
public:
  // Once a frame, `now` in seconds. A body is compiled once it has rested for `pause`. `wait`: at once, until it is done.
  void follow(const BodySource& wanted, double now, bool wait);
  static constexpr double pause = 0.2;

  // What runs: null where there is none that was compiled for this.
  std::shared_ptr<const CompiledBody> running(const BodyTarget& target) const;
  // Examples are read when they are first asked for.
  const ui::BodyFindings& findings(bool with_examples);

private:
  using Compiled = std::shared_ptr<const CompiledBody>;
  void start(const BodySource& wanted);
  void poll(bool wait);

  ui::BodyFindings found;
  bool examples_read = false;
  Compiled good;
  BodySource seen;
  double seen_at = 0;
  std::optional<BodySource> asked;
  std::shared_ptr<std::optional<BodyCompiler>> compiler = std::make_shared<std::optional<BodyCompiler>>(); // the job's
  Background<Compiled> job; // last: its thread ends before the rest
};

// Bodies that ship with the program, by file name; none where the folder is missing.
std::vector<ui::BodyExample> body_examples();

} // namespace texelscope
