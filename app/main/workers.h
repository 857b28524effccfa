// TBB's threads, started one after the other, because TBB would end the program, or never end itself, if a
// loop could not start one. Loops run on those that the system has.
#pragma once

#include <optional>

#include <tbb/global_control.h>

namespace texelscope {

class Workers {
public:
  Workers();
  ~Workers(); // no thread is left, unless one could not start
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

private:
  tbb::task_scheduler_handle handle{tbb::attach{}};
  std::optional<tbb::global_control> limit; // of threads, if there are fewer than cores
};

} // namespace texelscope
