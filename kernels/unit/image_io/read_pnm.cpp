// Reads PNM (PBM, PGM, PPM; as text or binary, up to 16 bits) and PFM, a header over rows of floats.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

bool is_space(int byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// The header of both formats: words between blanks, with comments up to the end of a line.
class NetpbmHeader {
public:
  explicit NetpbmHeader(const InputFile& of) : file(of) { file.read(magic, sizeof magic); }

  // The next word. It takes one blank behind it, which may be the last byte before the texels.
  std::string word() {
    constexpr std::size_t max_length = 40;
    int byte = first_of_word();
    std::string letters;
    for (; byte != EOF && !is_space(byte) && letters.size() < max_length; byte = next())
      letters += char(byte);
    return letters;
  }

  std::uint64_t number() {
    const std::string digits = word();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) refuse();
    return value;
  }

  double real() {
    const std::string digits = word();
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) refuse();
    return value;
  }

  [[noreturn]] void refuse() const {
    file.refuse_unread();
    file.refuse(Text::image_truncated, {text(Text::image_header_damaged)});
  }

  char kind() const { return magic[1]; }

private:
  int next() const { return std::getc(file.handle.get()); }

  int first_of_word() const {
    while (true) {
      int byte = next();
      while (byte == '#')
        while (byte != '\n' && byte != EOF)
          byte = next();
      if (!is_space(byte)) return byte;
    }
  }

  const InputFile& file;
  char magic[2] = {};
};

std::uint64_t bytes_left(const InputFile& file) {
  const std::int64_t at = std::ftell(file.handle.get());
  return at < 0 || std::uint64_t(at) > file.size ? 0 : file.size - std::uint64_t(at);
}

struct Pnm {
  bool is_text, is_bits;
  int channels;
  std::uint64_t width, height;
  std::uint32_t max_value;

  int bits() const { return max_value < 256 ? 8 : 16; }
  std::uint32_t max_code() const { return bits() == 8 ? 255 : 65535; }
  std::uint64_t row_samples() const { return width * std::uint64_t(channels); }
  // At least these bytes are needed for a row.
  std::uint64_t row_bytes() const {
    if (is_bits) return is_text ? width : (width + 7) / 8;
    return row_samples() * (is_text || bits() == 8 ? 1 : 2);
  }
};

Pnm read_header(const InputFile& file) {
  NetpbmHeader header(file);
  const char kind = header.kind();
  Pnm pnm = {.is_text = kind <= '3',
             .is_bits = kind == '1' || kind == '4',
             .channels = kind == '3' || kind == '6' ? 3 : 1,
             .width = header.number(),
             .height = header.number(),
             .max_value = 1};
  if (!pnm.is_bits) {
    const std::uint64_t max_value = header.number();
    if (max_value < 1 || max_value > 65535) header.refuse();
    pnm.max_value = std::uint32_t(max_value);
  }
  file.check_sides(pnm.width, pnm.height);
  if (pnm.row_bytes() * pnm.height > bytes_left(file))
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  return pnm;
}

// The values of the texels, one after the other.
class PnmSamples {
public:
  PnmSamples(const InputFile& of, const Pnm& header) : file(of), pnm(header) {}

  void read_row(std::vector<std::uint32_t>& row) {
    row.resize(pnm.row_samples());
    if (pnm.is_text)
      std::ranges::generate(row, [&] { return text_value(); });
    else
      read_binary(row);
    if (std::ranges::max(row) > pnm.max_value)
      file.refuse(Text::image_truncated, {say(Text::image_value_above, {std::to_string(pnm.max_value)})});
    if (pnm.is_bits)
      for (std::uint32_t& value : row)
        value = 1 - value; // 1 is black
  }

private:
  void read_binary(std::vector<std::uint32_t>& row) {
    bytes.resize(pnm.row_bytes());
    file.read(bytes.data(), bytes.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] = pnm.is_bits       ? bytes[i / 8] >> (7 - i % 8) & 1u
               : pnm.bits() == 8 ? bytes[i]
                                 : std::uint32_t(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  }

  int next() const { return std::getc(file.handle.get()); }

  std::uint32_t text_value() const {
    int byte = next();
    while (is_space(byte) || byte == '#') {
      if (byte == '#')
        while (byte != '\n' && byte != EOF)
          byte = next();
      else
        byte = next();
    }
    if (byte < '0' || byte > '9') refuse();
    std::uint32_t value = std::uint32_t(byte - '0');
    if (pnm.is_bits) return value; // which may stand without blanks
    for (byte = next(); byte >= '0' && byte <= '9' && value < 1'000'000; byte = next())
      value = value * 10 + std::uint32_t(byte - '0');
    if (byte != EOF && !is_space(byte) && byte != '#') refuse();
    if (byte == '#') std::ungetc(byte, file.handle.get());
    return value;
  }

  [[noreturn]] void refuse() const {
    file.refuse_unread();
    file.refuse(
        Text::image_truncated,
        {text(std::feof(file.handle.get()) != 0 ? Text::image_too_short : Text::image_value_no_number)});
  }

  const InputFile& file;
  const Pnm& pnm;
  std::vector<std::uint8_t> bytes;
};

void store(std::byte* to, std::uint32_t code, int bits) {
  if (bits == 8)
    *to = std::byte(code);
  else
    std::memcpy(to, &code, 2); // little endian
}

void state_facts(Image& image, const InputFile& file, const Pnm& pnm) {
  image.file.texels = format_name({ElementKind::unsigned_int, pnm.is_bits ? 1 : pnm.bits(), pnm.channels});
  if (pnm.is_bits || pnm.max_value == pnm.max_code()) return;
  const std::string largest = std::to_string(pnm.max_value);
  image.file.texels += " of 0 to " + largest;
  add_note(image, say(Text::image_scaled, {input_name(file.path), largest, std::to_string(pnm.max_code())}));
}

} // namespace

bool resembles_pnm(std::string_view start) {
  return start.size() > 2 && (is_space(start[2]) || start[2] == '#');
}

bool resembles_pfm(std::string_view start) {
  return resembles_pnm(start);
}

Image read_pnm(const InputFile& file, const ReadShape&, const Progress& progress) {
  const Pnm pnm = read_header(file);
  const int bits = pnm.bits();
  Image image =
      Image::create(int(pnm.width), int(pnm.height), {ElementKind::unsigned_int, bits, pnm.channels});
  PnmSamples samples(file, pnm);
  std::vector<std::uint32_t> row;
  for (int y = 0; y < image.height; ++y) {
    if (progress && y % 64 == 0 && !progress(double(y) / image.height)) return {};
    samples.read_row(row);
    std::byte* to = image.texel(0, y);
    for (const std::uint32_t value : row) {
      store(to, (value * pnm.max_code() + pnm.max_value / 2) / pnm.max_value, bits); // the nearest code
      to += bits / 8;
    }
  }
  state_facts(image, file, pnm);
  return with_alpha_1(std::move(image));
}

Image read_pfm(const InputFile& file, const ReadShape&, const Progress& progress) {
  NetpbmHeader header(file);
  const int channels = header.kind() == 'F' ? 3 : 1;
  const std::uint64_t width = header.number(), height = header.number();
  const double scale = header.real(); // negative: little endian
  if (scale == 0) header.refuse();
  file.check_sides(width, height);
  if (width * height * std::uint64_t(channels) * 4 > bytes_left(file))
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  Image image = Image::create(int(width), int(height), {ElementKind::floating, 32, channels});
  for (int y = image.height - 1; y >= 0; --y) { // the lowest row comes first
    if (progress && y % 64 == 0 && !progress(1 - double(y + 1) / image.height)) return {};
    std::byte* row = image.texel(0, y);
    file.read(row, image.row_bytes());
    if (scale > 0)
      for (std::size_t i = 0; i < image.row_bytes(); i += 4)
        std::reverse(row + i, row + i + 4);
  }
  if (std::abs(scale) != 1)
    add_note(image,
             say(Text::image_pfm_scale, {input_name(file.path), fmt::format("{:g}", std::abs(scale))}));
  return with_alpha_1(std::move(image));
}

} // namespace texelscope
