#include "app/verbs/replay_options.h"

#include "app/cli/arguments.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

void declare_frames_limit(Arguments& arguments, std::int64_t& limit) {
  arguments.option("--frames-limit", "INTEGER", Text::frames_limit_help, limit, 0, 1'000'000'000);
}

} // namespace texelscope
