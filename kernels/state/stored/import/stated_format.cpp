#include "kernels/state/stored/import/stated_format.h"

#include <algorithm>
#include <array>
#include <string>

#include "kernels/ground/base/strings.h"
#include "kernels/state/session/texel_format.h"
#include "kernels/state/stored/import/cpp_tokens.h"

namespace texelscope::desc {

namespace {
struct ScalarType {
  std::string_view name;
  ElementFormat element;
};
constexpr auto scalar_types = [] {
  constexpr ElementKind U = ElementKind::unsigned_int, S = ElementKind::signed_int;
  return std::to_array<ScalarType>({{"unsigned char", {U, 8}},
                                    {"uchar", {U, 8}},
                                    {"uint8_t", {U, 8}},
                                    {"char", {S, 8}},
                                    {"signed char", {S, 8}},
                                    {"int8_t", {S, 8}},
                                    {"unsigned short", {U, 16}},
                                    {"ushort", {U, 16}},
                                    {"uint16_t", {U, 16}},
                                    {"short", {S, 16}},
                                    {"int16_t", {S, 16}},
                                    {"unsigned int", {U, 32}},
                                    {"unsigned", {U, 32}},
                                    {"uint", {U, 32}},
                                    {"uint32_t", {U, 32}},
                                    {"int", {S, 32}},
                                    {"int32_t", {S, 32}},
                                    {"float", {ElementKind::floating, 32}}});
}();

const ElementFormat* element_of_type(std::string_view name) {
  const auto found = std::ranges::find(scalar_types, name, &ScalarType::name);
  return found == scalar_types.end() ? nullptr : &found->element;
}
// Of CU_AD_FORMAT_`name`: that of the first row.
const ElementFormat* element_of_driver(std::string_view name) {
  const auto found = std::ranges::find_if(texel_formats, [&](const TexelFormatRow& row) {
    return row.kind == ChannelKind::plain && row.driver.name == name;
  });
  return found == texel_formats.end() ? nullptr : &found->element;
}

std::optional<ElementFormat> made(const ElementFormat* element, int channels) {
  if (!element) return std::nullopt;
  const ElementFormat format = {element->kind, element->bits, channels};
  return find_texel_format(format) ? std::optional(format) : std::nullopt;
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
        add(made(element_of_driver("HALF"), rest.size() == 4 ? 1 : rest[4] - '0'));
      else if (rest.empty())
        add(word(i + 1) == "<" ? of_type(i + 2) : of_bits(i + 1));
    }
    if (const std::size_t at = name.find(array_format); at != name.npos) {
      const ElementFormat* found = element_of_driver(name.substr(at + array_format.size()));
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
    return word(i) == ">" ? made(element_of_type(name), count) : std::nullopt;
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
    for (const TexelFormatRow& row : texel_formats)
      if (row.kind == ChannelKind::plain && kind.ends_with("Kind" + std::string(row.runtime.name)) &&
          row.element.bits == bits && row.element.channels == count)
        return row.element;
    return std::nullopt;
  }
  void add(const std::optional<ElementFormat>& next) {
    clear = clear && next && (!format || format == next);
    format = next;
  }

  CppSource source;
  std::optional<ElementFormat> format;
  const ElementFormat* driver = nullptr;
  int channels = 0;
  bool clear = true; // all that is stated is known, and the same
};
} // namespace

std::optional<ElementFormat> stated_format(std::string_view code) {
  return Reader(code).read();
}

} // namespace texelscope::desc
