#include "kernels/ground/base/wsl.h"

#include <cstdlib>
#include <fstream>
#include <string>

namespace texelscope {

namespace fs = std::filesystem;

// The kernel of WSL 1 calls itself "4.4.0-19041-Microsoft", that of WSL 2
// "5.15.153.1-microsoft-standard-WSL2". One of the user's own may have any name; a container has WSL's
// kernel, but not its variables.
Wsl find_wsl(const fs::path& root) {
  std::string kernel;
  std::ifstream file(root / "proc/version");
  std::getline(file, kernel);
  const auto names = [&](const char* part) { return kernel.find(part) != std::string::npos; };
  Wsl wsl;
  if (names("microsoft") || names("WSL2"))
    wsl.version = 2;
  else if (names("Microsoft"))
    wsl.version = 1;
  else if (std::getenv("WSL_DISTRO_NAME") != nullptr)
    wsl.version = 2;
  std::error_code ignored;
  const fs::path driver = root / fs::path(wsl_libraries).relative_path() / "libcuda.so.1";
  wsl.has_driver = wsl.version != 0 && fs::exists(driver, ignored);
  return wsl;
}

} // namespace texelscope
