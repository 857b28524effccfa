#include "kernels/unit/image_io/volumes/volume_file.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/npy_header.h"

namespace texelscope {

namespace {

constexpr std::uint64_t too_many = std::numeric_limits<std::int64_t>::max();

std::uint64_t product(const std::vector<std::uint64_t>& numbers) {
  std::uint64_t all = 1;
  for (const std::uint64_t number : numbers)
    if (__builtin_mul_overflow(all, number, &all) || all > too_many) return too_many;
  return all;
}

std::string sizes_text(const std::vector<std::uint64_t>& sizes) {
  std::vector<std::string> all;
  for (const std::uint64_t size : sizes)
    all.push_back(std::to_string(size));
  return joined(all, " x ");
}

Dimension dimension_of_volume(const InputFile& file, VolumeHeader& header) {
  std::vector<std::uint64_t>& sizes = header.sizes;
  const std::vector<std::uint64_t> whole = sizes;
  while (sizes.size() > 2 && sizes.back() == 1)
    sizes.pop_back();
  if (sizes.empty() || sizes.size() > 3 || header.channels < 1 || header.channels > 4)
    file.refuse(Text::volume_axes, {sizes_text(whole), std::to_string(header.channels)});
  constexpr Dimension dimensions[] = {Dimension::d1, Dimension::d2, Dimension::d3};
  return dimensions[sizes.size() - 1];
}

void skip_lines(const InputFile& file, std::uint64_t lines) {
  while (lines > 0) {
    const int byte = std::fgetc(file.handle.get());
    if (byte == EOF) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
    lines -= byte == '\n';
  }
}

// The texels' axes as NumPy names them, the slowest first.
NpyHeader array_header(const VolumeHeader& header) {
  NpyHeader array = {header.element, false, {header.sizes.rbegin(), header.sizes.rend()}};
  if (header.channels > 1) array.shape.push_back(header.channels);
  return array;
}

// A file of gzip ends with the number of bytes that it unpacks to, modulo 2^32.
std::uint64_t bytes_before_last(const InputFile& file, std::uint64_t bytes) {
  const auto start = std::uint64_t(::ftello(file.handle.get()));
  std::uint32_t all = 0;
  seek(file, file.size - std::min<std::uint64_t>(file.size, sizeof all));
  file.read(&all, sizeof all);
  if (bytes > all) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  seek(file, start);
  return all - bytes;
}

Image read_elements(const InputFile& file, const VolumeHeader& header, Dimension dimension,
                    const Progress& progress) {
  const NpyHeader array = array_header(header);
  const auto element_bytes = std::uint64_t(header.element.back() - '0');
  const std::uint64_t count = product(array.shape),
                      bytes = count > too_many / 8 ? too_many : count * element_bytes;
  if (count == 0) file.refuse(Text::sample_no_texels, {npy_shape_text(array.shape)});
  skip_lines(file, header.skipped_lines);
  const auto position = std::uint64_t(::ftello(file.handle.get()));
  if (header.packing == Packing::none) {
    if (bytes > file.size) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
    seek(file, header.skipped_bytes < 0 ? file.size - bytes : position + std::uint64_t(header.skipped_bytes));
    return read_array(file, array, dimension, progress);
  }
  const std::uint64_t skipped =
      header.skipped_bytes < 0 ? bytes_before_last(file, bytes) : std::uint64_t(header.skipped_bytes);
  if (bytes > too_many - skipped) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  std::vector<std::byte> elements = unpack(
      file, header.packing, header.packed_bytes.value_or(remaining_bytes(file)), skipped + bytes, progress);
  if (elements.empty()) return {};
  const InputFile unpacked(file, std::move(elements));
  seek(unpacked, skipped);
  return read_array(unpacked, array, dimension, progress);
}

} // namespace

Image read_volume(const InputFile& file, VolumeHeader header, const Progress& progress) {
  const Dimension dimension = dimension_of_volume(file, header);
  if (header.data_file.empty()) return read_elements(file, header, dimension, progress);
  return read_elements(InputFile(file.path.parent_path() / header.data_file), header, dimension, progress);
}

std::optional<std::string> HeaderLines::next() {
  std::string line;
  int byte = 0;
  while ((byte = ::getc_unlocked(file.handle.get())) != EOF && byte != '\n') {
    line += char(byte);
    if (++bytes > max_bytes) refuse_line(file, line.substr(0, 60));
  }
  file.refuse_unread();
  if (byte == EOF && line.empty()) return std::nullopt;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

std::vector<std::string> words_in(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string> words;
  while (!(line = trimmed(line, blanks)).empty()) {
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::vector<std::uint64_t> whole_numbers(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& word : words_in(text)) {
    const auto number = number_from<std::uint64_t>(word);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

void refuse_line(const InputFile& file, std::string_view line) {
  constexpr std::size_t max_shown = 120;
  file.refuse(Text::volume_line, {visible_line(line.substr(0, max_shown))});
}

void refuse_missing_field(const InputFile& file, std::string_view field) {
  file.refuse(Text::volume_no_field, {field});
}

} // namespace texelscope
