#include "app/texture/replay_options.h"

#include "app/cli/arguments.h"
#include "app/texture/replay.h"
#include "kernels/text/texts.h"

namespace texelscope {

void declare_frames_limit(Arguments& arguments) {
  arguments.option("--frames-limit", "INTEGER", Text::frames_limit_help);
}

std::int64_t frames_limit(const Arguments& arguments) {
  return arguments.integer("--frames-limit", 0, 1'000'000'000).value_or(max_replayed_frames);
}

} // namespace texelscope
