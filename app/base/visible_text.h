// Text from files, file names and compilers, safe to print on a terminal: what would steer the terminal or
// reorder the text is shown as an escape instead.
#pragma once

#include <string>
#include <string_view>

namespace texelscope {

// Shown as \x1b, \u009b or \u202e: C0 control characters but line feed and tab, DEL, C1 control characters,
// overrides of the text's direction; as \xff: bytes that are no UTF-8. All else stays.
std::string visible_text(std::string_view text);
// The same; line feed and tab are shown too, so that it stays one line.
std::string visible_line(std::string_view text);

// JSON with what visible_text() would show as \uXXXX within its strings: the same value. `json` is well
// formed.
std::string visible_json(std::string_view json);

} // namespace texelscope
