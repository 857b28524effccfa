// The message with which work is refused.
#pragma once

#include "kernels/ground/files/errors.h"
#include "tests/refusals.h"

namespace texelscope {

template <class Work>
std::string refusal_of(const Work& work) {
  return tests::refusal_of<UserError>(work);
}

} // namespace texelscope
