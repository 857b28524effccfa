// Answers about one library, vendor or API: whoever does not name it does not ask for them.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/answers/answers_page.h"

namespace texelscope {

// A heading that begins with a name ("WebGPU: no border", "NVIDIA Warp's textures") is about nothing else. A
// name is a word with a capital letter that the page never writes without one, or one within a sentence.
class AnswerNames {
public:
  explicit AnswerNames(std::span<const Answer> answers);

  // Whether the answer of this number is about something that the question does not name. A name that is a
  // common word too ("Warp") has to be written as a name: with its capital letter, or as in
  // "warp.texture_sample".
  bool is_unnamed(std::size_t answer, std::string_view question) const;

private:
  struct Names {
    std::set<std::string> terms, ambiguous;
  };
  std::vector<Names> names; // none where the heading begins with none
};

} // namespace texelscope
