// Where bodies come from, and whether one may be compiled.
#pragma once

#include <cstdint>
#include <string>

namespace texelscope {

struct BodyExample {
  std::string name, body;
};

// Why a body is not compiled: the user has not agreed to it yet, or nothing here runs it and nobody requested
// the compiler's messages.
enum class BodyWaits : std::uint8_t { no, for_consent, for_request };
enum class BodyOrigin : std::uint8_t { file, last_session, lesson, text, share_line };

} // namespace texelscope
