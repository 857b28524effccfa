// Found answers as text and as JSON.
#pragma once

#include <span>
#include <string>

#include "kernels/studies/answers/answer_search.h"

namespace texelscope {

// The page's commands name "assets/..." as in the source tree; elsewhere the shipped files have longer names.
std::string runnable_command(const std::string& command);

// Of each its heading, its first sentences, its command, and where it stands; of one that is mainly a table
// also the rows that hold the asked words.
std::string answers_text(std::string_view words, std::span<const FoundAnswer> found,
                         const std::filesystem::path& page);
std::string answers_json(std::string_view words, std::span<const FoundAnswer> found,
                         const std::filesystem::path& page);

} // namespace texelscope
