#include "kernels/studies/answers/answers_page.h"

#include <algorithm>
#include <sstream>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/paths.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr std::string_view asked_label = "Asked as: ";

// Whether a link's words begin at `first`, a "[".
bool opens_link(std::string_view text, std::size_t first) {
  bool code = false;
  for (std::size_t i = first + 1; i < text.size(); ++i) {
    if (text[i] == '`') code = !code;
    if (!code && text[i] == ']') return text.substr(i + 1).starts_with('(');
  }
  return false;
}

// "[words](link)" becomes "words", "\<" becomes "<", "**words**" becomes "words"; code stays as it is.
std::string without_markdown(std::string_view text) {
  std::string out;
  bool code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`') code = !code;
    const bool link_ends = !code && c == ']' && text.substr(i + 1).starts_with('(');
    if (link_ends)
      i = std::min(text.find(')', i), text.size() - 1);
    else if (!code && (text.substr(i).starts_with("**") || (c == '\\' && i + 1 < text.size())))
      out += c == '\\' ? std::string(1, text[++i]) : (++i, "");
    else if (code || c != '[' || !opens_link(text, i))
      out += c;
  }
  return out;
}

class Parser {
public:
  std::vector<Answer> parse(std::string_view page) {
    std::istringstream lines{std::string(page)};
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.starts_with("```"))
        fence(line);
      else if (inside)
        code(line);
      else if (line.starts_with("## ") || line.starts_with("### "))
        heading(line);
      else
        prose(line);
    }
    end();
    return std::move(all);
  }

private:
  void heading(std::string_view line) {
    end();
    const std::string title = without_markdown(line.substr(line.find(' ') + 1));
    if (line.starts_with("## ")) chapter = title;
    now = {title, chapter, number, {}, {}, {}};
  }
  void fence(std::string_view line) {
    is_shell = !inside && line == "```sh";
    inside = !inside;
    broken = true;
  }
  void code(const std::string& line) {
    if (is_shell && !line.empty()) now.commands.push_back(line);
  }
  void prose(std::string_view line) {
    line = trimmed(line);
    if (line.empty() || line.starts_with("<!--") || line.starts_with("![")) {
      broken = true;
      return;
    }
    const bool is_row = line.starts_with("|") || line.starts_with("- ");
    if (line.starts_with(asked_label))
      asked(line.substr(asked_label.size()));
    else
      now.text.append(now.text.empty() ? "" : broken || is_row ? "\n" : " ").append(line);
    broken = is_row && line.starts_with("|");
  }
  // Titles in quotes: "one", "another".
  void asked(std::string_view line) {
    for (std::size_t from = line.find('"'); from != line.npos;) {
      const std::size_t to = line.find('"', from + 1);
      if (to == line.npos) return;
      now.asked.emplace_back(line.substr(from + 1, to - from - 1));
      from = line.find('"', to + 1);
    }
  }
  void end() {
    now.text = without_markdown(now.text); // links reach over the ends of lines
    if (!now.heading.empty() && (!now.text.empty() || !now.commands.empty() || now.heading != now.chapter))
      all.push_back(std::move(now));
    now = {};
    broken = true;
  }

  std::vector<Answer> all;
  Answer now;
  std::string chapter;
  int number = 0;
  bool inside = false, is_shell = false, broken = true;
};
} // namespace

std::vector<Answer> parse_answers(std::string_view page) {
  return Parser().parse(page);
}

fs::path answers_page() {
  const fs::path assets = assets_folder();
  std::error_code error;
  for (const fs::path& page : {assets / "docs/answers.md", assets.parent_path() / "docs/answers.md"})
    if (!assets.empty() && fs::is_regular_file(page, error)) return page;
  return {};
}

} // namespace texelscope
