// "Did you mean...?"
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

// The known word nearest to a misspelt one, or empty where none is near.
std::string nearest_word(std::string_view word, std::span<const std::string> known);

// ' (did you mean "texture.width"?)' among the paths of all session fields, or empty.
std::string suggest_field(std::string_view path);

} // namespace texelscope
