#include "kernels/studies/answers/answer_names.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "kernels/studies/answers/answer_search.h"

namespace texelscope {

namespace {
// What every answer is about distinguishes none.
constexpr std::string_view common_names = " CUDA GPU CPU NVIDIA API ";

bool is_capital_letter(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}
bool is_letter_or_digit(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

struct Word {
  std::string_view spelling;
  bool within = false; // a sentence, so that a capital letter is the word's own
  bool code = false;   // "wp" in "wp.Texture2D"

  bool is_common() const { return common_names.find(" " + std::string(spelling) + " ") != common_names.npos; }
  bool is_capital() const { return is_capital_letter(spelling[0]); }
  // "OpenCV", "AMD": more than the first letter is a capital.
  bool is_name_anywhere() const {
    return is_capital() && std::any_of(spelling.begin() + 1, spelling.end(), is_capital_letter);
  }
  // The whole word's term, without those of its parts; empty for words that are ignored.
  std::string term() const {
    const auto terms = search_terms(spelling);
    return terms.empty() ? std::string() : terms.front();
  }
};

std::vector<Word> words_of(std::string_view content) {
  std::vector<Word> words;
  for (std::size_t i = 0; i < content.size();) {
    std::size_t end = i;
    while (end < content.size() && is_letter_or_digit(content[end]))
      ++end;
    if (end > i) {
      const bool within =
          i > 1 && content[i - 1] == ' ' && (is_letter_or_digit(content[i - 2]) || content[i - 2] == ',');
      const bool code = end + 1 < content.size() && content[end] == '.' &&
                        std::isalpha(static_cast<unsigned char>(content[end + 1])) != 0;
      words.push_back({content.substr(i, end - i), within, code});
    }
    i = end + 1;
  }
  return words;
}

// How the page writes a term.
struct Spellings {
  bool small = false, name = false;
};
using Page = std::map<std::string, Spellings>;

// In code nearly every name is written small, "`--as webgpu`".
std::string without_code(std::string_view content) {
  std::string out;
  bool code = false;
  for (const char c : content) {
    if (c == '`') code = !code;
    if (!code) out += c;
  }
  return out;
}

void add(Page& page, std::string_view content) {
  const std::string prose = without_code(content);
  for (const Word& word : words_of(prose)) {
    Spellings& spellings = page[word.term()];
    spellings.small = spellings.small || (!word.is_capital() && !word.code);
    spellings.name = spellings.name || word.is_name_anywhere() || (word.is_capital() && word.within);
  }
}

bool is_name(const Page& page, const Word& word) {
  const auto found = page.find(word.term());
  return !word.term().empty() && !word.is_common() && word.is_capital() && found != page.end() &&
         found->second.name && (!found->second.small || word.within);
}

bool begins_with_name(const Page& page, std::string_view heading) {
  const auto words = words_of(heading);
  const auto first = std::ranges::find_if(words, [](const Word& word) { return !word.is_common(); });
  if (first == words.end() || !is_name(page, *first)) return false;
  return std::next(first) == words.end() ||
         std::next(first)->spelling != "or"; // "NaN or infinity" has another
}
} // namespace

AnswerNames::AnswerNames(std::span<const Answer> answers) : names(answers.size()) {
  Page page;
  for (const Answer& answer : answers) {
    add(page, answer.heading);
    add(page, answer.text);
    for (const std::string& title : answer.asked)
      add(page, title);
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!begins_with_name(page, answers[i].heading)) continue;
    const auto keep = [&](std::string_view content) {
      for (const Word& word : words_of(content))
        if (word.code)
          names[i].ambiguous.insert(word.term());
        else if (is_name(page, word))
          (page[word.term()].small ? names[i].ambiguous : names[i].terms).insert(word.term());
    };
    keep(answers[i].heading);
    for (const std::string& title : answers[i].asked)
      keep(title);
  }
}

bool AnswerNames::is_unnamed(std::size_t answer, std::string_view question) const {
  const Names& own = names[answer];
  if (own.terms.empty() && own.ambiguous.empty()) return false;
  const auto terms = search_terms(question); // parts of names too: "hip" of "hipMalloc"
  if (std::ranges::any_of(terms, [&](const std::string& term) { return own.terms.contains(term); }))
    return false;
  return std::ranges::none_of(words_of(question), [&](const Word& word) {
    return own.ambiguous.contains(word.term()) && (word.code || (word.is_capital() && word.within));
  });
}

} // namespace texelscope
