#include "kernels/ground/base/shared_library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "kernels/ground/base/wsl.h"

#if defined(TEXELSCOPE_SANITIZE)
// No library is unloaded, neither ours nor OpenGL's: sanitizers know names and data only of those that are
// loaded. Data in a library's own variables would count as leaked, and ThreadSanitizer ends the program once
// a library is gone that tests/threads/suppressions.txt names.
extern "C" __attribute__((visibility("default"))) int dlclose(void*) noexcept {
  return 0;
}
#endif

namespace texelscope {

namespace {
namespace fs = std::filesystem;

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// The parts of a list such as LD_LIBRARY_PATH. The loader takes an empty one for the current folder.
std::vector<fs::path> listed(const std::string& list) {
  std::vector<fs::path> parts;
  if (list.empty()) return parts;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t end = std::min(list.find_first_of(":;", from), list.size());
    parts.emplace_back(list.substr(from, end - from));
    from = end + 1;
  }
  return parts;
}

std::vector<fs::path> folders() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<fs::path> list = {program, program / "../lib"};
  for (const fs::path& toolkit :
       {fs::path(variable("CUDA_PATH")), fs::path(variable("CUDA_HOME")), fs::path("/usr/local/cuda")}) {
    if (!toolkit.is_absolute()) continue;
    list.push_back(toolkit / "lib64");
    list.push_back(toolkit / "extras/CUPTI/lib64");
  }
  list.emplace_back(wsl_libraries);
  return list;
}
} // namespace

SharedLibrary::SharedLibrary(std::initializer_list<const char*> names) {
  const auto open = [&](const fs::path& file) {
    if (library == nullptr) library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  };
  // The loader would search relative folders of LD_LIBRARY_PATH, and so whatever folder is the current one.
  const std::vector<fs::path> before = listed(variable("LD_LIBRARY_PATH"));
  const bool absolute = std::ranges::all_of(before, &fs::path::is_absolute);
  for (const char* name : names) {
    if (absolute)
      open(name);
    else
      for (const fs::path& folder : before)
        if (folder.is_absolute()) open(folder / name);
    for (const fs::path& folder : folders())
      open(folder / name);
  }
}

SharedLibrary::~SharedLibrary() {
  if (library != nullptr) dlclose(library);
}

void* SharedLibrary::address(const char* name) const {
  return library != nullptr ? dlsym(library, name) : nullptr;
}

std::filesystem::path SharedLibrary::file_of(const char* name) const {
  const void* function = address(name);
  Dl_info info = {};
  std::error_code error;
  if (function == nullptr || dladdr(function, &info) == 0) return {};
  return fs::canonical(info.dli_fname, error);
}

} // namespace texelscope
