// The table in an answer's text, by its rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

struct AnswerTable {
  std::string header;
  std::vector<std::string> rows; // cells with " | " between them
  bool is_most = false;          // of the text
};

// Of several tables the first; without rows if there is none.
AnswerTable table_of(std::string_view content);

// The header and the rows that hold most words of the question, in the table's order, `max_count` lines in
// all. None if no row holds a word.
std::vector<std::string> asked_rows(const AnswerTable& table, std::string_view question,
                                    std::size_t max_count);

} // namespace texelscope
