#include "kernels/state/stored/import/stated_format.h"

#include <algorithm>
#include <string>

#include "kernels/ground/base/strings.h"
#include "kernels/state/stored/import/cpp_tokens.h"

namespace texelscope::desc {

namespace {
constexpr ElementKind u = ElementKind::unsigned_int, s = ElementKind::signed_int, fl = ElementKind::floating;

struct NamedElement {
  std::string_view name;
  ElementKind kind;
  int bits;
};
constexpr NamedElement types[] = {
    {"unsigned char", u, 8}, {"uchar", u, 8},  {"uint8_t", u, 8},         {"char", s, 8},
    {"signed char", s, 8},   {"int8_t", s, 8}, {"unsigned short", u, 16}, {"ushort", u, 16},
    {"uint16_t", u, 16},     {"short", s, 16}, {"int16_t", s, 16},        {"unsigned int", u, 32},
    {"unsigned", u, 32},     {"uint", u, 32},  {"uint32_t", u, 32},       {"int", s, 32},
    {"int32_t", s, 32},      {"float", fl, 32}};
constexpr NamedElement driver_formats[] = {
    {"UNSIGNED_INT8", u, 8}, {"UNSIGNED_INT16", u, 16}, {"UNSIGNED_INT32", u, 32}, {"SIGNED_INT8", s, 8},
    {"SIGNED_INT16", s, 16}, {"SIGNED_INT32", s, 32},   {"HALF", fl, 16},          {"FLOAT", fl, 32}};

template <std::size_t n>
const NamedElement* find(const NamedElement (&list)[n], std::string_view name) {
  const auto found = std::ranges::find(list, name, &NamedElement::name);
  return found == std::end(list) ? nullptr : &*found;
}

std::optional<ElementFormat> made(const NamedElement* element, int channels) {
  const bool counts = channels == 1 || channels == 2 || channels == 4;
  if (!element || !counts) return std::nullopt;
  return ElementFormat{element->kind, element->bits, channels};
}

class Reader {
public:
  explicit Reader(std::string_view code) : source(cpp_source(code)) {}

  std::optional<ElementFormat> read() {
    for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i)
      if (source.tokens[i].is_word()) take(i);
    if (driver || channels > 0) add(made(driver, channels));
    return clear ? format : std::nullopt;
  }

private:
  std::string_view word(std::size_t i) const {
    return i < source.tokens.size() ? source.tokens[i].spelling : std::string_view();
  }
  void take(std::size_t i) {
    std::string_view name = word(i);
    if (name.starts_with("cuda") || name.starts_with("hip")) name.remove_prefix(name[0] == 'c' ? 4 : 3);
    constexpr std::string_view create = "CreateChannelDesc", array_format = "AD_FORMAT_";
    if (name.starts_with(create)) {
      const std::string_view rest = name.substr(create.size());
      if (rest.starts_with("Half"))
        add(made(find(driver_formats, "HALF"), rest.size() == 4 ? 1 : rest[4] - '0'));
      else if (rest.empty())
        add(word(i + 1) == "<" ? of_type(i + 2) : of_bits(i + 1));
    }
    if (const std::size_t at = name.find(array_format); at != name.npos) {
      const NamedElement* found = find(driver_formats, name.substr(at + array_format.size()));
      clear = clear && found && (!driver || driver == found);
      driver = found;
    }
    if (name == "NumChannels" && word(i + 1) == "=") {
      const int count = number_from<int>(word(i + 2)).value_or(0);
      clear = clear && count > 0 && (channels == 0 || channels == count);
      channels = count;
    }
  }
  // cudaCreateChannelDesc<uchar4>
  std::optional<ElementFormat> of_type(std::size_t i) const {
    std::string name;
    for (; source.tokens[i].is_word(); ++i)
      name += (name.empty() ? "" : " ") + std::string(word(i));
    int count = 1;
    if (!name.empty() && name.back() >= '1' && name.back() <= '4') {
      count = name.back() - '0';
      name.pop_back();
    }
    return word(i) == ">" ? made(find(types, name), count) : std::nullopt;
  }
  // cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat)
  std::optional<ElementFormat> of_bits(std::size_t i) const {
    int bits = 0, count = 0;
    for (int channel = 0; channel < 4; ++channel) {
      const auto number = number_from<int>(word(i + 1 + 2 * std::size_t(channel)));
      if (!number || (*number != 0 && channel != count) || (*number != 0 && bits != 0 && *number != bits))
        return std::nullopt;
      if (*number != 0) bits = *number, ++count;
    }
    const std::string_view kind = word(i + 9);
    const ElementKind of = kind.ends_with("Float") ? fl : kind.ends_with("Unsigned") ? u : s;
    if (!kind.ends_with("Float") && !kind.ends_with("Unsigned") && !kind.ends_with("Signed"))
      return std::nullopt;
    const NamedElement element = {{}, of, bits};
    const bool exists = bits == 16 || bits == 32 || (bits == 8 && of != fl);
    return exists ? made(&element, count) : std::nullopt;
  }
  void add(const std::optional<ElementFormat>& next) {
    clear = clear && next && (!format || format == next);
    format = next;
  }

  CppSource source;
  std::optional<ElementFormat> format;
  const NamedElement* driver = nullptr;
  int channels = 0;
  bool clear = true; // all that is stated is known, and the same
};
} // namespace

std::optional<ElementFormat> stated_format(std::string_view code) {
  return Reader(code).read();
}

} // namespace texelscope::desc
