// The process's own surroundings, changed for one test: the folders of XDG, the current folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace texelscope {

class WithVariables {
public:
  WithVariables() {
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "LD_LIBRARY_PATH",
                             "TEXELSCOPE_CALLERS_LIBRARY_PATH"}) {
      const char* value = std::getenv(name);
      before.emplace_back(name, value ? std::optional<std::string>(value) : std::nullopt);
    }
  }
  ~WithVariables() {
    for (const auto& [name, value] : before)
      set(name, value ? value->c_str() : nullptr);
  }
  WithVariables(const WithVariables&) = delete;
  WithVariables& operator=(const WithVariables&) = delete;
  void set(const char* name, const char* value) { value ? ::setenv(name, value, 1) : ::unsetenv(name); }

private:
  std::vector<std::pair<const char*, std::optional<std::string>>> before;
};

class WithCurrentFolder {
public:
  explicit WithCurrentFolder(const std::filesystem::path& folder) : before(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~WithCurrentFolder() { std::filesystem::current_path(before); }
  WithCurrentFolder(const WithCurrentFolder&) = delete;
  WithCurrentFolder& operator=(const WithCurrentFolder&) = delete;

private:
  std::filesystem::path before;
};

} // namespace texelscope
