// Bytes for parsers that read files.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

#include "kernels/ground/files/descriptor.h"

namespace texelscope::fuzz {

// A file in memory that no folder lists.
class NamelessFile {
public:
  explicit NamelessFile(std::string_view bytes) : file(::memfd_create("texels", MFD_CLOEXEC)) {
    if (::write(file.get(), bytes.data(), bytes.size()) != ssize_t(bytes.size()))
      throw std::runtime_error("no file in memory");
  }
  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(file.get()); }

private:
  Descriptor file;
};

} // namespace texelscope::fuzz
