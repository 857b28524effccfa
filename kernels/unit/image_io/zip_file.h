// Internal: the directory of a zip file (PKWARE, "APPNOTE.TXT", 6.3), as far as numpy.savez() writes one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/unit/image_io/readers.h"

namespace texelscope {

struct ZipEntry {
  std::string name; // as the file has it
  unsigned method = 0, flags = 0;
  std::uint32_t checksum = 0;          // CRC-32
  std::uint64_t packed = 0, bytes = 0; // sizes
  std::uint64_t header = 0;            // where the entry starts in the file
  bool is_encrypted() const { return flags & 1; }
};

// Throws FileError if the directory is damaged.
std::vector<ZipEntry> read_zip_directory(const InputFile& file);

// The content of an entry; nothing if progress requested a stop. Throws FileError if it is damaged, encrypted
// or packed in another way than Deflate.
std::vector<std::byte> read_zip_entry(const InputFile& file, const ZipEntry& entry, const Progress& progress);

} // namespace texelscope
