// The answers of docs/answers.md on a page: all of them, and those that fit a question.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/studies/answers/answer_search.h"

namespace texelscope::web {

class AnswersPage {
public:
  // `page`: the content of docs/answers.md. The answer has all answers in its order.
  std::string open(std::string_view page);
  // The numbers of those that fit the words best, the best first.
  std::string find(std::string_view words) const;

private:
  std::optional<AnswerSearch> search_;
};

} // namespace texelscope::web
