// Makes text from files, file names and compilers safe to print on a terminal: what would control the
// terminal or reorder the text is shown as an escape instead.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace texelscope {

// Shown as \x1b, \u009b or \u202e: C0 control characters except line feed and tab, DEL, C1 control
// characters, direction overrides, and U+FFFE and U+FFFF, which are no characters. Shown as \xff: bytes that
// are not valid UTF-8. All else is unchanged.
std::string visible_text(std::string_view text);
// The same; line feed and tab are escaped too, so that it stays one line.
std::string visible_line(std::string_view text);

// The number of bytes of the UTF-8 character at the front of `text`, which is not empty; 0 if it is not
// valid.
std::size_t utf8_bytes(std::string_view text);
// The first `bytes` bytes of it, or a few less, so that no character of UTF-8 is cut in two.
std::string_view utf8_start(std::string_view text, std::size_t bytes);

// Escapes within JSON strings, as \uXXXX, what visible_text() would escape: the value stays the same. `json`
// is well formed.
std::string visible_json(std::string_view json);

} // namespace texelscope
