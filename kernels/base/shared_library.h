// A library that is opened while the program runs, so that the program starts where it is missing.
#pragma once

#include <initializer_list>
#include <type_traits>

namespace texelscope {

class SharedLibrary {
public:
  // The first of `names` that opens: where the system looks, beside the program, in the CUDA Toolkit's
  // folders. Relative folders (in LD_LIBRARY_PATH, CUDA_PATH, CUDA_HOME; an empty one is the current folder)
  // are left out.
  explicit SharedLibrary(std::initializer_list<const char*> names);
  ~SharedLibrary();
  SharedLibrary(SharedLibrary&& from) noexcept : library(from.library) { from.library = nullptr; }
  SharedLibrary& operator=(SharedLibrary&&) = delete;

  // False where it has no such function; `function` is null then.
  template <class Function>
  bool find(Function& function, const char* name) const {
    function = reinterpret_cast<std::decay_t<Function>>(address(name));
    return function != nullptr;
  }

private:
  void* address(const char* name) const;

  void* library = nullptr;
};

} // namespace texelscope
