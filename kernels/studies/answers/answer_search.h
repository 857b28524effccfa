// Answers by the words of who asks.
#pragma once

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
// The best first, at most `max_count`; none where no word of the question is in any answer. Rare words count
// more than frequent ones, headings, titles in askers' words and rows of tables more than the text. An answer
// about a library or an API (answer_names.h) that the words do not name comes behind the others.
std::vector<FoundAnswer> find_answers(std::span<const Answer> answers, std::string_view words,
                                      std::size_t max_count);

} // namespace texelscope
