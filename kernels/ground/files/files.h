// Reads and writes small text files as a whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace texelscope {

// Formats a limit as messages print it: "16 MB", "32 KB".
std::string byte_text(std::size_t bytes);

// A pipe is read to its end. Throws a UserError with a sentence if the file is missing, a folder, unreadable,
// or larger than `limit` bytes.
std::string read_text_file(const std::filesystem::path& path, std::size_t limit);

// Either the whole file appears or nothing does. Creates no folders. Throws FileError if the path cannot be
// written, MachineError if the disk is full or fails.
void write_text_file(const std::filesystem::path& path, std::string_view content);

} // namespace texelscope
