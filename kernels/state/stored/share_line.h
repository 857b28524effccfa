// A session as one line of text: "tx1." and base64url of the fields that differ from the defaults, with a
// checksum.
//
// A field is identified by 16 bits hashed from its path and a choice by 16 bits hashed from its identifier,
// so that a line stays valid when fields and choices are added. Only the path of a picture is included.
#pragma once

#include <string>
#include <string_view>

#include "kernels/state/session/spec.h"

namespace texelscope {

inline constexpr std::size_t max_share_line = 8192; // characters

struct ShareLine {
  std::string line;
  bool without_strokes = false; // with them it would be longer than max_share_line
};
// Throws UserError if it is still too long because of a texture.path.
ShareLine share_line(const Session& session);

// Whether the text looks like a share line, damaged or not, of any version.
bool is_share_line(std::string_view line);

// White space within the line is ignored. Throws UserError if the line is damaged, of a newer version, or has
// unknown fields.
Session parse_share_line(std::string_view line);

} // namespace texelscope
