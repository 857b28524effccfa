// Reads TIFF through libtiff: strips and tiles of 1 to 4 channels of 8 to 32 bits as they are, palettes, few
// bits and other colors as libtiff shows them. Further pages are slices or layers, if the texture has such.
#include <algorithm>
#include <bit>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tiffio.h>

#include "kernels/ground/base/half.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/image_io/color_space.h"
#include "kernels/unit/image_io/exif.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

// The open file, its position and what libtiff reports.
class TiffFile {
public:
  explicit TiffFile(const InputFile& from) : file(from) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                   TIFFOpenOptionsFree);
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, this);
    TIFFOpenOptionsSetWarningHandlerExtR(
        options.get(), [](TIFF*, void*, const char*, const char*, va_list) { return 1; }, nullptr);
    // 'm': the file is not mapped into memory.
    handle.reset(TIFFClientOpenExt(
        "file", "rm", this, on_read, [](thandle_t, void*, tmsize_t) { return tmsize_t(0); }, on_seek,
        [](thandle_t) { return 0; }, [](thandle_t user) { return toff_t(self(user).file.size); },
        [](thandle_t, void**, toff_t*) { return 0; }, [](thandle_t, void*, toff_t) {}, options.get()));
    if (!handle) fail();
  }

  TIFF* get() const { return handle.get(); }

  template <class T = std::uint16_t>
  T value(std::uint32_t tag, T missing = 0) const {
    T found = missing;
    return TIFFGetFieldDefaulted(get(), tag, &found) == 1 ? found : missing;
  }

  [[noreturn]] void fail() const {
    file.refuse_unread();
    file.refuse(Text::image_truncated, {message.empty() ? text(Text::image_too_short) : message});
  }
  [[noreturn]] void refuse_kind(const std::string& kind) const {
    file.refuse(Text::image_variant, {"TIFF", kind});
  }

  const InputFile& file;

private:
  struct Close {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };

  static TiffFile& self(thandle_t user) { return *static_cast<TiffFile*>(user); }
  static tmsize_t on_read(thandle_t user, void* to, tmsize_t bytes) {
    return tmsize_t(std::fread(to, 1, std::size_t(bytes), self(user).file.handle.get()));
  }
  static toff_t on_seek(thandle_t user, toff_t to, int from) {
    std::FILE* file = self(user).file.handle.get();
    return fseeko(file, off_t(to), from) == 0 ? toff_t(ftello(file)) : toff_t(-1);
  }
  static int on_error(TIFF*, void* user, const char*, const char* format, va_list values) {
    std::string& message = static_cast<TiffFile*>(user)->message;
    char line[200] = "";
    std::vsnprintf(line, sizeof line, format, values);
    if (!message.empty()) return 1; // the first one is the cause
    message = visible_line(line);
    while (message.ends_with('.'))
      message.pop_back();
    return 1;
  }

  std::string message;
  std::unique_ptr<TIFF, Close> handle; // last: it reports while it closes
};

// What one page states.
struct TiffPage {
  explicit TiffPage(const TiffFile& tiff)
      : width(tiff.value<std::uint32_t>(TIFFTAG_IMAGEWIDTH)),
        height(tiff.value<std::uint32_t>(TIFFTAG_IMAGELENGTH)), bits(tiff.value(TIFFTAG_BITSPERSAMPLE)),
        samples(tiff.value(TIFFTAG_SAMPLESPERPIXEL)), sample_format(tiff.value(TIFFTAG_SAMPLEFORMAT)),
        photometric(tiff.value(TIFFTAG_PHOTOMETRIC)), compression(tiff.value(TIFFTAG_COMPRESSION)),
        orientation(tiff.value(TIFFTAG_ORIENTATION)),
        separate(tiff.value(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE),
        tiled(TIFFIsTiled(tiff.get()) != 0) {
    std::uint16_t count = 0, *kinds = nullptr;
    if (TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds) == 1 && count > 0)
      premultiplied = kinds[0] == EXTRASAMPLE_ASSOCALPHA;
  }

  bool is_jpeg_color() const { return photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG; }
  // Whether the samples are read as they are.
  bool is_plain() const {
    const bool has_bits = bits == 8 || bits == 16 || bits == 32 || (bits == 64 && is_float());
    return has_bits && (photometric <= PHOTOMETRIC_RGB || is_jpeg_color());
  }
  bool is_float() const { return sample_format == SAMPLEFORMAT_IEEEFP; }
  bool is_color() const { return photometric == PHOTOMETRIC_RGB || is_jpeg_color(); }
  ElementKind kind() const {
    return is_float()                          ? ElementKind::floating
           : sample_format == SAMPLEFORMAT_INT ? ElementKind::signed_int
                                               : ElementKind::unsigned_int;
  }
  bool operator==(const TiffPage&) const = default;

  std::uint32_t width, height;
  std::uint16_t bits, samples, sample_format, photometric, compression, orientation;
  bool separate, tiled, premultiplied = false;
};

std::string kind_name(const TiffPage& page) {
  switch (page.photometric) {
  case PHOTOMETRIC_SEPARATED:
    return "CMYK";
  case PHOTOMETRIC_CIELAB:
  case PHOTOMETRIC_ICCLAB:
  case PHOTOMETRIC_ITULAB:
    return "Lab";
  case PHOTOMETRIC_LOGL:
  case PHOTOMETRIC_LOGLUV:
    return "LogLuv";
  case PHOTOMETRIC_CFA:
    return "CFA";
  default:
    return format_name({page.kind(), page.bits, page.samples});
  }
}

void check_kind(const TiffFile& tiff, const TiffPage& page) {
  char reason[1024] = "";
  const bool is_shown = page.photometric == PHOTOMETRIC_PALETTE || page.photometric == PHOTOMETRIC_YCBCR ||
                        (page.bits < 8 && page.photometric <= PHOTOMETRIC_RGB);
  const bool supported = page.is_plain() ? page.samples >= 1 && page.samples <= 4 &&
                                               page.sample_format <= SAMPLEFORMAT_VOID &&
                                               (!page.is_float() || page.bits >= 16)
                                         : is_shown && TIFFRGBAImageOK(tiff.get(), reason) == 1;
  if (!supported) tiff.refuse_kind(kind_name(page));
  if (TIFFIsCODECConfigured(page.compression) == 0)
    tiff.refuse_kind("compression " + std::to_string(page.compression));
}

// How often a compression may hold its own size.
std::uint64_t packing_ratio(std::uint16_t compression) {
  switch (compression) {
  case COMPRESSION_NONE:
    return 1;
  case COMPRESSION_PACKBITS:
    return 64;
  case COMPRESSION_ADOBE_DEFLATE:
  case COMPRESSION_DEFLATE:
    return 1100;
  case COMPRESSION_LZW:
  case COMPRESSION_JPEG:
    return 10000;
  default: // of fax a bit may be a row
    return 1 << 20;
  }
}

// Blocks, which are strips or tiles, of a page whose samples are read as they are.
class TiffBlocks {
public:
  TiffBlocks(const TiffFile& of, const TiffPage& stated) : tiff(of), page(stated) {
    if (page.is_jpeg_color()) TIFFSetField(tiff.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    width = page.tiled ? tiff.value<std::uint32_t>(TIFFTAG_TILEWIDTH) : page.width;
    height = page.tiled ? tiff.value<std::uint32_t>(TIFFTAG_TILELENGTH)
                        : std::min(tiff.value<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, page.height), page.height);
    bytes = page.tiled ? TIFFTileSize(tiff.get()) : TIFFStripSize(tiff.get());
    samples = page.separate ? 1 : page.samples;
    const std::uint64_t needed = std::uint64_t(width) * height * sample_bytes() * samples;
    if (width == 0 || height == 0 || bytes <= 0 || needed > std::uint64_t(bytes)) tiff.fail();
    tiff.file.check_packed(std::uint64_t(bytes), packing_ratio(page.compression));
    buffer.reset(new std::byte[std::size_t(bytes)]); // touched as far as blocks are decoded
  }

  // False if progress requested a stop. `to`: rows of texels of all samples.
  bool read(std::byte* to, const Progress& progress) {
    const std::uint32_t across = (page.width + width - 1) / width, down = (page.height + height - 1) / height;
    const std::uint32_t planes = page.separate ? page.samples : 1;
    std::uint32_t block = 0;
    for (std::uint32_t plane = 0; plane < planes; ++plane)
      for (std::uint32_t y = 0; y < down; ++y) {
        if (progress && !progress((double(plane) * down + y) / (double(planes) * down))) return false;
        for (std::uint32_t x = 0; x < across; ++x) {
          read_block(block++);
          copy(x * width, y * height, plane, to);
        }
      }
    return true;
  }

private:
  std::size_t sample_bytes() const { return page.bits / 8u; }

  void read_block(std::uint32_t block) {
    const tmsize_t got = page.tiled ? TIFFReadEncodedTile(tiff.get(), block, buffer.get(), bytes)
                                    : TIFFReadEncodedStrip(tiff.get(), block, buffer.get(), bytes);
    if (got < 0) tiff.fail();
    read_bytes = std::size_t(got);
  }

  void copy(std::uint32_t left, std::uint32_t top, std::uint32_t plane, std::byte* to) {
    const std::size_t columns = std::min(width, page.width - left),
                      rows = std::min(height, page.height - top);
    const std::size_t run = sample_bytes() * samples, texel = sample_bytes() * page.samples;
    if (((rows - 1) * width + columns) * run > read_bytes) tiff.fail();
    for (std::size_t y = 0; y < rows; ++y) {
      const std::byte* from = buffer.get() + y * width * run;
      std::byte* row = to + ((top + y) * std::size_t(page.width) + left) * texel + plane * sample_bytes();
      if (run == texel)
        std::memcpy(row, from, columns * run);
      else
        for (std::size_t x = 0; x < columns; ++x)
          std::memcpy(row + x * texel, from + x * run, run);
    }
  }

  const TiffFile& tiff;
  const TiffPage& page;
  std::uint32_t width = 0, height = 0;
  std::size_t samples = 0, read_bytes = 0;
  tmsize_t bytes = 0;
  std::unique_ptr<std::byte[]> buffer;
};

// Floats of 64 bits as floats of 32.
void narrow(Image& image, const std::vector<double>& values) {
  std::vector<float> narrowed(values.size());
  std::ranges::transform(values, narrowed.begin(), [](double value) { return static_cast<float>(value); });
  std::memcpy(image.texels.data(), narrowed.data(), narrowed.size() * sizeof(float));
}

// White is 0 in such a page.
void invert(Image& image) {
  for (std::size_t i = 0; i < image.size_bytes(); ++i)
    image.texels[i] = ~image.texels[i];
}

Image read_plain(const TiffFile& tiff, const TiffPage& page, const Progress& progress) {
  const bool wide = page.bits == 64;
  const ElementFormat format = {page.kind(), wide ? 32 : page.bits, page.samples};
  TiffBlocks blocks(tiff, page);
  Image image = Image::unwritten({int(page.width), int(page.height), format});
  if (wide) {
    std::vector<double> values(std::size_t(page.width) * page.height * page.samples);
    if (!blocks.read(reinterpret_cast<std::byte*>(values.data()), progress)) return {};
    narrow(image, values);
    image.file.texels = format_name({page.kind(), page.bits, page.samples});
    add_note(image, say(Text::image_became, {input_name(tiff.file.path), "float64", "float32"}));
  } else if (!blocks.read(image.texels.data(), progress))
    return {};
  if (page.photometric == PHOTOMETRIC_MINISWHITE && format.kind == ElementKind::unsigned_int) invert(image);
  return with_alpha_1(std::move(image));
}

// "palette, 4 bits", "u1x1", "YCbCr"
std::string shown_texels(const TiffPage& page) {
  if (page.photometric == PHOTOMETRIC_PALETTE) return "palette, " + std::to_string(page.bits) + " bits";
  if (page.photometric == PHOTOMETRIC_YCBCR) return "YCbCr, 8 bits";
  return format_name({page.kind(), page.bits, page.samples});
}

Image first_channel(const Image& colors) {
  Image gray = Image::unwritten({colors.width, colors.height, {ElementKind::unsigned_int, 8, 1}});
  for (int y = 0; y < colors.height; ++y)
    for (int x = 0; x < colors.width; ++x)
      *gray.texel(x, y) = *colors.texel(x, y);
  return gray;
}

// As libtiff shows it: 8 bits.
Image read_shown(const TiffFile& tiff, const TiffPage& page) {
  static_assert(std::endian::native == std::endian::little);
  TIFFRGBAImage shown = {};
  char reason[1024] = "";
  if (TIFFRGBAImageBegin(&shown, tiff.get(), 1, reason) != 1) tiff.fail();
  const std::unique_ptr<TIFFRGBAImage, decltype(&TIFFRGBAImageEnd)> end(&shown, TIFFRGBAImageEnd);
  shown.orientation = shown.req_orientation = ORIENTATION_TOPLEFT; // turned afterwards
  Image image = Image::unwritten({int(page.width), int(page.height), {ElementKind::unsigned_int, 8, 4}});
  if (TIFFRGBAImageGet(&shown, reinterpret_cast<std::uint32_t*>(image.texels.data()), page.width,
                       page.height) != 1)
    tiff.fail();
  const bool gray = page.photometric <= PHOTOMETRIC_MINISBLACK && page.samples == 1;
  if (gray) image = first_channel(image);
  image.file.texels = shown_texels(page);
  return image;
}

Image read_page(const TiffFile& tiff, const TiffPage& page, const Progress& progress) {
  tiff.file.check_sides(page.width, page.height);
  check_kind(tiff, page);
  const std::uint64_t bytes = std::uint64_t(page.width) * page.height * page.samples * page.bits / 8;
  tiff.file.check_packed(bytes, packing_ratio(page.compression));
  return page.is_plain() ? read_plain(tiff, page, progress) : read_shown(tiff, page);
}

ColorSpace color_space_of(const TiffFile& tiff) {
  std::uint32_t bytes = 0;
  const unsigned char* profile = nullptr;
  if (TIFFGetField(tiff.get(), TIFFTAG_ICCPROFILE, &bytes, &profile) == 1) return icc_space({profile, bytes});
  return {};
}

bool is_reduced(const TiffFile& tiff) {
  return (tiff.value<std::uint32_t>(TIFFTAG_SUBFILETYPE) & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
}

// The numbers of the pages that are pictures of their own; the first page always counts.
std::vector<tdir_t> pages_of(const TiffFile& tiff) {
  constexpr std::size_t max_pages = 65536;
  std::vector<tdir_t> pages = {0};
  for (tdir_t page = 1; pages.size() < max_pages && TIFFReadDirectory(tiff.get()) == 1; ++page)
    if (!is_reduced(tiff)) pages.push_back(page);
  if (TIFFSetDirectory(tiff.get(), 0) != 1) tiff.fail();
  return pages;
}

// The pages as slices or layers: they must be alike.
Image read_planes(const TiffFile& tiff, const std::vector<tdir_t>& pages, Dimension dimension,
                  const Progress& progress) {
  tiff.file.check_planes(dimension, pages.size());
  const TiffPage first(tiff);
  Image all;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (TIFFSetDirectory(tiff.get(), pages[i]) != 1) tiff.fail();
    const TiffPage page(tiff);
    if (!(page == first))
      tiff.file.refuse(Text::tiff_pages_differ, {std::to_string(i + 1), identifier(dimension)});
    const Image plane = read_page(tiff, page, [&](double share) {
      return !progress || progress((double(i) + share) / double(pages.size()));
    });
    if (plane.width == 0) return {};
    if (i == 0) {
      TextureShape shape = plane.shape();
      shape.dimension = dimension;
      shape.planes = int(pages.size());
      all = Image::unwritten(shape);
      all.file = plane.file;
      all.note = plane.note;
    }
    std::memcpy(all.texels.data() + i * all.plane_bytes(), plane.texels.data(), all.plane_bytes());
  }
  return all;
}

} // namespace

Image read_tiff(const InputFile& file, const ReadShape& shape, const Progress& progress) {
  const TiffFile tiff(file);
  const TiffPage first(tiff);
  const ColorSpace space = color_space_of(tiff);
  const std::vector<tdir_t> pages = pages_of(tiff);
  const bool as_planes = shape.dimension == Dimension::d3 || shape.dimension == Dimension::d2_layered;
  Image image = pages.size() > 1 && as_planes ? read_planes(tiff, pages, shape.dimension, progress)
                                              : read_page(tiff, first, progress);
  if (image.width == 0) return image;
  if (pages.size() > 1 && !as_planes)
    add_note(image, say(Text::tiff_pages, {input_name(file.path), std::to_string(pages.size())}));
  if (first.premultiplied && image.format.channels == 4 && first.samples == 4)
    add_note(image, say(Text::image_premultiplied, {input_name(file.path), "TIFF"}));
  state_color_space(image, file, space);
  return oriented(std::move(image), first.orientation, file);
}

} // namespace texelscope
