// Internal: unpacks what files hold compressed by zlib or Zstandard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/unit/image_io/readers.h"

namespace texelscope {

enum class Packing : std::uint8_t { none, deflate, zlib_or_gzip, zstd };

// Unpacks `packed` bytes from the file's position on, and returns the first `bytes` bytes; throws FileError
// if there are fewer, or if they are damaged. A file that is too short to hold that much is refused at once,
// and memory grows with what was unpacked, not with what the file claims. Returns nothing if progress
// requested a stop.
std::vector<std::byte> unpack(const InputFile& file, Packing packing, std::uint64_t packed,
                              std::uint64_t bytes, const Progress& progress);

// From the file's position to its end.
std::uint64_t remaining_bytes(const InputFile& file);
void seek(const InputFile& file, std::uint64_t position); // throws FileError beyond the file's end

} // namespace texelscope
