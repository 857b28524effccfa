// Sessions that differ.
#pragma once

#include "kernels/state/session/spec.h"

namespace texelscope {

inline Session with_width(int width) {
  Session session;
  session.texture.width = width;
  return session;
}

} // namespace texelscope
