// Internal: writes files so that they appear whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <span>

namespace texelscope {

// Whether a crash of the system right afterwards leaves the file whole. That takes a wait for the disk, which
// what is written each frame need not have.
enum class Durability { across_crashes, until_a_crash };

// Writes the parts one after the other into a new file beside `path`, which then replaces it. An existing
// path that is not a regular file (a device, a pipe), and standard output, is written to directly. Throws
// FileError if the path cannot be written, MachineError if the machine fails (disk full).
void write_file(const std::filesystem::path& path, std::initializer_list<std::span<const std::byte>> parts,
                Durability durability = Durability::across_crashes);

// The same for parts that are produced one after the other: `produce` passes each to the function that it is
// given. The path is tried before `produce` is called; if it throws, nothing is left behind.
using PartSink = std::function<void(std::span<const std::byte>)>;
void write_file(const std::filesystem::path& path, const std::function<void(const PartSink&)>& produce,
                Durability durability = Durability::across_crashes);

// The same for parts that are produced out of order, each with its offset in the file; where parts overlap,
// the later one counts. What can only be written in order (a pipe) gets them from a temporary file.
using PlacedPartSink = std::function<void(std::uint64_t offset, std::span<const std::byte>)>;
void write_placed_parts(const std::filesystem::path& path,
                        const std::function<void(const PlacedPartSink&)>& produce);

} // namespace texelscope
