#include "kernels/unit/image_io/npy_file.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <stdio.h> // fseeko

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

void check_magic(const InputFile& file) {
  std::array<char, magic.size()> start = {};
  const std::size_t count = std::fread(start.data(), 1, start.size(), file.handle.get());
  if (std::string_view(start.data(), count) != magic) file.refuse(Text::sample_no_npy);
  std::rewind(file.handle.get());
}

struct NamedType {
  std::string_view letters, name;
};
constexpr NamedType named_types[] = {
    {"u1", "uint8"},   {"u2", "uint16"}, {"u4", "uint32"},    {"u8", "uint64"},      {"i1", "int8"},
    {"i2", "int16"},   {"i4", "int32"},  {"i8", "int64"},     {"f2", "float16"},     {"f4", "float32"},
    {"f8", "float64"}, {"b1", "bool"},   {"c8", "complex64"}, {"c16", "complex128"},
};

std::string name_of(const std::string& descr) {
  for (const NamedType& type : named_types)
    if (descr.substr(std::min<std::size_t>(1, descr.size())) == type.letters) return std::string(type.name);
  return descr.empty() ? "struct" : descr;
}

} // namespace

NpyFile::NpyFile(const std::filesystem::path& path) : file(path) {
  check_magic(file);
  header = read_npy_header(file);
  data = position = std::uint64_t(::ftello(file.handle.get()));
  const auto known = format();
  if (!known) return; // code that needs the elements rejects the type with a better message
  element_bytes = std::uint64_t(known->bits) / 8;
  if (header.descr[0] == '>' && element_bytes > 1)
    refuse(Text::sample_big_endian, {header.descr, type_name()});
  check_size();
}

std::string NpyFile::type_name() const {
  return name_of(header.descr);
}

std::optional<ElementFormat> NpyFile::format() const {
  if (header.descr.size() != 3 || std::string_view("<>|=").find(header.descr[0]) == std::string_view::npos)
    return std::nullopt;
  const char letter = header.descr[1];
  const int bytes = header.descr[2] - '0';
  const bool sized = bytes == 1 || bytes == 2 || bytes == 4;
  if (letter == 'u' && sized) return ElementFormat{ElementKind::unsigned_int, bytes * 8, 1};
  if (letter == 'i' && sized) return ElementFormat{ElementKind::signed_int, bytes * 8, 1};
  if (letter == 'f' && sized && bytes > 1) return ElementFormat{ElementKind::floating, bytes * 8, 1};
  return std::nullopt;
}

void NpyFile::check_size() const {
  std::uint64_t room = (std::uint64_t(file.size) - data) / element_bytes;
  for (const std::uint64_t side : header.shape)
    if (side == 0) return;
  for (const std::uint64_t side : header.shape)
    if ((room /= side) == 0) refuse(Text::image_truncated, {text(Text::image_too_short)});
}

std::uint64_t NpyFile::row_elements() const {
  std::uint64_t elements = 1;
  for (std::size_t axis = 1; axis < header.shape.size(); ++axis)
    elements *= header.shape[axis];
  return elements;
}

void NpyFile::read_at(std::uint64_t element, std::uint64_t count, std::byte* to) {
  const std::uint64_t wanted = data + element * element_bytes;
  if (wanted != position && ::fseeko(file.handle.get(), off_t(wanted), SEEK_SET) != 0)
    refuse(Text::image_truncated, {text(Text::image_too_short)});
  file.read(to, count * element_bytes);
  position = wanted + count * element_bytes;
}

// In Fortran order the first axis runs fastest: for each position on the other axes its entries are adjacent.
void NpyFile::read(std::uint64_t first, std::uint64_t count, std::byte* to) {
  const std::uint64_t elements = row_elements();
  if (!header.fortran_order || elements == 1) return read_at(first * elements, count * elements, to);
  std::vector<std::byte> column(count * element_bytes);
  std::vector<std::uint64_t> place(header.shape.size(), 0);
  for (std::uint64_t at = 0; at < elements; ++at) {
    read_at(at * header.shape[0] + first, count, column.data());
    std::uint64_t c_order = 0;
    for (std::size_t axis = 1; axis < place.size(); ++axis)
      c_order = c_order * header.shape[axis] + place[axis];
    for (std::uint64_t i = 0; i < count; ++i)
      std::memcpy(to + (i * elements + c_order) * element_bytes, &column[i * element_bytes], element_bytes);
    for (std::size_t axis = 1; axis < place.size() && ++place[axis] == header.shape[axis]; ++axis)
      place[axis] = 0;
  }
}

void NpyFile::read_elements(std::uint64_t first, std::uint64_t count, std::byte* to) {
  const std::uint64_t elements = row_elements();
  if (!header.fortran_order || elements == 1) return read_at(first, count, to);
  while (count > 0) {
    const std::uint64_t index = first / elements, skipped = first % elements;
    std::uint64_t taken = count / elements * elements;
    if (skipped == 0 && taken > 0) {
      read(index, taken / elements, to);
    } else {
      if (entry_index != index) {
        entry.resize(elements * element_bytes);
        read(index, 1, entry.data());
        entry_index = index;
      }
      taken = std::min(count, elements - skipped);
      std::memcpy(to, &entry[skipped * element_bytes], taken * element_bytes);
    }
    first += taken, count -= taken, to += taken * element_bytes;
  }
}

} // namespace texelscope
