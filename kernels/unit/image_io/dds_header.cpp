#include "kernels/unit/image_io/dds_header.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/dds_formats.h"

namespace texelscope {

namespace {
static_assert(std::endian::native == std::endian::little);

// The structures of the file format.
struct FileHeader {
  std::uint32_t magic, size, flags, height, width, pitch, depth, levels, reserved[11];
  std::uint32_t pixel_size;
  DdsPixelFormat pixel;
  std::uint32_t caps, caps2, more[3];
};
static_assert(sizeof(FileHeader) == 128);

struct Dx10Header {
  std::uint32_t format, dimension, flags, layers, flags2;
};

constexpr std::uint32_t cube_flag = 0x200, all_faces = 0xfc00, volume_flag = 0x200000; // caps2
constexpr std::uint32_t dx10_cube_flag = 4;                                            // Dx10Header::flags
constexpr std::uint32_t max_layers = 2048;

[[noreturn]] void refuse_header(const InputFile& file, Text reason) {
  file.refuse(Text::dds_header, {text(reason)});
}

void set_legacy_shape(const InputFile& file, const FileHeader& header, StatedShape& shape) {
  if (header.caps2 & volume_flag) {
    shape.dimension = DdsDimension::three;
    shape.depth = header.depth;
  } else if (header.caps2 & cube_flag) {
    const auto faces = std::popcount(header.caps2 & all_faces);
    if (faces != 6) file.refuse(Text::dds_faces, {std::to_string(faces)});
    shape.dimension = DdsDimension::cube;
    shape.faces = 6;
  }
}

void set_dx10_shape(const InputFile& file, const FileHeader& header, const Dx10Header& more,
                    StatedShape& shape) {
  shape.layers = std::max(more.layers, 1u); // some programs state 0 layers, and no dimension
  switch (more.dimension) {
  case 2:
    shape.dimension = DdsDimension::one;
    shape.height = 1;
    return;
  case 0:
  case 3:
    if (!(more.flags & dx10_cube_flag)) return;
    shape.dimension = DdsDimension::cube;
    shape.faces = 6;
    return;
  case 4:
    shape.dimension = DdsDimension::three;
    shape.depth = header.depth;
    if (shape.layers != 1) refuse_header(file, Text::dds_volume_layers);
    return;
  default:
    refuse_header(file, Text::dds_dimension);
  }
}

std::string dds_note(const InputFile& file, const DdsTexelFormat& texel, bool is_dx10) {
  const std::string name = input_name(file.path);
  if (texel.format.premultiplied) return say(Text::image_premultiplied, {name, texel.name});
  if (texel.name.empty()) return "";
  const std::string note = conversion_note(file, texel.layout, texel.name);
  // D3DX wrote the masks of R10G10B10A2 and A2R10G10B10 in each other's place.
  const bool may_be_exchanged = !is_dx10 && std::popcount(texel.layout.masks[0]) == 10;
  return may_be_exchanged ? note + " " + say(Text::dds_exchanged, {name, texel.name}) : note;
}

FileHeader read_file_header(const InputFile& file) {
  FileHeader header = {};
  file.read(&header, sizeof header);
  if (header.magic != four_cc("DDS ")) file.refuse(Text::image_not_named, {"DDS"});
  if (header.size != 124) refuse_header(file, Text::dds_header_size);
  if (header.pixel_size != 32) refuse_header(file, Text::dds_pixel_size);
  return header;
}

} // namespace

void check_stated_shape(const InputFile& file, const StatedShape& shape) {
  const std::string sides[] = {std::to_string(shape.width), std::to_string(shape.height),
                               std::to_string(shape.depth)};
  const auto [smallest, largest] = std::minmax({shape.width, shape.height, shape.depth});
  if (smallest == 0) file.refuse(Text::dds_no_texels, {sides[0], sides[1], sides[2]});
  if (largest > std::uint32_t(max_image_side))
    file.refuse(Text::dds_sides, {sides[0], sides[1], sides[2], std::to_string(max_image_side)});
  if (shape.dimension == DdsDimension::cube && shape.width != shape.height)
    file.refuse(Text::dds_square, {sides[0], sides[1]});
  if (shape.layers == 0 || shape.layers > max_layers)
    file.refuse(Text::dds_layers, {std::to_string(shape.layers), std::to_string(max_layers)});
  const int max_levels = std::min(int(std::bit_width(largest)), max_mip_levels);
  if (shape.levels > std::uint32_t(max_levels))
    file.refuse(Text::dds_levels,
                {std::to_string(shape.levels), sides[0], sides[1], sides[2], std::to_string(max_levels)});
}

DdsTexture texture_of(const StatedShape& shape, const DdsFormat& format) {
  return {shape.dimension,
          int(shape.width),
          int(shape.height),
          int(shape.depth),
          int(shape.layers),
          int(shape.faces),
          format,
          {}};
}

DdsHeader read_dds_header(const InputFile& file) {
  const FileHeader file_header = read_file_header(file);
  StatedShape shape = {
      DdsDimension::two, file_header.width, file_header.height, 1, 1, 1, std::max(file_header.levels, 1u)};
  const bool is_dx10 = file_header.pixel.has_four_cc() && file_header.pixel.four_cc == four_cc("DX10");
  Dx10Header more = {};
  if (is_dx10) {
    file.read(&more, sizeof more);
    set_dx10_shape(file, file_header, more, shape);
  } else {
    set_legacy_shape(file, file_header, shape);
  }
  const auto texel = is_dx10 ? dds_dxgi_format(more.format) : dds_legacy_format(file_header.pixel);
  if (!texel)
    file.refuse(Text::image_texel_format,
                {is_dx10 ? dds_dxgi_name(more.format) : dds_format_text(file_header.pixel)});
  check_stated_shape(file, shape);
  DdsHeader header;
  header.texture = texture_of(shape, texel->format);
  header.texture.is_dx10 = is_dx10 && !texel->is_typeless;
  header.texture.texels = texel->name;
  header.texture.note = dds_note(file, *texel, is_dx10);
  header.levels = int(shape.levels);
  header.layout = texel->layout;
  return header;
}

} // namespace texelscope
