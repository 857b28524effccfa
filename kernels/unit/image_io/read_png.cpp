// Reads PNG through libpng. libpng reports errors by longjmp: a function that can be left this way must not
// hold anything that needs destruction.
#include <csetjmp>
#include <cstdio>
#include <new>
#include <span>
#include <utility>

#include <png.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/color_space.h"
#include "kernels/unit/image_io/exif.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

class PngReader {
public:
  explicit PngReader(const InputFile& from) : file(from) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, [](png_structp, png_const_charp) {});
    info = png ? png_create_info_struct(png) : nullptr;
    if (!info) throw std::bad_alloc();
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  void read_header() {
    if (!try_info()) fail();
    file.check_sides(png_get_image_width(png, info), png_get_image_height(png, info));
    if (!try_facts()) fail();
    if (!try_format()) fail();
    file.check_packed(std::uint64_t(png_get_rowbytes(png, info)) * png_get_image_height(png, info), 1100);
  }

  // Empty if progress requested a stop.
  Image read_texels(const Progress& progress) {
    const int height = int(png_get_image_height(png, info));
    Image image =
        Image::create(int(png_get_image_width(png, info)), height,
                      {ElementKind::unsigned_int, png_get_bit_depth(png, info), png_get_channels(png, info)});
    for (int pass = 0; pass < passes; ++pass)
      for (int y = 0; y < height; ++y) {
        if (!try_row(reinterpret_cast<png_bytep>(image.texel(0, y)))) fail();
        const double share = (double(pass) * height + y) / (double(passes) * height);
        if (progress && y % 64 == 0 && !progress(share)) return {};
      }
    if (!try_end()) fail();
    image.file.texels = stored_texels;
    state_color_space(image, file, color_space());
    const Exif exif = {exif_data, exif_bytes};
    return oriented(std::move(image), exif_facts(exif).orientation, file);
  }

private:
  using Exif = std::span<const unsigned char>;

  [[noreturn]] void fail() const {
    file.refuse_unread();
    file.refuse(Text::image_truncated, {message});
  }

  static void on_error(png_structp png, png_const_charp error) {
    auto* self = static_cast<PngReader*>(png_get_error_ptr(png));
    std::snprintf(self->message, sizeof self->message, "%s", error);
    png_longjmp(png, 1);
  }

  static void on_read(png_structp png, png_bytep to, png_size_t bytes) {
    auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
    if (std::fread(to, 1, bytes, self->file.handle.get()) != bytes)
      png_error(png, text(Text::image_too_short));
  }

  bool try_info() {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_read_fn(png, this, on_read);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff); // check_sides() has a better message
    png_set_chunk_cache_max(png, 1); // texts are not unpacked: a thousand of them may take 8 GB
    png_read_info(png, info);
    return true;
  }

  // What the chunks in front of the texels state, before they are read in another form.
  bool try_facts() {
    if (setjmp(png_jmpbuf(png))) return false;
    int method = 0;
    png_charp name = nullptr;
    png_get_iCCP(png, info, &name, &method, &icc_data, &icc_bytes);
    png_get_gAMA(png, info, &gamma);
    states_srgb = png_get_valid(png, info, PNG_INFO_sRGB) != 0;
    png_get_eXIf_1(png, info, &exif_bytes, &exif_data);
    set_stored_texels();
    return true;
  }

  void set_stored_texels() {
    const int bits = png_get_bit_depth(png, info), color = png_get_color_type(png, info);
    if (color == PNG_COLOR_TYPE_PALETTE)
      std::snprintf(stored_texels, sizeof stored_texels, "palette, %d bits", bits);
    else if (bits < 8 || color == PNG_COLOR_TYPE_RGB)
      std::snprintf(stored_texels, sizeof stored_texels, "u%dx%d", bits, png_get_channels(png, info));
  }

  ColorSpace color_space() const {
    constexpr double no_gamma = 0;
    if (icc_bytes > 0) return icc_space({icc_data, icc_bytes});
    if (states_srgb) return srgb_space();
    return gamma > no_gamma ? gamma_space(1 / gamma) : ColorSpace{};
  }

  // Requests 8 or 16 bits in 1, 2 or 4 channels, 16 bits in the machine's byte order. Allocates rows.
  bool try_format() {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_expand(png);
    if (png_get_bit_depth(png, info) == 16) png_set_swap(png);
    if (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR)
      png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
    passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return true;
  }

  bool try_row(png_bytep row) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_read_row(png, row, nullptr);
    return true;
  }

  bool try_end() {
    if (setjmp(png_jmpbuf(png))) return false;
    png_read_end(png, nullptr);
    return true;
  }

  const InputFile& file;
  png_structp png = nullptr;
  png_infop info = nullptr;
  int passes = 1;
  png_bytep icc_data = nullptr, exif_data = nullptr; // libpng's
  png_uint_32 icc_bytes = 0, exif_bytes = 0;
  double gamma = 0;
  bool states_srgb = false;
  char stored_texels[32] = "";
  char message[160] = "";
};

} // namespace

Image read_png(const InputFile& file, const ReadShape&, const Progress& progress) {
  PngReader reader(file);
  reader.read_header();
  return reader.read_texels(progress);
}

} // namespace texelscope
