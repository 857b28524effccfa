#include "app/share_line.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "app/errors.h"
#include "kernels/fields.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
constexpr std::string_view prefix = "tx1.", alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
using Bytes = std::vector<std::uint8_t>;

// FNV-1a, folded to 16 bits.
std::uint16_t hash16(std::string_view words) {
  std::uint32_t hash = 2166136261u;
  for (const char c : words)
    hash = (hash ^ std::uint8_t(c)) * 16777619u;
  return std::uint16_t(hash ^ (hash >> 16));
}

// CRC-32 as in PNG files.
std::uint32_t checksum(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t sum = ~0u;
  for (std::size_t i = 0; i < size; ++i) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit)
      sum = (sum >> 1) ^ ((sum & 1) ? 0xedb88320u : 0u);
  }
  return ~sum;
}

// Whole numbers in seven bits a byte, low ones first; signed ones folded to 0, -1, 1, -2...
class Writer {
public:
  Bytes bytes;
  void byte(unsigned value) { bytes.push_back(std::uint8_t(value)); }
  void fixed(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i)
      byte(unsigned(value >> (8 * i)) & 255u);
  }
  void count(std::uint64_t value) {
    for (; value > 127; value >>= 7)
      byte(unsigned(value & 127) | 128u);
    byte(unsigned(value));
  }
  void whole(std::int64_t value) { count((std::uint64_t(value) << 1) ^ std::uint64_t(value >> 63)); }
  // 0: a small whole number, 1: a float, 2: a double.
  void number(double value) {
    const bool small = std::abs(value) <= 65536 && value == std::floor(value) && !(value == 0 && std::signbit(value));
    if (small) {
      byte(0);
      whole(std::int64_t(value));
    } else if (std::isnan(value) || std::isinf(value) || (std::abs(value) < 3e38 && double(float(value)) == value)) {
      byte(1);
      fixed(std::bit_cast<std::uint32_t>(float(value)), 4);
    } else {
      byte(2);
      fixed(std::bit_cast<std::uint64_t>(value), 8);
    }
  }
};

[[noreturn]] void damaged() {
  throw UserError(text(Text::share_damaged));
}

class Reader {
public:
  explicit Reader(const Bytes& from, std::size_t end) : bytes(from), size(end) {}
  bool ended() const { return at == size; }
  unsigned byte() {
    if (at >= size) damaged();
    return bytes[at++];
  }
  std::uint64_t fixed(int count_of) {
    std::uint64_t value = 0;
    for (int i = 0; i < count_of; ++i)
      value |= std::uint64_t(byte()) << (8 * i);
    return value;
  }
  std::uint64_t count() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const unsigned next = byte();
      value |= std::uint64_t(next & 127) << shift;
      if (next < 128) return value;
    }
    damaged();
  }
  std::size_t count_up_to(std::size_t most) {
    const std::uint64_t value = count();
    if (value > most) damaged();
    return std::size_t(value);
  }
  std::int64_t whole() {
    const std::uint64_t value = count();
    return std::int64_t(value >> 1) ^ -std::int64_t(value & 1);
  }
  double number() {
    switch (byte()) {
    case 0:
      return double(whole());
    case 1:
      return double(std::bit_cast<float>(std::uint32_t(fixed(4))));
    case 2:
      return std::bit_cast<double>(fixed(8));
    default:
      damaged();
    }
  }
  std::string words() {
    std::string out(count_up_to(size - at), '\0');
    for (char& c : out)
      c = char(byte());
    return out;
  }

private:
  const Bytes& bytes;
  std::size_t size, at = 0;
};

void write_value(Writer& to, const Field& field, const FieldValue& value) {
  switch (field.type) {
  case FieldType::boolean:
    return to.byte(std::get<bool>(value));
  case FieldType::integer:
    return to.whole(std::get<std::int64_t>(value));
  case FieldType::number:
    return to.number(std::get<double>(value));
  case FieldType::text: {
    const auto& words = std::get<std::string>(value);
    to.count(words.size());
    to.bytes.insert(to.bytes.end(), words.begin(), words.end());
    return;
  }
  case FieldType::choice:
    return to.fixed(hash16(std::get<std::string>(value)), 2);
  case FieldType::numbers:
  case FieldType::strokes: {
    const auto& list = std::get<std::vector<double>>(value);
    if (field.type == FieldType::strokes) to.count(list.size() / stroke_numbers);
    for (const double number : list)
      to.number(number);
    return;
  }
  }
}

FieldValue read_value(Reader& from, const Field& field) {
  switch (field.type) {
  case FieldType::boolean:
    return from.byte() != 0;
  case FieldType::integer:
    return from.whole();
  case FieldType::number:
    return from.number();
  case FieldType::text:
    return from.words();
  case FieldType::choice: {
    const auto hash = std::uint16_t(from.fixed(2));
    for (const EnumEntry& entry : field.choices)
      if (hash16(entry.identifier) == hash) return std::string(entry.identifier);
    throw UserError(say(Text::share_unknown_choice, {field.path}));
  }
  case FieldType::numbers:
  case FieldType::strokes:
    break;
  }
  const std::size_t count =
      field.type == FieldType::strokes ? from.count_up_to(max_strokes) * stroke_numbers : field.count;
  std::vector<double> list(count);
  for (double& number : list)
    number = from.number();
  return list;
}

std::string encoded(const Bytes& bytes) {
  std::string line(prefix);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const unsigned group = unsigned(bytes[i]) << 16 | (left > 1 ? unsigned(bytes[i + 1]) << 8 : 0u) | (left > 2 ? bytes[i + 2] : 0u);
    for (std::size_t digit = 0; digit < std::min<std::size_t>(left, 3) + 1; ++digit)
      line += alphabet[group >> (18 - 6 * digit) & 63];
  }
  return line;
}

Bytes decoded(std::string_view digits) {
  Bytes bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : digits) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const auto value = alphabet.find(c);
    if (value == std::string_view::npos) throw UserError(say(Text::share_character, {std::string_view(&c, 1)}));
    group = group << 6 | std::uint32_t(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(std::uint8_t(group >> bits));
  }
  return bytes;
}

std::string line_of(const Session& session) {
  Writer to;
  for (const Field* field : differing_fields(session, {})) {
    to.fixed(hash16(field->path), 2);
    write_value(to, *field, field->get(session));
  }
  to.fixed(checksum(to.bytes.data(), to.bytes.size()), 4);
  return encoded(to.bytes);
}

std::string_view trimmed(std::string_view words) {
  const auto blank = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
  while (!words.empty() && blank(words.front()))
    words.remove_prefix(1);
  while (!words.empty() && blank(words.back()))
    words.remove_suffix(1);
  return words;
}

void read_field(Reader& from, Session& session) {
  const auto hash = std::uint16_t(from.fixed(2));
  for (const Field& field : fields()) {
    if (hash16(field.path) != hash) continue;
    if (const auto reason = assign(session, field, read_value(from, field)))
      throw UserError(say(Text::share_bad_field, {field.path, *reason}));
    return;
  }
  throw UserError(text(Text::share_unknown_field));
}
} // namespace

ShareLine share_line(const Session& session) {
  ShareLine share{line_of(session)};
  if (share.line.size() > max_share_line && !session.write.strokes.empty()) {
    Session bare = session;
    bare.write.strokes.clear();
    share = {line_of(bare), true};
  }
  if (share.line.size() > max_share_line) throw UserError(text(Text::share_too_long));
  return share;
}

bool is_share_line(std::string_view words) {
  words = trimmed(words);
  const auto dot = words.find('.');
  if (!words.starts_with("tx") || dot == std::string_view::npos || dot < 3 || dot > 6) return false;
  return words.substr(2, dot - 2).find_first_not_of("0123456789") == std::string_view::npos;
}

Session parse_share_line(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with(prefix)) throw UserError(say(Text::share_version, {line.substr(0, line.find('.'))}));
  if (line.size() > 4 * max_share_line) throw UserError(text(Text::share_damaged));
  const Bytes bytes = decoded(line.substr(prefix.size()));
  if (bytes.size() < 4) damaged();
  const std::size_t size = bytes.size() - 4;
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum |= std::uint32_t(bytes[size + i]) << (8 * i);
  if (sum != checksum(bytes.data(), size)) damaged();
  Session session;
  Reader from(bytes, size);
  while (!from.ended())
    read_field(from, session);
  return session;
}

} // namespace texelscope
