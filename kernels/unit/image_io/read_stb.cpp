// Reads BMP, TGA and Radiance HDR through stb_image. It takes what lies behind the end of a file for zeros,
// and of a header it checks little: both is done here, before and while it reads.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include <stb/stb_image.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/color_space.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

struct FreeTexels {
  void operator()(void* texels) const { stbi_image_free(texels); }
};
template <class Texel>
using Decoded = std::unique_ptr<Texel, FreeTexels>;

// A file as stb_image reads it. Behind its end come bytes that end every run of stb_image's, which zeros do
// not.
class StbFile {
public:
  // `other_header`: stands for the bytes in front of the file's position.
  StbFile(const InputFile& of, const Progress& report, std::string other_header = {})
      : file(of), progress(report), header(std::move(other_header)) {}

  static stbi_io_callbacks callbacks() { return {on_read, on_skip, on_eof}; }
  void check_whole() const {
    file.refuse_unread();
    if (past_end) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  }
  [[noreturn]] void refuse() const {
    check_whole();
    const char* reason = stbi_failure_reason();
    if (reason && std::string_view(reason) == "outofmem") throw std::bad_alloc();
    file.refuse(Text::image_truncated, {reason ? reason : ""});
  }

  const InputFile& file;
  const Progress& progress;
  bool stopped = false;

private:
  static constexpr int buffer_bytes = 128; // that stb_image fills, and of which it may need none

  static int on_read(void* user, char* to, int bytes) {
    StbFile& self = *static_cast<StbFile*>(user);
    const auto wanted = std::size_t(bytes), got = self.read(to, wanted);
    const bool fills_buffer = bytes == buffer_bytes && got > 0;
    if (got == wanted || fills_buffer) return int(got);
    self.past_end = true;
    std::memset(to + got, 0xff, wanted - got);
    return bytes;
  }
  static void on_skip(void* user, int bytes) {
    StbFile& self = *static_cast<StbFile*>(user);
    const std::size_t of_header = std::min(self.header.size(), std::size_t(std::max(bytes, 0)));
    self.header.erase(0, of_header);
    std::fseek(self.file.handle.get(), bytes - long(of_header), SEEK_CUR);
  }
  static int on_eof(void* user) { return static_cast<StbFile*>(user)->past_end ? 1 : 0; }

  std::size_t read(char* to, std::size_t bytes) {
    if (stopped) return 0;
    const std::size_t of_header = std::min(header.size(), bytes);
    std::copy_n(header.begin(), of_header, to);
    header.erase(0, of_header);
    const std::size_t got = of_header + std::fread(to + of_header, 1, bytes - of_header, file.handle.get());
    taken += got;
    if (progress && taken - reported > (1 << 20)) {
      reported = taken;
      stopped = !progress(std::min(double(taken) / double(file.size), 1.0));
    }
    return got;
  }

  std::string header;
  bool past_end = false;
  std::uint64_t taken = 0, reported = 0;
};

std::uint32_t little(std::string_view bytes, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = count - 1; i >= 0; --i)
    value = value << 8 | std::uint8_t(bytes[at + std::size_t(i)]);
  return value;
}

// The first `size` bytes; zeros stand for those that the file lacks.
std::string header_of(const InputFile& file, std::size_t size) {
  std::string bytes(size, '\0');
  std::fread(bytes.data(), 1, size, file.handle.get());
  file.refuse_unread();
  std::rewind(file.handle.get());
  return bytes;
}

struct Size {
  std::uint64_t width, height;
};

// What stb_image makes of a file of a checked size; `channels` 0: its own.
Image decode(StbFile& from, const Size& size, int channels) {
  const stbi_io_callbacks callbacks = StbFile::callbacks();
  int width = 0, height = 0, own = 0;
  const Decoded<stbi_uc> texels(stbi_load_from_callbacks(&callbacks, &from, &width, &height, &own, channels));
  if (from.stopped) return {};
  if (!texels) from.refuse();
  from.check_whole();
  if (std::uint64_t(width) != size.width || std::uint64_t(height) != size.height)
    from.file.refuse(Text::image_truncated, {text(Text::image_header_damaged)});
  Image image = Image::create(width, height, {ElementKind::unsigned_int, 8, channels == 0 ? own : channels});
  std::memcpy(image.texels.data(), texels.get(), image.size_bytes());
  return image;
}

[[noreturn]] void refuse_kind(const InputFile& file, std::string_view format, const std::string& kind) {
  file.refuse(Text::image_variant, {format, kind});
}

// Of the headers of BMP that there are, stb_image knows some, with nothing between them and the texels.
struct BmpHeader {
  explicit BmpHeader(const InputFile& of) : file(of), bytes(header_of(file, 14 + 124)) {
    constexpr std::uintmax_t shortest = 26;
    if (file.size < shortest) file.refuse(Text::image_truncated, {text(Text::image_too_short)});
    length = little(bytes, 14, 4);
    is_old = length == 12;
    if (!is_old && (length < 40 || length > 124))
      refuse_kind(file, "BMP", "header of " + std::to_string(length) + " bytes");
    const auto side = [](std::uint32_t code) {
      return std::uint64_t(std::abs(std::int64_t(std::int32_t(code)))); // negative: from the top down
    };
    size = is_old ? Size{little(bytes, 18, 2), little(bytes, 20, 2)}
                  : Size{side(little(bytes, 18, 4)), side(little(bytes, 22, 4))};
    bits = little(bytes, is_old ? 24 : 28, 2);
    compression = is_old ? 0 : little(bytes, 30, 4);
    const std::uint32_t space = length >= 108 ? little(bytes, 70, 4) : 0;
    states_srgb = space == 0x73524742 || space == 0x57696e20; // 'sRGB' and 'Win ', which is the same
    check_kind();
  }

  // Of version 4 or the oldest, with the masks and all entries of the palette; the file then stands at its
  // texels.
  std::string for_stb() const {
    constexpr std::size_t file_header = 14, version4 = 108;
    std::string header = bytes.substr(0, is_old ? file_header + 12 : file_header + 40);
    if (!is_old) {
      const bool has_masks = compression == bit_fields || compression == alpha_bit_fields;
      const bool has_alpha = compression == alpha_bit_fields || length >= 56;
      if (has_masks) header += bytes.substr(header.size(), has_alpha ? 16 : 12);
      header.resize(file_header + version4);
      put(header, file_header, version4);
      if (has_masks) put(header, 30, bit_fields);
    }
    header += palette();
    put(header, 10, std::uint32_t(header.size()));
    seek(little(bytes, 10, 4));
    return header;
  }

  const InputFile& file;
  Size size = {};
  std::uint32_t bits = 0;
  bool states_srgb = false;

private:
  static constexpr std::uint32_t bit_fields = 3, alpha_bit_fields = 6;

  void check_kind() const {
    constexpr std::array names = {"", "RLE8", "RLE4", "", "JPEG", "PNG", ""};
    if (compression >= names.size()) refuse_kind(file, "BMP", "compression " + std::to_string(compression));
    if (*names[compression] != '\0') refuse_kind(file, "BMP", names[compression]);
    constexpr std::uint32_t known[] = {1, 4, 8, 16, 24, 32};
    if (std::ranges::count(known, bits) == 0) refuse_kind(file, "BMP", std::to_string(bits) + " bits");
  }

  // Entries that the file lacks are black.
  std::string palette() const {
    if (bits > 8) return {};
    const std::uint32_t entry = is_old ? 3 : 4, masks = compression == bit_fields && length == 40 ? 12 : 0;
    const std::uint32_t from = 14 + length + masks, texels = little(bytes, 10, 4);
    if (texels <= from) file.refuse(Text::image_truncated, {text(Text::image_header_damaged)});
    const std::size_t all = std::size_t(entry) << bits, there = std::min<std::size_t>(all, texels - from);
    std::string colors(all, '\0');
    seek(from);
    file.read(colors.data(), there);
    return colors;
  }

  void seek(std::uint32_t to) const {
    if (to > file.size || std::fseek(file.handle.get(), long(to), SEEK_SET) != 0)
      file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  }
  static void put(std::string& header, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i)
      header[at + i] = char(value >> 8 * i);
  }

  std::string bytes;
  std::uint32_t length = 0, compression = 0;
  bool is_old = false;
};

// "u8x3", "palette of 4 bits"
std::string bmp_texels(const BmpHeader& header) {
  if (header.bits <= 8) return "palette, " + std::to_string(header.bits) + " bits";
  if (header.bits == 16) return "16 bits, RGB";
  return format_name({ElementKind::unsigned_int, 8, int(header.bits / 8)});
}

struct TgaHeader {
  explicit TgaHeader(std::string_view start)
      : palette(little(start, 1, 1)), kind(little(start, 2, 1)), id_bytes(little(start, 0, 1)),
        palette_length(little(start, 5, 2)),
        palette_bits(little(start, 7, 1)), size{little(start, 12, 2), little(start, 14, 2)},
        bits(little(start, 16, 1)), from_right((little(start, 17, 1) & 0x10) != 0) {}

  static constexpr std::size_t bytes = 18;

  bool packed() const { return kind >= 9; }
  bool indexed() const { return palette == 1; }
  bool is_gray() const { return kind == 3 || kind == 11; }
  // What lies in front of the texels.
  std::uint64_t front() const { return bytes + id_bytes + (palette_length * ((palette_bits + 7) / 8)); }
  std::uint64_t texel_bytes() const { return (bits + 7) / 8; }

  std::uint64_t palette, kind, id_bytes, palette_length, palette_bits;
  Size size;
  std::uint64_t bits;
  bool from_right;
};

std::string tga_texels(const TgaHeader& header) {
  if (header.indexed()) return "palette, " + std::to_string(header.bits) + " bits";
  if (header.is_gray()) return format_name({ElementKind::unsigned_int, 8, int(header.texel_bytes())});
  if (header.bits < 24) return "R5G5B5";
  return format_name({ElementKind::unsigned_int, 8, int(header.texel_bytes())});
}

void mirror_rows(Image& image) {
  const auto bytes = std::size_t(image.format.texel_bytes());
  for (int y = 0; y < image.height; ++y)
    for (int left = 0, right = image.width - 1; left < right; ++left, --right)
      std::swap_ranges(image.texel(left, y), image.texel(left, y) + bytes, image.texel(right, y));
}

// The lines of the header, in which stb_image understands one kind of texels and one order.
class HdrHeader {
public:
  explicit HdrHeader(const InputFile& of) : file(of) {
    const std::string first = line();
    if (first != "#?RADIANCE" && first != "#?RGBE") refuse();
    for (std::string next = line(); !next.empty(); next = line())
      if (next.starts_with("FORMAT=")) format = next.substr(7);
    if (format.empty()) refuse();
    if (format != "32-bit_rle_rgbe") refuse_kind(file, "HDR", format);
    read_size(line());
    std::rewind(file.handle.get());
  }

  Size size = {};

private:
  std::string line() {
    constexpr std::size_t max_length = 1000, max_lines = 1000;
    std::string text;
    int byte = 0;
    while ((byte = std::getc(file.handle.get())) != '\n') {
      if (byte == EOF || text.size() == max_length) refuse();
      text += char(byte);
    }
    if (++lines > max_lines) refuse();
    return text;
  }

  // "-Y 480 +X 640": rows from the top, texels from the left.
  void read_size(const std::string& text) {
    int end = 0;
    char axes[4] = {};
    if (std::sscanf(text.c_str(), "%c%c %9llu %c%c %9llu%n", &axes[0], &axes[1], &height, &axes[2], &axes[3],
                    &width, &end) != 6 ||
        std::size_t(end) != text.size())
      refuse();
    if (std::string_view(axes, 4) != "-Y+X") refuse_kind(file, "HDR", text);
    size = {width, height};
  }

  [[noreturn]] void refuse() const {
    file.refuse_unread();
    file.refuse(
        Text::image_truncated,
        {text(std::feof(file.handle.get()) != 0 ? Text::image_too_short : Text::image_header_damaged)});
  }

  const InputFile& file;
  std::string format;
  std::size_t lines = 0;
  unsigned long long width = 0, height = 0;
};

} // namespace

Image read_bmp(const InputFile& file, const ReadShape&, const Progress& progress) {
  const BmpHeader header(file);
  file.check_sides(header.size.width, header.size.height);
  file.check_packed(header.size.width * header.size.height * header.bits / 8, 1);
  StbFile from(file, progress, header.for_stb());
  Image image = decode(from, header.size, 4);
  if (image.width == 0) return image;
  image.file.texels = bmp_texels(header);
  if (header.states_srgb) state_color_space(image, file, srgb_space());
  return image;
}

bool resembles_tga(std::string_view start) {
  if (start.size() < TgaHeader::bytes) return false;
  const TgaHeader header(start);
  const bool known = header.indexed() ? header.kind == 1 || header.kind == 9
                     : header.palette == 0
                         ? header.kind == 2 || header.kind == 3 || header.kind == 10 || header.kind == 11
                         : false;
  const auto has_bits = [](std::uint64_t bits) {
    return bits == 8 || bits == 15 || bits == 16 || bits == 24 || bits == 32;
  };
  return known && has_bits(header.bits) && (!header.indexed() || has_bits(header.palette_bits)) &&
         header.size.width > 0 && header.size.height > 0;
}

Image read_tga(const InputFile& file, const ReadShape&, const Progress& progress) {
  const TgaHeader header(header_of(file, TgaHeader::bytes));
  file.check_sides(header.size.width, header.size.height);
  const std::uint64_t texels = header.size.width * header.size.height;
  constexpr std::uint64_t max_run = 128;
  const std::uint64_t room = file.size < header.front() ? 0 : file.size - header.front();
  if (texels * header.texel_bytes() / (header.packed() ? max_run : 1) > room)
    file.refuse(Text::image_truncated, {text(Text::image_too_short)});
  StbFile from(file, progress);
  Image image = decode(from, header.size, 0);
  if (image.width == 0) return image;
  if (header.from_right) mirror_rows(image);
  image.file.texels = tga_texels(header);
  return with_alpha_1(std::move(image));
}

Image read_hdr(const InputFile& file, const ReadShape&, const Progress& progress) {
  const HdrHeader header(file);
  file.check_sides(header.size.width, header.size.height);
  file.check_packed(header.size.width * header.size.height * 4, 64); // two bytes for a run of 127
  StbFile from(file, progress);
  const stbi_io_callbacks callbacks = StbFile::callbacks();
  int width = 0, height = 0, own = 0;
  const Decoded<float> texels(stbi_loadf_from_callbacks(&callbacks, &from, &width, &height, &own, 4));
  if (from.stopped) return {};
  if (!texels) from.refuse();
  from.check_whole();
  Image image = Image::create(width, height, {ElementKind::floating, 32, 4});
  std::memcpy(image.texels.data(), texels.get(), image.size_bytes());
  image.file.texels = "RGBE";
  return image;
}

} // namespace texelscope
