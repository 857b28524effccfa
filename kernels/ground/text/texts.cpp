#include "kernels/ground/text/texts.h"

#include <array>
#include <atomic>
#include <cctype>

#include "kernels/ground/text/language.h"

namespace texelscope {

namespace {
constexpr const char* english_table[] = {
#define TEXT(id, string) string,
#include "kernels/ground/text/en/all.def"
#undef TEXT
};
constexpr auto english =
    std::to_array(english_table); // deduction from this many strings would exceed Clang's bracket depth

struct Translation {
  Text id;
  const char* string;
};
constexpr Translation chinese_table[] = {
#define TEXT(id, string) {Text::id, string},
#include "kernels/ground/text/zh/all.def"
#undef TEXT
};

// A text translated twice does not compile.
constexpr auto chinese = [] {
  std::array<const char*, english.size()> table{};
  for (const Translation& entry : chinese_table) {
    const char*& place = table[static_cast<std::size_t>(entry.id)];
    place = place == nullptr ? entry.string : throw "translated twice";
  }
  return table;
}();

std::atomic<Language> spoken = Language::english;
} // namespace

void set_language(Language language) {
  spoken = language;
}
Language language() {
  return spoken;
}

std::string_view language_code(Language language) {
  return language == Language::chinese ? "zh-Hans" : "en";
}

std::optional<Language> language_from_code(std::string_view code) {
  for (const Language language : {Language::english, Language::chinese})
    if (code == language_code(language)) return language;
  return std::nullopt;
}

Language language_of_locale(std::string_view locale) {
  const std::string_view place = locale.substr(0, locale.find_first_of(".@"));
  for (const std::string_view simplified : {"zh", "zh_CN", "zh_SG", "zh_MY", "zh_Hans", "zh_Hans_CN"})
    if (place == simplified) return Language::chinese;
  return Language::english;
}

const char* translation(Text id, Language language) {
  const auto index = static_cast<std::size_t>(id);
  return language == Language::chinese ? chinese.at(index) : english.at(index);
}

std::size_t text_count() {
  return english.size();
}

const char* text(Text id) {
  const char* translated = translation(id, language());
  return translated != nullptr ? translated : translation(id, Language::english);
}

namespace {
// A zero byte would end the message of an exception before its end.
void append(std::string& to, std::string_view value) {
  for (const char c : value)
    to += c == '\0' ? std::string("\\x00") : std::string(1, c);
}
} // namespace

std::string say(Text id, std::initializer_list<std::string_view> values) {
  const std::string_view pattern = text(id);
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '{' && i + 2 < pattern.size() &&
        std::isdigit(static_cast<unsigned char>(pattern[i + 1])) && pattern[i + 2] == '}') {
      const auto which = static_cast<std::size_t>(pattern[i + 1] - '0');
      if (which < values.size()) append(out, values.begin()[which]);
      i += 2;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

std::string counted(std::size_t count, Text one, Text some) {
  return count == 1 ? text(one) : say(some, {std::to_string(count)});
}

} // namespace texelscope
