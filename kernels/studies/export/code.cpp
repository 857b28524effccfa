#include "kernels/studies/export/code.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/base/visible_text.h"

namespace texelscope::program {

namespace {
std::string digits(float value) {
  char buffer[64];
  std::string digits(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits + "f";
}

// Python rounds the digits to a double and that to a float: digits for which this is another float are
// replaced by the double's.
std::string python_digits(float value) {
  std::string text = digits(value);
  text.pop_back();
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  if (float(read) != value) {
    char buffer[64];
    text.assign(buffer, std::to_chars(buffer, buffer + sizeof buffer, double(value)).ptr);
  }
  return "f32(" + text + ")";
}

std::string hex_bits(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  char buffer[16];
  return "0x" + std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, bits, 16).ptr) + "u";
}
} // namespace

Layout layout(Language language) {
  return language == Language::python ? Layout{"#", 4} : Layout{};
}

std::string literal(float value, Language language) {
  if (std::isfinite(value)) return language == Language::python ? python_digits(value) : digits(value);
  switch (language) {
  case Language::cuda:
    return "__uint_as_float(" + hex_bits(value) + ")";
  case Language::glsl:
    return "uintBitsToFloat(" + hex_bits(value) + ")";
  case Language::python:
    return std::isnan(value) ? "f32(\"nan\")" : value > 0 ? "f32(\"inf\")" : "f32(\"-inf\")";
  case Language::wgsl:
    break;
  }
  return std::isnan(value) ? "0.0f"
         : value > 0       ? "3.4028234e+38f"
                           : "-3.4028234e+38f"; // GLSL and WGSL literals are finite
}

std::string host_literal(float value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value > 0 ? "INFINITY" : "-INFINITY";
  return digits(value);
}

std::string comment_text(std::string_view string) {
  // NEL, LINE SEPARATOR and PARAGRAPH SEPARATOR in UTF-8: they end a line in JavaScript or WGSL.
  constexpr std::string_view separators[] = {"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"};
  std::string out;
  while (!string.empty()) {
    std::size_t size = static_cast<unsigned char>(string[0]) < 0x20 || string[0] == 0x7f ? 1 : 0;
    for (const std::string_view separator : separators)
      if (string.starts_with(separator)) size = separator.size();
    out += size != 0 ? ' ' : string[0];
    string.remove_prefix(std::max<std::size_t>(size, 1));
  }
  out = visible_text(out);
  // "??/" is a backslash to C++14.
  const auto last = out.find_last_not_of(' ');
  if (last != std::string::npos && (out[last] == '\\' || out.substr(0, last + 1)
                                                             .ends_with("?"
                                                                        "?/")))
    out += " .";
  return out;
}

std::string string_literal(std::string_view string) {
  std::string out = "\"";
  for (const char c : string) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?')
      out += {'\\', c};
    else if (code < 0x20 || code == 0x7f)
      out += {'\\', char('0' + (code >> 6)), char('0' + (code >> 3 & 7)), char('0' + (code & 7))};
    else
      out += c;
  }
  return out + "\"";
}

std::string python_literal(std::string_view string, bool several_lines) {
  static constexpr char hex[] = "0123456789abcdef";
  std::string out;
  while (!string.empty()) {
    const auto code = static_cast<unsigned char>(string[0]);
    const std::size_t size = utf8_bytes(string);
    const bool plain_quote = several_lines && string.size() > 1 && string[1] != '"';
    if (string[0] == '\\' || (string[0] == '"' && !plain_quote))
      out += {'\\', string[0]};
    else if (size == 0)
      out += {'\\', 'u', 'd', 'c', hex[code >> 4], hex[code & 15]};
    else if ((code < 0x20 || code == 0x7f) && !(several_lines && code == '\n'))
      out += {'\\', 'x', hex[code >> 4], hex[code & 15]};
    else
      out += string.substr(0, size);
    string.remove_prefix(std::max<std::size_t>(size, 1));
  }
  const char* quotes = several_lines ? "\"\"\"" : "\"";
  return quotes + out + quotes;
}

void Code::line(std::string_view code) {
  if (!code.empty()) out.append(std::size_t(depth) * style.indent, ' ').append(code);
  out += '\n';
}

void Code::lines(std::string_view code) {
  while (!code.empty()) {
    const auto end = code.find('\n');
    line(code.substr(0, end));
    if (end == std::string_view::npos) return;
    code.remove_prefix(end + 1);
  }
}

void Code::comment_line(std::string_view content) {
  line(std::string(style.comment) + (content.empty() ? "" : "   ") + comment_text(content));
}

void Code::comment(std::string_view sentence) {
  const std::size_t room = 97 - std::size_t(depth) * style.indent;
  while (!sentence.empty()) {
    std::size_t end = std::min(sentence.find('\n'), sentence.size());
    if (end > room) {
      const auto space = sentence.rfind(' ', room);
      end = space == std::string_view::npos || space == 0 ? std::min(sentence.find(' '), end) : space;
    }
    line(std::string(style.comment) + " " + comment_text(sentence.substr(0, end)));
    sentence.remove_prefix(std::min(sentence.size(), end + 1));
  }
}

std::string Formula::expression(const Term& term) const {
  return term.value ? literal(*term.value, language) : term.text;
}

std::string Formula::factor(const Term& term) const {
  const std::string text = expression(term);
  return term.needs_brackets ? "(" + text + ")" : text;
}

// Adding zero keeps the other operand's bits except for the sign of a zero, which no texture unit
// distinguishes where these are used.
Term Formula::add(const Term& a, const Term& b) const {
  if (a.value && b.value) return *a.value + *b.value;
  if (a.value == 0.0f) return b;
  if (b.value == 0.0f) return a;
  if (b.value && *b.value < 0) return sub(a, -*b.value);
  return {expression(a) + " + " + expression(b), true};
}

Term Formula::sub(const Term& a, const Term& b) const {
  if (a.value && b.value) return *a.value - *b.value;
  if (b.value == 0.0f) return a;
  if (a.value == 0.0f) return neg(b);
  if (b.value && *b.value < 0) return add(a, -*b.value);
  return {expression(a) + " - " + factor(b), true};
}

Term Formula::mul(const Term& a, const Term& b) const {
  if (a.value && b.value) return *a.value * *b.value;
  if (a.value == 1.0f) return b;
  if (b.value == 1.0f) return a;
  if (a.value == 0.0f || b.value == 0.0f) return 0.0f;
  if (language == Language::cuda) return Term("__fmul_rn(" + expression(a) + ", " + expression(b) + ")");
  return {factor(a) + " * " + factor(b), true};
}

Term Formula::div(const Term& a, const Term& b) const {
  if (a.value && b.value) return *a.value / *b.value;
  if (a.value == 0.0f) return 0.0f;
  if (b.value == 1.0f) return a;
  return {factor(a) + " / " + factor(b), true};
}

Term Formula::neg(const Term& a) const {
  if (a.value) return -*a.value;
  return Term("-" + factor(a));
}

Term Formula::fma(const Term& a, const Term& b, const Term& c) const {
  if (a.value && b.value && c.value) return std::fma(*a.value, *b.value, *c.value);
  if (a.value == 0.0f || b.value == 0.0f) return c.value == 0.0f ? Term(0.0f) : c;
  if (c.value == 0.0f) return mul(a, b);
  if (a.value == 1.0f) return add(b, c);
  if (b.value == 1.0f) return add(a, c);
  if (a.value == -1.0f) return sub(c, b);
  if (b.value == -1.0f) return sub(c, a);
  const char* name = language == Language::cuda ? "fmaf(" : "fma(";
  return Term(name + expression(a) + ", " + expression(b) + ", " + expression(c) + ")");
}

Term Formula::call(std::string_view function, const Term& a) const {
  const std::string module = language == Language::python ? "np." : "";
  return Term(module + std::string(function) + (language == Language::cuda ? "f(" : "(") + expression(a) +
              ")");
}

std::string Formula::real(const std::string& whole_number) const {
  const bool short_name = language == Language::wgsl || language == Language::python;
  return (short_name ? "f32(" : "float(") + whole_number + ")";
}

std::string Formula::whole(const Term& a) const {
  if (language == Language::python) return "np.where(empty, 0, " + expression(a) + ").astype(np.int32)";
  return (language == Language::wgsl ? "i32(" : "int(") + expression(a) + ")";
}

std::string Formula::all(const std::vector<std::string>& conditions) const {
  const bool python = language == Language::python; // where & binds more tightly than comparisons
  std::string text;
  for (const std::string& condition : conditions)
    text += (text.empty() ? "" : python ? " & " : " && ") + (python ? "(" + condition + ")" : condition);
  return text;
}

std::string Formula::no(const std::string& condition) const {
  return (language == Language::python ? "~(" : "!(") + condition + ")";
}

std::string Formula::vector(const std::vector<std::string>& parts) const {
  if (parts.size() == 1) return parts.front();
  const std::string size = std::to_string(parts.size());
  const std::string type = language == Language::cuda   ? "make_float" + size
                           : language == Language::wgsl ? "vec" + size + "f"
                                                        : "vec" + size;
  return type + "(" + joined(parts) + ")";
}

Term Formula::let(Code& code, const std::string& name, const Term& value) const {
  if (value.value) return value;
  const char* type = language == Language::cuda   ? "const float "
                     : language == Language::glsl ? "precise float "
                     : language == Language::wgsl ? "let "
                                                  : "";
  code.line(type + name + " = " + value.text + statement_end());
  return Term(name);
}

void Formula::let_int(Code& code, const std::string& name, const std::string& value) const {
  const char* type = language == Language::cuda   ? "const int "
                     : language == Language::glsl ? "int "
                     : language == Language::wgsl ? "let "
                                                  : "";
  code.line(type + name + " = " + value + statement_end());
}

void Formula::variable_int(Code& code, const std::string& name, const std::string& value) const {
  const char* type = language == Language::wgsl ? "var " : language == Language::python ? "" : "int ";
  code.line(type + name + " = " + value + statement_end());
}

void Formula::let_array(Code& code, const std::string& name, const std::vector<std::string>& values,
                        bool floats) const {
  const std::string list = joined(values), size = std::to_string(values.size());
  const std::string type = floats ? "float" : "int", sized = "[" + size + "]";
  switch (language) {
  case Language::cuda:
    return code.line("const " + type + " " + name + "[] = {" + list + "};");
  case Language::glsl:
    return code.line("const " + type + " " + name + sized + " = " + type + sized + "(" + list + ");");
  case Language::wgsl:
    return code.line("var " + name + " = array<" + (floats ? "f32" : "i32") + ", " + size + ">(" + list +
                     ");");
  case Language::python:
    return code.line(name + " = np.array([" + list + "], " + (floats ? "f32" : "np.int32") + ")");
  }
}

} // namespace texelscope::program
