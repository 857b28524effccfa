#include "kernels/studies/record_images/ptx_head.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace texelscope::modules {

std::string to_string(Architecture architecture) {
  constexpr std::string_view suffixes[] = {"", "f", "a"};
  return std::to_string(architecture.number).append(suffixes[std::size_t(architecture.scope)]);
}

bool runs_ptx(int device, Architecture architecture) {
  switch (architecture.scope) {
  case ArchitectureScope::specific:
    return architecture.number == device;
  case ArchitectureScope::family:
    return architecture.number <= device && architecture.number / 10 == device / 10;
  case ArchitectureScope::portable:
    break;
  }
  return architecture.number <= device;
}

namespace {
constexpr std::string_view spaces = " \t\r\n\f\v";

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '%' || c == '.';
}

// Reads a text from its front.
class Front {
public:
  explicit Front(std::string_view text) : rest(text) {}

  bool take(std::string_view expected) {
    if (!rest.starts_with(expected)) return false;
    rest.remove_prefix(expected.size());
    return true;
  }
  std::optional<int> number() {
    int value = 0;
    constexpr std::size_t max_digits = 6;
    const std::string_view digits = rest.substr(0, max_digits);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    rest.remove_prefix(std::size_t(end - digits.data()));
    return value;
  }
  // Spaces and comments; whether there were any.
  bool skip() {
    const std::size_t before = rest.size();
    for (std::size_t size = before + 1; size != rest.size();) {
      size = rest.size();
      rest.remove_prefix(std::min(rest.find_first_not_of(spaces), rest.size()));
      if (rest.starts_with("//")) rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
      if (rest.starts_with("/*")) {
        const std::size_t end = rest.find("*/", 2);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
      }
    }
    return rest.size() != before;
  }
  std::string_view word() const {
    std::size_t size = 0;
    while (size < rest.size() && is_of_name(rest[size]))
      ++size;
    return rest.substr(0, size);
  }

private:
  std::string_view rest;
};

bool has_instruction(std::string_view ptx, std::string_view name) {
  for (std::size_t at = ptx.find(name); at != std::string_view::npos; at = ptx.find(name, at + 1))
    if (at == 0 || !is_of_name(ptx[at - 1])) return true;
  return false;
}
} // namespace

std::optional<PtxHead> read_ptx_head(std::string_view text) {
  PtxHead head;
  Front front(text);
  front.skip();
  if (!front.take(".version") || !front.skip()) return std::nullopt;
  const auto major = front.number();
  if (!major || !front.take(".")) return std::nullopt;
  const auto minor = front.number();
  if (!minor || !front.skip() || !front.take(".target") || !front.skip() || !front.take("sm_"))
    return std::nullopt;
  const auto number = front.number();
  if (!number) return std::nullopt;
  head.version = {*major, *minor};
  head.target.number = *number;
  if (front.take("a"))
    head.target.scope = ArchitectureScope::specific;
  else if (front.take("f"))
    head.target.scope = ArchitectureScope::family;
  if (!front.word().empty()) return std::nullopt;
  // The other targets, behind commas.
  for (front.skip(); front.take(","); front.skip()) {
    front.skip();
    const std::string_view word = front.word();
    head.debug = head.debug || word == "debug";
    front.take(word);
  }
  return head;
}

TextureUse texture_use(std::string_view ptx) {
  return {has_instruction(ptx, "tex.") || has_instruction(ptx, "tld4."),
          has_instruction(ptx, "suld.") || has_instruction(ptx, "sust.") || has_instruction(ptx, "sured.")};
}

} // namespace texelscope::modules
