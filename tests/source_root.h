// The folder of the sources.
#pragma once

#include <filesystem>

namespace texelscope::tests {

inline const std::filesystem::path source_root = TEXELSCOPE_SOURCE_DIR;

} // namespace texelscope::tests
