// A folder of its own for each test, removed afterwards.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include <stdlib.h> // mkdtemp

#include <unistd.h>

#include "tests/files.h"

namespace texelscope::tests {

// While the object exists, root acts as nobody, so that permissions count.
class WithoutRoot {
public:
  WithoutRoot() : was_root(::geteuid() == 0) {
    if (was_root && ::seteuid(65534) != 0) throw std::runtime_error("cannot become nobody");
  }
  ~WithoutRoot() {
    if (was_root) static_cast<void>(!::seteuid(0));
  }
  WithoutRoot(const WithoutRoot&) = delete;
  WithoutRoot& operator=(const WithoutRoot&) = delete;

private:
  bool was_root;
};

class TempFolder {
public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "texelscope-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder: " + name);
    folder = name;
    std::filesystem::permissions(folder, std::filesystem::perms(0755));
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::filesystem::path path(std::string_view name) const { return folder / name; }
  std::filesystem::path operator/(std::string_view name) const { return folder / name; }
  const std::filesystem::path& root() const { return folder; }

  std::filesystem::path write(std::string_view name, std::string_view bytes) const {
    tests::write(path(name), bytes);
    return path(name);
  }
  std::string read(std::string_view name) const { return contents(path(name)); }
  std::size_t count() const {
    return std::size_t(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
  }

private:
  std::filesystem::path folder;
};

} // namespace texelscope::tests
