// What a session takes from its texture's file.
#pragma once

#include <set>
#include <string>

#include "kernels/state/session/spec.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

// Opening a file takes its size, kind, bits and channels, sRGB if the file specifies it, and a read mode and
// filter that they allow, except for fields that are stated.
void adopt_file(Session& session, const Image& file, const std::set<std::string>& stated = {});
bool adopts_file(const Session& session,
                 const std::set<std::string>& stated); // whether that would change anything

} // namespace texelscope
