#include "app/c/handles.h"

#include <atomic>

#include "app/c/objects.h"

namespace texelscope::c {

std::uint64_t next_handle() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

Handles<TextureEntry>& textures() {
  static auto& all = *new Handles<TextureEntry>("texture");
  return all;
}

Handles<SessionEntry>& sessions() {
  static auto& all = *new Handles<SessionEntry>("session");
  return all;
}

namespace {
void before_fork() {
  textures().before_fork();
  sessions().before_fork();
}
void after_fork_in_parent() {
  sessions().after_fork(false);
  textures().after_fork(false);
}
void after_fork_in_child() {
  sessions().after_fork(true);
  textures().after_fork(true);
}
// Also makes both tables before a thread can call.
const int watched =
    (textures(), sessions(), ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child));
} // namespace

} // namespace texelscope::c
