// A file, plain or compressed by gzip.
#pragma once

#include <zlib.h>

#include <array>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace texelscope::captures {

// Throws std::runtime_error if it is missing or damaged.
inline std::string read_packed(const std::filesystem::path& path) {
  const std::unique_ptr<gzFile_s, decltype(&gzclose)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::string bytes;
  std::array<char, 1 << 16> piece;
  int count = 0;
  while ((count = gzread(file.get(), piece.data(), unsigned(piece.size()))) > 0)
    bytes.append(piece.data(), std::size_t(count));
  if (count < 0 || !gzeof(file.get())) throw std::runtime_error(path.string() + " is damaged");
  return bytes;
}

} // namespace texelscope::captures
