#include <new>

#include <tbb/global_control.h>

#include "app/main/command_line.h"

int main(int argc, char** argv) {
  tbb::task_scheduler_handle workers{tbb::attach{}};
  const int code = texelscope::run_command_line({argv + (argc > 0), argv + argc});
  tbb::finalize(workers, std::nothrow); // no thread of TBB's is left when the program's statics end
  return code;
}
