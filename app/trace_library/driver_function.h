// The driver's functions, by their names: the library is not linked with the driver.
#pragma once

#include <dlfcn.h>

namespace texelscope::trace {

// False: the library, which may be null, does not have it.
template <class Function>
bool find(Function& function, void* library, const char* name) {
  function = library ? reinterpret_cast<Function>(::dlsym(library, name)) : nullptr;
  return function != nullptr;
}

} // namespace texelscope::trace
