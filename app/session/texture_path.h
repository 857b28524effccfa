// How a session's file names its texture: texture.path, which starts at the session's folder.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/session/spec.h"

namespace texelscope {

// The folder in which a session's file lies, or will lie: of a link, that of the file behind it. Without
// links, absolute.
std::filesystem::path session_folder(const std::filesystem::path& file);

bool same_folder(const std::filesystem::path& a, const std::filesystem::path& b); // empty: the current one

// Where the relative paths of a session that is read from `file` start. A session that is reached by a link
// has its texture beside itself or, where there is none, beside the link.
std::filesystem::path base_of_file(const Session& session, const std::filesystem::path& file);

// The texture file that a session names, as a path that can be opened.
std::filesystem::path texture_path(const Session& session, const std::filesystem::path& base);

// texture.path as a session's file in `folder` names the same texture. A file in that folder, below
// it or in a folder beside it is named relatively, so that they can be moved together; others absolutely. A
// relative path that is right already stays as it is.
std::string texture_path_from(const std::filesystem::path& folder, const Session& session,
                              const std::filesystem::path& base);

} // namespace texelscope
