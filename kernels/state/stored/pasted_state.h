// Parses what a person pastes: a line of share_line(), C++ that fills a cudaTextureDesc, or a session's JSON.
#pragma once

#include <string>
#include <string_view>

#include "kernels/state/stored/session_file.h"

namespace texelscope {

struct PastedState {
  LoadedSession loaded; // without a base
  std::string summary;  // what was taken, a sentence
};

// `present`: the session whose values are kept for members that a descriptor does not set. Throws UserError.
PastedState parse_pasted(std::string_view pasted_text, const Session& present);

} // namespace texelscope
