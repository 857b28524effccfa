// A device's outcomes as a CSV file.
//
//   texelscope legality 1
//   gpu,NVIDIA H200
//   driver,580.159.04
//   cuda,13.0
//   object_us,2.3
//   answer,0,accepted,,,
//   answer,1,refused,cudaCreateTextureObject,cudaErrorInvalidFilterSetting,
//   attempt,u8x4/element/linear/clamp/normalized/array/2d,1
//   end
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "kernels/reports/support_matrix/legality.h"

namespace texelscope::legality {

struct Capture {
  std::string gpu, driver, cuda;
  std::map<std::string, Outcome, std::less<>> answers; // by the configuration's identifier
  double object_us = 0;                                // see Origin; absent if 0

  const Outcome* find(const Configuration& configuration) const;
  bool operator==(const Capture&) const = default;
};

std::string to_text(const Capture& capture);
// `name`: the file's, for error messages. Throws FileError for text that is not a capture, damaged or
// truncated.
Capture capture_from(std::string_view csv, const std::string& name);
Capture read_capture(const std::filesystem::path& path);

} // namespace texelscope::legality
