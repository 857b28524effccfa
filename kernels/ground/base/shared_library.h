// A library that is opened at run time, so that the program also starts where it is missing.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <type_traits>

namespace texelscope {

class SharedLibrary {
public:
  // Opens the first of `names` that can be opened: in the system's search path, beside the program, in the
  // CUDA Toolkit's folders and in that of WSL's driver. Relative folders (in LD_LIBRARY_PATH, CUDA_PATH,
  // CUDA_HOME; an empty one is the current folder) are skipped.
  explicit SharedLibrary(std::initializer_list<const char*> names);
  ~SharedLibrary();
  SharedLibrary(SharedLibrary&& from) noexcept : library(from.library) { from.library = nullptr; }
  SharedLibrary& operator=(SharedLibrary&&) = delete;

  // Returns false if there is no such function; `function` is then null.
  template <class Function>
  bool find(Function& function, const char* name) const {
    function = reinterpret_cast<std::decay_t<Function>>(address(name));
    return function != nullptr;
  }

  // The file that holds the function, as an absolute path; empty if there is no such function.
  std::filesystem::path file_of(const char* name) const;

private:
  void* address(const char* name) const;

  void* library = nullptr;
};

} // namespace texelscope
