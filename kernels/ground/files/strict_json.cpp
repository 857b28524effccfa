#include "kernels/ground/files/strict_json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

using nlohmann::json;

// Counts what the lexer has taken, because nlohmann's events carry no position.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* start, const char** furthest) : at(start), taken(furthest) {}
  reference operator*() const { return *at; }
  CountingIterator& operator++() {
    *taken = ++at;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at == other.at; }
  bool operator!=(const CountingIterator& other) const { return at != other.at; }

private:
  const char* at;
  const char** taken;
};

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

std::string shortened(std::string_view source) {
  return source.size() <= 80 ? std::string(source) : std::string(utf8_start(source, 77)) + "...";
}

// nlohmann's "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing X
// - Y; last read: 'Z'; expected W" without its prefix and without Z, which may be long or no UTF-8.
std::string syntax_reason(std::string_view what) {
  if (const auto start = what.find("syntax error"); start != std::string_view::npos)
    what.remove_prefix(start);
  else if (const auto bracket = what.find("] "); bracket != std::string_view::npos)
    what.remove_prefix(bracket + 2);
  const auto last_read = what.find("; last read");
  if (last_read == std::string_view::npos) return std::string(what);
  const std::string start(what.substr(0, last_read));
  // W is one of nlohmann's names of tokens: Z may hold "; expected " too.
  for (const char* name : {"'[', '{', or a literal", "string literal", "end of input", "':'", "']'", "'}'"})
    if (const std::string expected = std::string("; expected ") + name; what.ends_with(expected))
      return start + expected;
  return start;
}

class Builder final : public nlohmann::json_sax<json> {
public:
  Builder(const JsonText& whole, int levels) : source(whole), max_levels(levels) {}

  JsonValue run() {
    const char* const end = source.text.data() + source.text.size();
    taken = source.text.data();
    if (const auto zero = source.text.find('\0');
        zero != std::string_view::npos) // the lexer takes it for the end
      throw UserError(source.place(zero) + text(Text::json_zero_byte));
    const bool read = json::sax_parse(CountingIterator(taken, &taken), CountingIterator(end, &taken), this);
    if (!read) throw UserError(problem);
    return std::move(root);
  }

  bool null() override { return add({std::monostate(), "null"}); }
  bool boolean(bool value) override { return add({value, value ? "true" : "false"}); }
  bool number_integer(number_integer_t value) override { return add({value, std::to_string(value)}); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
      return add({double(value), std::to_string(value)});
    return number_integer(number_integer_t(value));
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    return add({value, shortened(digits)});
  }
  bool string(string_t& value) override { return add({value, shortened(value)}); }
  bool binary(binary_t&) override { return false; } // not in text

  bool start_object(std::size_t) override { return open({JsonValue::Object(), "{}"}); }
  bool start_array(std::size_t) override { return open({JsonValue::List(), "[]"}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const std::size_t offset = key_offset();
    if (!frames.back().names.insert(name).second)
      return fail(offset, say(Text::json_double_name, {shortened(name)}));
    std::get<JsonValue::Object>(frames.back().value->data).push_back({name, offset, {}});
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    return fail(position > 0 ? position - 1 : 0, say(Text::json_syntax, {syntax_reason(error.what())}));
  }

private:
  struct Frame {
    JsonValue* value; // stays put: its parent grows only after it is closed
    std::set<std::string> names;
  };

  JsonValue* place_value(JsonValue value) {
    if (frames.empty()) return &(root = std::move(value));
    if (auto* list = std::get_if<JsonValue::List>(&frames.back().value->data))
      return &list->emplace_back(std::move(value));
    return &(std::get<JsonValue::Object>(frames.back().value->data).back().value = std::move(value));
  }
  bool add(JsonValue value) {
    place_value(std::move(value));
    return true;
  }
  bool open(JsonValue value) {
    if (frames.size() >= std::size_t(max_levels))
      return fail(offset() - 1, say(Text::json_too_deep, {std::to_string(max_levels)}));
    frames.push_back({place_value(std::move(value)), {}});
    return true;
  }
  bool close() {
    frames.pop_back();
    return true;
  }
  bool fail(std::size_t where, const std::string& sentence) {
    problem = source.place(where) + sentence;
    return false;
  }

  std::size_t offset() const { return std::size_t(taken - source.text.data()); }

  // The lexer has just taken the closing quote. The opening one is the nearest before it that is not escaped
  // by a backslash.
  std::size_t key_offset() const {
    std::size_t quote = offset() - 1;
    while (quote > 0) {
      if (source.text[--quote] != '"') continue;
      std::size_t slashes = 0;
      while (slashes < quote && source.text[quote - 1 - slashes] == '\\')
        ++slashes;
      if (slashes % 2 == 0) break;
    }
    return quote;
  }

  const JsonText& source;
  int max_levels;
  const char* taken = nullptr;
  JsonValue root;
  std::vector<Frame> frames;
  std::string problem;
};

} // namespace

const JsonMember* JsonValue::find(std::string_view name) const {
  if (const auto* members = std::get_if<Object>(&data))
    for (const JsonMember& member : *members)
      if (member.name == name) return &member;
  return nullptr;
}

std::string JsonText::place(std::size_t offset) const {
  std::size_t line = 1, column = 1;
  for (const char c : text.substr(0, offset)) {
    if (c == '\n')
      ++line, column = 1;
    else if (!continues_character(c))
      ++column;
  }
  return std::string(name) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
}

JsonValue parse_strict_json(const JsonText& source, int max_levels) {
  return Builder(source, max_levels).run();
}

std::string json_string(std::string_view string) {
  try {
    return visible_json(json(string).dump());
  } catch (const json::exception&) {
    throw UserError(text(Text::json_no_utf8));
  }
}

std::string json_number(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  if (value == 0 && std::signbit(value)) return "-0.0"; // "-0" would be read as a whole number
  std::array<char, 64> buffer;
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

} // namespace texelscope
