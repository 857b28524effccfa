// Small files of each kind that read_image() reads, as bytes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <jpeglib.h>
#include <png.h>

namespace texelscope::tests {

struct PngRecipe {
  int width = 1, height = 1, bits = 8, color_type = PNG_COLOR_TYPE_RGB;
  std::vector<std::uint8_t> data = {}; // packed rows, 16 bits big endian
  bool interlaced = false;
  std::vector<png_color> palette = {};
  std::vector<std::uint8_t> palette_alpha = {};
  int transparent_gray = -1;
  std::vector<png_text> texts = {};
};

inline std::string make_png(const PngRecipe& recipe) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp p, png_bytep data, png_size_t count) {
        static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<char*>(data), count);
      },
      nullptr);
  png_set_IHDR(png, info, png_uint_32(recipe.width), png_uint_32(recipe.height), recipe.bits,
               recipe.color_type, recipe.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (!recipe.palette.empty()) png_set_PLTE(png, info, recipe.palette.data(), int(recipe.palette.size()));
  if (!recipe.palette_alpha.empty())
    png_set_tRNS(png, info, recipe.palette_alpha.data(), int(recipe.palette_alpha.size()), nullptr);
  png_color_16 key = {};
  key.gray = png_uint_16(recipe.transparent_gray);
  if (recipe.transparent_gray >= 0) png_set_tRNS(png, info, nullptr, 0, &key);
  if (!recipe.texts.empty()) png_set_text(png, info, recipe.texts.data(), int(recipe.texts.size()));
  png_write_info(png, info);
  const int passes = png_set_interlace_handling(png);
  const std::size_t row = png_get_rowbytes(png, info);
  for (int pass = 0; pass < passes; ++pass)
    for (int y = 0; y < recipe.height; ++y)
      png_write_row(png, recipe.data.data() + std::size_t(y) * row);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

// `data` holds `components` bytes a pixel.
inline std::string make_jpeg(int width, int height, int components, J_COLOR_SPACE space,
                             std::vector<std::uint8_t> data, bool progressive = false) {
  jpeg_compress_struct jpeg = {};
  jpeg_error_mgr errors = {};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &memory, &size);
  jpeg.image_width = JDIMENSION(width);
  jpeg.image_height = JDIMENSION(height);
  jpeg.input_components = components;
  jpeg.in_color_space = space;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 100, TRUE);
  for (int c = 0; c < jpeg.num_components; ++c)
    jpeg.comp_info[c].h_samp_factor = jpeg.comp_info[c].v_samp_factor = 1;
  if (progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = data.data() + std::size_t(jpeg.next_scanline) * std::size_t(width * components);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::string bytes(reinterpret_cast<char*>(memory), size);
  std::free(memory);
  return bytes;
}

inline std::string make_npy(const std::string& descr, const std::string& shape, const std::string& data,
                            const std::string& order = "False", int version = 1) {
  std::string dictionary =
      "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
  std::string bytes("\x93NUMPY", 6);
  bytes += char(version);
  bytes += '\0';
  bytes += char(dictionary.size() & 255);
  bytes += char(dictionary.size() >> 8);
  if (version > 1) bytes += std::string(2, '\0');
  return bytes + dictionary + data;
}

} // namespace texelscope::tests
