// Small text files, read and written whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace texelscope {

// "16 MB", "32 KB": a limit, as messages name it.
std::string byte_text(std::size_t bytes);

// A pipe is read to its end. Throws UserError in a sentence: missing, a folder, unreadable, more than `limit`
// bytes.
std::string read_text_file(const std::filesystem::path& path, std::size_t limit);

// The file appears whole or not at all. Makes no folders. Throws FileError where the path cannot be written,
// MachineError where the disk is full or fails.
void write_text_file(const std::filesystem::path& path, std::string_view content);

} // namespace texelscope
