// Writes PNG through libpng, into memory. libpng reports errors by longjmp: the function that can be left
// this way must not hold anything that needs destruction.
#include <csetjmp>
#include <new>
#include <vector>

#include <png.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/unit/image_io/write_image.h"

namespace texelscope {

namespace {

class PngWriter {
public:
  PngWriter() {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, [](png_structp, png_const_charp) {});
    info = png ? png_create_info_struct(png) : nullptr;
    if (!info) throw std::bad_alloc();
  }
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  std::vector<std::byte> encode(int width, int height, std::span<const std::uint8_t> rgba8) {
    if (!try_encode(png_uint_32(width), png_uint_32(height), rgba8.data())) throw std::bad_alloc();
    return std::move(bytes);
  }

private:
  // Nothing but memory can be missing.
  static void on_error(png_structp png, png_const_charp) { png_longjmp(png, 1); }

  static void on_write(png_structp png, png_bytep from, png_size_t count) {
    auto* self = static_cast<PngWriter*>(png_get_io_ptr(png));
    try {
      const auto* first = reinterpret_cast<const std::byte*>(from);
      self->bytes.insert(self->bytes.end(), first, first + count);
      return;
    } catch (const std::bad_alloc&) {
    }
    png_error(png, "out of memory");
  }

  bool try_encode(png_uint_32 width, png_uint_32 height, const std::uint8_t* rgba8) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_write_fn(png, this, on_write, nullptr);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_compression_level(png, 4);
    png_write_info(png, info);
    for (png_uint_32 y = 0; y < height; ++y)
      png_write_row(png, rgba8 + std::size_t(y) * width * 4);
    png_write_end(png, info);
    return true;
  }

  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<std::byte> bytes;
};

} // namespace

void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba8) {
  write_file(path, {PngWriter().encode(width, height, rgba8)});
}

} // namespace texelscope
