// The language of text() and say(): English, or another table if it has the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/ground/text/text_id.h"

namespace texelscope {

enum class Language : std::uint8_t { english, chinese };

// One value for the whole program, English at first: it is set at the start, and when the user chooses
// another one between two frames. Any thread may read it. Strings that were made before keep their language.
void set_language(Language language);
Language language();

// "en" and "zh-Hans", as in --language and the settings file.
std::string_view language_code(Language language);
std::optional<Language> language_from_code(std::string_view code);
// The language of a POSIX locale such as "zh_CN.UTF-8". Traditional Chinese is not translated: English.
Language language_of_locale(std::string_view locale);

// The text in that language; null if there is no translation.
const char* translation(Text id, Language language);
std::size_t text_count(); // Text(0) to Text(text_count() - 1)

} // namespace texelscope
