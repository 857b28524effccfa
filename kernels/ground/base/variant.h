// A std::variant that can be copied where memory ends.
#pragma once

#include <utility>
#include <variant>

namespace texelscope {

// libstdc++ (seen in that of GCC 12) takes a std::variant of strings, vectors and plain values alone for one
// that always holds a value. While the copy constructor of such a one throws it holds none, and what was
// never made is destroyed. Here the value is copied first, and then moved in.
template <class... Ts>
class Variant : public std::variant<Ts...> {
  using Base = std::variant<Ts...>;

public:
  using Base::Base;
  Variant() = default;
  Variant(const Variant& other) : Base() { *this = other; }
  Variant(Variant&&) = default;
  ~Variant() = default;
  Variant& operator=(const Variant& other) {
    std::visit(
        [this]<class T>(const T& value) {
          T copy = value;
          this->template emplace<T>(std::move(copy));
        },
        static_cast<const Base&>(other));
    return *this;
  }
  Variant& operator=(Variant&&) = default;
  using Base::operator=;
};

} // namespace texelscope
