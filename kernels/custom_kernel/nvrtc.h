// NVIDIA's run-time compiler, opened while the program runs: it needs no GPU, and the program needs no NVRTC
// to start.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/shared_library.h"

namespace texelscope {

class Nvrtc {
public:
  struct File {
    std::string name, content;
  };
  struct Output {
    bool good = false;
    std::string log, ptx;
    std::vector<char> code; // cubin of the architecture
  };

  // Throws MachineError, with what to install, where there is no library. Opens all that compiling wants:
  // compile() then works where no file can be opened.
  Nvrtc();
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;
  Nvrtc& operator=(const Nvrtc&) = delete;

  // `headers`: what #include finds by name. Throws MachineError where NVRTC itself fails. Any thread.
  Output compile(const File& source, const std::vector<File>& headers,
                 const std::vector<std::string>& options) const;

private:
  struct Functions;
  SharedLibrary library;
  std::optional<SharedLibrary> builtins;
  std::unique_ptr<const Functions> functions;
};

} // namespace texelscope
