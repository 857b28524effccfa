// A sentence as data: the text that says it, and the values in it. It is kept where the language may change
// before it is shown, and said in the language of that moment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/text_id.h"

namespace texelscope {

struct Sentence {
  Sentence() = default; // empty
  Sentence(Text id, std::vector<Sentence> values = {}) : id(id), values(std::move(values)) {}
  Sentence(std::string verbatim) : verbatim(std::move(verbatim)) {}
  Sentence(const char* verbatim) : verbatim(verbatim) {}

  // The texts that say it in either language: of a file, or of a library that returns strings. What no text
  // says is verbatim, and so is what a text says with fewer than 12 bytes of its own, except as a value.
  static Sentence recognized(std::string_view said);

  void append(Sentence next); // behind a space
  std::string str() const;    // in the chosen language
  bool empty() const { return !id && verbatim.empty() && values.empty(); }
  bool operator==(const Sentence&) const = default;

  std::optional<Text> id;
  std::string verbatim;         // without an id: the same in every language
  std::vector<Sentence> values; // of the text; without an id: sentences, one behind the other
};

} // namespace texelscope
