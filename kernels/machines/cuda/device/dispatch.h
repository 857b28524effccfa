// Converts a runtime value to a template argument.
#pragma once

#include <type_traits>

namespace texelscope::cuda {

// Calls `function` with the std::integral_constant of the one of `Values` that equals `value`; returns false
// if none does.
template <auto... Values, class Value, class Function>
bool dispatch(Value value, Function&& function) {
  return ((value == Values && (function(std::integral_constant<decltype(Values), Values>{}), true)) || ...);
}

} // namespace texelscope::cuda
