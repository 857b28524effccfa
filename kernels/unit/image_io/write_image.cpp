#include "kernels/unit/image_io/write_image.h"

#include <string>

#include "kernels/ground/base/write_file.h"
#include "kernels/unit/image_io/npy_header.h"

namespace texelscope {

namespace {

// The axes of the shape's dimension, and one for channels where there are several.
std::string npy_header(const TextureShape& shape) {
  const auto [width, height, planes] = shape.size_of(0);
  NpyHeader header{npy_type(shape.format), false, {}};
  const Dimension d = shape.dimension;
  if (d != Dimension::d1 && d != Dimension::d2) header.shape.push_back(std::uint64_t(planes));
  if (!is_1d(d)) header.shape.push_back(std::uint64_t(height));
  header.shape.push_back(std::uint64_t(width));
  if (shape.format.channels > 1) header.shape.push_back(std::uint64_t(shape.format.channels));
  return npy_header_bytes(header);
}

ElementFormat result_format(ResultType type) {
  switch (type) {
  case ResultType::unsigned_int:
    return {ElementKind::unsigned_int, 32, 4};
  case ResultType::signed_int:
    return {ElementKind::signed_int, 32, 4};
  case ResultType::floating:
    break;
  }
  return {ElementKind::floating, 32, 4};
}

} // namespace

void write_npy(const std::filesystem::path& path, const PictureRows& picture) {
  const std::string header = npy_header({picture.width, picture.height, result_format(picture.type)});
  write_file(path, [&](const PartSink& put) {
    put(std::as_bytes(std::span(header)));
    picture.bands([&](const Picture& band) { put(std::as_bytes(std::span(band.pixels))); });
  });
}

void write_npy(const std::filesystem::path& path, const Image& image) {
  const std::string header = npy_header(image);
  write_file(path, {std::as_bytes(std::span(header)), std::span(image.texels).first(image.size_bytes())});
}

void write_picture(const std::filesystem::path& path, const std::string& ending, const PictureRows& picture,
                   const ViewSpec& view) {
  if (ending == ".exr")
    write_exr(path, picture);
  else if (ending == ".npy")
    write_npy(path, picture);
  else
    write_png(path, colors_of(picture, view));
}

} // namespace texelscope
