#include "app/base/text_columns.h"

#include <algorithm>

namespace texelscope {

std::string two_columns(const std::string& name, const std::string& content, std::size_t indent,
                        std::size_t width) {
  std::string out = name;
  std::size_t column = name.size();
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
    if (column > indent && column + 1 + word.size() > width) line_break();
    out += (column > indent ? " " : "") + word;
    column += word.size() + (column > indent ? 1 : 0);
    start = space == std::string::npos ? content.size() : space + 1;
  }
  return out + "\n";
}

} // namespace texelscope
