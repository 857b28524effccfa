// Blocks written as hexadecimal digits.
#pragma once

#include <cctype>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "kernels/unit/image/block_compression/block_info.h"
#include "kernels/unit/image/block_compression/decode.h"

namespace texelscope::tests {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(std::string_view hex) {
  const auto digit = [](char c) { return unsigned(std::isdigit(c) ? c - '0' : c - 'a' + 10); };
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(std::byte(digit(hex[i]) << 4 | digit(hex[i + 1])));
  return bytes;
}

inline Bytes block_of(bc::Format format, std::string_view hex) {
  Bytes bytes = bytes_of(hex);
  if (bytes.size() != std::size_t(bc::block_bytes(format))) throw std::invalid_argument("not one block");
  return bytes;
}

inline bc::Texels decoded(bc::Format format, std::string_view hex) {
  return bc::decode(format, block_of(format, hex).data());
}

inline bc::BlockInfo described(bc::Format format, std::string_view hex) {
  return bc::describe(format, block_of(format, hex).data());
}

} // namespace texelscope::tests
