#include "kernels/unit/image_io/npy_header.h"

#include <algorithm>
#include <array>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/texel_format.h"

namespace texelscope {

namespace {

class Parser {
public:
  explicit Parser(std::string_view text) : rest(text) {}

  std::optional<NpyHeader> dictionary() {
    if (!take('{')) return std::nullopt;
    while (!take('}')) {
      const auto key = string();
      if (!key || !take(':') || !value(*key)) return std::nullopt;
      if (!take(',') && !next_is('}')) return std::nullopt;
    }
    if (!has_type || !has_order || !has_shape) return std::nullopt;
    return header;
  }

private:
  void skip_spaces() {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\n' || rest.front() == '\t'))
      rest.remove_prefix(1);
  }
  bool next_is(char c) {
    skip_spaces();
    return !rest.empty() && rest.front() == c;
  }
  bool take(char c) {
    if (!next_is(c)) return false;
    rest.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    skip_spaces();
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    return true;
  }

  std::optional<std::string> string() {
    skip_spaces();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"')) return std::nullopt;
    const auto end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string found(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    return found;
  }

  bool value(const std::string& key) {
    if (key == "descr") return has_type = type();
    if (key == "shape") return has_shape = shape();
    if (key != "fortran_order") return false;
    header.fortran_order = take("True");
    return has_order = header.fortran_order || take("False");
  }

  // Skips a string, or the list of a structured type, whose content does not matter.
  bool type() {
    if (const auto name = string()) {
      header.descr = *name;
      return true;
    }
    if (!next_is('[')) return false;
    int depth = 0;
    do {
      if (rest.empty()) return false;
      depth += (rest.front() == '[') - (rest.front() == ']');
      rest.remove_prefix(1);
    } while (depth > 0);
    return true;
  }

  bool shape() {
    if (!take('(')) return false;
    while (!take(')')) {
      skip_spaces();
      const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
      if (digits == 0 || header.shape.size() == 32) return false;
      header.shape.push_back(digits > 18 ? 1000000000000000000u
                                         : std::stoull(std::string(rest.substr(0, digits))));
      rest.remove_prefix(digits);
      if (!take(',') && !next_is(')')) return false;
    }
    return true;
  }

  std::string_view rest;
  NpyHeader header;
  bool has_type = false, has_order = false, has_shape = false;
};

std::string read_dictionary(const InputFile& file) {
  std::array<unsigned char, 8> start = {};
  file.read(start.data(), start.size());
  const unsigned version = start[6];
  if (version < 1 || version > 3) file.refuse(Text::image_npy_header, {text(Text::image_npy_version)});
  std::array<unsigned char, 4> length = {};
  file.read(length.data(), version == 1 ? 2 : 4);
  const std::size_t bytes = length[0] + 256u * length[1] + 65536u * length[2] + 16777216u * length[3];
  if (bytes > file.size) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  std::string dictionary(bytes, ' ');
  file.read(dictionary.data(), bytes);
  return dictionary;
}

} // namespace

std::optional<NpyHeader> parse_npy_header(std::string_view dictionary) {
  return Parser(dictionary).dictionary();
}

NpyHeader read_npy_header(const InputFile& file) {
  const auto header = parse_npy_header(read_dictionary(file));
  if (!header) file.refuse(Text::image_npy_header, {text(Text::image_npy_no_dictionary)});
  return *header;
}

std::string npy_shape_text(const std::vector<std::uint64_t>& shape) {
  std::string out;
  for (const std::uint64_t side : shape)
    out += (out.empty() ? "" : ", ") + std::to_string(side);
  return shape.size() == 1 ? out + "," : out;
}

const char* npy_axes(Dimension dimension) {
  static constexpr const char* axes[] = {"(W,)",           "(H, W)",    "(D, H, W)",         "(layers, W)",
                                         "(layers, H, W)", "(6, H, W)", "(6 * layers, H, W)"};
  return axes[std::size_t(dimension)];
}

std::size_t npy_axis_count(Dimension dimension) {
  return dimension == Dimension::d1                                         ? 1
         : dimension == Dimension::d2 || dimension == Dimension::d1_layered ? 2
                                                                            : 3;
}

std::optional<ElementFormat> npy_texture_element(std::string_view descr) {
  constexpr std::string_view known = "b1u1u2u4u8i1i2i4i8f2f4f8";
  if (descr.size() != 3 || std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
    return std::nullopt;
  if (const auto at = known.find(descr.substr(1)); at == known.npos || at % 2 != 0) return std::nullopt;
  return ElementFormat{descr[1] == 'f'   ? ElementKind::floating
                       : descr[1] == 'i' ? ElementKind::signed_int
                                         : ElementKind::unsigned_int,
                       std::min(32, (descr[2] - '0') * 8), 1};
}

std::string npy_type(const ElementFormat& format) {
  return (format.bits == 8 ? "|" : "<") + std::string(numpy_name(format));
}

std::string npy_header_bytes(const NpyHeader& header) {
  const std::string descr = header.descr.starts_with('[') ? header.descr : "'" + header.descr + "'";
  std::string dictionary =
      "{'descr': " + descr + ", 'fortran_order': False, 'shape': (" + npy_shape_text(header.shape) + "), }";
  constexpr std::size_t before = 10; // magic, version 1.0, length
  dictionary.append(63 - (before + dictionary.size()) % 64, ' ');
  dictionary += '\n';
  const auto length = static_cast<unsigned>(dictionary.size());
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(length & 255u);
  bytes += static_cast<char>(length >> 8);
  return bytes + dictionary;
}

} // namespace texelscope
