#include "tests/fuzz/picks.h"

#include <bit>
#include <limits>
#include <string>
#include <vector>

namespace texelscope::fuzz {

unsigned Picks::byte() {
  if (ended()) return 0;
  const auto first = std::uint8_t(rest_.front());
  rest_.remove_prefix(1);
  return first;
}

std::uint64_t Picks::bits(int bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value |= std::uint64_t(byte()) << (8 * i);
  return value;
}

std::int64_t Picks::integer(std::int64_t low, std::int64_t high) {
  const auto count = std::uint64_t(high) - std::uint64_t(low) + 1;
  const unsigned first = byte();
  if (first < 224) return std::int64_t(std::uint64_t(low) + first % count);
  switch (first % 4) {
  case 0:
    return high;
  case 1:
    return std::int64_t(std::uint64_t(high) - byte() % count);
  case 2:
    return low <= 0 && high >= 0 ? 0 : low;
  default:
    return std::int64_t(std::uint64_t(low) + bits(8) % count);
  }
}

double Picks::number(double low, double high) {
  switch (byte() % 8) {
  case 0:
    return low;
  case 1:
    return high;
  case 2:
    return std::numeric_limits<double>::denorm_min();
  case 3:
    return std::bit_cast<double>(bits(8)); // most fields refuse most of them
  case 4:
    return low + (high - low) * (double(byte()) / 255);
  case 5:
    return double(std::int8_t(byte()));
  case 6:
    return double(std::bit_cast<float>(std::uint32_t(bits(4))));
  default:
    return double(byte()) / 255;
  }
}

double Picks::any_float() {
  using Float = std::numeric_limits<float>;
  switch (byte() % 8) {
  case 0:
    return double(Float::quiet_NaN());
  case 1:
    return double(Float::infinity());
  case 2:
    return -double(Float::infinity());
  case 3:
    return double(Float::max());
  default:
    return number(-1, 2);
  }
}

FieldValue Picks::value(const Field& field) {
  switch (field.type) {
  case FieldType::boolean:
    return byte() % 2 == 1;
  case FieldType::integer:
    return integer(std::int64_t(field.low), std::int64_t(field.high));
  case FieldType::number:
    return number(field.low, field.high);
  case FieldType::text: {
    std::string text(byte() % 8, '\0');
    for (char& c : text)
      c = char(byte());
    return text;
  }
  case FieldType::choice:
    return std::string(field.choices[byte() % field.choices.size()].identifier);
  case FieldType::numbers: {
    std::vector<double> list(field.count);
    for (double& each : list)
      each = any_float();
    return list;
  }
  case FieldType::strokes:
    break;
  }
  std::vector<double> strokes;
  for (unsigned count = byte() % 4; count > 0; --count) {
    for (int i = 0; i < 4; ++i)
      strokes.push_back(number(field.low, field.high));
    strokes.push_back(number(0, field.high)); // radius
    for (int i = 0; i < 4; ++i)
      strokes.push_back(any_float());
    strokes.push_back(double(integer(-1, 98303))); // plane
  }
  return strokes;
}

} // namespace texelscope::fuzz
