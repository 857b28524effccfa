// Internal to share_line: numbers in few bytes, bytes as base64url, and a checksum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

using Bytes = std::vector<std::uint8_t>;

[[noreturn]] void share_damaged(); // UserError

// Writes whole numbers with seven bits per byte, low ones first; signed ones are folded to 0, -1, 1, -2...
class ByteWriter {
public:
  Bytes bytes;
  void byte(unsigned value) { bytes.push_back(std::uint8_t(value)); }
  void fixed(std::uint64_t value, int size);
  void count(std::uint64_t value);
  void whole(std::int64_t value) { count((std::uint64_t(value) << 1) ^ std::uint64_t(value >> 63)); }
  void number(double value); // 0: a small whole number, 1: a float, 2: a double
  void string(std::string_view value);
};

// Reads the first `end` bytes. Throws UserError if they end too early or no writer makes them.
class ByteReader {
public:
  explicit ByteReader(const Bytes& from, std::size_t end) : bytes(from), size(end) {}
  bool ended() const { return at == size; }
  unsigned byte();
  std::uint64_t fixed(int count_of);
  std::uint64_t count();
  std::size_t count_up_to(std::size_t max_count);
  std::int64_t whole();
  double number();
  std::string string();

private:
  const Bytes& bytes;
  std::size_t size, at = 0;
};

std::string base64url(const Bytes& bytes);
Bytes from_base64url(std::string_view digits); // skips white space; throws UserError

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size); // as in PNG files

} // namespace texelscope
