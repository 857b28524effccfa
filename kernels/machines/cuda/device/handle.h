// The owner of a CUDA or GL handle: movable, not copyable, frees without throwing.
#pragma once

#include <utility>

namespace texelscope::cuda {

// `Destroy` is called with a raw handle that is not Raw{}; it must not throw.
template <class Raw, auto Destroy>
class Handle {
public:
  Handle() = default;
  explicit Handle(Raw raw) : value(raw) {}
  Handle(Handle&& other) noexcept : value(std::exchange(other.value, Raw{})) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) reset(std::exchange(other.value, Raw{}));
    return *this;
  }
  ~Handle() { reset(); }

  void reset(Raw raw = Raw{}) noexcept {
    if (value != Raw{}) Destroy(value);
    value = raw;
  }
  Raw get() const { return value; }
  // For functions that return a handle through a pointer; frees the held one first.
  Raw* put() {
    reset();
    return &value;
  }
  explicit operator bool() const { return value != Raw{}; }

private:
  Raw value{};
};

} // namespace texelscope::cuda
