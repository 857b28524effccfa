#include "kernels/unit/image_io/zip_file.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include <zlib.h>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/unpack.h"

namespace texelscope {

namespace {

constexpr std::uint32_t entry_mark = 0x02014b50, local_mark = 0x04034b50, end_mark = 0x06054b50,
                        end64_mark = 0x06064b50, end64_place_mark = 0x07064b50;

[[noreturn]] void refuse_zip(const InputFile& file, Text reason) {
  file.refuse(Text::image_truncated, {text(reason)});
}

// Little-endian numbers of a part of the file.
class ZipBytes {
public:
  ZipBytes(const InputFile& of, std::uint64_t from, std::uint64_t count) : file(of) {
    seek(file, from);
    if (count > remaining_bytes(file)) refuse_zip(file, Text::image_too_short);
    bytes.resize(std::size_t(count));
    file.read(bytes.data(), bytes.size());
  }

  std::size_t size() const { return bytes.size(); }
  template <class Number>
  Number at(std::size_t place) const {
    Number number = 0;
    std::memcpy(&number, part(place, sizeof number).data(), sizeof number);
    return number;
  }
  std::string_view part(std::size_t place, std::size_t count) const {
    if (place > bytes.size() || count > bytes.size() - place) refuse_zip(file, Text::image_too_short);
    return std::string_view(bytes).substr(place, count);
  }

private:
  const InputFile& file;
  std::string bytes;
};

struct Directory {
  std::uint64_t place = 0, bytes = 0;
};

// The last record of the file; only a comment may follow it.
Directory find_directory(const InputFile& file) {
  constexpr std::uint64_t end_bytes = 22, place_bytes = 20, max_comment = 65535;
  const std::uint64_t tail = std::min<std::uint64_t>(file.size, end_bytes + max_comment);
  const ZipBytes bytes(file, file.size - tail, tail);
  for (std::uint64_t back = end_bytes; back <= tail; ++back) {
    const auto at = std::size_t(tail - back);
    if (bytes.at<std::uint32_t>(at) != end_mark) continue;
    const Directory found = {bytes.at<std::uint32_t>(at + 16), bytes.at<std::uint32_t>(at + 12)};
    if (at < place_bytes || bytes.at<std::uint32_t>(at - place_bytes) != end64_place_mark) return found;
    const ZipBytes wide(file, bytes.at<std::uint64_t>(at - place_bytes + 8), 56);
    if (wide.at<std::uint32_t>(0) != end64_mark) refuse_zip(file, Text::image_too_short);
    return {wide.at<std::uint64_t>(48), wide.at<std::uint64_t>(40)};
  }
  refuse_zip(file, Text::image_too_short);
}

// Numbers that do not fit 32 bits stand in an extra field, in this order.
void read_wide_numbers(const ZipBytes& bytes, std::size_t at, std::size_t end, ZipEntry& entry) {
  while (at + 4 <= end) {
    const auto id = bytes.at<std::uint16_t>(at);
    const std::size_t count = bytes.at<std::uint16_t>(at + 2);
    at += 4;
    if (id == 1) {
      std::size_t place = at;
      for (std::uint64_t* number : {&entry.bytes, &entry.packed, &entry.header})
        if (*number == 0xffffffff) {
          *number = bytes.at<std::uint64_t>(place);
          place += 8;
        }
    }
    at += count;
  }
}

} // namespace

std::vector<ZipEntry> read_zip_directory(const InputFile& file) {
  const Directory directory = find_directory(file);
  const ZipBytes bytes(file, directory.place, directory.bytes);
  std::vector<ZipEntry> entries;
  constexpr std::size_t fixed = 46;
  for (std::size_t at = 0; at + fixed <= bytes.size() && bytes.at<std::uint32_t>(at) == entry_mark;) {
    ZipEntry entry;
    entry.flags = bytes.at<std::uint16_t>(at + 8);
    entry.method = bytes.at<std::uint16_t>(at + 10);
    entry.checksum = bytes.at<std::uint32_t>(at + 16);
    entry.packed = bytes.at<std::uint32_t>(at + 20);
    entry.bytes = bytes.at<std::uint32_t>(at + 24);
    entry.header = bytes.at<std::uint32_t>(at + 42);
    const std::size_t name = bytes.at<std::uint16_t>(at + 28), extra = bytes.at<std::uint16_t>(at + 30),
                      comment = bytes.at<std::uint16_t>(at + 32);
    entry.name = bytes.part(at + fixed, name);
    read_wide_numbers(bytes, at + fixed + name, at + fixed + name + extra, entry);
    entries.push_back(std::move(entry));
    at += fixed + name + extra + comment;
  }
  return entries;
}

std::vector<std::byte> read_zip_entry(const InputFile& file, const ZipEntry& entry,
                                      const Progress& progress) {
  constexpr unsigned stored = 0, deflated = 8;
  if (entry.is_encrypted() || (entry.method != stored && entry.method != deflated))
    file.refuse(Text::npz_method, {visible_line(entry.name)});
  constexpr std::size_t fixed = 30;
  const ZipBytes local(file, entry.header, fixed);
  if (local.at<std::uint32_t>(0) != local_mark) refuse_zip(file, Text::image_too_short);
  seek(file, entry.header + fixed + local.at<std::uint16_t>(26) + local.at<std::uint16_t>(28));
  std::vector<std::byte> content = unpack(file, entry.method == stored ? Packing::none : Packing::deflate,
                                          entry.packed, entry.bytes, progress);
  if (content.size() < entry.bytes) return {};
  const auto* first = reinterpret_cast<const Bytef*>(content.data());
  if (crc32_z(0, first, content.size()) != entry.checksum) refuse_zip(file, Text::image_not_unpacked);
  return content;
}

} // namespace texelscope
