// Answers by the words of who asks.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/answers/answers_page.h"

namespace texelscope {

// Lower-case words without endings, and the parts of names: "cudaMallocPitch" is itself, and "malloc" and
// "pitch". Words that any question may have ("why", "the", "wrong", "CUDA") are left out.
std::vector<std::string> search_terms(std::string_view words);

struct FoundAnswer {
  const Answer* answer;
  double score;
};

inline constexpr std::size_t max_found_answers = 5; // that are shown for a question

// Answers that are asked for again and again, as they are typed.
class AnswerSearch {
public:
  explicit AnswerSearch(std::vector<Answer> answers);
  ~AnswerSearch();
  AnswerSearch(AnswerSearch&&) noexcept;
  AnswerSearch& operator=(AnswerSearch&&) noexcept;

  std::span<const Answer> answers() const;
  // The best first, at most `max_count`; none where no word of the question is in any answer. Rare words
  // count more than frequent ones, headings, titles in askers' words and rows of tables more than the text.
  // An answer about a library or an API (answer_names.h) that the words do not name comes behind the others.
  // They point into this object, also after it was moved.
  std::vector<FoundAnswer> find(std::string_view words, std::size_t max_count) const;

private:
  struct Known;
  std::unique_ptr<const Known> known;
};

// Of a page in a file. Throws a UserError if it cannot be read.
AnswerSearch read_answers(const std::filesystem::path& page);

} // namespace texelscope
