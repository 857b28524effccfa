// NVIDIA's run-time compiler, opened at run time: it needs no GPU, and the program starts without it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/shared_library.h"

namespace texelscope {

class Nvrtc {
public:
  struct File {
    std::string name, content;
  };
  struct Output {
    bool good = false;
    std::string log, ptx;
    std::vector<char> code; // cubin of the architecture; empty of a virtual one
  };

  // Throws a MachineError that says what to install if there is no library. Opens everything that compiling
  // needs: compile() then works where no file can be opened.
  Nvrtc();
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;
  Nvrtc& operator=(const Nvrtc&) = delete;

  // For which it compiles, the oldest first: 75, 80, ...
  std::vector<int> architectures() const;
  // For a GPU: machine code of it, which any driver runs that runs this program; of a GPU that is newer than
  // NVRTC, PTX of the newest before it.
  std::string architecture_option(int architecture) const;
  // `headers`: the files that #include finds by name. Throws MachineError if NVRTC itself fails. Any thread
  // may call it.
  Output compile(const File& source, const std::vector<File>& headers,
                 const std::vector<std::string>& options) const;

private:
  struct Functions;
  SharedLibrary library;
  std::optional<SharedLibrary> builtins;
  std::unique_ptr<const Functions> functions;
};

} // namespace texelscope
