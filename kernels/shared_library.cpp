#include "kernels/shared_library.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include <dlfcn.h>

namespace texelscope {

namespace {
namespace fs = std::filesystem;

std::vector<fs::path> folders() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<fs::path> list = {program, program / "../lib"};
  const auto toolkit = [&](const fs::path& folder) {
    list.push_back(folder / "lib64");
    list.push_back(folder / "extras/CUPTI/lib64");
  };
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* folder = std::getenv(variable)) toolkit(folder);
  toolkit("/usr/local/cuda");
  return list;
}
} // namespace

SharedLibrary::SharedLibrary(std::initializer_list<const char*> names) {
  const auto open = [&](const fs::path& file) {
    if (library == nullptr) library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  };
  for (const char* name : names) {
    open(name);
    for (const fs::path& folder : folders()) open(folder / name);
  }
}

SharedLibrary::~SharedLibrary() {
  if (library != nullptr) dlclose(library);
}

void* SharedLibrary::address(const char* name) const { return library != nullptr ? dlsym(library, name) : nullptr; }

} // namespace texelscope
