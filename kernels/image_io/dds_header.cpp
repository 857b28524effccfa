#include "kernels/image_io/dds_header.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/image_io/dds_formats.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {
static_assert(std::endian::native == std::endian::little);

// The files' own structures.
struct Words {
  std::uint32_t magic, size, flags, height, width, pitch, depth, levels, reserved[11];
  std::uint32_t pixel_size;
  DdsPixelFormat pixel;
  std::uint32_t caps, caps2, more[3];
};
static_assert(sizeof(Words) == 128);

struct Dx10Words {
  std::uint32_t format, dimension, flags, layers, flags2;
};

constexpr std::uint32_t is_cube = 0x200, all_faces = 0xfc00, is_volume = 0x200000; // caps2
constexpr std::uint32_t dx10_is_cube = 4;                                          // Dx10Words::flags
constexpr std::uint32_t most_layers = 2048;

// What both kinds of header say.
struct Shape {
  DdsDimension dimension = DdsDimension::two;
  std::uint32_t width = 1, height = 1, depth = 1, layers = 1, faces = 1, levels = 1;
};

[[noreturn]] void refuse_header(const InputFile& file, Text reason) {
  file.refuse(Text::dds_header, {text(reason)});
}

void set_legacy_shape(const InputFile& file, const Words& words, Shape& shape) {
  if (words.caps2 & is_volume) {
    shape.dimension = DdsDimension::three;
    shape.depth = words.depth;
  } else if (words.caps2 & is_cube) {
    const auto faces = std::popcount(words.caps2 & all_faces);
    if (faces != 6) file.refuse(Text::dds_faces, {std::to_string(faces)});
    shape.dimension = DdsDimension::cube;
    shape.faces = 6;
  }
}

void set_dx10_shape(const InputFile& file, const Words& words, const Dx10Words& more, Shape& shape) {
  shape.layers = more.layers;
  switch (more.dimension) {
  case 2:
    shape.dimension = DdsDimension::one;
    shape.height = 1;
    return;
  case 3:
    if (!(more.flags & dx10_is_cube)) return;
    shape.dimension = DdsDimension::cube;
    shape.faces = 6;
    return;
  case 4:
    shape.dimension = DdsDimension::three;
    shape.depth = words.depth;
    if (more.layers != 1) refuse_header(file, Text::dds_volume_layers);
    return;
  default:
    refuse_header(file, Text::dds_dimension);
  }
}

void check(const InputFile& file, const Shape& shape) {
  const std::string sides[] = {std::to_string(shape.width), std::to_string(shape.height),
                               std::to_string(shape.depth)};
  const auto [least, largest] = std::minmax({shape.width, shape.height, shape.depth});
  if (least == 0) file.refuse(Text::dds_no_texels, {sides[0], sides[1], sides[2]});
  if (largest > std::uint32_t(max_image_side))
    file.refuse(Text::dds_sides, {sides[0], sides[1], sides[2], std::to_string(max_image_side)});
  if (shape.dimension == DdsDimension::cube && shape.width != shape.height)
    file.refuse(Text::dds_square, {sides[0], sides[1]});
  if (shape.layers == 0 || shape.layers > most_layers)
    file.refuse(Text::dds_layers, {std::to_string(shape.layers), std::to_string(most_layers)});
  const int max_levels = std::bit_width(largest);
  if (shape.levels > std::uint32_t(max_levels))
    file.refuse(Text::dds_levels,
                {std::to_string(shape.levels), sides[0], sides[1], sides[2], std::to_string(max_levels)});
}

Words read_text(const InputFile& file) {
  Words words = {};
  file.read(&words, sizeof words);
  if (words.magic != four_cc("DDS ")) file.refuse(Text::image_not_named, {"DDS"});
  if (words.size != 124) refuse_header(file, Text::dds_header_size);
  if (words.pixel_size != 32) refuse_header(file, Text::dds_pixel_size);
  return words;
}

} // namespace

DdsHeader read_dds_header(const InputFile& file) {
  const Words words = read_text(file);
  Shape shape = {DdsDimension::two, words.width, words.height, 1, 1, 1, std::max(words.levels, 1u)};
  const bool is_dx10 = words.pixel.has_four_cc() && words.pixel.four_cc == four_cc("DX10");
  Dx10Words more = {};
  if (is_dx10) {
    file.read(&more, sizeof more);
    set_dx10_shape(file, words, more, shape);
  } else {
    set_legacy_shape(file, words, shape);
  }
  const auto texel = is_dx10 ? dds_dxgi_format(more.format) : dds_legacy_format(words.pixel);
  if (!texel)
    file.refuse(Text::dds_format,
                {is_dx10 ? "DXGI_FORMAT " + std::to_string(more.format) : dds_format_text(words.pixel)});
  check(file, shape);
  DdsHeader header;
  header.texture = {shape.dimension,   int(shape.width), int(shape.height), int(shape.depth),
                    int(shape.layers), int(shape.faces), texel->format,     {}};
  header.texture.is_dx10 = is_dx10;
  header.levels = int(shape.levels);
  header.blue_first = texel->blue_first;
  return header;
}

} // namespace texelscope
