#include "kernels/ground/files/described.h"

#include <charconv>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"

namespace texelscope {

void NotNegative::read(const JsonNode& node, double& value) const {
  value = node.number();
  if (!(value >= 0) || !std::isfinite(value)) node.refuse(text(Text::json_negative));
}

Json Hex::write(std::uint64_t value) const {
  return fmt::format("{:#x}", value);
}
void Hex::read(const JsonNode& node, std::uint64_t& value) const {
  const std::string digits = node.string();
  const char* const end = digits.data() + digits.size();
  if (!digits.starts_with("0x") || digits.size() < 3) node.refuse(text(Text::json_wants_hex));
  const auto [stop, error] = std::from_chars(digits.data() + 2, end, value, 16);
  if (error != std::errc() || stop != end) node.refuse(text(Text::json_wants_hex));
}

std::optional<JsonNode> JsonReader::known(std::string_view name) {
  names.push_back(name);
  return node.find(name);
}

std::optional<JsonNode> JsonReader::need(std::string_view name) {
  std::optional<JsonNode> found = known(name);
  if (!found && missing.empty()) missing = name;
  return found;
}

void JsonReader::finish() const {
  node.allow(names);
  if (!missing.empty()) node.at(missing);
}

std::vector<JsonNode> JsonReader::items_of(const JsonNode& list, std::size_t count) {
  std::vector<JsonNode> items = list.items();
  if (items.size() != count) list.refuse(say(Text::json_wants_count, {std::to_string(count)}));
  return items;
}

Json written_float(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return double(value);
}

float read_float(const JsonNode& node) {
  if (!node.is_text()) return float(node.number());
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float values[] = {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity};
  constexpr std::string_view names[] = {"nan", "inf", "-inf"};
  return values[node.one_of(names)];
}

} // namespace texelscope
