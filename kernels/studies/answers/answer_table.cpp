#include "kernels/studies/answers/answer_table.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "kernels/ground/base/strings.h"
#include "kernels/studies/answers/answer_search.h"

namespace texelscope {

namespace {
// "| a | b |" is "a | b".
std::string without_frame(std::string_view line) {
  line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  return std::string(trimmed(line));
}

bool is_rule(std::string_view line) {
  return line.find_first_not_of("|-: ") == line.npos;
}

// How many of the question's words a row holds; a word that few rows hold counts more.
std::vector<double> row_scores(const AnswerTable& table, const std::set<std::string>& question) {
  std::vector<double> scores(table.rows.size());
  std::vector<std::set<std::string>> words;
  for (const std::string& row : table.rows) {
    const auto terms = search_terms(row);
    words.emplace_back(terms.begin(), terms.end());
  }
  for (const std::string& term : question) {
    const auto holding = std::ranges::count_if(words, [&](const auto& row) { return row.contains(term); });
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i].contains(term)) scores[i] += 1 / double(holding);
  }
  return scores;
}
} // namespace

AnswerTable table_of(std::string_view content) {
  AnswerTable table;
  std::size_t size = 0;
  bool ended = false;
  std::istringstream lines{std::string(content)};
  for (std::string line; std::getline(lines, line) && !ended;) {
    const bool is_row = line.starts_with('|');
    ended = !is_row && !table.header.empty();
    if (!is_row) continue;
    size += line.size() + 1;
    if (table.header.empty())
      table.header = without_frame(line);
    else if (!is_rule(line))
      table.rows.push_back(without_frame(line));
  }
  table.is_most = 2 * size > content.size();
  return table;
}

std::vector<std::string> asked_rows(const AnswerTable& table, std::string_view question,
                                    std::size_t max_count) {
  const auto terms = search_terms(question);
  const auto scores = row_scores(table, {terms.begin(), terms.end()});
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const double best = scores.empty() ? 0 : *std::max_element(scores.begin(), scores.end());
  std::erase_if(order, [&](std::size_t row) { return scores[row] == 0 || 2 * scores[row] < best; });
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t row) { return scores[row]; });
  order.resize(std::min(order.size(), max_count - std::min<std::size_t>(max_count, 1)));
  if (order.empty()) return {};
  std::ranges::sort(order);
  std::vector<std::string> out = {table.header};
  for (const std::size_t row : order)
    out.push_back(table.rows[row]);
  return out;
}

} // namespace texelscope
