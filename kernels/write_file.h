// Internal: files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <span>

namespace texelscope {

// Writes the parts one after the other into a new file beside `path`, which then takes its place. A path that
// is there and is no regular file (a device, a pipe) is written to directly. Throws FileError where the path
// cannot be written, MachineError where the machine fails (disk full).
void write_file(const std::filesystem::path& path, std::initializer_list<std::span<const std::byte>> parts);

} // namespace texelscope
