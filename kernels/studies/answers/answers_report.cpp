#include "kernels/studies/answers/answers_report.h"

#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/studies/answers/answer_table.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
// The sentences that the first paragraph begins with, some 240 characters of them.
std::string first_sentences(const std::string& content) {
  const std::string paragraph = content.substr(0, content.find('\n'));
  std::size_t end = 0;
  while (end < paragraph.size()) {
    const std::size_t next = paragraph.find(". ", end + 1);
    if (next == paragraph.npos)
      return paragraph.size() > 320 && end > 0 ? paragraph.substr(0, end) : paragraph;
    if (end > 0 && next > 240) break;
    end = next + 1;
  }
  return paragraph.substr(0, end);
}

// Nothing where the text begins with a table.
std::string introduction(const std::string& content) {
  return content.empty() || content.starts_with('|') ? std::string()
                                                     : two_columns("", first_sentences(content), 2, 100);
}

std::string rows_text(const std::string& content, std::string_view words) {
  constexpr std::size_t max_lines = 4;
  const AnswerTable table = table_of(content);
  std::string out;
  if (table.is_most)
    for (const std::string& row : asked_rows(table, words, max_lines))
      out += two_columns("", row, 4, 100);
  return out;
}

std::string place(const Answer& answer, const fs::path& page) {
  return page.string() + ":" + std::to_string(answer.line);
}
} // namespace

std::string runnable_command(const std::string& command) {
  std::error_code error;
  if (fs::is_directory("assets/sessions", error)) return command;
  const std::string folder = assets_folder().string();
  const bool quotes = folder.find_first_of(" \"'$&;()\\") != folder.npos;
  std::string out;
  for (std::size_t i = 0; i < command.size();) {
    const std::size_t end = std::min(command.find_first_of(" :", i), command.size());
    const std::string word = command.substr(i, end - i);
    const std::string file = word.starts_with("assets/") ? folder + word.substr(6) : word;
    out += quotes && file != word ? "'" + file + "'" : file;
    out += command.substr(end, 1);
    i = end + 1;
  }
  return out;
}

std::string answers_text(std::string_view words, std::span<const FoundAnswer> found, const fs::path& page) {
  std::string out;
  for (const FoundAnswer& one : found) {
    const Answer& answer = *one.answer;
    out += answer.heading + "\n" + introduction(answer.text) + rows_text(answer.text, words);
    if (!answer.commands.empty()) out += "  $ " + runnable_command(answer.commands.front()) + "\n";
    out += "  " + place(answer, page) + "\n\n";
  }
  return out;
}

std::string answers_json(std::string_view words, std::span<const FoundAnswer> found, const fs::path& page) {
  auto list = nlohmann::ordered_json::array();
  for (const FoundAnswer& one : found) {
    const Answer& answer = *one.answer;
    std::vector<std::string> commands;
    for (const std::string& command : answer.commands)
      commands.push_back(runnable_command(command));
    list.push_back({{"heading", answer.heading},
                    {"chapter", answer.chapter},
                    {"asked", answer.asked},
                    {"text", answer.text},
                    {"commands", commands},
                    {"line", answer.line},
                    {"score", one.score}});
  }
  return json_text({{"words", words}, {"page", page.string()}, {"answers", list}});
}

} // namespace texelscope
