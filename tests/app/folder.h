// A temporary folder, removed with the object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace texelscope {

class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "texelscope-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path / name; }

  std::filesystem::path path;
};

} // namespace texelscope
