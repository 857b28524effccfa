// "Did you mean...?"
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

// The known word nearest to a misspelled one, or empty if none is near.
std::string nearest_word(std::string_view word, std::span<const std::string> known);

// Returns ' Did you mean "word"?', or empty for an empty word.
std::string did_you_mean(const std::string& word);

// The parts of the names between slashes, each once: "a, b, c".
std::string terms_of(std::span<const std::string> names);

} // namespace texelscope
