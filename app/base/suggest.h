// "Did you mean...?"
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

// The known word nearest to a misspelt one, or empty where none is near.
std::string nearest_word(std::string_view word, std::span<const std::string> known);

// ' Did you mean "word"?', or empty where there is no word.
std::string did_you_mean(const std::string& word);

// The same with the nearest path of a session field.
std::string suggest_field(std::string_view path);

// What stands between the slashes of the names, each once: "a, b, c".
std::string terms_of(std::span<const std::string> names);

} // namespace texelscope
