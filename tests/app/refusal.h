// The sentence with which work is refused.
#pragma once

#include <string>

#include "app/base/errors.h"

namespace texelscope {

// What the UserError says that `work` throws; "nothing" where it throws none.
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
