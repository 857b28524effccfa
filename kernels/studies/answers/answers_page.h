// The page of answers, docs/answers.md, as values.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

// What stands below a heading. The text is without Markdown: no escapes, links by their words alone.
struct Answer {
  std::string heading, chapter; // of a chapter's own text both are the same
  int line = 0;                 // of the heading in the page
  std::vector<std::string> asked;
  std::string text; // paragraphs in one line each; lists and tables line by line
  std::vector<std::string> commands;
};

// Every heading of the second and third level that has text or a command below it, in the page's order.
std::vector<Answer> parse_answers(std::string_view page);

// The page that came with the program, or the source tree's. Empty if there is none.
std::filesystem::path answers_page();

} // namespace texelscope
