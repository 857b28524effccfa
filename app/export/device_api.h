// Internal to the exports: CUDA's runtime API, HIP and CUDA's driver API, as what the patterns of their one
// writer are filled with.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "app/export/program.h"

namespace texelscope::program {

class DeviceApi {
public:
  explicit DeviceApi(ExportTarget target); // cuda, hip or driver

  // What "@name@" stands for: a pattern too, of one line or of several.
  void set(const std::string& name, std::string pattern) { patterns[name] = std::move(pattern); }
  // The pattern's lines with each "@name@" replaced by its own pattern, filled likewise. A line that names
  // something empty is left out; several lines in the place of a name are indented as its line is.
  std::string filled(std::string_view pattern) const;
  // One line, without its end; empty where it is left out.
  std::string filled_line(std::string_view line) const;

private:
  std::map<std::string, std::string> patterns;
};

} // namespace texelscope::program
