// Internal: the header of a .npy file (NumPy Enhancement Proposal 1: "A simple file format for NumPy
// arrays").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

struct NpyHeader {
  std::string descr; // "<f4"; empty where it is no plain type
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
};

// Reads the dictionary, a Python literal; nothing where it is not the one that NumPy writes. Sides of more
// than 18 digits count as 10^18.
std::optional<NpyHeader> parse_npy_header(std::string_view words);

} // namespace texelscope
