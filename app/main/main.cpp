#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "app/base/messages.h"
#include "app/main/command_line.h"
#include "kernels/text/texts.h"

namespace {

using namespace texelscope;

std::terminate_handler before = nullptr;

// A thread of TBB's that cannot start the next one ends the program.
void terminate_with_sentence() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::runtime_error& error) {
    if (std::string_view(error.what()).starts_with("pthread_create")) {
      print_error(say(Text::thread_none, {std::generic_category().message(EAGAIN)}));
      std::_Exit(1);
    }
  } catch (...) {
  }
  before();
}

// TBB's threads. The first is started here, because TBB never ends once a loop has failed to start one. If the
// system has no thread left, all loops run on the caller's.
class Workers {
public:
  Workers() {
    before = std::set_terminate(terminate_with_sentence);
    try {
      tbb::task_arena(2).enqueue([] {});
    } catch (const std::runtime_error&) {
      alone.emplace(tbb::global_control::max_allowed_parallelism, 1);
    }
  }
  ~Workers() {
    if (!alone) tbb::finalize(handle, std::nothrow); // none is left when the program's statics end
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

private:
  tbb::task_scheduler_handle handle{tbb::attach{}};
  std::optional<tbb::global_control> alone;
};

} // namespace

// Memory can also end while the arguments are copied, or while the sentence about an error is made.
int main(int argc, char** argv) try {
  const Workers workers;
  return run_command_line({argv + (argc > 0), argv + argc});
} catch (const std::bad_alloc&) {
  std::fprintf(stderr, "texelscope: error: %s\n", text(Text::app_error_out_of_memory));
  return 1;
}
