// One table for each enum, read by command line, JSON, segments, tooltips and test names.
#pragma once

#include <span>
#include <string_view>

#include "kernels/ground/text/text_id.h"
#include "kernels/state/session/spec.h"

namespace texelscope {

struct EnumEntry {
  int value;
  std::string_view identifier; // in JSON and on the command line
  Text label;                  // on a segment
  Text help;                   // its tooltip: the CUDA name and its rule
};

using EnumTable = std::span<const EnumEntry>;

// Defined for every enum of spec.h; the entry at index i has value i.
template <class E>
EnumTable enum_table();

template <class E>
std::string_view identifier(E value) {
  return enum_table<E>()[static_cast<std::size_t>(value)].identifier;
}
template <class E>
const char* label(E value) {
  return text(enum_table<E>()[static_cast<std::size_t>(value)].label);
}

} // namespace texelscope
