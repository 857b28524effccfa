#pragma once

#include <ctime>
#include <string>

#include <fmt/format.h>

namespace texelscope {

// "2026-11-29", in UTC.
inline std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

} // namespace texelscope
