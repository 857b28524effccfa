// Internal: volumes of raw or packed elements that a header of text lines describes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/unit/image_io/readers.h"
#include "kernels/unit/image_io/unpack.h"

namespace texelscope {

struct VolumeHeader {
  std::string element = {};              // as NumPy writes it: ">f4"
  std::vector<std::uint64_t> sizes = {}; // width first, without the channels
  std::uint64_t channels = 1;            // of a texel, behind each other
  Packing packing = Packing::none;
  std::optional<std::uint64_t> packed_bytes = {}; // empty: up to the file's end
  std::uint64_t skipped_lines = 0;                // in front of the data
  std::int64_t skipped_bytes = 0; // of what is unpacked; -1: the elements are the file's last bytes
  std::string data_file = {};     // empty: the elements follow the header
};

// The header's file is behind the header. One side makes a 1-D texture, two a 2-D one, three a volume;
// further ones must be 1.
Image read_volume(const InputFile& file, VolumeHeader header, const Progress& progress);

// The lines of a header or table from the file's position on.
class HeaderLines {
public:
  static constexpr std::size_t max_header_bytes = 1 << 20;
  explicit HeaderLines(const InputFile& of, std::size_t max_count = max_header_bytes)
      : file(of), max_bytes(max_count) {}
  // Without the end of the line, LF or CR LF; empty at the end of the file. Throws FileError if the header is
  // too long to be one.
  std::optional<std::string> next();

private:
  const InputFile& file;
  const std::size_t max_bytes;
  std::size_t bytes = 0;
};

std::vector<std::string> words_in(std::string_view line);
// "1 2 3"; empty if it is anything else.
std::vector<std::uint64_t> whole_numbers(std::string_view text);

[[noreturn]] void refuse_line(const InputFile& file, std::string_view line); // which is not supported
[[noreturn]] void refuse_missing_field(const InputFile& file, std::string_view field);

} // namespace texelscope
