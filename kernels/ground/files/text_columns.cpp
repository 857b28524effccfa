#include "kernels/ground/files/text_columns.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "kernels/ground/base/strings.h"

namespace texelscope {

namespace {
// On a terminal, where a Chinese character takes two of the three that its bytes would: fmt knows, and pads
// by what is missing.
std::size_t columns_of(const std::string& text) {
  return 2 * text.size() - fmt::format("{:<{}}", text, text.size()).size();
}
} // namespace

std::string two_columns(const std::string& name, const std::string& content, std::size_t indent,
                        std::size_t width) {
  std::string out = name;
  std::size_t column = columns_of(name);
  const auto line_break = [&] {
    out += "\n" + std::string(indent, ' ');
    column = indent;
  };
  if (column + 1 > indent)
    line_break();
  else {
    out += std::string(indent - column, ' ');
    column = indent;
  }
  for (std::size_t start = 0; start < content.size();) {
    const auto space = content.find(' ', start);
    const std::string word = content.substr(start, space == std::string::npos ? space : space - start);
    const std::size_t columns = columns_of(word);
    if (column > indent && column + 1 + columns > width) line_break();
    out += (column > indent ? " " : "") + word;
    column += columns + (column > indent ? 1 : 0);
    start = space == std::string::npos ? content.size() : space + 1;
  }
  return out + "\n";
}

std::string table_line(std::span<const TextColumn> columns, const std::vector<std::string>& parts) {
  std::string line;
  for (std::size_t i = 0; i < std::min(columns.size(), parts.size()); ++i) {
    const auto& [width, gap] = columns[i];
    line.append(std::size_t(gap), ' ');
    line += width < 0 ? fmt::format("{:<{}}", parts[i], -width) : fmt::format("{:>{}}", parts[i], width);
  }
  return line;
}

std::string csv_line(const std::vector<std::string>& values) {
  std::vector<std::string> fields;
  for (const std::string& value : values) {
    if (value.find_first_of(",\"\r\n") == value.npos) {
      fields.push_back(value);
      continue;
    }
    std::string quoted = "\"";
    for (const char c : value)
      quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    fields.push_back(quoted + "\"");
  }
  return joined(fields, ",") + "\n";
}

} // namespace texelscope
