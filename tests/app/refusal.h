// The message with which work is refused.
#pragma once

#include <string>

#include "app/base/errors.h"

namespace texelscope {

// The message of the UserError that `work` throws; "nothing" if it throws none.
template <class Work>
std::string refusal_of(const Work& work) {
  try {
    work();
  } catch (const UserError& error) {
    return error.what();
  }
  return "nothing";
}

} // namespace texelscope
