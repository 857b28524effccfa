// How a session's file names its texture: by texture.path, relative to the session's folder.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/state/session/spec.h"

namespace texelscope {

// The folder in which a session's file lies or will lie; for a link, the folder of its target. The result is
// absolute and without links.
std::filesystem::path session_folder(const std::filesystem::path& file);

bool same_folder(const std::filesystem::path& a, const std::filesystem::path& b); // empty: the current one

// The folder that the relative paths of a session read from `file` start from. A session reached by a link
// has its texture beside itself or, if there is none, beside the link.
std::filesystem::path base_of_file(const Session& session, const std::filesystem::path& file);

// The texture file that a session names, as a path that can be opened.
std::filesystem::path texture_path(const Session& session, const std::filesystem::path& base);

// The file of a path that may name a part of it: "file.npz" of "file.npz#name", unless a file has that name.
std::filesystem::path whole_file(const std::filesystem::path& path);

// texture.path as a session's file in `folder` names the same texture. A file in that folder, below it or in
// a sibling folder gets a relative path, so that they can be moved together; others get an absolute one. A
// relative path that is already right is unchanged.
std::string texture_path_from(const std::filesystem::path& folder, const Session& session,
                              const std::filesystem::path& base);

} // namespace texelscope
