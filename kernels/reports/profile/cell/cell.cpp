#include "kernels/reports/profile/cell/cell.h"

#include <vector>

#include "kernels/ground/base/strings.h"
#include "kernels/state/session/format_name.h"

namespace texelscope::profile {

namespace {
constexpr std::string_view units = "KMG";

// Accepts only digits, without leading zeros.
template <class Number>
std::optional<Number> positive(std::string_view digits) {
  const auto value = number_from<Number>(digits);
  return value && *value > 0 && !digits.starts_with('0') ? value : std::nullopt;
}

std::vector<std::string_view> parts_of(std::string_view cell_name) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= cell_name.size();) {
    const std::size_t dot = std::min(cell_name.find('.', from), cell_name.size());
    parts.push_back(cell_name.substr(from, dot - from));
    from = dot + 1;
  }
  return parts;
}

template <class E>
std::optional<E> enum_from(std::string_view part) {
  for (const EnumEntry& entry : enum_table<E>())
    if (entry.identifier == part) return E(entry.value);
  return std::nullopt;
}

std::string format_text(const BenchmarkCase& cell) {
  const std::string format = format_name(cell.format);
  return cell.srgb ? "srgb" + format.substr(1) : format;
}

bool read_format(std::string_view part, BenchmarkCase& cell) {
  cell.srgb = part.starts_with("srgb8");
  const auto format = format_named(cell.srgb ? "u" + std::string(part.substr(4)) : std::string(part));
  cell.format = format.value_or(ElementFormat());
  return format.has_value();
}

// "rotated30"
bool read_pattern(std::string_view part, BenchmarkCase& cell) {
  const std::size_t digits = std::min(part.find_first_of("0123456789"), part.size());
  const auto pattern = enum_from<Pattern>(part.substr(0, digits));
  if (!pattern || has_amount(*pattern) != (digits < part.size())) return false;
  cell.pattern = *pattern;
  cell.amount = 0;
  if (!has_amount(*pattern)) return true;
  const auto amount = positive<int>(part.substr(digits));
  cell.amount = amount.value_or(0);
  return amount.has_value();
}

std::optional<std::int64_t> bytes_from(std::string_view part) {
  const std::size_t unit = part.empty() ? units.npos : units.find(part.back());
  const int shift = unit == units.npos ? 0 : 10 * int(unit + 1);
  if (shift > 0) part.remove_suffix(1);
  const auto count = positive<std::int64_t>(part);
  if (!count || *count > (std::int64_t(1) << 40) >> shift) return std::nullopt;
  return *count << shift;
}

template <class E>
bool read_enum(std::string_view part, E& into) {
  const auto value = enum_from<E>(part);
  if (value) into = *value;
  return value.has_value();
}
} // namespace

std::string bytes_name(std::int64_t bytes) {
  int unit = 0;
  while (unit < 3 && bytes % 1024 == 0 && bytes > 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + (unit > 0 ? std::string(1, units[std::size_t(unit - 1)]) : std::string());
}

std::string name(const BenchmarkCase& cell) {
  std::string out = format_text(cell);
  const auto add = [&](std::string_view part) { out.append(".").append(part); };
  add(identifier(cell.filter));
  add(identifier(cell.dimension));
  add(identifier(cell.storage));
  add(std::string(identifier(cell.pattern)) +
      (has_amount(cell.pattern) ? std::to_string(cell.amount) : std::string()));
  add(bytes_name(cell.bytes));
  add(identifier(cell.path));
  if (cell.cold) add("cold");
  return out;
}

std::optional<BenchmarkCase> parse_cell(std::string_view cell_name) {
  const std::vector<std::string_view> part = parts_of(cell_name);
  if (part.size() < 7 || part.size() > 8) return std::nullopt;
  BenchmarkCase cell;
  cell.cold = part.size() == 8;
  if (cell.cold && part[7] != "cold") return std::nullopt;
  const auto bytes = bytes_from(part[5]);
  cell.bytes = bytes.value_or(0);
  const bool read = bytes && read_format(part[0], cell) && read_enum(part[1], cell.filter) &&
                    read_enum(part[2], cell.dimension) && read_enum(part[3], cell.storage) &&
                    read_pattern(part[4], cell) && read_enum(part[6], cell.path);
  if (!read || name(cell) != cell_name) return std::nullopt;
  return cell;
}

} // namespace texelscope::profile
