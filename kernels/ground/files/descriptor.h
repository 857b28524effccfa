// A file descriptor of this process, closed when it goes.
#pragma once

#include <utility>

#include <unistd.h>

namespace texelscope {

class Descriptor {
public:
  explicit Descriptor(int opened) : number(opened) {} // negative: opening failed
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  explicit operator bool() const { return number >= 0; }
  int get() const { return number; }
  void open(int opened) { // closes the one before
    close();
    number = opened;
  }
  void close() {
    if (number >= 0) ::close(std::exchange(number, -1));
  }

private:
  int number;
};

} // namespace texelscope
