// A .npy file of any shape, read a piece at a time: for arrays that are not pictures and may be larger than
// memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/unit/image_io/npy_header.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

class NpyFile {
public:
  // Throws FileError for a file that is missing, unreadable, not a .npy, big-endian or truncated.
  explicit NpyFile(const std::filesystem::path& path);

  const std::vector<std::uint64_t>& shape() const { return header.shape; }
  std::string shape_text() const { return npy_shape_text(header.shape); } // "64, 48"
  std::string type_name() const;                                          // "uint8", or as the file writes it
  // The type as an element of one channel; empty if no texture has such an element.
  std::optional<ElementFormat> format() const;
  // What it becomes in a texture, see npy_header.h.
  std::optional<ElementFormat> texture_element() const { return npy_texture_element(header.descr); }
  // Throws a FileError with the text; {0} is the path.
  [[noreturn]] void refuse(Text reason, std::initializer_list<std::string_view> values = {}) const {
    file.refuse(reason, values);
  }

  // Reads entries [first, first + count) of the first axis, in C order whatever the file's order, tightly
  // packed.
  void read(std::uint64_t first, std::uint64_t count, std::byte* to);
  // The same for elements, counted through all axes in C order.
  void read_elements(std::uint64_t first, std::uint64_t count, std::byte* to);

private:
  void read_at(std::uint64_t element, std::uint64_t count, std::byte* to);
  void check_size() const;
  std::uint64_t row_elements() const; // of one entry of the first axis

  InputFile file;
  NpyHeader header;
  std::uint64_t element_bytes = 0;
  std::uint64_t data = 0;     // offset of the data in the file, bytes
  std::uint64_t position = 0; // in the file, bytes
  // Fortran order: the entry of the first axis of which read_elements() last needed a part.
  std::vector<std::byte> entry;
  std::optional<std::uint64_t> entry_index;
};

} // namespace texelscope
