#include "kernels/ground/files/version.h"

namespace texelscope {

const char* version() {
  return TEXELSCOPE_VERSION;
}

} // namespace texelscope
