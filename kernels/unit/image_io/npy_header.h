// Internal: reads and writes the header of a .npy file (NumPy Enhancement Proposal 1: "A simple file format
// for NumPy arrays").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/unit/image_io/readers.h"

namespace texelscope {

struct NpyHeader {
  std::string descr; // "<f4"; read: empty if it is not a plain type; to write: also a list of fields
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
};

// Parses the dictionary, a Python literal; empty if it is not one that NumPy writes. Sides of more than 18
// digits count as 10^18.
std::optional<NpyHeader> parse_npy_header(std::string_view dictionary);

// Reads the header of a file that is known to be a .npy and is at its start; the data follow. Throws
// FileError.
NpyHeader read_npy_header(const InputFile& file);

// Reads the elements that the header describes, from the file's position on: what read_npy() does behind its
// header.
Image read_array(const InputFile& file, const NpyHeader& header, Dimension dimension,
                 const Progress& progress);

// The first bytes of a file of this type and shape in C order, padded so that the data start at a multiple of
// 64 bytes.
std::string npy_header_bytes(const NpyHeader& header);

// The axes of a texture's array, without that of the channels: "(D, H, W)", 3.
const char* npy_axes(Dimension dimension);
std::size_t npy_axis_count(Dimension dimension);

// What an element of a file of this type becomes in a texture: elements of 64 bits become those of 32, and
// booleans bytes of 0 and 255. Empty if it is of no such type.
std::optional<ElementFormat> npy_texture_element(std::string_view descr);

// "|u1", "<f4"
std::string npy_type(const ElementFormat& format);

// "64, 48", "64," and "", as Python writes them between parentheses.
std::string npy_shape_text(const std::vector<std::uint64_t>& shape);

} // namespace texelscope
