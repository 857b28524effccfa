#include "kernels/unit/image_io/read_dds.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/dds_header.h"

namespace texelscope {

namespace {

// A volume of 131072 texels per side takes 2^55 bytes; all its levels, or 2048 layers of 6 faces, take less
// than 2^63.
void check_size(const InputFile& file, const DdsHeader& header) {
  std::uint64_t layer = 0;
  for (int level = 0; level < header.levels; ++level)
    layer += stored_bytes(header.texture, header.layout, level);
  const std::uint64_t bytes =
      layer * std::uint64_t(header.texture.layers) * std::uint64_t(header.texture.faces);
  const std::uint64_t there = file.size - std::uint64_t(std::ftell(file.handle.get()));
  if (bytes > there) file.refuse(Text::dds_too_short, {std::to_string(bytes), std::to_string(there)});
}

// The file contains surface after surface, each with all its levels. Returns false if progress requested a
// stop.
bool read_levels(const InputFile& file, const DdsHeader& header, DdsTexture& texture,
                 const Progress& progress) {
  const auto surfaces = std::size_t(texture.layers) * std::size_t(texture.faces);
  texture.levels.resize(std::size_t(header.levels));
  for (int level = 0; level < header.levels; ++level)
    texture.levels[std::size_t(level)].resize(surfaces * stored_bytes(header.texture, header.layout, level));
  for (std::size_t surface = 0; surface < surfaces; ++surface) {
    if (progress && !progress(double(surface) / double(surfaces))) return false;
    for (int level = 0; level < header.levels; ++level) {
      const std::size_t bytes = stored_bytes(header.texture, header.layout, level);
      file.read(texture.levels[std::size_t(level)].data() + surface * bytes, bytes);
    }
  }
  return true;
}

DdsTexture read_open(const InputFile& file, const Progress& progress) {
  const DdsHeader header = read_dds_header(file);
  check_size(file, header);
  DdsTexture texture = header.texture;
  if (!read_levels(file, header, texture, progress)) return {};
  for (std::vector<std::byte>& level : texture.levels)
    convert_texels(header.layout, level);
  return texture;
}

} // namespace

std::size_t dds_surface_bytes(const DdsTexture& texture, int level) {
  const auto side = [&](int texels) { return std::size_t(std::max(texels >> level, 1)); };
  const std::size_t width = side(texture.width), height = side(texture.height), depth = side(texture.depth);
  if (!texture.format.blocks)
    return width * height * depth * std::size_t(texture.format.element.texel_bytes());
  return (width + 3) / 4 * ((height + 3) / 4) * depth * std::size_t(bc::block_bytes(*texture.format.blocks));
}

std::size_t stored_bytes(const DdsTexture& texture, const TexelLayout& layout, int level) {
  const std::size_t bytes = dds_surface_bytes(texture, level);
  if (layout.is_same()) return bytes;
  return bytes / std::size_t(texture.format.element.texel_bytes()) * std::size_t(layout.bytes);
}

DdsTexture read_dds(const std::filesystem::path& path, const Progress& progress) {
  const InputFile file(path);
  try {
    return read_open(file, progress);
  } catch (const std::bad_alloc&) {
    throw MachineError(say(Text::image_memory, {path.string()}));
  }
}

} // namespace texelscope
