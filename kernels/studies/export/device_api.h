// Internal to the exports: the pattern table that fills the one writer for CUDA's runtime API, HIP and CUDA's
// driver API.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "kernels/studies/export/program.h"

namespace texelscope::program {

class DeviceApi {
public:
  explicit DeviceApi(ExportTarget target); // cuda, hip or driver
  bool is_driver() const { return is_driver_; }

  // Sets the pattern that replaces "@name@"; it may have several lines and contain other names.
  void set(const std::string& name, std::string pattern) { patterns[name] = std::move(pattern); }
  // Returns the pattern's lines with each "@name@" replaced by its own pattern, filled likewise. A line that
  // contains an empty name is left out; several lines in the place of a name are indented like that line.
  std::string filled(std::string_view pattern) const;
  // Fills one line, without its end; empty if it is left out.
  std::string filled_line(std::string_view line) const;

private:
  bool is_driver_;
  std::map<std::string, std::string> patterns;
};

} // namespace texelscope::program
