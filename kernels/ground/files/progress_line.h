// Shows the progress of a verb if a person may be watching.
#pragma once

#include <mutex>
#include <string>
#include <thread>

namespace texelscope {

// Prints one line on standard error that is overwritten and erased at its end. It appears only if standard
// error is a terminal, --quiet is not given, and the work has taken a second.
class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(double share); // done, 0 to 1
  void show(std::size_t done, std::size_t of, const std::string& what);
  void erase(); // before something else is printed

private:
  void set(const std::string& line);
  void print();
  void wait(const std::stop_token& stop);

  std::mutex mutex;
  std::string wanted, shown;
  bool late = false;   // a second has passed
  std::jthread waiter; // prints what is due after the first second, even if the work reports nothing more
};

} // namespace texelscope
