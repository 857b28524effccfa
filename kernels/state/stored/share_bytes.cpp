#include "kernels/state/stored/share_bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
}

void share_damaged() {
  throw UserError(text(Text::share_damaged));
}

void ByteWriter::fixed(std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i)
    byte(unsigned(value >> (8 * i)) & 255u);
}

void ByteWriter::count(std::uint64_t value) {
  for (; value > 127; value >>= 7)
    byte(unsigned(value & 127) | 128u);
  byte(unsigned(value));
}

void ByteWriter::number(double value) {
  const bool small =
      std::abs(value) <= 65536 && value == std::floor(value) && !(value == 0 && std::signbit(value));
  if (small) {
    byte(0);
    whole(std::int64_t(value));
  } else if (std::isnan(value) || std::isinf(value) ||
             (std::abs(value) < 3e38 && double(float(value)) == value)) {
    byte(1);
    fixed(std::bit_cast<std::uint32_t>(float(value)), 4);
  } else {
    byte(2);
    fixed(std::bit_cast<std::uint64_t>(value), 8);
  }
}

void ByteWriter::string(std::string_view value) {
  count(value.size());
  bytes.insert(bytes.end(), value.begin(), value.end());
}

unsigned ByteReader::byte() {
  if (at >= size) share_damaged();
  return bytes[at++];
}

std::uint64_t ByteReader::fixed(int count_of) {
  std::uint64_t value = 0;
  for (int i = 0; i < count_of; ++i)
    value |= std::uint64_t(byte()) << (8 * i);
  return value;
}

std::uint64_t ByteReader::count() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const unsigned next = byte();
    value |= std::uint64_t(next & 127) << shift;
    if (next < 128) return value;
  }
  share_damaged();
}

std::size_t ByteReader::count_up_to(std::size_t max_count) {
  const std::uint64_t value = count();
  if (value > max_count) share_damaged();
  return std::size_t(value);
}

std::int64_t ByteReader::whole() {
  const std::uint64_t value = count();
  return std::int64_t(value >> 1) ^ -std::int64_t(value & 1);
}

double ByteReader::number() {
  switch (byte()) {
  case 0:
    return double(whole());
  case 1:
    return double(std::bit_cast<float>(std::uint32_t(fixed(4))));
  case 2:
    return std::bit_cast<double>(fixed(8));
  default:
    share_damaged();
  }
}

std::string ByteReader::string() {
  std::string out(count_up_to(size - at), '\0');
  for (char& c : out)
    c = char(byte());
  return out;
}

std::string base64url(const Bytes& bytes) {
  std::string line;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const unsigned group = unsigned(bytes[i]) << 16 | (left > 1 ? unsigned(bytes[i + 1]) << 8 : 0u) |
                           (left > 2 ? bytes[i + 2] : 0u);
    for (std::size_t digit = 0; digit < std::min<std::size_t>(left, 3) + 1; ++digit)
      line += alphabet[group >> (18 - 6 * digit) & 63];
  }
  return line;
}

Bytes from_base64url(std::string_view digits) {
  Bytes bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    const char c = digits[at];
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const auto value = alphabet.find(c);
    if (value == std::string_view::npos) {
      const std::string_view wrong = digits.substr(at);
      throw UserError(
          say(Text::share_character, {wrong.substr(0, std::max<std::size_t>(utf8_bytes(wrong), 1))}));
    }
    group = group << 6 | std::uint32_t(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(std::uint8_t(group >> bits));
  }
  // What is left belongs to no byte: less than a digit, and zeros.
  if (bits >= 6 || (group & ((1u << bits) - 1)) != 0) share_damaged();
  return bytes;
}

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t sum = ~0u;
  for (std::size_t i = 0; i < size; ++i) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit)
      sum = (sum >> 1) ^ ((sum & 1) ? 0xedb88320u : 0u);
  }
  return ~sum;
}

} // namespace texelscope
