// Reads NumPy arrays: (H, W), (H, W, C) or (W,), in either byte and index order.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "kernels/image/element.h"
#include "kernels/image_io/npy_header.h"
#include "kernels/image_io/readers.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {

// The element type in the file, and the format that it becomes.
struct NpyType {
  std::size_t bytes = 1;
  bool swapped = false; // big endian
  bool boolean = false;
  ElementFormat format;
};

std::optional<NpyType> type_of(std::string_view descr) {
  if (descr.size() != 3) return std::nullopt;
  NpyType type;
  type.swapped = descr[0] == '>';
  if (std::string_view("<>|=").find(descr[0]) == std::string_view::npos) return std::nullopt;
  const std::string_view name = descr.substr(1);
  const auto is = [&](const char* one, ElementKind kind, int bits) {
    if (name == one) type.format = {kind, bits, 1};
    return name == one;
  };
  using enum ElementKind;
  type.boolean = name == "b1";
  type.bytes = std::size_t(name[1] - '0');
  if (type.boolean || is("u1", unsigned_int, 8) || is("u2", unsigned_int, 16) || is("u4", unsigned_int, 32) ||
      is("i1", signed_int, 8) || is("i2", signed_int, 16) || is("i4", signed_int, 32) ||
      is("f2", floating, 16) || is("f4", floating, 32) || is("f8", floating, 32))
    return type;
  return std::nullopt;
}

void decode_element(const NpyType& type, const std::byte* from, std::byte* to) {
  std::array<std::byte, 8> bytes = {};
  std::memcpy(bytes.data(), from, type.bytes);
  if (type.swapped) std::reverse(bytes.data(), bytes.data() + type.bytes);
  if (type.boolean && bytes[0] != std::byte(0)) bytes[0] = std::byte(255);
  if (type.bytes == 8) {
    const std::uint32_t word = Element<ElementKind::floating, 32>::encode(std::bit_cast<double>(bytes));
    std::memcpy(bytes.data(), &word, sizeof word);
  }
  std::memcpy(to, bytes.data(), std::size_t(type.format.bits / 8));
}

void decode(const NpyType& type, const std::byte* from, std::byte* to, std::size_t count) {
  const auto out = std::size_t(type.format.bits / 8);
  if (!type.swapped && !type.boolean && type.bytes == out) {
    std::memcpy(to, from, count * out);
    return;
  }
  for (std::size_t i = 0; i < count; ++i)
    decode_element(type, from + i * type.bytes, to + i * out);
}

// In Fortran order the first index runs fastest: element (y, x, c) is at y + H * (x + W * c).
void scatter(const NpyType& type, const std::vector<std::byte>& from, Image& image) {
  const auto h = std::size_t(image.height), w = std::size_t(image.width),
             channels = std::size_t(image.format.channels);
  const auto bytes = std::size_t(type.format.bits / 8);
  for (std::size_t y = 0; y < h; ++y)
    for (std::size_t x = 0; x < w; ++x)
      for (std::size_t c = 0; c < channels; ++c)
        decode_element(type, &from[(y + h * (x + w * c)) * type.bytes],
                       image.texel(0, 0) + ((y * w + x) * channels + c) * bytes);
}

} // namespace

Image read_npy(const InputFile& file, const Progress& progress) {
  const NpyHeader header = read_npy_header(file);
  auto type = type_of(header.descr);
  if (!type) file.refuse(Text::image_npy_type, {header.descr.empty() ? "struct" : header.descr});
  const std::vector<std::uint64_t>& shape = header.shape;
  if (shape.empty() || shape.size() > 3 || (shape.size() == 3 && (shape[2] < 1 || shape[2] > 4)))
    file.refuse(Text::image_npy_shape, {npy_shape_text(shape)});
  const std::uint64_t width = shape.size() == 1 ? shape[0] : shape[1],
                      height = shape.size() == 1 ? 1 : shape[0];
  file.check_sides(width, height);
  type->format.channels = shape.size() == 3 ? int(shape[2]) : 1;
  const std::uint64_t row_elements = width * std::uint64_t(type->format.channels),
                      row_bytes = row_elements * type->bytes;
  if (row_bytes * height > file.size) file.refuse(Text::image_truncated, {text(Text::image_too_short)});

  Image image = Image::create(int(width), int(height), type->format);
  std::vector<std::byte> row(header.fortran_order ? row_bytes * height : row_bytes);
  if (header.fortran_order) {
    file.read(row.data(), row.size());
    scatter(*type, row, image);
  } else {
    for (int y = 0; y < image.height; ++y) {
      if (progress && y % 64 == 0 && !progress(double(y) / image.height)) return {};
      file.read(row.data(), row.size());
      decode(*type, row.data(), image.texel(0, y), row_elements);
    }
  }
  return image.format.channels == 3 ? convert(image, {image.format.kind, image.format.bits, 4}) : image;
}

} // namespace texelscope
