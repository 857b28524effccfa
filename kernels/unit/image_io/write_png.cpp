// Writes PNG through libpng. libpng reports errors by longjmp: a function that can be left this way must not
// hold anything that needs destruction.
#include <csetjmp>
#include <exception>
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
  PngWriter(const PartSink& sink, int columns, int rows)
      : put(sink), width(png_uint_32(columns)), height(png_uint_32(rows)) {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, [](png_structp, png_const_charp) {});
    info = png ? png_create_info_struct(png) : nullptr;
    if (!info) throw std::bad_alloc();
  }
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  void begin() {
    if (!try_begin()) fail();
  }
  void write_rows(std::span<const std::uint8_t> rgba8) {
    if (!try_rows(rgba8.data(), rgba8.size() / 4 / width)) fail();
  }
  void end() {
    if (!try_end()) fail();
    put(kept);
  }

private:
  static constexpr std::size_t enough = 1 << 20; // for one part; libpng's own are small

  // Of the sink; otherwise nothing but memory can be missing.
  [[noreturn]] void fail() const {
    if (failure) std::rethrow_exception(failure);
    throw std::bad_alloc();
  }

  static void on_error(png_structp png, png_const_charp) { png_longjmp(png, 1); }

  static void on_write(png_structp png, png_bytep from, png_size_t count) {
    if (!static_cast<PngWriter*>(png_get_io_ptr(png))->keep(reinterpret_cast<const std::byte*>(from), count))
      png_error(png, "not written");
  }

  bool keep(const std::byte* from, std::size_t count) noexcept {
    try {
      kept.insert(kept.end(), from, from + count);
      if (kept.size() < enough) return true;
      put(kept);
      kept.clear();
      return true;
    } catch (...) {
      failure = std::current_exception();
      return false;
    }
  }

  bool try_begin() {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_write_fn(png, this, on_write, nullptr);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_compression_level(png, 4); // both are the choice of scripts/png_settings.py
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
    png_write_info(png, info);
    return true;
  }

  bool try_rows(const std::uint8_t* rgba8, std::size_t count) {
    if (setjmp(png_jmpbuf(png))) return false;
    for (std::size_t y = 0; y < count; ++y)
      png_write_row(png, rgba8 + y * width * 4);
    return true;
  }

  bool try_end() {
    if (setjmp(png_jmpbuf(png))) return false;
    png_write_end(png, info);
    return true;
  }

  const PartSink& put;
  png_uint_32 width, height;
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<std::byte> kept; // not yet put
  std::exception_ptr failure;
};

} // namespace

void write_png(const PartSink& put, const ColorRows& colors) {
  PngWriter png(put, colors.width, colors.height);
  png.begin();
  colors.bands([&](ColorRows::Band band) { png.write_rows(band); });
  png.end();
}

void write_png(const std::filesystem::path& path, const ColorRows& colors) {
  write_file(path, [&](const PartSink& put) { write_png(put, colors); });
}

void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba8) {
  write_png(path, ColorRows{width, height, [&](const auto& sink) { sink(rgba8); }});
}

} // namespace texelscope
