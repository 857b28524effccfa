// Internal: files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <span>

namespace texelscope {

// Writes the parts one after the other into a new file beside `path`, which then takes its place. A path that
// is there and is no regular file (a device, a pipe), and standard output, is written to directly. Throws
// FileError where the path cannot be written, MachineError where the machine fails (disk full).
void write_file(const std::filesystem::path& path, std::initializer_list<std::span<const std::byte>> parts);

// The same for parts that are made one after the other: `produce` hands each to the function it is given. The
// path is tried before it is called; nothing is left behind where it throws.
using PartSink = std::function<void(std::span<const std::byte>)>;
void write_file(const std::filesystem::path& path, const std::function<void(const PartSink&)>& produce);

} // namespace texelscope
