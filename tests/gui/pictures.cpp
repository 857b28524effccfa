#include "gui/pictures.h"

#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <png.h>

#include "tests/files.h"

namespace texelscope::gui {

namespace {
template <class T>
double number_at(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return double(value);
}
} // namespace

Values read_values(const std::filesystem::path& file) {
  const std::string bytes = tests::contents(file);
  const auto shape = bytes.find("'shape': (");
  const auto end = bytes.find('\n');
  Values values;
  if (shape == std::string::npos || end == std::string::npos ||
      std::sscanf(bytes.c_str() + shape, "'shape': (%d, %d, 4)", &values.height, &values.width) != 2)
    throw std::runtime_error(file.string() + " holds no values");
  const std::string header = bytes.substr(0, end);
  const char type = header.find("<f4") != std::string::npos   ? 'f'
                    : header.find("<u4") != std::string::npos ? 'u'
                                                              : 'i';
  values.pixels.resize(std::size_t(values.width) * std::size_t(values.height));
  if (bytes.size() != end + 1 + values.pixels.size() * 16)
    throw std::runtime_error(file.string() + " is of another length");
  const char* next = bytes.data() + end + 1;
  for (auto& pixel : values.pixels)
    for (double& value : pixel) {
      value = type == 'f'   ? number_at<float>(next)
              : type == 'u' ? number_at<std::uint32_t>(next)
                            : number_at<std::int32_t>(next);
      next += 4;
    }
  return values;
}

Shot read_png(const std::filesystem::path& file) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, file.c_str()) == 0) throw std::runtime_error(image.message);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr) == 0)
    throw std::runtime_error(image.message);
  Shot shot{int(image.width), int(image.height), {}};
  for (std::size_t i = 0; i < bytes.size(); i += 3)
    shot.pixels.push_back({bytes[i], bytes[i + 1], bytes[i + 2]});
  return shot;
}

void write_flat_png(const std::filesystem::path& file, int width, int height, int bits,
                    const std::array<std::uint16_t, 4>& texel) {
  std::vector<std::uint8_t> row;
  for (int x = 0; x < width; ++x)
    for (std::uint16_t value : texel) {
      if (bits == 16) row.push_back(std::uint8_t(value >> 8));
      row.push_back(std::uint8_t(value));
    }
  std::FILE* out = std::fopen(file.c_str(), "wb");
  if (out == nullptr) throw std::runtime_error(file.string() + " cannot be written");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, out);
  png_set_IHDR(png, info, png_uint_32(width), png_uint_32(height), bits, PNG_COLOR_TYPE_RGB_ALPHA,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int y = 0; y < height; ++y)
    png_write_row(png, row.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  std::fclose(out);
}

} // namespace texelscope::gui
