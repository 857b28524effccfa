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
  bool srgb = false;
  double gamma = 0;
  std::string icc = {}, exif = {};
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
  if (recipe.srgb) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (recipe.gamma > 0) png_set_gAMA(png, info, recipe.gamma);
  if (!recipe.icc.empty())
    png_set_iCCP(png, info, "profile", 0, reinterpret_cast<png_const_bytep>(recipe.icc.data()),
                 png_uint_32(recipe.icc.size()));
  if (!recipe.exif.empty())
    png_set_eXIf_1(png, info, png_uint_32(recipe.exif.size()),
                   reinterpret_cast<png_bytep>(const_cast<char*>(recipe.exif.data())));
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

// `data` holds `components` bytes a pixel; `exif`, `icc`: without the names of their markers.
inline std::string make_jpeg(int width, int height, int components, J_COLOR_SPACE space,
                             std::vector<std::uint8_t> data, bool progressive = false,
                             const std::string& exif = {}, const std::string& icc = {}) {
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
  if (!exif.empty()) {
    const std::string marker = std::string("Exif\0\0", 6) + exif;
    jpeg_write_marker(&jpeg, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(marker.data()),
                      unsigned(marker.size()));
  }
  if (!icc.empty())
    jpeg_write_icc_profile(&jpeg, reinterpret_cast<const JOCTET*>(icc.data()), unsigned(icc.size()));
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

// An ICC profile of version 2 whose colors have the curve x^(gamma / 256); `table`: a curve of these 16-bit
// values.
inline std::string make_icc(const std::string& name, std::uint32_t gamma,
                            const std::vector<std::uint16_t>& table = {}) {
  const auto big = [](std::uint32_t value, int bytes) {
    std::string out;
    for (int i = bytes - 1; i >= 0; --i)
      out += char(value >> 8 * i);
    return out;
  };
  std::string curve = "curv" + big(0, 4) + big(table.empty() ? 1u : std::uint32_t(table.size()), 4);
  if (table.empty()) curve += big(gamma, 2);
  for (const std::uint16_t value : table)
    curve += big(value, 2);
  curve.resize((curve.size() + 3) / 4 * 4);
  std::string description = "desc" + big(0, 4) + big(std::uint32_t(name.size() + 1), 4) + name;
  description.resize((description.size() + 92) / 4 * 4);
  const std::uint32_t first = 128 + 4 + 2 * 12, second = first + std::uint32_t(description.size());
  std::string header =
      big(second + std::uint32_t(curve.size()), 4) + big(0, 4) + big(0x02400000, 4) + "mntrRGB XYZ ";
  header.resize(36);
  header += "acsp";
  header.resize(68);
  header += big(0xf6d6, 4) + big(0x10000, 4) + big(0xd32d, 4);
  header.resize(128);
  return header + big(2, 4) + "desc" + big(first, 4) + big(std::uint32_t(description.size()), 4) + "rTRC" +
         big(second, 4) + big(std::uint32_t(curve.size()), 4) + description + curve;
}

// EXIF in either byte order: an orientation, and behind it a directory with a color space.
inline std::string make_exif(std::uint32_t orientation, std::uint32_t color_space, bool big = false) {
  const auto number = [&](std::uint32_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i)
      out += char(value >> 8 * (big ? bytes - 1 - i : i));
    return out;
  };
  const auto entry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t value) {
    const std::string in_front = number(tag, 2) + number(type, 2) + number(1, 4);
    return in_front + (type == 3 ? number(value, 2) + std::string(2, '\0') : number(value, 4));
  };
  const std::uint32_t second = 8 + 2 + 2 * 12 + 4;
  return (big ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) + entry(0x112, 3, orientation) +
         entry(0x8769, 4, second) + number(0, 4) + number(1, 2) + entry(0xa001, 3, color_space) +
         number(0, 4);
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
