// Text in columns, for help and reports on a terminal, and for files of values with commas between them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace texelscope {

// `name` in a column `indent` wide, `content` wrapped beside it to lines `width` wide: in ASCII's characters,
// of which a Chinese one takes two.
std::string two_columns(const std::string& name, const std::string& content, std::size_t indent,
                        std::size_t width);

struct TextColumn {
  int width = 0; // negative: its parts are aligned left, as the last column's often are
  int gap = 2;   // blanks before it
};
// A line of a table, without its end. Columns that have no part are left out.
std::string table_line(std::span<const TextColumn> columns, const std::vector<std::string>& parts);

// A line of a CSV file. Values with a comma, a quote or a line end are quoted.
std::string csv_line(const std::vector<std::string>& values);

} // namespace texelscope
